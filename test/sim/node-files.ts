import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Inode, SimDisk } from './disk.ts';
import { IoError } from './files.ts';

/** Files below it lie on the simulated disk. */
export const ROOT = '/simulated';
/** Above those that the system gives. */
const FIRST_HANDLE = 1_000_000;
const DEVICE = 4711;
const FREE_BLOCKS = 1_000_000;
const BLOCK = 4096;
const SECTOR = 512;

type Fs = typeof import('node:fs');
type Function = (...args: never[]) => unknown;

interface Handle {
  readonly path: string;
  /** Undefined: a folder. */
  readonly file: Inode | undefined;
  at: number;
}

/**
 * Makes `node:fs`, as the store uses it outside of SQLite, work on a simulated disk for every path below `ROOT`. Names of what is imported
 * follow: the sources know nothing of it. @returns has it end
 */
export function simulateFiles(disk: () => SimDisk): () => void {
  const fs = createRequire(import.meta.url)('node:fs') as Fs & Record<string, Function>;
  const replaced = new Map<string, Function>();
  const simulated = simulatedFunctions(disk);
  for (const [name, instead] of Object.entries(simulated)) {
    const real = fs[name] as Function;
    replaced.set(name, real);
    (fs as Record<string, Function>)[name] = ((...args: [unknown, ...never[]]) =>
      isOurs(args[0])
        ? (instead as (...args: unknown[]) => unknown)(...args)
        : real(...(args as unknown as never[]))) as Function;
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, real] of replaced) (fs as Record<string, Function>)[name] = real;
    syncBuiltinESMExports();
  };
}

function isOurs(about: unknown): boolean {
  return typeof about === 'number' ? about >= FIRST_HANDLE : typeof about === 'string' && about.startsWith(ROOT);
}

function simulatedFunctions(disk: () => SimDisk) {
  const handles = new Map<number, Handle>();
  let opened = FIRST_HANDLE;
  const handle = (number: number): Handle => {
    const found = handles.get(number);
    if (!found) throw new IoError('EBADF', String(number));
    return found;
  };
  const fileOf = (number: number): Inode => {
    const { file, path } = handle(number);
    if (!file) throw new IoError('EISDIR', path);
    return file;
  };
  const mustFind = (path: string): Inode => {
    const found = disk().find(path);
    if (!found) throw new IoError('ENOENT', path);
    return found;
  };
  const stats = (path: string, file: Inode | undefined) => ({
    isFile: () => file !== undefined,
    isDirectory: () => file === undefined,
    size: file?.content.size ?? 0,
    ino: file?.number ?? 0,
    dev: DEVICE,
    nlink: file?.links ?? 1,
    mode: file?.mode ?? 0o700,
    blocks: Math.ceil((file?.content.size ?? 0) / SECTOR),
    mtimeMs: 0,
    path,
  });
  const statSync = (path: string, options?: { throwIfNoEntry?: boolean }) => {
    if (disk().folders.has(path)) return stats(path, undefined);
    const file = disk().find(path);
    if (file) return stats(path, file);
    if (options?.throwIfNoEntry === false) return undefined;
    throw new IoError('ENOENT', path);
  };
  const openSync = (path: string, flags = 'r', mode = 0o666): number => {
    if (disk().folders.has(path)) {
      handles.set(++opened, { path, file: undefined, at: 0 });
      return opened;
    }
    let file = disk().find(path);
    if (file && flags.includes('x')) throw new IoError('EEXIST', path);
    if (!file) {
      if (flags.startsWith('r')) throw new IoError('ENOENT', path);
      file = disk().make(path);
      file.mode = mode;
    } else if (flags.startsWith('w')) disk().truncate(file, path, 0);
    handles.set(++opened, { path, file, at: flags.startsWith('a') ? file.content.size : 0 });
    return opened;
  };
  const writeAll = (path: string, data: Uint8Array, flags: string, mode?: number) => {
    const number = openSync(path, flags, mode);
    const { file } = handle(number);
    if (file && data.length > 0) disk().write(file, path, data, 0);
    handles.delete(number);
  };
  return {
    openSync,
    closeSync: (number: number) => void handles.delete(number),
    fsyncSync(number: number) {
      const { path, file } = handle(number);
      if (file) disk().sync(file, path);
      else disk().syncFolder(path);
    },
    fstatSync: (number: number) => stats(handle(number).path, handle(number).file),
    ftruncateSync: (number: number, size = 0) => disk().truncate(fileOf(number), handle(number).path, size),
    readSync(number: number, into: Uint8Array, offset = 0, length = into.length - offset, at?: number | null) {
      const opening = handle(number);
      disk().act('read', opening.path, undefined);
      const from = at ?? opening.at;
      const read = fileOf(number).content.read(into.subarray(offset, offset + length), from);
      opening.at = from + read;
      return read;
    },
    writeSync(number: number, data: Uint8Array | string, offset = 0, length?: number, at?: number | null) {
      const opening = handle(number);
      const all = typeof data === 'string' ? Buffer.from(data) : data;
      const part = all.subarray(offset, offset + (length ?? all.length - offset));
      const to = at ?? opening.at;
      disk().write(fileOf(number), opening.path, part, to);
      opening.at = to + part.length;
      return part.length;
    },
    existsSync(path: string) {
      return disk().folders.has(path) || disk().find(path) !== undefined;
    },
    statSync,
    lstatSync: statSync,
    readFileSync(path: string, encoding?: BufferEncoding | { encoding?: BufferEncoding }) {
      disk().act('read', path, undefined);
      const bytes = mustFind(path).content.bytes();
      const name = typeof encoding === 'string' ? encoding : encoding?.encoding;
      return name === undefined ? bytes : bytes.toString(name);
    },
    writeFileSync(path: string, data: string | Uint8Array, options?: { mode?: number }) {
      writeAll(path, typeof data === 'string' ? Buffer.from(data) : data, 'w', options?.mode);
    },
    copyFileSync(from: string, to: string) {
      writeAll(to, mustFind(from).content.bytes(), 'w');
    },
    renameSync: (from: string, to: string) => disk().rename(from, to),
    linkSync: (from: string, to: string) => disk().link(from, to),
    unlinkSync: (path: string) => disk().remove(path, false),
    rmSync(path: string, options?: { force?: boolean }) {
      if (options?.force && disk().find(path) === undefined) return;
      disk().remove(path, false);
    },
    chmodSync(path: string, mode: number) {
      mustFind(path).mode = mode;
    },
    mkdirSync: (path: string) => disk().makeFolder(path),
    readdirSync(path: string) {
      disk().act('look', path, undefined);
      if (!disk().folders.has(path)) throw new IoError('ENOENT', path);
      const files = disk()
        .names()
        .filter(name => dirname(name) === path);
      const folders = [...disk().folders].filter(folder => folder !== '/' && dirname(folder) === path);
      return [...files, ...folders].map(name => basename(name)).sort();
    },
    statfsSync: () => ({ bavail: FREE_BLOCKS, bsize: BLOCK }),
  };
}

export const DATABASE = join(ROOT, 'data', 'waystation.db');
export const SNAPSHOTS = join(ROOT, 'data', 'backups');
