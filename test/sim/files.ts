/** What the file layer of a simulation fails with, as Node.js names it. */
export type IoCode = 'EIO' | 'ENOSPC' | 'ENOENT' | 'EEXIST' | 'EROFS' | 'ENOTDIR' | 'EISDIR' | 'ENOTEMPTY' | 'EBADF';

export class IoError extends Error {
  readonly code: IoCode;

  constructor(code: IoCode, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}

/** An open file, as SQLite works with one. */
export interface OpenFile {
  /** The same for all who have the same file open, whatever its name has become. */
  readonly identity: unknown;
  /** @returns bytes read: fewer than asked for at the end of the file */
  read(into: Uint8Array, at: number): number;
  write(bytes: Uint8Array, at: number): void;
  truncate(size: number): void;
  sync(): void;
  size(): number;
  close(): void;
}

/** Files by name, as SQLite works with them. */
export interface Files {
  /** @throws IoError ENOENT where there is none and it is not to be made */
  open(path: string, how: { readonly create: boolean; readonly write: boolean }): OpenFile;
  /** @param sync the name has to be gone after a loss of power, too */
  remove(path: string, sync: boolean): void;
  exists(path: string): boolean;
}

/** A file without a name, which nothing else sees and no loss of power leaves. */
export function nameless(): OpenFile {
  let content = new Uint8Array(0);
  return {
    identity: {},
    read(into, at) {
      const part = content.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    write(bytes, at) {
      if (at + bytes.length > content.length) {
        const longer = new Uint8Array(at + bytes.length);
        longer.set(content);
        content = longer;
      }
      content.set(bytes, at);
    },
    truncate(size) {
      content = content.slice(0, size);
    },
    sync() {},
    size: () => content.length,
    close() {},
  };
}
