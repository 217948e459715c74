import type { Migration } from '../../database/migrate.ts';

/** What endpoints have measured, by the day: figures of decoded numbers, which outlive their messages. */
export const value: Migration = {
  id: 23,
  up: `
    CREATE TABLE value_key (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

    -- The figures of one endpoint and day (UTC), for each of its values by the hour, or for the whole day where hours are not kept any more.
    CREATE TABLE value_day (
      id INTEGER PRIMARY KEY, -- the day, counted from 1970 on, times 2^32, and the endpoint: rows of a day are neighbours
      data BLOB NOT NULL
    ) STRICT;

    -- Days, named as there, of which messages have been decoded again: they are made anew.
    CREATE TABLE value_again (id INTEGER PRIMARY KEY) STRICT;

    -- How far it has come. No row: nothing is done.
    CREATE TABLE value_state (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      seq INTEGER NOT NULL DEFAULT 0, -- messages up to this place of the log are in it
      up_to INTEGER NOT NULL DEFAULT 0, -- and those up to this one are on their way into it, endpoint by endpoint; 0: none
      endpoint INTEGER NOT NULL DEFAULT 0, -- endpoints before it are done
      at_seq INTEGER NOT NULL DEFAULT 0, -- of this one, messages up to there
      begun_at INTEGER NOT NULL DEFAULT 0, -- when the last messages were taken up
      version INTEGER NOT NULL DEFAULT 0, -- another one when something was added, or decoded again
      gone_day INTEGER NOT NULL DEFAULT -1, -- days up to this one may have messages that are gone: they are not made anew
      condensed INTEGER NOT NULL DEFAULT 0 -- rows before this one have no hours
    ) STRICT;
  `,
};
