import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { salvagedTables, stores } from '../domain/domain.ts';
import { migrations } from '../domain/migrations/all.ts';
import type { Order } from '../domain/session/order.ts';
import { Fault, faultToData } from '../kit/faults.ts';
import { nameOf } from './calls.ts';
import type { Batch, Call, CallError, Done, Opened, Outcome, WorkerSettings } from './commit.ts';
import { openDb } from './driver.ts';
import { isAlone } from './marks.ts';
import { migrate } from './migrate.ts';
import { type Prepared, prepareDatabase, suspectMark } from './prepare.ts';
import { serveReads } from './scan-loop.ts';
import { writeSnapshot } from './snapshot.ts';
import type { SnapshotTask, SnapshotTaskEnd } from './snapshot-thread.ts';
import { fileTrouble, unusable } from './sqlite-error.ts';
import { touch } from './upgrade.ts';

/** Calls of one transaction. More would only lengthen the longest commit. */
const MAX_CALLS = 4096;

const given = workerData as WorkerSettings | SnapshotTask;
const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

function errorData(cause: unknown): CallError {
  if (cause instanceof Fault) return { fault: faultToData(cause) };
  if (cause instanceof Error) return { message: cause.message, stack: cause.stack, trouble: fileTrouble(cause) };
  return { message: String(cause), stack: undefined };
}

interface Writer {
  run(calls: readonly Call[]): Outcome[];
  /** What the last transaction ordered. */
  orders(): readonly Order[];
  /** Place of the newest line of the log; undefined when it has to be looked up first. */
  newestSeq(): number | undefined;
  close(): void;
}

/** Files of the database must be in order before its writer opens them. */
async function prepare({ path, engine, snapshots, now }: WorkerSettings): Promise<Prepared> {
  if (snapshots === undefined || now === undefined) return {};
  return prepareDatabase({ path, engine, migrations, together: salvagedTables, snapshots, now });
}

/** The functions of the store over a connection of this thread. */
function open(settings: WorkerSettings) {
  const db = openDb(settings.path, settings);
  // A database that is there has its schema by now; this makes that of a new one.
  if (settings.mode === 'writer') migrate(db, migrations);
  const { downlink, onlyRegistered = false } = settings;
  const all = stores(db, { onlyRegistered, ...(downlink && { downlink }) });
  // By full name, once: a call per uplink must not cut its name in two.
  const functions = new Map<string, (...args: readonly unknown[]) => unknown>();
  const aloneNames = new Set<string>();
  for (const [group, members] of Object.entries(all)) {
    for (const [name, fn] of Object.entries(members)) {
      functions.set(nameOf(group, name), fn.bind(members));
      if (isAlone(fn)) aloneNames.add(nameOf(group, name));
    }
  }
  const run = (name: string, args: readonly unknown[]): unknown => {
    const fn = functions.get(name);
    if (!fn) throw new Error(`no store function ${name}`);
    return fn(...args);
  };
  const failed = (cause: unknown): CallError => {
    const error = errorData(cause);
    // The next start looks through the whole file, whatever this run says at its end.
    if ('trouble' in error && error.trouble === 'damaged') touch(suspectMark(settings.path));
    return error;
  };
  const alone = ([name]: Call) => aloneNames.has(name);
  return { db, all, run, failed, alone };
}

function writer(settings: WorkerSettings): Writer {
  const { db, all, run, failed, alone } = open(settings);
  const attempt = ([name, args]: Call): Outcome => {
    try {
      return [true, run(name, args)];
    } catch (cause) {
      return [false, failed(cause)];
    }
  };
  const forget = () => {
    all.uplinks.forget();
    all.events.forget();
  };
  const savepoint = db.prepare('SAVEPOINT call');
  const release = db.prepare('RELEASE call');
  const rollback = db.prepare('ROLLBACK TO call');
  const inSavepoint = (call: Call): Outcome => {
    savepoint.run();
    const given = all.orders.given();
    const outcome = attempt(call);
    if (!outcome[0]) {
      rollback.run();
      all.orders.withdraw(given);
      // A fault is thrown before anything is changed; what else fails may have left the memory ahead of the rows.
      if (!('fault' in outcome[1])) forget();
    }
    release.run();
    return outcome;
  };
  const together = (calls: readonly Call[]): Outcome[] => {
    try {
      return db.atomic(() => calls.map(inSavepoint));
    } catch (cause) {
      // The commit itself failed (disk full, I/O error): nothing of this transaction was stored.
      const error = failed(cause);
      all.orders.withdraw(0);
      forget();
      return calls.map(() => [false, error]);
    }
  };
  return {
    run(calls) {
      if (!calls.some(alone)) return together(calls);
      const stored = together(calls.filter(call => !alone(call))).values();
      return calls.map(call => (alone(call) ? attempt(call) : (stored.next().value ?? attempt(call))));
    },
    orders: all.orders.take,
    newestSeq: all.uplinks.newestSeq,
    close: () => db.close(),
  };
}

async function serve(settings: WorkerSettings): Promise<void> {
  const prepared = await prepare(settings);
  const worker = writer(settings);
  port?.postMessage({ ready: prepared } satisfies Opened);
  let batches: Batch[] = [];
  const drain = () => {
    for (let more = port && receiveMessageOnPort(port); more; more = port && receiveMessageOnPort(port)) {
      batches.push(more.message as Batch);
      if (batches.length >= MAX_CALLS) break;
    }
  };
  port?.on('message', (batch: Batch) => {
    batches.push(batch);
    while (batches.length > 0) {
      drain();
      const ending = batches.includes(null);
      const calls = batches.flatMap(waiting => waiting ?? []);
      batches = [];
      for (let at = 0; at < calls.length; at += MAX_CALLS) {
        const begun = performance.now();
        const newest = worker.newestSeq();
        const outcomes = worker.run(calls.slice(at, at + MAX_CALLS));
        const orders = worker.orders();
        const tookMs = performance.now() - begun;
        const grown = worker.newestSeq() !== newest;
        port?.postMessage({ outcomes, ...(orders.length > 0 && { orders }), grown, tookMs } satisfies Done);
      }
      if (ending) {
        worker.close();
        port?.close();
        return;
      }
    }
  });
}

async function read(settings: WorkerSettings): Promise<void> {
  const { db, run, failed } = open(settings);
  port?.postMessage({ ready: {} } satisfies Opened);
  if (port) serveReads(port, { run, failed, close: () => db.close() });
}

async function snapshot(task: SnapshotTask): Promise<void> {
  const report = await writeSnapshot(task);
  port?.postMessage({ report } satisfies SnapshotTaskEnd);
  port?.close();
}

const done = 'target' in given ? snapshot(given) : given.mode === 'reader' ? read(given) : serve(given);
done.catch((cause: unknown) => {
  const told = 'target' in given ? cause : unusable(given.path, cause);
  port.postMessage({ failed: errorData(told) } satisfies Opened);
  port.close();
});
