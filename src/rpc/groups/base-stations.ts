import type { ListPosition } from '../../database/listing.ts';
import { GRANULARITIES } from '../../domain/message/slots.ts';
import type { StationColumns, StationOrder, StationRow, StationsNow } from '../../domain/station/store.ts';
import { fault } from '../../kit/faults.ts';
import { acting } from '../actor.ts';
import { description, eui, flag, latitude, located, longitude, oneOf, search, tags, text } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { all, type Check, fields, list, masked, nested, optional } from '../input.ts';
import { LARGE_PAGE, orderBy, page, timeRange } from '../list-input.ts';
import type { BaseStationOut, BaseStationStatsOut } from '../schema.gen.ts';
import { struct, timestamp, timestampNs } from '../wire.ts';
import { altitude, tagsText } from './endpoint-wire.ts';

/** A connected base station. */
export interface LiveStation {
  /** Row id. */
  readonly station: number;
  readonly bsEui: string;
  readonly bidi: boolean;
  /** Last frame of any kind (milliseconds). */
  readonly lastSeenAt: number;
  /** address:port */
  readonly remoteAddress: string;
}

/** The connected base stations. */
export interface LiveStations {
  all(): Iterable<LiveStation>;
  find(station: number): LiveStation | undefined;
  /** Closes the connection of a station, if there is one; resolves when that is stored. */
  disconnect(station: number, reason: 'disabled' | 'eui_changed' | 'deleted'): Promise<void>;
}

const MAX_FINGERPRINTS = 16;
const DAY_HOURS = 24;
const HOURLY_UP_TO_MS = 7 * 86_400_000;
const STATUSES = ['never_connected', 'online', 'offline', 'disabled'] as const;
const CERTIFICATE_STATUSES = ['none', 'valid', 'expiring', 'expired', 'revoked', 'external'] as const;
const KEY = fields({ bs_eui: eui });

/** A SHA-256 as people copy it from a certificate viewer: with or without `:`. */
const fingerprint: Check<string, string> = (wire, at) => {
  const hex = wire.replace(/[: -]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex)
    ? hex
    : at.refuse('format', 'InvalidArgument', { reason: 'an entry that is no SHA-256 in hex' });
};

