import type { Moment } from '../../kit/time/clock.ts';
import { JUMP_MS } from '../../kit/time/credible-clock.ts';
import type { Condition } from './condition.ts';

/** What a time of before has become, milliseconds. */
export type MovedTime = (at: number) => number;

/**
 * What becomes of times that are judged by the wall clock when that is set: what lasts goes on to last as long, in which nothing happens. A
 * clock that is ahead from a start on was set while the service was off.
 */
export class ClockSteps {
  #last: Moment | undefined;
  /** How far the clock was from what was credible at the first look, and what it said then; until that is known better. */
  #absence: { readonly ms: number; readonly begun: number } | undefined;

  /** Looks at the clock. @returns undefined: times are as they were */
  look({ now, credible }: Moment): MovedTime | undefined {
    const last = this.#last ?? { now: credible, credible };
    if (!this.#last) this.#absence = { ms: now - credible, begun: now };
    this.#last = { now, credible };
    const by = now - last.now - (credible - last.credible);
    if (by > JUMP_MS) return at => (at <= last.now ? at + by : at);
    if (by >= -JUMP_MS) return undefined;
    const absence = this.#absence;
    this.#absence = undefined;
    if (now < last.now) return at => (at > now ? at + by : at);
    // The service was off for so long, and not the clock wrong by so much. What else becomes credible has been lasting all the while.
    const wasOff = absence !== undefined && Math.abs(by + absence.ms) <= JUMP_MS;
    return wasOff ? at => (at < absence.begun ? at + by : at) : undefined;
  }

  /** What times become that are read again, as they were stored before the clock was set. */
  reread(): MovedTime {
    const { now, credible } = this.#last ?? { now: 0, credible: 0 };
    return at => (now - credible > JUMP_MS && at <= credible ? at + now - credible : at);
  }

  /** How far the clock is ahead of what is credible, milliseconds. */
  get aheadMs(): number {
    return this.#last ? this.#last.now - this.#last.credible : 0;
  }
}

/** Moves everything that is remembered of when a condition was what. */
export function moveTimes(condition: Condition, moved: MovedTime): void {
  condition.since = condition.since.map(at => (at === null ? null : moved(at)));
  if (condition.clearing !== null) condition.clearing = moved(condition.clearing);
  condition.times = condition.times.map(moved);
  condition.changes = condition.changes.map(moved);
}
