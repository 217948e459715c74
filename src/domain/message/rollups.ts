import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { addFigures, bucketStart, type Figures, type Grain, noFigures, Scope, type ScopeId } from './figures.ts';
import { NO_ENDPOINT } from './identity.ts';
import { type FigureKey, type KeyedFigures, packFigures, unpackFigures } from './packed-figures.ts';
import { Packed } from './packing.ts';

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

interface PendingRow {
  id: number;
  figures: Uint8Array;
}

export interface Bucket {
  startAt: number;
  key: number;
  other: number;
  figures: Figures;
}

/** Figures of one key that are pending: by scope, hour by hour. */
export type PendingFigures = ReadonlyMap<ScopeId, readonly Bucket[]>;

const FIGURE_COLUMNS = `messages, duplicates, firsts, receptions, bytes, lost, resets, snr_sum, rssi_sum, eq_snr_sum,
  eq_snr_count, rssi_min, rssi_max, first_at, last_at, profiles, modes`;

/** Row ids of one part: neighbours in the tables, too. */
const PART = 64;
/** Parts of one kind of key. */
const PARTS = 2 ** 40;
/** Figures of one pending row: about a page. */
const MOST_FIGURES = 128;
/** About so many go into the roll-ups with one write: those of a part with three stations for each endpoint. */
const MOST_MERGED = 4 * PART;
/** Blocks of which figures of a part are put into the roll-ups together: a roll-up is written once for so many of them at most. */
const PENDING_BLOCKS = 32;
/** Pending rows that are read by one write. */
const MOST_ROWS = 128;

/**
 * Figures of the sealed part of the log, per hour and per day. With thousands of endpoints nearly each message of a block is another
 * endpoint's, and six rows each would be written anew for it. So what a block has counted is packed first, and put into the roll-ups
 * when there is enough of the same endpoints; it is in one of both at any time, and both are read together.
 */
