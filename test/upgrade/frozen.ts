import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, type Engine, openDb } from '../../src/database/driver.ts';
import { schemaVersion } from '../../src/database/migrate.ts';
import { tablesOf } from '../../src/database/snapshot/snapshot.ts';

/** One database per released schema, as SQL text. */
export const RELEASED = new URL('./released/', import.meta.url).pathname;
/** What the secrets in them are sealed under. It protects nothing. */
export const MASTER_KEY = Buffer.alloc(32, 'frozen database ');

interface SchemaRow {
  name: string;
  type: string;
  sql: string;
}

/** Everything in a database as SQL text, the same for the same content. */
export function dump(db: Db): string {
  const parts = db
    .prepare(
      "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .all() as SchemaRow[];
  const create = (type: string) => parts.filter(part => part.type === type).map(({ sql }) => `${sql};`);
  const rows = tablesOf(db).flatMap(table => {
    const columns = columnsOf(db, table).map(name => `"${name}"`);
    return rowsOf(db, table).map(values => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${values});`);
  });
  const given = db.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').all() as {
    name: string;
    seq: number;
  }[];
  return [
    ...create('table'),
    ...rows,
    'DELETE FROM sqlite_sequence;',
    ...given.map(({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', ${seq});`),
    ...create('index'),
    ...create('trigger'),
    `PRAGMA user_version = ${schemaVersion(db)};`,
    '',
  ].join('\n');
}

/** Names of the frozen databases, oldest first. */
export function frozen(): string[] {
  return readdirSync(RELEASED)
    .filter(name => name.endsWith('.sql'))
    .sort();
}

/** Makes a data directory of a frozen database. @returns the path of the database */
export function thaw(name: string, dir: string, engine: Engine): string {
  const path = prepareFolder(dir);
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  db.exec('PRAGMA foreign_keys = OFF');
  db.atomic(() => db.exec(readFileSync(join(RELEASED, name), 'utf8')));
  db.close();
  return path;
}

/** A data directory with the master key of the frozen databases, and nothing else. */
export function prepareFolder(dir: string): string {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'master.key'), MASTER_KEY, { mode: 0o600 });
  return join(dir, 'waystation.db');
}

/** What stands in these columns of every table, and in how many rows. */
export function contents(
  db: Db,
  columns: Readonly<Record<string, readonly string[]>> = columnsOfAll(db),
): Record<string, { rows: number; digest: string }> {
  return Object.fromEntries(
    Object.entries(columns).map(([table, names]) => {
      const rows = rowsOf(db, table, names);
      const digest = createHash('sha256').update(rows.join('\n')).digest('hex');
      return [table, { rows: rows.length, digest }];
    }),
  );
}

export function columnsOfAll(db: Db): Record<string, readonly string[]> {
  return Object.fromEntries(tablesOf(db).map(table => [table, columnsOf(db, table)]));
}

/** Those that are stored. */
function columnsOf(db: Db, table: string): string[] {
  const rows = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').all(table) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Every row as the values of an INSERT, in the order of the key. */
function rowsOf(db: Db, table: string, columns: readonly string[] = columnsOf(db, table)): string[] {
  const key = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk').all(table) as {
    name: string;
  }[];
  const order = key.length > 0 ? key.map(({ name }) => `"${name}"`).join(', ') : 'rowid';
  const values = columns.map(name => `quote("${name}")`).join(` || ', ' || `);
  const rows = db.prepare(`SELECT ${values} AS text FROM "${table}" ORDER BY ${order}`).all() as { text: string }[];
  return rows.map(({ text }) => text);
}
