import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import type { DownlinkReport } from './reported.ts';
import type { QueryState } from './rx-status-store.ts';

/** What an endpoint reported of its downlink reception; times in milliseconds unless the name says otherwise. */
export interface ReportRow {
  id: number;
  uuid: string;
  ep_eui: string;
  bs_eui: string;
  /** Nanoseconds, as text. */
  rx_time_ns: string;
  reported_at: number;
  packet_cnt: number;
  dl_rx_snr: number;
  dl_rx_rssi: number;
  query_uuid: string | null;
}

/** A query as readers get it. */
export interface QueryRow {
  id: number;
  uuid: string;
  ep_eui: string;
  bs_eui: string;
  op_id: number | null;
  state: QueryState;
  requested_at: number;
  finished_at: number | null;
  requested_by: string;
  error: string;
}

/** The answered ones have what was answered. */
export type QueryWithReport = QueryRow & { readonly report: ReportRow | undefined };

export interface ReportQuery {
  readonly endpoint: number;
  /** When they came, [from, to), milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

export interface QueryQuery {
  readonly org: number;
  readonly epEui?: string | undefined;
  readonly state?: QueryState | undefined;
  /** When they were asked for, [from, to), milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

// The names are looked up for the rows of the page only, not for all that are counted.
const NAMES = `(SELECT eui FROM endpoint WHERE endpoint.id = endpoint) AS ep_eui,
  (SELECT eui FROM base_station WHERE base_station.id = station) AS bs_eui`;
const REPORTS = `SELECT id, uuid, endpoint, station, rx_time_ns, reported_at, packet_cnt, dl_rx_snr, dl_rx_rssi, query FROM rx_status`;
const REPORT_COLUMNS = `id, uuid, ${NAMES}, CAST(rx_time_ns AS TEXT) AS rx_time_ns, reported_at, packet_cnt, dl_rx_snr, dl_rx_rssi,
  (SELECT uuid FROM rx_query WHERE rx_query.id = query) AS query_uuid`;
const QUERIES = `SELECT id, uuid, org, endpoint, station, op_id, state, requested_at, finished_at, requested_by, error FROM rx_query`;
const QUERY_COLUMNS = `id, uuid, ${NAMES}, op_id, state, requested_at, finished_at, requested_by, error`;
const ALL = 'org = ?';
const ONE_ENDPOINT = 'endpoint IN (SELECT value FROM json_each(?))';

/** Reads reports and queries, newest first. */
export function rxStatusLists(db: Db) {
  const read = listReader(db);
  const averages = db.prepare(
    `SELECT avg(dl_rx_snr) AS snr, avg(dl_rx_rssi) AS rssi FROM rx_status
     WHERE endpoint = ? AND reported_at >= ? AND reported_at < ?`,
  );
  const reportOf = db.prepare(`SELECT ${REPORT_COLUMNS} FROM (${REPORTS}) WHERE query = ?`);
  const queryById = db.prepare(`SELECT ${QUERY_COLUMNS} FROM (${QUERIES}) WHERE id = ?`);
  const countsOf = (whose: string) =>
    db.prepare(
      `SELECT state, count(*) AS count FROM rx_query WHERE ${whose} AND requested_at >= ? AND requested_at < ? GROUP BY state`,
    );
  const ofMessages = db.prepare(
    `SELECT message, station, dl_rx_snr AS dlRxSnr, dl_rx_rssi AS dlRxRssi FROM rx_status
     WHERE message IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  const countsOfAll = countsOf(ALL);
  const countsOfOne = countsOf(ONE_ENDPOINT);
  const everyRegistration = db.prepare('SELECT id FROM endpoint WHERE org = ? AND eui = ?');
  const idsOf = (org: number, eui: string) => (everyRegistration.all(org, eui) as { id: number }[]).map(({ id }) => id);

  const withReport = (row: QueryRow): QueryWithReport => ({
    ...row,
    report: row.state === 'received' ? (reportOf.get(row.id) as ReportRow) : undefined,
  });

  return {
    /** Reports of an endpoint; the averages are of all of them, on all pages. */
    reports({ endpoint, fromMs, toMs, after, size }: ReportQuery) {
      const page: ListPage<ReportRow> = read({
        ...{ source: REPORTS, sourceValues: [], columns: REPORT_COLUMNS, after, size, keep: undefined },
        ...{ where: ['endpoint = ?', 'reported_at >= ?', 'reported_at < ?'], values: [endpoint, fromMs, toMs] },
        ...{ orderBy: 'reported_at', descending: true },
      });
      const average = averages.get(endpoint, fromMs, toMs) as { snr: number | null; rssi: number | null };
      return { ...page, average };
    },

    /** What messages brought of the reception of downlinks before them, by their place in the log: one read for a page of them. */
    ofMessages(seqs: readonly number[]): ReadonlyMap<number, readonly DownlinkReport[]> {
      const rows = ofMessages.all(JSON.stringify(seqs)) as (DownlinkReport & { message: number })[];
      return Map.groupBy(rows, ({ message }) => message);
    },

    /** One query by its row id. */
    find(id: number): QueryWithReport | undefined {
      const row = queryById.get(id) as QueryRow | undefined;
      return row && withReport(row);
    },

    /** Queries of an organization. `counts` go by state, under the same filters but that of the state. */
    queries({ org, epEui, state, fromMs, toMs, after, size }: QueryQuery) {
      const whose = epEui === undefined ? ALL : ONE_ENDPOINT;
      const who = epEui === undefined ? org : JSON.stringify(idsOf(org, epEui));
      const where = [whose, 'requested_at >= ?', 'requested_at < ?'];
      const values: (string | number)[] = [who, fromMs, toMs];
      const counted = (epEui === undefined ? countsOfAll : countsOfOne).all(...values) as CountRow[];
      if (state !== undefined) {
        where.push('state = ?');
        values.push(state);
      }
      const page: ListPage<QueryRow> = read({
        ...{ source: QUERIES, sourceValues: [], columns: QUERY_COLUMNS, after, size, keep: undefined },
        ...{ where, values, orderBy: 'requested_at', descending: true },
      });
      const counts: Counts = { pending: 0, received: 0, timeout: 0, failed: 0 };
      for (const row of counted) counts[row.state] = row.count;
      return { ...page, rows: page.rows.map(withReport), counts };
    },
  };
}

type Counts = Record<QueryState, number>;
interface CountRow {
  state: QueryState;
  count: number;
}
