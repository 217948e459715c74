import { timingSafeEqual } from 'node:crypto';
import { background } from '../../kit/background.ts';
import { digestOf } from '../../kit/digest.ts';
import { catalog } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { countedAddress } from '../../kit/net/address.ts';
import type { Notifier } from '../../kit/notifier.ts';
import { rateLimit } from '../../kit/rate-limit.ts';
import type { Clock, Timer } from '../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import type { NewEvent } from '../event/catalog.ts';
import { type KeyRefusal, type KeyState, type KeyType, refusalOf } from './api-key-columns.ts';
import type { Digest, KeptKey, KeyUse } from './api-key-store.ts';
import { prefixOf } from './format.ts';

/** Who presented a key. */
export interface VerifiedKey {
  /** Uuid of the key. */
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly type: KeyType;
  /** Whose key it is; undefined: of a service account. */
  readonly userId: string | undefined;
  readonly userEmail: string | undefined;
  /** Row id of the organization to which everything belongs that the key reads and writes. */
  readonly org: number;
  /** The same organization as clients name it. */
  readonly organizationId: string;
  readonly scopes: readonly string[];
}

/** Why a presented key is refused: the name of the fault that says so. */
export type Refusal = KeyRefusal | 'InvalidApiKey';

export type Verified =
  | { readonly key: VerifiedKey; readonly refusal?: undefined }
  /** `org` is the row id of its organization; undefined: there is no such key. */
  | { readonly key?: undefined; readonly refusal: Refusal; readonly org: number | undefined };

/** How often uses are written: a client may present its key with every request, and a card wears with every write. */
const USES_MS = MINUTE_MS;
/** What time it is credibly may jump while an expiry is waited for. */
const LOOK_MS = 30 * SECOND_MS;
/** Who was let in is not looked up again for so long, unless rights have changed. */
const REMEMBERED_MS = 10 * SECOND_MS;
const MOST_REMEMBERED = 1000;
/** Is compared with a key that does not exist, so that its refusal costs what any other costs. */
const UNMATCHED_HASH = new Uint8Array(32);

export interface KeyGateOptions {
  readonly read: {
    digest(prefix: string): Digest | undefined;
    byUuid(uuid: string): KeptKey | undefined;
    state(uuid: string): KeyState | undefined;
  };
  readonly write: { used(uses: readonly KeyUse[]): Promise<void> };
  raise(event: NewEvent): Promise<unknown>;
  /** Whether the keys of this user in this organization (row id) can be used: there are other users with sign-in than without. */
  isActive(userId: string, org: number): boolean;
  /** Notified after each commit with an audited change: a key may be gone, or its user switched off. */
  readonly changed: Notifier;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Lets in who presents an API key. Point reads on the calling thread; who was let in asks again by `refusal`, or is told by `ended`.
 * `last_used_at` is written at most once a minute for all keys together.
 */
export class KeyGate {
  readonly #options: KeyGateOptions;
  readonly #told: ReturnType<typeof rateLimit>;
  /** Keys that were right a short time ago, by their digests. */
  readonly #right = new Map<string, KeptKey>();
  #rightSinceMs = 0;
  #rightVersion = 0;
  /** Not written yet, by key. */
  #uses = new Map<string, KeyUse>();
  /** Nothing is written before it. */
  #rest: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: KeyGateOptions) {
    this.#options = options;
    this.#told = rateLimit(options.clock, 1, 1);
  }

  /** The same steps for a key that does not exist and for a wrong secret; none for what cannot be a key. */
  verify(presented: string): Verified {
    const prefix = prefixOf(presented);
    if (prefix === undefined) return { refusal: 'InvalidApiKey', org: undefined };
    const kept = this.#kept(prefix, digestOf(presented));
    if (!kept) return { refusal: 'InvalidApiKey', org: undefined };
    const refusal = this.#refusalOf(kept);
    return refusal ? { refusal, org: kept.org } : { key: verifiedKey(kept) };
  }

