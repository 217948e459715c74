// What happened in the whole box.
import type { Event } from '../gen/platform/api/v1/core_pb.ts';
import { client } from './client.ts';
import { type Query, useQuery } from './query.ts';

export type { Event };

export interface Source {
  sourceType: string;
  sourceId: string;
}

/** The last events of what an alert is about, newest first. An undefined source asks nothing. */
export function useSourceEvents(source: Source | undefined, most: number): Query<Event[]> {
  const { sourceType = '', sourceId = '' } = source ?? {};
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
