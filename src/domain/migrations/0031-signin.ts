import type { Migration } from '../../database/migrate.ts';

/** Who is signed in, and from where. */
export const signIn: Migration = {
  id: 31,
  up: `
    -- From a sign-in to its end: all refresh tokens that follow from it. It stays for a while when it is over, its user is gone or not.
    CREATE TABLE sign_in (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, -- what access tokens call sid
      user INTEGER NOT NULL, user_id TEXT NOT NULL, -- row id and uuid
      began_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, -- however often it is used
      expires_at INTEGER NOT NULL, -- unless it is used before
      ended_at INTEGER, ended_by TEXT -- logout, password, inactive, deleted, reuse, expired
    ) STRICT;
    CREATE INDEX sign_in_open ON sign_in (user) WHERE ended_at IS NULL;
    CREATE INDEX sign_in_expiry ON sign_in (expires_at);

    CREATE TABLE refresh_token (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the whole token
      sign_in INTEGER NOT NULL REFERENCES sign_in (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      used_at INTEGER, successor BLOB -- sealed: what whoever asks again soon after its use is given again
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refresh_token_of ON refresh_token (sign_in);
    CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);
    CREATE INDEX refresh_token_successor ON refresh_token (used_at) WHERE successor IS NOT NULL;

    -- Networks that users have signed in from.
    CREATE TABLE known_network (
      user INTEGER NOT NULL, network TEXT NOT NULL, seen_at INTEGER NOT NULL,
      PRIMARY KEY (user, network)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_network_seen ON known_network (seen_at);

    -- What signs access tokens.
    CREATE TABLE token_secret (
      id INTEGER PRIMARY KEY AUTOINCREMENT, kid TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, secret BLOB NOT NULL -- sealed
    ) STRICT;
  `,
};
