// What happened in the whole box.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../gen/platform/api/v1/core_pb.ts';
import { type EventQuestion, matchesSearch } from '../model/filter/event-filter.ts';
import { now } from '../model/text/clock.ts';
import { csvOf } from '../model/text/csv.ts';
import { msOf, wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { type Query, useQuery } from './call/query.ts';
import { type Following, follow } from './live.ts';

export type { Event };

export interface Source {
  sourceType: string;
  sourceId: string;
}

const PAGE = 100;
const EXPORTED_PAGE = 1000;
/** More is a matter for a program, by the API. */
const MOST_EXPORTED = 100_000;
const POLLED = 200;

/** The last events of what an alert is about, newest first. Without an id nothing is asked. */
export function useSourceEvents({ sourceType, sourceId }: Source, most: number): Query<Event[]> {
  return useQuery(
    sourceId === '' ? undefined : `source-events ${sourceType} ${sourceId}`,
    async signal => {
      const of =
        sourceType === 'endpoint'
          ? { epEui: sourceId }
          : sourceType === 'base_station'
            ? { bsEui: sourceId, categories: ['basestation', 'certificate'] }
            : { search: sourceId };
      return (await client.listEvents({ ...of, pageSize: most }, { signal })).events;
    },
    15_000,
  );
}

/** As the API has it. The time that it begins with stays the same for all pages. */
export function eventsAsked({ categories, severities, types, search, sinceMs }: EventQuestion) {
  return {
    ...{ categories, severities, eventTypes: types, search },
    ...(sinceMs === undefined ? {} : { startTime: wireTime(now() - sinceMs) as never }),
  };
}
export type EventsAsked = ReturnType<typeof eventsAsked>;

/** What comes is counted beside it: the list itself does not jump. @param key what is asked for, without the time that moves on */
export function useEvents(key: string, asked: EventsAsked): Paged<Event> {
  return usePaged<Event>(
    `events ${key}`,
    async (pageToken, signal) => {
      const { events, totalCount, nextPageToken } = await client.listEvents(
        { ...asked, pageSize: PAGE, pageToken },
        { signal },
      );
      return { rows: events, total: totalCount, next: nextPageToken };
    },
    false,
  );
}

/** How many have come since `from`, the newest that is shown; undefined begins nothing yet. */
export function useEventNews(
  key: string,
  asked: EventsAsked,
  from: string | undefined,
): { count: number; state: Following } {
  const [count, setCount] = useState(0);
  const [state, setState] = useState<Following>('waiting');
  const seen = useRef(new Set<string>());
  useEffect(() => {
    seen.current = new Set();
    setCount(0);
    if (from === undefined) return;
    const { search, startTime: _, ...chosen } = asked;
    return follow<Event>({
      from,
      stream: (afterSeq, signal) => client.streamEvents({ ...chosen, afterSeq }, { signal, timeoutMs: 0 }),
      async poll(afterSeq, signal) {
        const { events } = await client.listEvents({ ...chosen, pageSize: POLLED, orderBy: 'seq desc' }, { signal });
        const after = BigInt(afterSeq);
        return events.filter(({ seq }) => BigInt(seq) > after).reverse();
      },
      seqOf: ({ seq }) => seq,
      onItems(events) {
        for (const event of events) {
          // one whose repetitions were counted to the end comes once more
          const isNews = BigInt(event.seq) > BigInt(from === '' ? '0' : from);
          if (isNews && matchesSearch(event, search)) seen.current.add(event.seq);
        }
        setCount(seen.current.size);
      },
      onState: setState,
    });
  }, [key, from]);
  return { count, state };
}

/** The newest number of an order by time: the first row need not have it. */
export function newestSeq(events: readonly Event[]): string {
  return events.reduce((newest, { seq }) => (BigInt(seq) > BigInt(newest) ? seq : newest), '0');
}

export async function readEvents(
  asked: EventsAsked,
  onProgress: (progress: { done: number; all: number }) => void,
  signal: AbortSignal,
): Promise<Event[]> {
  const found: Event[] = [];
  let pageToken = '';
  do {
    const page = await client.listEvents({ ...asked, pageSize: EXPORTED_PAGE, pageToken }, { signal });
    found.push(...page.events);
    pageToken = page.nextPageToken;
    onProgress({ done: found.length, all: Math.max(found.length, page.totalCount) });
  } while (pageToken !== '' && found.length < MOST_EXPORTED && !signal.aborted);
  return found;
}

const timeOf = ({ timestamp }: Event): string => new Date(msOf(timestamp) ?? 0).toISOString();
const COLUMNS = ['timestamp', 'severity', 'category', 'event_type', 'title', 'description', 'source_type'] as const;

export function eventsAsCsv(events: readonly Event[]): string {
  return csvOf(
    [...COLUMNS, 'source_id', 'source_name', 'count', 'user_email', 'data'],
    events.map(event => [
      ...[timeOf(event), event.severity, event.category, event.eventType, event.title, event.description],
      ...[event.sourceType, event.sourceId, event.sourceName, event.count, event.userEmail],
      event.data === undefined ? '' : JSON.stringify(event.data),
    ]),
  );
}

/** A JSON object for each, a line each. */
export function eventsAsJson(events: readonly Event[]): string {
  return events
    .map(event => {
      const { id, seq, severity, category, eventType, title, description, sourceType, sourceId, sourceName } = event;
      const line = {
        ...{ id, seq, timestamp: timeOf(event), severity, category, event_type: eventType, title, description },
        ...{ source_type: sourceType, source_id: sourceId, source_name: sourceName },
        ...{ count: event.count, user_email: event.userEmail, data: event.data },
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}
