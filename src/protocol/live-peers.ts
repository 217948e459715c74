import type { CloseReason, Connection } from './connection.ts';

/** A connection that is served, before and after it has the slot of its peer. */
interface SlotOwner {
  readonly certificate: Revocable | undefined;
  close(reason: CloseReason): void;
  /** Resolves when everything about the connection is stored. */
  readonly ended: Promise<void>;
}

/** The certificate of a peer. */
export interface Revocable {
  /** Whether it is revoked by now. */
  revoked(): boolean;
}

/** Takes the slot of a peer. @returns whether the connection may go on */
export type Claim<K> = (key: K) => Promise<boolean>;

/** Which peers are connected: at most one connection each, the newest wins (BSSCI 6.6, SCACI 6.6). */
export class LivePeers<K, S> {
  readonly #changed: (count: number) => void;
  readonly #stop = new AbortController();
  /** All that are served: also those that have not said yet who they are. */
  readonly #served = new Set<SlotOwner>();
  readonly #slots = new Map<K, SlotOwner>();
  readonly #sessions = new Map<K, S>();

  /** @param changed called with the number of sessions */
  constructor(changed: (count: number) => void) {
    this.#changed = changed;
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** Ends when the service stops. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  connected(key: K): boolean {
    return this.#sessions.has(key);
  }

  find(key: K): S | undefined {
    return this.#sessions.get(key);
  }

  all(): Iterable<S> {
    return this.#sessions.values();
  }

  /**
   * Serves one connection from its first byte to the last write about it. Never rejects.
   * @param work claims the slot as soon as the identity of the peer is checked
   * @param failed called with the reason why `work` has failed, and the peer
   */
  async serve(
    connection: Connection,
    certificate: Revocable | undefined,
    work: (claim: Claim<K>) => Promise<void>,
    failed: (cause: unknown, claimed: K | undefined) => void,
  ): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let claimed: K | undefined;
    // To one that has said nothing yet there is nothing to say.
    const close = (reason: CloseReason) =>
      reason === 'server_stopped' && claimed !== undefined ? connection.end(reason) : connection.close(reason);
    const owner: SlotOwner = { certificate, close, ended };
    this.#served.add(owner);
    try {
      await work(async key => {
        claimed = key;
        await this.#claim(key, owner);
        return !connection.over;
      });
      await connection.closed;
    } catch (cause) {
      failed(cause, claimed);
      connection.close('storage_error');
    } finally {
      // A newer connection may have the slot already.
      if (claimed !== undefined && this.#slots.get(claimed) === owner) this.#slots.delete(claimed);
      this.#served.delete(owner);
      end();
    }
  }

  /** @returns what takes the session out again; may be called twice */
  online(key: K, session: S): () => void {
    this.#sessions.set(key, session);
    this.#changed(this.#sessions.size);
    return () => {
      if (this.#sessions.get(key) !== session) return;
      this.#sessions.delete(key);
      this.#changed(this.#sessions.size);
    };
  }

  /** Closes the connection of a peer; resolves when that is stored. */
  async disconnect(key: K, reason: CloseReason): Promise<void> {
    const owner = this.#slots.get(key);
    owner?.close(reason);
    await owner?.ended;
  }

  /** Ends the connections whose certificate has been revoked. */
  closeRevoked(): void {
    for (const { certificate, close } of this.#slots.values()) if (certificate?.revoked()) close('tls_error');
  }

  /** Ends all connections, for a stop. Resolves when everything about them is stored. */
  async close(): Promise<void> {
    this.#stop.abort();
    const owners = [...this.#served];
    for (const owner of owners) owner.close('server_stopped');
    await Promise.all(owners.map(({ ended }) => ended));
  }

  /** Takes the slot from the peer's older connection, after that one has ended completely. */
  async #claim(key: K, owner: SlotOwner): Promise<void> {
    const previous = this.#slots.get(key);
    this.#slots.set(key, owner);
    previous?.close('replaced');
    await previous?.ended;
    // A revocation ends the connections that have a slot: it did not find this one before.
    if (owner.certificate?.revoked()) owner.close('tls_error');
  }
}
