import { randomBytes } from 'node:crypto';
import type { GivenEngine } from '../../src/database/driver.ts';
import { keepAlive } from '../../src/simulate/keep-alive.ts';
import { openConnection } from './connection.ts';
import { hostFiles } from './host-files.ts';
import { Library } from './library.ts';
import { type Loop, loopThread } from './threads.ts';
import { Vfs } from './vfs.ts';

/** An engine over a file layer, whose threads are ordinary calls of this loop. */
export function engineOver(library: Library, vfs: Vfs, loop: Loop): GivenEngine {
  return {
    name: 'sim',
    open: (path, mode) => openConnection(library, vfs, path, mode),
    thread: (name, options) => loopThread(loop, name, options),
  };
}

/** The simulated engine on the files of this machine: for tests of the store that look at its files themselves. */
export async function hostEngine(): Promise<GivenEngine> {
  const library = await Library.load();
  const vfs = new Vfs(library, 'host', hostFiles, { now: () => Date.now(), random: bytes => randomBytes(bytes) });
  const over = engineOver(library, vfs, { later: (_, deliver) => setImmediate(deliver) });
  return {
    ...over,
    thread(name, options) {
      const thread = over.thread(name, options);
      // A thread that waits keeps its process alive, too.
      const alive = keepAlive();
      thread.once('exit', () => alive[Symbol.dispose]());
      return thread;
    },
  };
}
