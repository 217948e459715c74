// The fields of a downlink as its blueprint has them, and what is typed into them.
import type { Element } from './blueprint.ts';
import { compactHex } from './text/eui.ts';
import { labelOf } from './values.ts';

export type FieldKind = 'switch' | 'choice' | 'number' | 'text' | 'hex';

export interface DownlinkField {
  name: string;
  label: string;
  kind: FieldKind;
  unit: string;
  /** Of a choice: what is shown for each number. */
  options: readonly string[];
  /** Of a number, where its rule is simple enough to say. */
  range: { low: number; high: number } | undefined;
  whole: boolean;
  /** It is in the payload only where this holds. */
  condition: string;
}

/** Bytes that a downlink may have. */
export const MOST_BYTES = 200;
/** Whole numbers beyond are text in JSON. */
const SAFE_BITS = 53;
const DIGITS = 12;

/** What a caller gives; hidden elements are made by the server. */
export function downlinkFields(elements: readonly Element[]): DownlinkField[] {
  return elements
    .filter(({ hidden }) => !hidden)
    .map(element => ({
      name: element.name,
      label: element.label === '' ? labelOf(element.name) : element.label,
      kind: kindOf(element),
      unit: element.unit,
      options: element.names.map(({ shown }) => shown),
      range: rangeOf(element),
      whole: isWhole(element),
      condition: element.condition,
    }));
}

function kindOf({ type, names }: Element): FieldKind {
  if (names.length > 0) return 'choice';
  if (type === 'bool') return 'switch';
  if (type === 'string') return 'text';
  return type === 'binary' || type === 'bytes' ? 'hex' : 'number';
}

const isPlain = ({ func }: Element): boolean => func === '' || func === '$';

function isWhole(element: Element): boolean {
  const { type, scale = 1, bias = 0 } = element;
  return type !== 'float' && isPlain(element) && Number.isInteger(scale) && Number.isInteger(bias);
}

function rangeOf(element: Element): DownlinkField['range'] {
  const { type, size, scale = 1, bias = 0 } = element;
  if (!isPlain(element) || (type !== 'uint' && type !== 'int') || size < 1 || size > SAFE_BITS) return undefined;
  const [least, most] = type === 'int' ? [-(2 ** (size - 1)), 2 ** (size - 1) - 1] : [0, 2 ** size - 1];
  // what is typed is decimal: 127 times 0.1 is 12.7
  const ends = [least, most].map(end => Number((end * scale + bias).toPrecision(DIGITS)));
  return { low: Math.min(...ends), high: Math.max(...ends) };
}

export type Mistake =
  | { kind: 'empty' }
  | { kind: 'number' }
  | { kind: 'whole' }
  | { kind: 'range'; low: number; high: number }
  | { kind: 'hex' };

/** The value that a text stands for; undefined where nothing was entered. */
export function enteredValue(field: DownlinkField, text: string): number | string | boolean | undefined {
  if (field.kind === 'switch') return text === 'true';
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (field.kind === 'number') return Number(trimmed.replace(',', '.'));
  return field.kind === 'hex' ? compactHex(trimmed) : trimmed;
}

/** What is wrong with a text that was entered; an empty one is judged when it is sent. */
export function mistakeOf(field: DownlinkField, text: string): Mistake | undefined {
  const value = enteredValue(field, text);
  if (value === undefined) return undefined;
  if (field.kind === 'hex') return isBytes(String(value)) ? undefined : { kind: 'hex' };
  if (field.kind !== 'number' || typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return { kind: 'number' };
  if (field.whole && !Number.isInteger(value)) return { kind: 'whole' };
  const { range } = field;
  return range && (value < range.low || value > range.high) ? { kind: 'range', ...range } : undefined;
}

export function isBytes(hex: string): boolean {
  return /^([0-9a-f]{2})*$/.test(compactHex(hex));
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(compactHex(hex).match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

/** The values that are entered and right, by name. */
export function objectOf(
  fields: readonly DownlinkField[],
  texts: ReadonlyMap<string, string>,
): Record<string, number | string | boolean> {
  const object: Record<string, number | string | boolean> = {};
  for (const field of fields) {
    const text = texts.get(field.name) ?? '';
    const value = enteredValue(field, text);
    if (value !== undefined && mistakeOf(field, text) === undefined) object[field.name] = value;
  }
  return object;
}
