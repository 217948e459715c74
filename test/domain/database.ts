import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyEngine, type Db, openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/domain/migrations/all.ts';

const made = new Map<AnyEngine, Buffer>();

/** Makes a database of this release with nothing in it, unless there is a file: every migration runs once, what comes of them is copied. One in memory has no file. */
export function makeDatabase(path: string, engine: AnyEngine = 'better-sqlite3'): void {
  if (path === ':memory:' || existsSync(path)) return;
  const file = made.get(engine) ?? emptyDatabase(engine);
  made.set(engine, file);
  writeFileSync(path, file);
}

/** A database that a test writes, with nothing in it yet unless there is a file. */
export function openEmpty(path: string, engine: AnyEngine = 'better-sqlite3'): Db {
  makeDatabase(path, engine);
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations);
  return db;
}

function emptyDatabase(engine: AnyEngine): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-test-'));
  try {
    const path = join(dir, 'empty.db');
    const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
    migrate(db, migrations);
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(dir, { recursive: true });
  }
}
