import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/salvaged-tables.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { addFigures, bucketStart, type Figures, type Grain, noFigures, type ScopeId } from './figures.ts';
import { type Posting, type PostingKindId, packDeltas, unpackDeltas } from './postings.ts';
import type { Tally } from './tally.ts';

interface RollupRow {
  start_at: number;
  key: number;
  other: number;
  messages: number;
  duplicates: number;
  firsts: number;
  receptions: number;
  bytes: number;
  lost: number;
  resets: number;
  snr_sum: number;
  rssi_sum: number;
  eq_snr_sum: number;
  eq_snr_count: number;
  rssi_min: number;
  rssi_max: number;
  first_at: number;
  last_at: number;
  profiles: string | null;
  modes: string | null;
}

/** A sealed part of the log; all radio times in it lie in [minRx, maxRx]. */
export interface Block {
  firstSeq: number;
  lastSeq: number;
  minRx: bigint;
  maxRx: bigint;
}

export interface Bucket {
  startAt: number;
  key: number;
  other: number;
  figures: Figures;
}

const FIGURE_COLUMNS = `messages, duplicates, firsts, receptions, bytes, lost, resets, snr_sum, rssi_sum, eq_snr_sum,
  eq_snr_count, rssi_min, rssi_max, first_at, last_at, profiles, modes`;

/** The same columns over many rows; words are not counted together. */
const SUMS = `sum(messages) AS messages, sum(duplicates) AS duplicates, sum(firsts) AS firsts, sum(receptions) AS receptions,
  sum(bytes) AS bytes, sum(lost) AS lost, sum(resets) AS resets, sum(snr_sum) AS snr_sum, sum(rssi_sum) AS rssi_sum,
  sum(eq_snr_sum) AS eq_snr_sum, sum(eq_snr_count) AS eq_snr_count, min(rssi_min) AS rssi_min, max(rssi_max) AS rssi_max,
  min(first_at) AS first_at, max(last_at) AS last_at, NULL AS profiles, NULL AS modes`;

export const salvagedHistory: SalvagedTables = { group: 'log', tables: ['block', 'posting', 'rollup'], derived: true };

