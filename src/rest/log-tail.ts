import type { Store } from '../domain/domain.ts';
import type { StoredMessage } from '../domain/message/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Clock } from '../kit/time/clock.ts';
import { SECOND_MS } from '../kit/units.ts';

/**
 * What comes in such a time is sent together: with many readers, a write for each of them and each message would cost more than the
 * messages themselves.
 */
export const COLLECT_MS = 100;

/** What is shown of a message may be other soon: of its endpoint, its device, its base stations. */
const MOST_AGE_MS = SECOND_MS;
/** Messages that are kept for those who have not come so far: of some tenths of a second. */
const MOST_KEPT = 2048;

interface TailEntry {
  readonly message: StoredMessage;
  readonly readMs: number;
}

/**
 * The log for many readers at once: those that follow it live are never far from each other, so that its end is read, and shown, once for
 * all of them.
 */
export function sharedLog({
  store,
  clock,
  news,
}: {
  readonly store: { readonly read: { readonly messages: Pick<Store['read']['messages'], 'after'> } };
  readonly clock: Clock;
  /** Notified when messages became visible. */
  readonly news: Pick<Notifier, 'version'>;
}) {
  /** All messages in (from, end], oldest first. */
  let kept: TailEntry[] = [];
  let [from, end] = [0, 0];
  /** Up to there everything was read. */
  let version = -1;
  const shown = new Map<string, WeakMap<StoredMessage, object>>();

  const drop = (count: number): void => {
    if (count === 0) return;
    from = kept[count - 1]?.message.seq ?? from;
    kept = kept.slice(count);
  };

  const take = (rows: readonly StoredMessage[]): void => {
    const readMs = clock.monotonic();
    for (const message of rows) kept.push({ message, readMs });
    end = rows.at(-1)?.seq ?? end;
    const young = kept.findIndex(one => readMs - one.readMs < MOST_AGE_MS);
    drop(Math.max(young < 0 ? kept.length : young, kept.length - MOST_KEPT));
  };

  const behind = (place: number, limit: number): StoredMessage[] => {
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((kept[middle]?.message.seq ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return kept.slice(low, low + limit).map(({ message }) => message);
  };

  return {
    /** The next messages behind a place. */
    after(place: number, limit: number): readonly StoredMessage[] {
      take([]);
      if (place < from || place > end) {
        const rows = store.read.messages.after(place, limit);
        // A reader that is behind reads alone; one that is ahead is where the others will be.
        if (place > end && rows.length > 0) {
          kept = [];
          [from, version] = [place, -1];
          take(rows);
        }
        return rows;
      }
      for (;;) {
        const found = behind(place, limit);
        if (found.length === limit || version === news.version) return found;
        const before = news.version;
        const rows = store.read.messages.after(end, limit);
        if (rows.length < limit) version = before;
        take(rows);
      }
    },

    /** What a message looks like to all who ask for it so. @param as names a way to show messages */
    shown<T extends object>(as: string, message: StoredMessage, make: () => T): T {
      const made = shown.get(as) ?? new WeakMap<StoredMessage, object>();
      shown.set(as, made);
      const item = made.get(message) ?? make();
      made.set(message, item);
      return item as T;
    },
  };
}
