import type { MachineClock } from './clock.ts';

declare const listened: unique symbol;

/**
 * Time by which it is judged for how long nothing has come, milliseconds: it goes on while the service runs, by a clock that never jumps, and
 * stands still while it does not. It began as the time of day of the first start; what lies between is all that was not listened since.
 */
export type ListenedMs = number & { readonly [listened]: true };

/** A time of which the caller knows that it was listened. */
export function listenedMs(ms: number): ListenedMs {
  return ms as ListenedMs;
}

/** The time that is listened in this run. */
export class ListenedClock {
  readonly #clock: Pick<MachineClock, 'monotonic'>;
  readonly #begun: number;

  /** @param begun up to where the runs before have come */
  constructor(clock: Pick<MachineClock, 'monotonic'>, begun: ListenedMs) {
    this.#clock = clock;
    this.#begun = begun - clock.monotonic();
  }

  readonly now = (): ListenedMs => listenedMs(Math.floor(this.#begun + this.#clock.monotonic()));
}
