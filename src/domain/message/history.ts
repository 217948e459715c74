import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { decodingStore } from '../blueprint/decodings.ts';
import { activityStore } from './figures/activity.ts';
import { activitySums, type Span } from './figures/activity-sums.ts';
import { changedHourStore } from './figures/changed-hours.ts';
import type { Tally } from './figures/tally.ts';
import { type Posting, type PostingKindId, packDeltas, unpackDeltas } from './postings.ts';

/** A sealed part of the log; all radio times in it lie in [minRx, maxRx]. */
export interface Block {
  firstSeq: number;
  lastSeq: number;
  minRx: bigint;
  maxRx: bigint;
}

export const salvagedHistory: SalvagedTables = {
  group: 'log',
  tables: [
    'block',
    'posting',
    'activity',
    'pending_activity',
    'changed_hour',
    'decode_failure',
    'activity_from',
    'value_key',
    'value_day',
    'value_again',
    'value_state',
  ],
  derived: true,
};

/** What is derived from the log when a block of it is sealed: postings by endpoint and station; figures by hour and day. */
export function historyStore(db: Db) {
  const insertBlock = db.prepare(
    'INSERT INTO block (first_seq, last_seq, min_rx_ns, max_rx_ns, sealed_at, sealing) VALUES (?, ?, ?, ?, ?, 1)',
  );
  const insertPosting = db.prepare('INSERT INTO posting (block, kind, key, count, seqs) VALUES (?, ?, ?, ?, ?)');
  const sealedUpTo = db.prepare(
    `SELECT max(coalesce((SELECT last_seq FROM block WHERE sealing = 0 ORDER BY first_seq DESC LIMIT 1), 0),
       coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0)) AS last_seq`,
  );
  const prunedUpTo = db.prepare(
    `SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0) AS upTo`,
  );
  // Late copies are counted at the time of their messages, which may be in any block before.
  const changes = db.prepare(
    `SELECT min_rx_ns / 1000000 AS from_ms, max_rx_ns / 1000000 AS to_ms FROM block WHERE first_seq > ? AND sealing = 0
     UNION ALL
     SELECT m.rx_time_ns / 1000000, m.rx_time_ns / 1000000 FROM late_reception l LEFT JOIN message m ON m.seq = l.message
     WHERE l.seq > ? AND l.seq <= ?`,
  );
  const blocks = db.prepare(
    'SELECT first_seq, last_seq, min_rx_ns, max_rx_ns FROM block WHERE sealing = 0 ORDER BY first_seq DESC',
    {
      bigint: true,
    },
  );
  const firstSeqs = db.prepare('SELECT first_seq FROM block WHERE first_seq > ? AND sealing = 0 ORDER BY first_seq');
  const posting = db.prepare('SELECT count, seqs FROM posting WHERE block = ? AND kind = ? AND key = ?');
  const total = db.prepare(`
    SELECT coalesce(sum(p.count), 0) AS count FROM block b JOIN posting p ON p.block = b.first_seq AND p.kind = ? AND p.key = ?
    WHERE b.sealing = 0`);
  const dropUnfinished = db.prepare('DELETE FROM block WHERE first_seq > ? AND sealing = 1');
  const finish = db.prepare('UPDATE block SET sealing = 0 WHERE first_seq = ?');

  const linesIn = (block: { firstSeq: number }, kind: PostingKindId, key: number): Posting => {
    const row = posting.get(block.firstSeq, kind, key) as { count: number; seqs: Uint8Array } | undefined;
    if (!row) return { seqs: [], counters: [] };
    const values = unpackDeltas(row.seqs);
    return { seqs: values.slice(0, row.count), counters: values.slice(row.count) };
  };

  /** When what was counted with blocks behind a place was sent; undefined: that is not known any more. */
  const changedSince = (place: number): readonly Span[] | undefined => {
    const { upTo: pruned } = prunedUpTo.get() as { upTo: number };
    if (pruned > place) return undefined;
    const rows = changes.all(place, place, upTo()) as { from_ms: number | null; to_ms: number | null }[];
    const spans: Span[] = [];
    for (const { from_ms, to_ms } of rows) {
      if (from_ms === null || to_ms === null) return undefined;
      spans.push([from_ms, to_ms + 1]);
    }
    return spans;
  };

  const upTo = (): number => (sealedUpTo.get() as { last_seq: number }).last_seq;
  const decodings = decodingStore(db);
  const changed = changedHourStore(db);
  const { withdrawActivity, ...activity } = activityStore(db, { sealedUpTo: upTo });

  return {
    ...activity,
    ...changed,
    ...activitySums({ ...activity, ...changed, sealedUpTo: upTo, changedSince }),

    /**
     * Writes what was counted of a part of the log, which is sealed with the last slice: until then it is none of the blocks. A walk
     * that does not go on leaves rows behind that the next one takes away.
     * @param sliceRows lines and figures that are written at a time, about
     */
    *sealing(tally: Tally, now: number, sliceRows: number): Generator<void> {
      if (dropUnfinished.run(upTo()).changes > 0) {
        withdrawActivity();
        yield;
      }
      const { firstSeq, lastSeq, minRx, maxRx } = tally;
      insertBlock.run(firstSeq, lastSeq, minRx, maxRx, now);
      let rows = 0;
      for (const [kind, keys] of tally.postings) {
        for (const key of [...keys.keys()].sort((a, b) => a - b)) {
          const { seqs, counters } = keys.get(key) ?? { seqs: [], counters: [] };
          if (seqs.length === 0) continue;
          insertPosting.run(firstSeq, kind, key, seqs.length, packDeltas([...seqs, ...counters]));
          if (++rows < sliceRows) continue;
          rows = 0;
          yield;
        }
      }
      for (const samples of [tally.samples, tally.received]) {
        for (const written of activity.putActivity(lastSeq, samples)) {
          rows += written;
          if (rows < sliceRows) continue;
          rows = 0;
          yield;
        }
      }
      // With the last slice: until then, messages may be decoded again.
      activity.countFailed(firstSeq, lastSeq);
      decodings.usedIn(firstSeq, lastSeq);
      finish.run(firstSeq);
    },

    /** The last seq of the newest block, also when that block is gone; everything above it is unsealed. */
    sealedUpTo: upTo,

    /** Lines of an endpoint or station in all sealed blocks. */
    sealedCount(kind: PostingKindId, key: number): number {
      return (total.get(kind, key) as { count: number }).count;
    },

    changedSince,

    /** Messages up to this place are gone, or about to go. */
    prunedUpTo: (): number => (prunedUpTo.get() as { upTo: number }).upTo,

    /** All blocks, newest first. */
    blocks(): Block[] {
      const rows = blocks.all() as { first_seq: bigint; last_seq: bigint; min_rx_ns: bigint; max_rx_ns: bigint }[];
      return rows.map(row => ({
        firstSeq: Number(row.first_seq),
        lastSeq: Number(row.last_seq),
        minRx: row.min_rx_ns,
        maxRx: row.max_rx_ns,
      }));
    },

    /** The lines of one endpoint or station in a block, in storage order. */
    linesIn,

    /** How many lines of an endpoint or station a block has. */
    countIn(block: { firstSeq: number }, kind: PostingKindId, key: number): number {
      return (posting.get(block.firstSeq, kind, key) as { count: number } | undefined)?.count ?? 0;
    },

    /** Where the blocks begin that begin after a place, oldest first. */
    blocksAfter(firstSeq: number): number[] {
      return (firstSeqs.all(firstSeq) as { first_seq: number }[]).map(({ first_seq }) => first_seq);
    },
  };
}
export type History = ReturnType<typeof historyStore>;
