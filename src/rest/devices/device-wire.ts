import type { Device, DeviceItem } from '../../domain/device/device-columns.ts';
import type { UnlinkedEndpoint } from '../../domain/device/unlinked.ts';
import { struct, timestamp, timestampNs } from '../../rpc/wire.ts';
import { builtInConnection } from '../connections/built-in.ts';
import type { DeviceItemOut, DeviceOut } from '../schema.gen.ts';
import { shownConfiguration } from './configuration.ts';
import { shownInterval } from './interval.ts';

/** Path under which the bytes of an image are for a while. @param media its uuid */
export type ImageUrl = (media: string) => string;

const lastSeen = (ns: string | undefined) => (ns === undefined ? null : timestampNs(BigInt(ns)));

/** @param made a device just made is shown without what it cannot have yet (clarification R6) */
export function deviceToWire(device: Device, organizationId: string, imageUrl: ImageUrl, made = false) {
  const { physical, sensors, images } = device;
  return {
    id: device.uuid,
    name: device.name,
    organization_id: organizationId,
    last_seen: lastSeen(device.seenNs),
    physical_device: physical && {
      id: physical.uuid,
      client_device_id: physical.wrapped?.eui ?? physical.client_device_id ?? '',
      connection_id: physical.connection ?? builtInConnection(organizationId),
      configuration: struct(shownConfiguration(physical)),
      sensor_mappings: made ? [] : sensors.flatMap(sensor => mappingToWire(sensor)),
      created_at: timestamp(physical.created_at),
      updated_at: timestamp(physical.updated_at),
    },
    sensors: sensors.map(({ uuid, template, created_at, updated_at }) => ({
      id: uuid,
      sensor_template_id: template,
      created_at: timestamp(created_at),
      updated_at: timestamp(updated_at),
    })),
    images: images.map(({ uuid, filename, content_type, isCover, position, size, created_at }) => ({
      id: uuid,
      filename,
      content_type,
      url: imageUrl(uuid),
      is_cover: isCover,
      position,
      size_bytes: size,
      created_at: timestamp(created_at),
    })),
    data_sending_interval: made ? null : shownInterval(device),
    created_at: timestamp(device.created_at),
    updated_at: timestamp(device.updated_at),
  } satisfies DeviceOut;
}

function mappingToWire({ uuid: sensor, mapping }: Device['sensors'][number]) {
  if (!mapping) return [];
  const { uuid, source_path, created_at, updated_at } = mapping;
  const times = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
  return [{ id: uuid, sensor_id: sensor, source_path, ...times }];
}

export function itemToWire({ physical, ...item }: DeviceItem, organizationId: string) {
  return {
    id: item.uuid,
    name: item.name,
    organization_id: organizationId,
    last_seen: lastSeen(item.seenNs),
    physical_device: physical && {
      id: physical.uuid,
      client_device_id: physical.client,
      connection_id: physical.connection ?? builtInConnection(organizationId),
    },
    sensors: item.sensors.map(({ uuid, template }) => ({ id: uuid, sensor_template_id: template })),
    created_at: timestamp(item.created_at),
    updated_at: timestamp(item.updated_at),
  } satisfies DeviceItemOut;
}

/** An endpoint that no device wraps, as a device would show it. */
export function unlinkedToWire(
  { eui, name, seenNs, created_at, updated_at }: UnlinkedEndpoint,
  organizationId: string,
) {
  return {
    name,
    organization_id: organizationId,
    last_seen: lastSeen(seenNs),
    physical_device: { client_device_id: eui, connection_id: builtInConnection(organizationId) },
    sensors: [],
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  } satisfies DeviceItemOut;
}
