import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import { HOUR_MS, HOUR_S, MS_NS } from '../../kit/units.ts';
import type { CountedRows } from '../message/figures/counted-rows.ts';
import { bucketStart } from '../message/figures/grain.ts';
import { Samples } from '../message/figures/samples.ts';
import type { Messages } from '../message/message-store.ts';
import { PostingKind } from '../message/postings.ts';
import type { SampleReader } from './sample-reader.ts';

/** Messages of kept hours altogether: some megabytes outside of the heap. Windows have two ends. */
const MOST_KEPT = 65_536;
const MOST_OF_HOUR = MOST_KEPT / 2;

/** A part of an hour, milliseconds, [fromMs, toMs). */
export interface PartHour {
  readonly fromMs: number;
  readonly toMs: number;
  /** How many messages the whole hour has. */
  readonly ofHour: number;
}

/** The messages of an hour, as they were when the log had come to a place. */
interface Hour {
  readonly samples: Samples;
  readonly count: number;
  readonly upTo: number;
}

/**
 * Hours of organizations that windows cut, message by message. Who looks at a page of analytics again and again cuts the same hours each
 * time, and reading thousands of messages is most of the work: so the last ones stay, and only what has come since is read.
 */
export function cutHours(
  db: Db,
  {
    counted,
    messages,
    sealedUpTo,
    addSamples,
  }: Pick<SampleReader, 'addSamples'> & {
    readonly counted: Pick<CountedRows, 'at' | 'between' | 'sealedPlaces'>;
    readonly messages: Pick<Messages, 'edges'>;
    sealedUpTo(): number;
  },
) {
  // A late copy changes a message that was read before.
  const lateSince = db.prepare(
    `SELECT 1 FROM late_reception l CROSS JOIN message m ON m.seq = l.message
     WHERE l.seq > ? AND m.org = ? AND m.rx_time_ns >= ? AND m.rx_time_ns < ? LIMIT 1`,
  );
  /** By organization and hour, the one that was asked for last at the end. */
  const kept = new Map<string, Hour>();

  const keep = (name: string, hour: Hour): void => {
    kept.delete(name);
    kept.set(name, hour);
    let count = 0;
    for (const each of kept.values()) count += each.count;
    for (const [oldest, each] of kept) {
      if (count <= MOST_KEPT) break;
      kept.delete(oldest);
      count -= each.count;
    }
  };

  const whole = function* (org: number, from: number): Scan<Samples> {
    const to = from + HOUR_MS;
    const name = `${org} ${from}`;
    const { newest: upTo } = messages.edges();
    const known = kept.get(name);
    const isKnown =
      known && known.upTo <= upTo && !lateSince.get(known.upTo, org, BigInt(from) * MS_NS, BigInt(to) * MS_NS);
    const before = isKnown ? known : { samples: new Samples(), count: 0, upTo: 0 };
    let { samples, count } = before;
    for (const rows of counted.between(org, from, to, undefined, before.upTo)) {
      const more = rows.filter(({ seq }) => seq <= upTo);
      // Others may be reading it: what they have begun with stays as it is.
      if (more.length > 0 && samples === known?.samples) samples = samples.copiedWithin(from, to);
      addSamples(samples, more);
      count += more.length;
      yield;
    }
    keep(name, { samples, count, upTo });
    return samples;
  };

  return {
    /** Messages of a part of an hour. @param endpoint row id of the only one that is asked for */
    *within(org: number, { fromMs, toMs, ofHour }: PartHour, endpoint: number | undefined): Scan<Samples> {
      if (endpoint === undefined && ofHour <= MOST_OF_HOUR) {
        return (yield* whole(org, bucketStart(fromMs, HOUR_S))).within(fromMs, toMs);
      }
      const found = new Samples();
      let above = 0;
      if (endpoint !== undefined) {
        // An hour may have thousands of messages, and few of them are of one endpoint: blocks know which.
        above = sealedUpTo();
        for (const rows of counted.at(counted.sealedPlaces(PostingKind.endpoint, [endpoint], fromMs, toMs))) {
          addSamples(
            found,
            rows.filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
          );
          yield;
        }
      }
      for (const rows of counted.between(org, fromMs, toMs, endpoint, above)) {
        addSamples(found, rows);
        yield;
      }
      return found;
    },

    /** What a station received in a part of an hour, by its own clock. @param newest what no block holds yet */
    *received(station: number, { fromMs, toMs }: PartHour, newest: readonly Samples[]): Scan<Samples[]> {
      const found = new Samples();
      const seen = new Set<number>();
      for (const rows of counted.at(counted.sealedPlaces(PostingKind.station, [station], fromMs, toMs))) {
        for (const row of rows) {
          const copy = row.receptions.find(each => each.station === station);
          const ownMs = Number((copy?.rxTime ?? 0n) / MS_NS);
          if (!copy || ownMs < fromMs || ownMs >= toMs || seen.has(row.seq)) continue;
          seen.add(row.seq);
          found.reception(copy, copy === row.receptions[0], row);
        }
        yield;
      }
      return [found, ...newest.map(samples => samples.within(fromMs, toMs))];
    },
  };
}
export type CutHours = ReturnType<typeof cutHours>;
