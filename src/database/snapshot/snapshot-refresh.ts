import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../../kit/folder.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { type AnyEngine, type Db, openDb } from '../driver.ts';
import { replaceFile } from '../files.ts';
import { schemaVersion } from '../migrate.ts';
import {
  BadSnapshot,
  countRows,
  inspectSnapshot,
  rest,
  type SnapshotReport,
  UNFINISHED,
  unequalRows,
  verifySnapshot,
} from './snapshot.ts';

/** An older snapshot that becomes the next one. */
export interface Refresh {
  /** What it holds does not matter: it may be what an earlier attempt has left. */
  readonly base: string;
  /** The snapshot that stays whole meanwhile. Where it turns out not to be whole, it is the base, and the other stays. */
  readonly newest: string;
}

export interface RefreshOptions extends Refresh {
  /** A database in use. */
  readonly source: string;
  /** Its file, open for reading in this process: to close it would drop the locks that SQLite has on it here. */
  readonly file: number;
  readonly target: string;
  readonly engine: AnyEngine;
}

/** What is read and compared at once, and written between two syncs. */
const STEP_BYTES = 1_048_576;
/** As SQLite reads and writes by default; only what is written at once depends on it. */
const PAGE_BYTES = 4096;
/** So often, and with such pauses, it is tried to find the log empty: each try takes no longer than a commit. */
const PIN_TRIES = 3000;
const PIN_PAUSE_MS = 10;

/**
 * Makes a snapshot of an older one by writing only the pages that differ, and verifies it as every snapshot is. From before the first
 * write until it is verified it has no name that counts; a power cut leaves the newest one as it is, and a base for the next attempt.
 * @throws BadSnapshot, or the cause
 */
export function refreshSnapshot({ source, file, base, newest, target, engine }: RefreshOptions): SnapshotReport {
  const part = target + UNFINISHED;
  const from = isWhole(newest, engine) ? base : newest;
  const pinned = pin(source, engine);
  let state: Pick<SnapshotReport, 'schema' | 'rows'>;
  let written: number;
  try {
    state = { schema: schemaVersion(pinned), rows: countRows(pinned) };
    for (const side of ['-journal', '-wal', '-shm']) rmSync(part + side, { force: true });
    renameSync(from, part);
    // Otherwise a power cut could leave what is written from here on under the name of a snapshot.
    syncPath(dirname(part));
    written = writeDifferences(file, part, sizeOf(pinned));
  } finally {
    pinned.close();
  }
  const found = inspectSnapshot(part, engine);
  const wrong = found.schema === state.schema ? unequalRows(state.rows, found.rows) : 'its schema version differs';
  if (wrong !== undefined) throw new BadSnapshot(target, wrong);
  chmodSync(part, 0o600);
  replaceFile(part, target);
  return { ...state, bytes: statSync(target).size, written };
}

function isWhole(path: string, engine: AnyEngine): boolean {
  try {
    verifySnapshot(path, engine);
    return true;
  } catch (cause) {
    if (cause instanceof BadSnapshot) return false;
    throw cause;
  }
}

/**
 * A connection whose transaction sees what is in the file, and nothing of the log: until it ends, no checkpoint writes to the file, so
 * the file is this state of the database.
 */
function pin(source: string, engine: AnyEngine): Db {
  const reader = openDb(source, { engine, mode: 'reader' });
  const holder = openDb(source, { engine, mode: 'upkeep' });
  try {
    // The writer of the service must not wait for this longer than for a checkpoint.
    holder.exec('PRAGMA busy_timeout = 0');
    const checkpoint = holder.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
    const emptied = () => (checkpoint.get() as { busy: number }).busy === 0;
    const held = () => {
      holder.exec('BEGIN IMMEDIATE');
      return true;
    };
    for (let tries = 0; tries < PIN_TRIES; tries++) {
      if (tries > 0) rest(PIN_PAUSE_MS);
      if (!unlessBusy(emptied) || !unlessBusy(held)) continue;
      try {
        // A commit may have come between; while this transaction is open, none can.
        if (statSync(`${source}-wal`).size > 0) continue;
        reader.exec('BEGIN');
        schemaVersion(reader);
        return reader;
      } finally {
        holder.exec('ROLLBACK');
      }
    }
    throw new Error('the database was written and read without a pause');
  } catch (cause) {
    reader.close();
    throw cause;
  } finally {
    holder.close();
  }
}

/** @returns false when another connection is in the way, or what it says itself */
function unlessBusy(act: () => boolean): boolean {
  try {
    return act();
  } catch (cause) {
    const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
    const busy = code === 'SQLITE_BUSY' || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY);
    if (!busy) throw cause;
    return false;
  }
}

const SQLITE_BUSY = 5;

function sizeOf(db: Db): number {
  const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  const { page_size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  return page_count * page_size;
}

/** @returns how many bytes differed */
function writeDifferences(from: number, path: string, bytes: number): number {
  if (fstatSync(from).size < bytes) throw new Error('the file of the database is shorter than the database');
  const to = openSync(path, 'r+');
  const [wanted, there] = [Buffer.allocUnsafe(STEP_BYTES), Buffer.allocUnsafe(STEP_BYTES)];
  let written = 0;
  let synced = 0;
  const sync = () => {
    const begun = systemClock.monotonic();
    fsyncSync(to);
    synced = written;
    // The commits of the service need the disk, too.
    rest(systemClock.monotonic() - begun);
  };
  try {
    for (let at = 0; at < bytes; at += STEP_BYTES) {
      const length = readAll(from, wanted, at, Math.min(STEP_BYTES, bytes - at));
      const has = readSync(to, there, 0, length, at);
      const differs = (page: number) => {
        const end = Math.min(page + PAGE_BYTES, length);
        return end > has || wanted.compare(there, page, end, page, end) !== 0;
      };
      for (let page = 0; page < length; page += PAGE_BYTES) {
        if (!differs(page)) continue;
        const begin = page;
        while (page < length && differs(page)) page += PAGE_BYTES;
        const end = Math.min(page, length);
        writeAll(to, wanted.subarray(begin, end), at + begin);
        written += end - begin;
      }
      if (written - synced >= STEP_BYTES) sync();
    }
    ftruncateSync(to, bytes);
    // What is not synced yet is when the file gets its name.
    return written;
  } finally {
    closeSync(to);
  }
}

function readAll(file: number, into: Buffer, at: number, length: number): number {
  for (let done = 0; done < length; ) {
    const read = readSync(file, into, done, length - done, at + done);
    if (read === 0) throw new Error('the file of the database has become shorter');
    done += read;
  }
  return length;
}

/** A write that fits on the disk in part takes that part. */
function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
