import { createHash } from 'node:crypto';
import type { Db } from '../../database/driver.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import type { StoredEvent } from './event-columns.ts';

/** What stands before the first link of a chain. */
export const BEGINNING: Uint8Array = new Uint8Array(32);
/** The chain of the installation; the others are those of their organization's row id. */
export const INSTALLATION_CHAIN = 0;

/** An event of category audit as it is exported: the names of `Event`. */
export type AuditLine = Readonly<Record<string, unknown>>;

/** @param organizationId uuid; empty: of the installation */
export function auditLine(row: StoredEvent, organizationId: string): AuditLine {
  return {
    id: row.uuid,
    seq: String(row.seq),
    event_type: row.event_type,
    category: row.category,
    severity: row.severity,
    title: row.title,
    description: row.description,
    source_type: row.source_type,
    source_id: row.source_id,
    source_name: row.source_name,
    ep_eui: row.ep_eui ?? '',
    bs_eui: row.bs_eui ?? '',
    ac_eui: row.ac_eui ?? '',
    user_id: row.user_id ?? '',
    user_email: row.user_email ?? '',
    // As it was told when the event was chained.
    timestamp: new Date(row.timestamp_at - row.moved_ms).toISOString(),
    stored_at: new Date(row.stored_at - row.moved_ms).toISOString(),
    data: JSON.parse(row.data) as unknown,
    organization_id: organizationId,
    count: row.count,
  };
}

/**
 * SHA-256 over the canonical form (RFC 8785) of the exported line with `prev_hash`, and without `hash` and `seq`: the place in the
 * database may move when a copy goes on, and the order is that of the hashes.
 */
export function hashOf(line: AuditLine, previous: Uint8Array): Uint8Array {
  const { seq: _place, ...said } = line;
  const form = canonicalJson({ ...said, prev_hash: Buffer.from(previous).toString('hex') });
  return createHash('sha256').update(form).digest();
}

/** Where the next event of a chain is linked to. */
interface Chain {
  readonly organization: string;
  readonly head: Uint8Array;
}

/** Joins audit events to their chain, in the transaction of the event: nothing is kept that a rollback would not take back. */
export function auditChains(db: Db) {
  const find = db.prepare('SELECT organization, head FROM audit_chain WHERE org = ?');
  const begin = db.prepare(
    `INSERT INTO audit_chain (org, organization, unlinked, removed, head)
     VALUES (?, coalesce((SELECT uuid FROM organization WHERE id = ?), ''), 0, ?, ?)`,
  );
  const advance = db.prepare('UPDATE audit_chain SET head = ? WHERE org = ?');
  const chainOf = (org: number): Chain => {
    const known = find.get(org) as Chain | undefined;
    if (known) return known;
    begin.run(org, org, BEGINNING, BEGINNING);
    return find.get(org) as unknown as Chain;
  };
  return {
    /** @returns what is stored beside the event */
    link(row: StoredEvent): { prev_hash: Uint8Array; hash: Uint8Array } {
      const org = row.org ?? INSTALLATION_CHAIN;
      const { organization, head } = chainOf(org);
      const hash = hashOf(auditLine(row, organization), head);
      advance.run(hash, org);
      return { prev_hash: head, hash };
    },
  };
}
