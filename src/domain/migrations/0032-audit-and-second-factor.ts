import type { Migration } from '../../database/migrate.ts';

/**
 * What users sign in with beside their passwords. Audit events hang together by hashes, in a chain for each organization and one for the installation (organization 0). What was stored
 * before has none: a chain says how many such events stand before its first link.
 */
export const auditAndSecondFactor: Migration = {
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

    CREATE TABLE second_factor (
      user INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      secret BLOB NOT NULL, -- sealed
      enrolled_at INTEGER NOT NULL, confirmed_at INTEGER, -- null: not in force yet
      last_step INTEGER NOT NULL -- of time: codes up to it are used
    ) STRICT;
    CREATE TABLE recovery_code (
      user INTEGER NOT NULL REFERENCES second_factor (user) ON DELETE CASCADE, hash BLOB NOT NULL CHECK (length(hash) = 32), -- SHA-256
      PRIMARY KEY (user, hash)
    ) STRICT, WITHOUT ROWID;
  `,
};
