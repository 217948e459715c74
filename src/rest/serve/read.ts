import type protobuf from 'protobufjs';
import type { FaultName } from '../../kit/faults/faults.ts';
import type { Violation } from '../../rpc/input.ts';
import { jsonName } from '../../rpc/serve/json-writer.ts';
import { timeOf } from './time.ts';

/** A body while it is read: where it is read now, and what was found there that does not belong there. */
export class Reading {
  /** Names of fields, in snake_case, and places in lists. */
  readonly path: (string | number)[] = [];
  readonly violations: Violation[] = [];
  /** Keys that the schema does not know, each with its path. */
  readonly unknown: (readonly (string | number)[])[] = [];
  #depth = 0;

  /** The value has a type that does not belong there. */
  wrong(problem: string, fault: FaultName = 'MalformedRequest'): undefined {
    const field = this.path.join('.');
    this.violations.push({ field, fault, about: { field, problem } });
    return undefined;
  }

  in<T>(place: string | number, read: () => T): T {
    this.path.push(place);
    try {
      return read();
    } finally {
      this.path.pop();
    }
  }

  /** One level deeper in free JSON. */
  deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= MAX_DEPTH) return this.wrong('is nested too deeply');
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

/** Levels of free JSON, and of messages in messages. */
const MAX_DEPTH = 64;
const MOST_UNKNOWN = 64;

/** Turns a value of JSON into what a handler gets; what is wrong with it is noted. */
type Read = (value: unknown, reading: Reading) => unknown;

interface FieldReader {
  readonly name: string;
  /** What is sent of it is not judged (clarification R17). */
  readonly isOutputOnly: boolean;
  readonly read: Read;
}

/** Reads messages of one type. */
export interface MessageReader {
  /** What a handler gets of an empty message. */
  blank(): Record<string, unknown>;
  /** @param skip fields that do not come this way, by their name in JSON */
  read(value: unknown, reading: Reading, skip?: ReadonlySet<string>): Record<string, unknown> | undefined;
  /** Names in JSON, with those of the schema. */
  readonly fields: ReadonlyMap<string, FieldReader>;
}

/** The readers of a schema, each made at its first use. */
export class Readers {
  readonly #made = new Map<protobuf.Type, MessageReader>();

  of(type: protobuf.Type): MessageReader {
    const made = this.#made.get(type);
    if (made) return made;
    const fields = new Map<string, FieldReader>();
    const defaults: [string, () => unknown][] = [];
    const reader: MessageReader = {
      fields,
      blank() {
        const message: Record<string, unknown> = {};
        for (const [name, make] of defaults) message[name] = make();
        return message;
      },
      read(value, reading, skip) {
        if (!isObject(value)) return reading.wrong('must be an object');
        const message = reader.blank();
        for (const key of Object.keys(value)) {
          const field = fields.get(key);
          if (!field || skip?.has(key)) {
            if (reading.unknown.length < MOST_UNKNOWN) reading.unknown.push([...reading.path, key]);
            continue;
          }
          const item = value[key];
          if (item === null) continue;
          if (field.isOutputOnly) {
            const unjudged = new Reading();
            const said = field.read(item, unjudged);
            if (unjudged.violations.length === 0) message[field.name] = said;
            continue;
          }
          reading.path.push(field.name);
          message[field.name] = field.read(item, reading);
          reading.path.pop();
        }
        return message;
      },
    };
    this.#made.set(type, reader);
    for (const field of type.fieldsArray) {
      field.resolve();
      fields.set(jsonName(field.name), {
        name: field.name,
        isOutputOnly: field.getOption('output_only') === true,
        read: this.#reader(field),
      });
      const isAbsent = !field.map && !field.repeated && field.partOf !== null;
      if (!isAbsent) defaults.push([field.name, defaultOf(field)]);
    }
    return reader;
  }

  #reader(field: protobuf.Field): Read {
    const one = this.#single(field);
    if (field.map) return mapReader(one);
    return field.repeated ? listReader(one) : one;
  }

  #single(field: protobuf.Field): Read {
    const type = field.resolvedType;
    if (type && 'fieldsArray' in type) {
      const own = SPECIAL.get(type.fullName);
      if (own) return own;
      let reader: MessageReader | undefined;
      return (value, reading) => {
        reader ??= this.of(type);
        const known = reader;
        return reading.deeper(() => known.read(value, reading));
      };
    }
    const read = SCALARS.get(field.type);
    if (!read) throw new Error(`${field.fullName}: REST has no form for ${field.type}`);
    return read;
  }
}

