import type { Migration } from '../../database/migrate.ts';

/** Events are found by the operation that their data name. What is no whole number, or none that JavaScript holds, names none. */
export const eventOpId: Migration = {
  id: 9,
  up: `
    ALTER TABLE event ADD COLUMN op_id INTEGER;
    UPDATE event SET op_id = CAST(json_extract(data, '$.opId') AS INTEGER)
      WHERE instr(data, '"opId"') > 0 AND json_extract(data, '$.opId') = CAST(CAST(json_extract(data, '$.opId') AS INTEGER) AS TEXT)
        AND CAST(json_extract(data, '$.opId') AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991;
    CREATE INDEX event_of_operation ON event (op_id, timestamp_at) WHERE op_id IS NOT NULL;
  `,
};
