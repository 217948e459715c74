import type { Migration } from '../../database/migrate.ts';

/** Application centers are owed what was theirs when it was received, and have anybody's uplinks transmitted (SCACI 7.5, 7.7). */
export const centers: Migration = {
  id: 7,
  up: `
    -- For which application center the telegram is; null: for every one, empty: for none.
    ALTER TABLE uplink ADD COLUMN ac_eui TEXT;
    ALTER TABLE message ADD COLUMN ac_eui TEXT;

    -- What was received of an endpoint since its centers have deregistered it. Only what a center may still get matters, and of one
    -- whose event is gone it was long ago.
    CREATE TEMP TABLE gone AS SELECT e.id, coalesce(max(v.stored_at), 0) AS since
      FROM endpoint e LEFT JOIN event v ON v.endpoint = e.id AND v.event_type = 'scaci.endpoint_deregistered'
      WHERE e.deregistered <> 0 GROUP BY e.id;
    CREATE UNIQUE INDEX temp.gone_id ON gone (id);
    UPDATE uplink SET ac_eui = '' FROM gone WHERE gone.id = endpoint AND arrived_at >= gone.since;
    UPDATE message SET ac_eui = '' FROM gone WHERE gone.id = endpoint AND arrived_at >= gone.since
      AND seq > (SELECT min(cursor) FROM center_session WHERE status <> 'terminated');
    DROP TABLE temp.gone;

    -- Of an endpoint that is not registered: it has no line (0), so whose it is stands here.
    ALTER TABLE ul_transmit ADD COLUMN org INTEGER;
    ALTER TABLE ul_transmit ADD COLUMN ep_eui TEXT;
  `,
};
