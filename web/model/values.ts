// Decoded values as people read them.

export type Scalar = number | string | boolean;

export interface NamedValue {
  key: string;
  label: string;
  value: Scalar;
  unit: string;
}

interface Meta {
  unit?: unknown;
  label?: unknown;
}

/** What a message was decoded to, in its order; nested objects are left out. */
export function namedValues(decoded: unknown, meta: unknown): NamedValue[] {
  if (!isObject(decoded)) return [];
  return Object.entries(decoded).flatMap(([key, value]) => {
    if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') return [];
    const about: Meta = isObject(meta) && isObject(meta[key]) ? (meta[key] as Meta) : {};
    const unit = typeof about.unit === 'string' ? about.unit : '';
    const label = typeof about.label === 'string' && about.label !== '' ? about.label : labelOf(key);
    return [{ key, label, value, unit }];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `battery_voltage` and `batteryVoltage` as words: "Battery voltage". */
export function labelOf(key: string): string {
  const words = key
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .trim();
  return words === '' ? key : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** Digits after the point that a sensor value deserves: 21.4, 1,284.36, 3.012, but 0.00042. */
export function digitsOf(value: number): number {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 10_000) return 0;
  if (size >= 1) return 2;
  if (size >= 0.001 || size === 0) return 3;
  return Math.min(12, Math.ceil(-Math.log10(size)) + 2);
}

/** Units that stand for degrees or percent are written after a narrow space like all others; an empty one is none. */
export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text}\u00a0${unit}`;
}
