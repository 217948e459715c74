import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sealer } from '../kit/seal.ts';
import { writeDurably } from '../pki/files.ts';
import { type Db, type Engine, openDb, type SqlValue, type Statement } from '../store/driver.ts';

type Row = Readonly<Record<string, SqlValue>>;

/** A column whose values are encrypted under the master key. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  /** Further columns that `about` looks at. */
  readonly reads?: readonly string[];
  /** Which rows have a sealed value in it, besides that it is not null. */
  readonly where?: string;
  /** Kept as base64 in a text. */
  readonly base64?: true;
  /** What the value is bound to, as the place that seals it says. */
  about(row: Row): string;
}

const endpointKey = (column: string): SealedColumn => ({
  table: 'endpoint',
  column,
  key: ['id'],
  reads: ['eui'],
  about: ({ eui }) => `endpoint:${eui}:${column}`,
});

/** Everything in the database that is sealed under the master key: whatever is not here is lost with a new key. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'meta',
    column: 'value',
    key: ['key'],
    where: "key = 'page_token_key'",
    base64: true,
    about: () => 'installation:page_token_key',
  },
  endpointKey('nwk_key'),
  endpointKey('nwk_sn_key'),
  endpointKey('app_key'),
  // An order has no content of its own.
  {
    table: 'operation',
    column: 'content',
    key: ['session', 'op_id'],
    where: 'length(content) > 0',
    about: () => 'operation',
  },
];

export interface SealedValue {
  /** For people: table, column and row. */
  readonly place: string;
  readonly about: string;
  readonly sealed: Uint8Array;
  readonly column: SealedColumn;
  readonly key: readonly SqlValue[];
}

/** Every sealed value of a database, also of one with an earlier schema. The connection is busy until the last one. */
export function* sealedValues(db: Db): Generator<SealedValue> {
  for (const column of sealedColumns) {
    const columns = new Set(
      (db.prepare('SELECT name FROM pragma_table_info(?)').all(column.table) as { name: string }[]).map(
        ({ name }) => name,
      ),
    );
    if (!columns.has(column.column)) continue;
    const names = [...new Set([...column.key, ...(column.reads ?? []), column.column])];
    const rows = db.prepare(
      `SELECT ${names.join(', ')} FROM ${column.table} WHERE ${column.column} IS NOT NULL AND ${column.where ?? 'true'}`,
    );
    for (const row of rows.iterate() as Iterable<Row>) {
      const value = row[column.column];
      const sealed = value instanceof Uint8Array ? value : Buffer.from(String(value), 'base64');
      const key = column.key.map(name => row[name] ?? null);
      const place = `${column.table}.${column.column} of ${(column.reads ?? column.key).map(name => row[name]).join('/')}`;
      yield { place, about: column.about(row), sealed, column, key };
    }
  }
}

/** A sealed file of the PKI folder. */
export interface SealedFile {
  readonly path: string;
  readonly about: string;
}

/** Every private key in the PKI folder; none where there is no folder. */
export function sealedFiles(pkiDir: string): SealedFile[] {
  return namesIn(pkiDir)
    .filter(name => name.endsWith('.key'))
    .map(name => ({ path: join(pkiDir, name), about: `pki/${name}` }));
}

/** @returns whether the sealer opens it */
export function opens(sealer: Sealer, sealed: Uint8Array, about: string): boolean {
  try {
    sealer.open(sealed, about);
    return true;
  } catch {
    // There is one way to fail: another key, another place or changed bytes.
    return false;
  }
}

/** How many secrets a sealer opens, and the places of those that it does not. */
export interface Opened {
  readonly count: number;
  readonly failed: readonly string[];
}

/** Tries every secret of a database file, when there is one, and a PKI folder. */
export function tryAll(path: string | undefined, engine: Engine, pkiDir: string, sealer: Sealer): Opened {
  const failed: string[] = [];
  let count = 0;
  const look = (place: string, sealed: Uint8Array, about: string) => {
    if (opens(sealer, sealed, about)) count += 1;
    else failed.push(place);
  };
  if (path !== undefined) {
    const db = openDb(path, { engine, mode: 'reader' });
    try {
      for (const { place, sealed, about } of sealedValues(db)) look(place, sealed, about);
    } finally {
      db.close();
    }
  }
  for (const { path, about } of sealedFiles(pkiDir)) look(path, readFileSync(path), about);
  return { count, failed };
}

/**
 * Seals every secret of a database anew, in one transaction. What is under the new key already stays as it is.
 * @returns how many were sealed anew
 * @throws fault `KeyMaterialUnavailable` when neither sealer opens a value; nothing is changed then
 */
export function resealDatabase(path: string, engine: Engine, from: Sealer, to: Sealer): number {
  const writer = openDb(path, { engine, mode: 'writer' });
  try {
    // What the old key has sealed is not to stay behind in free pages, or in the log.
    writer.exec('PRAGMA secure_delete = ON');
    const count = resealed(writer, path, from, to);
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return count;
  } finally {
    writer.close();
  }
}

function resealed(writer: Db, path: string, from: Sealer, to: Sealer): number {
  // A connection of its own: one that iterates cannot write.
  const reader = openDb(path, { engine: writer.engine, mode: 'reader' });
  const updates = new Map<SealedColumn, Statement>();
  let count = 0;
  try {
    writer.atomic(() => {
      for (const { about, sealed, column, key } of sealedValues(reader)) {
        if (opens(to, sealed, about)) continue;
        const anew = to.seal(from.open(sealed, about), about);
        const update = updates.get(column) ?? updateOf(writer, column);
        updates.set(column, update);
        update.run(column.base64 ? Buffer.from(anew).toString('base64') : anew, ...key);
        count += 1;
      }
    });
    return count;
  } finally {
    reader.close();
  }
}

function updateOf(writer: Db, { table, column, key }: SealedColumn): Statement {
  return writer.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key.map(name => `${name} = ?`).join(' AND ')}`);
}

/** Seals a file of the PKI folder anew; after a power cut it is there under one of the two keys. @returns whether it was done */
export function resealFile({ path, about }: SealedFile, from: Sealer, to: Sealer): boolean {
  const sealed = readFileSync(path);
  if (opens(to, sealed, about)) return false;
  writeDurably(path, to.seal(from.open(sealed, about), about), 0o600);
  return true;
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
