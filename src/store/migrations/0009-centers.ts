import type { Migration } from '../migrate.ts';

/** Application centers are owed what was theirs when it was received, and have anybody's uplinks transmitted (SCACI 7.5, 7.7). */
export const centers: Migration = {
  id: 9,
  up: `
    -- For which application center the telegram is; null: for every one, empty: for none.
    ALTER TABLE uplink ADD COLUMN ac_eui TEXT;
    ALTER TABLE message ADD COLUMN ac_eui TEXT;

    -- What was received of an endpoint since its centers have deregistered it. Only what a center may still get matters, and of one
    -- whose event is gone it was long ago.
    UPDATE uplink SET ac_eui = '' WHERE endpoint IN (SELECT id FROM endpoint WHERE deregistered <> 0)
      AND arrived_at >= coalesce((SELECT max(v.stored_at) FROM event v
        WHERE v.endpoint = uplink.endpoint AND v.event_type = 'scaci.endpoint_deregistered'), 0);
    UPDATE message SET ac_eui = ''
      WHERE seq > (SELECT min(cursor) FROM center_session WHERE status <> 'terminated')
      AND endpoint IN (SELECT id FROM endpoint WHERE deregistered <> 0)
      AND arrived_at >= coalesce((SELECT max(v.stored_at) FROM event v
        WHERE v.endpoint = message.endpoint AND v.event_type = 'scaci.endpoint_deregistered'), 0);

    -- Of an endpoint that is not registered: it has no line (0), so whose it is stands here.
    ALTER TABLE ul_transmit ADD COLUMN org INTEGER;
    ALTER TABLE ul_transmit ADD COLUMN ep_eui TEXT;
  `,
};
