import { consistentReads } from '../../database/consistent.ts';
import type { Db } from '../../database/driver.ts';
import { statementsOf } from '../../database/statements.ts';
import { EVENT_COLUMNS, type StoredEvent } from './event-columns.ts';
import { chosen, conditions, type EventFilter, joined } from './filters.ts';

/** Name of the counter that says up to which place events that are not kept longer are gone. */
export const EVENTS_PRUNED = 'events_pruned';

/** Which events are followed, those of one endpoint (its registration) or one base station at most; row ids. */
export interface FollowedEvents extends EventFilter {
  readonly endpoint?: number | undefined;
  readonly station?: number | undefined;
}

/** The events in the order of their storing, for those who follow them. */
export function eventLog(db: Db) {
  const edges = db.prepare(
    `SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = '${EVENTS_PRUNED}'), 0) AS pruned,
       coalesce((SELECT max(seq) FROM event), 0) AS newest`,
  );
  // The row of a fold says when it was counted last; the id of each when it was stored.
  const first = db.prepare('SELECT seq, uuid FROM event WHERE seq >= ? ORDER BY seq LIMIT 1');
  const nth = db.prepare('SELECT 1 FROM event WHERE seq > ? LIMIT 1 OFFSET ?');
  const lastOf = db.prepare('SELECT seq FROM event ORDER BY seq DESC LIMIT 1 OFFSET ?');
  const statement = statementsOf(db);

  const firstAt = (seq: number): { seq: number; storedAt: number } | undefined => {
    const row = first.get(seq) as { seq: number; uuid: string } | undefined;
    return row && { seq: row.seq, storedAt: timeOf(row.uuid) };
  };

  return {
    /** Runs several reads on one state of the log. */
    consistent: consistentReads(db),

    /** The oldest place that retention has not reached, and the newest. */
    edges(): { oldest: number; newest: number } {
      const { pruned, newest } = edges.get() as { pruned: number; newest: number };
      return { oldest: pruned + 1, newest };
    },

    firstAt,

    hasMoreAfter: (seq: number, events: number): boolean => nth.get(seq, events) !== undefined,

    /** Where so many of the last events begin; 0 when there are fewer. */
    lastOf: (events: number): number => (lastOf.get(events - 1) as { seq: number } | undefined)?.seq ?? 0,

    /** The seq before the first event that was stored at or after a time (milliseconds), but for jumps of the clock. */
    seqBefore(at: number): number {
      const { newest } = edges.get() as { newest: number };
      let low = 0;
      let high = newest + 1;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const row = firstAt(middle);
        if (row && row.storedAt < at) low = row.seq + 1;
        else high = middle;
      }
      return (firstAt(low)?.seq ?? newest + 1) - 1;
    },

    /** Goes over so many events behind a place. @returns those that are asked for, how far it went and whether there may be more */
    after(followed: FollowedEvents, seq: number, most: number): { rows: StoredEvent[]; upTo: number; more: boolean } {
      const about = conditions([
        ['endpoint = ?', followed.endpoint],
        ['station = ?', followed.station],
        ['seq > ?', seq],
      ]);
      const stretch = joined(about);
      const last = statement(`SELECT seq FROM event ${stretch.where} ORDER BY seq LIMIT 1 OFFSET ?`).get(
        ...stretch.values,
        most - 1,
      ) as { seq: number } | undefined;
      const upTo = last?.seq ?? (edges.get() as { newest: number }).newest;
      const { where, values } = joined(about, conditions([['seq <= ?', upTo]]), chosen(followed));
      const rows = statement(`SELECT ${EVENT_COLUMNS} FROM event ${where} ORDER BY seq`).all(...values);
      return { rows: rows as StoredEvent[], upTo: Math.max(upTo, seq), more: last !== undefined };
    },

    /** An event, if it is asked for. */
    at(followed: FollowedEvents, seq: number): StoredEvent | undefined {
      const { endpoint, station } = followed;
      const about = conditions([
        ['seq = ?', seq],
        ['+endpoint = ?', endpoint],
        ['+station = ?', station],
      ]);
      const { where, values } = joined(about, chosen(followed));
      return statement(`SELECT ${EVENT_COLUMNS} FROM event ${where}`).get(...values) as StoredEvent | undefined;
    },
  };
}
export type EventLog = ReturnType<typeof eventLog>;

/** Milliseconds, out of a UUID version 7. */
function timeOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
