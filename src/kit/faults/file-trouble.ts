import { type Fault, fault } from './faults.ts';

/** Result codes of SQLite that say what is wrong with a file, by number and by name: each engine gives one of them. */
const CODES = [
  [5, 'SQLITE_BUSY', 'busy'],
  [6, 'SQLITE_LOCKED', 'busy'],
  [8, 'SQLITE_READONLY', 'readonly'],
  [10, 'SQLITE_IOERR', 'io'],
  [11, 'SQLITE_CORRUPT', 'damaged'],
  [13, 'SQLITE_FULL', 'full'],
  [14, 'SQLITE_CANTOPEN', 'closed'],
  [26, 'SQLITE_NOTADB', 'damaged'],
] as const;

/** Kinds of an I/O error that mean that what was written cannot be read back. */
const UNREADABLE = new Map([
  [266, 'SQLITE_IOERR_READ'],
  [522, 'SQLITE_IOERR_SHORT_READ'],
  [8202, 'SQLITE_IOERR_DATA'],
  [8458, 'SQLITE_IOERR_CORRUPTFS'],
]);

/** An I/O error that has one cause only: there is no space for the index of the write-ahead log. */
const NO_ROOM = { number: 4874, name: 'SQLITE_IOERR_SHMSIZE' };

const UNREACHABLE = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR']);

/**
 * What an error says of the file: `damaged` cannot be read as what it was, the others are the surroundings' fault; `busy`: another
 * connection had it for longer than is waited.
 */
export type FileTrouble = 'damaged' | 'io' | 'full' | 'readonly' | 'closed' | 'busy';

/** @returns undefined for an error that is not about the file */
export function fileTrouble(cause: unknown): FileTrouble | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof StoreTrouble) return cause.trouble;
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  for (const [number, name] of UNREADABLE) if (errcode === number || code === name) return 'damaged';
  if (errcode === NO_ROOM.number || code === NO_ROOM.name) return 'full';
  for (const [number, name, trouble] of CODES) {
    const numbered = typeof errcode === 'number' && (errcode & 0xff) === number;
    if (numbered || (typeof code === 'string' && (code === name || code.startsWith(`${name}_`)))) return trouble;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EROFS') return 'readonly';
  if (typeof code === 'string' && UNREACHABLE.has(code)) return 'closed';
  return code === 'EIO' ? 'io' : undefined;
}

/** What the store could not do because of the file it works on; made where the error of SQLite comes from another thread. */
export class StoreTrouble extends Error {
  readonly trouble: FileTrouble;

  constructor(message: string, trouble: FileTrouble, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreTrouble';
    this.trouble = trouble;
  }
}

/**
 * The fault that a caller is told of a disk that takes nothing more, or of a store that cannot be used: SQLite's errors and those of
 * files that are written beside it. @returns undefined for an error that is about neither
 */
export function storageFault(cause: unknown): Fault | undefined {
  if (!isOfStore(cause)) return undefined;
  return fileTrouble(cause) === 'full' ? fault('StorageFull') : fault('DatabaseError');
}

/** What an ordinary file says that is missing, or belongs to another user, is no trouble of the disk. */
function isOfStore(cause: unknown): boolean {
  const trouble = fileTrouble(cause);
  if (trouble === undefined) return false;
  return (
    trouble !== 'closed' ||
    cause instanceof StoreTrouble ||
    !UNREACHABLE.has(String((cause as NodeJS.ErrnoException).code))
  );
}
