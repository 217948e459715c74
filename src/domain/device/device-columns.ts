import type { RowOf } from '../../database/columns.ts';
import type { EndpointColumns } from '../endpoint/endpoint-columns.ts';
import type { MediaRow } from '../media/media-columns.ts';

/** Digital devices of one organization. */
export const MAX_DEVICES = 100_000;

/** Times in milliseconds. */
export const deviceColumns = {
  uuid: 'text',
  name: 'text',
  interval_unit: 'text?',
  interval_value: 'integer?',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

export const physicalColumns = {
  uuid: 'text',
  /** Row id. */
  endpoint: 'integer?',
  connection: 'text?',
  client_device_id: 'text?',
  configuration: 'text',
  given: 'text',
  created_by_api: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** What is shown of an endpoint as the configuration of a device: all but its keys. */
export const configuredColumns = {
  ep_class: 'text',
  sh_addr: 'integer?',
  pre_attach: 'integer',
  dual_chan: 'integer',
  repetition: 'integer',
  wide_carr_off: 'integer',
  long_blk_dist: 'integer',
  type_eui: 'text?',
  device_model: 'text?',
  blueprint: 'text?',
  tags: 'text',
  uplink_interval_s: 'integer',
} as const;

/** The endpoint that a device wraps. */
export interface WrappedEndpoint extends Readonly<RowOf<typeof configuredColumns>> {
  readonly eui: string;
  readonly nwk_key_set: number;
  readonly nwk_sn_key_set: number;
  readonly app_key_set: number;
  /** What its device model says of how often it sends, seconds; 0: nothing. */
  readonly model_interval_s: number;
}

export interface PhysicalDevice extends Readonly<RowOf<typeof physicalColumns>> {
  /** Undefined on a connection of others. */
  readonly wrapped: WrappedEndpoint | undefined;
}

export interface DeviceSensor {
  readonly uuid: string;
  /** Uuid. */
  readonly template: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly mapping:
    | { readonly uuid: string; readonly source_path: string; readonly created_at: number; readonly updated_at: number }
    | undefined;
}

export interface DeviceImage extends Omit<MediaRow, 'id'> {
  readonly isCover: boolean;
  readonly position: number;
}

/** A device with all that belongs to it, as it is shown. */
export interface Device extends Readonly<RowOf<typeof deviceColumns>> {
  /** Row id. */
  readonly id: number;
  /** Radio time of the newest contact of its endpoint in nanoseconds, as text; undefined before. */
  readonly seenNs: string | undefined;
  readonly physical: PhysicalDevice | undefined;
  readonly sensors: readonly DeviceSensor[];
  /** In the order of their positions; one is the cover. */
  readonly images: readonly DeviceImage[];
}

/** A device in a list. */
export interface DeviceItem {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly seenNs: string | undefined;
  readonly physical: { readonly uuid: string; readonly client: string; readonly connection: string | null } | undefined;
  readonly sensors: readonly { readonly uuid: string; readonly template: string }[];
  readonly created_at: number;
  readonly updated_at: number;
}

export const intervalUnits = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export interface Interval {
  readonly unit: IntervalUnit;
  readonly value: number;
}

/** How the endpoint of a device is registered, and how it is changed where it is registered already; keys are sealed for its EUI. */
export interface WantedEndpoint {
  readonly eui: string;
  readonly columns: EndpointColumns;
  readonly changes: Partial<EndpointColumns>;
}
