import type { Migration } from '../../database/migrate.ts';

/** What a message says is not stored but read again by the blueprint that it was decoded with. */
export const decoding: Migration = {
  id: 15,
  up: `
    -- A row of decoding; null: nothing decoded it. The columns decoded and blueprint were never written.
    ALTER TABLE message ADD COLUMN decoding INTEGER;
    -- Few of many, as a rule, and what is looked for.
    CREATE INDEX message_failed ON message (org, rx_time_ns) WHERE decode_status = 'failed';
  `,
};
