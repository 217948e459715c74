import type { Db, SqlValue } from '../../database/driver.ts';
import { statementsOf } from '../../database/statements.ts';

/** A line of an endpoint's protocol history; times in milliseconds. */
export interface StoredOperation {
  id: number;
  uuid: string;
  operation: string;
  origin: string;
  bs_eui: string | null;
  ac_eui: string | null;
  op_id: number | null;
  status: string;
  error: string;
  started_at: number;
  finished_at: number | null;
  actor: string;
  que_id: number | null;
}

export interface OperationQuery {
  endpoint: number;
  operations: readonly string[];
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

const OPERATION_COLUMNS = `o.id, o.uuid, o.operation, o.origin, s.eui AS bs_eui, o.ac_eui, o.op_id, o.status, o.error,
  o.started_at, o.finished_at, o.actor, o.que_id`;

/** Reads what was done about an endpoint. */
export function timelineStore(db: Db) {
  const statement = statementsOf(db);

  return {
    /** Newest first. @param before row id the previous page ended at */
    operations(
      query: OperationQuery,
      size: number,
      before: number | undefined,
    ): { rows: StoredOperation[]; total: number; more: boolean } {
      const { where, values } = filters([
        ['o.endpoint = ?', query.endpoint],
        ['o.started_at >= ?', query.fromMs],
        ['o.started_at < ?', query.toMs],
        [
          'o.operation IN (SELECT value FROM json_each(?))',
          query.operations.length > 0 ? JSON.stringify(query.operations) : undefined,
        ],
      ]);
      const { total } = statement(`SELECT count(*) AS total FROM endpoint_operation o WHERE ${where}`).get(
        ...values,
      ) as {
        total: number;
      };
      const rows = statement(
        `SELECT ${OPERATION_COLUMNS} FROM endpoint_operation o LEFT JOIN base_station s ON s.id = o.station
         WHERE ${where} AND o.id < ? ORDER BY o.id DESC LIMIT ?`,
      ).all(...values, before ?? Number.MAX_SAFE_INTEGER, size + 1) as StoredOperation[];
      return { rows: rows.slice(0, size), total, more: rows.length > size };
    },
  };
}

function filters(all: readonly (readonly [string, SqlValue | undefined])[]): { where: string; values: SqlValue[] } {
  const set = all.filter(([, value]) => value !== undefined);
  return { where: set.map(([sql]) => sql).join(' AND '), values: set.flatMap(([, value]) => value ?? []) };
}
