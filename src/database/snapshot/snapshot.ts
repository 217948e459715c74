import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { reasonOf } from '../../kit/faults/reason.ts';
import { syncPath } from '../../kit/folder.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { type AnyEngine, type Db, openDb } from '../driver.ts';
import { replaceFile } from '../files.ts';
import { schemaVersion } from '../migrate.ts';

export interface SnapshotOptions {
  /** A database, in use or not. */
  readonly source: string;
  /** What has this name is replaced when the copy is verified, never before. Its folder exists. */
  readonly target: string;
  readonly engine: AnyEngine;
  /** Nothing else needs the disk meanwhile. */
  readonly alone?: boolean;
}

export interface SnapshotReport {
  readonly bytes: number;
  /** Schema version. */
  readonly schema: number;
  /** Rows of every table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Bytes of it that were written now. */
  readonly written: number;
}

/** A copy that is not what it was made of, or a file that is no whole database. */
export class BadSnapshot extends Error {
  /** Also on its way between threads (`fileTrouble`): what was copied may be damaged itself. */
  readonly code = 'SQLITE_CORRUPT';

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`${path} is not a good copy of the database: ${why}`, options);
  }
}

/** Ends the name of a copy that is not verified yet; what a crash left of it is removed at the next start. */
export const UNFINISHED = '.part';

/**
 * Copies a database consistently while it is written, and verifies the copy: integrity, and the rows of every table against
 * the same state of the source. The copy is a single file of mode 0600. Keeps the thread busy; a running service center
 * does it in a thread of its own (`Store.snapshot`).
 * @throws BadSnapshot, or the cause (disk full); then `target` is as it was
 */
export async function writeSnapshot({
  source,
  target,
  engine,
  alone = false,
}: SnapshotOptions): Promise<SnapshotReport> {
  const part = target + UNFINISHED;
  rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    const { schema, rows } = await copy(source, part, engine, alone);
    const found = inspectSnapshot(part, engine);
    const wrong = found.schema === schema ? unequalRows(rows, found.rows) : 'its schema version differs';
    if (wrong !== undefined) throw new BadSnapshot(target, wrong);
    chmodSync(part, 0o600);
    const bytes = statSync(part).size;
    replaceFile(part, target);
    return { bytes, schema, rows, written: bytes };
  } catch (cause) {
    for (const leftover of ['', '-journal', '-wal', '-shm']) rmSync(part + leftover, { force: true });
    throw cause;
  }
}

/**
 * Says what a copy holds, once all of it has been read and found whole.
 * @throws BadSnapshot
 */
export function verifySnapshot(path: string, engine: AnyEngine): Omit<SnapshotReport, 'written'> {
  try {
    // Before it is opened, which would make the file.
    const { size: bytes } = statSync(path);
    const found = inspectSnapshot(path, engine);
    if (found.schema === 0) throw new BadSnapshot(path, 'it is empty');
    return { ...found, bytes };
  } catch (cause) {
    if (cause instanceof BadSnapshot) throw cause;
    throw new BadSnapshot(path, reasonOf(cause), { cause });
  }
}

/** Rows of every table, in one state of the database. */
export function countRows(db: Db): Record<string, number> {
  return Object.fromEntries(
    tablesOf(db).map(table => [table, (db.prepare(`SELECT count(*) AS rows FROM "${table}"`).get() as Counted).rows]),
  );
}

/** Names of the tables, without those of SQLite. */
export function tablesOf(db: Db): string[] {
  const rows = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

interface Counted {
  rows: number;
}

async function copy(source: string, part: string, engine: AnyEngine, alone: boolean) {
  const db = openDb(source, { engine, mode: 'reader' });
  try {
    // The copy is made of this state, whatever is written meanwhile.
    db.exec('BEGIN');
    const state = { schema: schemaVersion(db), rows: countRows(db) };
    await db.copyTo(part, () => {
      // All of it at the end would hold up the commits of the writer (measured: p99 625 ms, with rests 16 ms).
      const begun = systemClock.monotonic();
      syncPath(part);
      if (!alone) rest(systemClock.monotonic() - begun);
    });
    db.exec('COMMIT');
    return state;
  } finally {
    db.close();
  }
}

/** Leaves the disk to others for as long. Keeps the thread busy. */
export function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Reads all of a copy, and leaves it as one file.
 * @throws BadSnapshot, or the cause
 */
export function inspectSnapshot(path: string, engine: AnyEngine): { schema: number; rows: Record<string, number> } {
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    // The files that WAL needs beside a database are not part of a copy.
    db.exec('PRAGMA journal_mode = DELETE');
    const problems = db.prepare('PRAGMA integrity_check(3)').all() as { integrity_check: string }[];
    const [first] = problems;
    if (first?.integrity_check !== 'ok') throw new BadSnapshot(path, first?.integrity_check ?? 'no answer');
    return { schema: schemaVersion(db), rows: countRows(db) };
  } finally {
    db.close();
  }
}

/** In which tables the numbers of rows differ, as a sentence; undefined in none. */
export function unequalRows(expected: Readonly<Record<string, number>>, found: Readonly<Record<string, number>>) {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const wrong = [...names].filter(name => expected[name] !== found[name]);
  return wrong.length === 0 ? undefined : `rows differ in ${wrong.join(', ')}`;
}
