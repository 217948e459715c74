import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { placeReader } from '../message/places.ts';
import type { CenterLines } from './lines.ts';
import type { CenterSessions } from './sessions.ts';

/** Messages or notices among which lines are counted at one time. */
const STEP = 4096;
/** Such steps for one session in one transaction: more would keep stations waiting for their answers. */
const MAX_STEPS = 8;

/** What a session may hold, and for how long. */
export interface CenterLimits {
  /** Lines behind the cursor and operations without an answer. */
  readonly heldOperations: number;
  /** Since its connection was lost, milliseconds. */
  readonly ageMs: number;
}

interface LivingRow {
  id: number;
  org: number;
  ac_eui: Eui;
  cursor: number;
  counted: number;
  waiting: number;
  open: number;
  /** null while it is connected */
  disconnected_at: number | null;
}

/** Ends sessions of application centers that hold too much or were away for too long (SCACI 6.5, 12). */
export function centerLimitStore(
  db: Db,
  {
    lines,
    sessions,
    newest,
  }: {
    lines: Pick<CenterLines, 'count'>;
    sessions: Pick<CenterSessions, 'find' | 'raise' | 'terminate'>;
    /** The newest place of the log. */
    newest(): number;
  },
) {
  const places = placeReader(db, ['message', 'notice']);
  const living = db.prepare(
    `SELECT id, org, ac_eui, cursor, counted, waiting, disconnected_at,
       (SELECT coalesce(sum(unanswered), 0) FROM center_operation o WHERE o.session = center_session.id) AS open
     FROM center_session WHERE status <> 'terminated'`,
  );
  const setCounted = db.prepare('UPDATE center_session SET counted = ?, waiting = ?, cursor = ? WHERE id = ?');

  /** Counts on where the last sweep ended: when a whole step of the log is new, or when it could be too much. */
  const held = (row: LivingRow, place: number, limit: number): number => {
    let { counted, waiting } = row;
    for (let steps = 0; steps < MAX_STEPS && counted < place; steps++) {
      const ahead = place - counted;
      if (ahead < STEP && waiting + row.open + ahead <= limit) break;
      const upTo = places.end(counted, STEP, place) ?? place;
      waiting += lines.count({ org: row.org, acEui: row.ac_eui }, counted, upTo);
      counted = upTo;
    }
    // Places without a line for it are not read again when it comes back.
    const cursor = waiting === 0 ? Math.max(row.cursor, counted) : row.cursor;
    if (counted !== row.counted) setCounted.run(counted, waiting, cursor, row.id);
    return waiting + row.open;
  };

  return {
    /** @returns row ids of the sessions that are over; the connection of one that is connected is to be closed */
    expire({ now, credible }: Moment, { heldOperations, ageMs }: CenterLimits): number[] {
      const place = newest();
      const over: number[] = [];
      for (const row of living.all() as LivingRow[]) {
        const session = sessions.find(row.id);
        if (!session) continue;
        const old = credible - (row.disconnected_at ?? credible) > ageMs;
        const pending = old ? 0 : held(row, place, heldOperations);
        if (!old && pending <= heldOperations) continue;
        if (!old) sessions.raise('scaci.queue_overflow', session, now, { pending });
        sessions.terminate(session, old ? 'age_limit' : 'held_limit', now);
        over.push(row.id);
      }
      return over;
    },
  };
}
