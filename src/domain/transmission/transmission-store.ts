import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Requester } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import type { Operations } from '../session/operations.ts';
import type { Answered, Refused } from '../session/session-records.ts';
import type { NewTransmission } from './transmission-records.ts';

/** Unanswered ones in one session: a station that answers none of them must not fill the store. */
const MAX_OPEN = 64;
/** A station that works has answered by then (milliseconds). */
const BUSY_RETRY_MS = 1000;

/** In place of a line: an endpoint that is not registered has no timeline. */
const NO_LINE = 0;

type End = 'completed' | 'failed' | 'timeout';

interface OpenRow {
  session: number;
  op_id: number;
  packet_cnt: number;
  line: number;
  status: string;
  org: number;
  endpoint: number | null;
  station: number;
  ep_eui: string;
  bs_eui: string;
  name: string;
}

/** What an endpoint would send with. Its key is sealed. */
export interface SenderRow {
  sh_addr: number | null;
  attach_sh_addr: number | null;
  attach_origin: string | null;
  pre_attach: number;
  nwk_key: Uint8Array | null;
  nwk_sn_key: Uint8Array | null;
}

export const salvagedTransmissions: SalvagedTables = { group: 'downlinks', tables: ['ul_transmit'] };

/** Uplinks that stations transmit for endpoints, from the request to its answer (BSSCI 13). */
export function ulTransmitStore(
  db: Db,
  { events, operations }: { events: Events; operations: Pick<Operations, 'issue' | 'finish'> },
) {
  const sender = db.prepare(
    `SELECT sh_addr, attach_sh_addr, attach_origin, pre_attach, nwk_key, nwk_sn_key FROM endpoint
     WHERE id = ? AND deleted_at IS NULL`,
  );
  const countOf = db.prepare('SELECT count(*) AS count FROM ul_transmit WHERE session = ?');
  const insert = db.prepare(
    'INSERT INTO ul_transmit (session, op_id, packet_cnt, line, org, ep_eui) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at, actor)
     SELECT ?, org, id, 'ul_transmit', ?, ?, ?, ?, 'sent', ?, ? FROM endpoint WHERE id = ?`,
  );
  // A base station of another organization shows its EUI, but not its name (platform API 1.8).
  const SOURCE = `SELECT t.session, t.op_id, t.packet_cnt, t.line, t.status, coalesce(o.org, t.org) AS org, o.endpoint,
      s.station, coalesce(e.eui, t.ep_eui) AS ep_eui, b.eui AS bs_eui, iif(b.org = coalesce(o.org, t.org), b.name, '') AS name
    FROM ul_transmit t JOIN session s ON s.id = t.session JOIN base_station b ON b.id = s.station
    LEFT JOIN endpoint_operation o ON o.id = t.line LEFT JOIN endpoint e ON e.id = o.endpoint`;
  const open = db.prepare(`${SOURCE} WHERE t.session = ? AND t.op_id = ?`);
  const openAt = db.prepare(`${SOURCE} WHERE t.session IN (SELECT id FROM session WHERE station = ?)`);
  const abandoned = db.prepare(
    `${SOURCE} WHERE t.session = ? AND NOT EXISTS (SELECT 1 FROM operation p WHERE p.session = t.session AND p.op_id = t.op_id)`,
  );
  const setStatus = db.prepare('UPDATE ul_transmit SET status = ? WHERE session = ? AND op_id = ?');
  const setLine = db.prepare('UPDATE endpoint_operation SET status = ?, error = ?, finished_at = ? WHERE id = ?');
  const close = db.prepare('DELETE FROM ul_transmit WHERE session = ? AND op_id = ?');

  const raise = (row: OpenRow, status: 'sent' | End, at: number, by?: Requester) =>
    events.raise({
      ...{ type: 'basestation.ul_transmit', org: row.org, endpoint: row.endpoint ?? undefined, station: row.station },
      ...{ epEui: row.ep_eui, bsEui: row.bs_eui, sourceName: row.name, userId: by?.userId, userEmail: by?.userEmail },
      ...{ at, storedAt: at },
      data: { epEui: row.ep_eui, packetCnt: row.packet_cnt, opId: String(row.op_id), status },
    });

  const finish = (row: OpenRow, status: End, error: string, at: number) => {
    close.run(row.session, row.op_id);
    setLine.run(status, error, at, row.line);
    if (row.status !== status) raise(row, status, at);
  };

  const answer = ({ session, opId, at }: Answered, status: End, error: string) => {
    const row = open.get(session, opId) as OpenRow | undefined;
    operations.finish(session, opId);
    if (row) finish(row, status, error, at);
  };

  return {
    /** With which key and address an endpoint would send. */
    sender(endpoint: number): SenderRow | undefined {
      return sender.get(endpoint) as SenderRow | undefined;
    },

    /** @returns the id of the operation, undefined when the session is gone. @throws fault RateLimited */
    start: intake(
      ({ session, station, endpoint, packetCnt, content, ...asked }: NewTransmission): number | undefined => {
        const { operationId, origin, by, at } = asked;
        if ((countOf.get(session) as { count: number }).count >= MAX_OPEN) {
          throw fault('RateLimited', { under_way: MAX_OPEN, retry_after_ms: BUSY_RETRY_MS });
        }
        const registered = typeof endpoint === 'number' ? endpoint : null;
        const opId = operations.issue({ session, command: 'ulDataTx', content, at }, registered);
        if (opId === undefined) return undefined;
        if (typeof endpoint !== 'number') insert.run(session, opId, packetCnt, NO_LINE, endpoint.org, endpoint.epEui);
        else {
          const line = insertLine.run(operationId, origin, station, session, opId, at, by.actor, endpoint);
          insert.run(session, opId, packetCnt, line.lastInsertRowid, null, null);
        }
        raise(open.get(session, opId) as OpenRow, 'sent', at, by);
        return opId;
      },
    ),

    /** `ulDataTxRsp`: the station has sent it, or will. */
    completed(answered: Answered): void {
      answer(answered, 'completed', '');
    },

    /** `error` to `ulDataTx`. */
    refused({ code, text, ...answered }: Refused): void {
      answer(answered, 'failed', `${code} ${text}`);
    },

    /** No answer in time. It stays open: the next resumes repeat it (BSSCI 15). */
    late({ session, opId, at }: Answered): void {
      const row = open.get(session, opId) as OpenRow | undefined;
      if (row?.status !== 'sent') return;
      setStatus.run('timeout', session, opId);
      setLine.run('timeout', 'no answer', null, row.line);
      raise(row, 'timeout', at);
    },

    /** A resume has given up what was repeated often enough. */
    givenUp(session: number, at: number): void {
      for (const row of abandoned.all(session) as OpenRow[]) finish(row, 'timeout', 'no answer', at);
    },

    /** The station knows nothing of the time before (BSSCI 6.5). */
    stationForgot(station: number, reason: string, at: number): void {
      for (const row of openAt.all(station) as OpenRow[]) finish(row, 'failed', reason, at);
    },
  };
}
