import type { Migration } from '../../database/migrate.ts';

/** What the bytes of endpoints mean: manufacturers, their device models, and the blueprints by which payloads are read. */
export const catalog: Migration = {
  id: 14,
  up: `
    -- Of every row here: without an organization it is of the system, which all organizations share.
    CREATE TABLE manufacturer (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are compared
      code TEXT NOT NULL, description TEXT NOT NULL, website TEXT NOT NULL, contact_email TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX manufacturer_name ON manufacturer (name_key, coalesce(org, 0));
    CREATE UNIQUE INDEX manufacturer_code ON manufacturer (code, coalesce(org, 0));

    CREATE TABLE device_model (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      manufacturer INTEGER NOT NULL REFERENCES manufacturer (id), name TEXT NOT NULL, name_key TEXT NOT NULL, code TEXT NOT NULL,
      type_eui TEXT, description TEXT NOT NULL, datasheet_url TEXT NOT NULL, ep_class TEXT NOT NULL,
      uplink_interval_s INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX device_model_name ON device_model (manufacturer, name_key, coalesce(org, 0));
    CREATE UNIQUE INDEX device_model_code ON device_model (manufacturer, code, coalesce(org, 0));
    CREATE UNIQUE INDEX device_model_type ON device_model (type_eui, coalesce(org, 0)) WHERE type_eui IS NOT NULL;
    CREATE INDEX device_model_by_name ON device_model (name_key, id);

    -- What was found in its document stands beside it; the document is apart, so that lists read short rows.
    CREATE TABLE blueprint (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      device_model INTEGER NOT NULL REFERENCES device_model (id), version TEXT NOT NULL, name TEXT NOT NULL,
      description TEXT NOT NULL, is_default INTEGER NOT NULL,
      type_eui TEXT, -- none when the document has only a placeholder
      spec_type_eui TEXT NOT NULL, uplink_formats TEXT NOT NULL, downlink_formats TEXT NOT NULL, output_names TEXT NOT NULL,
      checksum TEXT NOT NULL, registry_state TEXT NOT NULL DEFAULT '', registry_url TEXT NOT NULL DEFAULT '',
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX blueprint_version ON blueprint (device_model, version);
    CREATE UNIQUE INDEX blueprint_default ON blueprint (device_model) WHERE is_default <> 0;
    CREATE INDEX blueprint_type ON blueprint (type_eui, created_at) WHERE type_eui IS NOT NULL;
    CREATE INDEX blueprint_by_time ON blueprint (created_at, id);
    CREATE TABLE blueprint_document (
      blueprint INTEGER PRIMARY KEY REFERENCES blueprint (id) ON DELETE CASCADE, document TEXT NOT NULL -- as received
    ) STRICT;

    -- By what messages were decoded. Both outlive the blueprint.
    CREATE TABLE decoded_document (
      id INTEGER PRIMARY KEY, blueprint TEXT NOT NULL, checksum TEXT NOT NULL, version TEXT NOT NULL, type_eui TEXT NOT NULL,
      document TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX decoded_document_of ON decoded_document (blueprint, checksum);
    CREATE TABLE decoding (
      id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES decoded_document (id),
      calibration TEXT NOT NULL -- as the endpoint has it, or empty
    ) STRICT;
    CREATE UNIQUE INDEX decoding_of ON decoding (document, calibration);

    -- JSON, keys sorted; null: the blueprint's own values hold.
    ALTER TABLE endpoint ADD COLUMN calibration TEXT;
    CREATE INDEX endpoint_of_model ON endpoint (device_model, org) WHERE device_model IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX endpoint_pinned ON endpoint (blueprint, org) WHERE blueprint IS NOT NULL AND deleted_at IS NULL;
  `,
};
