import type { Migration } from '../../database/migrate.ts';

/** Hours whose messages have got a better copy since their block was sealed: their figures are counted again. */
export const changedHours: Migration = {
  id: 64,
  up: `
    CREATE TABLE changed_hour (
      org INTEGER NOT NULL, start_at INTEGER NOT NULL, late_seq INTEGER NOT NULL, -- place of the last of these copies
      PRIMARY KEY (org, start_at)
    ) STRICT, WITHOUT ROWID;
  `,
};
