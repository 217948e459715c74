import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EndPoint } from '../gen/platform/api/v1/core_pb.ts';
import type { Filter } from '../model/filter/filter-words.ts';
import { labelOf, type NamedValue } from '../model/values.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { outdate, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export type { EndPoint };

const PAGE = 200;
/** The API gives no more at once. */
const MOST_IN_PAGE = 1000;

export interface EndpointQuestion {
  filter: Filter;
  sort: string;
  /** Of a model by the name that was typed. */
  modelId: string;
}

function requestOf({ filter, sort, modelId }: EndpointQuestion) {
  const { words, tags, text } = filter;
  return {
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
}

/** Endpoints that a filter holds for, sorted by the server, page by page. */
export function useEndpoints(question: EndpointQuestion): Paged<EndPoint> {
  const request = requestOf(question);
  return usePaged<EndPoint>(`endpoints ${JSON.stringify(request)}`, async (pageToken, signal) => {
    const answer = await client.listEndPoints({ ...request, pageToken }, { signal });
    return { rows: answer.endpoints, total: answer.totalCount, next: answer.nextPageToken };
  });
}

/** All of them, for a file. Ends where it is stopped. */
export async function readEndpoints(
  question: EndpointQuestion,
  onProgress: (progress: { done: number; all: number }) => void,
  signal: AbortSignal,
): Promise<EndPoint[]> {
  const found: EndPoint[] = [];
  let pageToken = '';
  do {
    const asked = { ...requestOf(question), pageSize: MOST_IN_PAGE, pageToken };
    const page = await client.listEndPoints(asked, { signal });
    found.push(...page.endpoints);
    pageToken = page.nextPageToken;
    onProgress({ done: found.length, all: Math.max(found.length, page.totalCount) });
  } while (pageToken !== '' && !signal.aborted);
  return found;
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

interface Latest {
  endpoints: { epEui: string; values: { key: string; value: unknown; unit?: string }[] }[];
}

/** The API takes so many endpoints in a call. */
const MOST_EUIS = 200;

/** So long a list stands still before it is asked. */
const REST_MS = 150;

export interface LastValues {
  of(epEui: string): readonly NamedValue[] | undefined;
  /** Says which endpoints are in sight. While they change, as in a list that scrolls, nothing is asked and nothing is drawn again. */
  show(euis: readonly string[]): void;
}

/**
 * The newest values of the endpoints in sight, by EUI; what was read for others stays until it is read anew. What reads one is drawn again
 * when it changes, and not with the others.
 */
export function useLastValues(): LastValues {
  const known = useRef(new Map<string, Signal<readonly NamedValue[] | undefined>>());
  const at = (epEui: string): Signal<readonly NamedValue[] | undefined> => {
    const found = known.current.get(epEui) ?? signal(undefined);
    known.current.set(epEui, found);
    return found;
  };
  const [asked, setAsked] = useState<readonly string[]>([]);
  const soon = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(soon.current), []);
  const { value } = useQuery(
    asked.length === 0 ? undefined : `last-values ${asked.join()}`,
    async signal => {
      const { endpoints } = await rest<Latest>('POST', '/endpoints/latest', { epEuis: asked }, signal);
      return new Map(endpoints.map(({ epEui, values }) => [epEui, values.flatMap(namedOf)]));
    },
    15_000,
  );
  useEffect(() => {
    for (const [epEui, values] of value ?? []) {
      const one = at(epEui);
      if (JSON.stringify(one.peek()) !== JSON.stringify(values)) one.value = values;
    }
  }, [value]);
  const begun = useRef(false);
  return useMemo(
    () => ({
      of: epEui => at(epEui).value,
      show(euis) {
        clearTimeout(soon.current);
        soon.current = setTimeout(() => setAsked(euis.slice(0, MOST_EUIS)), begun.current ? REST_MS : 0);
        begun.current = true;
      },
    }),
    [],
  );
}

function namedOf({ key, value, unit = '' }: Latest['endpoints'][number]['values'][number]): NamedValue[] {
  const scalar = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
  return scalar ? [{ key, value, unit, label: labelOf(key) }] : [];
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

/** Moves an endpoint and its history to another EUI. */
export async function changeEndpointEui(epEui: string, newEpEui: string): Promise<void> {
  await client.updateEndPoint({ endpoint: { epEui }, updateMask: { paths: [] }, newEpEui });
  outdate('endpoint');
}

/** Changes the named fields alone. */
export async function updateEndpoint(
  endpoint: Partial<EndPoint> & { epEui: string },
  paths: string[],
): Promise<EndPoint> {
  const { $typeName: _, ...fields } = endpoint;
  return client.updateEndPoint({ endpoint: fields as never, updateMask: { paths } });
}
