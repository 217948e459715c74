import { type Clock, type CredibleMs, credibleMs, type Timer } from '../../src/kit/time/clock.ts';
import { COLLECT_MS } from '../../src/rest/log-tail.ts';

interface Entry {
  due: number;
  readonly everyMs: number | undefined;
  readonly fn: () => void;
}

/** Time that stands still until a test winds it. */
export class ManualClock implements Clock {
  #ms: number;
  readonly #start: number;
  /** How far the wall clock is from where it would be without its jumps. */
  #jumped = 0;
  /** As far as that is believed, while a jump is doubted. */
  #believed: number | undefined;
  readonly #entries = new Set<Entry>();

  constructor(startMs = 1_767_225_600_123) {
    this.#ms = startMs;
    this.#start = startMs;
  }

  /** In whole milliseconds, as machines have it, whenever a timer was due. */
  now(): number {
    return Math.floor(this.#ms + this.#jumped);
  }

  credible(): CredibleMs {
    return credibleMs(Math.floor(this.#ms + (this.#believed ?? this.#jumped)));
  }

  /** From here on jumps are not believed: only time that has gone by is. */
  doubt(): void {
    this.#believed ??= this.#jumped;
  }

  /** The wall clock is right: what was doubted is believed. */
  believe(): void {
    this.#believed = undefined;
  }

  nowNs(): bigint {
    return BigInt(this.now()) * 1_000_000n;
  }

  monotonic(): number {
    return this.#ms - this.#start;
  }

  after(ms: number, fn: () => void): Timer {
    // So short a pause only lets others go first, as that of a stream between two batches: it passes by itself.
    if (ms === 1 || ms === COLLECT_MS) {
      const turn = setImmediate(fn);
      return { cancel: () => clearImmediate(turn) };
    }
    return this.#add({ due: this.#ms + Math.max(ms, 0), everyMs: undefined, fn });
  }

  every(ms: number, fn: () => void): Timer {
    return this.#add({ due: this.#ms + ms, everyMs: ms, fn });
  }

  /** Time until the next timer is due, milliseconds. */
  get untilDue(): number {
    return Math.max(Math.min(...[...this.#entries].map(({ due }) => due)) - this.#ms, 0);
  }

  /** Sets the wall clock to another time, as NTP or an operator does; no timer notices. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** Winds on, firing what becomes due in order of its time. Lets promises and sockets go on in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#ms + ms;
    for (;;) {
      let next: Entry | undefined;
      for (const entry of this.#entries) if (entry.due <= end && (!next || entry.due < next.due)) next = entry;
      if (!next) break;
      this.#ms = Math.max(this.#ms, next.due);
      if (next.everyMs === undefined) this.#entries.delete(next);
      else next.due += next.everyMs;
      next.fn();
      await new Promise(resolve => setImmediate(resolve));
    }
    this.#ms = end;
    await new Promise(resolve => setImmediate(resolve));
  }

  #add(entry: Entry): Timer {
    this.#entries.add(entry);
    return { cancel: () => this.#entries.delete(entry) };
  }
}
