import { randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '../kit/clock.ts';

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
/** How long a holder may take to say its process id; a stopped one never does and holds the lock all the same. */
const ASK_MS = 500;
/** Bound for a crowd that starts at once; every round somebody else has won. */
const ROUNDS = 5;

/**
 * Takes the data directory for this process. The lock is a listening socket: the kernel ends it with the process, also
 * after `kill -9`, and it works between containers that share the folder, where process ids mean nothing.
 * @throws DataDirLocked when another live process has it
 */
export async function lockDataDir(dir: string, clock: Clock = systemClock): Promise<DataDirLock> {
  const folder = openSync(dir, 'r');
  // A socket's path is limited to about 100 bytes, this one is short for every folder.
  const base = process.platform === 'linux' ? `/proc/self/fd/${folder}` : dir;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await listen(join(base, NAME));
      if (server) return { release: () => release(server, folder) };
      const holder = await ask(join(base, NAME), clock);
      if (holder !== 'nobody') throw new DataDirLocked(dir, holder.pid);
      await clearStale(base, dir, clock);
    }
    throw new DataDirLocked(dir, undefined);
  } catch (error) {
    closeSync(folder);
    throw error;
  }
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      // Whoever asks may be gone already; nothing depends on the answer.
      socket.on('error', () => socket.destroy());
      socket.end(`${process.pid}\n`);
    });
    server.maxConnections = 8;
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(new Error(`the lock file ${NAME} cannot be made in the data directory: ${error.message}`));
    });
    server.listen(path, () => resolve(server.unref()));
  });
}

function release(server: Server, folder: number): Promise<void> {
  // Closing removes the socket's file, so the folder stays open until then.
  return new Promise(resolve =>
    server.close(() => {
      closeSync(folder);
      resolve();
    }),
  );
}

function ask(path: string, clock: Clock): Promise<{ pid: number | undefined } | 'nobody'> {
  return new Promise(resolve => {
    let answer = '';
    let connected = false;
    const socket = connect(path);
    const finish = (result: { pid: number | undefined } | 'nobody') => {
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
      finish(dead && !connected ? 'nobody' : holder());
    });
  });
}

/** Removes a lock that nobody holds. Two starters may both have found it so: what is moved away is asked once more. */
async function clearStale(base: string, dir: string, clock: Clock): Promise<void> {
  const aside = join(base, `${NAME}.${randomUUID()}`);
  try {
    renameSync(join(base, NAME), aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const holder = await ask(aside, clock);
  if (holder === 'nobody') return rmSync(aside, { force: true });
  renameSync(aside, join(base, NAME));
  throw new DataDirLocked(dir, holder.pid);
}
