import type { StoredEvent } from '../domain/event/event-columns.ts';
import type { CountedFold, EventNews } from '../domain/event/event-store.ts';
import { Notifier } from '../kit/notifier.ts';

/** Closings that streams can still be told of; a stream that is further behind misses their counts, which its rows have. */
const MOST_CLOSED = 4096;
/** Open folds whose count is known here; what is counted last is kept. */
const MOST_OPEN = 4096;

/** What commits tell of events, for all streams: they are woken, and ask which folds were closed meanwhile. */
export class EventFeed {
  readonly stored = new Notifier();
  #closed: number[] = [];
  /** How many closings there were before the first of those. */
  #before = 0;
  readonly #open = new Map<number, CountedFold>();

  tell({ closed, counted, stored }: EventNews): void {
    for (const fold of counted) {
      this.#open.delete(fold.seq);
      this.#open.set(fold.seq, fold);
    }
    for (const seq of closed) this.#open.delete(seq);
    while (this.#open.size > MOST_OPEN) this.#open.delete(this.#open.keys().next().value ?? 0);
    if (!stored) return;
    this.#closed.push(...closed);
    const gone = this.#closed.length - MOST_CLOSED;
    if (gone > 0) {
      this.#closed = this.#closed.slice(gone);
      this.#before += gone;
    }
    this.stored.notify();
  }

  /** A row as it would be with what its fold, while it is open, has counted since the row was written. */
  live(event: StoredEvent): StoredEvent {
    const open = this.#open.get(event.seq);
    if (open?.uuid !== event.uuid || open.count <= event.count) return event;
    const { count, storedAt, firstAt, lastAt } = open;
    const data = { ...(JSON.parse(event.data) as object), firstSeen: iso(firstAt), lastSeen: iso(lastAt) };
    return { ...event, count, stored_at: storedAt, data: JSON.stringify(data) };
  }

  /** How many folds were closed so far. */
  get closings(): number {
    return this.#before + this.#closed.length;
  }

  /** The places of the events whose folds were closed, but for the first so many closings. */
  closedBehind(closings: number): readonly number[] {
    return this.#closed.slice(Math.max(closings - this.#before, 0));
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
