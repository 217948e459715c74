import type { Db } from '../../database/driver.ts';
import { type FieldType, MAX_FIELDS } from './integration-records.ts';

/** By which types the targets of integrations know fields. They outlive blueprints: what a database has once stored keeps its type. */
export function fieldTypeStore(db: Db) {
  const stored = db.prepare('SELECT name, type FROM integration_field WHERE integration = ? AND target = ?');
  const exists = db.prepare('SELECT 1 FROM integration WHERE id = ?');
  const dropOthers = db.prepare('DELETE FROM integration_field WHERE integration = ? AND target <> ?');
  const count = db.prepare('SELECT count(*) AS count FROM integration_field WHERE integration = ?');
  const insert = db.prepare(
    'INSERT OR REPLACE INTO integration_field (integration, target, name, type) VALUES (?, ?, ?, ?)',
  );
  const update = db.prepare('UPDATE integration_field SET type = ? WHERE integration = ? AND target = ? AND name = ?');

  return {
    /** @param id row id. @param target where it is written to */
    fieldTypes: (id: number, target: string): ReadonlyMap<string, FieldType> =>
      new Map((stored.all(id, target) as { name: string; type: FieldType }[]).map(({ name, type }) => [name, type])),

    /** Only those of one target are kept. What comes for an integration that is gone by then changes nothing. */
    keepFieldTypes({
      id,
      target,
      types,
    }: {
      readonly id: number;
      readonly target: string;
      readonly types: readonly (readonly [name: string, type: FieldType])[];
    }): void {
      if (!exists.get(id)) return;
      dropOthers.run(id, target);
      let { count: all } = count.get(id) as { count: number };
      for (const [name, type] of types) {
        if (update.run(type, id, target, name).changes > 0 || all >= MAX_FIELDS) continue;
        insert.run(id, target, name, type);
        all++;
      }
    },
  };
}
