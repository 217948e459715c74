import { MINUTE_MS } from '../units.ts';

/** Stamps come a little out of order; a clock that is set back by more was set. */
const ORDER_MS = MINUTE_MS;

/**
 * How much time has gone by, told from the stamps of what happens: for threads that have no clock of their own. A clock that is set
 * back takes nothing away, so that what lasts a minute is over after a minute by the clock as it is now.
 */
export class SteadyTime {
  #last: number | undefined;
  #elapsed = 0;

  /** @param stamp of now, milliseconds. @returns milliseconds since the first one */
  at(stamp: number): number {
    const step = stamp - (this.#last ?? stamp);
    if (step > 0) this.#elapsed += step;
    if (step >= 0 || step < -ORDER_MS) this.#last = stamp;
    return this.#elapsed;
  }
}
