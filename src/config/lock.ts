import { closeSync, fstatSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
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
/** How long a holder that is busy may take to say its process id; a stopped one never does and holds the lock all the same. */
const ASK_MS = 2000;
/** How long another starter may take to find out whose the folder is. */
const TURN_MS = 5000;

/**
 * Takes the data directory for this process. The lock is a listening socket: the kernel ends it with the process, also
 * after `kill -9`, and it works between containers that share the folder, where process ids mean nothing.
 * @throws DataDirLocked when another live process has it
 */
export async function lockDataDir(dir: string, clock: Clock = systemClock): Promise<DataDirLock> {
  const folder = openSync(dir, 'r');
  // A socket's path is limited to about 100 bytes, this one is short for every folder.
  const path = join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : dir, NAME);
  try {
    // Of several starters over a dead lock, one removes it and the others must not remove what that one then makes.
    const endTurn = await takeTurn(folder, dir, clock);
    try {
      const holder = await ask(path, clock);
      if (holder !== 'nobody') throw new DataDirLocked(dir, holder.pid);
      rmSync(path, { force: true });
      const server = await listen(path);
      return { release: () => release(server, folder) };
    } finally {
      await endTurn();
    }
  } catch (error) {
    closeSync(folder);
    throw error;
  }
}

/**
 * Who has the data directory, without taking it.
 * @returns undefined when nobody has; a holder without `pid` did not say who it is
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
    return holder === 'nobody' ? undefined : holder;
  } finally {
    closeSync(folder);
  }
}

/** Waits until no other starter looks at this folder; the name in the kernel is gone with the process that has it. */
async function takeTurn(folder: number, dir: string, clock: Clock): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return async () => {};
  const { dev, ino } = fstatSync(folder);
  const name = `\0waystation-start-${dev}-${ino}`;
  const deadline = clock.monotonic() + TURN_MS;
  while (clock.monotonic() < deadline) {
    const waiting = new Set<Socket>();
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy());
      waiting.add(socket);
    });
    if (await bind(server, name)) {
      return () =>
        new Promise(resolve => {
          server.close(() => resolve());
          for (const socket of waiting) socket.destroy();
        });
    }
    await untilClosed(name, deadline - clock.monotonic(), clock);
  }
  throw new DataDirLocked(dir, undefined);
}

/** Resolves when the other starter is through, or after `ms`. */
function untilClosed(name: string, ms: number, clock: Clock): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(name);
    const timer = clock.after(ms, () => socket.destroy());
    socket.resume();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      timer.cancel();
      resolve();
    });
  });
}

async function listen(path: string): Promise<Server> {
  const server = createServer(socket => {
    // Whoever asks may be gone already; nothing depends on the answer.
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
