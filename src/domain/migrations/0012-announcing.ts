import type { Migration } from '../../database/migrate.ts';

/**
 * What a station knows of an endpoint follows from how far the list of endpoints was announced to it; a row of `propagation` stands
 * only for what differs from that (BSSCI 9.8, 16).
 */
export const announcing: Migration = {
  id: 12,
  up: `
    -- Grows with each change of what stations are told of the endpoint.
    ALTER TABLE endpoint ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER endpoint_version AFTER UPDATE OF eui, ep_class, nwk_key, nwk_sn_key, sh_addr, attach_sh_addr, attach_origin,
      dual_chan, repetition, wide_carr_off, long_blk_dist ON endpoint
      WHEN (old.eui, old.ep_class, old.nwk_key, old.nwk_sn_key, old.sh_addr, old.attach_sh_addr, old.attach_origin, old.dual_chan,
          old.repetition, old.wide_carr_off, old.long_blk_dist) IS NOT
        (new.eui, new.ep_class, new.nwk_key, new.nwk_sn_key, new.sh_addr, new.attach_sh_addr, new.attach_origin, new.dual_chan,
          new.repetition, new.wide_carr_off, new.long_blk_dist)
      BEGIN UPDATE endpoint SET version = old.version + 1 WHERE id = new.id; END;
    CREATE INDEX endpoint_attached ON endpoint (id)
      WHERE deleted_at IS NULL AND suspended = 0 AND attach_status IN ('attached', 'attaching');

    CREATE INDEX propagation_due ON propagation (station) WHERE retry_at IS NOT NULL;

    -- What a changed endpoint was when it was announced by an operation that has no answer yet.
    CREATE TABLE former_endpoint (
      endpoint INTEGER NOT NULL, version INTEGER NOT NULL, eui TEXT NOT NULL, bidi INTEGER NOT NULL,
      key_column TEXT NOT NULL, key BLOB NOT NULL, -- which of its keys, sealed
      sh_addr INTEGER NOT NULL, dual_chan INTEGER NOT NULL, repetition INTEGER NOT NULL, wide_carr_off INTEGER NOT NULL,
      long_blk_dist INTEGER NOT NULL, PRIMARY KEY (endpoint, version)
    ) STRICT, WITHOUT ROWID;

    -- Attached endpoints below this row id have been announced, but for what propagation says; the largest number: all.
    ALTER TABLE session ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
    -- Which announcements have no answer: ids of operations, and endpoints with version and counter; packed.
    ALTER TABLE session ADD COLUMN unanswered BLOB;
    -- Until now every endpoint that a station knows has had a row of propagation.
    UPDATE session SET announced = 9007199254740991;
  `,
};
