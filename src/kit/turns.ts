import type { Clock } from './clock.ts';

/** What is done in one turn of the event loop may take so long together, and be so much. */
const TURN_MS = 1;
const MOST = 32;
/** A turn that took longer, with all that came of what was done in it, is followed by as long a rest, up to the second. */
const LONG_MS = 8;
const REST_MS = 50;

type Act = () => unknown;

/**
 * Does the first thing it is given at once, and what comes with it a moment in each turn of the event loop, so that thousands of
 * requests that come together hold up nothing else. While things wait, and a turn took long, it rests: half of the time is for others.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #waiting: Act[] = [];
  #isTurning = false;
  /** Of this turn. */
  #begunMs = 0;
  /** Of the first thing that is done in it. */
  #actingMs: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
  }

  take(act: Act): void {
    if (this.#isTurning) {
      this.#waiting.push(act);
      return;
    }
    this.#isTurning = true;
    this.#begunMs = this.#clock.monotonic();
    setImmediate(this.#turn);
    act();
  }

  readonly #turn = () => {
    this.#isTurning = this.#waiting.length > 0;
    if (!this.#isTurning) return;
    const tookMs = this.#clock.monotonic() - this.#begunMs;
    if (tookMs > LONG_MS) this.#clock.after(Math.min(tookMs, REST_MS), this.#go);
    else this.#go();
  };

  readonly #go = () => {
    this.#begunMs = this.#clock.monotonic();
    this.#actingMs = undefined;
    // Each by itself: what it leads to at once is done, and its time known, before the next.
    for (let n = Math.min(MOST, this.#waiting.length); n > 0; n--) setImmediate(this.#next);
    setImmediate(this.#turn);
  };

  readonly #next = () => {
    const nowMs = this.#clock.monotonic();
    this.#actingMs ??= nowMs;
    if (nowMs - this.#actingMs < TURN_MS) this.#waiting.shift()?.();
  };
}
