import type { Migration } from '../../database/migrate.ts';

/** Uplinks that stations are asked to transmit for endpoints (BSSCI 13). */
export const ulTransmit: Migration = {
  id: 3,
  up: `
    -- Those without an answer. The request is in the operation, whom it is about in the line.
    CREATE TABLE ul_transmit (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      packet_cnt INTEGER NOT NULL, line INTEGER NOT NULL, -- its row of endpoint_operation
      PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
