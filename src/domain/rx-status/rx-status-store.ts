import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import { before, type Moment } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { RequestSource } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { Operations } from '../session/operations.ts';
import type { Orders } from '../session/orders.ts';
import type { Progress } from '../session/progress.ts';
import type { Answered, Refused } from '../session/session-records.ts';

export type QueryState = 'pending' | 'received' | 'timeout' | 'failed';

/** A query as it is asked for. */
export interface NewQuery {
  readonly org: number;
  readonly endpoint: number;
  /** The station that is shown until the query is written to one. */
  readonly station: number;
  readonly origin: RequestSource;
  readonly requestedBy: string;
  /** Milliseconds. */
  readonly at: number;
}

/** `dlRxStat`: how the endpoint received a downlink. */
export interface RxStatusReport {
  readonly station: number;
  readonly bsEui: Eui;
  readonly epEui: Eui;
  readonly rxTime: bigint;
  readonly packetCnt: number;
  readonly dlRxSnr: number;
  readonly dlRxRssi: number;
  readonly progress: Progress;
  readonly at: number;
}

/** A query in the writer. `eui` and `name` are its endpoint's. */
interface Row {
  id: number;
  org: number;
  endpoint: number;
  state: QueryState;
  station: number | null;
  session: number | null;
  op_id: number | null;
  line: number;
  eui: Eui;
  name: string;
}

const SELECT = `SELECT q.id, q.org, q.endpoint, q.state, q.station, q.session, q.op_id, q.line, e.eui, e.name
  FROM rx_query q JOIN endpoint e ON e.id = q.endpoint`;
const PENDING = "q.state = 'pending'";
/** For so long a query waits for a downlink that takes it along (BSSCI 12). */
const UNWRITTEN_MS = DAY_MS;
/** Queries of either kind that end in one transaction. */
const MAX_EXPIRED = 1000;

/** How the timeline of the endpoint shows the end of a query. */
const LINE_STATUS = { received: 'completed', timeout: 'timeout', failed: 'failed' } as const;

export const salvagedRxStatus: SalvagedTables = { group: 'downlinks', tables: ['rx_query', 'rx_status'] };

/**
 * Queries for the reception status of downlinks, and what endpoints report (BSSCI 12). An endpoint has at most one open query; it
 * is written to a station together with a downlink.
 */
