import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_MS, HOUR_S } from '../../kit/units.ts';
import { eachCell } from './activity-rows.ts';
import { bucketStart, type Grain } from './figures.ts';
import { type CellsAt, RowPacker } from './row-packer.ts';
import type { Samples } from './samples.ts';

/** Row ids of endpoints in one row: about a page of a day. */
const PART = 64;
/** Places of one organization: itself, and the parts of its endpoints. */
const PLACES = 2 ** 32;
/** Hours are numbered below it. */
const HOURS = 2 ** 21;
/** So many blocks are put together. A row that is deleted alone costs a page, so those of a place stay until all places are done. */
const PENDING_BLOCKS = 16;
/** Pending rows of a place that are read at a time. */
const MOST_ROWS = 64;
/** Cells that one write puts together, about; a row that it reads takes the time of some. */
const MOST_WEIGHT = 1024;
const ROW_WEIGHT = 16;
/** A line is written in the time in which so many cells are packed. */
const CELLS_OF_LINE = 4;
/** Rows that are dropped at once when all of them are put together: they lie one behind the other. */
const MOST_DROPPED = 1024;

interface PendingRow {
  id: number;
  start_at: number;
  cells: Uint8Array;
}

/** How far what is pending has been put together. */
interface Round {
  last_id: number;
  up_to: number;
  place: number;
  id: number;
}

/** What was done of a place: up to which row, how much work that was, and whether something is left. */
interface MergedPlace {
  readonly id: number;
  readonly weight: number;
  readonly isMore: boolean;
}

/** A packed row: that of a bucket may come in several. */
export interface PackedRow {
  /** Of its hour or day. */
  readonly startAt: number;
  /** What the times in it are counted from. */
  readonly packedAt: number;
  readonly cells: Uint8Array;
}

/** Which rows of an organization: its own, those of one endpoint's neighbours, or those of all endpoints. */
export type Place = 'organization' | 'endpoints' | number;

/**
 * Who was active, how well it was heard and by whom alone, of the sealed part of the log. Beside the roll-ups, whose rows by endpoint
 * answer for one endpoint: what is asked of all endpoints at once reads a page per 64 of them here.
 */
