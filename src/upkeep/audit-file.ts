import { type Engine, withReader } from '../database/driver.ts';
import { mustExist } from '../database/files.ts';
import { tablesOf } from '../database/snapshot/snapshot.ts';
import { auditReader, type ChainsLooked, checkChains } from '../domain/event/audit-check.ts';
import { exportedLine } from '../domain/event/audit-export.ts';
import type { Clock } from '../kit/time/clock.ts';

export interface ChainsChecked extends ChainsLooked {
  /** Nothing was left for want of time. */
  readonly all: boolean;
}

/**
 * Looks whether audit events are as they were stored, and begins no further portion when the time is over (milliseconds). Reads only,
 * beside a running server or not. @returns undefined: the database is of a release that had no chains
 */
export function checkAudit(
  path: string,
  engine: Engine,
  clock: Pick<Clock, 'monotonic'>,
  ms: number,
): ChainsChecked | undefined {
  return withReader(path, engine, db => {
    if (!tablesOf(db).includes('audit_chain')) return undefined;
    const begun = clock.monotonic();
    // A server may store and remove events meanwhile: all portions are of one moment.
    db.exec('BEGIN');
    try {
      let looked: ChainsLooked = { rows: 0, chains: 0, troubles: [] };
      for (looked of checkChains(db)) if (clock.monotonic() - begun > ms) return { ...looked, all: false };
      return { ...looked, all: true };
    } finally {
      db.exec('COMMIT');
    }
  });
}

/** Which audit events are exported. */
export interface AuditRange {
  /** Uuid; undefined: of the installation and of all organizations. */
  readonly organization: string | undefined;
  /** When they happened, milliseconds: from the first, before the second. */
  readonly from: number;
  readonly to: number;
}

/**
 * Writes audit events, chain by chain, a line of JSON each. What a running server removes meanwhile may be missing.
 * @returns how many
 * @throws Error when there is no database, or none of this organization in it
 */
export function exportAudit(path: string, engine: Engine, range: AuditRange, write: (lines: string) => void): number {
  mustExist(path);
  return withReader(path, engine, db => {
    if (!tablesOf(db).includes('audit_chain'))
      throw new Error(`${path} is of an older release: start the service once`);
    const { organization, from, to } = range;
    const chains = db
      .prepare('SELECT org, organization FROM audit_chain WHERE ? IS NULL OR organization = ? ORDER BY org')
      .all(organization ?? null, organization ?? null) as { org: number; organization: string }[];
    if (organization !== undefined && chains.length === 0) {
      throw new Error(`there are no audit events of an organization ${organization}`);
    }
    const read = auditReader(db);
    let written = 0;
    for (const chain of chains) {
      let after = Number.MIN_SAFE_INTEGER;
      for (;;) {
        const portion = read(chain.org, after);
        const last = portion.at(-1);
        if (last === undefined) break;
        after = last.seq;
        const chosen = portion.filter(({ timestamp_at: at }) => at >= from && at < to);
        written += chosen.length;
        write(chosen.map(row => exportedLine(row, chain.organization)).join(''));
      }
    }
    return written;
  });
}