const writable = {
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

export const baseStations: readonly Row[] = [
  rpc('CreateBaseStation', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: fields({ base_station: nested({ bs_eui: eui, ...writable }, located) }),
    async handle({ base_station: { bs_eui, ...given } }, call) {
      const { store, settings } = call.deps;
      const columns = toColumns(given) as StationColumns;
      const station = { org: call.org, eui: bs_eui, columns, limit: settings.maxBaseStations };
      const id = await store.write.baseStations.insert(station, acting(call));
      return toDetail(stored(id, call), call);
    },
  }),
  rpc('GetBaseStation', {
    access: 'org',
    needs: 'R',
    scope: 'basestations:read',
    input: KEY,
    handle: ({ bs_eui }, call) => toDetail(found(bs_eui, call), call),
  }),
  rpc('UpdateBaseStation', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: masked('base_station', { bs_eui: eui }, writable, { check: located }),
    async handle({ id: { bs_eui }, changes }, call) {
      const { store, stations } = call.deps;
      const { id } = found(bs_eui, call);
      const changed = await store.write.baseStations.update(id, toColumns(changes), acting(call), bs_eui);
      if (changed.includes('disabled') && changes.disabled) await stations.disconnect(id, 'disabled');
      return toDetail(stored(id, call), call);
    },
  }),
  rpc('DeleteBaseStation', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: KEY,
    async handle({ bs_eui }, call) {
      const { store, stations, clientCertificates } = call.deps;
      const { id } = found(bs_eui, call);
      // First the row, so that a station that comes back at once is refused.
      await store.write.baseStations.remove(id, acting(call), bs_eui);
      const gone = stations.disconnect(id, 'deleted');
      clientCertificates.enforce('bs', bs_eui);
      await gone;
      return {};
    },
  }),
  rpc('UpdateBaseStationEui', {
    access: 'org',
    needs: 'B',
    scope: 'basestations:write',
    input: fields({ bs_eui: eui, new_bs_eui: eui }),
    async handle({ bs_eui, new_bs_eui }, call) {
      const { store, stations, clientCertificates } = call.deps;
      if (bs_eui === new_bs_eui) throw fault('BaseStationEUIUnchanged', { bs_eui });
      const { id } = found(bs_eui, call);
      await store.write.baseStations.changeEui(id, new_bs_eui, acting(call), bs_eui);
      const gone = stations.disconnect(id, 'eui_changed');
      clientCertificates.enforce('bs', bs_eui);
      await gone;
      return toDetail(stored(id, call), call);
    },
  }),
  rpc('ListBaseStations', {
    access: 'org',
    needs: 'R',
    scope: 'basestations:read',
    input: all(
      page(LARGE_PAGE),
      fields({
        search,
        status: optional(oneOf(STATUSES)),
        certificate_status: optional(oneOf(CERTIFICATE_STATUSES)),
        tags,
        order_by: orderBy(['name', 'bs_eui', 'last_seen_at', 'status', 'created_at'], 'asc'),
      }),
    ),
    async handle({ page: asked, order_by: order, ...filter }, call) {
      const [value, id] = asked.after ?? [];
      const { rows, total, more } = await call.deps.store.scan.baseStations.list({
        org: call.org,
        at: stationsNow(call),
        search: filter.search,
        status: filter.status,
        certificateStatus: filter.certificate_status,
        tags: filter.tags,
        orderBy: order.by,
        descending: order.direction === 'desc',
        after: asked.after && ([value ?? 0, Number(id)] satisfies ListPosition),
        size: asked.size,
      });
      const last = more ? rows.at(-1) : undefined;
      return {
        base_stations: rows.map(row => toWire(row, call)),
        total_count: total,
        next_page_token: asked.next(last && [sortValue(order.by, last), last.id]),
      };
    },
  }),
  rpc('GetBaseStationStats', {
    access: 'org',
    needs: 'R',
    scope: 'basestations:read',
    input: all(
      KEY,
      timeRange({ windowHours: DAY_HOURS }),
      fields({ granularity: optional(oneOf(GRANULARITIES, 'InvalidGranularity')) }),
    ),
    async handle({ bs_eui, range, granularity }, call) {
      const { clock, store, stations } = call.deps;
      const station = found(bs_eui, call);
      const fromMs = Number(range.startNs / 1_000_000n);
      const toMs = Number(range.endNs / 1_000_000n);
      const now = clock.now();
      const figures = await store.scan.stationStatistics.of(call.signal, {
        org: call.org,
        station: station.id,
        fromMs,
        toMs,
        granularity: granularity ?? (toMs - fromMs <= HOURLY_UP_TO_MS ? 'hour' : 'day'),
        now,
        // A span that a crash left open ended when the station was last heard.
        onlineUntil: stations.find(station.id) ? now : (station.last_seen_at ?? 0),
      });
      return {
        bs_eui,
        start_time: timestampNs(range.startNs),
        end_time: timestampNs(range.endNs),
        uplinks: figures.uplinks,
        uplinks_first: figures.firsts,
        unique_endpoints: figures.uniqueEndpoints,
        downlinks_sent: figures.downlinksSent,
        downlinks_failed: figures.downlinksFailed,
        avg_rssi: figures.avgRssi,
        avg_snr: figures.avgSnr,
        avg_eq_snr: figures.avgEqSnr,
        availability: figures.availability,
        last_uplink_at: timestamp(figures.lastUplinkAt),
        uplinks_last_24h: figures.last24h,
        uplinks_last_7d: figures.last7d,
        uplinks_last_30d: figures.last30d,
        buckets: figures.slots.map(slot => ({
          start: timestamp(slot.start),
          uplinks: slot.uplinks,
          downlinks: slot.downlinks,
          availability: slot.availability,
          avg_rssi: slot.avgRssi,
          avg_snr: slot.avgSnr,
        })),
        top_endpoints: figures.topEndpoints,
      } satisfies BaseStationStatsOut;
    },
  }),
];

function stationsNow({ deps }: Call): StationsNow {
  const live = Object.fromEntries(Array.from(deps.stations.all(), ({ station, lastSeenAt }) => [station, lastSeenAt]));
  return { now: deps.clock.now(), live };
}

export function found(bs_eui: string, call: Call): StationRow {
  const { store } = call.deps;
  const row = store.read.baseStations.find(call.org, bs_eui, stationsNow(call));
  if (!row) throw fault('BaseStationNotFound', { bs_eui });
  return row;
}

/** A base station as it is after a change of it, under whatever EUI. */
function stored(id: number, call: Call): StationRow {
  const row = call.deps.store.read.baseStations.row(id, stationsNow(call));
  if (!row) throw new Error(`base station ${id} has no row`);
  return row;
}

function toColumns(changes: Partial<Writable>): Partial<StationColumns> {
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

export function toDetail(row: StationRow, call: Call) {
  return {
    ...toWire(row, call),
    attached_endpoints: call.deps.store.read.baseStations.attachedEndpoints(row.id),
  } satisfies BaseStationOut;
}

function toWire(row: StationRow, { organizationId, deps }: Call) {
  return {
    bs_eui: row.eui,
    name: row.name,
    status: row.status,
    description: row.description,
    organization_id: organizationId,
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
    info: row.info === null ? null : struct(JSON.parse(row.info) as Record<string, unknown>),
    bidi: row.bidi !== 0,
    protocol_version: row.protocol_version,
    remote_address: deps.stations.find(row.id)?.remoteAddress ?? row.remote_address,
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
    service_center_url: deps.serviceCenterUrl(),
    tags: JSON.parse(row.tags) as Record<string, string>,
    mac_types: JSON.parse(row.mac_types) as number[],
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    allowed_fingerprints: JSON.parse(row.allowed_fingerprints) as string[],
  } satisfies BaseStationOut;
}

function sortValue(order: StationOrder, row: StationRow): string | number {
  switch (order) {
    case 'bs_eui':
      return row.eui;
    case 'last_seen_at':
      return row.last_seen_at ?? 0;
    default:
      return row[order];
  }
}
