import type { Db } from '../../database/driver.ts';
import { BEGINNING, INSTALLATION_CHAIN } from './audit-chain.ts';
import { checkChains } from './audit-check.ts';

/**
 * Notes where the chains of a database that was put together after a damage have gaps, so that they can go on: a check tells of noted
 * gaps for as long as the events beside them are kept.
 * @param whole no audit event was lost. @returns how many chains have a gap
 */
export function mendChains(db: Db, whole: boolean, now: number): number {
  const note = db.prepare('INSERT OR IGNORE INTO audit_break (org, after_hash, at) VALUES (?, ?, ?)');
  // Where a chain without its row ended is not known any more: it goes on behind the newest event that is left.
  const orphans = db
    .prepare(
      `SELECT DISTINCT coalesce(org, ${INSTALLATION_CHAIN}) AS org FROM event WHERE category = 'audit'
         AND coalesce(org, ${INSTALLATION_CHAIN}) NOT IN (SELECT org FROM audit_chain)`,
    )
    .all() as { org: number }[];
  const newest = db.prepare(
    `SELECT hash FROM event WHERE category = 'audit' AND org IS ? AND hash IS NOT NULL ORDER BY seq DESC LIMIT 1`,
  );
  const begin = db.prepare(
    `INSERT INTO audit_chain (org, organization, unlinked, removed, head)
     VALUES (?, coalesce((SELECT uuid FROM organization WHERE id = ?), ''), 0, ?, ?)`,
  );
  const broken = new Set<number>();
  for (const { org } of orphans) {
    const last = newest.get(org === INSTALLATION_CHAIN ? null : org) as { hash: Uint8Array } | undefined;
    const head = last?.hash ?? BEGINNING;
    begin.run(org, org, BEGINNING, head);
    note.run(org, head, now);
    broken.add(org);
  }
  db.exec(
    `UPDATE audit_chain SET unlinked = (SELECT count(*) FROM event
       WHERE category = 'audit' AND org IS nullif(audit_chain.org, ${INSTALLATION_CHAIN}) AND hash IS NULL)`,
  );
  for (const _ of checkChains(db, ({ org, afterHash }) => {
    note.run(org, afterHash, now);
    broken.add(org);
  }));
  if (whole) return broken.size;
  const heads = db.prepare('SELECT org, head FROM audit_chain').all() as { org: number; head: Uint8Array }[];
  for (const { org, head } of heads.filter(chain => !broken.has(chain.org))) {
    note.run(org, head, now);
    broken.add(org);
  }
  return broken.size;
}
