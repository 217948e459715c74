import type { Migration } from '../../database/migrate.ts';

/** What people look at. */
export const dashboard: Migration = {
  id: 35,
  up: `
    CREATE TABLE dashboard (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL, is_default INTEGER NOT NULL, columns INTEGER NOT NULL,
      version INTEGER NOT NULL, -- another one after every change of it or of a widget
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX dashboard_of ON dashboard (org);
    CREATE UNIQUE INDEX dashboard_default ON dashboard (org) WHERE is_default <> 0;

    CREATE TABLE widget (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, dashboard INTEGER NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
      kind TEXT NOT NULL, title TEXT NOT NULL,
      x INTEGER NOT NULL, y INTEGER NOT NULL, w INTEGER NOT NULL, h INTEGER NOT NULL, -- in columns and rows
      query TEXT, settings TEXT NOT NULL, -- JSON
      version INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX widget_of ON widget (dashboard, y, x);
  `,
};
