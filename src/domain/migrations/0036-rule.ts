import type { Migration } from '../../database/migrate.ts';

/** What is to be done when devices say something, or nothing, how far that has been looked at, and what was done. */
export const rule: Migration = {
  id: 36,
  up: `
    CREATE TABLE rule (
      id INTEGER PRIMARY KEY AUTOINCREMENT, -- what was done for one that is gone was not done for another
      uuid TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
      enabled INTEGER NOT NULL, -- 0, 1
      definition TEXT NOT NULL, -- JSON: trigger, condition, actions
      cooldown_s INTEGER NOT NULL,
      version INTEGER NOT NULL, -- raised by each change
      log_from INTEGER NOT NULL, event_from INTEGER NOT NULL, -- what stands there or before is not looked at
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX rule_by_name ON rule (org, name, uuid);

    -- Apart from the row above, which is long: it is written often.
    CREATE TABLE rule_activity (
      rule INTEGER PRIMARY KEY REFERENCES rule (id) ON DELETE CASCADE,
      last_triggered_at INTEGER NOT NULL, last_error TEXT NOT NULL DEFAULT ''
    ) STRICT;

    -- What a rule has to know of a device; nothing where there is nothing to know. Times in milliseconds.
    CREATE TABLE rule_state (
      endpoint INTEGER NOT NULL, -- row id; 0: of events that are about no endpoint
      rule INTEGER NOT NULL REFERENCES rule (id) ON DELETE CASCADE,
      since INTEGER, -- when what makes the condition true was received; null: it does not hold
      fired INTEGER NOT NULL, -- 0, 1: for as long as it holds now
      fired_at INTEGER, -- the last time
      value TEXT, -- JSON: what made it true, or what the next one is compared with
      commands_from INTEGER, commands INTEGER NOT NULL, -- how many in the hour that began then
      due_at INTEGER, -- when to look at it again
      PRIMARY KEY (endpoint, rule)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rule_state_of ON rule_state (rule);
    CREATE INDEX rule_state_due ON rule_state (due_at) WHERE due_at IS NOT NULL;

    CREATE TABLE rule_execution (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL,
      rule INTEGER NOT NULL, version INTEGER NOT NULL, -- which may be gone
      endpoint INTEGER NOT NULL, ep_eui TEXT NOT NULL, device TEXT NOT NULL, -- uuid, or empty
      fired_at INTEGER NOT NULL, stored_at INTEGER NOT NULL,
      found TEXT NOT NULL, -- JSON: the values
      actions TEXT NOT NULL -- JSON: kind, ok, error of each
    ) STRICT;
    CREATE INDEX rule_execution_of ON rule_execution (rule, id);

    -- One row, from the first rule on.
    CREATE TABLE rule_progress (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      log_cursor INTEGER NOT NULL, event_cursor INTEGER NOT NULL, -- everything up to there has been looked at
      revision INTEGER NOT NULL, -- raised when rules are other ones
      devices INTEGER NOT NULL DEFAULT 0 -- raised when endpoints, or devices that they are, are other ones
    ) STRICT;

    -- Rules name devices, and judge the endpoints that these wrap.
    CREATE TRIGGER rule_device_bound AFTER INSERT ON physical_device WHEN new.endpoint IS NOT NULL
      BEGIN UPDATE rule_progress SET devices = devices + 1; UPDATE rule_state SET due_at = 0 WHERE endpoint = new.endpoint; END;
    CREATE TRIGGER rule_device_unbound AFTER DELETE ON physical_device WHEN old.endpoint IS NOT NULL
      BEGIN UPDATE rule_progress SET devices = devices + 1; UPDATE rule_state SET due_at = 0 WHERE endpoint = old.endpoint; END;
    CREATE TRIGGER rule_device_changed AFTER UPDATE OF endpoint ON physical_device WHEN new.endpoint IS NOT old.endpoint
      BEGIN
        UPDATE rule_progress SET devices = devices + 1;
        UPDATE rule_state SET due_at = 0 WHERE endpoint IN (old.endpoint, new.endpoint);
      END;
  `,
};
