import type { Migration } from '../../database/migrate.ts';

/** Where what happens is passed on to, how far each has come, and what they get besides messages. */
export const integration: Migration = {
  id: 28,
  up: `
    CREATE TABLE integration (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was said to one that is gone is not said to another
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', kind TEXT NOT NULL, -- mqtt, http, influx, nats
      enabled INTEGER NOT NULL, -- 0, 1
      event_types TEXT NOT NULL DEFAULT '[]', ep_euis TEXT NOT NULL DEFAULT '[]', device_models TEXT NOT NULL DEFAULT '[]', -- JSON
      ep_tags TEXT NOT NULL DEFAULT '{}', -- JSON
      include_subpackets INTEGER NOT NULL DEFAULT 0, max_per_second INTEGER NOT NULL DEFAULT 0,
      settings TEXT NOT NULL, -- JSON, of the kind, without secrets
      secrets BLOB, -- sealed JSON; null: none
      revision INTEGER NOT NULL, -- another one with every change but that of its description
      ended TEXT NOT NULL DEFAULT '', -- why it was disabled by its target
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX integration_name ON integration (org, name);

    -- Apart from the row above, which is long: it is written often.
    CREATE TABLE integration_progress (
      integration INTEGER PRIMARY KEY REFERENCES integration (id) ON DELETE CASCADE,
      log_cursor INTEGER NOT NULL, event_cursor INTEGER NOT NULL, -- everything up to there is acknowledged, parked, or not for it
      delivered INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0,
      last_success_at INTEGER, last_error TEXT NOT NULL DEFAULT '', last_error_at INTEGER
    ) STRICT;

    CREATE TABLE integration_parked (
      integration INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
      stream TEXT NOT NULL, place INTEGER NOT NULL, -- log, events
      reason TEXT NOT NULL, parked_at INTEGER NOT NULL,
      PRIMARY KEY (integration, stream, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX integration_parked_at ON integration_parked (integration, parked_at);
    CREATE INDEX integration_parked_long ON integration_parked (parked_at);

    CREATE TABLE integration_replay (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE,
      integration INTEGER NOT NULL REFERENCES integration (id) ON DELETE CASCADE,
      event_types TEXT NOT NULL DEFAULT '[]', -- JSON; empty: those of the integration
      log_cursor INTEGER NOT NULL, log_end INTEGER NOT NULL, event_cursor INTEGER NOT NULL, event_end INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX integration_replay_of ON integration_replay (integration);

    -- Places of the log that are no messages: what integrations get besides uplinks.
    CREATE TABLE integration_notice (
      seq INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organization (id),
      event TEXT NOT NULL, -- attach, detach, downlink_queued, downlink_rejected, downlink_result, basestation_…, alert
      integration INTEGER, -- an answer to this one alone; null: for all that want it
      endpoint INTEGER, station INTEGER, -- row ids
      at INTEGER NOT NULL, -- when it happened, milliseconds
      content TEXT NOT NULL, -- JSON: the keys of the event
      stored_at INTEGER NOT NULL
    ) STRICT;
  `,
};
