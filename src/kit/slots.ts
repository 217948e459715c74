import { fault } from './faults/faults.ts';

/** Work of one client that waits: each is a call, and holds its connection's part of it. */
const MOST_WAITING = 256;
const RETRY_MS = 1000;

/**
 * Slots for work that holds much while it is done: a few for each client, a few more for all. What waits for a slot is begun in the
 * order of each client, and of several clients by one after the other.
 */
export class Slots {
  readonly #ofClient: number;
  readonly #ofAll: number;
  /** By client. */
  readonly #taken = new Map<string, number>();
  /** By client, whose turn is next first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #count = 0;

  /** @param ofClient slots that one client may have at a time @param ofAll those of all clients together */
  constructor(ofClient: number, ofAll: number) {
    this.#ofClient = ofClient;
    this.#ofAll = ofAll;
  }

  /**
   * Resolves with what gives the slot back, to be called once.
   * @throws the reason of the signal, when it ends before; fault `RateLimited` when too much of the client waits
   */
  async take(client: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.#hasFree(client)) await this.#wait(client, signal);
    else this.#occupy(client);
    return () => this.#give(client);
  }

  #hasFree(client: string): boolean {
    return this.#count < this.#ofAll && (this.#taken.get(client) ?? 0) < this.#ofClient;
  }

  #occupy(client: string): void {
    this.#count++;
    this.#taken.set(client, (this.#taken.get(client) ?? 0) + 1);
  }

  #give(client: string): void {
    this.#count--;
    const left = (this.#taken.get(client) ?? 0) - 1;
    if (left > 0) this.#taken.set(client, left);
    else this.#taken.delete(client);
    for (const [next, waiting] of this.#waiting) {
      if (!this.#hasFree(next)) continue;
      const [begin] = waiting;
      // Behind the other clients.
      this.#waiting.delete(next);
      this.#waiting.set(next, waiting);
      begin?.();
      return;
    }
  }

  #wait(client: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(client) ?? new Set();
    if (waiting.size >= MOST_WAITING) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
    this.#waiting.set(client, waiting);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin);
        if (waiting.size === 0) this.#waiting.delete(client);
        signal.removeEventListener('abort', ended);
      };
      const begin = () => {
        leave();
        // Before anything else can ask for it.
        this.#occupy(client);
        resolve();
      };
      const ended = () => {
        leave();
        reject(signal.reason);
      };
      waiting.add(begin);
      signal.addEventListener('abort', ended, { once: true });
    });
  }
}
