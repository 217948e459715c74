import { fault } from '../kit/faults/faults.ts';
import { StoreTrouble } from '../kit/faults/file-trouble.ts';
import type { Thread } from '../kit/program.ts';
import { systemClock } from '../kit/time/clock.ts';
import { Turns } from '../kit/turns.ts';
import { type CallError, errorOf, type Outcome, openThread, type StartThread, type ThreadSettings } from './commit.ts';

/** Main thread → reader: a read to be done, the number of one that is not waited for any more, or null: end. */
export type ReaderRequest = readonly [id: number, name: string, args: readonly unknown[]] | number | null;
/** Reader → main thread. */
export type ReaderAnswer = readonly [id: number, outcome: Outcome];

/** Asks what the thread has under way; no function has such a name. */
export const SCANNING = 'scanning';

/** What the thread that scans has under way. */
export interface Scanning {
  /** Scans that are not done. */
  readonly running: number;
  /** Bits of work that scans have done since the thread began. */
  readonly steps: number;
}

/** Scans under way: each has a share of one thread, and holds up to a page of lines. */
export const MAX_SCANS = 32;
/** Reads without an answer, scans among them. */
export const MAX_READS = 1024;
/** Short reads that the thread has at a time: their answers are a thousand rows each at most, and wait here to be used. */
const MOST_ASKED = 2;
const RETRY_MS = 1000;

interface Waiting {
  /** The thread is asked a few of those at a time. */
  readonly isShort: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * A line to the thread that reads what takes long: short reads go between the bits of scans, and scans take turns. Answers are used
 * one after the other, so that forty lists that were asked for together hold up nothing else while they are written.
 */
export class ScanLine {
  /** Rejects when the thread cannot open its database. */
  readonly ready: Promise<unknown>;
  readonly #worker: Thread;
  readonly #waiting = new Map<number, Waiting>();
  readonly #closed: Promise<void>;
  readonly #troubled: (trouble: StoreTrouble) => void;
  readonly #turns = new Turns(systemClock);
  /** Short reads that the thread was not asked yet. */
  readonly #unasked: ReaderRequest[] = [];
  #asked = 0;
  #lastId = 0;
  #scans = 0;
  /** Undefined: it is not open yet, and who has started it is about to ask. */
  #usedAt: number | undefined;
  #ended: Error | undefined;

  constructor(start: StartThread, settings: ThreadSettings, troubled: (trouble: StoreTrouble) => void) {
    this.#troubled = troubled;
    const { worker, ready, closed } = openThread<ReaderAnswer>(start, settings, 'the reader', {
      answered: answered => this.#settle(answered),
      ended: error => this.#end(error),
    });
    this.#worker = worker;
    this.ready = ready.then(prepared => {
      this.#usedAt = systemClock.monotonic();
      return prepared;
    });
    this.#closed = closed;
  }

  /** It answers nothing any more. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** For how long nothing was asked, milliseconds. */
  get idleMs(): number {
    return this.#waiting.size > 0 || this.#usedAt === undefined ? 0 : systemClock.monotonic() - this.#usedAt;
  }

  /** A short read, or with a signal in front a scan that stops when it ends: what the types of `Scans` let through. */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    const [signal, ...scanArgs] = args;
    return signal instanceof AbortSignal ? this.#until(signal, name, scanArgs) : this.#ask(name, args, true);
  }

  /** What it has under way, given up reads no longer among it. */
  scanning(): Promise<Scanning> {
    return this.#ask(SCANNING, [], false) as Promise<Scanning>;
  }

  /** @throws the reason of the signal; a fault when there are too many */
  async #until(signal: AbortSignal, name: string, args: readonly unknown[]): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#scans >= MAX_SCANS) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
    const id = this.#lastId + 1;
    const stop = () => {
      const waiting = this.#waiting.get(id);
      if (!waiting) return;
      this.#waiting.delete(id);
      this.#worker.postMessage(id satisfies ReaderRequest);
      waiting.reject(signal.reason);
    };
    this.#scans++;
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#ask(name, args, false);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#scans--;
    }
  }

  async close(): Promise<void> {
    for (const asked of this.#unasked.splice(0)) this.#worker.postMessage(asked);
    this.#worker.postMessage(null satisfies ReaderRequest);
    await this.#closed;
  }

  #ask(name: string, args: readonly unknown[], isShort: boolean): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (this.#waiting.size >= MAX_READS) return Promise.reject(fault('RateLimited', { retry_after_ms: RETRY_MS }));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { isShort, resolve, reject });
      const asked: ReaderRequest = [id, name, args];
      if (isShort && this.#asked >= MOST_ASKED) this.#unasked.push(asked);
      else this.#post(asked, isShort);
    });
  }

  #post(asked: ReaderRequest, isShort: boolean): void {
    if (isShort) this.#asked++;
    this.#worker.postMessage(asked);
  }

  #settle([id, outcome]: ReaderAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#usedAt = systemClock.monotonic();
    const error = outcome[0] ? undefined : this.#received(outcome[1]);
    // It was given up while the answer was on its way.
    if (!waiting) return;
    this.#turns.take(() => {
      if (error) waiting.reject(error);
      else waiting.resolve(outcome[1]);
      if (waiting.isShort) this.#askNext();
    });
  }

  #askNext(): void {
    this.#asked--;
    const next = this.#unasked.shift();
    if (next !== undefined) this.#post(next, true);
  }

  #received(sent: CallError): Error {
    const error = errorOf(sent);
    this.#noteTrouble(error);
    return error;
  }

  #noteTrouble(error: Error): void {
    if (error instanceof StoreTrouble) this.#troubled(error);
  }

  #end(error: Error): void {
    this.#noteTrouble(error);
    this.#ended ??= error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#unasked.length = 0;
    for (const { reject } of waiting) reject(this.#ended);
  }
}
