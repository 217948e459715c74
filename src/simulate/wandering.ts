import type { Element } from '../domain/blueprint/codec/layout.ts';

/** Between what values of a unit move, as rooms and devices have them. */
const USUAL: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ['°c', [17, 25]],
  ['c', [17, 25]],
  ['k', [290, 298]],
  ['%', [40, 60]],
  ['%rh', [40, 60]],
  ['v', [2.9, 3.6]],
  ['mv', [2900, 3600]],
  ['hpa', [990, 1030]],
  ['mbar', [990, 1030]],
  ['ppm', [420, 1100]],
  ['lx', [50, 600]],
  ['lux', [50, 600]],
  ['dbm', [-110, -80]],
  ['db', [5, 15]],
]);
/** The highest raw number of what has no usual values. */
const HIGH = 100;
/** Telegrams of a day, after which everything comes again, more or less. */
const STEPS_PER_DAY = 96;
const STEPS_OF_A_WHIM = 17;
/** Above it a flag is set. */
const SELDOM = 0.9;
const TEXT = 'simulated';

/** What a value may do, made of all elements that have its name. */
export interface Wandering {
  readonly name: string;
  /** The first of them. */
  readonly element: Element;
  /** Bits of the smallest. */
  readonly size: number;
}

/** The visible values of a layout. */
export function wanderingsOf(elements: readonly Element[]): Wandering[] {
  const found = new Map<string, Wandering>();
  for (const element of elements) {
    const { name, size, hidden } = element;
    if (hidden) continue;
    const known = found.get(name);
    found.set(name, known ? { ...known, size: Math.min(known.size, size) } : { name, element, size });
  }
  return [...found.values()];
}

/**
 * The value at a step, as it is given to an encoder.
 * @param who whose value it is: that of another sensor is elsewhere on the same way
 * @param raw the number as it stands in the payload, where the usual value cannot be brought into it
 */
export function valueAt({ name, element, size }: Wandering, who: string, step: number, raw: boolean): unknown {
  const { type, unit, choices } = element;
  const place = placeAt(`${who}/${name}`, step);
  if (type === 'string') return TEXT.slice(0, size / 8);
  if (type === 'binary') return '0'.repeat(size / 4);
  if (raw) return { raw: rawAt(element, size, place) };
  if (choices) return [...choices.values()][Math.floor(place * choices.size)];
  const usual = USUAL.get(unit.trim().toLowerCase());
  if (usual) return usual[0] + place * (usual[1] - usual[0]);
  return valueAt({ name, element, size }, who, step, true);
}

/** Not 0 where there is room: much is divided by. */
function rawAt({ type }: Element, size: number, place: number): number {
  if (type === 'bool' || (type !== 'int' && size === 1)) return Number(place > SELDOM);
  const high = type === 'float' ? HIGH : Math.min(HIGH, 2 ** (type === 'int' ? size - 1 : size) - 1);
  return Math.min(high, Math.round(1 + place * (high - 1)));
}

/** From 0 to 1 exclusive, near that of the step before. */
function placeAt(whose: string, step: number): number {
  const phase = fraction(whose);
  const daily = Math.sin(2 * Math.PI * (step / STEPS_PER_DAY + phase));
  const whim = Math.sin(2 * Math.PI * (step / STEPS_OF_A_WHIM + phase * STEPS_OF_A_WHIM));
  return 0.5 + 0.4 * daily + 0.09 * whim;
}

/** A number below 1 that a text always has, and hardly any other text (FNV-1a). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash / 2 ** 32;
}
