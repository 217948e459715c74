import type { Migration } from '../../database/migrate.ts';

/**
 * Silence goes by arrival, in the time that was listened: when the newest telegram of each endpoint arrived, and how far the time of day was from
 * that time along the log. A row begins where it was another one than before: after a pause of the service, and when the clock was set.
 */
export const listened: Migration = {
  id: 48,
  up: `
    ALTER TABLE endpoint_heard ADD COLUMN arrived_ms INTEGER;
    CREATE TABLE listened (
      id INTEGER PRIMARY KEY,
      after_seq INTEGER NOT NULL, -- it holds for messages behind this place
      offset_ms INTEGER NOT NULL, -- time of day less time listened
      from_ms INTEGER NOT NULL, upto_ms INTEGER NOT NULL -- time listened
    ) STRICT;
  `,
};
