import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { faultFromData } from '../../kit/faults/faults.ts';
import type { ActRun } from './act.ts';
import type { ActName, Box, InputOf, OutputOf } from './acts.ts';
import { type Answer, linesOf, STOP } from './lines.ts';
import { socketPath } from './socket.ts';

export interface RunningBox extends Box {
  close(): void;
}

/** No process listens: there is no such socket, or the process that made it is gone. */
const NOT_LISTENING = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

/** @returns undefined when no server runs on the folder */
export async function runningBox(dir: string): Promise<RunningBox | undefined> {
  const socket = await opened(dir);
  if (!socket) return undefined;
  const answers = linesOf(socket);
  return {
    async act<N extends ActName>(name: N, input: InputOf<N>, { progress, say, item, signal }: Partial<ActRun> = {}) {
      const giveUp = () => socket.write(`${STOP}\n`);
      signal?.addEventListener('abort', giveUp);
      try {
        socket.write(`${JSON.stringify({ act: name, input })}\n`);
        for (;;) {
          // However the connection ends, there is no answer.
          const { value, done } = await answers.next().catch(() => ({ value: undefined, done: true }));
          if (done || value === undefined) throw new Error('the server ended before it was done: see its log');
          const answer = JSON.parse(value) as Answer;
          if ('progress' in answer) progress?.(...answer.progress);
          else if ('says' in answer) say?.(answer.says);
          else if ('item' in answer) await item?.(answer.item);
          else if ('fault' in answer) throw faultFromData(answer.fault);
          else if ('error' in answer) throw new Error(answer.error);
          else return answer.result as OutputOf<N>;
        }
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
    close: () => socket.destroy(),
  };
}

function opened(dir: string): Promise<Socket | undefined> {
  let folder: number;
  try {
    folder = openSync(dir, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Promise.resolve(undefined);
    throw error;
  }
  return new Promise<Socket | undefined>((resolve, reject) => {
    const socket = connect(socketPath(dir, folder));
    const failed = (error: NodeJS.ErrnoException) => {
      if (NOT_LISTENING.includes(error.code ?? '')) resolve(undefined);
      else reject(Object.assign(error, { path: dir }));
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      // The answer that is waited for says so.
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
  }).finally(() => closeSync(folder));
}
