import { credibleMs, type Moment } from '../../src/kit/clock.ts';

/** A time of which nothing makes anybody doubt. */
export function momentAt(ms: number): Moment {
  return { now: ms, credible: credibleMs(ms) };
}
