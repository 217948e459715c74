import type { Db } from './driver.ts';

export interface Migration {
  readonly id: number;
  readonly up: string;
}

/** The database was written by a newer release. */
export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `the database has schema version ${found}, this release knows ${known}: start the newer release again, or restore a backup made before the upgrade`,
    );
  }
}

/** @returns the schema version of the file, 0 for an empty one */
export function schemaVersion(db: Db): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/**
 * Brings the schema up to date, one transaction per step.
 * @param migrations in ascending order of id
 * @throws NewerSchema when the file is ahead of this release
 */
export function migrate(db: Db, migrations: readonly Migration[]): { from: number; to: number } {
  const from = schemaVersion(db);
  const latest = migrations.at(-1)?.id ?? 0;
  if (from > latest) throw new NewerSchema(from, latest);
  // A switch inside a transaction has no effect, and a rebuilt table must not cascade into its children.
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { id, up } of migrations) {
    if (id <= from) continue;
    db.atomic(() => {
      db.exec(up);
      db.exec(`PRAGMA user_version = ${id}`);
    });
  }
  db.exec('PRAGMA foreign_keys = ON');
  return { from, to: latest };
}
