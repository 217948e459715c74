import type { Db } from '../../database/driver.ts';
import { auditLine, INSTALLATION_CHAIN } from './audit-chain.ts';
import { auditReader } from './audit-check.ts';
import type { LinkedEvent } from './event-columns.ts';

/** An audit event as a line of JSON, with the hashes that join it to the one before. @param organization uuid; empty: the installation */
export function exportedLine(row: LinkedEvent, organization: string): string {
  const hashes = { prev_hash: hexOf(row.prev_hash), hash: hexOf(row.hash) };
  return `${JSON.stringify({ ...auditLine(row, organization), ...hashes })}\n`;
}

/** Empty in events of before there were chains. */
function hexOf(hash: Uint8Array | null): string {
  return hash === null ? '' : Buffer.from(hash).toString('hex');
}

export interface AuditQuery {
  /** Row id of the organization; null: what belongs to none. */
  readonly org: number | null;
  /** Milliseconds, [from, to). */
  readonly from: number;
  readonly to: number;
  /** Behind the event of this number. */
  readonly after: number;
  /** Lines at most. */
  readonly most: number;
}

/** Lines of one chain, in its order. */
export function auditLines(db: Db) {
  const read = auditReader(db);
  const nameOf = db.prepare('SELECT organization FROM audit_chain WHERE org = ?');

  return {
    lines({ org, from, to, after, most }: AuditQuery): string {
      const chain = org ?? INSTALLATION_CHAIN;
      const { organization = '' } = (nameOf.get(chain) as { organization: string } | undefined) ?? {};
      const lines: string[] = [];
      let last = after;
      for (;;) {
        const portion = read(chain, last);
        for (const row of portion) {
          last = row.seq;
          if (row.timestamp_at >= from && row.timestamp_at < to) lines.push(exportedLine(row, organization));
          if (lines.length >= most) return lines.join('');
        }
        if (portion.length === 0) return lines.join('');
      }
    },
  };
}
