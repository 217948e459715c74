import type { Share } from './share.ts';

/** How many sends may be under way, and of what. It opens slowly: one send, and twice as many each time all of them were answered. */
export class Window {
  readonly #size: number;
  readonly #share: Share;
  readonly #busy = new Set<string>();
  #limit = 1;
  #answered = 0;
  #underWay = 0;

  /** @param size sends under way at most */
  constructor(size: number, share: Share) {
    this.#size = size;
    this.#share = share;
  }

  get hasRoom(): boolean {
    return this.#underWay < this.#limit && this.#underWay < this.#share.each;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** What has a send under way. */
  get busy(): ReadonlySet<string> {
    return this.#busy;
  }

  /** A new connection: nothing is under way, and whether it takes anything will be seen. */
  reset(): void {
    if (this.#underWay > 0) this.#share.leave();
    this.#busy.clear();
    this.#limit = 1;
    this.#answered = 0;
    this.#underWay = 0;
  }

  begin(keys: ReadonlySet<string>): void {
    if (this.#underWay++ === 0) this.#share.join();
    for (const key of keys) this.#busy.add(key);
  }

  end(keys: ReadonlySet<string>): void {
    if (--this.#underWay === 0) this.#share.leave();
    for (const key of keys) this.#busy.delete(key);
    if (++this.#answered < this.#limit) return;
    this.#limit = Math.min(this.#limit * 2, this.#size);
    this.#answered = 0;
  }
}
