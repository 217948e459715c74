import { type Eui, parseEui } from '../kit/eui.ts';
import type { FaultName } from '../kit/faults/faults.ts';
import { isPrintable } from '../kit/printable.ts';
import { SECOND_NS } from '../kit/units.ts';
import { parseUuid } from '../kit/uuid.ts';
import { type At, type Check, type Maybe, optional, saying } from './input.ts';

/** The value as it is: for flags and for what only the handler can judge. */
export function asIs<T>(wire: T): T {
  return wire;
}

/** A flag; absent is false. */
export const flag: Check<Maybe<boolean>, boolean> = wire => wire ?? false;

export const eui: Check<Maybe<string>, Eui> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '') return at.refuse('presence', 'EUIRequired');
  return parseEui(wire) ?? at.refuse('format', 'InvalidEUIFormat', { value: wire.slice(0, 64) });
};

export const uuid: Check<Maybe<string>, string> = uuidOr('IDRequired');

/** A UUID whose absence has a token of its own, for example `OrganizationIDRequired`. */
export function uuidOr(missing: FaultName): Check<Maybe<string>, string> {
  return (wire, at) => {
    if (wire === undefined || wire === null || wire === '') return at.refuse('presence', missing);
    return parseUuid(wire) ?? at.refuse('format', 'InvalidIDFormat');
  };
}

const INT64_TEXT = /^(0|[1-9][0-9]{0,18})$/;

/** A storage number (int64 as text); 0 or absent is undefined, because the first one is 1. */
export const seq: Check<Maybe<string>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '' || wire === '0') return undefined;
  if (!INT64_TEXT.test(wire)) at.refuse('range', 'FieldOutOfRange', { min: 0, max: '9223372036854775807' });
  return BigInt(wire);
};

/** A key of 16 bytes as 32 hex digits, separators allowed; empty is undefined. Never shown in an error. */
export const hexKey: Check<Maybe<string>, Uint8Array | undefined> = (wire, at) => {
  const hex = (wire ?? '').replace(/[-: ]/g, '').toLowerCase();
  if (hex === '') return undefined;
  if (!/^[0-9a-f]{32}$/.test(hex) || /^0+$/.test(hex)) at.refuse('format', 'InvalidKeyFormat');
  return Buffer.from(hex, 'hex');
};

/** Trimmed text of at most `max` characters that all show; `required` names the fault of an empty one. */
export function text(
  max: number,
  options: { required?: FaultName; lines?: boolean } = {},
): Check<Maybe<string>, string> {
  return (wire, at) => {
    const trimmed = (wire ?? '').trim();
    if (trimmed === '' && options.required) at.refuse('presence', options.required);
    if (!isPrintable(trimmed, options)) at.refuse('format', 'InvalidArgument', { reason: UNPRINTABLE });
    if (characters(trimmed) > max) at.refuse('range', 'FieldTooLong', { limit: max });
    return trimmed;
  };
}

/** The reason why a text is refused; a client may show it. */
const UNPRINTABLE = 'a character that cannot be printed';

