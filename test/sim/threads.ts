import { EventEmitter } from 'node:events';
import type { WorkerOptions } from 'node:worker_threads';
import { written } from '../../src/compose/written.ts';
import type { OwnThread } from '../../src/database/own-thread.ts';
import { serveReader } from '../../src/database/reader.ts';
import { serveSnapshot } from '../../src/database/snapshot/snapshot-task.ts';
import { serveWriter } from '../../src/database/writer.ts';
import { contents } from '../../src/domain/contents.ts';
import { domain } from '../../src/domain/domain.ts';
import type { Thread } from '../../src/kit/program.ts';

/** What the threads of a simulation take from their surroundings. */
export interface Loop {
  /** Has a message delivered, sooner or later, behind those of the same channel. @param channel one direction of one thread */
  later(channel: object, deliver: () => void): void;
}

/** The programs of threads, as ordinary functions. */
const programs: Readonly<Record<string, (own: OwnThread<never>) => void>> = {
  'compose/writer': own => serveWriter(own, contents, written),
  'compose/scanner': own => serveReader(own, (db, options: object) => domain(db, options)),
  'database/snapshot-worker': own => serveSnapshot(own),
};

/**
 * A thread that is no thread: its program runs in this loop, and messages are copied on their way as between threads. What it is started
 * with is handed over as it is.
 */
export function loopThread(loop: Loop, name: string, { workerData }: WorkerOptions): Thread {
  const program = programs[name];
  if (!program) throw new Error(`no program of a thread is called ${name}`);
  const [outside, inside] = [new EventEmitter(), new EventEmitter()];
  const inbox: unknown[] = [];
  const answers = {};
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    loop.later(answers, () => outside.emit('exit', 0));
  };
  const guarded = (act: () => void) => {
    try {
      act();
    } catch (cause) {
      loop.later(answers, () => outside.emit('error', cause));
      end();
    }
  };
  const own: OwnThread<never> = {
    settings: workerData as never,
    port: {
      postMessage(message) {
        const copy = structuredClone(message);
        if (!ended) loop.later(answers, () => outside.emit('message', copy));
      },
      on: (event, listener) => inside.on(event, listener),
      close: end,
    },
    received: () => (inbox.length > 0 ? { message: inbox.shift() } : undefined),
  };
  loop.later(answers, () => outside.emit('online'));
  loop.later(inbox, () => guarded(() => program(own)));
  return {
    postMessage(message) {
      if (ended) return;
      inbox.push(structuredClone(message));
      loop.later(inbox, () => {
        // Whoever drains its inbox has it already.
        if (ended || inbox.length === 0) return;
        const next = inbox.shift();
        guarded(() => inside.emit('message', next));
      });
    },
    on: (event, listener) => outside.on(event, listener),
    once: (event, listener) => outside.once(event, listener),
    async terminate() {
      end();
    },
  };
}
