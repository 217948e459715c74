import type { EndPoint } from '../gen/platform/api/v1/core_pb.ts';
import type { Filter } from '../model/filter-words.ts';
import { type NamedValue, namedValues } from '../model/values.ts';
import { client } from './client.ts';
import { type Paged, usePaged } from './paged.ts';
import { outdate, useQuery } from './query.ts';

export type { EndPoint };

const PAGE = 200;

export interface EndpointQuestion {
  filter: Filter;
  sort: string;
  /** Of a model by the name that was typed. */
  modelId: string;
}

/** Endpoints that a filter holds for, sorted by the server, page by page. */
export function useEndpoints({ filter, sort, modelId }: EndpointQuestion): Paged<EndPoint> {
  const { words, tags, text } = filter;
  const request = {
    search: text,
    status: words.get('status') ?? '',
    attachStatus: words.get('attached') === 'no' ? 'detached' : words.has('attached') ? 'attached' : '',
    epClass: (words.get('class') ?? '').toUpperCase(),
    bsEui: words.get('station') ?? '',
    deviceModelId: modelId,
    tags: Object.fromEntries(tags),
    orderBy: sort,
    pageSize: PAGE,
  };
  return usePaged<EndPoint>(`endpoints ${JSON.stringify(request)}`, async (pageToken, signal) => {
    const answer = await client.listEndPoints({ ...request, pageToken }, { signal });
    return { rows: answer.endpoints, total: answer.totalCount, next: answer.nextPageToken };
  });
}

/** Names of the device models by id; they change seldom. */
export function useModels() {
  return useQuery('models', async signal => {
    const models: { id: string; name: string; maker: string; epClass: string; interval: number; typeEui: string }[] =
      [];
    let pageToken = '';
    do {
      const answer = await client.listDeviceModels({ pageSize: 1000, pageToken }, { signal });
      for (const model of answer.deviceModels) {
        models.push({
          id: model.id,
          name: model.name,
          maker: model.manufacturerName,
          epClass: model.epClass,
          interval: model.defaultUplinkIntervalSeconds,
          typeEui: model.typeEui,
        });
      }
      pageToken = answer.nextPageToken;
    } while (pageToken !== '');
    return models;
  });
}

export interface LastValues {
  values: NamedValue[];
  stations: number;
}

/** The newest values of endpoints among the last messages, by EUI. */
export function useLastValues() {
  return useQuery<ReadonlyMap<string, LastValues>>(
    'last-values',
    async signal => {
      const { messages } = await client.listMessages({ pageSize: 1000 }, { signal });
      const found = new Map<string, LastValues>();
      for (const { epEui, decoded, decodedMeta, baseStations } of messages) {
        if (found.has(epEui)) continue;
        found.set(epEui, { values: namedValues(decoded, decodedMeta), stations: baseStations.length });
      }
      return found;
    },
    15_000,
  );
}

export async function deleteEndpoint(epEui: string): Promise<void> {
  await client.deleteEndPoint({ epEui });
  outdate('endpoint');
}

export async function attachEndpoint(epEui: string): Promise<void> {
  await client.attachEndPoint({ epEui });
  outdate(`endpoint ${epEui}`);
}

export async function detachEndpoint(epEui: string): Promise<void> {
  await client.detachEndPoint({ epEui });
  outdate(`endpoint ${epEui}`);
}

/** Changes the named fields alone. */
export async function updateEndpoint(
  endpoint: Partial<EndPoint> & { epEui: string },
  paths: string[],
): Promise<EndPoint> {
  const { $typeName: _, ...fields } = endpoint;
  return client.updateEndPoint({ endpoint: fields as never, updateMask: { paths } });
}
