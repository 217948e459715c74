import type { Db } from '../../database/driver.ts';
import { packDeltas, unpackDeltas } from '../message/postings.ts';

/** The line of the log that an operation is about, as it was delivered. */
export interface CenterPlace {
  readonly seq: number;
  /** How many receptions of a message; 0 for a notice. */
  readonly receptions: number;
  /** Milliseconds: when it became visible; null when that is not known any more. */
  readonly storedAt: number | null;
}

interface GroupRow {
  op_id: number;
  seq: number;
  receptions: number;
  operations: number;
  unanswered: number;
  stored_at: number | null;
  others: Uint8Array | null;
  answered: Uint8Array | null;
}

const COLUMNS = 'op_id, seq, receptions, operations, unanswered, stored_at, others, answered';

/**
 * Our unfinished operations of sessions with application centers: what was sent in one piece is one row, which goes when all of
 * it is answered. A row and a deletion for each of them would cost more than all else about a delivery.
 */
export function centerGroupStore(db: Db) {
  const insert = db.prepare(
    `INSERT INTO center_operation (session, op_id, seq, receptions, operations, unanswered, stored_at, others)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const all = db.prepare(`SELECT ${COLUMNS} FROM center_operation WHERE session = ? ORDER BY op_id DESC`);
  const oldest = db.prepare(`SELECT ${COLUMNS} FROM center_operation WHERE session = ? ORDER BY op_id DESC LIMIT 1`);
  const holding = db.prepare(
    `SELECT ${COLUMNS} FROM center_operation WHERE session = ? AND op_id >= ? ORDER BY op_id LIMIT 1`,
  );
  const setAnswered = db.prepare(
    'UPDATE center_operation SET unanswered = ?, answered = ? WHERE session = ? AND op_id = ?',
  );
  const remove = db.prepare('DELETE FROM center_operation WHERE session = ? AND op_id = ?');
  const drop = db.prepare('DELETE FROM center_operation WHERE session = ?');

  /** Marks operations of a group, by their numbers in it. @returns those that were not over */
  const mark = (session: number, row: GroupRow, numbers: readonly number[]): number[] => {
    const answered = row.answered ? Uint8Array.from(row.answered) : new Uint8Array(Math.ceil(row.operations / 8));
    const fresh: number[] = [];
    for (const number of numbers) {
      if (isMarked(answered, number)) continue;
      answered[number >> 3] = (answered[number >> 3] ?? 0) | (1 << (number & 7));
      fresh.push(number);
    }
    const unanswered = row.unanswered - fresh.length;
    if (unanswered <= 0) remove.run(session, row.op_id);
    else if (fresh.length > 0) setAnswered.run(unanswered, answered, session, row.op_id);
    return fresh;
  };

  return {
    /** Operations whose ids fall by one from the first, about places that rise. */
    add(session: number, first: number, places: readonly CenterPlace[]): void {
      const [place, ...others] = places;
      if (!place) return;
      const { seq, receptions, storedAt } = place;
      const packed = packDeltas([
        ...others.map(other => other.seq - seq),
        ...others.map(other => other.receptions - receptions),
        ...others.map(other => (other.storedAt ?? 0) - (storedAt ?? 0)),
      ]);
      const count = places.length;
      insert.run(session, first, seq, receptions, count, count, storedAt, others.length > 0 ? packed : null);
    },

    /** Those that are not over, in the order they were sent. */
    open(session: number): { opId: number; place: CenterPlace }[] {
      return (all.all(session) as GroupRow[]).flatMap(row =>
        placesOf(row).flatMap((place, number) =>
          isMarked(row.answered, number) ? [] : [{ opId: row.op_id - number, place }],
        ),
      );
    },

    /** The place of the first one that is not over. */
    firstOpen(session: number): number | undefined {
      const row = oldest.get(session) as GroupRow | undefined;
      return row && placesOf(row).find((_, number) => !isMarked(row.answered, number))?.seq;
    },

    /** Operations are over. @returns what those that were not over before were about */
    end(session: number, opIds: readonly number[]): CenterPlace[] {
      const ended: CenterPlace[] = [];
      const falling = [...new Set(opIds)].sort((a, b) => b - a);
      for (let at = 0; at < falling.length; ) {
        const opId = falling[at] ?? 0;
        const row = holding.get(session, opId) as GroupRow | undefined;
        const last = row ? row.op_id - row.operations + 1 : opId + 1;
        const numbers: number[] = [];
        for (; row && (falling[at] ?? last - 1) >= last; at++) numbers.push(row.op_id - (falling[at] ?? 0));
        if (!row || numbers.length === 0) {
          // There is no such operation any more.
          at++;
          continue;
        }
        const places = placesOf(row);
        for (const number of mark(session, row, numbers)) {
          const place = places[number];
          if (place) ended.push(place);
        }
      }
      return ended;
    },

    /** Ends those about places up to this one. @returns how many there were */
    dropUpTo(session: number, upTo: number): number {
      let dropped = 0;
      for (const row of all.all(session) as GroupRow[]) {
        // Later places have lower ids, so the oldest come first.
        if (row.seq > upTo) break;
        const numbers = placesOf(row).flatMap(({ seq }, number) => (seq <= upTo ? [number] : []));
        dropped += mark(session, row, numbers).length;
      }
      return dropped;
    },

    drop(session: number): void {
      drop.run(session);
    },
  };
}
export type CenterGroups = ReturnType<typeof centerGroupStore>;

function isMarked(answered: Uint8Array | null, number: number): boolean {
  return (((answered?.[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
}

/** What the operations of a group are about, in their order. */
function placesOf({ seq, receptions, operations, stored_at: storedAt, others }: GroupRow): CenterPlace[] {
  const places: CenterPlace[] = [{ seq, receptions, storedAt }];
  const packed = others ? unpackDeltas(others) : [];
  const more = operations - 1;
  for (let at = 0; at < more; at++) {
    const [after, heard, later] = [packed[at], packed[more + at], packed[2 * more + at]];
    // What cannot be read any more cannot be repeated either.
    if (after === undefined || heard === undefined || later === undefined) break;
    places.push({
      seq: seq + after,
      receptions: receptions + heard,
      storedAt: storedAt === null ? null : storedAt + later,
    });
  }
  return places;
}
