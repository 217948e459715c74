import type { Migration } from '../../database/migrate.ts';

/** By what messages were decoded goes when the last of them has gone. */
export const room: Migration = {
  id: 40,
  up: `
    ALTER TABLE decoding ADD COLUMN last_seq INTEGER NOT NULL DEFAULT 0; -- of sealed messages that refer to it, the last
    UPDATE decoding SET last_seq = (SELECT max(
      coalesce((SELECT max(seq) FROM message), 0), coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_place'), 0)));
  `,
};
