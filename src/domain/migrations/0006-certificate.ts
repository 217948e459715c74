import type { Migration } from '../../database/migrate.ts';

/** Client certificates and what revoked them (platform API 14). */
export const certificate: Migration = {
  id: 6,
  up: `
    CREATE TABLE certificate (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      kind TEXT NOT NULL, eui TEXT NOT NULL, -- kind bs or ac, and whom it names
      serial TEXT NOT NULL, fingerprint TEXT NOT NULL UNIQUE, not_before_at INTEGER NOT NULL, not_after_at INTEGER NOT NULL,
      pem TEXT NOT NULL, created_at INTEGER NOT NULL,
      revoked_at INTEGER, reason TEXT NOT NULL DEFAULT '',
      private_key BLOB, -- sealed; gone after its one download
      key_until INTEGER -- end of that download; null: the key was never here
    ) STRICT;
    CREATE INDEX certificate_of ON certificate (kind, eui, not_before_at);
    CREATE INDEX certificate_serial ON certificate (ltrim(serial, '0'));
    CREATE INDEX certificate_end ON certificate (not_after_at);
    CREATE INDEX certificate_key ON certificate (key_until) WHERE private_key IS NOT NULL;

    -- Every certificate of an EUI that was there at a moment, also those that were never seen.
    CREATE TABLE revoked_eui (
      kind TEXT NOT NULL, eui TEXT NOT NULL, revoked_at INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, eui)
    ) STRICT, WITHOUT ROWID;
  `,
};