/** What is derived from the log when a block of it is sealed: postings by endpoint and station, and figures by hour and day. */
export function historyStore(db: Db) {
  const insertBlock = db.prepare(
    'INSERT INTO block (first_seq, last_seq, min_rx_ns, max_rx_ns, sealed_at) VALUES (?, ?, ?, ?, ?)',
  );
  const insertPosting = db.prepare('INSERT INTO posting (block, kind, key, count, seqs) VALUES (?, ?, ?, ?, ?)');
  const sealedUpTo = db.prepare(
    `SELECT max(coalesce((SELECT last_seq FROM block ORDER BY first_seq DESC LIMIT 1), 0),
       coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0)) AS last_seq`,
  );
  const blocks = db.prepare('SELECT first_seq, last_seq, min_rx_ns, max_rx_ns FROM block ORDER BY first_seq DESC', {
    bigint: true,
  });
  const firstSeqs = db.prepare('SELECT first_seq FROM block WHERE first_seq > ? ORDER BY first_seq');
  const posting = db.prepare('SELECT count, seqs FROM posting WHERE block = ? AND kind = ? AND key = ?');
  const total = db.prepare(`
    SELECT coalesce(sum(p.count), 0) AS count FROM block b JOIN posting p ON p.block = b.first_seq AND p.kind = ? AND p.key = ?`);
  const figuresAt = db.prepare(
    `SELECT start_at, key, other, ${FIGURE_COLUMNS} FROM rollup
     WHERE grain = ? AND scope = ? AND start_at = ? AND key = ? AND other = ?`,
  );
  const upsert = db.prepare(`
    INSERT OR REPLACE INTO rollup (grain, scope, start_at, key, other, ${FIGURE_COLUMNS})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const starts = db.prepare(
    'SELECT DISTINCT start_at FROM rollup WHERE grain = ? AND scope = ? AND start_at >= ? AND start_at < ?',
  );
  const ofKey = db.prepare(
    `SELECT start_at, key, other, ${FIGURE_COLUMNS} FROM rollup WHERE grain = ? AND scope = ? AND start_at = ? AND key = ?`,
  );
  const perKey = db.prepare(
    `SELECT min(start_at) AS start_at, key, 0 AS other, ${SUMS}
     FROM rollup WHERE grain = ? AND scope = ? AND start_at >= ? AND start_at < ? GROUP BY key`,
  );

  const add = (grain: Grain, scope: ScopeId, startAt: number, key: number, other: number, more: Figures) => {
    const row = figuresAt.get(grain, scope, startAt, key, other) as RollupRow | undefined;
    const sum = row ? toFigures(row) : noFigures();
    addFigures(sum, more);
    upsert.run(grain, scope, startAt, key, other, ...columnsOf(sum));
  };

  const linesIn = (block: { firstSeq: number }, kind: PostingKindId, key: number): Posting => {
    const row = posting.get(block.firstSeq, kind, key) as { count: number; seqs: Uint8Array } | undefined;
    if (!row) return { seqs: [], counters: [] };
    const values = unpackDeltas(row.seqs);
    return { seqs: values.slice(0, row.count), counters: values.slice(row.count) };
  };

  return {
    /** Writes what was counted of the unsealed part, which begins anew after it. */
    seal(tally: Tally, now: number): void {
      insertBlock.run(tally.firstSeq, tally.lastSeq, tally.minRx, tally.maxRx, now);
      for (const [kind, keys] of tally.postings) {
        for (const key of [...keys.keys()].sort((a, b) => a - b)) {
          const { seqs, counters } = keys.get(key) ?? { seqs: [], counters: [] };
          insertPosting.run(tally.firstSeq, kind, key, seqs.length, packDeltas([...seqs, ...counters]));
        }
      }
      const days = new Map<string, { scope: ScopeId; startAt: number; key: number; other: number; figures: Figures }>();
      for (const { key, figures } of tally.figures.values()) {
        add(HOUR_S, key.scope, key.startAt, key.key, key.other, figures);
        const startAt = bucketStart(key.startAt, DAY_S);
        const name = `${startAt} ${key.scope} ${key.key} ${key.other}`;
        const day = days.get(name) ?? { ...key, startAt, figures: noFigures() };
        addFigures(day.figures, figures);
        days.set(name, day);
      }
      for (const day of days.values()) add(DAY_S, day.scope, day.startAt, day.key, day.other, day.figures);
    },

    /** The last seq of the newest block, also when that block is gone; everything above it is unsealed. */
    sealedUpTo(): number {
      return (sealedUpTo.get() as { last_seq: number }).last_seq;
    },

    /** Lines of an endpoint or station in all sealed blocks. */
    sealedCount(kind: PostingKindId, key: number): number {
      return (total.get(kind, key) as { count: number }).count;
    },

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

    /** Figures of one key over a time range, bucket by bucket, sealed part only. */
    bucketsOf(grain: Grain, scope: ScopeId, key: number, fromMs: number, toMs: number): Bucket[] {
      const result: Bucket[] = [];
      for (const { start_at } of starts.all(grain, scope, fromMs, toMs) as { start_at: number }[]) {
        for (const row of ofKey.all(grain, scope, start_at, key) as RollupRow[]) result.push(toBucket(row));
      }
      return result;
    },

    /** One sum per key of a scope over a time range, sealed part only; without the counts of profiles and modes. */
    sumsPerKey(grain: Grain, scope: ScopeId, fromMs: number, toMs: number): Bucket[] {
      return (perKey.all(grain, scope, fromMs, toMs) as RollupRow[]).map(toBucket);
    },
  };
}
export type History = ReturnType<typeof historyStore>;

function toBucket(row: RollupRow): Bucket {
  return { startAt: row.start_at, key: row.key, other: row.other, figures: toFigures(row) };
}

function toFigures(row: RollupRow): Figures {
  return {
    messages: row.messages,
    duplicates: row.duplicates,
    firsts: row.firsts,
    receptions: row.receptions,
    bytes: row.bytes,
    lost: row.lost,
    resets: row.resets,
    snrSum: row.snr_sum,
    rssiSum: row.rssi_sum,
    eqSnrSum: row.eq_snr_sum,
    eqSnrCount: row.eq_snr_count,
    rssiMin: row.rssi_min,
    rssiMax: row.rssi_max,
    firstAt: row.first_at,
    lastAt: row.last_at,
    profiles: new Map(row.profiles ? (JSON.parse(row.profiles) as [string, number][]) : []),
    modes: new Map(row.modes ? (JSON.parse(row.modes) as [string, number][]) : []),
  };
}

function columnsOf(f: Figures) {
  return [
    f.messages,
    f.duplicates,
    f.firsts,
    f.receptions,
    f.bytes,
    f.lost,
    f.resets,
    f.snrSum,
    f.rssiSum,
    f.eqSnrSum,
    f.eqSnrCount,
    f.rssiMin,
    f.rssiMax,
    f.firstAt,
    f.lastAt,
    f.profiles.size > 0 ? JSON.stringify([...f.profiles]) : null,
    f.modes.size > 0 ? JSON.stringify([...f.modes]) : null,
  ] as const;
}
