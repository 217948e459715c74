import type { Migration } from '../../database/migrate.ts';

/**
 * Events are found by their kind, and those that are kept longer by their age. Beside what was heard of an endpoint stands since when it
 * counts as silent.
 */
export const events: Migration = {
  id: 21,
  up: `
    CREATE INDEX event_of_type ON event (event_type, timestamp_at);
    CREATE INDEX event_of_audit ON event (stored_at) WHERE category IN ('audit', 'security');
    ALTER TABLE endpoint_heard ADD COLUMN inactive_at INTEGER;
  `,
};
