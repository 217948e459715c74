import type { Migration } from '../../database/migrate.ts';

/** Which rows of the catalog came with a release, so that the next release knows what an operator did to them. */
export const shipped: Migration = {
  id: 16,
  up: `
    -- Stays when its row is deleted: that row does not come back.
    CREATE TABLE shipped_row (
      uuid TEXT PRIMARY KEY, -- of a manufacturer, a device model or a blueprint of the system
      content TEXT NOT NULL, -- JSON, what a release has written: another content was written by somebody else
      default_blueprint TEXT -- of a device model, uuid of its default as a release has left it
    ) STRICT, WITHOUT ROWID;
  `,
};
