import type { Migration } from '../../database/migrate.ts';

/** When a refresh token was given: its end moves with that where the clock was wrong then. */
export const refreshed: Migration = {
  id: 49,
  up: `
    ALTER TABLE refresh_token ADD COLUMN given_at INTEGER;
    ALTER TABLE sign_in ADD COLUMN refreshed_at INTEGER;
  `,
};
