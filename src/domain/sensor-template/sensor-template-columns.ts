import type { RowOf } from '../../database/columns.ts';

export const sensorKinds = [
  'temperature',
  'humidity',
  'co2',
  'pressure',
  'battery',
  'count',
  'level',
  'state',
  'location',
  'custom',
] as const;
export type SensorKind = (typeof sensorKinds)[number];

export const valueTypes = ['number', 'string', 'boolean', 'object'] as const;
export type ValueType = (typeof valueTypes)[number];

/** What is given by hand. */
export const givenColumns = {
  name: 'text',
  description: 'text',
  kind: 'text',
  unit: 'text',
  value_type: 'text',
  default_key: 'text',
  min: 'real?',
  max: 'real?',
  decimals: 'integer?',
} as const;

/** What belongs to it besides; times in milliseconds. */
export const ownColumns = {
  uuid: 'text',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** What a sensor measures, as it is given. */
export interface SensorTemplateGiven extends RowOf<typeof givenColumns> {
  kind: SensorKind;
  value_type: ValueType;
}

/** One that devices may have; others refer to it by its uuid: those of the system are no rows. */
export interface SensorTemplate extends Readonly<SensorTemplateGiven>, Readonly<RowOf<typeof ownColumns>> {
  /** Comes with the product, is the same everywhere, and cannot be changed. */
  readonly isSystem: boolean;
}
