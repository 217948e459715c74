import type { Migration } from '../../database/migrate.ts';

/** Blocks are sealed in slices, and what is counted of them is put into the roll-ups later, that of many blocks at once. */
export const sealing: Migration = {
  id: 10,
  up: `
    -- 1: its postings are not all there yet. It is no block for those who read, and what there is of it goes after a restart.
    ALTER TABLE block ADD COLUMN sealing INTEGER NOT NULL DEFAULT 0;

    -- Figures of sealed blocks that are not in the roll-ups: those of neighbours in one row.
    CREATE TABLE pending_figures (
      id INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, -- of their block
      part INTEGER NOT NULL, figures BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pending_figures_of ON pending_figures (part, last_seq);

    -- The newest message that is counted in the row: the row may be behind the log.
    ALTER TABLE endpoint_heard ADD COLUMN heard_seq INTEGER;
  `,
};
