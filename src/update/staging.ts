import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileTrouble } from '../kit/faults/file-trouble.ts';
import { freeBytes, makeFolder, syncPath } from '../kit/folder.ts';
import { openPlainIfThere } from './plain-file.ts';
import { UpdateRefused } from './refusal.ts';
import type { ReleaseFile } from './releases.ts';
import type { Source } from './source.ts';

const PIECE = 1024 * 1024;
/** What has to stay free: the service beside it goes on writing. */
const SPARE_BYTES = 64 * 1024 * 1024;

export interface StagingOptions {
  /** For this alone: whatever else is in there goes. It is made where it is missing. */
  readonly folder: string;
  /** Called with how much is there. */
  readonly progress?: (done: number, of: number) => void;
  /** Bytes that the disk of a folder has left. */
  readonly free?: (folder: string) => number;
}

/**
 * Reads a file of a release to its end and compares it, without keeping it.
 * @throws UpdateRefused `content`, or what the source says
 */
export async function verifyContent(source: Source, file: ReleaseFile): Promise<void> {
  const hash = createHash('sha256');
  let done = 0;
  for await (const part of source.stream(file.path, 0)) {
    done = counted(done, part, file);
    hash.update(part);
  }
  demandContent(file, done, hash);
}

/**
 * Copies a file of a release out of its source and compares what was copied, so that nothing of it has the name before it was found good. What
 * was begun before goes on where it ended.
 * @returns the path
 * @throws UpdateRefused `content`, `disk_full`, `not_a_file`, or what the source says
 */
export async function stage(source: Source, file: ReleaseFile, options: StagingOptions): Promise<string> {
  const { folder, progress = () => {}, free = freeBytes } = options;
  makeFolder(folder, 0o700);
  const path = join(folder, file.name);
  if (isStaged(path, file)) return path;
  const part = join(folder, `${file.sha256}.part`);
  for (const name of readdirSync(folder)) {
    if (name !== `${file.sha256}.part`) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const opened = openPart(part);
  try {
    const hash = createHash('sha256');
    let done = hashOpened(opened, hash, file.bytes);
    demandRoom(folder, file.bytes - done, free);
    if (done < file.bytes) {
      for await (const bytes of source.stream(file.path, done)) {
        const next = counted(done, bytes, file);
        for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at, bytes.length - at, done + at);
        hash.update(bytes);
        done = next;
        progress(done, file.bytes);
      }
    }
    demandContent(file, done, hash);
    fsyncSync(opened);
    renameSync(part, path);
    syncPath(folder);
    return path;
  } catch (cause) {
    // What only stopped goes on the next time; what is wrong begins anew.
    if (cause instanceof UpdateRefused && cause.reason === 'content') rmSync(part, { force: true });
    if (fileTrouble(cause) !== 'full') throw cause;
    rmSync(part, { force: true });
    throw full(folder, file.bytes, cause);
  } finally {
    closeSync(opened);
  }
}

/** Whether a file of the release is there as it was signed for; no link is followed. */
export function isStaged(path: string, file: ReleaseFile): boolean {
  const opened = openPlainIfThere(path);
  if (typeof opened !== 'number') return false;
  try {
    const hash = createHash('sha256');
    return hashOpened(opened, hash, file.bytes) === file.bytes && hash.digest('hex') === file.sha256;
  } finally {
    closeSync(opened);
  }
}

/** What has the name and is no plain file goes: it is not written through. */
function openPart(part: string): number {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const opened = openSync(part, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(opened);
    // A second name would be written to, too.
    if (found.isFile() && found.nlink === 1) return opened;
    closeSync(opened);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ELOOP') throw cause;
  }
  rmSync(part, { force: true, recursive: true });
  return openSync(part, O_RDWR | O_CREAT | O_EXCL, 0o600);
}

/** @returns how many bytes are there; of one that has too many, one more than it may have */
function hashOpened(opened: number, hash: Hash, most: number): number {
  const into = Buffer.alloc(PIECE);
  let done = 0;
  for (;;) {
    const read = readSync(opened, into, 0, Math.min(PIECE, most + 1 - done), done);
    if (read === 0) return done;
    hash.update(into.subarray(0, read));
    done += read;
  }
}

function counted(done: number, part: Uint8Array, { name, bytes }: ReleaseFile): number {
  const all = done + part.length;
  if (all <= bytes) return all;
  throw new UpdateRefused(
    'content',
    `${name} is not the file that was signed for: it has more than its ${bytes} bytes`,
  );
}

function demandContent({ name, bytes, sha256 }: ReleaseFile, done: number, hash: Hash): void {
  if (done < bytes) {
    throw new UpdateRefused('unreachable', `${name} ended after ${done} of its ${bytes} bytes: try again`);
  }
  if (done === bytes && hash.digest('hex') === sha256) return;
  throw new UpdateRefused('content', `${name} is not the file that was signed for: its SHA-256 is another`);
}

function demandRoom(folder: string, needed: number, free: (folder: string) => number): void {
  if (free(folder) < needed + SPARE_BYTES) throw full(folder, needed);
}

function full(folder: string, needed: number, cause?: unknown): UpdateRefused {
  const mb = Math.ceil((needed + SPARE_BYTES) / 1e6);
  return new UpdateRefused('disk_full', `the disk of ${folder} has no room: make ${mb} MB free and try again`, {
    cause,
  });
}
