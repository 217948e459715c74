import type { Store } from '../../domain/domain.ts';
import { bestOf, servingStation as serving } from '../../domain/downlink/serving.ts';
import type { EndpointRow } from '../../domain/endpoint/endpoint-store.ts';
import type { Call } from './define.ts';

/** A connected station that can send to an endpoint. */
export interface ServingStation {
  readonly station: number;
  readonly bsEui: string;
}

/** The connected base stations, and which of them can send. */
export interface SendingStations {
  all(): Iterable<ServingStation & { readonly bidi: boolean }>;
}

/** The connected station that can send and serves the endpoint, if there is one. */
export async function servingStation(
  { store, stations }: { readonly store: Store; readonly stations: SendingStations },
  { org }: Call,
  endpoint: Pick<EndpointRow, 'id' | 'last_station' | 'attach_station' | 'message_count'>,
): Promise<ServingStation | undefined> {
  const able = new Map<number, ServingStation>();
  for (const { station, bsEui, bidi } of stations.all()) if (bidi) able.set(station, { station, bsEui });
  if (able.size === 0) return undefined;
  const isAble = (station: number) => able.has(station);
  const { last_station: lastStation, attach_station: attachStation, message_count: messages } = endpoint;
  const found = serving({ lastStation, attachStation, messages }, isAble);
  if (found !== 'look') return found === undefined ? undefined : able.get(found);
  const newest = await store.scan.messages.page({ org, endpoint: endpoint.id }, { by: 'time', descending: true }, 1);
  const best = bestOf(newest.rows[0]?.receptions ?? [], isAble);
  return best === undefined ? undefined : able.get(best);
}
