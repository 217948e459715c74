import type { Migration } from '../../database/migrate.ts';

/** From where, and by which program, somebody has signed in. */
export const signInPlace: Migration = {
  id: 89,
  // an older program signs in without them
  readableFrom: 75,
  up: `
    ALTER TABLE sign_in ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- of the client, without port
    ALTER TABLE sign_in ADD COLUMN user_agent TEXT NOT NULL DEFAULT ''; -- as it says itself
  `,
};
