import type { Migration } from '../../database/migrate.ts';

/** What calls that may be repeated came to. */
export const once: Migration = {
  id: 37,
  up: `
    CREATE TABLE once (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL, caller TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
      kept_at INTEGER NOT NULL,
      up_to INTEGER NOT NULL, -- bytes of all that was kept for the caller, up to this row
      result TEXT NOT NULL, -- JSON
      secret BLOB, -- sealed: what the first call was answered beside it
      UNIQUE (org, caller, key)
    ) STRICT;
    CREATE INDEX once_of ON once (org, caller, up_to);
    CREATE INDEX once_age ON once (kept_at);
  `,
};
