import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { eui } from '../../rpc/checks.ts';
import { findRegistration } from '../../rpc/find.ts';
import { all, fields } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';
import { measured } from '../measured.ts';
import { pointsToWire } from '../points.ts';
import { keys } from '../range-input.ts';
import { jsonValue } from '../value-wire.ts';
import { epEuis, fittingRange } from './endpoint-input.ts';

const RULE = { access: 'org', needs: 'R', scope: 'telemetry:read' } as const;
const EXAMPLE_AT = 1_768_903_200_000;

/** What endpoints have measured, whether or not a digital device wraps them. */
export function endpointValues({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  const values = measured({ store, clock });

  return group('Endpoints', [
    method('rest.v1.RestService/GetEndpointTelemetry', {
      http: {
        at: 'GET /api/v2/endpoints/{epEui}/telemetry',
        id: 'getEndpointTelemetry',
        summary: 'What an endpoint has measured, as it was sent or put together by time',
        query: ['from', 'to', 'keys', 'limit', 'order', 'aggregation', 'interval'],
        example: {
          response: {
            series: [{ key: 'temperature', unit: '°C', points: [[EXAMPLE_AT, 21.4, 20.9, 22.1, 12]] }],
            ...{ truncated: false, interval: 3600 },
          },
        },
      },
      ...RULE,
      input: all(fields({ organization_id: organizationId, ep_eui: eui }), fittingRange),
      async handle({ ep_eui, range: asked }, call) {
        const { id } = findRegistration(store, call, ep_eui);
        const { series, truncated } = await values.range([{ endpoint: id }], asked, call);
        return {
          series: series.map(({ key, unit, resolution, times, values: shown, bands }) => ({
            ...{ key, unit, resolution },
            points: pointsToWire({ times, values: shown, ...(bands && { bands }) }),
          })),
          truncated,
          ...(asked.aggregation !== 'none' && { interval: asked.stepMs / SECOND_MS }),
        };
      },
    }),
    method('rest.v1.RestService/ListEndpointValues', {
      http: {
        at: 'POST /api/v2/endpoints/latest',
        id: 'listEndpointValues',
        summary: 'The newest values of many endpoints',
        body: '*',
        example: {
          request: { epEuis: ['fe00000000000001'], keys: ['temperature'] },
          response: {
            endpoints: [
              {
                epEui: 'fe00000000000001',
                values: [{ key: 'temperature', value: 21.4, unit: '°C', timestamp: '2026-01-20T10:00:00.123Z' }],
              },
            ],
          },
        },
      },
      ...RULE,
      input: fields({ organization_id: organizationId, ep_euis: epEuis, keys }),
      async handle({ ep_euis, keys: wanted }, call) {
        const endpoints = [];
        for (const ep_eui of ep_euis) {
          const found = store.read.directory.endpoint(call.org, ep_eui);
          if (!found) continue;
          call.signal.throwIfAborted();
          const latest = await values.latest({ endpoint: found.id }, wanted, call);
          endpoints.push({
            ep_eui,
            values: latest.map(({ key, value, unit, at }) => {
              return { key, value: jsonValue(value), unit, timestamp: timestamp(at) };
            }),
          });
        }
        return { endpoints };
      },
    }),
  ]);
}
