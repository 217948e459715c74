import type { Db } from '../../database/driver.ts';

/** In one step: for each it is looked who refers to it, and not every table has an index for that. */
const IN_A_STEP = 16;

/** What was registered, and keeps its row while what it has left behind names it. */
const KINDS = {
  endpoint: {
    /** Facts about it alone. */
    own: ['endpoint_heard'],
    /** Messages, figures and values may name it. */
    used: 'SELECT 1 FROM endpoint_heard h WHERE h.endpoint = f.id AND h.last_seen_ns IS NOT NULL',
  },
  base_station: { own: [], used: 'SELECT 1 FROM presence p WHERE p.station = f.id' },
} as const;

/**
 * Removes rows of what was deleted: once everything that may name it has gone by its own age, and sooner where nothing ever did. One that
 * another row refers to stays, and so does the newest row: its number is not given again.
 */
export function formerRetention(db: Db, kind: keyof typeof KINDS) {
  const { own, used } = KINDS[kind];
  const children = db
    .prepare(
      `SELECT t.name AS name, f."from" AS by FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f."table" = ?`,
    )
    .all(kind) as { name: string; by: string }[];
  const free = children
    .filter(({ name }) => !(own as readonly string[]).includes(name))
    .map(({ name, by }) => `AND NOT EXISTS (SELECT 1 FROM ${name} c WHERE c.${by} = f.id)`);
  const gone = db.prepare(
    `SELECT id FROM ${kind} f WHERE deleted_at IS NOT NULL AND deleted_at < CASE WHEN EXISTS (${used}) THEN ? ELSE ? END
       AND id > ? AND id < (SELECT max(id) FROM ${kind}) ${free.join(' ')} ORDER BY id LIMIT ?`,
  );
  const drops = [...own.map(name => [name, kind] as const), [kind, 'id'] as const].map(([name, by]) =>
    db.prepare(`DELETE FROM ${name} WHERE ${by} = ?`),
  );
  /** @param until for those that something may name, and for the others */
  return (after: number, limit: number, until: { readonly used: number; readonly unused: number }) => {
    const most = Math.min(limit, IN_A_STEP);
    const rows = gone.all(until.used, until.unused, after, most) as { id: number }[];
    for (const { id } of rows) for (const drop of drops) drop.run(id);
    return { removed: rows.length, more: rows.length === most, after: rows.at(-1)?.id ?? after };
  };
}
