// One endpoint: itself, its values over time, its radio, what happened.
import { Code, ConnectError } from '@connectrpc/connect';
import type { EndPoint, EndPointStats, Event, Message } from '../gen/platform/api/v1/core_pb.ts';
import { inBuckets, type Point } from '../model/chart-series.ts';
import { now } from '../model/clock.ts';
import { msOf, RANGES, type Range, wireTime } from '../model/time.ts';
import { type NamedValue, namedValues } from '../model/values.ts';
import { client } from './client.ts';
import { type Paged, usePaged } from './paged.ts';
import { put, type Query, useQuery } from './query.ts';

export type { EndPoint, EndPointStats, Event, Message };

const POLL_MS = 10_000;

/** Undefined value with `missing` where there is none. */
export function useEndpoint(epEui: string): Query<EndPoint | 'missing'> {
  return useQuery<EndPoint | 'missing'>(
    `endpoint ${epEui}`,
    async signal => {
      try {
        return await client.getEndPoint({ epEui }, { signal });
      } catch (cause) {
        if (cause instanceof ConnectError && cause.code === Code.NotFound) return 'missing';
        throw cause;
      }
    },
    POLL_MS,
  );
}

export function showEndpoint(endpoint: EndPoint): void {
  put<EndPoint | 'missing'>(`endpoint ${endpoint.epEui}`, () => endpoint);
}

export interface ValueSeries {
  key: string;
  label: string;
  unit: string;
  points: Point[];
  last: NamedValue | undefined;
}

export interface ValuesOverTime {
  from: number;
  to: number;
  /** Numbers over time; the values of the newest message in its order come first. */
  series: ValueSeries[];
  newest: NamedValue[];
  newestAt: number | undefined;
  /** Older ones were left out: there are more than are read. */
  cut: boolean;
}

const PAGE = 1000;
const PAGES = 3;
const MOST_POINTS = 320;

/** What an endpoint's messages were decoded to in a time. */
export function useValues(epEui: string, range: Range): Query<ValuesOverTime> {
  return useQuery(
    `values ${epEui} ${range}`,
    async signal => {
      const to = now();
      const from = to - RANGES[range];
      const messages: Message[] = [];
      let pageToken = '';
      for (let page = 0; page < PAGES; page++) {
        const answer = await client.listEndpointMessages(
          { epEui, startTime: wireTime(from) as never, pageSize: PAGE, pageToken, decodeStatus: 'success' },
          { signal },
        );
        messages.push(...answer.messages);
        pageToken = answer.nextPageToken;
        if (pageToken === '') break;
      }
      const [newest] = messages;
      return {
        from,
        to,
        series: seriesOf(messages.reverse(), from, to),
        newest: newest ? namedValues(newest.decoded, newest.decodedMeta) : [],
        newestAt: msOf(newest?.receivedAt),
        cut: pageToken !== '',
      };
    },
    POLL_MS,
  );
}

function seriesOf(messages: readonly Message[], from: number, to: number): ValueSeries[] {
  const all = new Map<string, ValueSeries>();
  for (const { decoded, decodedMeta, receivedAt } of messages) {
    for (const named of namedValues(decoded, decodedMeta)) {
      if (typeof named.value !== 'number') continue;
      let series = all.get(named.key);
      if (!series) {
        series = { key: named.key, label: named.label, unit: named.unit, points: [], last: undefined };
        all.set(named.key, series);
      }
      series.points.push({ at: msOf(receivedAt) ?? 0, value: named.value });
      series.last = named;
    }
  }
  return [...all.values()].map(series => ({ ...series, points: inBuckets(series.points, from, to, MOST_POINTS) }));
}

/** Counters and stations of a time. */
export function useEndpointStats(epEui: string, range: Range): Query<EndPointStats> {
  return useQuery(
    `endpoint-stats ${epEui} ${range}`,
    async signal =>
      client.getEndPointStats(
        { epEui, startTime: wireTime(now() - RANGES[range]) as never, granularity: '' },
        { signal },
      ),
    60_000,
  );
}

/** What happened to an endpoint, newest first. */
export function useEndpointEvents(epEui: string, most: number): Query<Event[]> {
  return useQuery(
    `endpoint-events ${epEui} ${most}`,
    async signal => (await client.listEndPointEvents({ epEui, pageSize: most }, { signal })).events,
    POLL_MS,
  );
}

export function useEndpointMessages(epEui: string): Paged<Message> {
  return usePaged<Message>(`endpoint-messages ${epEui}`, async (pageToken, signal) => {
    const answer = await client.listEndpointMessages({ epEui, pageSize: 100, pageToken }, { signal });
    return { rows: answer.messages, total: answer.totalCount, next: answer.nextPageToken };
  });
}

export interface Keys {
  nwkKey: string;
  nwkSnKey: string;
  appKey: string;
}

/** The keys themselves. Each call is recorded with who asked. */
export async function revealKeys(epEui: string): Promise<Keys> {
  return client.getEndPoint({ epEui, revealKeys: ['nwk_key', 'nwk_sn_key', 'app_key'] });
}
