import { consistentReads } from '../../../database/consistent.ts';
import type { Db } from '../../../database/driver.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../../kit/units.ts';
import { Packed, Unpacked } from '../packing.ts';
import { type CellsAt, RowPacker } from '../row-packer.ts';
import { eachCell } from './activity-rows.ts';
import { bucketStart, type Grain } from './grain.ts';
import type { KeptSums } from './kept-sums.ts';
import { type Samples, STATIONS } from './samples.ts';

/** Row ids of endpoints in one row: about a page of a day. */
const PART = 64;
/** Places of one organization: itself, and the parts of its endpoints. */
export const PLACES = 2 ** 32;
/** Hours are numbered below it, up to the last that a time in the log can have. */
const HOURS = 2 ** 22;
/** Places whose pending cells are in one row: a few hundred bytes each would take a page of an index for each of them. */
const SECTION = 8;
/** So many blocks are put together. A row that is deleted alone costs a page, so those of a place stay until all places are done. */
const PENDING_BLOCKS = 16;
/** Cells that one write puts together, about; a row that it reads takes the time of some. */
const MOST_WEIGHT = 1024;
const ROW_WEIGHT = 16;
/** A line is written in the time in which so many cells are packed. */
const CELLS_OF_LINE = 4;
/** Rows that are dropped at once when all of them are put together: they lie one behind the other. */
const MOST_DROPPED = 1024;

interface PendingRow {
  id: number;
  last_seq: number;
  section: number;
  start_at: number;
  cells: Uint8Array;
}

/** What a pending row has of a place. */
interface PendingCells extends CellsAt {
  readonly id: number;
  readonly place: number;
}

/** How far what is pending has been put together. */
interface Round {
  last_id: number;
  up_to: number;
  place: number;
  id: number;
}

/** A packed row: that of a bucket may come in several. */
export interface PackedRow {
  /** Of its hour or day. */
  readonly startAt: number;
  /** What the times in it are counted from. */
  readonly packedAt: number;
  readonly cells: Uint8Array;
  readonly kept?: KeptSums;
  /** It waits to be put together with others. */
  readonly pending: boolean;
}

/** Which rows of an organization: its own, those of one endpoint's neighbours, or those of all endpoints. */
export type Place = 'organization' | 'endpoints' | number;

/**
 * What is counted of the sealed part of the log: who was active, how well it was heard, by which stations, and what each station received.
 * What is asked of all endpoints at once reads a page per 64 of them, what is asked of one finds it in its page.
 */
