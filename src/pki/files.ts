import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder when it is missing and gives it exactly this mode. */
export function ensureFolder(path: string, mode: number): void {
  if (mkdirSync(path, { recursive: true, mode }) !== undefined) giveFolderToOwnerOf(dirname(path), path);
  if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}

/** Content of the file, or undefined when there is none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces or makes a file; after a power cut either the old or the new content is there, whole. */
export function writeDurably(path: string, content: string | Uint8Array, mode: number): void {
  put(path, content, mode, temp => renameSync(temp, path));
}

/** As `writeDurably`, but a file that exists is never replaced. @throws EEXIST */
export function createDurably(path: string, content: string | Uint8Array, mode: number): void {
  put(path, content, mode, temp => linkSync(temp, path));
}

function put(path: string, content: string | Uint8Array, mode: number, place: (temp: string) => void): void {
  const folder = dirname(path);
  const temp = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temp, 'wx', mode);
    try {
      giveToOwnerOf(folder, file);
      fchmodSync(file, mode);
      writeAll(file, Buffer.from(content));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    place(temp);
  } finally {
    rmSync(temp, { force: true });
  }
  syncFolder(folder);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** The administrator's `certs renew` runs as root; the service must still be able to read the key afterwards. */
function giveToOwnerOf(folder: string, file: number): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  fchownSync(file, uid, gid);
}

function giveFolderToOwnerOf(parent: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(parent);
  chownSync(folder, uid, gid);
}

/** What was renamed in the folder stays so when the power fails. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
