import type { Migration } from '../../database/migrate.ts';

/** Digital devices, what they wrap, and the sensors that they carry. */
export const device: Migration = {
  id: 33,
  up: `
    CREATE TABLE device (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are searched
      interval_unit TEXT, interval_value INTEGER, -- as it was given
      version INTEGER NOT NULL, -- grows with each change of what is shown of it
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    -- With what a search compares: it reads nothing else.
    CREATE INDEX device_name ON device (org, name, uuid, name_key);
    CREATE INDEX device_created ON device (org, created_at, uuid);

    -- An endpoint of this service center, or what another connection calls a device.
    CREATE TABLE physical_device (
      device INTEGER PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      endpoint INTEGER UNIQUE REFERENCES endpoint (id),
      connection TEXT, client_device_id TEXT,
      configuration TEXT NOT NULL, -- JSON: of an endpoint, what it has no field for
      given TEXT NOT NULL, -- JSON: names of the fields of the endpoint that were given
      secrets BLOB, -- sealed JSON: what configuration has as ***
      created_by_api INTEGER NOT NULL, -- 1: the endpoint was registered with it
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      CHECK ((endpoint IS NULL) = (connection IS NOT NULL)), CHECK ((connection IS NULL) = (client_device_id IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX physical_device_client ON physical_device (org, client_device_id, connection);
    CREATE INDEX physical_device_connection ON physical_device (org, connection);

    CREATE TABLE device_sensor (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      template TEXT NOT NULL, -- uuid; those of the system are no rows
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      UNIQUE (device, template)
    ) STRICT;
    CREATE INDEX device_sensor_template ON device_sensor (template, device);

    -- Of sensors on physical devices.
    CREATE TABLE sensor_mapping (
      sensor INTEGER PRIMARY KEY REFERENCES device_sensor (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE, source_path TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE device_image (
      device INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
      media INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
      is_cover INTEGER NOT NULL, position INTEGER NOT NULL, -- 0, 1
      PRIMARY KEY (device, media)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_image_media ON device_image (media);

    -- Fields of an endpoint are changed by hand, by application centers and by attaching: a device shows them all. Whether there is a
    -- session key is shown, but one that attaching renews looks like the one before.
    CREATE TRIGGER device_version AFTER UPDATE OF eui, ep_class, nwk_key, nwk_sn_key, app_key, sh_addr, pre_attach, dual_chan, repetition,
      wide_carr_off, long_blk_dist, type_eui, device_model, blueprint, tags, uplink_interval_s ON endpoint
      WHEN (old.eui, old.ep_class, old.nwk_key, old.app_key, old.sh_addr, old.pre_attach, old.dual_chan, old.repetition,
          old.wide_carr_off, old.long_blk_dist, old.type_eui, old.device_model, old.blueprint, old.tags, old.uplink_interval_s) IS NOT
        (new.eui, new.ep_class, new.nwk_key, new.app_key, new.sh_addr, new.pre_attach, new.dual_chan, new.repetition,
          new.wide_carr_off, new.long_blk_dist, new.type_eui, new.device_model, new.blueprint, new.tags, new.uplink_interval_s)
        OR (old.nwk_sn_key IS NULL) <> (new.nwk_sn_key IS NULL)
        OR (old.nwk_sn_key IS NOT new.nwk_sn_key AND old.attach_generation = new.attach_generation)
      BEGIN
        UPDATE device SET version = version + 1, updated_at = max(updated_at, new.updated_at)
          WHERE id = (SELECT device FROM physical_device WHERE endpoint = new.id);
        UPDATE physical_device SET updated_at = max(updated_at, new.updated_at) WHERE endpoint = new.id;
      END;
    -- An image may go by itself.
    CREATE TRIGGER device_image_gone AFTER DELETE ON device_image
      BEGIN UPDATE device SET version = version + 1 WHERE id = old.device; END;
  `,
};
