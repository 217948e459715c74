import type { Migration } from '../../database/migrate.ts';

/** What was deleted is found for its age, and counted for its bound. */
export const former: Migration = {
  id: 58,
  up: `
    CREATE INDEX endpoint_former ON endpoint (org, deleted_at) WHERE deleted_at IS NOT NULL;
    CREATE INDEX base_station_former ON base_station (org, deleted_at) WHERE deleted_at IS NOT NULL;
  `,
};
