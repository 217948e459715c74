import { closeSync, fchownSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '../kit/time/clock.ts';

/** A data directory that belongs to this process until it is released or the process ends, however it ends. */
export interface DataDirLock {
  release(): Promise<void>;
}

/** Another live process has the data directory. */
export class DataDirLocked extends Error {
  /** Undefined when the other process did not say. */
  readonly pid: number | undefined;

  constructor(dir: string, pid: number | undefined) {
    const who = pid === undefined ? 'another process' : `process ${pid}`;
    super(`${dir} is in use by ${who}: stop it first, or choose another data directory`);
    this.name = 'DataDirLocked';
    this.pid = pid;
  }
}

const NAME = 'lock';
/** How long a holder that is busy may take to say its process id; a stopped one never does and holds the lock all the same. */
const ASK_MS = 2000;
/** Empty; who has it exclusively, as SQLite locks files, has the data directory. */
const HELD = 'lock.held';
/** The file may be removed between being found and being locked, by the process that releases it; hardly twice. */
const ATTEMPTS = 10;
const SQLITE_BUSY = 5;

const require = createRequire(import.meta.url);

/**
 * Takes the data directory for this process. The lock is held by SQLite on an empty file that only the owner of the
 * folder can open; beside it a listening socket says who has it. The kernel ends both with the process, also after `kill -9`,
 * and they work between containers that share the folder, where process ids mean nothing.
 * @throws DataDirLocked when another live process has it
 */
export async function lockDataDir(dir: string, clock: Clock = systemClock): Promise<DataDirLock> {
  const folder = openSync(dir, 'r');
  // A socket's path is limited to about 100 bytes, this one is short for every folder.
  const path = join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : dir, NAME);
  let held: Held | undefined;
  try {
    held = hold(dir);
    // Also where the lock is not held: one of an earlier release has the socket alone.
    const holder = await ask(path, clock);
    if (holder !== 'none') throw new DataDirLocked(dir, holder.pid);
    if (!held) throw new DataDirLocked(dir, undefined);
    rmSync(path, { force: true });
    const server = await listen(path);
    const { release } = held;
    return {
      async release() {
        await close(server);
        release();
        closeSync(folder);
      },
    };
  } catch (error) {
    held?.release();
    closeSync(folder);
    throw error;
  }
}

/**
 * Who has the data directory, without taking it.
 * @returns undefined when no process has; a holder without `pid` did not say who it is
 */
export async function lockHolder(
  dir: string,
  clock: Clock = systemClock,
): Promise<{ pid: number | undefined } | undefined> {
  let folder: number;
  try {
    folder = openSync(dir, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const holder = await ask(join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : dir, NAME), clock);
    return holder === 'none' ? undefined : holder;
  } finally {
    closeSync(folder);
  }
}

interface Held {
  release(): void;
}

/** @returns undefined when another process holds it */
function hold(dir: string): Held | undefined {
  const path = join(dir, HELD);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    make(path, dir);
    const before = identity(path);
    const db = exclusively(path);
    if (!db) return undefined;
    const release = () => {
      // First the name, then the lock: a process that opened the file before takes it for gone.
      try {
        rmSync(path, { force: true });
      } catch {
        // A disk that has turned read-only keeps the file, as one that lost its power does: what locks is not the file, but who has it open.
      }
      db.close();
    };
    if (before !== undefined && identity(path) === before) return { release };
    db.close();
  }
  return undefined;
}

/** Never opens a file that is there: closing it would end a lock that this process has on it. */
function make(path: string, dir: string): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    // The service must be able to take what an administrator's command has left.
    if (fstatSync(file).uid === 0) {
      const { uid, gid } = statSync(dir);
      fchownSync(file, uid, gid);
    }
    closeSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // What cannot be written is the folder; the name of the lock would be no help.
    throw Object.assign(error as NodeJS.ErrnoException, { path: dir });
  }
}

/** @returns undefined when another connection, here or in another process, has the file */
function exclusively(path: string): { close(): void } | undefined {
  const { DatabaseSync } = require('node:sqlite') as typeof import('node:sqlite');
  const db = new DatabaseSync(path, { open: false });
  try {
    db.open();
    db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    const { message } = error as Error;
    throw new Error(`the data directory cannot be locked (${message}): is ${path} a file of this service?`);
  }
}

/** What differs between a file and another that replaced it under the same name. */
function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

async function listen(path: string): Promise<Server> {
  const server = createServer(socket => {
    // The process that asks may be gone already; nothing depends on the answer.
    socket.on('error', () => socket.destroy());
    socket.end(`${process.pid}\n`, () => socket.destroy());
  });
  server.maxConnections = 8;
  if (!(await bind(server, path))) throw new Error('the data directory was taken by another process at this moment');
  return server.unref();
}

/** @returns false when the name is taken */
function bind(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(new Error(`the lock of the data directory cannot be made: ${error.message}`));
    });
    server.listen(path, () => resolve(true));
  });
}

function close(server: Server): Promise<void> {
  // Closing removes the socket's file, so the folder stays open until then.
  return new Promise(resolve => server.close(() => resolve()));
}

function ask(path: string, clock: Clock): Promise<{ pid: number | undefined } | 'none'> {
  return new Promise(resolve => {
    let answer = '';
    let connected = false;
    const socket = connect(path);
    const finish = (result: { pid: number | undefined } | 'none') => {
      timer.cancel();
      socket.destroy();
      resolve(result);
    };
    const holder = () => ({ pid: /^\d{1,10}\n/.test(answer) ? Number.parseInt(answer, 10) : undefined });
    const timer = clock.after(ASK_MS, () => finish(holder()));
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('data', (chunk: string) => {
      answer = (answer + chunk).slice(0, 16);
    });
    socket.on('end', () => finish(holder()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const dead = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '');
      finish(dead && !connected ? 'none' : holder());
    });
  });
}
