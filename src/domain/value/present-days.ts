import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { DAY_MS, MS_NS } from '../../kit/units.ts';
import type { Block } from '../message/history.ts';
import type { Log } from '../message/log.ts';
import { addDay, noDay, type ValueDay } from './day.ts';
import type { ValueReader } from './sealed.ts';
import { dayOf, endpointOf, includedOf, rowOf, type ValueRows } from './value-rows.ts';

/** Messages that are decoded in one go. */
const AT_ONCE = 64;

/** Days of one registration. */
export interface AskedDays {
  readonly endpoint: number;
  /** Days in [fromDay, toDay), counted from 1970 on. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Only values with these names; undefined: all. */
  readonly wanted?: ReadonlySet<string> | undefined;
}

/** Reads days as they are at the moment: those that are added up, and what has not been added yet out of the log. */
export function presentDays(db: Db, { log, rows, reader }: { log: Log; rows: ValueRows; reader: ValueReader }) {
  const againIn = db.prepare('SELECT id FROM value_again WHERE id >= ? AND id < ?');
  const edges = db.prepare('SELECT (SELECT min(id) FROM value_day) AS first, (SELECT max(id) FROM value_day) AS last');

  /** No day before or after has anything stored: windows may be far longer than there is anything. */
  const storedIn = ({ fromDay, toDay }: AskedDays): readonly [from: number, to: number] => {
    const { first, last } = edges.get() as { first: number | null; last: number | null };
    if (first === null || last === null) return [fromDay, fromDay];
    return [Math.max(fromDay, dayOf(first)), Math.min(toDay, dayOf(last) + 1)];
  };

  /** What of it is in one state of the database, and which messages are still to be read. */
  const begun = (asked: AskedDays) => {
    const { endpoint, fromDay, toDay, wanted } = asked;
    const [first, end] = storedIn(asked);
    const days = rows.daysOf(endpoint, first, end, wanted);
    const included = includedOf(rows.state(), endpoint);
    const stale = (againIn.all(rowOf(fromDay, 0), rowOf(toDay, 0)) as { id: number }[])
      .filter(({ id }) => endpointOf(id) === endpoint)
      .map(({ id }) => dayOf(id));
    for (const day of stale) days.delete(day);
    const again = stale.map(day => ({
      day,
      seqs: reader.seqsIn(reader.blocksOf(day, included), endpoint, 0, included),
    }));
    const { above } = log.unsealedPart();
    const inWindow = ({ minRx, maxRx }: Block) =>
      Number(maxRx / MS_NS) >= fromDay * DAY_MS && Number(minRx / MS_NS) < toDay * DAY_MS;
    const blocks = reader.blocksIn(included, above).filter(inWindow);
    const seqs = reader.seqsIn(blocks, endpoint, included, above);
    const newest = new Map<number, ValueDay>();
    reader.addUnsealed(newest, endpoint, above);
    return { days, again, seqs, newest };
  };

  return {
    *days(asked: AskedDays): Scan<ReadonlyMap<number, ValueDay>> {
      const { endpoint, fromDay, toDay, wanted } = asked;
      const { days, again, seqs, newest } = log.consistent(() => begun(asked));
      const more = new Map<number, ValueDay>();
      for (const { day, seqs: ofDay } of again) yield* addAll(more, ofDay, day);
      yield* addAll(more, seqs);
      // In the order in which it was stored.
      for (const part of [more, newest]) {
        for (const [day, values] of part) {
          if (day < fromDay || day >= toDay) continue;
          if (wanted) for (const name of [...values.values.keys()]) if (!wanted.has(name)) values.values.delete(name);
          const sum = days.get(day) ?? noDay(rows.spanOf(rowOf(day, endpoint)));
          days.set(day, sum);
          addDay(sum, values);
        }
      }
      return days;
    },
  };

  function* addAll(to: Map<number, ValueDay>, seqs: readonly number[], day?: number): Scan<void> {
    for (let at = 0; at < seqs.length; at += AT_ONCE) {
      reader.addSealed(to, seqs.slice(at, at + AT_ONCE), day);
      yield;
    }
  }
}
export type PresentDays = ReturnType<typeof presentDays>;
