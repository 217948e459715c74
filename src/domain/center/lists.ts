import { listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { HOUR_S } from '../../kit/units.ts';
import type { DownlinkState } from '../downlink/states.ts';
import { bucketStart } from '../message/figures/grain.ts';
import { begun, lived } from './center-columns.ts';
import type { CenterCloseReason, CenterStatus } from './center-records.ts';

const { info: _, cursor: _cursor, ...stored } = { ...begun, ...lived };

/** A session as a list shows it. Times in milliseconds. */
export interface CenterSessionLine extends Omit<RowOf<typeof stored>, 'org' | 'counted' | 'waiting'> {
  id: number;
  status: CenterStatus;
  close_reason: CenterCloseReason | '';
  /** Operations of the service center that are not finished, with those that have no id yet. */
  pending: number;
}

/** Failures of one session that are alike; what differs is the newest one's. */
export interface CenterErrorLine {
  id: number;
  uuid: string;
  session_uuid: string;
  ac_eui: string;
  op_id: number;
  command: string;
  code: number;
  text: string;
  direction: 'sent' | 'received';
  first_at: number;
  last_at: number;
  count: number;
}

/** An unfinished downlink of an application center. */
export interface CenterQueueLine {
  /** Our queue id. */
  id: number;
  ac_eui: string;
  ac_que_id: string;
  ep_eui: string;
  bs_eui: string | null;
  state: DownlinkState;
  entries: Uint8Array;
  prio: number;
  created_at: number;
  /** When the station that has it got it. */
  handed_at: number | null;
}

interface Paged {
  readonly org: number;
  readonly acEui?: string | undefined;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

export type SessionOrder = 'connected_at' | 'last_activity_at';

export interface CenterSessionQuery extends Paged {
  readonly status?: CenterStatus | undefined;
  readonly canResume?: boolean | undefined;
  readonly orderBy: SessionOrder;
  readonly descending: boolean;
}

export interface CenterErrorQuery extends Paged {
  /** Uuid of a session. */
  readonly session?: string | undefined;
  /** Newest failure of the group in [from, to), milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface CenterQueueQuery extends Paged {
  readonly epEui?: string | undefined;
  readonly state?: DownlinkState | undefined;
}

/** Operations that ended. */
export interface Ended {
  readonly succeeded: number;
  readonly failed: number;
}

type Filter = false | readonly [sql: string, ...values: SqlValue[]];
type StoredSession = Omit<CenterSessionLine, 'pending'> & {
  org: number;
  counted: number;
  waiting: number;
  open: number;
};

const SESSIONS = `SELECT id, ${listed(stored)} FROM center_session`;
const SESSION_COLUMNS = `id, ${listed(stored)}, (SELECT coalesce(sum(unanswered), 0) FROM center_operation o WHERE o.session = id) AS open`;
const LIVING = "status <> 'terminated'";

const ERROR_COLUMNS = 'id, uuid, session_uuid, ac_eui, op_id, command, code, text, direction, first_at, last_at, count';
const ERROR_SOURCE = `
  SELECT e.id AS id, e.uuid AS uuid, s.uuid AS session_uuid, s.org AS org, s.ac_eui AS ac_eui, e.op_id AS op_id, e.command AS command,
    e.code AS code, e.text AS text, e.direction AS direction, e.first_at AS first_at, e.last_at AS last_at, e.count AS count`;
// The order of the two is the way they are read: by time, or from the few sessions that are asked for.
const ERRORS = `${ERROR_SOURCE} FROM center_error e CROSS JOIN center_session s ON s.id = e.session`;
const ERRORS_OF_SESSIONS = `${ERROR_SOURCE} FROM center_session s CROSS JOIN center_error e ON e.session = s.id`;

const QUEUE = `
  SELECT que_id AS id, org, endpoint, station, session AS holding, op_id AS handing, state, entries, prio, created_at, accepted_at,
    ac_eui, ac_que_id, finished_at
  FROM downlink`;
// The names are looked up for the rows of the page only, not for all that are counted.
const QUEUE_COLUMNS = `id, ac_eui, ac_que_id, (SELECT eui FROM endpoint WHERE endpoint.id = endpoint) AS ep_eui,
  (SELECT eui FROM base_station WHERE base_station.id = station) AS bs_eui, state, entries, prio, created_at,
  CASE WHEN state = 'dispatched' THEN (SELECT o.created_at FROM operation o WHERE o.session = holding AND o.op_id = handing)
    WHEN state <> 'pending' THEN accepted_at END AS handed_at`;

/** As the index of them has it. */
const CONNECTS = "event_type IN ('scaci.session_opened', 'scaci.session_resumed', 'scaci.session_closed')";

/** Reads what application centers have, do and wait for: page by page, and in figures (SCACI 13). */
export function centerLists(
  db: Db,
  {
    countLines,
    newest,
  }: {
    /** How many lines are for a center in (after, upTo]. */
    countLines(center: { org: number; acEui: string }, after: number, upTo: number): number;
    /** The newest place of the log. */
    newest(): number;
  },
) {
  const read = listReader(db);
  const sessionByUuid = db.prepare(`SELECT ${SESSION_COLUMNS} FROM (${SESSIONS}) WHERE uuid = ? AND org = ?`);
  const endpoints = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ? AND deleted_at IS NULL');
  const stored = db.prepare('SELECT count(*) AS total FROM center_session WHERE org = ?');
  const living = db.prepare(
    `SELECT count(*) AS resumable, count(*) FILTER (WHERE status IN ('active', 'resumed')) AS active
     FROM center_session WHERE ${LIVING} AND +org = ?`,
  );
  const inFlight = db.prepare(
    'SELECT count(*) AS downlinks FROM downlink WHERE ac_eui IS NOT NULL AND finished_at IS NULL AND +org = ?',
  );
  const changes = db.prepare(
    `SELECT count(*) FILTER (WHERE event_type = 'scaci.session_opened') AS opened,
       count(*) FILTER (WHERE event_type = 'scaci.session_resumed') AS resumed,
       count(*) FILTER (WHERE event_type = 'scaci.session_closed') AS closed
     FROM event WHERE org = ? AND timestamp_at >= ? AND timestamp_at < ? AND ${CONNECTS}`,
  );
  const byCommand = db.prepare(
    `SELECT command, sum(succeeded) AS succeeded, sum(failed) AS failed, sum(delivery_ms) AS delivery_ms
     FROM center_count WHERE org = ? AND start_at >= ? AND start_at < ? GROUP BY command`,
  );
  const byHour = db.prepare(
    `SELECT start_at, sum(succeeded) AS succeeded, sum(failed) AS failed
     FROM center_count WHERE org = ? AND start_at >= ? AND start_at < ? GROUP BY start_at`,
  );

  const page = <Row>(
    source: string,
    columns: string,
    { after, size }: Paged,
    [orderBy, descending]: readonly [string, boolean],
    filters: readonly Filter[],
  ): ListPage<Row> => {
    const set = filters.filter(filter => filter !== false);
    return read<Row>({
      ...{ source, sourceValues: [], columns, orderBy, descending, after, size, keep: undefined },
      where: set.map(([sql]) => sql),
      values: set.flatMap(([, ...values]) => values),
    });
  };

  const shown = ({ org, counted, waiting, open, ...row }: StoredSession): CenterSessionLine => {
    if (row.status === 'terminated') return { ...row, pending: 0 };
    // What the last sweep has not counted yet is no more than a step of the log.
    return { ...row, pending: open + waiting + countLines({ org, acEui: row.ac_eui }, counted, newest()) };
  };

  return {
    sessions(query: CenterSessionQuery): ListPage<CenterSessionLine> {
      const { org, acEui, status, canResume, orderBy, descending } = query;
      const lives = canResume === true || (status !== undefined && status !== 'terminated');
      const found = page<StoredSession>(
        SESSIONS,
        SESSION_COLUMNS,
        query,
        [orderBy, descending],
        [
          // What selects few rows has an index of its own; `+` keeps another one out of the choice.
          [acEui !== undefined || lives ? '+org = ?' : 'org = ?', org],
          acEui !== undefined && ['ac_eui = ?', acEui],
          lives && [LIVING],
          canResume === false && ["status = 'terminated'"],
          status !== undefined && ['status = ?', status],
        ],
      );
      return { ...found, rows: found.rows.map(shown) };
    },

    session(org: number, uuid: string): CenterSessionLine | undefined {
      const row = sessionByUuid.get(uuid, org) as StoredSession | undefined;
      return row && shown(row);
    },

    /** Groups of failures, the newest first. */
    errors(query: CenterErrorQuery): ListPage<CenterErrorLine> {
      const { org, acEui, session, fromMs, toMs } = query;
      const few = acEui !== undefined || session !== undefined;
      return page(
        few ? ERRORS_OF_SESSIONS : ERRORS,
        ERROR_COLUMNS,
        query,
        ['last_at', true],
        [
          ['+org = ?', org],
          session !== undefined && ['session_uuid = ?', session],
          acEui !== undefined && ['ac_eui = ?', acEui],
          fromMs !== undefined && ['last_at >= ?', fromMs],
          toMs !== undefined && ['last_at < ?', toMs],
        ],
      );
    },

    /** Unfinished downlinks of application centers in the order in which they came. */
    queue(query: CenterQueueQuery): ListPage<CenterQueueLine> {
      const { org, acEui, epEui, state } = query;
      const ids = epEui === undefined ? [] : (endpoints.all(org, epEui) as { id: number }[]).map(({ id }) => id);
      return page(
        QUEUE,
        QUEUE_COLUMNS,
        query,
        ['created_at', false],
        [
          ['+org = ?', org],
          ['finished_at IS NULL'],
          [epEui === undefined ? 'ac_eui IS NOT NULL' : '+ac_eui IS NOT NULL'],
          epEui !== undefined && ['endpoint IN (SELECT value FROM json_each(?))', JSON.stringify(ids)],
          acEui !== undefined && [epEui === undefined ? 'ac_eui = ?' : '+ac_eui = ?', acEui],
          state !== undefined && ['+state = ?', state],
        ],
      );
    },

    /** How it stands now. `resumable` are all that are not over; `downlinks` are those of centers that are under way. */
    standing(org: number) {
      const { total } = stored.get(org) as { total: number };
      const { active, resumable } = living.get(org) as { active: number; resumable: number };
      const { downlinks } = inFlight.get(org) as { downlinks: number };
      return { total, active, resumable, downlinks };
    },

    /** How often connections began and ended in [fromMs, toMs). */
    connects(org: number, fromMs: number, toMs: number) {
      return changes.get(org, fromMs, toMs) as { opened: number; resumed: number; closed: number };
    },

    /** Operations of the hours that [fromMs, toMs) touches, by command and by hour. `delivery_ms` is of all successful ones. */
    operations(org: number, fromMs: number, toMs: number) {
      const window = [org, bucketStart(fromMs, HOUR_S), toMs];
      return {
        commands: byCommand.all(...window) as (Ended & { command: string; delivery_ms: number })[],
        hours: byHour.all(...window) as (Ended & { start_at: number })[],
      };
    },
  };
}
export type CenterLists = ReturnType<typeof centerLists>;