export function rollupStore(db: Db, { sealedUpTo }: { sealedUpTo(): number }) {
  const figuresAt = db.prepare(
    `SELECT start_at, key, other, ${FIGURE_COLUMNS} FROM rollup
     WHERE grain = ? AND scope = ? AND start_at = ? AND key = ? AND other = ?`,
  );
  const upsert = db.prepare(`
    INSERT OR REPLACE INTO rollup (grain, scope, start_at, key, other, ${FIGURE_COLUMNS})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  // Bucket by bucket, from the first to the last there is of the scope: keys stand behind times, so rows of others lie between.
  const ofKey = db.prepare(
    `WITH RECURSIVE asked (grain, scope, key, from_at, to_at) AS (VALUES (?, ?, ?, ?, ?)),
       edge (first_at, last_at) AS (SELECT
         (SELECT min(r.start_at) FROM rollup r WHERE r.grain = a.grain AND r.scope = a.scope AND r.start_at >= a.from_at),
         (SELECT max(r.start_at) FROM rollup r WHERE r.grain = a.grain AND r.scope = a.scope AND r.start_at < a.to_at)
         FROM asked a),
       at (start_at) AS (SELECT first_at FROM edge UNION ALL
         SELECT at.start_at + a.grain * 1000 FROM at, asked a, edge e WHERE at.start_at + a.grain * 1000 <= e.last_at)
     SELECT r.start_at, r.key, r.other, ${FIGURE_COLUMNS} FROM asked a CROSS JOIN at CROSS JOIN rollup r
     ON r.grain = a.grain AND r.scope = a.scope AND r.start_at = at.start_at AND r.key = a.key`,
  );
  const addPending = db.prepare('INSERT INTO pending_figures (last_seq, part, figures) VALUES (?, ?, ?)');
  // In the order of the index: neither is sorted.
  const oldestPending = db.prepare(
    'SELECT id, figures FROM pending_figures WHERE part = ? AND last_seq <= ? ORDER BY last_seq, id LIMIT ?',
  );
  const pendingIn = db.prepare(
    'SELECT id, figures FROM pending_figures WHERE part BETWEEN ? AND ? AND last_seq <= ? ORDER BY part, last_seq, id',
  );
  const countPending = db.prepare('SELECT count(*) AS count FROM pending_figures WHERE last_seq <= ?');
  const dropPending = db.prepare('DELETE FROM pending_figures WHERE id = ?');
  const withdrawn = db.prepare(
    `DELETE FROM pending_figures
     WHERE id > coalesce((SELECT id FROM pending_figures WHERE last_seq <= ? ORDER BY id DESC LIMIT 1), 0)`,
  );
  const full = db.prepare(
    'SELECT part FROM pending_figures GROUP BY part HAVING count(DISTINCT last_seq) >= ? ORDER BY part',
  );
  const anyPart = db.prepare('SELECT part FROM pending_figures WHERE last_seq <= ? ORDER BY id LIMIT 1');
  // A read of several statements must see one state: pending figures may go into the roll-ups between them otherwise.
  const begin = db.prepare('SAVEPOINT figures');
  const end = db.prepare('RELEASE figures');
  const room = new Packed();
  const consistent = <T>(read: () => T): T => {
    begin.run();
    try {
      return read();
    } finally {
      end.run();
    }
  };

  const add = (grain: Grain, scope: ScopeId, { startAt, key, other, figures: more }: Bucket) => {
    const row = figuresAt.get(grain, scope, startAt, key, other) as RollupRow | undefined;
    const sum = row ? toFigures(row) : noFigures();
    addFigures(sum, more);
    upsert.run(grain, scope, startAt, key, other, ...columnsOf(sum));
  };

  const pendingOf = (key: number, scopes: readonly ScopeId[]): PendingFigures => {
    const found = new Map<ScopeId, Bucket[]>(scopes.map(scope => [scope, []]));
    // What one station has heard is with each of the endpoints.
    const ranges = scopes.map(scope =>
      scope === Scope.stationByEndpoint ? everyPart(Scope.endpointByStation) : [partOf(scope, key)],
    );
    const parts = ranges.flat();
    const wanted = (of: FigureKey) => of.key === key || of.other === key;
    for (const row of pendingIn.iterate(Math.min(...parts), Math.max(...parts), sealedUpTo()) as Iterable<PendingRow>) {
      for (const { key: of, figures } of unpackFigures(row.figures, wanted)) {
        for (const [scope, buckets] of found) {
          const bucket = inScope(scope, of, figures);
          if (bucket?.key === key) buckets.push(bucket);
        }
      }
    }
    return found;
  };

  const storedOf = (grain: Grain, scope: ScopeId, key: number, fromMs: number, toMs: number): Bucket[] =>
    (ofKey.all(grain, scope, key, fromMs, toMs) as RollupRow[]).map(toBucket);

  /** Puts the oldest that is pending of a part into the roll-ups. @returns whether more of it should follow */
  const merge = (part: number): boolean => {
    const sums = new Map<string, KeyedFigures>();
    const rows = oldestPending.all(part, sealedUpTo(), MOST_ROWS) as PendingRow[];
    let merged = 0;
    for (const { id, figures: packed } of rows) {
      if (sums.size >= MOST_MERGED) break;
      for (const { key, figures } of unpackFigures(packed, () => true)) {
        const name = `${key.startAt} ${key.scope} ${key.key} ${key.other}`;
        const sum = sums.get(name);
        if (sum) addFigures(sum.figures, figures);
        else sums.set(name, { key, figures });
      }
      dropPending.run(id);
      merged++;
    }
    const hours = [...sums.values()];
    for (const grain of [HOUR_S, DAY_S] as const) {
      for (const { key, figures } of grain === HOUR_S ? hours : daysOf(hours)) {
        for (const scope of scopesOf(key)) {
          const bucket = inScope(scope, key, figures);
          if (bucket) add(grain, scope, bucket);
        }
      }
    }
    return merged < rows.length || rows.length === MOST_ROWS;
  };

  return {
    /** Figures of a block that is being sealed. @returns after each row how many it holds */
    *put(lastSeq: number, all: Iterable<KeyedFigures>): Generator<number> {
      const parts = new Map<number, KeyedFigures[]>();
      for (const each of all) {
        const part = partOf(each.key.scope, each.key.key);
        const ofPart = parts.get(part);
        if (ofPart) ofPart.push(each);
        else parts.set(part, [each]);
      }
      for (const [part, ofPart] of parts) {
        for (let at = 0; at < ofPart.length; at += MOST_FIGURES) {
          const row = ofPart.slice(at, at + MOST_FIGURES);
          addPending.run(lastSeq, part, packFigures(room, row));
          yield row.length;
        }
      }
    },

    /** What a block that was never completed has left. */
    withdraw(): void {
      withdrawn.run(sealedUpTo());
    },

    /** Parts of which so much is pending that it is worth to put it into the roll-ups. */
    fullParts: (): number[] => (full.all(PENDING_BLOCKS) as { part: number }[]).map(({ part }) => part),

    mergeFigures: merge,

    /** Puts something that is pending of blocks up to a place into the roll-ups, however little. @returns whether there was anything */
    mergeSome(upTo: number): boolean {
      const any = anyPart.get(Math.min(upTo, sealedUpTo())) as { part: number } | undefined;
      if (any) merge(any.part);
      return any !== undefined;
    },

    /** What is pending of one key. With what is stored it is all that is sealed, as long as `pendingFigures` stays the same. */
    pendingOf,
    /** What is stored of one key over a time range, bucket by bucket. */
    storedOf,
    /** How much is pending: it becomes less when something of it is put into the roll-ups. */
    pendingFigures: (): number => (countPending.get(sealedUpTo()) as { count: number }).count,

    /** Hours of one key from a time on, sealed part only. An hour may come in several parts. */
    hoursFrom: (scope: ScopeId, key: number, fromMs: number): Bucket[] =>
      consistent(() => [
        ...storedOf(HOUR_S, scope, key, fromMs, Number.MAX_SAFE_INTEGER),
        ...(pendingOf(key, [scope]).get(scope) ?? []).filter(({ startAt }) => startAt >= fromMs),
      ]),
  };
}
export type Rollups = ReturnType<typeof rollupStore>;

const BY_BOTH: readonly ScopeId[] = [Scope.endpointByStation, Scope.stationByEndpoint];

/** The scopes that figures count for. */
function scopesOf({ scope }: FigureKey): readonly ScopeId[] {
  return scope === Scope.endpointByStation ? BY_BOTH : [scope];
}

/** Figures as a bucket of a scope; those of a pair, which are counted once, may be asked for by either of it. */
export function inScope(scope: ScopeId, of: FigureKey, figures: Figures): Bucket | undefined {
  const { startAt, key, other } = of;
  if (scope === Scope.stationByEndpoint && of.scope === Scope.endpointByStation) {
    return { startAt, key: other, other: key, figures };
  }
  if (of.scope !== scope || (scope === Scope.endpointByStation && key === NO_ENDPOINT)) return undefined;
  return { startAt, key, other, figures };
}

/** Figures of a pair are with those of its endpoint; its other scope is made of the same. */
function kindOf(scope: ScopeId): number {
  return scope === Scope.endpointByStation ? Scope.endpoint : scope;
}

function partOf(scope: ScopeId, key: number): number {
  return kindOf(scope) * PARTS + Math.floor(key / PART);
}

function everyPart(scope: ScopeId): [first: number, last: number] {
  return [kindOf(scope) * PARTS, (kindOf(scope) + 1) * PARTS - 1];
}

function daysOf(hours: readonly KeyedFigures[]): KeyedFigures[] {
  const days = new Map<string, KeyedFigures>();
  for (const { key, figures } of hours) {
    const startAt = bucketStart(key.startAt, DAY_S);
    const name = `${startAt} ${key.scope} ${key.key} ${key.other}`;
    const day = days.get(name) ?? { key: { ...key, startAt }, figures: noFigures() };
    addFigures(day.figures, figures);
    days.set(name, day);
  }
  return [...days.values()];
}

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
