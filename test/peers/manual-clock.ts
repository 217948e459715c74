import type { Clock, Timer } from '../../src/kit/clock.ts';

interface Entry {
  due: number;
  readonly everyMs: number | undefined;
  readonly fn: () => void;
}

/** Time that stands still until a test winds it. */
export class ManualClock implements Clock {
  #ms: number;
  readonly #start: number;
  readonly #entries = new Set<Entry>();

  constructor(startMs = 1_767_225_600_123) {
    this.#ms = startMs;
    this.#start = startMs;
  }

  now(): number {
    return this.#ms;
  }

  nowNs(): bigint {
    return BigInt(this.#ms) * 1_000_000n;
  }

  monotonic(): number {
    return this.#ms - this.#start;
  }

  after(ms: number, fn: () => void): Timer {
    return this.#add({ due: this.#ms + Math.max(ms, 0), everyMs: undefined, fn });
  }

  every(ms: number, fn: () => void): Timer {
    return this.#add({ due: this.#ms + ms, everyMs: ms, fn });
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
