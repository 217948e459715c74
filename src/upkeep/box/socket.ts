import { once } from 'node:events';
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { background } from '../../kit/background.ts';
import { Fault, faultToData } from '../../kit/faults/faults.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import type { Log } from '../../kit/log.ts';
import type { Act, ActRun } from './act.ts';
import type { BoxActs } from './acts.ts';
import { type Answer, type Request, STOP } from './lines.ts';

/** In the data folder; who may open it may do everything. */
const NAME = 'control';
/** A document in JSON, every character of which has to be escaped. */
const LONGEST_LINE = 2 * 1024 * 1024;
/** Some may follow what comes for as long as they like. */
const CONNECTIONS = 32;
/** A command waits for its answer before it asks again. */
const MOST_WAITING = 16;

/** The path of the socket. That of a socket is limited to about 100 bytes: this one is short for every folder. @param folder opened */
export function socketPath(dir: string, folder: number): string {
  return join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : dir, NAME);
}

/**
 * Does for commands what they ask, while this process has the data folder. The caller has the lock, so a file of that name was left by
 * a process that is gone.
 */
export async function serveBox(dir: string, acts: Partial<BoxActs>, log: Log): Promise<{ stop(): Promise<void> }> {
  const folder = openSync(dir, 'r');
  const path = socketPath(dir, folder);
  const open = new Map<Socket, AbortController>();
  const server = createServer(socket => {
    const ended = new AbortController();
    open.set(socket, ended);
    // What a command asked for is given up when it is gone.
    socket.on('close', () => {
      open.delete(socket);
      ended.abort();
    });
    answerAll(socket, acts, ended, log);
  });
  server.maxConnections = CONNECTIONS;
  try {
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    // Before, the process's own mask holds, which lets no other user write to it.
    chmodSync(path, 0o600);
  } catch (error) {
    server.close();
    closeSync(folder);
    throw error;
  }
  server.unref();
  return {
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      for (const [socket, ended] of open) {
        ended.abort();
        socket.destroy();
      }
      await closed;
      closeSync(folder);
    },
  };
}

/** One request after the other; that the peer is gone is seen meanwhile, too. */
function answerAll(socket: Socket, acts: Partial<BoxActs>, ended: AbortController, log: Log): void {
  const answer = (line: Answer) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  const { signal } = ended;
  let stopped = new AbortController();
  const waiting: string[] = [];
  let busy = false;
  let rest = '';
  const next = (): void => {
    const line = busy || signal.aborted ? undefined : waiting.shift();
    if (line === undefined) return;
    busy = true;
    stopped = new AbortController();
    const running: ActRun = {
      signal: AbortSignal.any([signal, stopped.signal]),
      progress(done, of) {
        // Where the reader is behind, the next one will say more.
        if (!socket.writableNeedDrain) answer({ progress: [done, of] });
      },
      say: line => answer({ says: line }),
      async item(value) {
        answer({ item: value });
        if (socket.writableNeedDrain) await once(socket, 'drain', { signal: running.signal }).catch(() => undefined);
      },
    };
    const answered = answerTo(line, acts, running, log).then(found => {
      answer(found);
      busy = false;
      next();
    });
    background(answered, () => socket.destroy());
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (lines.includes(STOP)) stopped.abort();
    waiting.push(...lines.filter(line => line !== STOP));
    if (rest.length > LONGEST_LINE || waiting.length > MOST_WAITING) socket.destroy();
    else next();
  });
  // A command may be gone at any time.
  socket.on('error', () => socket.destroy());
}

async function answerTo(line: string, acts: Partial<BoxActs>, running: ActRun, log: Log): Promise<Answer> {
  try {
    const { act: name, input } = JSON.parse(line) as Partial<Request>;
    const act = Object.entries(acts).find(([known]) => known === name)?.[1] as Act<unknown, unknown> | undefined;
    if (!act) throw new Error(`the server does not know ${name}: are the command and the server of the same release?`);
    return { result: await act.run(act.check(input), running) };
  } catch (error) {
    if (error instanceof Fault) return { fault: faultToData(error) };
    if (!running.signal.aborted) log.warn({ err: error }, 'what a command asked for was not done');
    return { error: reasonOf(error) };
  }
}
