import type { Migration } from '../../database/migrate.ts';

/** What waits to be put into the activity of hours and days is stored for many neighbours together. */
export const pendingActivity: Migration = {
  id: 29,
  up: `
    DROP TABLE pending_activity;
    CREATE TABLE pending_activity (
      id INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, -- of their block
      section INTEGER NOT NULL, -- its first place: that of an organization, or several of its endpoints
      start_at INTEGER NOT NULL, cells BLOB NOT NULL -- place by place
    ) STRICT;
    CREATE INDEX pending_activity_of ON pending_activity (section, last_seq);

    -- A database that was counted before is counted anew, from its newest sealed message back.
    DELETE FROM activity;
    DELETE FROM activity_round;
    DELETE FROM decode_failure;
    DELETE FROM activity_from;
    INSERT INTO activity_from (seq) SELECT max(last_seq) + 1 FROM block WHERE sealing = 0 HAVING max(last_seq) IS NOT NULL;
  `,
};
