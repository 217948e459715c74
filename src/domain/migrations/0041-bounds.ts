import type { Migration } from '../../database/migrate.ts';

/** What is counted because there may only be so much of it. */
export const bounds: Migration = {
  id: 41,
  up: `
    ALTER TABLE value_key ADD COLUMN org INTEGER NOT NULL DEFAULT 0; -- whose values brought it in; 0: nobody knows
    CREATE INDEX value_key_of ON value_key (org) WHERE org <> 0;
    CREATE INDEX sign_in_of ON sign_in (user, id);
    CREATE INDEX alert_silence_of ON alert_silence (org, until_at);
  `,
};
