import { soon, systemClock } from '../kit/time/clock.ts';
import type { Functions } from './calls.ts';
import type { CallError, Opened, Outcome, ThreadSettings } from './commit.ts';
import { type Db, openDb } from './driver.ts';
import type { OwnThread, ThreadPort } from './own-thread.ts';
import { errorData, runnerOf } from './runner.ts';
import type { Scan } from './scan.ts';
import { type ReaderAnswer, type ReaderRequest, SCANNING, type Scanning } from './scan-line.ts';
import { ScanMemory, type ScanMemoryUse } from './scan-memory.ts';
import { unusable } from './sqlite-error.ts';

/** How long one scan works before others have their turn. */
const SLICE_MS = 4;

interface Running {
  readonly name: string;
  readonly scan: Scan<unknown>;
  readonly begunAt: number;
  readonly taken: ScanMemoryUse;
}

/** What a slice has come to; undefined: it is not done. */
type Finished = { readonly value: unknown } | undefined;

/**
 * The whole life of the thread that scans: short reads are answered at once, scans slice by slice in turn. Between two slices the
 * thread takes what else it is asked.
 * @param make its functions, of the options that `openDatabase` was given
 */
export function serveReader<O>(
  { settings, port }: OwnThread<ThreadSettings>,
  make: (db: Db, options: O) => Functions,
): void {
  try {
    const db = openDb(settings.path, settings);
    const functions = make(db, settings.options as O);
    port.postMessage({ ready: {} } satisfies Opened);
    answerReads(port, { ...runnerOf(functions, settings.path), close: () => db.close() });
  } catch (cause) {
    port.postMessage({ failed: errorData(unusable(settings.path, cause)) } satisfies Opened);
    port.close();
  }
}

/** What reads are answered with. */
interface Reads {
  run(name: string, args: readonly unknown[]): unknown;
  /** An error as it travels. */
  failed(cause: unknown): CallError;
  close(): void;
}

/** Answers what is asked through a port, until it is asked to end. */
export function answerReads(port: ThreadPort, { run, failed, close }: Reads): void {
  const running = new Map<number, Running>();
  const memory = new ScanMemory();
  let steps = 0;
  /** The only one that goes on for the moment. */
  let alone: number | undefined;
  let scheduled = false;
  const answer = (id: number, outcome: Outcome) => port.postMessage([id, outcome] satisfies ReaderAnswer);

  const work = ({ scan, begunAt }: Running): Finished => {
    const begun = systemClock.monotonic();
    for (let now = begun; now - begun < SLICE_MS; now = systemClock.monotonic()) {
      steps++;
      const step = scan.next(now - begunAt);
      if (step.done) return step;
    }
    return undefined;
  };

  const slice = (): void => {
    scheduled = false;
    const [id = alone] = running.has(alone ?? 0) ? [] : running.keys();
    const next = running.get(id ?? 0);
    if (id === undefined || !next) return;
    const { name, scan, taken } = next;
    try {
      const finished = memory.during(taken, () => work(next));
      const verdict = finished ? 'fine' : memory.judge(taken, running.size === 1);
      if (verdict === 'too much') {
        scan.return(undefined);
        throw new Error(`${name} kept more than a scan may, and was ended`);
      }
      alone = verdict === 'alone' ? id : undefined;
      running.delete(id);
      if (finished) answer(id, [true, finished.value]);
      // Behind all others.
      else running.set(id, next);
    } catch (cause) {
      running.delete(id);
      answer(id, [false, failed(cause)]);
    } finally {
      scheduleSlice();
    }
  };
  const scheduleSlice = () => {
    if (scheduled || running.size === 0) return;
    scheduled = true;
    // Messages that came meanwhile are taken before it.
    soon(slice);
  };

  port.on('message', (asked: ReaderRequest) => {
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
    if (name === SCANNING) {
      answer(id, [true, { running: running.size, steps } satisfies Scanning]);
      return;
    }
    try {
      const value = run(name, args);
      if (isScan(value)) {
        const taken = memory.begin(running.size === 0);
        running.set(id, { name, scan: value, begunAt: systemClock.monotonic(), taken });
      } else answer(id, [true, value]);
    } catch (cause) {
      answer(id, [false, failed(cause)]);
    }
    scheduleSlice();
  });
}

function isScan(value: unknown): value is Scan<unknown> {
  return value instanceof Object && Symbol.iterator in value && 'next' in value;
}
