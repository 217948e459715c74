import type { Migration } from '../../database/migrate.ts';

/** API keys, of which only a digest is kept. */
export const apiKey: Migration = {
  id: 27,
  up: `
    CREATE TABLE api_key (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, key_type TEXT NOT NULL, -- user, service_account
      user_id TEXT, user_email TEXT, -- whose key it is; of a service account none
      prefix TEXT NOT NULL UNIQUE, -- what stands before the first underscore
      hash BLOB NOT NULL CHECK (length(hash) = 32), -- SHA-256 of the whole key
      scopes TEXT NOT NULL, -- JSON
      expires_at INTEGER, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      last_used_at INTEGER, last_used_address TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE UNIQUE INDEX api_key_name ON api_key (org, name);
    CREATE INDEX api_key_created ON api_key (org, created_at);
  `,
};
