import type { Db } from '../../../database/driver.ts';
import { systemClock } from '../../../kit/time/clock.ts';
import { HOUR_MS, MS_NS } from '../../../kit/units.ts';
import { unpackFlags } from '../flags.ts';
import type { History } from '../history.ts';
import { genuine, type ReceptionCodec } from '../reception.ts';
import { type SampleOwner, Samples } from './samples.ts';
import { sampleLate, sampleMessage } from './sampling.ts';

/** Messages of one step: a few milliseconds of the writer. */
const MESSAGES = 192;

export interface CountBackStep {
  /** Messages that were counted. */
  readonly counted: number;
  readonly more: boolean;
  readonly tookMs: number;
}

interface Row {
  seq: number;
  org: number;
  endpoint: number;
  at_ms: number;
  rest_ns: number;
  bytes: number;
  flags: number;
  skipped: number | null;
  receptions: Uint8Array;
}

/**
 * Counts who was active in the part of the log that was sealed by a release that did not, from its newest message back. Each step is whole:
 * where the last one ended is where the next one begins, also after a restart.
 */
export function countBackStore(
  db: Db,
  {
    history,
    codec,
  }: {
    readonly history: Pick<
      History,
      'activityFrom' | 'setActivityFrom' | 'countFailed' | 'activityWaits' | 'mergeActivity' | 'putActivity'
    >;
    readonly codec: ReceptionCodec;
  },
) {
  const columns = `m.seq, m.org, m.endpoint, m.rx_time_ns / ${MS_NS} AS at_ms, m.rx_time_ns % ${MS_NS} AS rest_ns, length(m.user_data) AS bytes, m.flags,
    m.skipped, m.receptions`;
  const before = db.prepare(`SELECT ${columns} FROM message m WHERE m.seq < ? ORDER BY m.seq DESC LIMIT ${MESSAGES}`);
  const ofHour = db.prepare(
    `SELECT ${columns} FROM message m
     WHERE m.org = ? AND (m.rx_time_ns, m.seq) > (?, ?) AND m.rx_time_ns < ? AND m.seq <= ? ORDER BY m.rx_time_ns, m.seq LIMIT ${MESSAGES}`,
  );
  const lateOf = db.prepare('SELECT seq, message, station FROM late_reception WHERE message BETWEEN ? AND ?');
  const lateHere = db.prepare(
    `SELECT l.station, ${columns} FROM late_reception l JOIN message m ON m.seq = l.message
     WHERE l.seq >= ? AND l.seq < ? AND l.message < ? ORDER BY l.seq`,
  );

  const stationsOf = (first: number, last: number, from: number) => {
    const found = new Map<number, Set<number>>();
    for (const { seq, message, station } of lateOf.all(first, last) as {
      seq: number;
      message: number;
      station: number;
    }[]) {
      if (seq >= from) found.set(message, (found.get(message) ?? new Set()).add(station));
    }
    return found;
  };

  /** Counts messages as they were when the place `to` was taken, but for their own values, which are those of now. */
  const countRows = (samples: Samples, rows: readonly Row[], to: number): void => {
    const places = rows.map(({ seq }) => seq);
    const later = stationsOf(Math.min(...places), Math.max(...places), to);
    for (const row of rows) {
      const receptions = genuine(codec.unpack(row.receptions));
      const stations = later.get(row.seq);
      const here = stations ? receptions.filter(({ station }) => !stations.has(station)) : receptions;
      sampleMessage(samples, ownerOf(row), here, row.skipped ?? undefined, receptions);
    }
  };

  /** Counts the messages of [from, to), and the copies that came late to older ones there. */
  const count = (rows: readonly Row[], from: number, to: number): Samples => {
    const samples = new Samples();
    countRows(samples, rows, to);
    for (const row of lateHere.all(from, to, from) as (Row & { station: number })[]) {
      sampleLate(samples, ownerOf(row), genuine(codec.unpack(row.receptions)), row.station);
    }
    return samples;
  };

  return {
    /** The messages of an hour of an organization, up to a place of the log; a part of them at a time. */
    *samplesOf(org: number, startAt: number, upTo: number): Generator<Samples> {
      let [at, seq] = [BigInt(startAt) * MS_NS, 0];
      for (;;) {
        const rows = ofHour.all(org, at, seq, BigInt(startAt + HOUR_MS) * MS_NS, upTo) as Row[];
        const samples = new Samples();
        countRows(samples, rows, upTo + 1);
        yield samples;
        const last = rows.at(-1);
        if (!last || rows.length < MESSAGES) return;
        at = BigInt(last.at_ms) * MS_NS + BigInt(last.rest_ns);
        seq = last.seq;
      }
    },

    step(): CountBackStep {
      const begun = systemClock.monotonic();
      const done = (counted: number, more: boolean) => ({ counted, more, tookMs: systemClock.monotonic() - begun });
      if (history.activityFrom() > 0 && history.activityWaits()) {
        history.mergeActivity();
        return done(0, true);
      }
      const to = history.activityFrom();
      if (to === 0) return done(0, false);
      const rows = before.all(to) as Row[];
      const more = rows.length === MESSAGES;
      const from = more ? (rows.at(-1)?.seq ?? 0) : 0;
      for (const _ of history.putActivity(to - 1, count(rows, from, to)));
      history.countFailed(from, to - 1);
      history.setActivityFrom(from);
      return done(rows.length, more);
    },
  };
}
export type CountBack = ReturnType<typeof countBackStore>;

function ownerOf({ org, endpoint, flags, at_ms, bytes }: Row): SampleOwner {
  return { org, endpoint, duplicate: unpackFlags(flags).duplicate, atMs: at_ms, bytes };
}
