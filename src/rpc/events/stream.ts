import type { Store } from '../../domain/domain.ts';
import type { StoredEvent } from '../../domain/event/event-columns.ts';
import type { FollowedEvents } from '../../domain/event/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../call/define.ts';
import type { EventFeed } from '../event-feed.ts';
import { follow, openCursor, type StreamStart } from '../follow.ts';

interface StreamSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly feed: EventFeed;
}

/**
 * Events in the order of their storing, and once more those whose repetitions have been counted to the end while the stream was open
 * (clarification F1): a stream that begins behind an event gets its count too, one that begins with what comes only of what it has sent.
 */
export function streamed<T>(
  { store, clock, feed }: StreamSources,
  followed: FollowedEvents,
  start: StreamStart,
  { signal }: Pick<Call, 'signal'>,
  {
    items,
    delivered,
  }: {
    items(events: Iterable<StoredEvent>): Iterable<T>;
    /** The reader has been given everything up to a place. */
    delivered?(place: number): void;
  },
) {
  const log = store.read.eventLog;
  const from = openCursor(log, start, clock.now());
  delivered?.(from);
  const countsFrom = start.afterSeq === undefined ? from : 0;
  let closings = feed.closings;
  /** Counts that were sent in the last batch: a fold may be closed before this process has been told. */
  let sent = new Map<number, number>();

  const recounted = (upTo: number): StoredEvent[] => {
    const closed = feed.closedBehind(closings);
    closings = feed.closings;
    return closed
      .filter(seq => seq > countsFrom && seq <= upTo)
      .map(seq => log.at(followed, seq))
      .filter(event => event !== undefined)
      .filter(({ seq, count }) => count > 1 && count !== sent.get(seq));
  };

  return follow({ log, news: feed.stored, signal, clock }, from, (after, most) => {
    const counted = recounted(after);
    const { rows, upTo, more } = log.after(followed, after, most);
    sent = new Map([...counted, ...rows].filter(({ count }) => count > 1).map(({ seq, count }) => [seq, count]));
    const all = [...counted, ...rows];
    delivered?.(all.length === 0 ? upTo : after);
    return { items: items(all), upTo, more };
  });
}
