import { listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { statementsOf } from '../../database/statements.ts';
import { asked, carried, moved, window } from './downlink-columns.ts';
import { repeatedRequests } from './repeated.ts';
import { type DownlinkState, isHeld } from './states.ts';

const stored = { ...asked, ...carried, ...moved } as const;

/** A downlink as readers get it. Times in milliseconds unless the name says otherwise. */
export interface DownlinkRow extends RowOf<typeof stored> {
  /** Its queue id. */
  id: number;
  ep_eui: string;
  state: DownlinkState;
  /** Who holds it, or held it last. */
  bs_eui: string | null;
  /** Nanoseconds, as text. */
  tx_time_ns: string | null;
  tx_packet_cnt: number | null;
}

interface DownlinkQuery {
  org: number;
  epEui?: string | undefined;
  /** One of these. */
  states?: readonly DownlinkState[] | undefined;
  ref?: string | undefined;
  descending: boolean;
  after?: Position<string | number> | undefined;
  size: number;
}

export type QueueOrder = 'created_at' | 'expires_at' | 'prio';

export interface QueueQuery extends DownlinkQuery {
  bsEui?: string | undefined;
  orderBy: QueueOrder;
}

export interface ResultQuery extends DownlinkQuery {
  /** Finished at or after, and before. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** Only these, when not empty. */
  queIds: readonly number[];
}

/** Downlinks by the time they were asked for, newest first. */
export interface NumberedQuery {
  readonly org: number;
  /** Row id. */
  readonly endpoint?: number | undefined;
  readonly states?: readonly DownlinkState[] | undefined;
  /** Asked for at or after, and before; milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** How many are left out before the first. */
  readonly offset: number;
  /** Behind which the page begins: when it was asked for, milliseconds, and its queue id; then none is left out. */
  readonly from?: Position<string | number> | undefined;
  readonly size: number;
}

/** How downlinks ended. Acknowledged ones were sent, too. */
export interface Outcomes {
  sent: number;
  acknowledged: number;
  /** Expired or invalid. */
  failed: number;
}

const SOURCE = `SELECT que_id AS id, ${listed({ ...stored, ...window })} FROM downlink`;
// The names are looked up for the rows of the page only, not for all that are counted.
const COLUMNS = `id, ${listed(stored)}, (SELECT eui FROM endpoint WHERE endpoint.id = endpoint) AS ep_eui,
  (SELECT eui FROM base_station WHERE base_station.id = station) AS bs_eui, CAST(tx_time_ns AS TEXT) AS tx_time_ns, tx_packet_cnt`;

/** As the indexes by the time of asking have it. */
const ASKED = 'created_at >= 0';

/** As the index of what stations hold has it. */
const HELD = "state IN ('dispatched', 'queued', 'revoking')";

/** Reads downlinks: page by page, by queue id, and how many ended how. */
export function downlinkLists(db: Db) {
  const read = listReader(db);
  const statement = statementsOf(db);
  const found = db.prepare(
    `SELECT ${COLUMNS} FROM (${SOURCE}) WHERE id IN (SELECT value FROM json_each(?)) AND +org = ? ORDER BY id`,
  );
  const current = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ? AND deleted_at IS NULL');
  const everyRegistration = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ?');
  const stations = db.prepare('SELECT id FROM base_station WHERE eui = ?');
  const outcomesOf = (owner: 'org' | 'endpoint') =>
    db.prepare(
      `SELECT count(*) FILTER (WHERE state IN ('sent', 'acknowledged')) AS sent,
         count(*) FILTER (WHERE state = 'acknowledged') AS acknowledged,
         count(*) FILTER (WHERE state IN ('expired', 'invalid')) AS failed
       FROM downlink WHERE ${owner} = ? AND finished_at IS NOT NULL AND finished_at >= ? AND finished_at < ?`,
    );
  const outcomes = { org: outcomesOf('org'), endpoint: outcomesOf('endpoint') };
  const ids = (rows: unknown[]) => JSON.stringify((rows as { id: number }[]).map(({ id }) => id));

  return {
    /** The downlink of an earlier call with the same `request_id`; the write that queues one looks again. */
    requestedBefore: repeatedRequests(db).before,

    /** Those of them that the organization has. */
    find(org: number, queIds: readonly number[]): DownlinkRow[] {
      return found.all(JSON.stringify(queIds), org) as DownlinkRow[];
    },

    /** Unfinished downlinks. */
    queue(query: QueueQuery): ListPage<DownlinkRow> {
      const { org, epEui, bsEui, states, orderBy } = query;
      const held = epEui === undefined && (bsEui !== undefined || states?.every(isHeld) === true);
      return page(query, orderBy, epEui !== undefined || held, [
        [held ? HELD : 'finished_at IS NULL'],
        epEui !== undefined && ['endpoint IN (SELECT value FROM json_each(?))', ids(current.all(org, epEui))],
        bsEui !== undefined && ['station IN (SELECT value FROM json_each(?))', ids(stations.all(bsEui))],
      ]);
    },

    /** Finished downlinks, in the order in which they finished. */
    results(query: ResultQuery): ListPage<DownlinkRow> {
      const { org, epEui, fromMs, toMs, queIds } = query;
      return page(query, 'finished_at', epEui !== undefined || queIds.length > 0, [
        ['finished_at IS NOT NULL'],
        epEui !== undefined && ['endpoint IN (SELECT value FROM json_each(?))', ids(everyRegistration.all(org, epEui))],
        queIds.length > 0 && ['id IN (SELECT value FROM json_each(?))', JSON.stringify(queIds)],
        fromMs !== undefined && ['finished_at >= ?', fromMs],
        toMs !== undefined && ['finished_at < ?', toMs],
      ]);
    },

    /** All downlinks, whatever became of them, by how many are before them. */
    numbered({ org, endpoint, states, fromMs, toMs, offset, from, size }: NumberedQuery): {
      rows: DownlinkRow[];
      total: number;
      next?: Position<number> | undefined;
    } {
      const { where, values } = conditions([
        [endpoint === undefined ? 'org = ?' : '+org = ?', org],
        ['endpoint = ?', endpoint],
        ['state IN (SELECT value FROM json_each(?))', states && JSON.stringify(states)],
        ['created_at >= ?', fromMs],
        ['created_at < ?', toMs],
      ]);
      const { total } = statement(`SELECT count(*) AS total FROM downlink WHERE ${where}`).get(...values) as {
        total: number;
      };
      if (offset >= total) return { rows: [], total };
      const order = (id: string) => `ORDER BY created_at DESC, ${id} DESC`;
      const behind = from ? 'AND (created_at, que_id) < (?, ?)' : '';
      const page = `SELECT que_id FROM downlink WHERE ${where} ${behind} ${order('que_id')} LIMIT ? OFFSET ?`;
      const found = statement(`SELECT ${COLUMNS} FROM (${SOURCE}) WHERE id IN (${page}) ${order('id')}`).all(
        ...values,
        ...(from ?? []),
        size + 1,
        offset,
      ) as DownlinkRow[];
      const last = found.length > size ? found[size - 1] : undefined;
      return { rows: found.slice(0, size), total, next: last && [last.created_at, last.id] };
    },

    /** How the downlinks of an organization or an endpoint ended in [fromMs, toMs). */
    outcomes(owner: 'org' | 'endpoint', id: number, fromMs: number, toMs: number): Outcomes {
      return outcomes[owner].get(id, fromMs, toMs) as Outcomes;
    },
  };

  function page(
    { org, states, ref, descending, after, size }: DownlinkQuery,
    orderBy: string,
    narrow: boolean,
    filters: readonly (false | readonly [sql: string, ...values: SqlValue[]])[],
  ): ListPage<DownlinkRow> {
    const set = filters.filter(filter => filter !== false);
    if (states) set.push([`state IN (${states.map(() => '?').join()})`, ...states]);
    if (ref !== undefined) set.push(["ref <> '' AND ref = ?", ref]);
    // What selects few rows has an index of its own; `+` keeps another one out of the choice.
    set.unshift([narrow ? '+org = ?' : 'org = ?', org]);
    return read<DownlinkRow>({
      source: SOURCE,
      sourceValues: [],
      where: set.map(([sql]) => sql),
      values: set.flatMap(([, ...values]) => values),
      columns: COLUMNS,
      orderBy: ref === undefined ? orderBy : `+${orderBy}`,
      ...{ descending, after, size },
      keep: undefined,
    });
  }
}

function conditions(all: readonly (readonly [sql: string, value: SqlValue | undefined])[]) {
  const set = all.filter(([, value]) => value !== undefined);
  return { where: [ASKED, ...set.map(([sql]) => sql)].join(' AND '), values: set.flatMap(([, value]) => value ?? []) };
}
export type DownlinkLists = ReturnType<typeof downlinkLists>;
