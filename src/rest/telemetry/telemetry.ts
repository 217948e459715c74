import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { MS_NS } from '../../kit/units.ts';
import { uuid } from '../../rpc/checks.ts';
import { all, fields } from '../../rpc/input.ts';
import { stationNames } from '../../rpc/station-names.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restCursorPage, restList } from '../input.ts';
import { findDevice } from '../known-devices.ts';
import { type LastValue, measured } from '../measured.ts';
import { messageToRest } from '../message-wire.ts';
import { pointsToWire } from '../points.ts';
import { deviceIds, keys, range, span } from '../range-input.ts';
import { totalToRest } from '../totals.ts';
import { jsonValue, kindOf } from '../value-wire.ts';
import { example } from './examples.ts';

const RULE = { access: 'org', needs: 'R', scope: 'telemetry:read' } as const;
const ofDevice = fields({ organization_id: organizationId, device_id: uuid });

/** What digital devices have measured (REST section 14.5). */
export function telemetry({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  const values = measured({ store, clock });

  return group('Telemetry', [
    method('sensorquery.v1.SensorQueryService/ListKeys', {
      ...RULE,
      input: all(restList, fields({ device_id: uuid })),
      async handle({ device_id, search, limit, offset }, call) {
        const needle = search?.toLowerCase();
        const all = await values.latest(findDevice(store, call, device_id), undefined, call);
        const found = all.filter(({ key }) => needle === undefined || key.toLowerCase().includes(needle));
        const page = found.slice(offset, offset + limit);
        return {
          keys: page.map(({ key, unit, at }) => ({ key, unit, last_timestamp: timestamp(at) })),
          total: found.length,
        };
      },
    }),
    method('sensorquery.v1.SensorQueryService/GetLatest', {
      ...RULE,
      input: fields({ organization_id: organizationId, device_ids: deviceIds, keys }),
      async handle({ device_ids, keys: wanted }, call) {
        const asked = device_ids.map(id => findDevice(store, call, id));
        const found = [];
        for (const device of asked) {
          for (const { key, value, unit, at } of await values.latest(device, wanted, call)) {
            const about = { device_id: device.uuid, key, unit, timestamp: timestamp(at) };
            found.push({ ...about, ...kindOf(value), sensor_id: device.sensors.get(key) });
          }
        }
        return { values: found };
      },
    }),
    method('sensorquery.v1.SensorQueryService/QueryRange', {
      ...RULE,
      input: all(fields({ organization_id: organizationId, device_ids: deviceIds }), range),
      async handle({ device_ids, range: asked }, call) {
        const { series, truncated } = await values.range(
          device_ids.map(id => findDevice(store, call, id)),
          asked,
          call,
        );
        return {
          series: series.map(({ device, key, unit, times, values: all, resolution }) => ({
            ...{ device_id: device.uuid, key, unit, resolution },
            points: times.map((at, n) => ({ timestamp: timestamp(at), ...kindOf(all[n] ?? 0) })),
          })),
          truncated,
        };
      },
    }),
    method('rest.v1.RestService/GetDeviceLatest', {
      http: {
        at: 'GET /api/v2/devices/{deviceId}/telemetry/latest',
        id: 'getDeviceTelemetryLatest',
        summary: 'The newest value of each name that a device has sent',
        example: { response: example.latest },
      },
      ...RULE,
      input: all(ofDevice, fields({ keys })),
      async handle({ device_id, keys: wanted }, call) {
        const device = findDevice(store, call, device_id);
        const found = await values.latest(device, wanted, call);
        const toWire = ({ key, value, unit, at }: LastValue) => ({
          ...{ key, value: jsonValue(value), unit, timestamp: timestamp(at), sensor_id: device.sensors.get(key) },
        });
        return { values: found.map(toWire) };
      },
    }),
    method('rest.v1.RestService/GetDeviceTelemetry', {
      http: {
        at: 'GET /api/v2/devices/{deviceId}/telemetry',
        id: 'getDeviceTelemetry',
        summary: 'What a device has measured, as it was sent or put together by time',
        example: { response: example.series },
      },
      ...RULE,
      input: all(ofDevice, range),
      async handle({ device_id, range: asked }, call) {
        const device = findDevice(store, call, device_id);
        const { series, truncated } = await values.range([device], asked, call);
        return {
          series: series.map(({ key, unit, resolution, ...points }) => ({
            ...{ key, unit, points: pointsToWire(points), resolution },
          })),
          truncated,
        };
      },
    }),
    method('rest.v1.RestService/ListDeviceMessages', {
      http: {
        at: 'GET /api/v2/devices/{deviceId}/messages',
        id: 'listDeviceMessages',
        summary: 'The uplinks of a device, newest first',
        omit: ['messages.seq', 'messages.deviceId', 'messages.clientDeviceId'],
        example: { response: { messages: [example.message], total: 1 } },
      },
      ...RULE,
      input: all(restCursorPage, span, fields({ device_id: uuid })),
      async handle({ device_id, limit, place, span: { fromMs, toMs } }, call) {
        const { endpoint } = findDevice(store, call, device_id);
        if (endpoint === undefined) return { messages: [], total: 0 };
        const { org, signal } = call;
        const window = { fromNs: nanoseconds(fromMs), toNs: nanoseconds(toMs) };
        const query = { org, endpoint, ...window };
        const section = { offset: place.offset, from: place.from, size: limit };
        const { rows, total, next } = await store.scan.messages.numbered(signal, query, section, clock.now());
        const view = { org, names: stationNames(store), decode: store.read.messages.decoded };
        const messages = rows.map(message => messageToRest(message, view));
        return { messages, ...totalToRest(total), next_cursor: place.next(next) };
      },
    }),
  ]);
}

function nanoseconds(ms: number | undefined): bigint | undefined {
  return ms === undefined ? undefined : BigInt(ms) * MS_NS;
}
