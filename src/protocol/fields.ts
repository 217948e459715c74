import { type Eui, euiFromBigInt, euiToBigInt } from '../kit/eui.ts';
import { FieldError } from './errors.ts';
import type { Key, ValueWriter } from './writer.ts';

/**
 * One field of a message: how a parsed value (from MessagePack or JSON) becomes a narrow one, and how it is written.
 * `read` throws a FieldError that names the field; absent values never reach it.
 */
export interface Field<T> {
  readonly optional: boolean;
  read(value: unknown, name: string): T;
  write(out: ValueWriter, value: T): void;
}

export type FieldMap = Readonly<Record<string, Field<unknown>>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
type OptionalKeys<F extends FieldMap> = { [K in keyof F]: undefined extends ValueOf<F[K]> ? K : never }[keyof F];
/** The message a field map describes; optional fields may be missing. */
export type MessageOf<F extends FieldMap> = { [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
  [K in OptionalKeys<F>]?: ValueOf<F[K]>;
};

/** A message type: its fields in table order, and the rule that binds several of them. */
export interface MessageType<T> {
  readonly names: readonly string[];
  /** Checks an already parsed map. Unknown keys are ignored; nil counts as absent (BSSCI 3.2). */
  read(map: Readonly<Record<string, unknown>>): T;
  /** Number of fields of `message` that will be written. */
  count(message: T): number;
  write(out: ValueWriter, message: T): void;
}

function wrong(text: string): FieldError {
  return new FieldError('type', text);
}

function outside(text: string): FieldError {
  return new FieldError('range', text);
}

/** @param check returns what is wrong with fields that are right one by one, or undefined */
export function message<F extends FieldMap>(
  fields: F,
  check?: (message: MessageOf<F>) => string | undefined,
): MessageType<MessageOf<F>> {
  const entries = Object.entries(fields).map(([name, field]) => ({ name, field, key: encodedKey(name) }));
  return {
    names: Object.keys(fields),
    read(map) {
      const result: Record<string, unknown> = {};
      for (const { name, field } of entries) {
        const value = map[name];
        if (value === undefined || value === null) {
          if (!field.optional) throw new FieldError('missing', `${name} missing`);
        } else result[name] = field.read(value, name);
      }
      const problem = check?.(result as MessageOf<F>);
      if (problem) throw wrong(problem);
      return result as MessageOf<F>;
    },
    count(msg) {
      let count = 0;
      for (const { name } of entries) if ((msg as Record<string, unknown>)[name] !== undefined) count++;
      return count;
    },
    write(out, msg) {
      for (const { name, field, key } of entries) {
        const value = (msg as Record<string, unknown>)[name];
        if (value === undefined) continue;
        out.key(key);
        field.write(out, value);
      }
    },
  };
}

/** The same field, allowed to be missing. */
export function opt<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true } as Field<T | undefined>;
}

/** An optional number that some writers fill with 0 when they have none (BSSCI 9.4). */
export function nonZero<T extends number | bigint>(field: Field<T>): Field<T | undefined> {
  return { ...opt(field), read: (value, name) => field.read(value, name) || undefined };
}

function encodedKey(name: string): Key {
  if (name.length > 31) throw new RangeError(`field name too long: ${name}`);
  return { name, encoded: Buffer.from([0xa0 | name.length, ...Buffer.from(name)]) };
}

/** A whole number within [min, max]; MessagePack integers of any width and floats with an exact integral value (BSSCI 3.3). */
function integer(min: number, max: number): Field<number> {
  return {
    optional: false,
    read(value, name) {
      const number = typeof value === 'bigint' ? Number(value) : value;
      if (typeof number !== 'number') throw wrong(`${name} is not an integer`);
      if (!Number.isInteger(number)) throw outside(`${name} is not an integer`);
      if (number < min || number > max) throw outside(`${name} out of range`);
      return number;
    },
    write: (out, value) => out.int(value),
  };
}

/** A 64-bit whole number as bigint: accepts number and bigint. */
function integer64(min: bigint, max: bigint): Field<bigint> {
  return {
    optional: false,
    read(value, name) {
      const whole = wholeNumber(value);
      if (whole === undefined)
        throw typeof value === 'number' ? outside(`${name} is not an integer`) : wrong(`${name} is not an integer`);
      if (whole < min || whole > max) throw outside(`${name} out of range`);
      return whole;
    },
    write: (out, value) => out.int(value),
  };
}

function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

const MAX_I64 = 0x7fff_ffff_ffff_ffffn;
const MAX_U64 = 0xffff_ffff_ffff_ffffn;

export const u8 = integer(0, 0xff);
export const u16 = integer(0, 0xffff);
export const u24 = integer(0, 0xff_ffff);
export const u32 = integer(0, 0xffff_ffff);
export const u64 = integer64(0n, MAX_U64);
export const i64 = integer64(-MAX_I64 - 1n, MAX_I64);
/** Queue ids and operation ids: within what a JavaScript number holds exactly. */
export const safeInt = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
/** Nanoseconds since 1970-01-01 UTC, 1 … 2^63−1. */
export const timeNs = integer64(1n, MAX_I64);