function defaultOf(field: protobuf.Field): () => unknown {
  if (field.map) return () => ({});
  if (field.repeated) return () => [];
  if (field.resolvedType) return () => null;
  const plain = LONGS.has(field.type) ? '0' : field.type === 'bytes' ? Buffer.alloc(0) : field.typeDefault;
  return () => plain;
}

const SIGNED_LONGS = ['int64', 'sint64', 'sfixed64'];
const UNSIGNED_LONGS = ['uint64', 'fixed64'];
const LONGS: ReadonlySet<string> = new Set([...SIGNED_LONGS, ...UNSIGNED_LONGS]);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listReader =
  (one: Read): Read =>
  (value, reading) => {
    if (!Array.isArray(value)) return reading.wrong('must be a list');
    const items: unknown[] = [];
    for (let place = 0; place < value.length; place++) {
      reading.path.push(place);
      items.push(one(value[place], reading));
      reading.path.pop();
    }
    return items;
  };

const mapReader =
  (one: Read): Read =>
  (value, reading) => {
    if (!isObject(value)) return reading.wrong('must be an object');
    // Also a key that an assignment would take for something else.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, reading.in(key, () => one(item, reading))]),
    );
  };

const integer =
  (min: number, max: number): Read =>
  (value, reading) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return reading.wrong('must be a whole number');
    return value >= min && value <= max ? value : reading.wrong(`must be between ${min} and ${max}`);
  };

const finite: Read = (value, reading) =>
  typeof value === 'number' && Number.isFinite(value) ? value : reading.wrong('must be a number');

const WHOLE_TEXT = /^(0|-?[1-9][0-9]{0,19})$/;

/** Numbers beyond 2^53 are text. */
const long =
  (min: bigint, max: bigint): Read =>
  (value, reading) => {
    const isWhole = Number.isSafeInteger(value) || (typeof value === 'string' && WHOLE_TEXT.test(value));
    const whole = isWhole ? BigInt(value as number | string) : max + 1n;
    return whole >= min && whole <= max ? String(whole) : reading.wrong('must be a whole number of 64 bits');
  };

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

const bytes: Read = (value, reading) =>
  typeof value === 'string' && BASE64.test(value) ? Buffer.from(value, 'base64') : reading.wrong('must be base64');

const text: Read = (value, reading) => (typeof value === 'string' ? value : reading.wrong('must be a text'));
const flag: Read = (value, reading) => (typeof value === 'boolean' ? value : reading.wrong('must be true or false'));

const int32 = integer(-0x8000_0000, 0x7fff_ffff);
const uint32 = integer(0, 0xffff_ffff);

const SCALARS: ReadonlyMap<string, Read> = new Map([
  ['string', text],
  ['bool', flag],
  ['bytes', bytes],
  ['double', finite],
  ['float', finite],
  ['int32', int32],
  ['sint32', int32],
  ['uint32', uint32],
  ...SIGNED_LONGS.map((type): [string, Read] => [type, long(-(2n ** 63n), 2n ** 63n - 1n)]),
  ...UNSIGNED_LONGS.map((type): [string, Read] => [type, long(0n, 2n ** 64n - 1n)]),
]);

/** Both ends of a range have a token of their own, wherever they stand. */
const RANGE_ENDS: ReadonlySet<string | number | undefined> = new Set(['from', 'to']);

const timestamp: Read = (value, reading) => {
  const time = typeof value === 'string' || typeof value === 'number' ? timeOf(value) : undefined;
  if (time) return time;
  const isOfRange = RANGE_ENDS.has(reading.path.at(-1));
  return reading.wrong('must be a time such as 2026-01-20T10:00:00Z', isOfRange ? 'InvalidTimeRange' : undefined);
};

const struct: Read = (value, reading) => {
  if (!isObject(value)) return reading.wrong('must be an object');
  const entries = Object.entries(value).map(([key, item]) => [key, anyJson(item, reading)]);
  return { fields: Object.fromEntries(entries) };
};

const anyJson: Read = (value, reading) => {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'number':
      return Number.isFinite(value) ? { numberValue: value } : reading.wrong('has a number that is too large');
    case 'boolean':
      return { boolValue: value };
  }
  if (value === null || value === undefined) return { nullValue: 'NULL_VALUE' };
  return reading.deeper(() => {
    if (!Array.isArray(value)) return { structValue: struct(value, reading) };
    return { listValue: { values: value.map(item => anyJson(item, reading)) } };
  });
};

const SPECIAL: ReadonlyMap<string, Read> = new Map([
  ['.google.protobuf.Timestamp', timestamp],
  ['.google.protobuf.Struct', struct],
  ['.google.protobuf.Value', anyJson],
]);
