import type { Db, OpenMode, SqlValue, Statement } from '../../src/database/driver.ts';
import type { Library, Pointer } from './library.ts';
import type { Vfs } from './vfs.ts';

const OK = 0;
const ROW = 100;
const DONE = 101;
const OPEN_READ_ONLY = 1;
const OPEN_READ_WRITE_CREATE = 2 | 4;
const COPY_PAGES = 256;
const INT32 = 2 ** 31;
const Type = { integer: 1, float: 2, text: 3, blob: 4 } as const;

export class SqliteError extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  /** The extended result code. */
  readonly errcode: number;

  constructor(message: string, errcode: number) {
    super(message);
    this.errcode = errcode;
  }
}

/** A connection through the C interface, with what `Db` promises. */
class Connection {
  readonly library: Library;
  readonly pointer: Pointer;
  readonly statements = new Set<Pointer>();

  constructor(library: Library, vfs: Vfs, path: string, mode: OpenMode) {
    this.library = library;
    const { call } = library;
    const [at] = library.give(path);
    const result = call.sqlite3_malloc(4);
    const code = call.sqlite3_open_v2(
      at,
      result,
      mode === 'reader' ? OPEN_READ_ONLY : OPEN_READ_WRITE_CREATE,
      vfs.name,
    );
    this.pointer = library.words.getInt32(result, true);
    call.sqlite3_free(at);
    call.sqlite3_free(result);
    if (code !== OK) {
      const error = this.error(code);
      call.sqlite3_close_v2(this.pointer);
      throw error;
    }
    call.sqlite3_extended_result_codes(this.pointer, 1);
  }

  error(code: number): SqliteError {
    const { call } = this.library;
    const extended = this.pointer === 0 ? code : call.sqlite3_extended_errcode(this.pointer);
    const message = this.pointer === 0 ? 'out of memory' : this.library.text(call.sqlite3_errmsg(this.pointer));
    return new SqliteError(message, extended === OK ? code : extended);
  }

  exec(sql: string): void {
    const [at] = this.library.give(sql);
    const code = this.library.call.sqlite3_exec(this.pointer, at, 0, 0, 0);
    this.library.call.sqlite3_free(at);
    if (code !== OK) throw this.error(code);
  }

  compile(sql: string): Pointer {
    const { library } = this;
    const [at, bytes] = library.give(sql);
    const result = library.call.sqlite3_malloc(4);
    const code = library.call.sqlite3_prepare_v2(this.pointer, at, bytes + 1, result, 0);
    const statement = library.words.getInt32(result, true);
    library.call.sqlite3_free(at);
    library.call.sqlite3_free(result);
    if (code !== OK) throw this.error(code);
    if (statement === 0) throw new RangeError('there is no statement in the text');
    this.statements.add(statement);
    return statement;
  }

  close(): void {
    for (const statement of this.statements) this.library.call.sqlite3_finalize(statement);
    this.statements.clear();
    this.library.call.sqlite3_close_v2(this.pointer);
  }
}

/** Opens a file through a file layer. */
export function openConnection(library: Library, vfs: Vfs, path: string, mode: OpenMode): Db {
  const connection = new Connection(library, vfs, path, mode);
  // Of new files only: the library would make larger pages than both engines do.
  if (mode !== 'reader') connection.exec('PRAGMA page_size = 4096');
  let closed = false;
  const open = () => {
    if (closed) throw new Error('database is not open');
    return connection;
  };
  return {
    engine: 'sim',
    exec: sql => open().exec(sql),
    prepare: (sql, { bigint = false } = {}) => statementOf(open, sql, bigint),
    atomic(fn) {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = fn();
        connection.exec('COMMIT');
        return result;
      } catch (cause) {
        try {
          connection.exec('ROLLBACK');
        } catch {}
        throw cause;
      }
    },
    async copyTo(target, between) {
      copy(connection, vfs, target, between);
    },
    close() {
      if (!closed) connection.close();
      closed = true;
    },
  };
}

function copy(from: Connection, vfs: Vfs, target: string, between: () => void): void {
  const { library } = from;
  const to = new Connection(library, vfs, target, 'upkeep');
  const [main] = library.give('main');
  try {
    const backup = library.call.sqlite3_backup_init(to.pointer, main, from.pointer, main);
    if (backup === 0) throw to.error(1);
    let code: number = OK;
    while (code === OK) {
      code = library.call.sqlite3_backup_step(backup, COPY_PAGES);
      if (code !== OK) break;
      try {
        between();
      } catch (cause) {
        library.call.sqlite3_backup_finish(backup);
        throw cause;
      }
    }
    library.call.sqlite3_backup_finish(backup);
    if (code !== DONE) throw new SqliteError('the copy failed', code);
  } finally {
    library.call.sqlite3_free(main);
    to.close();
  }
}

