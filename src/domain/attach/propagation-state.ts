import type { Db } from '../../database/driver.ts';
import { type Announcing, ATTACHED } from './announcing.ts';
import type { AttachStatus, DuePropagation, PropagationKind, PropagationState } from './attach-records.ts';
import { CONTENT_COLUMNS, type ContentRow, contentOf } from './contents.ts';

/** Sessions whose stations may know endpoints. */
export const LIVE = "s.state IN ('active', 'disconnected')";
/** The station has reported that the endpoint leaves, and that is not completed: an announcement would bring it back. */
export const LEAVING = `EXISTS (SELECT 1 FROM session s JOIN station_operation o ON o.session = s.id
  WHERE s.station = p.station AND o.endpoint = p.endpoint AND o.command = 'det')`;
/** What the station of a session knows of an endpoint follows from the list alone. */
export const BY_LIST = 'NOT EXISTS (SELECT 1 FROM propagation p WHERE p.station = s.station AND p.endpoint = e.id)';

interface DueRow extends ContentRow {
  endpoint: number;
  kind: PropagationKind;
  attach_generation: number;
  updated_at: number;
  last_packet_cnt: number | null;
}

/** Reads what stations know of endpoints, by rows of their own and by the list, and what they are to be told next. */
export function propagationReader(db: Db, announcing: Pick<Announcing, 'opIdOf' | 'waiting'>) {
  const due = db.prepare(
    `SELECT p.endpoint, p.kind, ${CONTENT_COLUMNS}, e.attach_generation, e.updated_at, h.last_packet_cnt
     FROM propagation p JOIN endpoint e ON e.id = p.endpoint LEFT JOIN endpoint_heard h ON h.endpoint = e.id
     WHERE p.station = ? AND p.retry_at <= ?
       AND NOT (p.kind = 'att' AND ${LEAVING})
       AND (p.kind = 'det' OR e.nwk_sn_key IS NOT NULL OR (e.nwk_key IS NOT NULL AND e.attach_origin IS NOT 'over_the_air'))
     -- A detach first: it may be of a registration whose EUI another one has got since.
     ORDER BY p.retry_at, p.kind DESC, p.endpoint LIMIT ?`,
  );
  const stationsDue = db.prepare('SELECT DISTINCT station FROM propagation WHERE retry_at IS NOT NULL');
  const nextDue = db.prepare('SELECT min(retry_at) AS at FROM propagation WHERE station = ? AND retry_at > 0');
  const statesOf = db.prepare(
    `SELECT p.station, b.eui AS bsEui, p.kind, p.state, p.op_id AS opId, p.error, NULL AS session FROM propagation p
     JOIN base_station b ON b.id = p.station WHERE p.endpoint = ?
     UNION ALL
     SELECT s.station, b.eui, 'att', iif(s.announced > e.id, 'known', 'needed'), NULL, '', iif(s.unanswered IS NULL, NULL, s.id)
     FROM endpoint e, session s JOIN base_station b ON b.id = s.station
     WHERE e.id = ? AND ${ATTACHED} AND ${LIVE} AND ${BY_LIST}
     ORDER BY station`,
  );
  const statusOf = db.prepare('SELECT attach_status AS status FROM endpoint WHERE id = ?');
  const knownTo = db.prepare(
    `SELECT s.id AS session,
       (SELECT count(*) FROM endpoint e WHERE e.id < s.announced AND ${ATTACHED})
       - (SELECT count(*) FROM propagation p JOIN endpoint e ON e.id = p.endpoint
          WHERE p.station = s.station AND e.id < s.announced AND ${ATTACHED})
       + (SELECT count(*) FROM propagation p WHERE p.station = s.station AND p.kind = 'att' AND p.state = 'known') AS count
     FROM session s WHERE s.station = ? AND ${LIVE}`,
  );

  return {
    due(station: number, now: number, limit: number): DuePropagation[] {
      return (due.all(station, now, limit) as DueRow[]).map(toDue);
    },

    /** Stations that are to be told something by itself, now or later. */
    stationsDue(): number[] {
      return (stationsDue.all() as { station: number }[]).map(({ station }) => station);
    },

    /** How many endpoints a station knows. */
    knownTo(station: number): number {
      const row = knownTo.get(station) as { session: number; count: number } | undefined;
      return row ? Math.max(0, row.count - announcing.waiting(row.session)) : 0;
    },

    /** When something is due at a station again, milliseconds. */
    nextDue(station: number): number | undefined {
      return (nextDue.get(station) as { at: number | null }).at ?? undefined;
    },

    statesOf(endpoint: number): { status: AttachStatus; states: PropagationState[] } {
      const { status } = statusOf.get(endpoint) as { status: AttachStatus };
      const states = (statesOf.all(endpoint, endpoint) as (PropagationState & { session: number | null })[]).map(
        ({ session, ...state }): PropagationState => {
          const opId = session === null ? undefined : announcing.opIdOf(session, endpoint);
          return opId === undefined ? state : { ...state, state: 'sent', opId };
        },
      );
      return { status, states };
    },
  };
}

function toDue(row: DueRow): DuePropagation {
  return {
    ...contentOf(row),
    endpoint: row.endpoint,
    kind: row.kind,
    seen: { generation: row.attach_generation, updatedAt: row.updated_at },
    lastPacketCnt: Math.max(row.last_packet_cnt ?? 0, 0),
  };
}
