import type { Migration } from '../../database/migrate.ts';

/**
 * Downlinks by the time they were asked for, of an organization and of an endpoint; with the state, so that they are counted in the index.
 * Partial, though all are in it: only who says so gets it, and other lists keep the narrow ones they have.
 */
export const downlinkTimes: Migration = {
  id: 39,
  up: `
    CREATE INDEX downlink_asked ON downlink (org, created_at, que_id, state) WHERE created_at >= 0;
    CREATE INDEX downlink_asked_of ON downlink (endpoint, created_at, que_id, org, state) WHERE created_at >= 0;
  `,
};
