import { InvalidArgumentError } from 'commander';
import { type Eui, parseEui } from '../kit/eui.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/units.ts';

/** An EUI-64 in any usual spelling. */
export function eui(text: string): Eui {
  const parsed = parseEui(text);
  if (!parsed) throw new InvalidArgumentError('An EUI-64 has 16 hex digits and is not all zero.');
  return parsed;
}

/** A whole number in a range. */
export function whole(min: number, max: number): (text: string) => number {
  return text => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(`A whole number from ${min} to ${max}.`);
    return number;
  };
}

/** Any number above zero. */
export function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) throw new InvalidArgumentError('A number greater than 0.');
  return number;
}

/** Bytes in hex, so many at least and at most. */
export function hex(min: number, max: number): (text: string) => Buffer {
  return text => {
    const bytes = Buffer.from(text, 'hex');
    if (bytes.length * 2 !== text.length || bytes.length < min || bytes.length > max) {
      throw new InvalidArgumentError(`${min === max ? min : `${min} to ${max}`} bytes in hex.`);
    }
    return bytes;
  };
}

/** One of a few words. */
export function oneOf<const W extends string>(...words: readonly W[]): (text: string) => W {
  return text => {
    const word = words.find(known => known === text);
    if (word === undefined) throw new InvalidArgumentError(`One of: ${words.join(', ')}.`);
    return word;
  };
}

const UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

/** Milliseconds. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const each = Object.entries(UNITS).find(([name]) => name === unit)?.[1];
  if (each === undefined) throw new InvalidArgumentError('A time such as 30m, 2h or 7d.');
  return Number(number) * each;
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Milliseconds of a point in time, in UTC where it does not say otherwise. */
export function time(text: string): number {
  const zoned = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const at = TIME.test(text) ? Date.parse(zoned) : Number.NaN;
  if (!(at >= 0)) throw new InvalidArgumentError('A time such as 2026-11-01 or 2026-11-01T12:00:00Z.');
  return at;
}
