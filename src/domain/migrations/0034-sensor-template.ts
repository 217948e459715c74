import type { Migration } from '../../database/migrate.ts';

/** What sensors measure, and the images of devices. */
export const sensorTemplate: Migration = {
  id: 34,
  up: `
    -- Those of the system are in the code.
    CREATE TABLE sensor_template (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, name_key TEXT NOT NULL, -- by which names are ordered
      description TEXT NOT NULL, kind TEXT NOT NULL, unit TEXT NOT NULL, value_type TEXT NOT NULL, default_key TEXT NOT NULL,
      min REAL, max REAL, decimals INTEGER,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sensor_template_by_name ON sensor_template (org, name_key, uuid);

    -- An image never changes; its bytes are apart, so that rows are short.
    CREATE TABLE media (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      filename TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL, -- bytes
      unused_since INTEGER, -- as the daily look has found it; null: something refers to it
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX media_of ON media (org, size);
    CREATE TABLE media_content (
      media INTEGER PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE, content BLOB NOT NULL
    ) STRICT;
  `,
};
