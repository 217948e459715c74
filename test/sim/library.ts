import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

/** A place in the memory of the library. */
export type Pointer = number;

/** Functions of SQLite as the library exports them, without conversions. */
export interface Exports {
  sqlite3_malloc(bytes: number): Pointer;
  sqlite3_free(at: Pointer): void;
  sqlite3_open_v2(path: Pointer, db: Pointer, flags: number, vfs: Pointer): number;
  sqlite3_close_v2(db: Pointer): number;
  sqlite3_errmsg(db: Pointer): Pointer;
  sqlite3_extended_errcode(db: Pointer): number;
  sqlite3_extended_result_codes(db: Pointer, on: number): number;
  sqlite3_exec(db: Pointer, sql: Pointer, callback: Pointer, about: Pointer, message: Pointer): number;
  sqlite3_prepare_v2(db: Pointer, sql: Pointer, bytes: number, statement: Pointer, tail: Pointer): number;
  sqlite3_finalize(statement: Pointer): number;
  sqlite3_reset(statement: Pointer): number;
  sqlite3_clear_bindings(statement: Pointer): number;
  sqlite3_step(statement: Pointer): number;
  sqlite3_bind_parameter_count(statement: Pointer): number;
  sqlite3_bind_int(statement: Pointer, index: number, value: number): number;
  sqlite3_bind_int64(statement: Pointer, index: number, value: bigint): number;
  sqlite3_bind_double(statement: Pointer, index: number, value: number): number;
  sqlite3_bind_null(statement: Pointer, index: number): number;
  sqlite3_bind_text(statement: Pointer, index: number, at: Pointer, bytes: number, free: Pointer): number;
  sqlite3_bind_blob(statement: Pointer, index: number, at: Pointer, bytes: number, free: Pointer): number;
  sqlite3_column_count(statement: Pointer): number;
  sqlite3_column_name(statement: Pointer, index: number): Pointer;
  sqlite3_column_type(statement: Pointer, index: number): number;
  sqlite3_column_int64(statement: Pointer, index: number): bigint;
  sqlite3_column_double(statement: Pointer, index: number): number;
  sqlite3_column_text(statement: Pointer, index: number): Pointer;
  sqlite3_column_blob(statement: Pointer, index: number): Pointer;
  sqlite3_column_bytes(statement: Pointer, index: number): number;
  sqlite3_changes(db: Pointer): number;
  sqlite3_last_insert_rowid(db: Pointer): bigint;
  sqlite3_randomness(bytes: number, into: Pointer): void;
  sqlite3_backup_init(to: Pointer, toName: Pointer, from: Pointer, fromName: Pointer): Pointer;
  sqlite3_backup_step(backup: Pointer, pages: number): number;
  sqlite3_backup_finish(backup: Pointer): number;
}

/** A struct of SQLite in the library's memory. */
interface Struct {
  readonly pointer: Pointer;
  installMethods(methods: Readonly<Record<string, (...args: never[]) => number>>): void;
  dispose(): void;
  [member: `$${string}`]: unknown;
}

interface Module {
  readonly capi: {
    readonly SQLITE_WASM_DEALLOC: Pointer;
    readonly sqlite3_vfs: new () => Struct;
    readonly sqlite3_io_methods: new () => Struct;
    sqlite3_vfs_register(vfs: Pointer, isDefault: number): number;
  };
  readonly wasm: {
    readonly exports: Exports;
    readonly memory: { readonly buffer: ArrayBuffer };
    allocCString(text: string): Pointer;
  };
}

/** SQLite as WebAssembly: one instance, with all its connections in one memory. */
export class Library {
  readonly call: Exports;
  readonly capi: Module['capi'];
  /** What frees a value that was given away. */
  readonly free: Pointer;
  readonly #module: Module;
  readonly #memory: { readonly buffer: ArrayBuffer };
  #heap: Buffer;
  #words: DataView;

  static async load(): Promise<Library> {
    // Its types know neither the exports nor the structs that they are for.
    return new Library((await sqlite3InitModule()) as unknown as Module);
  }

  private constructor(module: Module) {
    this.#module = module;
    this.call = module.wasm.exports;
    this.capi = module.capi;
    this.free = module.capi.SQLITE_WASM_DEALLOC;
    this.#memory = module.wasm.memory;
    this.#heap = Buffer.from(this.#memory.buffer);
    this.#words = new DataView(this.#memory.buffer);
  }

  /** All of the memory; another object after it has grown. */
  get heap(): Buffer {
    if (this.#heap.length === 0) {
      this.#heap = Buffer.from(this.#memory.buffer);
    }
    return this.#heap;
  }

  /** The same, for numbers. */
  get words(): DataView {
    if (this.#words.buffer !== this.heap.buffer) this.#words = new DataView(this.#memory.buffer);
    return this.#words;
  }

  /** Its chance begins anew, with what the file layer gives it. */
  forgetChance(): void {
    this.call.sqlite3_randomness(0, 0);
  }

  /** For as long as the library lives. */
  lasting(text: string): Pointer {
    return this.#module.wasm.allocCString(text);
  }

  /** A value that is freed by its taker, with a zero behind it. @returns where, and how many bytes without the zero */
  give(value: string | Uint8Array): readonly [at: Pointer, bytes: number] {
    const bytes = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    const at = this.call.sqlite3_malloc(bytes + 1);
    if (at === 0) throw new Error('the memory of the library is used up');
    const heap = this.heap;
    if (typeof value === 'string') heap.write(value, at, bytes);
    else heap.set(value, at);
    heap[at + bytes] = 0;
    return [at, bytes];
  }

  /** The text that ends with a zero. */
  text(at: Pointer): string {
    if (at === 0) return '';
    return this.heap.toString('utf8', at, this.heap.indexOf(0, at));
  }
}
