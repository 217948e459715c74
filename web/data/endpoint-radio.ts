// How stations hear one endpoint over time.
import type { Message } from '../gen/platform/api/v1/core_pb.ts';
import type { Point } from '../model/chart-series.ts';
import { now } from '../model/text/clock.ts';
import { grouped } from '../model/text/eui.ts';
import { msOf, RANGES, type Range, wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';

export interface StationRadio {
  bsEui: string;
  name: string;
  receptions: number;
  avgSnr: number | undefined;
  avgRssi: number | undefined;
  snr: Point[];
  rssi: Point[];
}

export interface EndpointRadio {
  from: number;
  to: number;
  /** Those that hear it most first. */
  stations: StationRadio[];
  /** dB, of the weakest reception by any station. */
  weakestSnr: number | undefined;
}

/** A chart shows so many stations. */
const MOST_STATIONS = 6;
/** Of an hour each message is a point. */
const MOST_MESSAGES = 300;
const GRANULARITY: Readonly<Record<Range, string>> = { '1h': '', '24h': 'hour', '7d': 'hour', '30d': 'day' };
const SLOT_MS: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000 };
const POLL_MS = 30_000;

export function useEndpointRadio(epEui: string, range: Range): Query<EndpointRadio> {
  return useQuery(
    `endpoint-radio ${epEui} ${range}`,
    async signal => {
      const to = now();
      const from = to - RANGES[range];
      const granularity = GRANULARITY[range];
      const startTime = wireTime(from) as never;
      const { byBaseStation } = await client.getSignalQualityAnalytics({ epEui, startTime }, { signal });
      const heard = [...byBaseStation]
        .sort((a, b) => Number(b.receptions) - Number(a.receptions))
        .slice(0, MOST_STATIONS);
      const messages =
        granularity === ''
          ? (await client.listEndpointMessages({ epEui, startTime, pageSize: MOST_MESSAGES }, { signal })).messages
          : [];
      const stations = await Promise.all(
        heard.map(async ({ bsEui, name, receptions, quality }) => {
          const about = {
            ...{ bsEui, name: name === '' ? grouped(bsEui) : name, receptions: Number(receptions) },
            ...{ avgSnr: quality?.avgSnr, avgRssi: quality?.avgRssi },
          };
          if (granularity === '') return { ...about, ...ofMessages(messages, bsEui) };
          const { slots } = await client.getSignalQualityAnalytics(
            { epEui, bsEui, startTime, granularity },
            { signal },
          );
          const points = (value: 'avgSnr' | 'avgRssi'): Point[] =>
            slots.flatMap(slot => {
              const found = slot[value];
              // an average stands in the middle of what it is for
              const at = Math.min(to, (msOf(slot.start) ?? 0) + (SLOT_MS[granularity] ?? 0) / 2);
              return found === undefined ? [] : [{ at, value: found, count: Number(slot.count) }];
            });
          return { ...about, snr: points('avgSnr'), rssi: points('avgRssi') };
        }),
      );
      const weakest = byBaseStation.flatMap(({ quality }) => quality?.minSnr ?? []);
      return { from, to, stations, weakestSnr: weakest.length === 0 ? undefined : Math.min(...weakest) };
    },
    POLL_MS,
  );
}

function ofMessages(messages: readonly Message[], bsEui: string): { snr: Point[]; rssi: Point[] } {
  const found = messages.toReversed().flatMap(({ receivedAt, baseStations }) => {
    const reception = baseStations.find(one => one.bsEui === bsEui);
    return reception ? [{ at: msOf(receivedAt) ?? 0, reception }] : [];
  });
  return {
    snr: found.map(({ at, reception }) => ({ at, value: reception.snr })),
    rssi: found.map(({ at, reception }) => ({ at, value: reception.rssi })),
  };
}
