import type { Migration } from '../../database/migrate.ts';

/** What alerts judge endpoints by, kept in rows that are written anyway, and how many messages an hour brings. */
export const radio: Migration = {
  id: 24,
  up: `
    -- The last 50 counters: a bit for each that was heard, the newest lowest, and one above them that ends them.
    ALTER TABLE endpoint_heard ADD COLUMN counters INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE endpoint_heard ADD COLUMN failures INTEGER NOT NULL DEFAULT 0; -- payloads in a row that could not be decoded
    ALTER TABLE endpoint_heard ADD COLUMN weakest_snr REAL; -- of all its receptions
    ALTER TABLE endpoint_heard ADD COLUMN sole_station INTEGER NOT NULL DEFAULT 0; -- one that heard its newest telegram
    ALTER TABLE endpoint_heard ADD COLUMN shared_at INTEGER NOT NULL DEFAULT 0; -- when another one heard it last

    -- Messages in each hour of the week (UTC, from Thursday 00:00 on), of whole hours.
    CREATE TABLE traffic_hour (
      org INTEGER NOT NULL REFERENCES organization (id), hour INTEGER NOT NULL,
      counts TEXT NOT NULL, -- JSON [[week, messages], ...], the newest first
      PRIMARY KEY (org, hour)
    ) STRICT, WITHOUT ROWID;
  `,
};
