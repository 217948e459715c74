import type { Db } from '../../database/driver.ts';

/** Endpoints that one step looks at. */
const ENDPOINTS = 64;

/** For which center an endpoint was at places of the log that are gone: what says so goes with them. */
export function receiverRetention(db: Db) {
  const pruned = db.prepare(
    "SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0) AS upTo",
  );
  const next = db.prepare('SELECT DISTINCT endpoint FROM center_receiver WHERE endpoint > ? ORDER BY endpoint LIMIT ?');
  // The newest of each center that has it registered stays: it inherits the endpoint by it.
  const drop = db.prepare(
    `DELETE FROM center_receiver AS r WHERE endpoint > ? AND endpoint <= ?
       AND EXISTS (SELECT 1 FROM center_receiver n WHERE n.endpoint = r.endpoint AND n.since > r.since AND n.since <= ?)
       AND (EXISTS (SELECT 1 FROM center_receiver n WHERE n.endpoint = r.endpoint AND n.since > r.since AND n.ac_eui = r.ac_eui)
         OR NOT EXISTS (SELECT 1 FROM center_registration g WHERE g.endpoint = r.endpoint AND g.ac_eui = r.ac_eui))`,
  );

  /** One step. @param after endpoints up to this one are done, 0 at first */
  return (after: number): { removed: number; more: boolean; after?: number } => {
    const rows = next.all(after, ENDPOINTS) as { endpoint: number }[];
    const last = rows.at(-1)?.endpoint;
    if (last === undefined) return { removed: 0, more: false };
    const { upTo } = pruned.get() as { upTo: number };
    return { removed: drop.run(after, last, upTo).changes, more: rows.length === ENDPOINTS, after: last };
  };
}
