import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { background, impossible } from '../kit/background.ts';
import { fileTrouble, StoreTrouble } from '../kit/faults/file-trouble.ts';
import { systemClock } from '../kit/time/clock.ts';
import { MINUTE_MS } from '../kit/units.ts';
import { callsOf, type Functions, type Scans, type Writes } from './calls.ts';
import { type LineMetrics, type NewsSink, type OrderSink, type StartThread, WriterLine } from './commit.ts';
import { type AnyEngine, type Db, openDb, type SqlValue, type Statement } from './driver.ts';
import { touch } from './files.ts';
import { markInUse, type Prepared, suspectMark } from './prepare.ts';
import { ScanLine, type Scanning } from './scan-line.ts';
import type { SnapshotReport } from './snapshot/snapshot.ts';
import type { Refresh } from './snapshot/snapshot-refresh.ts';
import { type RunningSnapshot, startSnapshot } from './snapshot/snapshot-thread.ts';

export interface DatabaseSettings {
  readonly path: string;
  readonly engine: AnyEngine;
  readonly synchronous: 'full' | 'normal';
  readonly metrics?: LineMetrics | undefined;
  /** Folder of the snapshots, default: `backups` beside the database. */
  readonly snapshots?: string;
  /** Milliseconds, for the names of files that are made or set aside. */
  readonly now?: number;
  /** The reader ends when it was asked nothing for so long, default: `READER_IDLE_MS`. */
  readonly readerIdleMs?: number;
}

/** How the functions come to be that are called by name, here and in the threads. */
export interface Made<F extends Functions> {
  /** Over the read-only connection of this thread. */
  functions(db: Db): F;
  /** From which each thread makes its functions; must survive the way to another thread. */
  readonly options: unknown;
  /** Starts a thread that calls `serveWriter`. */
  readonly writer: StartThread;
  /** Starts a thread that calls `serveReader`. */
  readonly reader: StartThread;
}

/**
 * A database and its threads.
 * @template F the functions that are called by name, in groups
 * @template O what the functions order from others
 * @template N what their commits tell
 */
export interface Database<F extends Functions, O, N> {
  /** Point and page reads, at once, on this thread's read-only connection: what was committed before. */
  readonly read: F;
  /** Resolves after the commit that holds it is on the disk; a fault of the store comes back as that fault. */
  readonly write: Writes<F>;
  /**
   * In a thread of its own, so that it stops no other: short reads that go over tables, and what scans (searches, statistics), in
   * turn with other scans until it is done or its signal ends. Short reads never wait for scans.
   */
  readonly scan: Scans<F>;
  /** What that thread has under way; it is not started for it. */
  scanning(): Promise<Scanning>;
  /** What the writes order from others leaves through this; before, orders wait in their rows. */
  ordersTo(sink: OrderSink<O>): void;
  /** Called after every commit that has something new for those who follow the database. */
  growthTo(grown: () => void): void;
  /** Called with what a commit tells, after it. */
  newsTo(told: NewsSink<N>): void;
  /** Writes that wait for their commit. */
  readonly waiting: number;
  /** Why nothing of the last transaction was stored; undefined while writes work. */
  readonly failure: Error | undefined;
  /** What had to be done to the files before they could be used. */
  readonly prepared: Prepared;
  /** Copies the database as it is now, verified, in a thread of its own: all of it, or what differs from an older snapshot. */
  snapshot(target: string, signal?: AbortSignal, refresh?: Refresh): Promise<SnapshotReport>;
  /** Called once, when the file is damaged or its disk fails for `IO_PATIENCE_MS`: the process has to end. */
  lostTo(lost: (cause: StoreTrouble) => void): void;
  close(): Promise<void>;
}

/** A reader holds 30 MB, and twice that after a page of analytics; it is there again within half a second. */
const READER_IDLE_MS = 10 * MINUTE_MS;

/** A disk that answers with errors may come back: a cable, a controller that resets. */
const IO_PATIENCE_MS = 30_000;

/**
 * Makes sure of a database that can be used (`prepareDatabase`) and starts the writer. The caller has the database for itself.
 * @throws what says in one sentence why there is none
 */
