import type { EventNews } from '../../domain/event/store.ts';
import { Notifier } from '../../kit/notifier.ts';

/** Closings that streams can still be told of; a stream that is further behind misses their counts, which its rows have. */
const MOST_CLOSED = 4096;

/** What commits tell of events, for all streams: they are woken, and ask which folds were closed meanwhile. */
export class EventFeed {
  readonly stored = new Notifier();
  #closed: number[] = [];
  /** How many closings there were before the first of those. */
  #before = 0;

  tell({ closed }: EventNews): void {
    this.#closed.push(...closed);
    const gone = this.#closed.length - MOST_CLOSED;
    if (gone > 0) {
      this.#closed = this.#closed.slice(gone);
      this.#before += gone;
    }
    this.stored.notify();
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
