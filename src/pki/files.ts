import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lchownSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { actsAsRoot } from '../kit/caller.ts';
import { makeFolder, syncPath } from '../kit/folder.ts';
import { randomBytes } from '../kit/random.ts';

/** Makes the folder when it is missing and gives it exactly this mode. */
export function ensureFolder(path: string, mode: number): void {
  if (makeFolder(path, mode)) giveFolderToOwnerOf(dirname(path), path);
  const folder = openTrusted(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    if ((fstatSync(folder).mode & 0o777) !== mode) fchmodSync(folder, mode);
  } catch (error) {
    // What the system says of a descriptor names no place.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  } finally {
    closeSync(folder);
  }
}

/** Content of the file, or undefined when there is none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readTrusted(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Content of a file, opened as by `openTrusted`. */
export function readTrusted(path: string): Buffer {
  const file = openTrusted(path, constants.O_RDONLY);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Opens what is there. Root follows no link out of a folder that is another user's, and takes nothing there but what is that
 * user's, or its own under this name alone: the user would have it read, or written, what only root may.
 */
export function openTrusted(path: string, flags: number): number {
  const owner = actsAsRoot() ? statSync(dirname(path)).uid : 0;
  if (owner === 0) return openSync(path, flags);
  // A pipe without a writer would never be open.
  const opened = openUnlinked(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = fstatSync(opened);
  const trusted = found.uid === owner || (found.uid === 0 && (found.isDirectory() || found.nlink === 1));
  if (trusted && (found.isFile() || found.isDirectory())) return opened;
  closeSync(opened);
  throw foreign(path);
}

function openUnlinked(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    const link = ['ELOOP', 'ENOTDIR', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw link ? foreign(path) : error;
  }
}

function foreign(path: string): Error {
  return new Error(
    `${path} is a link, or belongs neither to root nor to the owner of its folder: see who has made it, and remove it`,
  );
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
  syncPath(folder);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** The administrator's `certs renew` runs as root; the service must still be able to read the key afterwards. */
function giveToOwnerOf(folder: string, file: number): void {
  if (!actsAsRoot()) return;
  const { uid, gid } = statSync(folder);
  fchownSync(file, uid, gid);
}

function giveFolderToOwnerOf(parent: string, folder: string): void {
  if (!actsAsRoot()) return;
  const { uid, gid } = statSync(parent);
  lchownSync(folder, uid, gid);
}
