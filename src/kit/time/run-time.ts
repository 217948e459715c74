import type { Clock } from './clock.ts';
import { JUMP_MS } from './credible-clock.ts';

/** How long a run of the service lasts, and since when: both are right again once a wrong clock is. */
export interface RunTime {
  /** By the clock that never jumps, milliseconds. */
  readonly ms: number;
  /** By the wall clock as it is set now, milliseconds since 1970; the same value until it is set. */
  readonly startedAt: number;
}

/** A run that begins now. */
export function runTime(clock: Pick<Clock, 'now' | 'monotonic'>): RunTime {
  const begun = clock.monotonic();
  let startedAt = clock.now();
  return {
    get ms() {
      return clock.monotonic() - begun;
    },
    get startedAt() {
      const at = Math.round(clock.now() - this.ms);
      // What NTP corrects bit by bit is no other start.
      if (Math.abs(at - startedAt) > JUMP_MS) startedAt = at;
      return startedAt;
    },
  };
}
