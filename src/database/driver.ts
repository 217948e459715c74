import { createRequire } from 'node:module';
import { packaged, type Thread, thread } from '../kit/program.ts';

export type Engine = 'better-sqlite3' | 'node:sqlite';
/** One that the caller brings along: how it opens a file, and what stands for the threads that open it, too. */
export interface GivenEngine {
  readonly name: string;
  open(path: string, mode: OpenMode): Db;
  readonly thread: (...started: Parameters<typeof thread>) => Thread;
}
export type AnyEngine = Engine | GivenEngine;
/** What goes into a statement: no booleans, no undefined. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/**
 * A statement with positional parameters. Rows are plain objects; blobs are Uint8Array. It is compiled when it is first run: of what a
 * store could ask, each of its connections asks a part, and what it never does would take 6 MB in all.
 */
export interface Statement {
  run(...parameters: SqlValue[]): { changes: number; lastInsertRowid: number };
  get(...parameters: SqlValue[]): unknown;
  all(...parameters: SqlValue[]): unknown[];
  iterate(...parameters: SqlValue[]): IterableIterator<unknown>;
}

/** One connection: the part of SQLite that both engines offer alike. */
export interface Db {
  /** Its name. */
  readonly engine: string;
  exec(sql: string): void;
  /** @param options.bigint read every integer of the result as bigint, for statements with nanosecond columns */
  prepare(sql: string, options?: { bigint?: boolean }): Statement;
  /** Runs `fn` in one immediate transaction; what it throws rolls everything back. Not to be nested. */
  atomic<T>(fn: () => T): T;
  /**
   * Copies the database page by page into a file that does not exist yet, as it is in the transaction this connection has open.
   * @param between called after every `COPY_PAGES`; what it throws ends the copy
   */
  copyTo(path: string, between: () => void): Promise<void>;
  close(): void;
}

/** `writer` and `reader` of a database in use; `upkeep` reads and writes a file that no other process has, and leaves its form. */
export type OpenMode = 'writer' | 'reader' | 'upkeep';

/** One step of a copy: 1 MB, so that a copy can be given up soon. */
const COPY_PAGES = 256;

/** Pages kept in memory by one connection, in KiB: a negative value to SQLite. The history is read by key, so little helps. */
const CACHE_KIB = 1024;

const PRAGMAS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA mmap_size = 0;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -${CACHE_KIB};
`;

/** Written once per database file, by its writer. `auto_vacuum` must come before the first table. */
const WRITER_PRAGMAS = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 1000;
  PRAGMA journal_size_limit = 67108864;
`;

const require = createRequire(import.meta.url);

/** The engine that is meant: `auto` is better-sqlite3, and in the executable the engine inside of Node.js (operations 3). */
export function engineOf(setting: Engine | 'auto'): Engine {
  if (setting === 'auto') return packaged ? 'node:sqlite' : 'better-sqlite3';
  if (packaged && setting === 'better-sqlite3') {
    throw new Error('store.engine: better-sqlite3 is not part of this executable; leave it at auto');
  }
  return setting;
}

/**
 * Opens a database file.
 * @param options.synchronous for the writer: `full` syncs every commit before it is answered, `normal` only at checkpoints
 */
export function openDb(
  path: string,
  options: { engine: AnyEngine; mode: OpenMode; synchronous?: 'full' | 'normal' },
): Db {
  const db = openBy(options.engine, path, options.mode);
  try {
    db.exec(PRAGMAS);
    if (options.mode === 'writer') {
      db.exec(WRITER_PRAGMAS);
      db.exec(`PRAGMA synchronous = ${options.synchronous ?? 'full'}`);
    }
  } catch (cause) {
    // The room of a file that is removed comes back only when no connection has it open.
    db.close();
    throw cause;
  }
  return db;
}

