import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../kit/time/clock.ts';
import { MINUTE_MS } from '../kit/units.ts';

/** How long the service may be slow before that is told, and how long it must not be before that is over (events 4, `overload`). */
const SLOW_MS = MINUTE_MS;
const NORMAL_MS = 5 * MINUTE_MS;
const MOST_LAG_MS = 200;
const MOST_WAITING = 10_000;
/** How often the event loop is measured while it runs, milliseconds. */
const RESOLUTION_MS = 20;

/** How much the service lags behind what it has to do. */
export interface Load {
  /** By which time what is due is late, as a rule; milliseconds. */
  readonly lagMs: number;
  /** Writes that wait for their commit. */
  readonly queue: number;
}

type Raise = (type: 'system.overload' | 'system.overload_cleared', data: { lagMs: number; queue: number }) => void;

/** Raises one event when the service has more to do than it can, and one when that is over. */
export class Overload {
  readonly #clock: Clock;
  readonly #raise: Raise;
  #overloaded = false;
  /** Since when it is not as it was told last, monotonic. */
  #since: number | undefined;

  constructor(clock: Clock, raise: Raise) {
    this.#clock = clock;
    this.#raise = raise;
  }

  measured({ lagMs, queue }: Load): void {
    const slow = lagMs > MOST_LAG_MS || queue > MOST_WAITING;
    if (slow === this.#overloaded) {
      this.#since = undefined;
      return;
    }
    const now = this.#clock.monotonic();
    this.#since ??= now;
    if (now - this.#since < (slow ? SLOW_MS : NORMAL_MS)) return;
    this.#overloaded = slow;
    this.#since = undefined;
    this.#raise(slow ? 'system.overload' : 'system.overload_cleared', { lagMs: Math.round(lagMs), queue });
  }
}

/** Measures the lag of this thread's event loop from now on. */
export function eventLoopLag(): { takeMs(): number; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    /** The median since the last time. */
    takeMs() {
      const median = delay.percentile(50) / 1e6;
      delay.reset();
      return Math.max(median - RESOLUTION_MS, 0);
    },
    stop() {
      delay.disable();
    },
  };
}
