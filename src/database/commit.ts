import { setFlagsFromString } from 'node:v8';
import type { WorkerOptions } from 'node:worker_threads';
import { type FaultData, faultFromData } from '../kit/faults/faults.ts';
import { type FileTrouble, StoreTrouble } from '../kit/faults/file-trouble.ts';
import type { Thread } from '../kit/program.ts';
import { soon } from '../kit/time/clock.ts';
import type { AnyEngine } from './driver.ts';
import { SchemaRefused } from './migrate.ts';
import type { Prepared } from './prepare.ts';

/** What a thread needs to open its own connection. */
export interface ThreadSettings {
  readonly path: string;
  readonly engine: AnyEngine;
  readonly mode: 'writer' | 'reader';
  readonly synchronous: 'full' | 'normal';
  /** For the code that makes the functions of the thread, unchanged. */
  readonly options: unknown;
  /** For the writer: where snapshots lie, and what time it is (milliseconds). */
  readonly snapshots?: string;
  readonly now?: number;
}

/** The first message of a worker. */
export type Opened = { readonly ready: Prepared } | { readonly failed: CallError };

export type Call = readonly [name: string, args: readonly unknown[]];
export type Outcome = readonly [ok: true, value: unknown] | readonly [ok: false, error: CallError];
export type CallError =
  | { fault: FaultData }
  | { message: string; stack: string | undefined; trouble?: FileTrouble | undefined; refused?: boolean };
/** Main thread → worker: the calls of one event-loop turn; null asks the worker to end. */
export type Batch = readonly Call[] | null;
/** Worker → main thread: outcomes in the order of the calls, over all batches that shared the commit. */
export interface Done {
  readonly outcomes: readonly Outcome[];
  /** Orders to others that the calls have stored; they leave before any call resolves. */
  readonly orders?: readonly unknown[];
  /** Those who follow the database may find something that was not there before. */
  readonly grown: boolean;
  /** What the calls tell besides, when they tell anything. */
  readonly news?: unknown;
  /** Milliseconds the transaction took, sync included. */
  readonly tookMs: number;
  /** Of it the calls, without the commit and its sync. */
  readonly heldMs: number;
}

/**
 * The writer's calls are short-lived: a small nursery keeps what they leave behind out of resident memory. What the reader needs for an
 * answer lives as long as the answer is made: where it does not fit, it counts as long-lived, and is collected from among what is. So
 * its nursery is as large as it may become from the beginning: 14 MB while there is a reader, and a sixth of the collections.
 */
const NURSERY_MB = { writer: { least: 0, most: 2 }, reader: { least: 8, most: 8 } } as const;
/** A read that keeps all it meets without a pause ends its thread, which is made again, and not the machine's memory. */
const HEAP_LIMITS = { writer: {}, reader: { maxOldGenerationSizeMb: 256 } } as const;
/** Nurseries that the limit of a thread counts. */
const SEMI_SPACES = 3;
const [LEAST_FLAG, MOST_FLAG] = ['--min-semi-space-size=', '--max-semi-space-size='];
/** Calls that wait for the worker; a bound against a disk that hangs while telegrams keep coming. */
const MAX_WAITING = 65_536;

/** What the writer reports about itself, for metrics. */
export interface LineMetrics {
  /** @param heldMs of it the calls, without the commit and its sync */
  commit(tookMs: number, calls: number, heldMs: number): void;
  waiting(calls: number): void;
}

/** Takes the orders of a commit. */
export type OrderSink<O> = (orders: readonly O[]) => void;
/** Takes what a commit tells. */
export type NewsSink<N> = (news: N) => void;

/** Starts a thread of the program. */
export type StartThread = (options: WorkerOptions) => Thread;

/** More calls wait for the store than may wait, or it has ended. */
export class StoreUnavailable extends Error {}

/** A thread that owns a connection, from its first message to its exit. */
interface OpenThread {
  readonly worker: Thread;
  /** Resolves with what had to be done first. */
  readonly ready: Promise<Prepared>;
  readonly closed: Promise<void>;
}

/**
 * Starts a thread of the store.
 * @param what how a person calls it
 * @param on.ended called with the reason why nothing is answered any more; more than once, the first reason counts
 */
export function openThread<M>(
  start: StartThread,
  settings: ThreadSettings,
  what: string,
  on: { answered(message: M): void; ended(error: Error): void },
): OpenThread {
  const nursery = NURSERY_MB[settings.mode];
  const restoreFlags = setNurseryFlags(nursery);
  const worker = start({
    workerData: settings,
    name: settings.mode,
    resourceLimits: { maxYoungGenerationSizeMb: SEMI_SPACES * nursery.most, ...HEAP_LIMITS[settings.mode] },
  });
  worker.once('online', restoreFlags);
  const { promise: ready, resolve, reject } = Promise.withResolvers<Prepared>();
  const over = (error: Error) => {
    on.ended(error);
    reject(error);
  };
  worker.once('message', (first: Opened) => {
    if ('failed' in first) return over(errorOf(first.failed));
    worker.on('message', on.answered);
    resolve(first.ready);
  });
  worker.on('error', cause => {
    on.ended(new StoreUnavailable(`${what} failed`, { cause }));
    reject(cause);
  });
  const closed = new Promise<void>(gone => {
    worker.once('exit', () => {
      over(new StoreUnavailable(`${what} has ended`));
      gone();
    });
  });
  return { worker, ready, closed };
}

/**
 * Flags of the process stand above the limits of its threads, each of which reads them when it begins.
 * @returns gives them their values again
 */
