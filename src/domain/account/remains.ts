import type { Db } from '../../database/driver.ts';
import type { Acting } from '../event/acting.ts';

/** What one step has taken away of organizations that are deleted. */
export interface RemainsStep {
  /** Base stations: their connections are to be closed. */
  readonly stations: readonly { readonly id: number; readonly eui: string }[];
  /** Row ids of sessions of application centers: likewise. */
  readonly centers: readonly number[];
  /** Whether something was told to leave stations. */
  readonly endpoints: number;
  /** There may be more to do. */
  readonly more: boolean;
}

/** Key of `counter` under which it is noted up to which time of reception the messages of an organization are emptied. */
const EMPTIED = 'messages_emptied';

/**
 * Takes away what organizations leave behind, step by step, so that uplinks are stored in between, and goes on after a restart. The
 * log is one for all, and goes in blocks: of messages the content goes, and their rows with their block (ADR 43).
 */
export function organizationRemains(
  db: Db,
  {
    removeEndpoint,
    removeStation,
    removeDevices,
    removeUsed,
    removeImages,
    endCenter,
  }: {
    removeEndpoint(id: number, acting: Acting): void;
    removeStation(id: number, acting: Acting): void;
    /** Digital devices of deleted organizations. @returns how many have gone */
    removeDevices(limit: number): number;
    /** API keys, integrations and rules of an organization are deleted, and what its callers could repeat. */
    removeUsed(org: number, acting: Acting): void;
    /** Some images of an organization go. @returns whether there may be more */
    removeImages(org: number): boolean;
    /** Ends a session of an application center for ever. */
    endCenter(session: number, at: number): void;
  },
) {
  const deleted = 'SELECT id FROM organization WHERE deleted_at IS NOT NULL';
  const stations = db.prepare(
    `SELECT id, eui FROM base_station WHERE org IN (${deleted}) AND deleted_at IS NULL LIMIT ?`,
  );
  const endpoints = db.prepare(`SELECT id FROM endpoint WHERE org IN (${deleted}) AND deleted_at IS NULL LIMIT ?`);
  const centers = db.prepare(
    `SELECT id FROM center_session WHERE status <> 'terminated' AND org IN (${deleted}) LIMIT ?`,
  );
  // Of callers who were let in before.
  const used = db.prepare(
    `SELECT id FROM organization o WHERE o.deleted_at IS NOT NULL
       AND (EXISTS (SELECT 1 FROM api_key WHERE org = o.id) OR EXISTS (SELECT 1 FROM integration WHERE org = o.id)
         OR EXISTS (SELECT 1 FROM rule WHERE org = o.id) OR EXISTS (SELECT 1 FROM once WHERE org = o.id)
         OR EXISTS (SELECT 1 FROM sensor_template WHERE org = o.id)
         OR EXISTS (SELECT 1 FROM dashboard WHERE org = o.id))`,
  );
  const withImages = db.prepare(
    'SELECT id FROM organization o WHERE o.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM media WHERE org = o.id)',
  );
  const emptied = `coalesce((SELECT value FROM counter WHERE org = o.id AND name = '${EMPTIED}'), -1)`;
  const full = db.prepare(
    `SELECT o.id, ${emptied} AS after FROM organization o
     WHERE o.deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM uplink WHERE org = o.id)
       AND EXISTS (SELECT 1 FROM message WHERE org = o.id AND rx_time_ns > ${emptied}) LIMIT 1`,
    { bigint: true },
  );
  const lastOf = db.prepare(
    `SELECT max(rx_time_ns) AS last FROM
       (SELECT rx_time_ns FROM message WHERE org = ? AND rx_time_ns > ? ORDER BY rx_time_ns LIMIT ?)`,
    { bigint: true },
  );
  const empty = db.prepare(
    `UPDATE message SET user_data = zeroblob(0), decoded = NULL, decode_error = '', decoding = NULL, blueprint = NULL
     WHERE org = ? AND rx_time_ns > ? AND rx_time_ns <= ?`,
  );
  const note = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (?, '${EMPTIED}', ?)
     ON CONFLICT (org, name) DO UPDATE SET value = excluded.value`,
  );

  return {
    /** Removes some of what callers could still find. @param limit rows */
    removeRemains(limit: number, acting: Acting): RemainsStep {
      for (const { id } of used.all() as { id: number }[]) removeUsed(id, acting);
      const ended = (centers.all(limit) as { id: number }[]).map(({ id }) => id);
      for (const id of ended) endCenter(id, acting.now);
      const gone = stations.all(limit) as { id: number; eui: string }[];
      for (const { id } of gone) removeStation(id, acting);
      const devices = removeDevices(limit);
      const rows = endpoints.all(limit) as { id: number }[];
      for (const { id } of rows) removeEndpoint(id, acting);
      const images = (withImages.all() as { id: number }[]).map(({ id }) => removeImages(id));
      const more =
        devices === limit || images.includes(true) || [ended, gone, rows].some(({ length }) => length === limit);
      return { stations: gone, centers: ended, endpoints: rows.length, more };
    },

    /** Empties some messages, which callers find no more. @param limit messages, about. @returns whether there may be more to do */
    emptyMessages(limit: number): boolean {
      const next = full.get() as { id: bigint; after: bigint } | undefined;
      if (!next) return false;
      const { last } = lastOf.get(next.id, next.after, limit) as { last: bigint };
      empty.run(next.id, next.after, last);
      note.run(next.id, last);
      return true;
    },
  };
}