export async function openDatabase<F extends Functions, O, N>(
  settings: DatabaseSettings,
  made: Made<F>,
): Promise<Database<F, O, N>> {
  const { path, engine, synchronous, metrics, now = systemClock.now(), readerIdleMs = READER_IDLE_MS } = settings;
  const snapshots = settings.snapshots ?? join(dirname(path), 'backups');
  const forThread = { path, engine, synchronous, options: made.options };
  const writer = new WriterLine<O, N>(made.writer, { ...forThread, mode: 'writer', snapshots, now }, metrics);
  const prepared = await writer.ready;
  markInUse(path);
  const lost = watchFile(path);
  writer.troubleTo(lost.trouble);
  const readDb = openDb(path, { engine, mode: 'reader' });
  let scanner: ScanLine | undefined;
  /** A thread that could not open the database, or has failed, is followed by another one. */
  const reader = async (): Promise<ScanLine> => {
    if (!scanner || scanner.ended) {
      scanner = new ScanLine(made.reader, { ...forThread, mode: 'reader' }, lost.trouble);
    }
    const line = scanner;
    await line.ready;
    return line;
  };
  let left: Promise<void> = Promise.resolve();
  const idle = systemClock.every(readerIdleMs / 2, () => {
    if (!scanner || scanner.ended || scanner.idleMs < readerIdleMs) return;
    left = scanner.close();
    scanner = undefined;
  });
  const read = made.functions(watched(readDb, lost.trouble));
  const copying = new Set<RunningSnapshot>();
  // Closing it would drop every lock that this process has on the file: it stays open as long as the database.
  let file: number | undefined;
  return {
    prepared,
    read,
    write: callsOf(read, (name, args) => writer.call(name, args)),
    scan: callsOf(read, async (name, args) => (await reader()).call(name, args)),
    scanning: async () => (scanner && !scanner.ended ? scanner.scanning() : { running: 0, steps: 0 }),
    async snapshot(target, signal, refresh) {
      if (refresh) file ??= openSync(path, 'r');
      const running = startSnapshot({
        ...{ source: path, target, engine },
        ...(refresh && file !== undefined && { refresh: { ...refresh, file } }),
      });
      const stop = () => background(running.stop(), impossible);
      signal?.addEventListener('abort', stop);
      copying.add(running);
      try {
        return await running.done;
      } catch (cause) {
        // The copy is as it was read: the next start checks whether it is the database that is damaged.
        if (cause instanceof StoreTrouble && cause.trouble === 'damaged') touch(suspectMark(path));
        throw cause;
      } finally {
        signal?.removeEventListener('abort', stop);
        copying.delete(running);
      }
    },
    ordersTo: sink => writer.ordersTo(sink),
    growthTo: grown => writer.growthTo(grown),
    newsTo: told => writer.newsTo(told),
    lostTo: lost.to,
    get waiting() {
      return writer.waiting;
    },
    get failure() {
      return writer.failure;
    },
    async close() {
      await Promise.all([...copying].map(running => running.stop()));
      idle.cancel();
      await left;
      await scanner?.close();
      // The writer is the last one: only then the log goes into the file.
      readDb.close();
      await writer.close();
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Decides when a file in trouble is given up, so that the next start mends it. */
function watchFile(path: string) {
  let onGivenUp: ((cause: StoreTrouble) => void) | undefined;
  let given: StoreTrouble | undefined;
  let since: { begun: number; last: number } | undefined;
  const giveUp = (cause: StoreTrouble) => {
    if (given) return;
    given = cause;
    try {
      touch(suspectMark(path));
    } catch {
      // A disk that takes no mark either: that the file is given up is what matters now.
    }
    onGivenUp?.(cause);
  };
  return {
    to(sink: (cause: StoreTrouble) => void): void {
      onGivenUp = sink;
      if (given) sink(given);
    },
    trouble(cause: StoreTrouble): void {
      if (cause.trouble === 'damaged') giveUp(cause);
      if (cause.trouble !== 'io') return;
      const at = systemClock.monotonic();
      // Errors that lie far apart are not one failure.
      if (!since || at - since.last > IO_PATIENCE_MS) since = { begun: at, last: at };
      since.last = at;
      if (at - since.begun >= IO_PATIENCE_MS) giveUp(cause);
    },
  };
}

/** The same connection, which reports what is wrong with its file. */
function watched(db: Db, trouble: (cause: StoreTrouble) => void): Db {
  const reported = (cause: unknown) => {
    const found = fileTrouble(cause);
    if (!found || !(cause instanceof Error)) return cause;
    const made = new StoreTrouble(cause.message, found, { cause });
    trouble(made);
    return made;
  };
  return { ...db, prepare: (sql, options) => new WatchedStatement(db.prepare(sql, options), reported) };
}

class WatchedStatement implements Statement {
  readonly #statement: Statement;
  readonly #reported: (cause: unknown) => unknown;

  constructor(statement: Statement, reported: (cause: unknown) => unknown) {
    this.#statement = statement;
    this.#reported = reported;
  }

  run(...parameters: SqlValue[]): { changes: number; lastInsertRowid: number } {
    return this.#statement.run(...parameters);
  }

  get(...parameters: SqlValue[]): unknown {
    try {
      return this.#statement.get(...parameters);
    } catch (cause) {
      throw this.#reported(cause);
    }
  }

  all(...parameters: SqlValue[]): unknown[] {
    try {
      return this.#statement.all(...parameters);
    } catch (cause) {
      throw this.#reported(cause);
    }
  }

  *iterate(...parameters: SqlValue[]): IterableIterator<unknown> {
    try {
      yield* this.#statement.iterate(...parameters);
    } catch (cause) {
      throw this.#reported(cause);
    }
  }
}
