import type { Migration } from '../../database/migrate.ts';

/** Who made a key, beyond a name that may be another one by now. */
export const keyCreator: Migration = {
  id: 59,
  up: `
    ALTER TABLE api_key ADD COLUMN creator TEXT; -- uuid of a user or key; null: whoever has the box, or not known
    UPDATE api_key SET creator = (SELECT uuid FROM user WHERE email = created_by);
    WITH told AS (
      SELECT data ->> '$.apiKeyId' AS key, user_id FROM event
      WHERE event_type = 'api_key.created' AND json_valid(data) AND user_id IS NOT NULL
        AND user_email <> 'operator@localhost'
    )
    UPDATE api_key SET creator = (SELECT user_id FROM told WHERE told.key = api_key.uuid) WHERE creator IS NULL;
  `,
};
