import type { Migration } from '../../database/migrate.ts';

/** Who was active, how well it was heard and by which stations alone: packed by neighbours, for each hour and day. */
export const activity: Migration = {
  id: 20,
  up: `
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY, grain INTEGER NOT NULL, -- as in rollup
      start_at INTEGER NOT NULL, place INTEGER NOT NULL, -- an organization, or endpoints of it that are neighbours
      cells BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX activity_of ON activity (grain, start_at, place);

    -- That of blocks which is not in it yet, as with pending_figures.
    CREATE TABLE pending_activity (
      id INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, -- of their block
      place INTEGER NOT NULL, start_at INTEGER NOT NULL, cells BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pending_activity_of ON pending_activity (place, last_seq);

    -- How far what is pending, up to a row and of blocks up to a place of the log, has been put into it, place by place: that is not
    -- pending any more, and goes in one piece. No row: nothing is on its way.
    CREATE TABLE activity_round (
      last_id INTEGER NOT NULL, up_to INTEGER NOT NULL, place INTEGER NOT NULL, id INTEGER NOT NULL -- up to here, rows by place and id
    ) STRICT;

    -- Messages of sealed blocks whose payload could not be decoded, by the hour.
    CREATE TABLE decode_failure (
      org INTEGER NOT NULL, start_at INTEGER NOT NULL, messages INTEGER NOT NULL, PRIMARY KEY (org, start_at)
    ) STRICT, WITHOUT ROWID;

    -- What was sent on the air, by when.
    CREATE INDEX downlink_sent ON downlink (org, tx_time_ns, endpoint, station) WHERE state IN ('sent', 'acknowledged');

    -- What was sealed before this release is counted later, from its newest message back: all from this place on is. No row: all is.
    CREATE TABLE activity_from (seq INTEGER NOT NULL) STRICT;
    INSERT INTO activity_from (seq) SELECT max(last_seq) + 1 FROM block WHERE sealing = 0 HAVING max(last_seq) IS NOT NULL;
  `,
};
