import type { BatteryValue } from './blueprint.ts';
import type { Field, Programs, VirtualField } from './compile.ts';
import type { Run } from './run.ts';

/** Where decoded values say how full a battery is. */
export interface BatteryField {
  readonly slot: number;
  readonly unit: BatteryValue['unit'];
  /** What the value is multiplied with. */
  readonly factor: number;
}

const BATTERY = /batt/i;
/** By the unit, or by words in the name of a value that has none. */
const UNITS: readonly {
  readonly units: readonly string[];
  readonly words: RegExp;
  readonly is: Omit<BatteryField, 'slot'>;
}[] = [
  { units: ['%'], words: /percent|pct|%/i, is: { unit: 'percent', factor: 1 } },
  { units: ['v', 'volt', 'volts'], words: /volt/i, is: { unit: 'volts', factor: 1 } },
  { units: ['mv'], words: /(?!)/, is: { unit: 'volts', factor: 0.001 } },
];

/**
 * The value that is named or labelled battery; percent come before volts. A flag, or a number that does not say what it counts,
 * says nothing.
 */
export function batteryField({ uplinkValues }: Programs): BatteryField | undefined {
  const named = uplinkValues.filter(({ shown }) => BATTERY.test(shown.name) || BATTERY.test(shown.label));
  const found = named.filter(value => !isFlag(value)).map(fieldOf);
  return found.find(field => field?.unit === 'percent') ?? found.find(field => field !== undefined);
}

/** Undefined where the last payload did not say. */
export function batteryValue({ slot, unit, factor }: BatteryField, run: Run): BatteryValue | undefined {
  const value = run.values[slot];
  return value !== undefined && Number.isFinite(value) ? { unit, value: value * factor } : undefined;
}

function fieldOf({ slot, shown: { name, unit, label } }: Field | VirtualField): BatteryField | undefined {
  const given = unit.trim().toLowerCase();
  const { is } =
    UNITS.find(({ units, words }) => (given === '' ? words.test(name) || words.test(label) : units.includes(given))) ??
    {};
  return is && { slot, ...is };
}

const isFlag = (value: Field | VirtualField) =>
  'element' in value ? value.type === 'bool' || value.choices !== undefined : value.logical;
