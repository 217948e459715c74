import type { Migration } from '../../database/migrate.ts';

/**
 * Audit events hang together by hashes, in a chain for each organization and one for the installation (organization 0). What was stored
 * before has none: a chain says how many such events stand before its first link.
 */
export const audit: Migration = {
  id: 32,
  up: `
    ALTER TABLE event ADD COLUMN prev_hash BLOB;
    ALTER TABLE event ADD COLUMN hash BLOB;
    CREATE INDEX event_of_chain ON event (org, seq) WHERE category = 'audit';
    CREATE TABLE audit_chain (
      org INTEGER PRIMARY KEY, organization TEXT NOT NULL, unlinked INTEGER NOT NULL, removed BLOB NOT NULL, head BLOB NOT NULL
    ) STRICT;
    CREATE TABLE audit_break (
      org INTEGER NOT NULL, after_hash BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (org, after_hash)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO audit_chain (org, organization, unlinked, removed, head)
      SELECT coalesce(e.org, 0), coalesce(o.uuid, ''), count(*), zeroblob(32), zeroblob(32)
      FROM event e LEFT JOIN organization o ON o.id = e.org WHERE e.category = 'audit' GROUP BY e.org;
  `,
};
