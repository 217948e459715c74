import type { Migration } from '../../database/migrate.ts';

/** By which types the targets of integrations know fields. */
export const fieldTypes: Migration = {
  id: 61,
  up: `
    CREATE TABLE integration_field (
      integration INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
      target TEXT NOT NULL, -- where it is written to: a digest
      name TEXT NOT NULL, type TEXT NOT NULL, -- number, boolean, text
      PRIMARY KEY (integration, target, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
