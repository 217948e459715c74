import type { Device, DeviceSensor } from '../../domain/device/device-columns.ts';
import type { Store } from '../../domain/domain.ts';
import type { NewestValue } from '../../domain/value/newest.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import { text, uuid } from '../../rpc/checks.ts';
import { all, fields } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restPage } from '../input.ts';
import type { DeviceSensorOut } from '../schema.gen.ts';
import { foundDevice } from './devices.ts';
import { examples } from './examples.ts';

const PATH_MAX = 256;

/** What is known of the newest telegram, by the names that sensors are mapped to. */
const RADIO = { rssi: 'last_rssi', snr: 'last_snr', eqSnr: 'last_eq_snr', packetCnt: 'last_packet_cnt' } as const;
type Radio = keyof typeof RADIO;
const isRadio = (path: string): path is Radio => Object.hasOwn(RADIO, path);

/** Sensors of a device with what they measure (REST section 14.2). */
export function deviceSensors({ store, clock }: { readonly store: Store; readonly clock: Clock }): Group {
  /** The newest values of what these sensors are mapped to. */
  const newestOf = async (
    { physical }: Device,
    sensors: readonly DeviceSensor[],
  ): Promise<Map<string, NewestValue>> => {
    const found = new Map<string, NewestValue>();
    const endpoint = physical?.endpoint;
    const paths = new Set(sensors.flatMap(({ mapping }) => (mapping ? [mapping.source_path] : [])));
    if (endpoint === null || endpoint === undefined || paths.size === 0) return found;
    if ([...paths].some(isRadio)) {
      const row = store.read.endpoints.row(endpoint, 0);
      for (const path of paths) {
        const value = isRadio(path) ? row?.[RADIO[path]] : undefined;
        if (!row || value === null || value === undefined || row.seen_ns === '0') continue;
        found.set(path, { key: path, value, unit: '', at: Number(BigInt(row.seen_ns) / 1_000_000n) });
      }
    }
    const decoded = await store.scan.values.newest({ endpoint, now: clock.now(), keys: paths, limit: paths.size });
    // A device that calls a value of its own like that means its own.
    for (const value of decoded) found.set(value.key, value);
    return found;
  };

  const templateOf = (org: number, { template }: DeviceSensor) => store.read.sensorTemplates.find(org, template);

  const toWire = (
    sensor: DeviceSensor,
    template: { readonly name: string; readonly unit: string } | undefined,
    newest: ReadonlyMap<string, NewestValue>,
  ) => {
    const value = sensor.mapping && newest.get(sensor.mapping.source_path);
    return {
      id: sensor.uuid,
      sensor_template_id: sensor.template,
      name: template?.name ?? '',
      unit: template?.unit ?? '',
      source_path: sensor.mapping?.source_path,
      last_value: value && plainValue(value.value),
      last_timestamp: timestamp(value?.at),
    } satisfies DeviceSensorOut;
  };

  return group('Sensors', [
    method('rest.v1.RestService/ListDeviceSensors', {
      http: {
        at: 'GET /api/v2/devices/{deviceId}/sensors',
        id: 'listDeviceSensors',
        summary: 'List the sensors of a device with what each has last measured',
        example: examples.listDeviceSensors,
      },
      access: 'org',
      needs: 'R',
      scope: 'sensors:read',
      input: all(restPage, fields({ device_id: uuid })),
      async handle({ device_id, limit, offset }, call) {
        const device = foundDevice(store, call, device_id);
        const named = device.sensors
          .map(sensor => ({ sensor, template: templateOf(call.org, sensor) }))
          .sort((a, b) => order(a.template?.name ?? '', b.template?.name ?? '') || order(a.sensor.uuid, b.sensor.uuid));
        const page = named.slice(offset, offset + limit);
        const newest = await newestOf(
          device,
          page.map(({ sensor }) => sensor),
        );
        return {
          sensors: page.map(({ sensor, template }) => toWire(sensor, template, newest)),
          total: named.length,
        };
      },
    }),
    method('rest.v1.RestService/SetSensorMapping', {
      http: {
        at: 'PUT /api/v2/devices/{deviceId}/sensors/{sensorId}/mapping',
        id: 'setSensorMapping',
        summary: 'Say where a sensor takes its values from',
        body: '*',
        example: examples.setSensorMapping,
      },
      access: 'org',
      needs: 'E',
      scope: 'sensors:write',
      input: fields({
        organization_id: organizationId,
        device_id: uuid,
        sensor_id: uuid,
        source_path: text(PATH_MAX),
      }),
      async handle({ device_id, sensor_id, source_path }, call) {
        const { org, ifMatch } = call;
        const by = acting(call, clock);
        const device = await store.write.devices.map(org, device_id, sensor_id, source_path, ifMatch, by);
        const sensor = device.sensors.find(({ uuid: id }) => id === sensor_id);
        if (!sensor) throw fault('SensorNotFound', { ids: sensor_id });
        call.told.version = device.version;
        return toWire(sensor, templateOf(org, sensor), await newestOf(device, [sensor]));
      },
    }),
  ]);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** As google.protobuf.Value. */
function plainValue(value: NewestValue['value']) {
  if (typeof value === 'number') return { numberValue: value };
  return typeof value === 'string' ? { stringValue: value } : { boolValue: value };
}
