import type { Migration } from '../../database/migrate.ts';

/** What was said last of an uplink that a base station is to transmit: each status is told once, also of endpoints that are not registered. */
export const transmissionStatus: Migration = {
  id: 62,
  up: `
    ALTER TABLE ul_transmit ADD COLUMN status TEXT NOT NULL DEFAULT 'sent'; -- sent, timeout
    UPDATE ul_transmit SET status = coalesce((SELECT status FROM endpoint_operation o WHERE o.id = ul_transmit.line), 'sent');
  `,
};
