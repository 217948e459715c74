import type { Store } from '../../domain/domain.ts';
import type { EndpointCount } from '../../domain/message/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';

/** Messages that are counted in one read of the log, in a few milliseconds. */
export const COUNTED = 20_000;

/** What was counted behind a place, the same for all streams. */
export interface Counts {
  readonly upTo: number;
  /** Whether it ended at its limit rather than at the end of the log. */
  readonly more: boolean;
  readonly endpoints: readonly EndpointCount[];
}

/** When the second is over in which it is now, milliseconds of the clock that never jumps: for all streams at once. */
export function endOfSecond(clock: Pick<Clock, 'monotonic'>): number {
  return (Math.floor(clock.monotonic() / SECOND_MS) + 1) * SECOND_MS;
}

/**
 * Counts of the log for many streams at once. Those that count do so as each second ends, so that they stand at one place: what is
 * behind it is counted once for all of them, and all stand at one place again.
 */
export class SharedCounts {
  readonly #log: Pick<Store['read']['messages'], 'countAfter'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #kept: { readonly second: number; readonly place: number; readonly counts: Counts } | undefined;

  constructor(log: Pick<Store['read']['messages'], 'countAfter'>, clock: Pick<Clock, 'monotonic'>) {
    this.#log = log;
    this.#clock = clock;
  }

  after(place: number): Counts {
    const second = Math.floor(this.#clock.monotonic() / SECOND_MS);
    const kept = this.#kept?.second === second ? this.#kept : undefined;
    if (kept?.place === place) return kept.counts;
    // One that stands elsewhere comes to where the others are.
    const isBehind = kept !== undefined && place < kept.counts.upTo;
    const counts = this.#count(place, isBehind ? kept.counts.upTo : Number.MAX_SAFE_INTEGER);
    if (!kept) this.#kept = { second, place, counts };
    return counts;
  }

  #count(place: number, end: number): Counts {
    const endpoints = this.#log.countAfter(place, end, COUNTED);
    const messages = endpoints.reduce((all, one) => all + one.messages, 0);
    const upTo = endpoints.reduce((last, { lastSeq }) => Math.max(last, lastSeq), place);
    return { endpoints, upTo, more: messages === COUNTED };
  }
}
