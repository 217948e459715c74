import { join } from 'node:path';
import type { Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { unsaid } from '../../../src/domain/endpoint/endpoint-columns.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { connections } from '../../../src/rest/connections/connections.ts';
import { connectors } from '../../../src/rest/connectors/connectors.ts';
import { devices } from '../../../src/rest/devices/devices.ts';
import { deviceSensors } from '../../../src/rest/devices/sensors.ts';
import { ORGANIZATION, openCaller, START } from '../caller.ts';

export const SERVICE = 'digitaldevice.v2.DigitalDeviceService';
export const EP = '70b3d56770110001';
export const KEY = '000102030405060708090a0b0c0d0e0f';
/** Of the system. */
export const TEMPERATURE = '0fc88009-8014-819b-a463-4cd3afc2c631';
export const HUMIDITY = 'f6c35681-cc70-8ddc-aa35-0d8c326a9f26';
export const BATTERY = '46611ed3-614e-81d2-812a-4df91a0ac1dd';
export const SEAL = sealer(Buffer.alloc(32, 5));
export const OTHER = '0192f000-0000-7000-8000-00000000000f';
export const ACTING = { now: 1, userId: undefined, userEmail: undefined, actor: 'somebody' };

/** Plain JSON as a client of gRPC sends a google.protobuf.Struct. */
export function struct(json: Readonly<Record<string, unknown>>) {
  return { fields: Object.fromEntries(Object.entries(json).map(([key, value]) => [key, wire(value)])) };
}

function wire(value: unknown): Record<string, unknown> {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (Array.isArray(value)) return { listValue: { values: value.map(wire) } };
  if (typeof value === 'object') return { structValue: struct(value as Record<string, unknown>) };
  if (typeof value === 'number') return { numberValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: String(value) };
}

export function plain(struct: { readonly fields?: unknown } | null | undefined): Record<string, unknown> {
  const one = (value: Record<string, unknown>): unknown => {
    if (value.structValue) return plain(value.structValue as { fields: unknown });
    if (value.listValue) return (value.listValue as { values: Record<string, unknown>[] }).values.map(one);
    return value.numberValue ?? value.stringValue ?? value.boolValue ?? null;
  };
  return Object.fromEntries(
    Object.entries((struct?.fields ?? {}) as Record<string, Record<string, unknown>>).map(([key, value]) => [
      key,
      one(value),
    ]),
  );
}

/** A device as it is given. */
export interface Given {
  readonly name?: string | null;
  readonly physicalDevice?: {
    readonly clientDeviceId?: string;
    readonly connectionId?: string;
    readonly configuration?: Readonly<Record<string, unknown>>;
  } | null;
  readonly images?: readonly object[];
  readonly dataSendingInterval?: object | null;
  readonly sensorTemplateIds?: readonly string[];
}

const NAMES = {
  name: 'name',
  physicalDevice: 'physical_device',
  images: 'images',
  dataSendingInterval: 'data_sending_interval',
  sensorTemplateIds: 'sensor_template_ids',
} as const;

function messageOf({ physicalDevice: given, ...device }: Given) {
  const { clientDeviceId: client_device_id, connectionId: connection_id, configuration } = given ?? {};
  return {
    ...(device.name && { name: device.name }),
    ...(given && {
      physical_device: {
        ...(client_device_id !== undefined && { client_device_id }),
        ...(connection_id !== undefined && { connection_id }),
        ...(configuration && { configuration: struct(configuration) }),
      },
    }),
    ...(device.images && { images: device.images }),
    ...(device.dataSendingInterval && { data_sending_interval: device.dataSendingInterval }),
    ...(device.sensorTemplateIds && { sensor_template_ids: device.sensorTemplateIds }),
  } as object;
}

/** Digital devices over a store of their own. */
export async function openDevices(t: Test, options: { limit?: number; strictConnections?: boolean } = {}) {
  const told: string[] = [];
  const online: { station: number }[] = [];
  const path = join(t.testdir(), 'box.db');
  const api = await openCaller(t, path, ({ store, clock }) => [
    devices({
      ...{ store, clock, sealer: SEAL, limit: options.limit, strictConnections: options.strictConnections ?? false },
      attach: { tellStations: () => told.push('told') },
      imageUrl: media => `/media/${media}`,
    }),
    deviceSensors({ store, clock }),
    connectors(),
    connections({ store, stations: { all: () => online as never } }),
  ]);
  await api.store.write.installation.establish({}, ORGANIZATION, START);
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  db.prepare('INSERT INTO organization (uuid, name, is_default, created_at, updated_at) VALUES (?, ?, 0, 0, 0)').run(
    OTHER,
    'other',
  );
  const organization_id = ORGANIZATION;
  type Conditions = Parameters<typeof api.whole>[2];

  const scene = {
    ...api,
    told,
    online,
    organization_id,
    requestOf: (given: Given) => ({ organization_id, device: messageOf(given) }),
    patchOf: (id: string, given: Given) => ({
      organization_id,
      device: { ...messageOf(given), id },
      update_mask: { paths: Object.keys(given).map(key => NAMES[key as keyof typeof NAMES]) },
    }),
    create: (given: Given, conditions?: Conditions) =>
      api.whole(`${SERVICE}/CreateDevice`, scene.requestOf(given), conditions),
    refusedCreate: (given: Given) => api.refused(`${SERVICE}/CreateDevice`, scene.requestOf(given)),
    patch: (id: string, given: Given, conditions?: Conditions) =>
      api.whole(`${SERVICE}/UpdateDevice`, scene.patchOf(id, given), conditions),
    refusedPatch: (id: string, given: Given, conditions?: Conditions) =>
      api.refused(`${SERVICE}/UpdateDevice`, scene.patchOf(id, given), conditions),
    get: (id: string) => api.whole(`${SERVICE}/GetDevice`, { organization_id, id }),
    async remove(id: string, delete_endpoint?: boolean) {
      const also = delete_endpoint === undefined ? {} : { delete_endpoint };
      return api.call(`${SERVICE}/DeleteDevice`, { organization_id, id, ...also });
    },
    list: (query: object = {}) => api.call(`${SERVICE}/ListDevices`, { organization_id, ...query }),
    /** A mioty device with a configuration. */
    mioty: (configuration: Readonly<Record<string, unknown>> = {}, clientDeviceId = EP) => ({
      name: 'Room 12',
      physicalDevice: { clientDeviceId, connectionId: 'mioty', configuration },
    }),
    /** An endpoint registered by other means. */
    endpoint: (eui: string, columns: Partial<typeof unsaid> = {}, org = 1) =>
      api.store.write.endpoints.insert(
        { org, eui, columns: { ...unsaid, name: eui, ...columns }, limit: undefined },
        { ...ACTING, now: api.now() },
      ),
    endpointOf: (eui = EP) => api.store.read.endpoints.find(1, eui, 0),
    db,
    other: api.as({
      principal: { kind: 'operator', id: '0192f000-0000-7000-8000-0000000000fe', email: '' },
      ...{ org: 2, organizationId: OTHER },
    }),
    events: () =>
      (
        db.prepare("SELECT event_type AS type FROM event WHERE event_type LIKE 'endpoint.%' ORDER BY seq").all() as {
          type: string;
        }[]
      ).map(({ type }) => type),
  };
  return scene;
}
