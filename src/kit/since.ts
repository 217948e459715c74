import { MINUTE_MS } from './units.ts';

/** A clock that says less was not set: there was no service center before. */
const FIRST_MS = Date.UTC(2018, 0, 1);
/** What began so much later than now began by a clock that was ahead. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Whether it was this time once: what a clock said that was not set right yet never was. Milliseconds. */
export function everWas(at: number, now: number): boolean {
  return at >= FIRST_MS && at <= now + AHEAD_MS;
}

/** Since when something lasts, as people read it. Milliseconds. */
export function sinceWords(at: number, now: number): string {
  return everWas(at, now) ? `since ${minuteOf(at)}` : 'since before the clock was set';
}

/** A time to the minute, as people read it. */
export function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
