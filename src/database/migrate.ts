import type { Db } from './driver.ts';

export interface Migration {
  readonly id: number;
  readonly up: string;
  /** What has to be done before it in the same transaction and SQL cannot do. */
  readonly before?: (db: Db) => void;
  /** Tables whose rows it is meant to make more or fewer; of all others every row must be there afterwards. */
  readonly changesRows?: readonly string[];
  /**
   * The oldest schema whose program may run on the result, where that is not this one: of tables, indexes and columns with a default
   * more, which an older program leaves as they are. What the newer one keeps in them it must be able to do without for that time.
   */
  readonly readableFrom?: number;
}

/** This release does not work with the database as it is: no further start would, until a person does something about it. */
export class SchemaRefused extends Error {}

/** The database was written by a newer release. */
export class NewerSchema extends SchemaRefused {
  /** @param snapshot name of one that this release can read */
  constructor(found: number, known: number, snapshot?: string) {
    const back =
      snapshot === undefined ? 'restore a backup made before the upgrade' : `restore the snapshot ${snapshot}`;
    super(
      `the database has schema version ${found}, this release knows ${known}: start the newer release again, or ${back}`,
    );
  }
}

/** @returns the schema version of the file, 0 for an empty one */
export function schemaVersion(db: Db): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/**
 * The oldest schema whose program may run on a file; a file that does not say it is for its own. It is in the head of the file, which
 * copies keep and a program reads that knows nothing of its tables.
 */
export function readableFrom(db: Db): number {
  const { application_id: said } = db.prepare('PRAGMA application_id').get() as { application_id: number };
  const schema = schemaVersion(db);
  return said > 0 && said < schema ? said : schema;
}

/** Whether a program may run on a file that is not behind it, as it is. @param known the schema of the program */
export function isUsable(db: Db, known: number): boolean {
  return readableFrom(db) <= known;
}

/** The schema version this release works with. */
export function latestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.id ?? 0;
}

/**
 * Brings the schema up to date, one transaction per step, in the file itself: for a new database, or a copy.
 * @param migrations in ascending order of id
 * @param to how far, default: to the newest
 * @throws NewerSchema when the file is ahead of this release, and cannot be read by it
 */
export function migrate(
  db: Db,
  migrations: readonly Migration[],
  to: number = latestOf(migrations),
): { from: number; to: number } {
  const from = schemaVersion(db);
  if (from > latestOf(migrations)) {
    if (!isUsable(db, latestOf(migrations))) throw new NewerSchema(from, latestOf(migrations));
    return { from, to: from };
  }
  let readable = readableFrom(db);
  // A switch inside a transaction has no effect, and a rebuilt table must not cascade into its children.
  db.exec('PRAGMA foreign_keys = OFF');
  for (const { id, up, before, readableFrom: oldest = id } of migrations) {
    if (id <= from || id > to) continue;
    readable = Math.max(readable, oldest);
    db.atomic(() => {
      before?.(db);
      db.exec(up);
      db.exec(`PRAGMA user_version = ${id}; PRAGMA application_id = ${readable}`);
    });
  }
  db.exec('PRAGMA foreign_keys = ON');
  return { from, to };
}
