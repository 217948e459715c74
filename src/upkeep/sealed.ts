import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, type Engine, openDb, type SqlValue, type Statement } from '../database/driver.ts';
import type { SealedColumn, SealedRow } from '../database/sealed-column.ts';
import { sealedColumns } from '../domain/sealed.ts';
import type { Sealer } from '../kit/seal.ts';
import { readTrusted, writeDurably } from '../pki/files.ts';

export interface SealedValue {
  /** For people. */
  readonly place: string;
  readonly about: string;
  readonly sealed: Uint8Array;
  readonly column: SealedColumn;
  readonly key: readonly SqlValue[];
}

/** Rows that are read at once. */
const PAGE_ROWS = 500;

/** Every sealed value of a database, also of one with an earlier schema. Meanwhile the connection may write what it was given. */
export function* sealedValues(db: Db): Generator<SealedValue> {
  for (const column of sealedColumns) {
    if (!hasColumn(db, column)) continue;
    for (let after: readonly SqlValue[] | undefined = []; after; ) {
      const rows: SealedRow[] = page(db, column, after);
      for (const row of rows) yield valueAt(column, row);
      const last = rows.at(-1);
      after = last && rows.length === PAGE_ROWS ? keyOf(column, last) : undefined;
    }
  }
}

function hasColumn(db: Db, { table, column }: SealedColumn): boolean {
  return db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
}

function page(db: Db, { table, column, key, reads = [], where = 'true' }: SealedColumn, after: readonly SqlValue[]) {
  const names = [...new Set([...key, ...reads, column])].join(', ');
  const order = key.join(', ');
  const beyond = after.length > 0 ? `AND (${order}) > (${key.map(() => '?').join(', ')})` : '';
  return db
    .prepare(
      `SELECT ${names} FROM ${table} WHERE ${column} IS NOT NULL AND ${where} ${beyond} ORDER BY ${order} LIMIT ${PAGE_ROWS}`,
    )
    .all(...after) as SealedRow[];
}

function keyOf({ key }: SealedColumn, row: SealedRow): SqlValue[] {
  return key.map(name => row[name] ?? null);
}

function valueAt(column: SealedColumn, row: SealedRow): SealedValue {
  const value = row[column.column];
  return {
    place: column.words(row),
    about: column.about(row),
    sealed: value instanceof Uint8Array ? value : Buffer.from(String(value), 'base64'),
    column,
    key: keyOf(column, row),
  };
}

/** A sealed file of the PKI folder. */
export interface SealedFile {
  readonly path: string;
  readonly about: string;
}

/** Every private key in the PKI folder, also of a replacement that was cut off; none where there is no folder. */
export function sealedFiles(pkiDir: string): SealedFile[] {
  return [pkiDir, join(pkiDir, 'next')].flatMap(dir =>
    namesIn(dir)
      .filter(name => name.endsWith('.key'))
      .map(name => ({ path: join(dir, name), about: `pki/${name}` })),
  );
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
export interface SecretsCheck {
  readonly count: number;
  readonly failed: readonly string[];
}

/** Tries every secret of a database file, when there is one, and a PKI folder. */
export function tryAll(path: string | undefined, engine: Engine, pkiDir: string, sealer: Sealer): SecretsCheck {
  const failed: string[] = [];
  let count = 0;
  const attempt = (place: string, sealed: Uint8Array, about: string) => {
    if (opens(sealer, sealed, about)) count += 1;
    else failed.push(place);
  };
  if (path !== undefined) {
    const db = openDb(path, { engine, mode: 'reader' });
    try {
      for (const { place, sealed, about } of sealedValues(db)) attempt(place, sealed, about);
    } finally {
      db.close();
    }
  }
  for (const { path, about } of sealedFiles(pkiDir)) attempt(`the private key ${path}`, readTrusted(path), about);
  return { count, failed };
}

/**
 * Seals every secret of a database anew, in one transaction. What is under the new key already stays as it is.
 * @param mode `writer` for the database in use, `upkeep` for a copy, which keeps its form
 * @returns how many were sealed anew
 * @throws fault `KeyMaterialUnavailable` when neither sealer opens a value; nothing is changed then
 */
export function resealDatabase(
  path: string,
  { engine, mode }: { engine: Engine; mode: 'writer' | 'upkeep' },
  from: Sealer,
  to: Sealer,
): number {
  const db = openDb(path, { engine, mode });
  try {
    // What the old key has sealed is not to stay behind in free pages, or in the log.
    db.exec('PRAGMA secure_delete = ON');
    const count = db.atomic(() => resealed(db, from, to));
    if (mode === 'writer') db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return count;
  } finally {
    db.close();
  }
}

function resealed(db: Db, from: Sealer, to: Sealer): number {
  const updates = new Map<SealedColumn, Statement>();
  let count = 0;
  for (const { about, sealed, column, key } of sealedValues(db)) {
    if (opens(to, sealed, about)) continue;
    const anew = to.seal(from.open(sealed, about), about);
    const update = updates.get(column) ?? updateOf(db, column);
    updates.set(column, update);
    update.run(column.base64 ? Buffer.from(anew).toString('base64') : anew, ...key);
    count += 1;
  }
  return count;
}

function updateOf(db: Db, { table, column, key }: SealedColumn): Statement {
  return db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key.map(name => `${name} = ?`).join(' AND ')}`);
}

/** Seals a file of the PKI folder anew; after a power cut it is there under one of the two keys. @returns whether it was done */
export function resealFile({ path, about }: SealedFile, from: Sealer, to: Sealer): boolean {
  const sealed = readTrusted(path);
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
