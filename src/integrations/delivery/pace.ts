import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';

/** What may leave at once, seconds: short, for targets count by the second. */
const BURST_S = 0.1;

/** Holds what is sent to so many items a second on average. */
export class Pace {
  readonly #clock: Clock;
  readonly #perSecond: number;
  #allowance: number;
  #at: number;

  /** @param perSecond 0: as many as there are */
  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#allowance = this.#burst;
    this.#at = clock.monotonic();
  }

  get #burst(): number {
    return Math.max(1, this.#perSecond * BURST_S);
  }

  /** Items that may leave now; 0: none for `waitMs`. */
  get allowed(): number {
    if (this.#perSecond === 0) return Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    this.#allowance = Math.min(this.#burst, this.#allowance + ((now - this.#at) / SECOND_MS) * this.#perSecond);
    this.#at = now;
    // What is a whole one but for the last bit of a fraction.
    return Math.floor(this.#allowance + 1e-6);
  }

  get waitMs(): number {
    return this.allowed > 0 ? 0 : Math.ceil(((1 - this.#allowance) / this.#perSecond) * SECOND_MS);
  }

  took(items: number): void {
    if (this.#perSecond > 0) this.#allowance -= items;
  }
}
