import type { Migration } from '../../database/migrate.ts';

/** What is wrong and since when, what has to be known between two looks at it, and what nobody wants to be told of. */
export const alert: Migration = {
  id: 18,
  up: `
    CREATE TABLE alert (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id), -- null: of the installation
      rule TEXT NOT NULL, category TEXT NOT NULL, severity TEXT NOT NULL,
      status TEXT NOT NULL, -- new, acknowledged, resolved
      source TEXT NOT NULL, -- what it is kept by: type and row id (or text), as 'endpoint 12'
      source_type TEXT NOT NULL, source_id TEXT NOT NULL, source_name TEXT NOT NULL,
      title TEXT NOT NULL, description TEXT NOT NULL,
      first_seen_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, count INTEGER NOT NULL,
      opening INTEGER NOT NULL, -- how often it was opened: what is told of it is told once per opening
      opened_at INTEGER NOT NULL, -- the newest time
      step INTEGER NOT NULL, -- of the severities of its rule
      told INTEGER NOT NULL DEFAULT 0, -- the step of this opening that was handed over to be told, from 1; 0: none
      acknowledged_at INTEGER, acknowledged_by TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
      resolved_at INTEGER, resolution TEXT NOT NULL DEFAULT '', -- cleared, source_deleted, manual, rule_disabled
      event TEXT, -- uuid of the newest
      inhibited_by TEXT NOT NULL DEFAULT '', -- rule
      silenced_until INTEGER, flapping INTEGER NOT NULL DEFAULT 0,
      data TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE UNIQUE INDEX alert_open ON alert (rule, source) WHERE status <> 'resolved';
    CREATE INDEX alert_of_source ON alert (rule, source, resolved_at) WHERE status = 'resolved';
    CREATE INDEX alert_resolved ON alert (resolved_at) WHERE status = 'resolved';

    -- How far a condition is on its way to an alert, or back; nothing for those that are neither.
    CREATE TABLE alert_condition (
      rule TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, -- JSON
      PRIMARY KEY (rule, source)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alert_silence (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, org INTEGER REFERENCES organization (id),
      rule TEXT NOT NULL DEFAULT '', -- none: every one
      source_id TEXT NOT NULL DEFAULT '', tag_key TEXT NOT NULL DEFAULT '', tag_value TEXT NOT NULL DEFAULT '',
      until_at INTEGER NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL DEFAULT ''
    ) STRICT;
  `,
};
