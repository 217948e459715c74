import { type DiscoveredOrder, discoveredOrders } from '../../domain/discovered/discovered-endpoints.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import { eui, flag, oneOf, search } from '../../rpc/checks.ts';
import { all, type Check, fields, type Maybe, saying } from '../../rpc/input.ts';
import { readable } from '../../rpc/readable.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restPage } from '../input.ts';

const READ = { access: 'org', needs: 'R', scope: 'events:read' } as const;
const SEEN = { firstSeenAt: '2026-01-20T09:00:00.123Z', lastSeenAt: '2026-01-20T10:00:00.123Z' };
const EXAMPLE = {
  epEui: 'fe00000000000001',
  count: 31,
  ...SEEN,
  bestBsEui: '70b3d59cd0000001',
  snr: 13.2,
  rssi: -98,
};

const by = oneOf(
  discoveredOrders.flatMap(name => [name, `-${name}`] as const),
  'InvalidOrderBy',
);
const sort: Check<Maybe<string>, ReturnType<typeof by>> = saying(by, (wire, at) =>
  wire ? by(wire, at) : '-lastSeenAt',
);

/** What knocks: endpoints that are heard and not registered, base stations that dial and are refused. */
export function discovered({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  return group('Discovered', [
    method('rest.v1.RestService/ListDiscoveredEndpoints', {
      http: {
        at: 'GET /api/v2/discovered/endpoints',
        id: 'listDiscoveredEndpoints',
        summary: 'Endpoints that were heard in the last seven days and are not registered',
        query: ['search', 'ignored', 'sort', 'limit', 'offset'],
        example: { response: { endpoints: [{ ...EXAMPLE, stations: 3, ignored: false }], total: 1 } },
      },
      ...READ,
      input: all(restPage, fields({ search, ignored: flag, sort })),
      async handle({ limit, offset, search: part, ignored, sort: wanted }, { org }) {
        const asked = { org, search: part?.toLowerCase().replace(/[\s:-]/g, '') ?? '', ignored };
        const sort = wanted.replace('-', '') as DiscoveredOrder;
        const query = { ...asked, sort, descending: wanted.startsWith('-'), limit, offset, now: clock.now() };
        const { rows, total } = await store.scan.discovered.list(query);
        return {
          endpoints: rows.map(({ epEui, count, firstAt, lastAt, bestBsEui, snr, rssi, stations, ignored }) => ({
            ...{ ep_eui: epEui, count, best_bs_eui: bestBsEui, snr, rssi, stations, ignored },
            ...{ first_seen_at: timestamp(firstAt), last_seen_at: timestamp(lastAt) },
          })),
          total,
        };
      },
    }),
    method('rest.v1.RestService/IgnoreDiscoveredEndpoint', {
      http: {
        at: 'POST /api/v2/discovered/endpoints/{epEui}/ignore',
        id: 'ignoreDiscoveredEndpoint',
        summary: 'Shows an endpoint no more that is not registered, and raises no event of it; or shows it again',
        body: '*',
        example: { request: { ignored: true }, response: { epEui: 'fe00000000000001', ignored: true } },
      },
      ...{ access: 'org', needs: 'E', scope: 'events:write' },
      input: fields({ organization_id: organizationId, ep_eui: eui, ignored: flag }),
      async handle({ ep_eui, ignored }, call) {
        const isKnown = await store.write.discovered.ignore(call.org, ep_eui, ignored, acting(call, clock));
        if (!isKnown) throw fault('EndPointNotFound', { ep_eui });
        return { ep_eui, ignored };
      },
    }),
    method('rest.v1.RestService/ListDiscoveredBaseStations', {
      http: {
        at: 'GET /api/v2/discovered/base-stations',
        id: 'listDiscoveredBaseStations',
        summary: 'Base stations that dialled in the last seven days and were refused, and why',
        query: ['limit', 'offset'],
        example: {
          response: {
            baseStations: [
              {
                ...{ bsEui: '70b3d59cd0000009', remoteAddress: '192.0.2.7:40512', reason: 'not_registered' },
                ...{ count: 12, ...SEEN, registered: false },
              },
            ],
            total: 1,
          },
        },
      },
      ...READ,
      input: restPage,
      async handle({ limit, offset }, call) {
        const { installation = false } = readable(call);
        const found = await store.scan.discoveredStations.list(call.org, installation, clock.now());
        return {
          base_stations: found.slice(offset, offset + limit).map(station => ({
            bs_eui: station.bsEui,
            remote_address: station.remoteAddress,
            ...{ reason: station.reason, count: station.count, registered: station.registered },
            ...{ first_seen_at: timestamp(station.firstAt), last_seen_at: timestamp(station.lastAt) },
          })),
          total: found.length,
        };
      },
    }),
  ]);
}
