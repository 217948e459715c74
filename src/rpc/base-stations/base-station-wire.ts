import type { StationColumns, StationRow } from '../../domain/station/station-columns.ts';
import { altitude, description, flag, latitude, longitude, tags, tagsText, text } from '../checks.ts';
import { type Check, list } from '../input.ts';
import type { BaseStationOut } from '../schema.gen.ts';
import { structOfText, timestamp } from '../wire.ts';

const MAX_FINGERPRINTS = 16;

/** A SHA-256 as people copy it from a certificate viewer: with or without `:`. */
const fingerprint: Check<string, string> = (wire, at) => {
  const hex = wire.replace(/[: -]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex)
    ? hex
    : at.refuse('format', 'InvalidArgument', { reason: 'an entry that is no SHA-256 in hex' });
};

/** Every field an operator may set (platform API section 3.1). */
export const writable = {
  name: text(128),
  description,
  disabled: flag,
  latitude,
  longitude,
  altitude,
  tags,
  allowed_fingerprints: list(fingerprint, MAX_FINGERPRINTS),
};
type Writable = { readonly [K in keyof typeof writable]: ReturnType<(typeof writable)[K]> };

/** The columns of the fields that are set. */
export function toColumns(changes: Partial<Writable>): Partial<StationColumns> {
  return {
    ...('name' in changes && { name: changes.name ?? '' }),
    ...('description' in changes && { description: changes.description ?? '' }),
    ...('disabled' in changes && { disabled: changes.disabled ? 1 : 0 }),
    ...('latitude' in changes && { latitude: changes.latitude ?? null }),
    ...('longitude' in changes && { longitude: changes.longitude ?? null }),
    ...('altitude' in changes && { altitude: changes.altitude ?? null }),
    ...('tags' in changes && { tags: tagsText(changes.tags ?? {}) }),
    ...('allowed_fingerprints' in changes && {
      allowed_fingerprints: JSON.stringify([...new Set(changes.allowed_fingerprints)]),
    }),
  };
}

/** @param now what is known of the station beside its row */
export function stationToWire(
  row: StationRow,
  now: { organizationId: string; remoteAddress: string | undefined; serviceCenterUrl: string },
) {
  return {
    bs_eui: row.eui,
    name: row.name,
    status: row.status,
    description: row.description,
    organization_id: now.organizationId,
    disabled: row.disabled !== 0,
    latitude: row.latitude,
    longitude: row.longitude,
    altitude: row.altitude,
    location_source: row.location_source,
    location_updated_at: timestamp(row.location_updated_at),
    vendor: row.vendor,
    model: row.model,
    sw_version: row.sw_version,
    reported_name: row.reported_name,
    info: structOfText(row.info),
    bidi: row.bidi !== 0,
    protocol_version: row.protocol_version,
    remote_address: now.remoteAddress ?? row.remote_address,
    session_resumed: row.session_resumed !== 0,
    connected_at: timestamp(row.connected_at),
    disconnected_at: timestamp(row.disconnected_at),
    disconnect_reason: row.disconnect_reason,
    last_seen_at: timestamp(row.last_seen_at),
    last_status_at: timestamp(row.last_status_at),
    status_code: row.status_code,
    status_message: row.status_message,
    system_time: row.system_time ?? '0',
    clock_offset_ms: row.clock_offset_ms,
    duty_cycle: row.duty_cycle,
    uptime_seconds: row.uptime_s ?? 0,
    temperature_celsius: row.temperature,
    cpu_load: row.cpu_load,
    mem_load: row.mem_load,
    certificate_status: row.certificate_status,
    certificate_expires_at: timestamp(row.certificate_expires_at),
    certificate_fingerprint: row.certificate_fingerprint,
    service_center_url: now.serviceCenterUrl,
    tags: JSON.parse(row.tags) as Record<string, string>,
    mac_types: JSON.parse(row.mac_types) as number[],
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    allowed_fingerprints: JSON.parse(row.allowed_fingerprints) as string[],
  } satisfies BaseStationOut;
}
