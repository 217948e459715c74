import type { Db } from '../../database/driver.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import { type Keys, keysOf, type Log } from '../message/log.ts';
import { addDay, condensed, noDay, type ValueDay } from './day.ts';
import { dayOf, endpointOf, includedOf, rowOf, type ValueRows } from './rows.ts';
import type { ValueReader } from './sealed.ts';

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
export function valueCharts(db: Db, { log, rows, reader }: { log: Log; rows: ValueRows; reader: ValueReader }) {
  const againIn = db.prepare('SELECT id FROM value_again WHERE id >= ? AND id < ?');

  /** Days of one registration, by day. */
  const daysOf = (endpoint: number, fromDay: number, toDay: number): ReadonlyMap<number, ValueDay> => {
    const days = rows.daysOf(endpoint, fromDay, toDay);
    const stale = new Set(
      (againIn.all(rowOf(fromDay, 0), rowOf(toDay, 0)) as { id: number }[])
        .filter(({ id }) => endpointOf(id) === endpoint)
        .map(({ id }) => dayOf(id)),
    );
    for (const day of stale) days.delete(day);
    const included = includedOf(rows.state(), endpoint);
    const more = new Map<number, ValueDay>();
    for (const day of stale) {
      const seqs = reader.seqsIn(reader.blocksOf(day, included), endpoint, 0, included);
      reader.addSealed(more, seqs, day);
    }
    const { above } = log.unsealedPart();
    reader.addSealed(more, reader.seqsIn(reader.blocksIn(included, above), endpoint, included, above));
    reader.addUnsealed(more, endpoint, above);
    for (const [day, values] of more) {
      if (day < fromDay || day >= toDay) continue;
      const sum = days.get(day) ?? noDay(rows.spanOf(rowOf(day, endpoint)));
      days.set(day, sum);
      addDay(sum, values);
    }
    return days;
  };

  return {
    /** All at once: in one state of the database. */
    chart: ({ endpoint, keys, fromMs, toMs, step }: ChartQuery): Chart =>
      log.consistent(() => {
        const sums = new Map<number, ValueDay>();
        for (const id of keysOf(endpoint)) {
          for (const [day, values] of daysOf(id, Math.floor(fromMs / DAY_MS), Math.ceil(toMs / DAY_MS))) {
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
            if (keys?.includes(name) === false) continue;
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