  /** Why a key that was let in would be refused by now; undefined: it would not. @param id uuid */
  refusal(id: string): KeyRefusal | undefined {
    const state = this.#options.read.state(id);
    return state ? this.#refusalOf(state) : 'ApiKeyInactive';
  }

  /**
   * Resolves with the reason as soon as a key is deleted, its user switched off (at once) or it has expired (within 30 s), or with
   * undefined when the signal ends before. Rejects when the database cannot be read: the caller then knows nothing of the key.
   */
  async ended(id: string, signal: AbortSignal): Promise<KeyRefusal | undefined> {
    const { read, changed, clock } = this.#options;
    for (;;) {
      if (signal.aborted) return undefined;
      const { version } = changed;
      const state = read.state(id);
      const refusal = state ? this.#refusalOf(state) : 'ApiKeyInactive';
      if (!state || refusal) return refusal;
      if (state.expires_at === null) {
        await changed.wait(version, signal);
        continue;
      }
      const due = new AbortController();
      const timer = clock.after(Math.min(state.expires_at - clock.credible(), LOOK_MS), () => due.abort());
      await changed.wait(version, AbortSignal.any([signal, due.signal]));
      timer.cancel();
    }
  }

  /** Notes a use, for `last_used_at`. @param address of the client, without port */
  used(id: string, address: string): void {
    this.#uses.set(id, { uuid: id, at: this.#options.clock.now(), address });
    if (!this.#rest) this.#writeUses();
  }

  /** Tells of a refused key by an event; at most once a second for each address. */
  rejected(presented: string, { refusal, org }: Verified & { refusal: Refusal }, address: string): void {
    const { clock, log, raise } = this.#options;
    if (this.#told.take(countedAddress(address)) > 0) return;
    const at = clock.now();
    const data = { keyPrefix: prefixOf(presented) ?? '', remoteAddress: address, token: catalog[refusal].token };
    const about = { org: org ?? null, sourceId: address, at, storedAt: at };
    background(raise({ type: 'security.api_key_rejected', ...about, data }), cause =>
      log.error({ err: cause }, 'event not stored'),
    );
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    this.#rest?.cancel();
    this.#writeUses();
    this.#rest?.cancel();
    await this.#writing;
  }

  /** The key of that digest. */
  #kept(prefix: string, hash: Uint8Array): KeptKey | undefined {
    const { read, clock, changed } = this.#options;
    const now = clock.monotonic();
    const isOver = now - this.#rightSinceMs >= REMEMBERED_MS || this.#right.size >= MOST_REMEMBERED;
    if (isOver || this.#rightVersion !== changed.version) {
      this.#right.clear();
      this.#rightSinceMs = now;
      this.#rightVersion = changed.version;
    }
    const text = Buffer.from(hash).toString('base64');
    const known = this.#right.get(text);
    if (known) return known;
    const digest = read.digest(prefix);
    const isRight = timingSafeEqual(hash, digest?.hash ?? UNMATCHED_HASH);
    const kept = digest && isRight ? read.byUuid(digest.uuid) : undefined;
    if (kept) this.#right.set(text, kept);
    return kept;
  }

  #refusalOf(state: KeyState): KeyRefusal | undefined {
    const { clock, isActive } = this.#options;
    return refusalOf(state, clock.credible(), isActive);
  }

  #writeUses(): void {
    this.#rest = undefined;
    if (this.#uses.size === 0) return;
    const { clock, write, log } = this.#options;
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    this.#rest = clock.after(USES_MS, () => this.#writeUses());
    this.#writing = write.used(uses).catch((cause: unknown) => log.warn({ err: cause }, 'uses of API keys not stored'));
  }
}

function verifiedKey(kept: KeptKey): VerifiedKey {
  const { uuid, name, prefix, key_type, user_id, user_email, org, organization, scopes } = kept;
  return {
    ...{ id: uuid, name, prefix, type: key_type, org, organizationId: organization },
    userId: user_id ?? undefined,
    userEmail: user_email ?? undefined,
    scopes: JSON.parse(scopes) as string[],
  };
}
