import type { Migration } from '../../database/migrate.ts';

/** The events of an endpoint and of a base station are listed by time, and in the order of their storage. */
export const eventTimes: Migration = {
  id: 8,
  up: `
    CREATE INDEX event_of_endpoint_by_time ON event (endpoint, timestamp_at) WHERE endpoint IS NOT NULL;
    CREATE INDEX event_of_station_by_time ON event (station, timestamp_at) WHERE station IS NOT NULL;
  `,
};