export function rxStatusStore(
  db: Db,
  {
    events,
    operations,
    orders,
  }: { events: Events; operations: Pick<Operations, 'advance' | 'finish'>; orders: Orders },
) {
  const openOf = db.prepare(`${SELECT} WHERE q.endpoint = ? AND ${PENDING}`);
  const byId = db.prepare(`${SELECT} WHERE q.id = ?`);
  const writtenTo = db.prepare(`${SELECT} WHERE q.station = ? AND ${PENDING} AND q.written_at > 0`);
  const unanswered = db.prepare(`${SELECT} WHERE ${PENDING} AND q.written_at <= ? ORDER BY q.written_at LIMIT ?`);
  const unwritten = db.prepare(
    `${SELECT} WHERE ${PENDING} AND q.written_at IS NULL AND q.requested_at <= ? ORDER BY q.requested_at LIMIT ?`,
  );
  const insert = db.prepare(
    `INSERT INTO rx_query (uuid, org, endpoint, state, requested_by, requested_at, station, line)
     VALUES (?, ?, ?, 'pending', ?, ?, ?, ?)`,
  );
  const setWritten = db.prepare('UPDATE rx_query SET station = ?, session = ?, op_id = ?, written_at = ? WHERE id = ?');
  const setUnwritten = db.prepare('UPDATE rx_query SET session = NULL, op_id = NULL, written_at = NULL WHERE id = ?');
  const setEnd = db.prepare('UPDATE rx_query SET state = ?, finished_at = ?, error = ? WHERE id = ?');
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, status, started_at, actor)
     VALUES (?, ?, ?, 'dl_rx_query', ?, 'pending', ?, ?)`,
  );
  const moveLine = db.prepare(
    'UPDATE endpoint_operation SET station = ?, session = ?, op_id = ?, status = ? WHERE id = ?',
  );
  const endLine = db.prepare('UPDATE endpoint_operation SET status = ?, error = ?, finished_at = ? WHERE id = ?');
  const askedBy = db.prepare('SELECT org, source, created_by FROM downlink WHERE que_id = ?');
  const aboutOf = db.prepare('SELECT about FROM operation WHERE session = ? AND op_id = ?');
  const stationEui = db.prepare('SELECT eui FROM base_station WHERE id = ?');
  const liveEndpoint = db.prepare('SELECT id, org, eui, name FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const deletedEndpoint = db.prepare('SELECT 1 FROM endpoint WHERE id = ? AND deleted_at IS NOT NULL');
  // A station repeats after a resume what it got no answer for (BSSCI 6.5).
  const insertReport = db.prepare(
    `INSERT INTO rx_status (uuid, endpoint, station, rx_time_ns, reported_at, packet_cnt, dl_rx_snr, dl_rx_rssi, query)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint, rx_time_ns, station, packet_cnt) DO NOTHING`,
  );
  const setMessage = db.prepare(
    `UPDATE rx_status SET message = (SELECT min(m.seq) FROM message m WHERE m.seq > ? AND m.endpoint = rx_status.endpoint)
     WHERE message IS NULL AND EXISTS (SELECT 1 FROM message m WHERE m.seq > ? AND m.endpoint = rx_status.endpoint)`,
  );

  const open = (endpoint: number) => openOf.get(endpoint) as Row | undefined;

  const create = ({ org, endpoint, station, origin, requestedBy, at }: NewQuery): number => {
    const line = insertLine.run(uuid7(at), org, endpoint, origin, at, requestedBy).lastInsertRowid;
    return insert.run(uuid7(at), org, endpoint, requestedBy, at, station, line).lastInsertRowid;
  };

  const raise = (
    type: EventType,
    { org, endpoint, eui, name, station }: Pick<Row, 'org' | 'endpoint' | 'eui' | 'name' | 'station'>,
    at: number,
    data: Readonly<Record<string, string | number>>,
  ) => {
    const bsEui = station === null ? undefined : (stationEui.get(station) as { eui: string }).eui;
    const where = bsEui === undefined ? {} : { bsEui };
    const about = { org, endpoint, epEui: eui, sourceName: name, ...where, ...(station !== null && { station }) };
    events.raise({ type, ...about, at, storedAt: at, data: { ...where, ...data } });
  };

  const end = (row: Row, state: Exclude<QueryState, 'pending'>, at: number, error = ''): void => {
    setEnd.run(state, at, error, row.id);
    endLine.run(LINE_STATUS[state], error, at, row.line);
  };

  /** It waits for the next downlink again. */
  const takeBack = (row: Row | undefined): void => {
    if (!row || row.op_id === null) return;
    setUnwritten.run(row.id);
    moveLine.run(null, null, null, 'pending', row.line);
  };

  return {
    /** @returns its row id; throws faults EndPointNotFound and DLRXQueryPending */
    query: intake((asked: NewQuery): number => {
      const { endpoint } = asked;
      if (deletedEndpoint.get(endpoint)) throw fault('EndPointNotFound');
      const pending = open(endpoint);
      if (pending) throw fault('DLRXQueryPending', { ep_eui: pending.eui });
      return create(asked);
    }),

    /**
     * A downlink is about to be handed to a station: the query that waits for one goes before it (BSSCI 11.4).
     * @param asking queue id of the downlink when it asks for the status itself
     */
    before(
      target: { station: number; session: number },
      endpoint: number,
      asking: number | undefined,
      at: number,
    ): void {
      const { station, session } = target;
      let row = open(endpoint);
      if (!row && asking !== undefined) {
        const { org, source: origin, created_by: requestedBy } = askedBy.get(asking) as Asking;
        create({ org, endpoint, station, origin, requestedBy, at });
        row = open(endpoint);
      }
      if (!row || row.op_id !== null) return;
      const opId = orders.give(target, 'dlRxStatQry', endpoint, row.id, at);
      if (opId === undefined) return;
      setWritten.run(station, session, opId, at, row.id);
      moveLine.run(station, session, opId, 'sent', row.line);
      raise('endpoint.dl_rx_query_sent', { ...row, station }, at, { opId: String(opId) });
    },

    /** `dlRxStatQryRsp`: the station has it; the endpoint has not answered yet. */
    taken({ session, opId }: Answered): void {
      operations.finish(session, opId);
    },

    /** `error` to `dlRxStatQry`. A query that has moved on meanwhile is not concerned. */
    refused({ session, opId, code, text, at }: Refused): void {
      const { about } = (aboutOf.get(session, opId) as { about: string } | undefined) ?? {};
      operations.finish(session, opId);
      const row = about ? (byId.get(Number(about)) as Row | undefined) : undefined;
      if (row?.state !== 'pending' || row.session !== session || row.op_id !== opId) return;
      end(row, 'failed', at, `${code} ${text}`);
    },

    /**
     * Ends queries whose answer did not come within `queryMs` of their writing, or that waited for a downlink for a day.
     * @returns how many; ask again while there are any
     */
    expire({ now, credible }: Moment, queryMs: number): number {
      const late = [
        ...unanswered.all(before(credible, queryMs), MAX_EXPIRED),
        ...unwritten.all(before(credible, UNWRITTEN_MS), MAX_EXPIRED),
      ] as Row[];
      for (const row of late) {
        end(row, 'timeout', now);
        raise('endpoint.dl_rx_query_timeout', row, now, row.op_id === null ? {} : { opId: String(row.op_id) });
      }
      return late.length;
    },

    /** `dlRxStat`: always taken, asked for or not, whichever station brings it; of unknown endpoints nothing is stored. */
    report({ station, epEui, rxTime, packetCnt, dlRxSnr, dlRxRssi, progress, at }: RxStatusReport): void {
      operations.advance(progress);
      const known = liveEndpoint.get(epEui) as Pick<Row, 'id' | 'org' | 'eui' | 'name'> | undefined;
      if (!known) return;
      const { id: endpoint } = known;
      const pending = open(endpoint);
      const { changes } = insertReport.run(
        ...[uuid7(at), endpoint, station, rxTime, at, packetCnt, dlRxSnr, dlRxRssi, pending?.id ?? null],
      );
      if (changes === 0) return;
      if (pending) end(pending, 'received', at);
      raise('endpoint.dl_rx_status_received', { ...known, endpoint, station }, at, { dlRxSnr, dlRxRssi, packetCnt });
    },

    /** Messages behind a place have just become visible: reports go with the first of their endpoint (SCACI 7.6). */
    carry(after: number): void {
      setMessage.run(after, after);
    },

    /** The station knows nothing of the time before (BSSCI 6.5): what was written to it waits for another downlink. */
    stationForgot(station: number): void {
      for (const row of writtenTo.all(station) as Row[]) takeBack(row);
    },

    /** The station has dropped or refused the downlink that the query was to go with. */
    carrierLost(station: number, endpoint: number): void {
      const row = open(endpoint);
      if (row?.station === station) takeBack(row);
    },

    /** No station is to answer for the endpoint under the name it had. */
    endpointLeft(endpoint: number): void {
      takeBack(open(endpoint));
    },

    endpointDeleted(endpoint: number, at: number): void {
      const row = open(endpoint);
      if (row) end(row, 'failed', at, 'the endpoint was deleted');
    },
  };
}
export type RxStatus = ReturnType<typeof rxStatusStore>;

interface Asking {
  org: number;
  source: RequestSource;
  created_by: string;
}
