import type { Files, OpenFile } from './files.ts';
import { IoError, nameless } from './files.ts';
import type { Library, Pointer } from './library.ts';
import { Lock, Locks } from './locks.ts';

const OK = 0;
const BUSY = 5;
const FULL = 13;
const CANT_OPEN = 14;
const NOT_FOUND = 12;
const IO = {
  read: 266,
  shortRead: 522,
  write: 778,
  sync: 1034,
  truncate: 1546,
  size: 1802,
  remove: 2570,
  nothingToRemove: 5898,
  access: 3338,
  indexSize: 4874,
} as const;

const OPEN = { readOnly: 1, readWrite: 2, create: 4, removeOnClose: 8 } as const;
const INDEX = { unlock: 1, exclusive: 8 } as const;
/** A write of a part of a sector leaves the rest of it as it was, as SQLite takes for granted on Unix. */
const POWERSAFE_OVERWRITE = 0x1000;
const SECTOR_BYTES = 4096;
/** A region of the index of a log. */
const INDEX_BYTES = 32_768;
/** In the head of the index: frames, pages, the sum over all frames, and what the log was begun with. */
const LOG = { from: 16, to: 40 } as const;
const MAX_PATH = 1024;
const DAY_MS = 86_400_000;
/** Midday of 24 November 4714 BC, where SQLite begins to count, milliseconds before 1970. */
const JULIAN_MS = 210_866_760_000_000n;

/** What the file layer takes from its surroundings. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  random(bytes: number): Uint8Array;
}

interface Opened {
  readonly file: OpenFile;
  readonly locks: Locks;
  readonly removed?: string;
}

/**
 * A file layer for SQLite, made of files of ours. All connections live in one memory and one loop: the index of a log is memory of the
 * library, and a connection that waits for another would wait for ever, so waiting takes no time.
 */
export class Vfs {
  /** Of its name, in the library's memory. */
  readonly name: Pointer;
  readonly pointer: Pointer;
  files: Files;
  surroundings: Surroundings;
  readonly #library: Library;
  readonly #opened = new Map<Pointer, Opened>();
  readonly #locks = new Map<unknown, Locks>();
  readonly #methods: { readonly pointer: Pointer };

