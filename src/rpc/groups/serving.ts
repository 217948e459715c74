import { bestOf, servingStation as serving } from '../../domain/downlink/serving.ts';
import type { EndpointRow } from '../../domain/endpoint/store.ts';
import type { Call } from '../define.ts';

/** A connected station that can send to an endpoint. */
export interface ServingStation {
  readonly station: number;
  readonly bsEui: string;
}

/** The connected station that can send and serves the endpoint, if there is one. */
export async function servingStation(row: EndpointRow, { deps, org }: Call): Promise<ServingStation | undefined> {
  const able = new Map<number, ServingStation>();
  for (const { station, bsEui, bidi } of deps.stations.all()) if (bidi) able.set(station, { station, bsEui });
  if (able.size === 0) return undefined;
  const isAble = (station: number) => able.has(station);
  const found = serving(heardOf(row), isAble);
  if (found !== 'look') return found === undefined ? undefined : able.get(found);
  const newest = await deps.store.scan.messages.page({ org, endpoint: row.id }, { by: 'time', descending: true }, 1);
  const best = bestOf(newest.rows[0]?.receptions ?? [], isAble);
  return best === undefined ? undefined : able.get(best);
}

function heardOf({ last_station: lastStation, attach_station: attachStation, message_count: messages }: EndpointRow) {
  return { lastStation, attachStation, messages };
}