function statementOf(open: () => Connection, sql: string, bigint: boolean): Statement {
  let compiled: Pointer | undefined;
  let names: string[] = [];
  let used: Connection | undefined;
  const ready = (parameters: readonly SqlValue[]): readonly [Connection, Pointer] => {
    const connection = open();
    if (compiled === undefined || used !== connection) {
      compiled = connection.compile(sql);
      used = connection;
      const { call } = connection.library;
      const count = call.sqlite3_column_count(compiled);
      const statement = compiled;
      names = Array.from({ length: count }, (_, n) => connection.library.text(call.sqlite3_column_name(statement, n)));
    } else connection.library.call.sqlite3_reset(compiled);
    bind(connection, compiled, parameters);
    return [connection, compiled];
  };
  const rowOf = (library: Library, statement: Pointer): unknown => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < names.length; n++) row[names[n] as string] = columnOf(library, statement, n, bigint);
    return row;
  };
  const step = (connection: Connection, statement: Pointer): boolean => {
    const code = connection.library.call.sqlite3_step(statement);
    if (code === ROW) return true;
    if (code === DONE) return false;
    const error = connection.error(code);
    connection.library.call.sqlite3_reset(statement);
    throw error;
  };
  return {
    run(...parameters) {
      const [connection, statement] = ready(parameters);
      while (step(connection, statement)) {}
      const { call } = connection.library;
      call.sqlite3_reset(statement);
      return {
        changes: call.sqlite3_changes(connection.pointer),
        lastInsertRowid: Number(call.sqlite3_last_insert_rowid(connection.pointer)),
      };
    },
    get(...parameters) {
      const [connection, statement] = ready(parameters);
      const row = step(connection, statement) ? rowOf(connection.library, statement) : undefined;
      connection.library.call.sqlite3_reset(statement);
      return row;
    },
    all(...parameters) {
      const [connection, statement] = ready(parameters);
      const rows: unknown[] = [];
      while (step(connection, statement)) rows.push(rowOf(connection.library, statement));
      connection.library.call.sqlite3_reset(statement);
      return rows;
    },
    *iterate(...parameters) {
      const [connection, statement] = ready(parameters);
      try {
        while (step(connection, statement)) yield rowOf(connection.library, statement);
      } finally {
        if (connection.statements.has(statement)) connection.library.call.sqlite3_reset(statement);
      }
    },
  };
}

function bind(connection: Connection, statement: Pointer, parameters: readonly SqlValue[]): void {
  const { library } = connection;
  const { call } = library;
  const count = call.sqlite3_bind_parameter_count(statement);
  if (count !== parameters.length) throw new RangeError(`${parameters.length} values for ${count} parameters`);
  for (let n = 0; n < count; n++) {
    const code = bindOne(library, statement, n + 1, parameters[n]);
    if (code !== OK) throw connection.error(code);
  }
}

function bindOne(library: Library, statement: Pointer, index: number, value: unknown): number {
  const { call, free } = library;
  if (value === null) return call.sqlite3_bind_null(statement, index);
  if (typeof value === 'number') {
    const isSmall = Number.isInteger(value) && value >= -INT32 && value < INT32 && !Object.is(value, -0);
    return isSmall ? call.sqlite3_bind_int(statement, index, value) : call.sqlite3_bind_double(statement, index, value);
  }
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError('the number does not fit');
    return call.sqlite3_bind_int64(statement, index, value);
  }
  if (typeof value === 'string') {
    const [at, bytes] = library.give(value);
    return call.sqlite3_bind_text(statement, index, at, bytes, free);
  }
  if (value instanceof Uint8Array) {
    const [at, bytes] = library.give(value);
    return call.sqlite3_bind_blob(statement, index, at, bytes, free);
  }
  throw new TypeError(`a value of type ${typeof value} cannot be bound`);
}

function columnOf(library: Library, statement: Pointer, n: number, bigint: boolean): unknown {
  const { call } = library;
  switch (call.sqlite3_column_type(statement, n)) {
    case Type.integer: {
      if (bigint) return call.sqlite3_column_int64(statement, n);
      const value = call.sqlite3_column_double(statement, n);
      if (!Number.isSafeInteger(value)) throw new RangeError('an integer is too large for a number');
      return value;
    }
    case Type.float:
      return call.sqlite3_column_double(statement, n);
    case Type.text: {
      const at = call.sqlite3_column_text(statement, n);
      return library.heap.toString('utf8', at, at + call.sqlite3_column_bytes(statement, n));
    }
    case Type.blob: {
      const at = call.sqlite3_column_blob(statement, n);
      return new Uint8Array(library.heap.subarray(at, at + call.sqlite3_column_bytes(statement, n)));
    }
    default:
      return null;
  }
}
