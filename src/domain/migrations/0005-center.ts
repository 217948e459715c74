import type { Migration } from '../../database/migrate.ts';

/** Application centers: their sessions, what they are owed, and what they asked for (SCACI 11). */
export const center: Migration = {
  id: 5,
  up: `
    -- status: active, resumed, disconnected (also between con and conCmp), terminated. close_reason: empty until it was open once.
    CREATE TABLE center_session (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      ac_eui TEXT NOT NULL, sn_ac_uuid BLOB NOT NULL, sn_sc_uuid BLOB NOT NULL, version TEXT NOT NULL,
      status TEXT NOT NULL, close_reason TEXT NOT NULL DEFAULT '',
      last_ac INTEGER NOT NULL DEFAULT 0, last_sc INTEGER NOT NULL DEFAULT 0,
      cursor INTEGER NOT NULL, -- every place of the log up to it is an operation, or not for this center
      counted INTEGER NOT NULL, waiting INTEGER NOT NULL DEFAULT 0, -- lines for it in (cursor, counted]
      operations INTEGER NOT NULL DEFAULT 0, requests INTEGER NOT NULL DEFAULT 0, -- ever, in both directions; rows of center_request
      vendor TEXT NOT NULL, model TEXT NOT NULL, name TEXT NOT NULL, sw_version TEXT NOT NULL, info TEXT,
      remote_address TEXT NOT NULL, tls_version TEXT NOT NULL, cipher_suite TEXT NOT NULL,
      certificate_fingerprint TEXT NOT NULL, certificate_subject TEXT NOT NULL,
      connected_at INTEGER NOT NULL, last_activity_at INTEGER NOT NULL, disconnected_at INTEGER
    ) STRICT;
    CREATE INDEX center_session_of ON center_session (ac_eui, id);
    CREATE INDEX center_session_open ON center_session (ac_eui, org) WHERE status <> 'terminated';
    CREATE INDEX center_session_at ON center_session (org, connected_at, id);

    -- Our unfinished operations. Their content is the place of the log they are about: a message with the receptions it was
    -- delivered with, or a notice.
    CREATE TABLE center_operation (
      session INTEGER NOT NULL REFERENCES center_session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      seq INTEGER NOT NULL, receptions INTEGER NOT NULL, PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;

    -- What a center has asked for: a request that is reissued after a resume gets the same answer, and no second effect.
    CREATE TABLE center_request (
      session INTEGER NOT NULL REFERENCES center_session (id) ON DELETE CASCADE, op_id INTEGER NOT NULL,
      command TEXT NOT NULL, error_code INTEGER, error_text TEXT NOT NULL DEFAULT '',
      endpoint INTEGER, pre_attach INTEGER NOT NULL DEFAULT 0, -- what its completion is about
      completed INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL,
      PRIMARY KEY (session, op_id)
    ) STRICT, WITHOUT ROWID;

    -- Places of the log that are no messages: the status of an endpoint (for every center), the result of a downlink (for one).
    CREATE TABLE notice (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL, kind TEXT NOT NULL, ac_eui TEXT, endpoint INTEGER NOT NULL,
      content TEXT NOT NULL, stored_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE center_registration (
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), ac_eui TEXT NOT NULL, PRIMARY KEY (endpoint, ac_eui)
    ) STRICT, WITHOUT ROWID;
    -- Which center has registered an endpoint last, for the lines behind that place of the log.
    CREATE TABLE center_receiver (
      endpoint INTEGER NOT NULL REFERENCES endpoint (id), since INTEGER NOT NULL, ac_eui TEXT NOT NULL,
      PRIMARY KEY (endpoint, since)
    ) STRICT, WITHOUT ROWID;
    -- 1: deregistered by its last center, so unknown to centers until it is registered again.
    ALTER TABLE endpoint ADD COLUMN deregistered INTEGER NOT NULL DEFAULT 0;

    -- Failed operations, one row per command, code, direction and session.
    CREATE TABLE center_error (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, session INTEGER NOT NULL, op_id INTEGER NOT NULL, command TEXT NOT NULL,
      code INTEGER NOT NULL, text TEXT NOT NULL, direction TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      count INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE UNIQUE INDEX center_error_group ON center_error (session, command, code, direction);
    CREATE INDEX center_error_at ON center_error (last_at, id);

    -- Operations per hour and command, for statistics.
    CREATE TABLE center_count (
      org INTEGER NOT NULL, start_at INTEGER NOT NULL, command TEXT NOT NULL, succeeded INTEGER NOT NULL, failed INTEGER NOT NULL,
      delivery_ms INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (org, start_at, command)
    ) STRICT, WITHOUT ROWID;

    -- How often centers came and went, among all events.
    CREATE INDEX event_of_connects ON event (org, timestamp_at, event_type)
      WHERE event_type IN ('scaci.session_opened', 'scaci.session_resumed', 'scaci.session_closed');

    -- How the station heard the telegram of an open attach or detach, and the signature of a detach; JSON.
    ALTER TABLE station_operation ADD COLUMN heard TEXT;

    -- The first message of the endpoint after the report; null until there is one, 0: from before this was kept.
    ALTER TABLE rx_status ADD COLUMN message INTEGER;
    UPDATE rx_status SET message = 0;
    CREATE INDEX rx_status_of_message ON rx_status (message);

    CREATE UNIQUE INDEX downlink_of_center ON downlink (ac_eui, ac_que_id) WHERE ac_eui IS NOT NULL AND finished_at IS NULL;
  `,
};
