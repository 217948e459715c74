import type { Clock } from './clock.ts';

/** What is done in one turn of the event loop may take so long together, and be so much. */
const TURN_MS = 1;
const MOST = 32;

/**
 * Does what it is given at once while that takes a moment, and the rest a moment in each turn of the event loop: thousands of requests
 * that come together hold up nothing else.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #waiting: (() => void)[] = [];
  #spentMs = 0;
  #done = 0;
  #isTurning = false;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  take(act: () => void): void {
    if (this.#waiting.length > 0 || !this.#hasRoom()) this.#waiting.push(act);
    else this.#do(act);
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#turn);
  }

  readonly #turn = () => {
    this.#spentMs = 0;
    this.#done = 0;
    this.#isTurning = this.#waiting.length > 0;
    if (this.#isTurning) setImmediate(this.#turn);
    while (this.#hasRoom()) {
      const act = this.#waiting.shift();
      if (!act) return;
      this.#do(act);
    }
  };

  #hasRoom(): boolean {
    return this.#spentMs < TURN_MS && this.#done < MOST;
  }

  #do(act: () => void): void {
    const begun = this.#clock.monotonic();
    act();
    this.#spentMs += this.#clock.monotonic() - begun;
    this.#done++;
  }
}
