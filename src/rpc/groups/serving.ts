import type { EndpointRow } from '../../store/endpoints.ts';
import type { Call } from '../define.ts';

/** A connected station that can send to an endpoint. */
export interface ServingStation {
  readonly station: number;
  readonly bsEui: string;
}

/** The connected station that can send and heard the newest uplink best; before any uplink, the one of the attach. */
export async function servingStation(row: EndpointRow, { deps, org }: Call): Promise<ServingStation | undefined> {
  const able = new Map<number, ServingStation>();
  for (const { station, bsEui, bidi } of deps.stations.all()) if (bidi) able.set(station, { station, bsEui });
  if (able.size === 0) return undefined;
  const heardBest = row.last_station ?? row.attach_station;
  if (heardBest === null || able.has(heardBest) || row.message_count === 0) return able.get(heardBest ?? 0);
  const newest = await deps.store.scan(
    'messages.page',
    { org: deps.orgId(org), endpoint: row.id },
    { by: 'time', descending: true },
    1,
  );
  const receptions = newest.rows[0]?.receptions ?? [];
  const best = receptions.filter(r => able.has(r.station)).sort((a, b) => b.snr - a.snr || b.rssi - a.rssi)[0];
  return best && able.get(best.station);
}
