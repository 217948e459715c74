import type { Migration } from '../../database/migrate.ts';

/** What is sent to an application center in one piece is stored in one row; the rows of before are groups of one. */
export const centerGroups: Migration = {
  id: 13,
  up: `
    -- op_id, seq and receptions are those of the first operation of the group; the ids fall by one, the places rise.
    ALTER TABLE center_operation ADD COLUMN operations INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE center_operation ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 1;
    -- When the line of the first one became visible; null: it is not known here.
    ALTER TABLE center_operation ADD COLUMN stored_at INTEGER;
    -- Of the others, each less than that of the first: places, receptions, times (packDeltas).
    ALTER TABLE center_operation ADD COLUMN others BLOB;
    -- A bit for each that is over; null: none is.
    ALTER TABLE center_operation ADD COLUMN answered BLOB;
  `,
};
