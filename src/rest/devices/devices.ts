import type { ChangedDevice, DeviceChange } from '../../domain/device/device-store.ts';
import { isConfiguration } from '../../domain/device/physical.ts';
import type { DeviceOrder } from '../../domain/device/reader.ts';
import type { Store } from '../../domain/domain.ts';
import { parseEui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { untilWritten } from '../../rpc/call/until-written.ts';
import { flag, name, text, time, uuid } from '../../rpc/checks.ts';
import type { AttachControl } from '../../rpc/endpoints/endpoints.ts';
import { all, fields, type InputContext, masked, nested, optional } from '../../rpc/input.ts';
import { ceilMsOf } from '../../rpc/list-input.ts';
import { struct } from '../../rpc/wire.ts';
import { connectionOf } from '../connections/built-in.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restCursorList } from '../input.ts';
import { ids, images, physicalDevice, sort } from './device-input.ts';
import { deviceToWire, type ImageUrl, itemToWire, unlinkedToWire } from './device-wire.ts';
import { examples } from './examples.ts';
import { interval } from './interval.ts';
import { type PlanParts, plans } from './plan.ts';

export const MOST_KEYS = 500;
const ID_MAX = 128;
/** Endpoints that get their devices in one write. */
const LINKED_AT_ONCE = 200;
const SERVICE = 'digitaldevice.v2.DigitalDeviceService';
/** Templates of a new device are asked for and not shown. */
const NEVER_SHOWN = ['sensorTemplateIds', 'images.mediaId'];

export interface DeviceParts extends PlanParts {
  readonly clock: Clock;
  readonly attach: Pick<AttachControl, 'tellStations'>;
  readonly imageUrl: ImageUrl;
}

/** A device of the caller's organization. @throws fault `DeviceNotFound` */
export function foundDevice(store: Store, { org }: Call, id: string) {
  const device = store.read.devices.find(org, id);
  if (!device) throw fault('DeviceNotFound', { id });
  return device;
}

/** Digital devices (REST section 6). */
export function devices({ store, clock, sealer, attach, limit, strictConnections, imageUrl }: DeviceParts): Group {
  const plan = plans({ store, sealer, limit, strictConnections });

  const shown = ({ device, concerned }: ChangedDevice, call: Call, made = false) => {
    if (concerned) attach.tellStations();
    call.told.version = device.version;
    return deviceToWire(device, call.organizationId, imageUrl, made);
  };
  const warn = ({ told }: Call, unknown: boolean): void => {
    if (unknown) told.warning = 'unknown connection';
  };
  /** Names of values that an endpoint has sent. @param endpoint row id */
  const keysOf = async (endpoint: number | null | undefined): Promise<readonly string[]> => {
    if (endpoint === null || endpoint === undefined) return [];
    const values = await store.scan.values.newest({ endpoint, now: clock.now(), limit: MOST_KEYS });
    return values.map(({ key }) => key);
  };

  return group('Devices', [
    method(`${SERVICE}/ListDevices`, {
      http: {
        at: 'GET /api/v2/devices',
        id: 'listDevices',
        summary: 'List the digital devices of the organization',
        example: examples.listDevices,
      },
      access: 'org',
      needs: 'R',
      scope: 'devices:read',
      input: all(
        restCursorList,
        fields({
          connection_id: optional(text(ID_MAX)),
          client_device_id: optional(text(ID_MAX)),
          sensor_template_id: optional(uuid),
          updated_since: time,
          unlinked: flag,
          sort,
        }),
      ),
      async handle(request, call) {
        const { limit, place, search, connection_id, client_device_id, sensor_template_id, updated_since } = request;
        const { unlinked, sort: order } = request;
        const [, minus, orderBy] = /^(-?)(name|createdAt|lastSeen)$/.exec(order) ?? [];
        const connection = connection_id === undefined ? undefined : connectionOf(connection_id, call.organizationId);
        const query = {
          org: call.org,
          search: search === undefined ? undefined : nameKey(search),
          client: client_device_id && (parseEui(client_device_id) ?? client_device_id),
          updatedSince: ceilMsOf(updated_since),
          orderBy: orderOf(orderBy),
          descending: minus === '-',
          limit,
          offset: place.offset,
          from: place.from,
        };
        if (unlinked) {
          // Endpoints are on the built-in connection, and have no sensors.
          if (typeof connection === 'string' || sensor_template_id !== undefined) return { devices: [], total: 0 };
          const { rows, total, next } = await store.scan.devices.unlinked(query);
          const devices = rows.map(row => unlinkedToWire(row, call.organizationId));
          return { devices, total, next_cursor: place.next(next) };
        }
        const { rows, total, next } = await store.scan.devices.list({
          ...query,
          connection,
          template: sensor_template_id,
        });
        const devices = rows.map(row => itemToWire(row, call.organizationId));
        return { devices, total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/CreateDevice`, {
      http: {
        at: 'POST /api/v2/devices',
        id: 'createDevice',
        summary: 'Provision a digital device, optionally with a physical device and images',
        body: 'device',
        omit: [...NEVER_SHOWN, 'physicalDevice.sensorMappings'],
        example: examples.createDevice,
      },
      access: 'org',
      needs: 'E',
      scope: 'devices:write',
      input: all(
        fields({
          organization_id: organizationId,
          device: nested({
            name,
            physical_device: physicalDevice,
            images,
            data_sending_interval: interval,
            sensor_template_ids: ids,
          }),
        }),
        context,
      ),
      async handle({ device: given, context: input }, call) {
        const { physical_device, data_sending_interval } = given;
        const planned =
          physical_device && plan.created(physical_device, given.name, data_sending_interval, call, input);
        warn(call, planned?.unknownConnection ?? false);
        const eui = planned?.physical.endpoint?.eui;
        const wantsKeys = eui !== undefined && given.sensor_template_ids.length > 0;
        const endpoint = wantsKeys ? store.read.endpoints.find(call.org, eui, 0) : undefined;
        const device = {
          org: call.org,
          name: given.name,
          interval: data_sending_interval,
          physical: planned?.physical,
          images: given.images,
          templates: given.sensor_template_ids,
          keys: await keysOf(endpoint?.id),
        };
        const made = await store.write.devices.create(device, acting(call, clock));
        call.told.location = `/api/v2/devices/${made.device.uuid}`;
        return shown(made, call, true);
      },
    }),
    method(`${SERVICE}/GetDevice`, {
      http: {
        at: 'GET /api/v2/devices/{id}',
        id: 'getDevice',
        summary: 'Read one digital device',
        omit: NEVER_SHOWN,
        example: examples.getDevice,
      },
      access: 'org',
      needs: 'R',
      scope: 'devices:read',
      input: byId,
      handle: ({ id }, call) => shown({ device: foundDevice(store, call, id), concerned: false }, call),
    }),
    method(`${SERVICE}/UpdateDevice`, {
      http: {
        at: 'PATCH /api/v2/devices/{id}',
        id: 'updateDevice',
        summary: 'Change name, connection, configuration, images or interval of a digital device',
        body: 'device',
        omit: NEVER_SHOWN,
        example: examples.updateDevice,
      },
      access: 'org',
      needs: 'E',
      scope: 'devices:write',
      input: all(
        fields({ organization_id: organizationId }),
        masked(
          'device',
          { id: uuid },
          { name, physical_device: physicalDevice, data_sending_interval: interval, images },
          { mayBeEmpty: true },
        ),
        context,
      ),
      async handle({ id: { id }, changes, context: input }, call) {
        const changed = await untilWritten(call.signal, async () => {
          const before = foundDevice(store, call, id);
          const saysInterval = 'data_sending_interval' in changes;
          const wanted = saysInterval ? (changes.data_sending_interval ?? null) : undefined;
          const unbinds = 'physical_device' in changes && !changes.physical_device;
          const planned =
            unbinds || (!changes.physical_device && !saysInterval)
              ? undefined
              : plan.changed(before, changes.physical_device, wanted, call, input);
          warn(call, planned?.unknownConnection ?? false);
          const physical = unbinds ? null : planned?.physical;
          const rebinds = Boolean(physical) && !isConfiguration(physical);
          const change: DeviceChange = {
            ...{ org: call.org, uuid: id, version: rebinds ? before.version : undefined, wanted: call.ifMatch },
            ...(changes.name !== undefined && { name: changes.name }),
            ...(wanted !== undefined && { interval: wanted }),
            ...(physical !== undefined && { physical }),
            ...(changes.images && { images: changes.images }),
          };
          return store.write.devices.change(change, acting(call, clock));
        });
        return shown(changed, call);
      },
    }),
    method(`${SERVICE}/DeleteDevice`, {
      http: {
        at: 'DELETE /api/v2/devices/{id}',
        id: 'deleteDevice',
        summary: 'Delete a digital device',
        example: examples.deleteDevice,
      },
      access: 'org',
      needs: 'E',
      scope: 'devices:write',
      input: all(byId, fields({ delete_endpoint: (wire: boolean | null | undefined) => wire ?? undefined })),
      async handle({ id, delete_endpoint }, call) {
        const { org, ifMatch } = call;
        const gone = await store.write.devices.remove(org, id, delete_endpoint, ifMatch, acting(call, clock));
        if (gone) attach.tellStations();
        return { id, deleted: true, endpoint_deleted: gone };
      },
    }),
    method(`${SERVICE}/ListConnectorKeys`, {
      http: {
        at: 'GET /api/v2/devices/{id}/connector-keys',
        id: 'listConnectorKeys',
        summary: 'Read the newest decoded values of the physical device',
        example: examples.listConnectorKeys,
      },
      access: 'org',
      needs: 'R',
      scope: 'devices:read',
      input: all(
        byId,
        fields({
          connection_id: text(ID_MAX, { required: 'ConnectionIDRequired' }),
          client_device_id: text(ID_MAX, { required: 'ClientDeviceIDRequired' }),
        }),
      ),
      async handle({ id, connection_id, client_device_id }, call) {
        const { physical } = foundDevice(store, call, id);
        if (!physical) throw fault('PhysicalDeviceRequired', { id });
        const client = physical.wrapped ? parseEui(client_device_id) : client_device_id;
        const isIts =
          connectionOf(connection_id, call.organizationId) === physical.connection &&
          client === (physical.wrapped?.eui ?? physical.client_device_id);
        if (!isIts) throw fault('ConnectionNotFound', { id: connection_id });
        if (physical.endpoint === null) return { connector_keys: [] };
        const query = { endpoint: physical.endpoint, now: clock.now(), limit: MOST_KEYS };
        const values = await store.scan.values.newest(query);
        return {
          connector_keys: values.map(({ key, value, unit, at }) => ({
            name: key,
            timestamp: at,
            value: struct({ value, unit }),
          })),
        };
      },
    }),
    method('rest.v1.RestService/LinkAllDevices', {
      http: {
        at: 'POST /api/v2/devices/link-all',
        id: 'linkAllDevices',
        summary: 'Give every endpoint without a digital device one of its name',
        body: '*',
        example: examples.linkAllDevices,
      },
      access: 'org',
      needs: 'E',
      scope: 'devices:write',
      input: fields({ organization_id: organizationId, sensor_template_ids: ids }),
      async handle({ sensor_template_ids: templates }, call) {
        const { org } = call;
        const { once, ...now } = acting(call, clock);
        const catalog = templates.map(id => store.read.sensorTemplates.find(org, id) ?? id);
        const unknown = catalog.filter(found => typeof found === 'string');
        if (unknown.length > 0) throw fault('SensorTemplateNotFound', { ids: unknown.join(',') });
        const maps = catalog.some(found => typeof found !== 'string' && found.default_key !== '');
        let [created, after] = [0, 0];
        // Some at a time: uplinks are stored in between, and what is done when it fails stays done.
        while (!call.signal.aborted) {
          const some = store.read.devices.unlinkedAfter(org, after, LINKED_AT_ONCE);
          if (some.length === 0) break;
          const endpoints: { endpoint: number; keys: readonly string[] }[] = [];
          for (const endpoint of some) endpoints.push({ endpoint, keys: maps ? await keysOf(endpoint) : [] });
          created += await store.write.devices.linkSome(org, endpoints, templates, now);
          after = some.at(-1) ?? after;
        }
        return store.write.devices.linked(org, created, { ...now, ...(once && { once }) });
      },
    }),
    method(`${SERVICE}/AddSensors`, {
      http: {
        at: 'POST /api/v2/devices/{id}/sensors',
        id: 'addSensors',
        summary: 'Attach sensors to a device by template',
        body: '*',
        omit: NEVER_SHOWN,
        example: examples.addSensors,
        tag: 'Sensors',
      },
      access: 'org',
      needs: 'E',
      scope: 'sensors:write',
      input: all(byId, fields({ sensor_template_ids: ids })),
      async handle({ id, sensor_template_ids: templates }, call) {
        if (templates.length === 0) throw fault('SensorTemplateIDsRequired');
        // Whether it is there decides the write, which may be a repeated one.
        const keys = await keysOf(store.read.devices.find(call.org, id)?.physical?.endpoint);
        const device = await store.write.devices.addSensors(call.org, id, templates, keys, acting(call, clock));
        return shown({ device, concerned: false }, call);
      },
    }),
    method(`${SERVICE}/RemoveSensors`, {
      http: {
        at: 'DELETE /api/v2/devices/{id}/sensors',
        id: 'removeSensors',
        summary: 'Detach sensors from a device',
        body: '*',
        query: ['sensor_ids', 'sensor_template_ids'],
        omit: NEVER_SHOWN,
        example: examples.removeSensors,
        tag: 'Sensors',
      },
      access: 'org',
      needs: 'E',
      scope: 'sensors:write',
      input: all(byId, fields({ sensor_ids: ids, sensor_template_ids: ids })),
      async handle({ id, sensor_ids, sensor_template_ids }, call) {
        if (sensor_ids.length + sensor_template_ids.length === 0) throw fault('SensorTemplateIDsRequired');
        const named = { sensors: sensor_ids, templates: sensor_template_ids };
        const { org, ifMatch } = call;
        const device = await store.write.devices.removeSensors(org, id, named, ifMatch, acting(call, clock));
        return shown({ device, concerned: false }, call);
      },
    }),
  ]);
}

function orderOf(word: string | undefined): DeviceOrder {
  return word === 'createdAt' || word === 'lastSeen' ? word : 'name';
}

/** What checks need that can be made only when it is known what is stored. */
const context = {
  names: [],
  read: (_: object, { context: input }: { readonly context: InputContext }) => ({ context: input }),
};
