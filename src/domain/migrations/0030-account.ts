import type { Migration } from '../../database/migrate.ts';

/** Who signs in, and to which organizations they belong. */
export const account: Migration = {
  id: 30,
  up: `
    CREATE TABLE user (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was one's is never another's
      uuid TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, -- in lower case
      first_name TEXT NOT NULL, last_name TEXT NOT NULL, company_name TEXT NOT NULL, note TEXT NOT NULL,
      words TEXT NOT NULL, -- e-mail and names, as a search compares them
      is_admin INTEGER NOT NULL, is_active INTEGER NOT NULL, -- 0, 1
      password TEXT, -- argon2id in PHC form; null: none
      password_change_required INTEGER NOT NULL,
      provider TEXT NOT NULL DEFAULT '', -- oidc, oauth2; empty: none
      last_login_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX user_created ON user (created_at);
    CREATE INDEX user_login ON user (coalesce(last_login_at, 0));

    CREATE TABLE membership (
      org INTEGER NOT NULL REFERENCES organization (id), user INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      role TEXT NOT NULL, -- owner, admin, operator, viewer
      manage_endpoints INTEGER NOT NULL, manage_base_stations INTEGER NOT NULL,
      status TEXT NOT NULL, -- active, inactive
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (org, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_of_user ON membership (user);

    ALTER TABLE organization ADD COLUMN name_key TEXT; -- by which names are compared
    ALTER TABLE organization ADD COLUMN deleted_at INTEGER; -- what it had may not be gone yet; its row stays for what refers to it
    UPDATE organization SET name_key = lower(name);
    CREATE UNIQUE INDEX organization_name ON organization (name_key) WHERE deleted_at IS NULL;

    CREATE INDEX organization_deleted ON organization (id) WHERE deleted_at IS NOT NULL;

    CREATE INDEX api_key_user ON api_key (user_id) WHERE user_id IS NOT NULL;
  `,
};
