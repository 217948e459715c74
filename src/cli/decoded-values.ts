import type { Blueprint, Direction, Value } from '../domain/blueprint/codec/blueprint.ts';
import { cleaned } from '../kit/printable.ts';

/** A decoded value, and what is said about it. */
export interface NamedValue {
  readonly name: string;
  readonly value: Value;
  readonly unit: string;
}

/** More digits than sensors have. */
const DIGITS = 6;

/** What a telegram says; undefined when that is not known. */
export function namedValues(
  blueprint: Blueprint | undefined,
  direction: Direction,
  { format = 0, userData }: { readonly format?: number | undefined; readonly userData: Uint8Array },
): NamedValue[] | undefined {
  const decoded = blueprint?.decode({ direction, format, payload: userData });
  if (!decoded?.ok) return undefined;
  const { values, shown } = decoded;
  return shown.map(({ name, unit }) => ({ name, unit, value: values.get(name) ?? null }));
}

/** `21.4 °C  45 %  door open`: the unit says what a value is, and without one its name does. */
export function valuesInWords(values: readonly NamedValue[]): string {
  const words = values.map(({ name, value, unit }) =>
    unit === '' ? `${name} ${short(value)}` : `${short(value)} ${unit}`,
  );
  // A text may have come over the air.
  return cleaned(words.join('  ').trimEnd());
}

/** The same for a program: digits of a large number are text. */
export function valuesForJson(values: readonly NamedValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ name, value }) => [name, typeof value === 'bigint' ? String(value) : value]));
}

function short(value: Value): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value ?? '?');
  return String(Number(value.toPrecision(DIGITS)));
}