/** Code points, as a person counts. */
export function characters(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

export const name = text(128, { required: 'NameRequired' });
export const description = text(1024, { lines: true });
export const note = text(4096, { lines: true });

const MAX_EMAIL = 254;
/** On a site without a mail service of its own, people are called `name@localhost`. */
const EMAIL = /^[^\s@]+@([^\s@.]+(\.[^\s@.]+)+|localhost)$/i;

export function isEmail(given: string): boolean {
  return given.length <= MAX_EMAIL && EMAIL.test(given);
}

/** An e-mail address; may be empty. */
export const email: Check<Maybe<string>, string> = (wire, at) => {
  const given = (wire ?? '').trim();
  if (given === '') return given;
  if (!isEmail(given)) at.refuse('format', 'InvalidEmailFormat');
  return text(MAX_EMAIL)(given, at);
};

const SEARCH_MAX = 100;

/** The text of a substring search; empty is undefined. */
export const search: Check<Maybe<string>, string | undefined> = (wire, at) => text(SEARCH_MAX)(wire, at) || undefined;

/** The text of a search RPC: at least two characters, as a person counts. */
export const query: Check<Maybe<string>, string> = (wire, at) => {
  if (characters((wire ?? '').trim()) < 2) at.refuse('presence', 'QueryRequired');
  return text(SEARCH_MAX)(wire, at);
};

/** One of a closed list of words. */
export function oneOf<const T extends string>(
  values: readonly T[],
  mistake: FaultName = 'InvalidEnumValue',
): Check<Maybe<string>, T> {
  return saying({ words: values }, (wire, at) => {
    const found = values.find(value => value === wire);
    return found ?? at.refuse('format', mistake, { allowed: values.join(', ') });
  });
}

/** A finite number from `min` to `max`; `mistake` names the fault of another one. */
export function number(min: number, max: number, mistake: FaultName = 'FieldOutOfRange'): Check<number, number> {
  return (wire, at) => {
    if (!(wire >= min && wire <= max)) at.refuse('range', mistake, { min, max });
    return wire;
  };
}

/** A number that some documents carry where their device type has none; all zeros is no EUI at all. */
const PLACEHOLDER = 'ffffffffffffffff';

/** The Type EUI of a device; empty is undefined. */
export const typeEui: Check<Maybe<string>, Eui | undefined> = (wire, at) => {
  if (!wire) return undefined;
  const eui = parseEui(wire);
  return eui === undefined || eui === PLACEHOLDER ? at.refuse('format', 'InvalidTypeEUI') : eui;
};

const MIN_INTERVAL_S = 10;
const MAX_INTERVAL_S = 31_536_000;

/** Seconds between two uplinks; 0 is none. */
export const uplinkInterval: Check<Maybe<number>, number> = (wire, at) =>
  wire ? number(MIN_INTERVAL_S, MAX_INTERVAL_S)(wire, at) : 0;

export const endpointClass = oneOf(['Z', 'A'], 'InvalidEndPointClass');

const TAG_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const TAGS_MAX = 32;
const TAG_VALUE_MAX = 256;

export const tags: Check<Maybe<Readonly<Record<string, string>>>, Readonly<Record<string, string>>> = (wire, at) => {
  const entries = Object.entries(wire ?? {});
  if (entries.length > TAGS_MAX) at.refuse('range', 'InvalidTags', { limit: TAGS_MAX });
  for (const [key, value] of entries) {
    if (!TAG_KEY.test(key) || characters(value) > TAG_VALUE_MAX || !isPrintable(value))
      at.refuse('format', 'InvalidTags');
  }
  return Object.fromEntries(entries);
};

/** Tags as they are stored: equal ones give equal text. */
export function tagsText(tags: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1))));
}

const CALIBRATION_MAX = 64;
const CALIBRATION_KEY_MAX = 128;

/** Calibration values of an endpoint by key. */
export const calibration: Check<Maybe<Readonly<Record<string, number>>>, Readonly<Record<string, number>>> = (
  wire,
  at,
) => {
  const entries = Object.entries(wire ?? {});
  if (entries.length > CALIBRATION_MAX) at.refuse('range', 'TooManyItems', { limit: CALIBRATION_MAX });
  for (const [key, value] of entries) {
    if (key === '' || !isPrintable(key)) at.refuse('format', 'InvalidArgument');
    if (characters(key) > CALIBRATION_KEY_MAX) at.refuse('range', 'FieldTooLong', { limit: CALIBRATION_KEY_MAX });
    if (!Number.isFinite(value))
      at.refuse('range', 'FieldOutOfRange', { min: -Number.MAX_VALUE, max: Number.MAX_VALUE });
  }
  return Object.fromEntries(entries);
};

/** Calibration values as they are stored: equal ones give equal text, none give null. */
export function calibrationText(values: Readonly<Record<string, number>>): string | null {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

export const latitude = optional(number(-90, 90, 'InvalidLocation'));
export const longitude = optional(number(-180, 180, 'InvalidLocation'));

/** Metres; no mast and no mine is beyond. */
const MAX_ALTITUDE_M = 100_000;
export const altitude = optional(number(-MAX_ALTITUDE_M, MAX_ALTITUDE_M));

const MAX_SHORT_ADDRESS = 0xffff;
export const shortAddress = optional(number(0, MAX_SHORT_ADDRESS, 'InvalidShortAddress'));

/** For `refine`, `nested` and `masked`: latitude and longitude are both given, both cleared, or both left alone. */
export function located<V extends object>(value: V, at: At): V {
  const { latitude: lat, longitude: lon } = value as { latitude?: unknown; longitude?: unknown };
  const both = (lat === undefined) === (lon === undefined) && 'latitude' in value === 'longitude' in value;
  return both ? value : at.in('latitude').refuse('format', 'InvalidLocation');
}

/** A google.protobuf.Timestamp as the codec gives it. */
export interface WireTime {
  readonly seconds?: Maybe<string | number>;
  readonly nanos?: Maybe<number>;
}

const YEAR_2000_S = 946_684_800n;
const YEAR_10000_S = 253_402_300_800n;

/** Nanoseconds since 1970 of a time between the years 2000 and 9999; absent is undefined. */
export const time: Check<Maybe<WireTime>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null) return undefined;
  const seconds = BigInt(wire.seconds ?? 0);
  const nanos = wire.nanos ?? 0;
  if (seconds < YEAR_2000_S || seconds >= YEAR_10000_S || nanos < 0 || nanos > 999_999_999) {
    at.refuse('range', 'InvalidTimeRange');
  }
  return seconds * SECOND_NS + BigInt(nanos);
};
