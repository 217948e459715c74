/** Result codes of SQLite that say what is wrong with a file, by number and by name: each engine gives one of them. */
const CODES = [
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

/** What an error says of the file: `damaged` cannot be read as what it was, the others are the surroundings' fault. */
export type FileTrouble = 'damaged' | 'io' | 'full' | 'readonly' | 'closed';

/** @returns undefined for an error that is not about the file */
export function fileTrouble(cause: unknown): FileTrouble | undefined {
  if (!(cause instanceof Error)) return undefined;
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

/** The database cannot be used as it is, for a reason outside of it; says what to do. */
export class StoreUnusable extends Error {
  readonly trouble: FileTrouble;

  constructor(path: string, trouble: FileTrouble, cause: unknown) {
    super(`the database ${path} cannot be opened: ${REMEDIES[trouble]}`, { cause });
    this.trouble = trouble;
  }
}

/** The same cause, or the sentence about it when it is the file's. */
export function unusable(path: string, cause: unknown): unknown {
  const trouble = cause instanceof StoreUnusable ? undefined : fileTrouble(cause);
  return trouble === undefined ? cause : new StoreUnusable(path, trouble, cause);
}

const REMEDIES: Readonly<Record<FileTrouble, string>> = {
  damaged: 'it is damaged and could not be replaced; make sure that its folder can be written',
  io: 'the disk answers with errors; check it, and replace it if it is worn out',
  full: 'the disk is full; free some space and start again',
  readonly: 'its folder cannot be written (mounted read-only?); make it writable or set data_dir to one that is',
  closed: 'the file or its folder does not exist or may not be read and written by this user; check owner and mode',
};
