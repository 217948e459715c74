/** Sends under way of all integrations of a process together, for as long as each has at least as many as `LEAST`. */
const TOGETHER = 512;
/** An integration may have so many under way, however many others there are. */
const LEAST = 16;

/**
 * What integrations that deliver at the same time divide among each other: each item that is under way is in memory, and what is there
 * for long costs more than its size. One that has nothing under way, as while its target is away, takes no part.
 */
export class Share {
  #delivering = 0;

  /** Sends that each of them may have under way. */
  get each(): number {
    return Math.max(LEAST, Math.floor(TOGETHER / Math.max(1, this.#delivering)));
  }

  /** One has something under way now. */
  join(): void {
    this.#delivering++;
  }

  /** One has nothing under way any more. */
  leave(): void {
    this.#delivering--;
  }
}
