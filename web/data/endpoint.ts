// One endpoint: itself, its values over time, its radio, what happened.
import { Code, ConnectError } from '@connectrpc/connect';
import type { EndPoint, EndPointStats, Event, Message } from '../gen/platform/api/v1/core_pb.ts';
import type { Point } from '../model/chart-series.ts';
import { now } from '../model/text/clock.ts';
import { msOf, RANGES, type Range, wireTime } from '../model/text/time.ts';
import { labelOf, type NamedValue, namedValues } from '../model/values.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { put, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export type { EndPoint, EndPointStats, Event, Message };

const POLL_MS = 10_000;

/** `missing` where there is none; an empty EUI asks nothing yet. */
export function useEndpoint(epEui: string): Query<EndPoint | 'missing'> {
  return useQuery<EndPoint | 'missing'>(
    epEui === '' ? undefined : `endpoint ${epEui}`,
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
}

/** A point of a chart needs about two pixels. */
const MOST_POINTS = 320;

interface Telemetry {
  series: {
    key: string;
    unit?: string;
    points: [at: number, avg: number, low: number, high: number, count: number][];
  }[];
  /** Seconds that one point is for. */
  interval?: number;
}

/** What an endpoint's messages were decoded to in a time, as so many points as a chart can show. */
export function useValues(epEui: string, range: Range): Query<ValuesOverTime> {
  return useQuery(
    `values ${epEui} ${range}`,
    async signal => {
      const to = now();
      const from = to - RANGES[range];
      const asked = new URLSearchParams({
        from: String(Math.round(from)),
        to: String(Math.round(to)),
        aggregation: 'band',
        limit: String(MOST_POINTS),
      });
      const [telemetry, { messages }] = await Promise.all([
        rest<Telemetry>('GET', `/endpoints/${epEui}/telemetry?${asked}`, undefined, signal),
        client.listEndpointMessages({ epEui, pageSize: 1, decodeStatus: 'success' }, { signal }),
      ]);
      const [last] = messages;
      const newest = last ? namedValues(last.decoded, last.decodedMeta) : [];
      return { from, to, newest, newestAt: msOf(last?.receivedAt), series: seriesOf(telemetry, newest, to) };
    },
    POLL_MS,
  );
}

/** Those of the newest message first, in its order and by its names. */
function seriesOf({ series, interval = 0 }: Telemetry, newest: readonly NamedValue[], to: number): ValueSeries[] {
  const place = (key: string) => {
    const at = newest.findIndex(named => named.key === key);
    return at < 0 ? newest.length : at;
  };
  return series
    .map(({ key, unit = '', points }) => {
      const named = newest.find(one => one.key === key);
      return {
        key,
        unit: named?.unit ?? unit,
        label: named?.label ?? labelOf(key),
        last: named,
        points: points.map(([at, value, low, high, count]) => ({
          // a point stands in the middle of what it is for
          at: Math.min(to, at + interval * 500),
          value,
          low,
          high,
          count,
        })),
      };
    })
    .sort((a, b) => place(a.key) - place(b.key));
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

export interface Announcement {
  key: string;
  at: number;
  bsEui: string;
  kind: 'announced' | 'withdrawn';
  /** Why a station did not take it, empty where it did. */
  error: string;
}

const ANNOUNCEMENTS = ['attach_propagate', 'detach_propagate'];

/** To which stations it was announced: no event tells that. */
export function useAnnouncements(epEui: string, most: number): Query<Announcement[]> {
  return useQuery(
    epEui === '' ? undefined : `endpoint-announcements ${epEui} ${most}`,
    async signal => {
      const asked = { epEui, pageSize: most, operation: ANNOUNCEMENTS };
      const { operations } = await client.getEndPointOperations(asked, { signal });
      return operations.map(({ id, operation, bsEui, status, error, startedAt }) => ({
        ...{ key: id, at: msOf(startedAt) ?? 0, bsEui },
        kind: operation === 'attach_propagate' ? 'announced' : 'withdrawn',
        error: status === 'failed' || status === 'timeout' ? error || status : '',
      }));
    },
    POLL_MS,
  );
}

/** What of the messages is asked for, as the API has it. */
export interface MessageFilter {
  decodeStatus: string;
  format?: number;
  startTime?: never;
}

export function messageFilter(question: {
  decodeStatus: string;
  format: number | undefined;
  sinceMs: number | undefined;
}): MessageFilter {
  const { decodeStatus, format, sinceMs } = question;
  return {
    decodeStatus,
    ...(format === undefined ? {} : { format }),
    ...(sinceMs === undefined ? {} : { startTime: wireTime(now() - sinceMs) as never }),
  };
}

/** @param key what `filter` asks for; a time in it moves on */
export function useEndpointMessages(epEui: string, key: string, filter: () => MessageFilter): Paged<Message> {
  return usePaged<Message>(`endpoint-messages ${epEui} ${key}`, async (pageToken, signal) => {
    const answer = await client.listEndpointMessages({ epEui, ...filter(), pageSize: 100, pageToken }, { signal });
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
