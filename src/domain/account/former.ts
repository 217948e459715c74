import type { Db } from '../../database/driver.ts';

/** Those of an organization that are deleted and still have a row: of a fleet that is replaced now and then there are far fewer. */
export const MOST_FORMER = 100_000;

/** Whether so many of an organization are deleted, and named by what they have left behind, that no more can be registered. */
export function formerFull(db: Db, table: 'endpoint' | 'base_station'): (org: number) => boolean {
  const last = db.prepare(
    `SELECT 1 FROM ${table} WHERE org = ? AND deleted_at IS NOT NULL LIMIT 1 OFFSET ${MOST_FORMER - 1}`,
  );
  return org => last.get(org) !== undefined;
}
