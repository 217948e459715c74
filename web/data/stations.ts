import type { BaseStation } from '../gen/platform/api/v1/core_pb.ts';
import { msOf } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';

export type { BaseStation };

const POLL_MS = 15_000;
/** The API has 1,000 stations at most in a page; a box has no more. */
const MOST = 1000;

/** All base stations. They are few, so lists sort and filter them here. */
export function useStations(everyMs = POLL_MS): Query<BaseStation[]> {
  return useQuery(
    'stations',
    async signal => (await client.listBaseStations({ pageSize: MOST }, { signal })).baseStations,
    everyMs,
  );
}

export interface StationSignal {
  receptions: number;
  medianSnr: number | undefined;
  p10Snr: number | undefined;
}

/** Receptions and SNR of the last 24 h by station: one call for all. */
export function useStationSignals(): Query<ReadonlyMap<string, StationSignal>> {
  return useQuery(
    'station-signals',
    async signal => {
      const { byBaseStation } = await client.getSignalQualityAnalytics({}, { signal });
      return new Map(
        byBaseStation.map(({ bsEui, receptions, quality }) => [
          bsEui,
          { receptions: Number(receptions), medianSnr: quality?.medianSnr, p10Snr: quality?.p10Snr },
        ]),
      );
    },
    60_000,
  );
}

export interface StationHours {
  hours: { at: number; count: number }[];
  lastHour: number;
}

/** Uplinks by hour of the last 24 h. */
export function useStationHours(eui: string): Query<StationHours> {
  return useQuery(
    `station-hours ${eui}`,
    async signal => {
      const { buckets } = await client.getBaseStationStats({ bsEui: eui, granularity: 'hour' }, { signal });
      const hours = buckets.map(({ start, uplinks }) => ({ at: msOf(start) ?? 0, count: Number(uplinks) }));
      return { hours, lastHour: hours.at(-1)?.count ?? 0 };
    },
    60_000,
  );
}
