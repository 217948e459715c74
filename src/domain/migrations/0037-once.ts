import type { Migration } from '../../database/migrate.ts';

/** What calls that may be repeated came to. Organizations and users have versions, which others are told with them. */
export const once: Migration = {
  id: 37,
  up: `
    CREATE TABLE once (
      id INTEGER PRIMARY KEY, org INTEGER NOT NULL, caller TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
      kept_at INTEGER NOT NULL,
      up_to INTEGER NOT NULL, -- bytes of all that was kept for the caller, up to this row
      result TEXT NOT NULL, -- JSON
      secret BLOB, -- sealed: what the first call was answered beside it
      UNIQUE (org, caller, key)
    ) STRICT;
    CREATE INDEX once_of ON once (org, caller, up_to);
    CREATE INDEX once_age ON once (kept_at);

    -- Raised by every change of what is shown of an organization, and of what its members are in it.
    ALTER TABLE organization ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    CREATE TRIGGER organization_version AFTER UPDATE OF name, description, state, tags ON organization
      WHEN (new.name, new.description, new.state, new.tags) <> (old.name, old.description, old.state, old.tags)
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.id; END;
    CREATE TRIGGER member_added AFTER INSERT ON membership
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.org; END;
    CREATE TRIGGER member_removed AFTER DELETE ON membership
      BEGIN UPDATE organization SET version = version + 1 WHERE id = old.org; END;
    CREATE TRIGGER member_version AFTER UPDATE OF role, status ON membership
      WHEN (new.role, new.status) <> (old.role, old.status)
      BEGIN UPDATE organization SET version = version + 1 WHERE id = new.org; END;
    ALTER TABLE user ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    CREATE TRIGGER user_version AFTER UPDATE OF email, first_name, last_name, is_active ON user
      WHEN (new.email, new.first_name, new.last_name, new.is_active) <> (old.email, old.first_name, old.last_name, old.is_active)
      BEGIN UPDATE user SET version = version + 1 WHERE id = new.id; END;
  `,
};
