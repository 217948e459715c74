import type { Migration } from '../../database/migrate.ts';

/** How far a session has come is stored with each open telegram, in the page that is written for it anyway. */
export const uplinkProgress: Migration = {
  id: 17,
  up: `
    -- As in session, where it comes when the window closes; 0: it is there already.
    ALTER TABLE uplink ADD COLUMN session INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE uplink ADD COLUMN last_bs INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE uplink ADD COLUMN done_bs INTEGER NOT NULL DEFAULT 0;
  `,
};
