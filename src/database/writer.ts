import { systemClock } from '../kit/time/clock.ts';
import type { Functions } from './calls.ts';
import { type Batch, type Call, type Done, errorOf, type Opened, type Outcome, type ThreadSettings } from './commit.ts';
import type { Contents } from './contents.ts';
import { type Db, openDb } from './driver.ts';
import { migrate } from './migrate.ts';
import type { OwnThread } from './own-thread.ts';
import { type Prepared, prepareDatabase } from './prepare.ts';
import { errorData, runnerOf } from './runner.ts';
import { unusable } from './sqlite-error.ts';

/** Calls of one transaction. More would only lengthen the longest commit. */
const MAX_CALLS = 4096;

/** What the thread that writes works with, made over its one connection. */
export interface Written {
  readonly functions: Functions;
  /** Orders to others, which leave with the commit that stored them. */
  readonly orders: {
    /** How many there are since the last `take`. */
    given(): number;
    /** Gives up those behind the first so many: what gave them was rolled back. */
    withdraw(given: number): void;
    take(): readonly unknown[];
  };
  /** Lets go of what is remembered of rows: a rollback has left it ahead of them. */
  forget(): void;
  /** Differs from before when those who follow the database may find something new. */
  newest(): unknown;
  /** What is told to this process with the commit, since the last time; undefined when there is nothing. */
  news(): unknown;
}

/**
 * The whole life of the thread that writes: makes sure of the database, then runs batch after batch, each in one transaction with a
 * savepoint for every call.
 * @param make its functions, of the options that `openDatabase` was given
 */
export function serveWriter<O>(
  own: OwnThread<ThreadSettings>,
  contents: Contents,
  make: (db: Db, options: O) => Written,
): void {
  const { settings, port } = own;
  serve(own, contents, db => make(db, settings.options as O)).catch((cause: unknown) => {
    port.postMessage({ failed: errorData(unusable(settings.path, cause)) } satisfies Opened);
    port.close();
  });
}

async function serve(own: OwnThread<ThreadSettings>, contents: Contents, make: (db: Db) => Written) {
  const { settings, port } = own;
  const prepared = await prepare(settings, contents);
  const db = openDb(settings.path, settings);
  // A database that is there has its schema by now; this makes that of a new one.
  migrate(db, contents.migrations);
  const written = make(db);
  const run = transactions(db, written, settings.path);
  port.postMessage({ ready: prepared } satisfies Opened);
  let batches: Batch[] = [];
  const drain = () => {
    for (let more = own.received(); more; more = own.received()) {
      batches.push(more.message as Batch);
      if (batches.length >= MAX_CALLS) break;
    }
  };
  port.on('message', (batch: Batch) => {
    batches.push(batch);
    while (batches.length > 0) {
      drain();
      const ending = batches.includes(null);
      const calls = batches.flatMap(waiting => waiting ?? []);
      batches = [];
      for (let at = 0; at < calls.length; at += MAX_CALLS) {
        const begun = systemClock.monotonic();
        const newest = written.newest();
        const { outcomes, heldMs } = run(calls.slice(at, at + MAX_CALLS));
        const orders = written.orders.take();
        const news = written.news();
        const tookMs = systemClock.monotonic() - begun;
        const grown = written.newest() !== newest;
        port.postMessage({
          outcomes,
          ...(orders.length > 0 && { orders }),
          grown,
          ...(news !== undefined && { news }),
          tookMs,
          heldMs,
        } satisfies Done);
      }
      if (ending) {
        db.close();
        port.close();
        return;
      }
    }
  });
}

/** Files of the database must be in order before its writer opens them. */
async function prepare({ path, engine, snapshots, now }: ThreadSettings, contents: Contents): Promise<Prepared> {
  if (snapshots === undefined || now === undefined) return {};
  return prepareDatabase({ path, engine, contents, snapshots, now });
}

/** What calls came to, and how long they held the thread: without the commit. */
interface Ran {
  readonly outcomes: readonly Outcome[];
  readonly heldMs: number;
}

/** Runs calls, all of them in one transaction but those that stand alone. */
function transactions(db: Db, { functions, orders, forget }: Written, path: string) {
  const { run, failed, isAlone, isForgetting } = runnerOf(functions, path);
  const attempt = ([name, args]: Call): Outcome => {
    try {
      return [true, run(name, args)];
    } catch (cause) {
      return [false, failed(cause)];
    }
  };
  const savepoint = db.prepare('SAVEPOINT call');
  const release = db.prepare('RELEASE call');
  const rollback = db.prepare('ROLLBACK TO call');
  const inSavepoint = (call: Call): Outcome => {
    savepoint.run();
    const given = orders.given();
    const outcome = attempt(call);
    if (!outcome[0]) {
      try {
        rollback.run();
      } catch {
        // An error of the disk has undone the whole transaction: that error is what is wrong, not the savepoint that is gone.
        throw errorOf(outcome[1]);
      }
      orders.withdraw(given);
      // A fault is thrown before anything is changed; what else fails may have left the memory ahead of the rows.
      if (!('fault' in outcome[1])) forget();
    }
    if (isForgetting(call[0])) forget();
    release.run();
    return outcome;
  };
  const together = (calls: readonly Call[]): Ran => {
    let heldMs = 0;
    try {
      const outcomes = db.atomic(() => {
        const begun = systemClock.monotonic();
        const made = calls.map(inSavepoint);
        heldMs = systemClock.monotonic() - begun;
        return made;
      });
      return { outcomes, heldMs };
    } catch (cause) {
      // The commit itself failed (disk full, I/O error): nothing of this transaction was stored.
      const error = failed(cause);
      orders.withdraw(0);
      forget();
      return { outcomes: calls.map(() => [false, error]), heldMs };
    }
  };
  const alone = ([name]: Call) => isAlone(name);
  return (calls: readonly Call[]): Ran => {
    if (!calls.some(alone)) return together(calls);
    const { outcomes, heldMs } = together(calls.filter(call => !alone(call)));
    const stored = outcomes.values();
    return {
      outcomes: calls.map(call => (alone(call) ? attempt(call) : (stored.next().value ?? attempt(call)))),
      heldMs,
    };
  };
}
