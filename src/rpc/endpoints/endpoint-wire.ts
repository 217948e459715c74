import type { Secret } from '../../domain/attach/attach-records.ts';
import type { EndpointColumns } from '../../domain/endpoint/endpoint-columns.ts';
import type { EndpointRow } from '../../domain/endpoint/endpoint-store.ts';
import {
  altitude,
  calibration,
  calibrationText,
  description,
  endpointClass,
  flag,
  hexKey,
  latitude,
  longitude,
  number,
  shortAddress,
  tags,
  tagsText,
  text,
  typeEui,
  uplinkInterval,
  uuid,
} from '../checks.ts';
import { optional } from '../input.ts';
import type { EndPointOut } from '../schema.gen.ts';
import { timestamp, timestampNs } from '../wire.ts';

const MAX_ATTACH_COUNTER = 0xff_ffff;
const MAX_PACKET_COUNTER = 0xffff_ffff;

/** Every field an operator may set (platform API section 2.1). */
export const writable = {
  name: text(128),
  ep_class: optional(endpointClass),
  description,
  nwk_key: hexKey,
  nwk_sn_key: hexKey,
  app_key: hexKey,
  sh_addr: shortAddress,
  pre_attach: flag,
  dual_chan: flag,
  repetition: flag,
  wide_carr_off: flag,
  long_blk_dist: flag,
  attach_cnt: optional(number(0, MAX_ATTACH_COUNTER)),
  last_packet_cnt: optional(number(0, MAX_PACKET_COUNTER)),
  type_eui: typeEui,
  device_model_id: optional(uuid),
  blueprint_id: optional(uuid),
  calibration,
  uplink_interval_seconds: uplinkInterval,
  tags,
  latitude,
  longitude,
  altitude,
  suspended: flag,
  skip_attach_check: flag,
};

type Writable = { readonly [K in keyof typeof writable]: ReturnType<(typeof writable)[K]> };
/** The fields a request sets; the others are left alone. */
export type Changes = Partial<Writable>;

type Plain = Omit<EndpointColumns, Secret>;

const bit = (value: boolean | undefined) => (value ? 1 : 0);

/** How each field is stored. */
const STORE: { readonly [K in Exclude<keyof Writable, Secret>]: (changes: Changes, eui: string) => Partial<Plain> } = {
  name: ({ name }, eui) => ({ name: name || eui }),
  ep_class: ({ ep_class }) => ({ ep_class: ep_class ?? 'Z' }),
  description: ({ description }) => ({ description: description ?? '' }),
  sh_addr: ({ sh_addr }) => ({ sh_addr: sh_addr ?? null }),
  pre_attach: ({ pre_attach }) => ({ pre_attach: bit(pre_attach) }),
  dual_chan: ({ dual_chan }) => ({ dual_chan: bit(dual_chan) }),
  repetition: ({ repetition }) => ({ repetition: bit(repetition) }),
  wide_carr_off: ({ wide_carr_off }) => ({ wide_carr_off: bit(wide_carr_off) }),
  long_blk_dist: ({ long_blk_dist }) => ({ long_blk_dist: bit(long_blk_dist) }),
  attach_cnt: ({ attach_cnt }) => ({ attach_cnt: attach_cnt ?? null }),
  last_packet_cnt: ({ last_packet_cnt }) => ({ last_packet_cnt: last_packet_cnt ?? null }),
  type_eui: ({ type_eui }) => ({ type_eui: type_eui ?? null }),
  device_model_id: ({ device_model_id }) => ({ device_model: device_model_id ?? null }),
  blueprint_id: ({ blueprint_id }) => ({ blueprint: blueprint_id ?? null }),
  calibration: ({ calibration }) => ({ calibration: calibrationText(calibration ?? {}) }),
  uplink_interval_seconds: ({ uplink_interval_seconds }) => ({ uplink_interval_s: uplink_interval_seconds ?? 0 }),
  tags: ({ tags }) => ({ tags: tagsText(tags ?? {}) }),
  latitude: ({ latitude }) => ({ latitude: latitude ?? null }),
  longitude: ({ longitude }) => ({ longitude: longitude ?? null }),
  altitude: ({ altitude }) => ({ altitude: altitude ?? null }),
  suspended: ({ suspended }) => ({ suspended: bit(suspended) }),
  skip_attach_check: ({ skip_attach_check }) => ({ skip_attach_check: bit(skip_attach_check) }),
};

/** The columns of the fields that are set, keys excepted. */
export function toColumns(changes: Changes, eui: string): Partial<Plain> {
  const columns: Partial<Plain> = {};
  for (const [field, store] of Object.entries(STORE)) if (field in changes) Object.assign(columns, store(changes, eui));
  return columns;
}

/** The columns of a new endpoint, keys excepted. */
export function allColumns(fields: Writable, eui: string): Plain {
  return toColumns(fields, eui) as Plain;
}

/** An endpoint without what costs a query of its own, and without its keys. */
export function endpointToWire(row: EndpointRow, organizationId: string) {
  return {
    ep_eui: row.eui,
    name: row.name,
    status: row.status,
    ep_class: row.ep_class,
    description: row.description,
    organization_id: organizationId,
    bidi: row.ep_class === 'A',
    nwk_key_set: row.nwk_key_set !== 0,
    nwk_sn_key_set: row.nwk_sn_key_set !== 0,
    app_key_set: row.app_key_set !== 0,
    sh_addr: row.sh_addr ?? row.attach_sh_addr,
    pre_attach: row.pre_attach !== 0,
    dual_chan: row.dual_chan !== 0,
    repetition: row.repetition !== 0,
    wide_carr_off: row.wide_carr_off !== 0,
    long_blk_dist: row.long_blk_dist !== 0,
    attach_cnt: row.attach_cnt,
    last_packet_cnt: row.last_packet_cnt,
    type_eui: row.type_eui ?? '',
    device_model_id: row.device_model ?? '',
    blueprint_id: row.blueprint ?? '',
    effective_blueprint_id: row.effective_blueprint ?? '',
    effective_blueprint_version: row.effective_version ?? '',
    calibration: row.calibration === null ? {} : (JSON.parse(row.calibration) as Record<string, number>),
    attach_status: row.attach_status,
    attached_at: timestamp(row.attached_at),
    detached_at: timestamp(row.detached_at),
    reattach_pending: row.reattach_pending !== 0,
    last_seen_at: row.seen_ns === '0' ? null : timestampNs(BigInt(row.seen_ns)),
    last_rssi: row.last_rssi,
    last_snr: row.last_snr,
    loss_rate: row.loss_rate,
    last_eq_snr: row.last_eq_snr,
    last_profile: row.last_profile ?? '',
    last_mode: row.last_mode ?? '',
    last_bs_eui: row.last_bs_eui ?? '',
    uplink_interval_seconds: row.uplink_interval_s,
    tags: JSON.parse(row.tags) as Record<string, string>,
    latitude: row.latitude,
    longitude: row.longitude,
    altitude: row.altitude,
    suspended: row.suspended !== 0,
    pending_downlinks: row.pending_downlinks,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    skip_attach_check: row.skip_attach_check !== 0,
  } satisfies EndPointOut;
}