function openBy(engine: AnyEngine, path: string, mode: OpenMode): Db {
  if (typeof engine === 'object') return engine.open(path, mode);
  return engine === 'better-sqlite3' ? openBetter(path, mode) : openNode(path, mode);
}

/** Starts threads of the program that open their database with the engine. */
export function threadsOf(engine: AnyEngine): GivenEngine['thread'] {
  return typeof engine === 'object' ? engine.thread : thread;
}

/** Reads something of a database and closes it again. */
export function withReader<T>(path: string, engine: AnyEngine, read: (db: Db) => T): T {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function openNode(path: string, mode: OpenMode): Db {
  const { DatabaseSync, backup } = require('node:sqlite') as typeof import('node:sqlite');
  const raw = new DatabaseSync(path, { readOnly: mode === 'reader' });
  return {
    ...assemble('node:sqlite', raw, (sql, bigint) => {
      const statement = raw.prepare(sql);
      if (bigint) statement.setReadBigInts(true);
      return statement as unknown as RawStatement;
    }),
    async copyTo(target, between) {
      await backup(raw, target, { rate: COPY_PAGES, progress: between });
    },
  };
}

function openBetter(path: string, mode: OpenMode): Db {
  const Database = require('better-sqlite3') as new (path: string, options: object) => RawDatabase;
  const raw = new Database(path, { readonly: mode === 'reader' });
  return {
    ...assemble('better-sqlite3', raw, (sql, bigint) => {
      const statement = raw.prepare(sql);
      if (bigint) statement.safeIntegers(true);
      return statement;
    }),
    async copyTo(target, between) {
      const progress = () => {
        between();
        return COPY_PAGES;
      };
      await raw.backup(target, { progress });
    },
  };
}

interface RawStatement {
  run(...parameters: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...parameters: SqlValue[]): unknown;
  all(...parameters: SqlValue[]): unknown[];
  iterate(...parameters: SqlValue[]): IterableIterator<unknown>;
}

interface RawDatabase {
  prepare(sql: string): RawStatement & { safeIntegers(on: boolean): void };
  exec(sql: string): void;
  backup(path: string, options: { progress(): number }): Promise<unknown>;
  close(): void;
}

type Prepare = (sql: string, bigint: boolean) => RawStatement;

/** Compiled when it is first run. One object and no closures: a store has a thousand of them on each of its connections. */
class LateStatement implements Statement {
  readonly #prepare: Prepare;
  readonly #sql: string;
  readonly #bigint: boolean;
  #compiled: RawStatement | undefined;

  constructor(prepare: Prepare, sql: string, bigint: boolean) {
    this.#prepare = prepare;
    this.#sql = sql;
    this.#bigint = bigint;
  }

  run(...parameters: SqlValue[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#statement().run(...parameters);
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  get(...parameters: SqlValue[]): unknown {
    return this.#statement().get(...parameters);
  }

  all(...parameters: SqlValue[]): unknown[] {
    return this.#statement().all(...parameters);
  }

  iterate(...parameters: SqlValue[]): IterableIterator<unknown> {
    return this.#statement().iterate(...parameters);
  }

  #statement(): RawStatement {
    this.#compiled ??= this.#prepare(this.#sql, this.#bigint);
    return this.#compiled;
  }
}

function assemble(
  engine: Engine,
  raw: { exec(sql: string): void; close(): void },
  prepare: Prepare,
): Omit<Db, 'copyTo'> {
  return {
    engine,
    exec: sql => {
      raw.exec(sql);
    },
    prepare: (sql, options) => new LateStatement(prepare, sql, options?.bigint ?? false),
    atomic(fn) {
      raw.exec('BEGIN IMMEDIATE');
      try {
        const result = fn();
        raw.exec('COMMIT');
        return result;
      } catch (cause) {
        // A failed COMMIT (disk full) may have ended the transaction by itself.
        try {
          raw.exec('ROLLBACK');
        } catch {}
        throw cause;
      }
    },
    close: () => {
      raw.close();
    },
  };
}