export function activityStore(db: Db, { sealedUpTo }: { sealedUpTo(): number }) {
  const insertPending = db.prepare(
    'INSERT INTO pending_activity (last_seq, section, start_at, cells) VALUES (?, ?, ?, ?)',
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
  const pendingFrom = db.prepare(
    `SELECT id, last_seq, section, start_at, cells FROM pending_activity
     WHERE last_seq <= ? AND id <= ? AND section = (SELECT section FROM pending_activity
       WHERE section >= ? AND last_seq <= ? AND id <= ? ORDER BY section LIMIT 1) ORDER BY id`,
  );
  const pendingIn = db.prepare(
    `SELECT id, last_seq, section, start_at, cells FROM pending_activity
     WHERE section BETWEEN ? AND ? AND last_seq <= ? AND start_at >= ? AND start_at < ?`,
  );
  const isPending = db.prepare('SELECT 1 FROM pending_activity WHERE last_seq <= ? AND id <= ? LIMIT 1');
  const dropPending = db.prepare(
    `DELETE FROM pending_activity WHERE id IN
       (SELECT id FROM pending_activity WHERE id <= ? AND last_seq <= ? ORDER BY id LIMIT ${MOST_DROPPED})`,
  );
  const dropPendingHour = db.prepare(
    'DELETE FROM pending_activity WHERE section BETWEEN ? AND ? AND last_seq <= ? AND start_at = ?',
  );
  const dropHour = db.prepare('DELETE FROM activity WHERE grain = ? AND start_at = ? AND place BETWEEN ? AND ?');
  const nextPlace = db.prepare(
    `SELECT min(place) AS place FROM activity WHERE grain = ${HOUR_S} AND start_at >= ? AND start_at < ? AND place > ? AND place <= ?`,
  );
  const hoursOf = db.prepare(
    `SELECT start_at AS startAt, cells FROM activity WHERE grain = ${HOUR_S} AND start_at >= ? AND start_at < ? AND place = ?`,
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
  const consistent = consistentReads(db);
  const merger = new RowPacker();

  /** Adds to a row of an hour or day. */
  const add = (grain: Grain, startAt: number, place: number, more: readonly CellsAt[]) => {
    const stored = rowAt.get(grain, startAt, place) as { id: number; cells: Uint8Array } | undefined;
    if (stored) updateRow.run(merger.sum([{ cells: stored.cells, startAt }, ...more], startAt), stored.id);
    else insertRow.run(grain, startAt, place, merger.sum(more, startAt));
  };

  /** Puts rows of a place into its hours and days. */
  const mergePlace = (place: number, rows: readonly CellsAt[]): void => {
    for (const grain of [HOUR_S, DAY_S] as const) {
      const buckets = Map.groupBy(rows, ({ startAt }) => bucketStart(startAt, grain));
      for (const [startAt, more] of buckets) add(grain, startAt, place, more);
    }
  };

  /** What is to be put together next of a section, place by place, when that up to here has been. */
  const waitsIn = ({ last_id, up_to }: Round, place: number, id: number): PendingCells[] => {
    const rows = pendingFrom.all(up_to, last_id, sectionOf(place), up_to, last_id) as PendingRow[];
    return rows
      .flatMap(row => [...cellsOf(row)])
      .filter(each => each.place > place || (each.place === place && each.id > id))
      .sort((a, b) => a.place - b.place || a.id - b.id);
  };

  /** All places of a round are done. @returns whether there is more to be dropped */
  const drop = ({ last_id, up_to }: Round): boolean => {
    dropPending.run(last_id, up_to);
    // Its end and its last row go together: the number of that may be given again.
    if (isPending.get(up_to, last_id)) return true;
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
    let { place, id } = present;
    let waits = waitsIn(present, place, id);
    // Of the section there may be nothing left.
    if (waits.length === 0) waits = waitsIn(present, sectionAfter(place), 0);
    if (waits.length === 0) return drop(present);
    let weight = 0;
    for (const [next, all] of Map.groupBy(waits, each => each.place)) {
      if (weight >= MOST_WEIGHT) break;
      const rows: PendingCells[] = [];
      for (const each of all) {
        if (weight >= MOST_WEIGHT) break;
        weight += ROW_WEIGHT;
        eachCell(each.cells, () => weight++);
        rows.push(each);
      }
      mergePlace(next, rows);
      place = next;
      id = rows.at(-1)?.id ?? id;
    }
    advance.run(place, id);
    return true;
  };

  return {
    /** What is counted of a block that is being sealed. @returns after each row to how many lines it comes */
    *putActivity(lastSeq: number, samples: Samples): Generator<number> {
      // Of its own: between two slices, others are put together or counted back.
      const packer = new RowPacker();
      const room = new Packed();
      const put = (section: number, startAt: number): void => {
        if (room.empty) return;
        insertPending.run(lastSeq, section, startAt, room.bytes());
        room.clear();
      };
      const groups = samples.grouped((org, _key, atMs) => org * HOURS + Math.floor(atMs / HOUR_MS));
      for (const [name, group] of groups) {
        const org = Math.floor(name / HOURS);
        const startAt = (name % HOURS) * HOUR_MS;
        let section = org * PLACES;
        let packed = 0;
        if (org !== STATIONS) packPlace(room, 0, packer.organization(samples, group, startAt));
        for (const { place, cells, count } of packer.endpoints(samples, group, startAt, own => placeOf(org, own))) {
          if (sectionOf(place) !== section) {
            put(section, startAt);
            yield 1 + Math.ceil(packed / CELLS_OF_LINE);
            section = sectionOf(place);
            packed = 0;
          }
          packPlace(room, place - section, cells);
          packed += count;
        }
        put(section, startAt);
        yield 1 + Math.ceil(packed / CELLS_OF_LINE);
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

    /** Takes away what is counted of an hour of an organization. Not in the middle of a round. */
    takeOutHour(org: number, startAt: number): void {
      const places = [org * PLACES, (org + 1) * PLACES - 1] as const;
      dropPendingHour.run(...places, sealedUpTo(), startAt);
      dropHour.run(HOUR_S, startAt, ...places);
    },

    /** Makes a row of a day anew out of its hours. @returns its place; undefined: there is none behind that one */
    sumDayAgain(org: number, day: number, after: number): number | undefined {
      const found = nextPlace.get(day, day + DAY_MS, after, (org + 1) * PLACES - 1) as { place: number | null };
      if (found.place === null) return undefined;
      const hours = hoursOf.all(day, day + DAY_MS, found.place) as CellsAt[];
      const stored = rowAt.get(DAY_S, day, found.place) as { id: number } | undefined;
      if (stored) updateRow.run(merger.sum(hours, day), stored.id);
      else insertRow.run(DAY_S, day, found.place, merger.sum(hours, day));
      return found.place;
    },

    /** Whether a round is on its way. */
    isPuttingTogether: (): boolean => round.get() !== undefined,

    /** Rows of an organization over whole hours or days, of sealed blocks only. */
    activityIn(grain: Grain, org: number, place: Place, fromMs: number, toMs: number): PackedRow[] {
      const [first, last] = placesIn(org, place);
      return consistent(() => {
        const stored = rowsIn.all(grain, fromMs, toMs, first, last) as { start_at: number; cells: Uint8Array }[];
        const under = round.get() as Round | undefined;
        const pending = pendingIn.all(sectionOf(first), sectionOf(last), sealedUpTo(), fromMs, toMs) as PendingRow[];
        const found = stored.map(({ start_at, cells }): PackedRow => {
          return { startAt: start_at, packedAt: start_at, cells, pending: false };
        });
        for (const row of pending) {
          for (const { place: at, startAt, cells } of cellsOf(row)) {
            if (at < first || at > last || (under && isMerged(under, row, at))) continue;
            found.push({ startAt: bucketStart(startAt, grain), packedAt: startAt, cells, pending: true });
          }
        }
        return found;
      });
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

/** The row in which what is pending of a place is: an organization has one of its own. */
const sectionOf = (place: number): number => {
  const own = place % PLACES;
  return own < 1 ? place : place - ((own - 1) % SECTION);
};

const sectionAfter = (place: number): number => (place % PLACES === 0 ? place + 1 : sectionOf(place) + SECTION);

/** Whether a round has put a place of a row into its hours and days. */
const isMerged = (round: Round, { id, last_seq }: PendingRow, place: number): boolean =>
  last_seq <= round.up_to && id <= round.last_id && (place < round.place || (place === round.place && id <= round.id));

function packPlace(room: Packed, offset: number, cells: Uint8Array): void {
  room.whole(offset);
  room.whole(cells.length);
  room.copy(cells, 0, cells.length);
}

/** Reads what `packPlace` wrote. */
function* cellsOf({ id, section, start_at: startAt, cells }: PendingRow): Generator<PendingCells> {
  const from = new Unpacked(cells);
  while (!from.ended()) {
    const place = section + from.whole();
    const length = from.whole();
    yield { id, place, startAt, cells: cells.subarray(from.at, from.at + length) };
    from.at += length;
  }
}

const placeOf = (org: number, endpoint: number) => org * PLACES + 1 + Math.floor(endpoint / PART);

function placesIn(org: number, place: Place): [first: number, last: number] {
  const own = org * PLACES;
  if (place === 'organization') return [own, own];
  if (place === 'endpoints') return [own + 1, own + PLACES - 1];
  return [placeOf(org, place), placeOf(org, place)];
}
