import type { Migration } from '../../database/migrate.ts';

/** What people are to be told of alerts, by which channel, and what they have been told so far. */
export const notification: Migration = {
  id: 19,
  up: `
    -- One row per driver in src/notify that was ever switched on.
    CREATE TABLE notification_channel (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, enabled INTEGER NOT NULL) STRICT;

    -- What is on its way: stored before it leaves and gone when it is known what became of it. One that a crash leaves here may have
    -- been accepted, and is sent once more under the same Message-ID.
    CREATE TABLE notification_message (
      id INTEGER PRIMARY KEY, channel INTEGER NOT NULL REFERENCES notification_channel (id),
      rule TEXT NOT NULL, message_id TEXT NOT NULL UNIQUE, made_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE notification (
      id INTEGER PRIMARY KEY,
      channel INTEGER NOT NULL REFERENCES notification_channel (id),
      alert INTEGER NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
      opening INTEGER NOT NULL,
      change TEXT NOT NULL, -- opened, raised, flapping, resolved
      severity TEXT NOT NULL, rule TEXT NOT NULL, at INTEGER NOT NULL,
      message INTEGER REFERENCES notification_message (id), -- on its way in it
      sent_at INTEGER, -- null: not yet
      again_at INTEGER, -- while the alert is open and nobody has acknowledged it
      repeats INTEGER NOT NULL DEFAULT 0,
      failed_ms INTEGER NOT NULL DEFAULT 0, -- for so long it could not be sent
      UNIQUE (channel, alert, opening, change, severity)
    ) STRICT;
    CREATE INDEX notification_of_alert ON notification (alert);
    CREATE INDEX notification_waiting ON notification (channel, rule) WHERE message IS NULL AND sent_at IS NULL;
    CREATE INDEX notification_again ON notification (again_at) WHERE again_at IS NOT NULL;
    CREATE INDEX notification_in ON notification (message) WHERE message IS NOT NULL;
  `,
};
