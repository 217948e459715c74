import type { MessagePort } from 'node:worker_threads';
import type { Outcome } from './commit.ts';
import type { Scan } from './scan.ts';
import type { Answered, Asked } from './scan-line.ts';

/** How long one scan works before others have their turn. */
const SLICE_MS = 4;

interface Running {
  readonly scan: Scan<unknown>;
  /** When it began to work; nothing while it has not. */
  readonly begunAt: number;
}

/** What the reader needs to know of its database. */
export interface Reads {
  run(name: string, args: readonly unknown[]): unknown;
  /** What is told of an error. */
  failed(cause: unknown): Extract<Outcome, readonly [false, unknown]>[1];
  close(): void;
}

/** Answers reads: short ones at once, scans slice by slice in turn. Between two slices the thread looks what else it is asked. */
export function serveReads(port: MessagePort, { run, failed, close }: Reads): void {
  const running = new Map<number, Running>();
  let awake = false;
  const answer = (id: number, outcome: Outcome) => port.postMessage([id, outcome] satisfies Answered);

  const slice = (): void => {
    awake = false;
    const [first] = running;
    if (!first) return;
    const [id, { scan, begunAt }] = first;
    running.delete(id);
    try {
      const begun = performance.now();
      for (let now = begun; now - begun < SLICE_MS; now = performance.now()) {
        const step = scan.next(now - begunAt);
        if (step.done) {
          answer(id, [true, step.value]);
          return;
        }
      }
      // Behind all others.
      running.set(id, { scan, begunAt });
    } catch (cause) {
      answer(id, [false, failed(cause)]);
    } finally {
      wake();
    }
  };
  const wake = () => {
    if (awake || running.size === 0) return;
    awake = true;
    // Messages that came meanwhile are taken before it.
    setImmediate(slice);
  };

  port.on('message', (asked: Asked) => {
    if (asked === null) {
      running.clear();
      close();
      port.close();
      return;
    }
    if (typeof asked === 'number') {
      running.get(asked)?.scan.return(undefined);
      running.delete(asked);
      return;
    }
    const [id, name, args] = asked;
    try {
      const value = run(name, args);
      if (isScan(value)) running.set(id, { scan: value, begunAt: performance.now() });
      else answer(id, [true, value]);
    } catch (cause) {
      answer(id, [false, failed(cause)]);
    }
    wake();
  });
}

function isScan(value: unknown): value is Scan<unknown> {
  return value instanceof Object && Symbol.iterator in value && 'next' in value;
}
