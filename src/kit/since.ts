import type { Moment } from './time/clock.ts';
import { JUMP_MS } from './time/credible-clock.ts';
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

/** How long something was. Milliseconds. */
export interface Span {
  readonly ms: number;
  /** It was not longer either: the clock is believed, or has told both ends since it is in doubt. */
  readonly isExact: boolean;
}

/** How long it was for certain between two times of our clock: one that is doubted may be ahead of the time that it has told before. Milliseconds. */
export function spanOf(since: number, end: number, { now, credible }: Moment): Span {
  const aheadMs = now - credible;
  const isExact = aheadMs <= JUMP_MS || since > credible;
  return { ms: Math.max(end - since - (isExact ? 0 : aheadMs), 0), isExact };
}

/** How long ago that was for certain, milliseconds. */
export function ageOf(at: number, moment: Moment): number {
  return spanOf(at, moment.now, moment).ms;
}

/** A time to the minute, as people read it. */
export function minuteOf(at: number): string {
  return `${minuteText(at)} UTC`;
}

/** The same without its zone, beside one that has it. */
export function minuteText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
