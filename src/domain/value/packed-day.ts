import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { Packed, Unpacked } from '../message/packing.ts';
import { noDay, type ValueDay, type ValueFigures } from './day.ts';

/** How the numbers of a value are written: whole after so many decimals, or as the floats that they are. */
const MOST_DECIMALS = 6;
const SINGLE = 7;
const DOUBLE = 8;
/** Beyond it, sums of whole numbers lose digits. */
const LARGEST_SCALED = 2 ** 40;
const LARGEST_SUM = 2 ** 50;
/** What computing with decimals leaves, as in 214 * 0.1: no device measures so exactly. */
const NOISE = 2 ** -40;

/** In place of a count: that, and the time of the last, are those of the hour's first value; or the value has none in this hour. */
const ALIKE = 0;
const ABSENT = 1;

type Hours = ReadonlyMap<number, ValueFigures>;
type Beat = Pick<ValueFigures, 'n' | 'lastAt'>;

/** @param idOf the number of a name */
export function packDay({ span, values, leftOut }: ValueDay, idOf: (name: string) => number): Uint8Array {
  const out = new Packed();
  out.whole((span === DAY_S ? 1 : 0) + (leftOut ? 2 : 0));
  const beats = beatsOf(values);
  out.whole(beats.length);
  let before = 0;
  for (const [hour, { n, lastAt }] of beats) {
    out.whole(hour - before);
    out.whole(n);
    out.whole(lastAt);
    before = hour;
  }
  const one = new Packed();
  for (const [name, hours] of values) {
    one.clear();
    packHours(one, hours, beats);
    out.whole(idOf(name));
    out.part(one);
  }
  return out.bytes();
}

export function unpackDay(blob: Uint8Array, nameOf: (id: number) => string | undefined): ValueDay {
  const from = new Unpacked(blob);
  const form = from.whole();
  const day = noDay(form % 2 === 1 ? DAY_S : HOUR_S);
  day.leftOut = form >= 2;
  const beats: [number, Beat][] = [];
  let hour = 0;
  for (let left = from.whole(); left > 0; left--) {
    hour += from.whole();
    beats.push([hour, { n: from.whole(), lastAt: from.whole() }]);
  }
  while (!from.ended()) {
    const name = nameOf(from.whole());
    const length = from.whole();
    const end = from.at + length;
    if (name !== undefined) day.values.set(name, unpackHours(from, beats));
    from.at = end;
  }
  return day;
}

/** The hours in which there is anything. What a payload says, it says at once: mostly all values have the count and time of the first. */
function beatsOf(values: ReadonlyMap<string, Hours>): [number, Beat][] {
  const beats = new Map<number, Beat>();
  for (const hours of values.values()) {
    for (const [hour, figures] of hours) if (!beats.has(hour)) beats.set(hour, figures);
  }
  return [...beats].sort(([a], [b]) => a - b);
}

function packHours(out: Packed, hours: Hours, beats: readonly [number, Beat][]): void {
  const form = formOf(hours);
  out.whole(form);
  let before = 0;
  for (const [hour, beat] of beats) {
    const figures = hours.get(hour);
    if (!figures) {
      out.whole(ABSENT);
      continue;
    }
    const { n, lastAt, min, max, sum, last } = figures;
    if (n === beat.n && lastAt === beat.lastAt) out.whole(ALIKE);
    else {
      out.whole(n + ABSENT);
      out.whole(lastAt);
    }
    if (form > MOST_DECIMALS) {
      const plain = (value: number) => (form === SINGLE ? out.single(value) : out.double(value));
      plain(min);
      if (n === 1) continue;
      plain(max);
      plain(last);
      out.double(sum);
      continue;
    }
    const scaled = (value: number) => Math.round(value * 10 ** form);
    const least = scaled(min);
    out.signed(least - before);
    before = least;
    if (n === 1) continue;
    out.whole(scaled(max) - least);
    out.whole(scaled(last) - least);
    // Never less, but for what adding decimals leaves.
    out.whole(Math.max(scaled(sum) - n * least, 0));
  }
}

function unpackHours(from: Unpacked, beats: readonly [number, Beat][]): Map<number, ValueFigures> {
  const hours = new Map<number, ValueFigures>();
  const form = from.whole();
  let least = 0;
  for (const [hour, beat] of beats) {
    const coded = from.whole();
    if (coded === ABSENT) continue;
    const n = coded === ALIKE ? beat.n : coded - ABSENT;
    const lastAt = coded === ALIKE ? beat.lastAt : from.whole();
    if (form > MOST_DECIMALS) {
      const plain = () => (form === SINGLE ? from.single() : from.double());
      const min = plain();
      const max = n === 1 ? min : plain();
      const last = n === 1 ? min : plain();
      hours.set(hour, { n, lastAt, min, max, last, sum: n === 1 ? min : from.double() });
      continue;
    }
    least += from.signed();
    const shown = (scaled: number) => scaled / 10 ** form;
    const above = () => (n === 1 ? least : least + from.whole());
    const [max, last] = [above(), above()];
    const sum = n === 1 ? least : n * least + from.whole();
    hours.set(hour, { n, lastAt, min: shown(least), max: shown(max), last: shown(last), sum: shown(sum) });
  }
  return hours;
}

/** The shortest form that loses nothing. */
function formOf(hours: Hours): number {
  const all = [...hours.values()];
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    if (all.every(figures => isDecimal(figures, 10 ** decimals))) return decimals;
  }
  return all.every(({ min, max, last }) => [min, max, last].every(value => Math.fround(value) === value))
    ? SINGLE
    : DOUBLE;
}

function isDecimal({ n, sum, min, max, last }: ValueFigures, scale: number): boolean {
  const largest = Math.max(Math.abs(min), Math.abs(max)) * scale;
  if (largest >= LARGEST_SCALED || largest * n >= LARGEST_SUM) return false;
  const whole = (value: number, about: number) => {
    const scaled = value * scale;
    return Math.abs(scaled - Math.round(scaled)) <= Math.abs(about) * NOISE;
  };
  return [min, max, last].every(value => whole(value, value * scale)) && (n === 1 || whole(sum, largest * n));
}