  /** @param isDefault the library takes its own chance from it, too */
  constructor(library: Library, name: string, files: Files, surroundings: Surroundings, isDefault = true) {
    this.#library = library;
    this.name = library.lasting(name);
    this.files = files;
    this.surroundings = surroundings;
    const methods = new library.capi.sqlite3_io_methods();
    methods.$iVersion = 2;
    methods.installMethods(this.#fileMethods());
    this.#methods = methods;
    const vfs = new library.capi.sqlite3_vfs();
    vfs.$iVersion = 2;
    vfs.$szOsFile = 4;
    vfs.$mxPathname = MAX_PATH;
    vfs.$zName = this.name;
    vfs.installMethods(this.#vfsMethods());
    this.pointer = vfs.pointer;
    const code = library.capi.sqlite3_vfs_register(vfs.pointer, isDefault ? 1 : 0);
    if (code !== OK) throw new Error(`the file layer was refused (${code})`);
  }

  /** Forgets every file: the machine is off. */
  reset(): void {
    for (const { locks } of this.#opened.values()) this.#freeIndex(locks);
    this.#opened.clear();
    this.#locks.clear();
  }

  /** Empties the indexes of logs, as if the machine had been off: connections that stay open read the logs anew. */
  forgetIndexes(): void {
    for (const { regions } of this.#locks.values()) {
      for (const region of regions) this.#library.heap.fill(0, region, region + INDEX_BYTES);
    }
  }

  /** How far a file's log goes, by the head of its index: the number of its pages, and a sum of all of them. Empty: it has no index. */
  logOf(identity: unknown): string {
    const [region] = this.#locks.get(identity)?.regions ?? [];
    return region === undefined ? '' : this.#library.heap.toString('latin1', region + LOG.from, region + LOG.to);
  }

  #vfsMethods() {
    const { words } = this.#access();
    return {
      xOpen: (_: Pointer, name: Pointer, file: Pointer, flags: number, outFlags: Pointer) => {
        words().setInt32(file, 0, true);
        try {
          const path = name === 0 ? undefined : this.#library.text(name);
          const how = { create: (flags & OPEN.create) !== 0, write: (flags & OPEN.readWrite) !== 0 };
          const opened = path === undefined ? nameless() : this.files.open(path, how);
          const removed = (flags & OPEN.removeOnClose) !== 0 && path !== undefined ? { removed: path } : {};
          this.#opened.set(file, { file: opened, locks: this.#locksOf(opened.identity), ...removed });
          if (outFlags !== 0) words().setInt32(outFlags, flags, true);
          words().setInt32(file, this.#methods.pointer, true);
          return OK;
        } catch (cause) {
          return codeOf(cause, CANT_OPEN);
        }
      },
      xDelete: (_: Pointer, name: Pointer, sync: number) => {
        const path = this.#library.text(name);
        return guarded(IO.remove, () => {
          if (!this.files.exists(path)) return IO.nothingToRemove;
          this.files.remove(path, sync !== 0);
          return OK;
        });
      },
      xAccess: (_: Pointer, name: Pointer, _flags: number, result: Pointer) =>
        guarded(IO.access, () => {
          words().setInt32(result, this.files.exists(this.#library.text(name)) ? 1 : 0, true);
          return OK;
        }),
      xFullPathname: (_: Pointer, name: Pointer, bytes: number, into: Pointer) => {
        const end = this.#library.heap.indexOf(0, name) + 1;
        if (end - name > bytes) return CANT_OPEN;
        this.#library.heap.copy(this.#library.heap, into, name, end);
        return OK;
      },
      xRandomness: (_: Pointer, bytes: number, into: Pointer) => {
        this.#library.heap.set(this.surroundings.random(bytes), into);
        return bytes;
      },
      xSleep: (_: Pointer, micros: number) => micros,
      xCurrentTime: (_: Pointer, result: Pointer) => {
        words().setFloat64(result, Number(this.#julianMs()) / DAY_MS, true);
        return OK;
      },
      xCurrentTimeInt64: (_: Pointer, result: Pointer) => {
        words().setBigInt64(result, this.#julianMs(), true);
        return OK;
      },
      xGetLastError: () => OK,
    };
  }

  #fileMethods() {
    const { heap, words, of } = this.#access();
    return {
      xClose: (file: Pointer) => {
        const opened = this.#opened.get(file);
        if (!opened) return OK;
        this.#opened.delete(file);
        opened.locks.unlock(opened, Lock.none);
        this.#leaveIndex(opened);
        return guarded(IO.size, () => {
          opened.file.close();
          if (opened.removed !== undefined && this.files.exists(opened.removed))
            this.files.remove(opened.removed, false);
          return OK;
        });
      },
      xRead: (file: Pointer, into: Pointer, bytes: number, at: bigint) =>
        guarded(IO.read, () => {
          const part = heap().subarray(into, into + bytes);
          const read = of(file).read(part, Number(at));
          if (read === bytes) return OK;
          part.fill(0, read);
          return IO.shortRead;
        }),
      xWrite: (file: Pointer, from: Pointer, bytes: number, at: bigint) =>
        guarded(IO.write, () => {
          of(file).write(heap().subarray(from, from + bytes), Number(at));
          return OK;
        }),
      xTruncate: (file: Pointer, size: bigint) =>
        guarded(IO.truncate, () => {
          of(file).truncate(Number(size));
          return OK;
        }),
      xSync: (file: Pointer, _flags: number) =>
        guarded(IO.sync, () => {
          of(file).sync();
          return OK;
        }),
      xFileSize: (file: Pointer, result: Pointer) =>
        guarded(IO.size, () => {
          words().setBigInt64(result, BigInt(of(file).size()), true);
          return OK;
        }),
      xLock: (file: Pointer, wanted: number) => {
        const opened = this.#found(file);
        return opened.locks.lock(opened, wanted) ? OK : BUSY;
      },
      xUnlock: (file: Pointer, to: number) => {
        const opened = this.#found(file);
        opened.locks.unlock(opened, to);
        return OK;
      },
      xCheckReservedLock: (file: Pointer, result: Pointer) => {
        words().setInt32(result, this.#found(file).locks.isReserved ? 1 : 0, true);
        return OK;
      },
      xFileControl: () => NOT_FOUND,
      xSectorSize: () => SECTOR_BYTES,
      xDeviceCharacteristics: () => POWERSAFE_OVERWRITE,
      xShmMap: (file: Pointer, index: number, bytes: number, extend: number, result: Pointer) => {
        const opened = this.#found(file);
        const { regions, users } = opened.locks;
        users.add(opened);
        words().setInt32(result, 0, true);
        while (regions.length <= index && extend !== 0) {
          const region = this.#library.call.sqlite3_malloc(bytes);
          if (region === 0) return IO.indexSize;
          heap().fill(0, region, region + bytes);
          regions.push(region);
        }
        words().setInt32(result, regions[index] ?? 0, true);
        return OK;
      },
      xShmLock: (file: Pointer, from: number, count: number, flags: number) => {
        const opened = this.#found(file);
        if ((flags & INDEX.unlock) !== 0) {
          opened.locks.unlockIndex(opened, from, count);
          return OK;
        }
        return opened.locks.lockIndex(opened, from, count, (flags & INDEX.exclusive) !== 0) ? OK : BUSY;
      },
      xShmBarrier: () => OK,
      xShmUnmap: (file: Pointer, _remove: number) => {
        this.#leaveIndex(this.#found(file));
        return OK;
      },
    };
  }

  #access() {
    return {
      heap: () => this.#library.heap,
      words: () => this.#library.words,
      of: (file: Pointer) => this.#found(file).file,
    };
  }

  #found(file: Pointer): Opened {
    const opened = this.#opened.get(file);
    if (!opened) throw new Error('a file that is not open');
    return opened;
  }

  #locksOf(identity: unknown): Locks {
    const found = this.#locks.get(identity) ?? new Locks();
    this.#locks.set(identity, found);
    return found;
  }

  #leaveIndex(opened: Opened): void {
    opened.locks.unlockIndex(opened);
    if (opened.locks.users.delete(opened) && opened.locks.users.size === 0) this.#freeIndex(opened.locks);
  }

  #freeIndex({ regions }: Locks): void {
    for (const region of regions.splice(0)) this.#library.call.sqlite3_free(region);
  }

  #julianMs(): bigint {
    return BigInt(Math.trunc(this.surroundings.now())) + JULIAN_MS;
  }
}

function guarded(otherwise: number, act: () => number): number {
  try {
    return act();
  } catch (cause) {
    return codeOf(cause, otherwise);
  }
}

/** What SQLite calls it; what is no trouble of a file is a mistake of the simulation, and is not hidden. */
function codeOf(cause: unknown, otherwise: number): number {
  const { code } = cause as { code?: unknown };
  if (code === 'ENOSPC') return otherwise === IO.write || otherwise === IO.truncate ? FULL : otherwise;
  if (cause instanceof IoError || typeof code === 'string') return otherwise;
  throw cause;
}