/** A finite float64; integers are accepted because writers in JavaScript turn −80.0 into −80. */
export const f64: Field<number> = {
  optional: false,
  read(value, name) {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number !== 'number') throw wrong(`${name} is not a number`);
    if (!Number.isFinite(number)) throw outside(`${name} is not a number`);
    return number;
  },
  write: (out, value) => out.f64(value),
};

export const f32: Field<number> = {
  ...f64,
  read(value, name) {
    const number = f64.read(value, name);
    if (!Number.isFinite(Math.fround(number))) throw outside(`${name} out of range`);
    return number;
  },
  write: (out, value) => out.f32(value),
};

export const bool: Field<boolean> = {
  optional: false,
  read(value, name) {
    if (typeof value !== 'boolean') throw wrong(`${name} is not a boolean`);
    return value;
  },
  write: (out, value) => out.bool(value),
};

export const str: Field<string> = {
  optional: false,
  read(value, name) {
    if (typeof value !== 'string') throw wrong(`${name} is not a string`);
    return value;
  },
  write: (out, value) => out.str(value),
};

/** One of a closed list of words. */
export function word<const W extends string>(...words: readonly W[]): Field<W> {
  return {
    ...str,
    read(value, name) {
      if (typeof value !== 'string' || !(words as readonly string[]).includes(value)) {
        throw wrong(`${name} is not one of ${words.join(', ')}`);
      }
      return value as W;
    },
  } as Field<W>;
}

export const eui: Field<Eui> = {
  optional: false,
  read(value, name) {
    const whole = wholeNumber(value);
    if (whole === undefined || whole < -MAX_I64 - 1n || whole > MAX_U64) throw wrong(`${name} is not an EUI`);
    return euiFromBigInt(whole);
  },
  write: (out, value) => out.int(euiToBigInt(value)),
};

/** An EUI that is written as an unsigned number and is not zero (SCACI 3.2). */
export const unsignedEui: Field<Eui> = {
  ...eui,
  read(value, name) {
    const whole = u64.read(value, name);
    if (whole === 0n) throw wrong(`${name} is zero`);
    return euiFromBigInt(whole);
  },
};

/**
 * A byte string: written as an array of unsigned integers; read from such an array, from signed integers (value + 256)
 * and from the bin formats (BSSCI 3.3).
 */
export function bytes(min: number, max: number = min): Field<Uint8Array> {
  return byteString(min, max, LOWEST_SIGNED);
}

/** A byte string that is not read from signed integers (SCACI 3.2). */
export function octets(min: number, max: number = min): Field<Uint8Array> {
  return byteString(min, max, 0);
}

const LOWEST_SIGNED = -128;

function byteString(min: number, max: number, lowest: number): Field<Uint8Array> {
  return {
    optional: false,
    read(value, name) {
      const result = readBytes(value, name, lowest);
      if (result.length < min || result.length > max) throw wrong(`${name} has a wrong length`);
      return result;
    },
    write(out, value) {
      out.array(value.length);
      for (const byte of value) out.int(byte);
    },
  };
}

function readBytes(value: unknown, name: string, lowest: number): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (!Array.isArray(value)) throw wrong(`${name} is not a byte string`);
  const result = new Uint8Array(value.length);
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i];
    const byte = typeof item === 'bigint' ? Number(item) : item;
    if (typeof byte !== 'number') throw wrong(`${name} is not a byte string`);
    if (!Number.isInteger(byte) || byte < lowest || byte > 255) throw outside(`${name} is not a byte string`);
    result[i] = byte;
  }
  return result;
}

/** An array of between `min` and `max` items. */
export function list<T>(item: Field<T>, min: number, max: number): Field<T[]> {
  return {
    optional: false,
    read(value, name) {
      if (!Array.isArray(value)) throw wrong(`${name} is not an array`);
      if (value.length < min || value.length > max) throw wrong(`${name} has a wrong length`);
      return value.map(entry => item.read(entry, name));
    },
    write(out, value) {
      out.array(value.length);
      for (const entry of value) item.write(out, entry);
    },
  };
}

/** A nested map with fields of its own. */
export function nested<T>(type: MessageType<T>): Field<T> {
  return {
    optional: false,
    read(value, name) {
      if (!isMap(value)) throw wrong(`${name} is not a map`);
      return type.read(value);
    },
    write(out, value) {
      out.map(type.count(value));
      type.write(out, value);
    },
  };
}

/** Latitude °, longitude °, altitude m. */
export interface Geo {
  latitude: number;
  longitude: number;
  altitude: number;
}

const triple = list(f64, 3, 3);
/** A map with whatever keys and values, as it was decoded. Never written by us. */
export const anyMap: Field<Readonly<Record<string, unknown>>> = {
  optional: false,
  read(value, name) {
    if (!isMap(value)) throw wrong(`${name} is not a map`);
    return value;
  },
  write: out => out.nil(),
};

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** An array of exactly three numbers; whether they are a plausible place is the caller's question. */
export const geo: Field<Geo> = {
  optional: false,
  read(value, name) {
    const [latitude = 0, longitude = 0, altitude = 0] = triple.read(value, name);
    return { latitude, longitude, altitude };
  },
  write: (out, value) => triple.write(out, [value.latitude, value.longitude, value.altitude]),
};

/** Free-form data that is not used or only shown: any decoded value. Never written by us. */
export const anything: Field<unknown> = {
  optional: false,
  read: value => value,
  write: out => out.nil(),
};
