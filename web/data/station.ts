import { Code, ConnectError } from '@connectrpc/connect';
import type { BaseStation, BaseStationMessage, BaseStationStats, Event } from '../gen/platform/api/v1/core_pb.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';

export type { BaseStation, BaseStationMessage, BaseStationStats, Event };

const POLL_MS = 10_000;

export function useStation(bsEui: string): Query<BaseStation | 'missing'> {
  return useQuery<BaseStation | 'missing'>(
    `station ${bsEui}`,
    async signal => {
      try {
        return await client.getBaseStation({ bsEui }, { signal });
      } catch (cause) {
        if (cause instanceof ConnectError && cause.code === Code.NotFound) return 'missing';
        throw cause;
      }
    },
    POLL_MS,
  );
}

export function useStationStats(bsEui: string): Query<BaseStationStats> {
  return useQuery(
    `station-stats ${bsEui}`,
    async signal => client.getBaseStationStats({ bsEui, granularity: 'hour' }, { signal }),
    60_000,
  );
}

const TRAFFIC = 100;

/** The last lines of traffic, newest first. */
export function useTraffic(bsEui: string): Query<BaseStationMessage[]> {
  return useQuery(
    `station-traffic ${bsEui}`,
    async signal => (await client.listBaseStationMessages({ bsEui, pageSize: TRAFFIC }, { signal })).messages,
    5000,
  );
}

export function useStationEvents(bsEui: string): Query<Event[]> {
  return useQuery(
    `station-events ${bsEui}`,
    async signal => (await client.listBaseStationEvents({ bsEui, pageSize: TRAFFIC }, { signal })).events,
    POLL_MS,
  );
}

export async function updateStation(station: {
  bsEui: string;
  name: string;
  description: string;
  tags: Record<string, string>;
}): Promise<BaseStation> {
  return client.updateBaseStation({ baseStation: station, updateMask: { paths: ['name', 'description', 'tags'] } });
}
