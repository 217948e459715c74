import type { Store } from '../domain/domain.ts';
import type { StoredMessage } from '../domain/message/log.ts';
import type { Clock } from '../kit/clock.ts';
import type { Notifier } from '../kit/notifier.ts';
import { SECOND_MS } from '../kit/units.ts';

/**
 * What comes in such a time is sent together: with many readers, a write for each of them and each message would cost more than the
 * messages themselves.
 */
export const COLLECT_MS = 100;

/** What is shown of a message may be other soon: of its endpoint, its device, its base stations. */
const MOST_AGE_MS = SECOND_MS;
/** Places from which is read at the same time. */
const MOST_PLACES = 8;

/**
 * The log for many readers at once: those that follow it live stand at the same place, so that it is read, and shown, once for all of
 * them.
 */
export function sharedLog({
  store,
  clock,
  news,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Notified when messages became visible. */
  readonly news: Notifier;
}) {
  const read = new Map<number, StoredMessage[]>();
  let version = -1;
  let begunMs = 0;
  /** By how messages are shown. */
  const shown = new Map<string, WeakMap<StoredMessage, object>>();

  const fresh = (): void => {
    const now = clock.monotonic();
    const isOld = now - begunMs >= MOST_AGE_MS;
    if (isOld) {
      begunMs = now;
      shown.clear();
    }
    if (!isOld && version === news.version) return;
    version = news.version;
    read.clear();
  };

  return {
    /** The next messages behind a place. */
    after(place: number, limit: number): readonly StoredMessage[] {
      fresh();
      const known = read.get(place);
      if (known) return known;
      const rows = store.read.messages.after(place, limit);
      if (read.size >= MOST_PLACES) read.clear();
      read.set(place, rows);
      return rows;
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
