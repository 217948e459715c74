import type { Db } from '../../database/driver.ts';
import { INSTALLATION_CHAIN } from './audit-chain.ts';

interface Link {
  seq: number;
  stored_at: number;
  hash: Uint8Array | null;
}

/**
 * Takes old audit events away, chain by chain and from their old end only: the last hash that went is kept, so that what stays can still
 * be checked. An event behind a younger one stays as long as that; one of a clock that was ahead as long as the one behind it.
 */
export function auditRetention(db: Db) {
  const next = db.prepare('SELECT org, removed FROM audit_chain WHERE org >= ? ORDER BY org LIMIT 1');
  const oldest = db.prepare(
    `SELECT seq, stored_at, hash FROM event INDEXED BY event_of_chain WHERE category = 'audit' AND org IS ?
       AND seq < (SELECT max(seq) FROM event) ORDER BY seq LIMIT ?`,
  );
  const behind = db.prepare(
    `SELECT stored_at FROM event INDEXED BY event_of_chain WHERE category = 'audit' AND org IS ?
       AND seq > ? AND stored_at <= ? ORDER BY seq LIMIT 1`,
  );
  const drop = db.prepare('DELETE FROM event WHERE seq = ?');
  const moved = db.prepare('UPDATE audit_chain SET removed = ?, unlinked = unlinked - ? WHERE org = ?');
  const forget = db.prepare('DELETE FROM audit_break WHERE org = ? AND after_hash = ?');

  /**
   * @param after chains before it have been walked, 0 at first
   * @param latest what is later was stored by a clock that was ahead
   */
  return (
    after: number,
    limit: number,
    until: number,
    latest: number,
  ): { removed: number; more: boolean; after?: number } => {
    const chain = next.get(after) as { org: number; removed: Uint8Array } | undefined;
    if (!chain) return { removed: 0, more: false };
    const org = chain.org === INSTALLATION_CHAIN ? null : chain.org;
    const rows = oldest.all(org, limit) as unknown as Link[];
    const young = rows.findIndex(row => row.stored_at >= until && row.stored_at <= latest);
    const passed = young < 0 ? rows : rows.slice(0, young);
    const end = passed.at(-1);
    const follower = young < 0 && end && (behind.get(org, end.seq, latest) as { stored_at: number } | undefined);
    const isOld = follower ? follower.stored_at < until : false;
    const old = isOld ? passed : passed.slice(0, passed.findLastIndex(row => row.stored_at < until) + 1);
    let { removed } = chain;
    let unlinked = 0;
    for (const { seq, hash } of old) {
      drop.run(seq);
      if (hash === null) {
        unlinked++;
        continue;
      }
      // A gap before an event that is gone matters no more.
      forget.run(chain.org, removed);
      removed = hash;
    }
    if (old.length > 0) moved.run(removed, unlinked, chain.org);
    const isDone = old.length < limit;
    return { removed: old.length, more: true, after: isDone ? chain.org + 1 : chain.org };
  };
}
