import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { Deadlines } from '../alert/deadlines.ts';
import type { ListenedTime } from './listened.ts';

/** Deadlines that count no more are let go of when there are more of them than others, and so many. */
const MOST_PASSED_OVER = 1024;

/**
 * When something of each endpoint arrived here last, by the time that was listened: what a station says of the time of reception is shown, and
 * decides nothing. A message costs an entry in a map.
 */
export class Arrivals {
  readonly time: ListenedTime;
  readonly #stored: ReturnType<Db['prepare']>;
  readonly #unstored: ReturnType<Db['prepare']>;
  #known: Map<number, ListenedMs> | undefined;

  constructor(db: Db, time: ListenedTime) {
    this.time = time;
    // Of those that an older release has heard last, the radio time is all that is known.
    this.#stored = db.prepare(
      `SELECT endpoint, coalesce(arrived_ms, last_seen_ns / 1000000) AS at FROM endpoint_heard
       WHERE arrived_ms IS NOT NULL OR last_seen_ns IS NOT NULL`,
    );
    this.#unstored = db.prepare(
      `SELECT endpoint, max(seq) AS seq, stored_at AS storedAt FROM message
       WHERE seq > (SELECT value FROM counter WHERE org = 0 AND name = 'heard_stored') GROUP BY endpoint`,
    );
  }

  /** Undefined: nothing ever has. */
  of(endpoint: number): ListenedMs | undefined {
    return this.#read().get(endpoint);
  }

  /** Whether something has with what is stored just now. */
  isNow(endpoint: number): boolean {
    return this.of(endpoint) === this.time.now;
  }

  note(endpoint: number, at: ListenedMs): void {
    const known = this.#read();
    if (at > (known.get(endpoint) ?? Number.NEGATIVE_INFINITY)) known.set(endpoint, at);
  }

  /** They are read again. */
  forget(): void {
    this.#known = undefined;
    this.time.forget();
  }

  #read(): Map<number, ListenedMs> {
    if (this.#known) return this.#known;
    this.#known = new Map();
    for (const { endpoint, at } of this.#stored.iterate() as Iterable<{ endpoint: number; at: ListenedMs }>) {
      this.#known.set(endpoint, this.time.notLater(at));
    }
    type Row = { endpoint: number; seq: number; storedAt: number };
    for (const { endpoint, seq, storedAt } of this.#unstored.all() as Row[]) {
      this.note(endpoint, this.time.at(seq, storedAt));
    }
    return this.#known;
  }
}

interface Wait {
  readonly endpoint: number;
  forMs: number;
  due: number;
}

/**
 * Endpoints that are looked at when nothing has come of them for so long. Each has one deadline, which is worked out anew when it is there: a
 * message moves none, and time passing costs nothing.
 */
export class Quiet {
  readonly #since: (endpoint: number) => number;
  readonly #waits = new Map<number, Wait>();
  #deadlines = new Deadlines<Wait>();

  /** @param since from when on it counts */
  constructor(since: (endpoint: number) => number) {
    this.#since = since;
  }

  has(endpoint: number): boolean {
    return this.#waits.has(endpoint);
  }

  /** An endpoint is looked at when nothing has come for so long. */
  wait(endpoint: number, forMs: number): void {
    const wait = this.#waits.get(endpoint) ?? { endpoint, forMs, due: Number.POSITIVE_INFINITY };
    wait.forMs = forMs;
    this.#waits.set(endpoint, wait);
    this.#deadlines.set(wait, this.#since(endpoint) + forMs);
    if (this.#deadlines.size > 2 * this.#waits.size + MOST_PASSED_OVER) this.#tidy();
  }

  /** The same, unless it is looked at earlier. */
  atMost(endpoint: number, forMs: number): void {
    const wait = this.#waits.get(endpoint);
    if (!wait || wait.forMs > forMs) this.wait(endpoint, forMs);
  }

  drop(endpoint: number): void {
    const wait = this.#waits.get(endpoint);
    if (wait) this.#deadlines.set(wait, Number.POSITIVE_INFINITY);
    this.#waits.delete(endpoint);
  }

  /** An endpoint of which nothing has come for as long as was asked; it does not wait any more. */
  take(now: ListenedMs): number | undefined {
    for (let wait = this.#deadlines.take(now); wait; wait = this.#deadlines.take(now)) {
      const due = this.#since(wait.endpoint) + wait.forMs;
      if (due > now) this.#deadlines.set(wait, due);
      else {
        this.#waits.delete(wait.endpoint);
        return wait.endpoint;
      }
    }
    return undefined;
  }

  /** Nothing is to be looked at before it; Infinity: there is nothing. */
  get next(): number {
    return this.#deadlines.next;
  }

  #tidy(): void {
    this.#deadlines = new Deadlines();
    for (const wait of this.#waits.values()) {
      const { due } = wait;
      wait.due = Number.POSITIVE_INFINITY;
      this.#deadlines.set(wait, due);
    }
  }
}
