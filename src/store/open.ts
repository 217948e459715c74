import { closeSync, openSync } from 'node:fs';
import { type ArgsOf, type LineMetrics, type OrderSink, type ResultOf, type StoreName, WorkerLine } from './commit.ts';
import { type Engine, openDb } from './driver.ts';
import type { DownlinkPolicy } from './hand-over.ts';
import { type Stores, stores } from './stores.ts';

export interface StoreSettings {
  readonly path: string;
  readonly engine: Engine;
  readonly synchronous: 'full' | 'normal';
  readonly metrics?: LineMetrics | undefined;
  readonly downlink?: DownlinkPolicy;
}

/** The database as the rest of the product sees it. */
export interface Store {
  /** Point and page reads, at once, on this thread's read-only connection: what was committed before. */
  readonly read: Stores;
  /** Resolves after the commit that holds it is on the disk; a fault of the store comes back as that fault. */
  write<N extends StoreName>(name: N, ...args: ArgsOf<N>): Promise<ResultOf<N>>;
  /** What scans (counts, searches, statistics): read in a thread of its own, so that it stops nobody. */
  scan<N extends StoreName>(name: N, ...args: ArgsOf<N>): Promise<ResultOf<N>>;
  /** Whoever writes to base stations what the store orders; before that, orders wait for the next resume. */
  ordersTo(sink: OrderSink): void;
  /** Whoever follows the log: told after every commit that has made it longer. */
  growthTo(told: () => void): void;
  /** Writes that wait for their commit. */
  readonly waiting: number;
  /** Why nothing of the last transaction was stored; undefined while writes work. */
  readonly failure: Error | undefined;
  close(): Promise<void>;
}

/** Opens the database, makes or migrates its schema, and starts the writer. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { path, engine, synchronous, metrics, downlink } = settings;
  // SQLite would let everybody read it; the files beside it take over its mode.
  closeSync(openSync(path, 'a', 0o600));
  const writer = new WorkerLine({ path, engine, synchronous, mode: 'writer', ...(downlink && { downlink }) }, metrics);
  await writer.ready;
  const readDb = openDb(path, { engine, mode: 'reader' });
  let scanner: WorkerLine | undefined;
  return {
    read: stores(readDb),
    write: (name, ...args) => writer.call(name, args),
    async scan(name, ...args) {
      scanner ??= new WorkerLine({ path, engine, synchronous, mode: 'reader' });
      await scanner.ready;
      return scanner.call(name, args);
    },
    ordersTo: sink => writer.ordersTo(sink),
    growthTo: told => writer.growthTo(told),
    get waiting() {
      return writer.waiting;
    },
    get failure() {
      return writer.failure;
    },
    async close() {
      await scanner?.close();
      await writer.close();
      readDb.close();
    },
  };
}
