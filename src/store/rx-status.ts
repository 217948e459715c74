import type { Answered, Refused, ReportedReception } from '../domain/downlink/records.ts';
import type { Progress } from '../domain/station/progress.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { Db } from './driver.ts';
import type { Events } from './events.ts';
import type { Orders } from './orders.ts';
import type { Sessions } from './sessions.ts';

export interface RxStatusParts {
  events: Events;
  orders: Orders;
  sessions: Pick<Sessions, 'finish'>;
  /** Advances the session in the same transaction. */
  advance(progress: Progress): void;
}

/** Queries for the reception status of downlinks, and what endpoints report (BSSCI 12). */
export function rxStatusStore(db: Db, { orders, sessions, advance }: RxStatusParts) {
  const open = db.prepare("SELECT id, op_id FROM rx_query WHERE endpoint = ? AND state = 'pending' LIMIT 1");
  const insert = db.prepare(
    `INSERT INTO rx_query (uuid, org, endpoint, state, requested_by, requested_at, line)
     SELECT ?, org, id, 'pending', '', ?, 0 FROM endpoint WHERE id = ?`,
  );
  const setWritten = db.prepare('UPDATE rx_query SET station = ?, session = ?, op_id = ?, written_at = ? WHERE id = ?');

  return {
    /** The query that waits for a downlink of the endpoint goes before it; `asked`: the downlink itself asks for one. */
    before(target: { station: number; session: number }, endpoint: number, asked: boolean, at: number): void {
      const waiting = open.get(endpoint) as { id: number; op_id: number | null } | undefined;
      if (waiting ? waiting.op_id !== null : !asked) return;
      const id = waiting?.id ?? insert.run(uuid7(at), at, endpoint).lastInsertRowid;
      const opId = orders.give(target, 'dlRxStatQry', endpoint, id, at);
      if (opId !== undefined) setWritten.run(target.station, target.session, opId, at, id);
    },

    /** `dlRxStatQryRsp`. */
    taken({ session, opId }: Answered): void {
      sessions.finish(session, opId);
    },

    /** `error` to `dlRxStatQry`. */
    refused({ session, opId }: Refused): void {
      sessions.finish(session, opId);
    },

    /** Ends queries whose answer did not come within `queryMs` of their writing, or that waited for a downlink for a day. */
    expire(_now: number, _queryMs: number): void {},

    /** `dlRxStat`: always taken. */
    report({ progress }: ReportedReception): void {
      advance(progress);
    },
  };
}
export type RxStatus = ReturnType<typeof rxStatusStore>;
