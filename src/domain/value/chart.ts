import { complete } from '../../database/scan.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import { type Keys, keysOf, type Log } from '../message/log.ts';
import { addDay, condensed, type ValueDay } from './day.ts';
import type { PresentDays } from './present-days.ts';

/** What is asked for. */
export interface ChartQuery {
  /** Row ids of one endpoint, which may have been registered more than once. */
  readonly endpoint: Keys;
  /** Names of values; undefined: all. */
  readonly keys?: readonly string[] | undefined;
  /** Of hours or days that begin in [from, to), milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly step: 'hour' | 'day';
}

/** What a value was in one step. */
export interface ChartPoint {
  /** Milliseconds. */
  readonly start: number;
  /** Where hours are not kept any more, a point is of its whole day. */
  readonly seconds: number;
  readonly n: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

export interface Chart {
  /** By the name of a value; oldest first. */
  readonly points: ReadonlyMap<string, readonly ChartPoint[]>;
  /** The endpoint has more values than are kept for a day: some may be missing. */
  readonly leftOut: boolean;
}

/** Reads what an endpoint has measured: days that are added up, and the newest part of the log. */
export function valueCharts({ log, days }: { log: Log; days: PresentDays['days'] }) {
  return {
    /** All at once: in one state of the database. */
    chart: ({ endpoint, keys, fromMs, toMs, step }: ChartQuery): Chart =>
      log.consistent(() => {
        const sums = new Map<number, ValueDay>();
        const window = { fromDay: Math.floor(fromMs / DAY_MS), toDay: Math.ceil(toMs / DAY_MS) };
        const wanted = keys && new Set(keys);
        for (const id of keysOf(endpoint)) {
          for (const [day, values] of complete(days({ endpoint: id, ...window, wanted }))) {
            const sum = sums.get(day);
            sums.set(day, sum ? together(sum, values) : values);
          }
        }
        const points = new Map<string, ChartPoint[]>();
        let leftOut = false;
        for (const [day, values] of [...sums].sort(([a], [b]) => a - b)) {
          leftOut ||= values.leftOut;
          const { span, values: byName } = step === 'day' ? condensed(values) : values;
          for (const [name, figures] of byName) {
            for (const [at, { n, sum, min, max, last }] of [...figures].sort(([a], [b]) => a - b)) {
              const start = day * DAY_MS + at * span * SECOND_MS;
              if (start < fromMs || start >= toMs) continue;
              // Sums of very large numbers are no numbers.
              const mean = Math.min(Math.max(sum / n, min), max);
              const point = { start, seconds: span, n, mean, min, max, last };
              const ofName = points.get(name);
              if (ofName) ofName.push(point);
              else points.set(name, [point]);
            }
          }
        }
        return { points, leftOut };
      }),
  };
}
export type ValueCharts = ReturnType<typeof valueCharts>;

/** Two registrations on one day; where one of them has no hours, neither has the day. */
function together(one: ValueDay, other: ValueDay): ValueDay {
  const sum = one.span === other.span ? one : condensed(one);
  addDay(sum, other.span === sum.span ? other : condensed(other));
  return sum;
}
