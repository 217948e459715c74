import type { Observation } from '../../src/domain/alert/seen.ts';
import { credibleMs, type Moment } from '../../src/kit/time/clock.ts';
import { type ListenedMs, listenedMs } from '../../src/kit/time/listened.ts';

/** A time that nothing makes doubtful. */
export function momentAt(ms: number): Moment {
  return { now: ms, credible: credibleMs(ms) };
}

/** What alerts are judged by at such a time, where the service always ran. */
export function judgedAt(
  ms: number,
  seen: readonly Observation[] = [],
): [at: Moment, seen: readonly Observation[], judgedAt: number, listened: ListenedMs] {
  return [momentAt(ms), seen, ms, listenedMs(ms)];
}