function setNurseryFlags({ least, most }: { readonly least: number; readonly most: number }): () => void {
  const given = process.execArgv.find(flag => flag.startsWith(MOST_FLAG));
  if (!given) return () => {};
  setFlagsFromString(`${MOST_FLAG}${most}`);
  setFlagsFromString(`${LEAST_FLAG}${least}`);
  return () => {
    setFlagsFromString(`${LEAST_FLAG}0`);
    setFlagsFromString(given);
  };
}

/** A call without an outcome, and the next such call. */
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  next: Waiting | undefined;
}

/**
 * A line to one worker thread that owns one connection. All calls of one event-loop turn travel as one message, and
 * everything that waits at the worker becomes one transaction.
 */
export class WriterLine<O, N> {
  /** Resolves with what had to be done first. */
  readonly ready: Promise<Prepared>;
  #worker: Thread;
  #turn: Call[] = [];
  // A linked list that is released from its front: settled calls that an array still holds outlive the collections of the young,
  // and collecting them from among the old takes a fifth of the time of all uplinks.
  #oldest: Waiting | undefined;
  #newest: Waiting | undefined;
  #waiting = 0;
  #ended: Error | undefined;
  #failure: Error | undefined;
  #metrics: LineMetrics | undefined;
  #orders: OrderSink<O> | undefined;
  #grown: (() => void) | undefined;
  #told: NewsSink<N> | undefined;
  #troubled: ((trouble: StoreTrouble) => void) | undefined;
  #closed: Promise<void>;

  constructor(start: StartThread, settings: ThreadSettings, metrics?: LineMetrics) {
    this.#metrics = metrics;
    const { worker, ready, closed } = openThread<Done>(start, settings, 'the store', {
      answered: done => this.#settle(done),
      ended: error => this.#fail(error),
    });
    this.#worker = worker;
    this.ready = ready;
    this.#closed = closed;
  }

  /** Calls that have no outcome yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Why nothing of the last transaction was stored; undefined when something was, or a fault was all there was to say. */
  get failure(): Error | undefined {
    return this.#ended ?? this.#failure;
  }

  /** Orders leave through this. */
  ordersTo(sink: OrderSink<O>): void {
    this.#orders = sink;
  }

  /** Called after the outcomes of a commit that has something new for those who follow the database. */
  growthTo(grown: () => void): void {
    this.#grown = grown;
  }

  /** Called after the outcomes of a commit that tells something. */
  newsTo(told: NewsSink<N>): void {
    this.#told = told;
  }

  /** Called for every call that failed because of the file. */
  troubleTo(troubled: (trouble: StoreTrouble) => void): void {
    this.#troubled = troubled;
  }

  /** `Writes` gives its calls their types. */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (this.waiting >= MAX_WAITING) return Promise.reject(new StoreUnavailable('too many writes are waiting'));
    return new Promise((resolve, reject) => {
      if (this.#turn.length === 0) soon(() => this.#post());
      this.#turn.push([name, args]);
      const call: Waiting = { resolve, reject, next: undefined };
      if (this.#newest) this.#newest.next = call;
      else this.#oldest = call;
      this.#newest = call;
      this.#waiting++;
    });
  }

  /** Finishes what is waiting, closes the connection and ends the thread. */
  async close(): Promise<void> {
    this.#post();
    this.#worker.postMessage(null satisfies Batch);
    await this.#closed;
  }

  #post(): void {
    if (this.#turn.length === 0) return;
    const batch = this.#turn;
    this.#turn = [];
    this.#metrics?.waiting(this.waiting);
    this.#worker.postMessage(batch satisfies Batch);
  }

  #settle({ outcomes, orders, grown, news, tookMs, heldMs }: Done): void {
    this.#metrics?.commit(tookMs, outcomes.length, heldMs);
    if (orders) this.#orders?.(orders as readonly O[]);
    this.#failure = failureOf(outcomes);
    for (const outcome of outcomes) {
      const call = this.#next();
      if (!call) throw new Error('an outcome without a call');
      if (outcome[0]) {
        call.resolve(outcome[1]);
        continue;
      }
      const error = errorOf(outcome[1]);
      if (error instanceof StoreTrouble) this.#troubled?.(error);
      call.reject(error);
    }
    if (grown) this.#grown?.();
    if (news !== undefined) this.#told?.(news as N);
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (let call = this.#next(); call; call = this.#next()) call.reject(this.#ended);
  }

  /** The call that has waited longest, which waits no more. */
  #next(): Waiting | undefined {
    const call = this.#oldest;
    if (!call) return undefined;
    this.#oldest = call.next;
    if (!call.next) this.#newest = undefined;
    call.next = undefined;
    this.#waiting--;
    return call;
  }
}

function failureOf(outcomes: readonly Outcome[]): Error | undefined {
  const [first] = outcomes;
  if (!first || first[0] || outcomes.some(outcome => outcome[0] || 'fault' in outcome[1])) return undefined;
  return errorOf(first[1]);
}

/** The error of another thread as one of this thread. */
export function errorOf(error: CallError): Error {
  if ('fault' in error) return faultFromData(error.fault);
  const copy = plainError(error);
  if (error.stack) copy.stack = error.stack;
  return copy;
}

function plainError({ message, trouble, refused }: Exclude<CallError, { fault: FaultData }>): Error {
  if (refused) return new SchemaRefused(message);
  return trouble ? new StoreTrouble(message, trouble) : new Error(message);
}