export function activityStore(db: Db, { sealedUpTo }: { sealedUpTo(): number }) {
  const insertPending = db.prepare(
    'INSERT INTO pending_activity (last_seq, place, start_at, cells) VALUES (?, ?, ?, ?)',
  );
  const withdrawn = db.prepare('DELETE FROM pending_activity WHERE last_seq > ?');
  const waiting = db.prepare(
    `SELECT (SELECT 1 FROM activity_round) AS begun, (SELECT count(DISTINCT last_seq) FROM pending_activity) AS blocks`,
  );
  const round = db.prepare('SELECT last_id, up_to, place, id FROM activity_round');
  const beginRound = db.prepare(
    `INSERT INTO activity_round (last_id, up_to, place, id)
     SELECT max(id), ?, -1, 0 FROM pending_activity WHERE last_seq <= ? HAVING max(id) IS NOT NULL`,
  );
  const advance = db.prepare('UPDATE activity_round SET place = ?, id = ?');
  const endRound = db.prepare('DELETE FROM activity_round');
  const nextPlace = db.prepare(
    'SELECT place FROM pending_activity WHERE place > ? AND last_seq <= ? AND id <= ? ORDER BY place LIMIT 1',
  );
  const pendingOf = db.prepare(
    `SELECT id, start_at, cells FROM pending_activity WHERE place = ? AND last_seq <= ? AND id > ? AND id <= ?
     ORDER BY id LIMIT ${MOST_ROWS}`,
  );
  const pendingIn = db.prepare(
    `SELECT p.id, p.start_at, p.cells FROM pending_activity p LEFT JOIN activity_round r
       ON p.last_seq <= r.up_to AND p.id <= r.last_id AND (p.place < r.place OR (p.place = r.place AND p.id <= r.id))
     WHERE p.place BETWEEN ? AND ? AND p.last_seq <= ? AND p.start_at >= ? AND p.start_at < ? AND r.last_id IS NULL`,
  );
  const dropPending = db.prepare(
    `DELETE FROM pending_activity WHERE id IN
       (SELECT id FROM pending_activity WHERE id <= ? AND last_seq <= ? ORDER BY id LIMIT ${MOST_DROPPED})`,
  );
  const rowAt = db.prepare('SELECT id, cells FROM activity WHERE grain = ? AND start_at = ? AND place = ?');
  const insertRow = db.prepare('INSERT INTO activity (grain, start_at, place, cells) VALUES (?, ?, ?, ?)');
  const updateRow = db.prepare('UPDATE activity SET cells = ? WHERE id = ?');
  const rowsIn = db.prepare(
    'SELECT start_at, cells FROM activity WHERE grain = ? AND start_at >= ? AND start_at < ? AND place BETWEEN ? AND ?',
  );
  const failedIn = db.prepare(
    `SELECT org, rx_time_ns / 3600000000000 AS hour, count(*) AS count FROM message
     WHERE seq BETWEEN ? AND ? AND decode_status = 'failed' GROUP BY 1, 2`,
  );
  const addFailed = db.prepare(
    `INSERT INTO decode_failure (org, start_at, messages) VALUES (?, ?, ?)
     ON CONFLICT (org, start_at) DO UPDATE SET messages = messages + excluded.messages`,
  );
  const failures = db.prepare(
    'SELECT coalesce(sum(messages), 0) AS count FROM decode_failure WHERE org = ? AND start_at >= ? AND start_at < ?',
  );
  const setFrom = db.prepare('UPDATE activity_from SET seq = ?');
  const dropFrom = db.prepare('DELETE FROM activity_from');
  const from = db.prepare('SELECT seq FROM activity_from');
  // A read of several statements must see one state: what is pending may be put together between them otherwise.
  const begin = db.prepare('SAVEPOINT activity');
  const end = db.prepare('RELEASE activity');
  const packer = new RowPacker();

  /** Adds to a row of an hour or day. */
  const add = (grain: Grain, startAt: number, place: number, more: readonly CellsAt[]) => {
    const stored = rowAt.get(grain, startAt, place) as { id: number; cells: Uint8Array } | undefined;
    if (stored) updateRow.run(packer.sum([{ cells: stored.cells, startAt }, ...more], startAt), stored.id);
    else insertRow.run(grain, startAt, place, packer.sum(more, startAt));
  };

  /** Puts some of a place into its hours and days. */
  const mergePlace = ({ last_id, up_to }: Round, place: number, after: number): MergedPlace => {
    const waits = pendingOf.all(place, up_to, after, last_id) as PendingRow[];
    const rows: (CellsAt & { readonly id: number })[] = [];
    let weight = 0;
    for (const { id, start_at: startAt, cells } of waits) {
      if (weight >= MOST_WEIGHT) break;
      weight += ROW_WEIGHT;
      eachCell(cells, () => weight++);
      rows.push({ id, startAt, cells });
    }
    for (const grain of [HOUR_S, DAY_S] as const) {
      const buckets = Map.groupBy(rows, ({ startAt }) => bucketStart(startAt, grain));
      for (const [startAt, more] of buckets) add(grain, startAt, place, more);
    }
    const isMore = rows.length < waits.length || waits.length === MOST_ROWS;
    return { id: rows.at(-1)?.id ?? after, weight, isMore };
  };

  /** All places of a round are done. @returns whether there is more to be dropped */
  const drop = ({ last_id, up_to }: Round): boolean => {
    dropPending.run(last_id, up_to);
    // Its end and its last row go together: the number of that may be given again.
    if (nextPlace.get(-1, up_to, last_id)) return true;
    endRound.run();
    return false;
  };

  /** Goes on with what is on its way, or begins. @returns whether more of it should follow */
  const merge = (upTo: number): boolean => {
    let present = round.get() as Round | undefined;
    if (!present) {
      beginRound.run(upTo, upTo);
      present = round.get() as Round | undefined;
      if (!present) return false;
    }
    const { last_id, up_to } = present;
    let { place, id } = present;
    let weight = 0;
    while (weight < MOST_WEIGHT) {
      const merged = mergePlace(present, place, id);
      weight += merged.weight;
      id = merged.id;
      if (merged.isMore) continue;
      const next = nextPlace.get(place, up_to, last_id) as { place: number } | undefined;
      if (!next && weight === 0) return drop(present);
      if (!next) break;
      place = next.place;
      id = 0;
    }
    advance.run(place, id);
    return true;
  };

  return {
    /** What is counted of a block that is being sealed. @returns after each row to how many lines it comes */
    *putActivity(lastSeq: number, samples: Samples): Generator<number> {
      const groups = samples.grouped((org, _key, atMs) => org * HOURS + Math.floor(atMs / HOUR_MS));
      for (const [name, group] of groups) {
        const org = Math.floor(name / HOURS);
        const startAt = (name % HOURS) * HOUR_MS;
        insertPending.run(lastSeq, org * PLACES, startAt, packer.organization(samples, group, startAt));
        yield 1;
        for (const row of packer.endpoints(samples, group, startAt, endpoint => placeOf(org, endpoint))) {
          insertPending.run(lastSeq, row.place, startAt, row.cells);
          yield Math.ceil(row.count / CELLS_OF_LINE);
        }
      }
    },

    /** Counts payloads that could not be decoded, of messages from one place to another, both included. */
    countFailed(firstSeq: number, lastSeq: number): void {
      for (const { org, hour, count } of failedIn.all(firstSeq, lastSeq) as {
        org: number;
        hour: number;
        count: number;
      }[]) {
        addFailed.run(org, hour * HOUR_MS, count);
      }
    },

    /** A sealed message has been decoded again, and failed or fails no more. */
    failedAgain(org: number, atMs: number, more: number): void {
      addFailed.run(org, bucketStart(atMs, HOUR_S), more);
    },

    /** What a block that was never completed has left. */
    withdrawActivity(): void {
      withdrawn.run(sealedUpTo());
    },

    /** Whether so much is pending that it is worth to put it together, or that is begun. */
    activityWaits(): boolean {
      const { begun, blocks } = waiting.get() as { begun: number | null; blocks: number };
      return begun !== null || blocks >= PENDING_BLOCKS;
    },

    /** Puts some of what is pending into its hours and days. @returns whether more of it should follow */
    mergeActivity: (): boolean => merge(sealedUpTo()),

    /** Likewise of blocks up to a place of the log. @returns whether there was anything */
    mergeSomeActivity(upTo: number): boolean {
      const begun = round.get() !== undefined;
      return merge(Math.min(upTo, sealedUpTo())) || begun;
    },

    /** Rows of an organization over whole hours or days, of sealed blocks only. */
    activityIn(grain: Grain, org: number, place: Place, fromMs: number, toMs: number): PackedRow[] {
      const [first, last] = placesIn(org, place);
      begin.run();
      try {
        const stored = rowsIn.all(grain, fromMs, toMs, first, last) as { start_at: number; cells: Uint8Array }[];
        const pending = pendingIn.all(first, last, sealedUpTo(), fromMs, toMs) as PendingRow[];
        return [
          ...stored.map(({ start_at, cells }) => ({ startAt: start_at, packedAt: start_at, cells })),
          ...pending.map(({ start_at, cells }) => {
            return { startAt: bucketStart(start_at, grain), packedAt: start_at, cells };
          }),
        ];
      } finally {
        end.run();
      }
    },

    /** Messages from this place on are counted in it; 0: all are. */
    activityFrom: (): number => (from.get() as { seq: number } | undefined)?.seq ?? 0,

    /** @param seq 0: all are */
    setActivityFrom(seq: number): void {
      if (seq === 0) dropFrom.run();
      else setFrom.run(seq);
    },

    /** Messages of sealed blocks that could not be decoded, over whole hours. */
    failuresIn: (org: number, fromMs: number, toMs: number): number =>
      (failures.get(org, fromMs, toMs) as { count: number }).count,
  };
}
export type Activity = ReturnType<typeof activityStore>;

const placeOf = (org: number, endpoint: number) => org * PLACES + 1 + Math.floor(endpoint / PART);

function placesIn(org: number, place: Place): [first: number, last: number] {
  const own = org * PLACES;
  if (place === 'organization') return [own, own];
  if (place === 'endpoints') return [own + 1, own + PLACES - 1];
  return [placeOf(org, place), placeOf(org, place)];
}
