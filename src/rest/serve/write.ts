import type protobuf from 'protobufjs';
import { jsonName } from './read.ts';

/** The JSON text of a value. */
type Write = (value: unknown) => string;

type Message = Readonly<Record<string, unknown>>;

/** Writes one field with its key and a comma before; empty when it is absent. */
type WriteField = (message: Message) => string;

/** Keys that are not shown: those of this level, and what of deeper ones. */
class Omitted {
  readonly here = new Set<string>();
  readonly #below = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      const [key = '', ...rest] = path.split('.');
      if (rest.length === 0) this.here.add(key);
      else this.#below.set(key, [...(this.#below.get(key) ?? []), rest.join('.')]);
    }
  }

  below(key: string): readonly string[] {
    return this.#below.get(key) ?? [];
  }
}

/** The writers of a schema, each made at its first use. */
export class Writers {
  readonly #made = new Map<string, Write>();

  /** @param omit keys that are not shown, with dots for depth */
  of(type: protobuf.Type, omit: readonly string[] = []): Write {
    const key = [type.fullName, ...omit].join(' ');
    const made = this.#made.get(key);
    if (made) return made;
    const fields: WriteField[] = [];
    const write: Write = value => {
      let text = '';
      for (const field of fields) text += field(value as Message);
      return text === '' ? '{}' : `{${text.slice(1)}}`;
    };
    // Before its fields are looked at: a message may be in itself.
    this.#made.set(key, write);
    const omitted = new Omitted(omit);
    const names = new Set(type.fieldsArray.map(({ name }) => jsonName(name)));
    for (const name of [...omitted.here]) if (!names.has(name)) throw new Error(`${type.fullName} has no ${name}`);
    for (const field of type.fieldsArray) {
      const name = jsonName(field.name);
      if (!omitted.here.has(name)) fields.push(this.#field(field.resolve(), name, omitted.below(name)));
    }
    return write;
  }

  /** A value of a field, whatever it is. */
  ofField(field: protobuf.Field, omit: readonly string[]): Write {
    const one = this.#single(field.resolve(), omit);
    if (field.map) return mapWriter(one);
    return field.repeated ? listWriter(one) : one;
  }

  #field(field: protobuf.Field, name: string, omit: readonly string[]): WriteField {
    const of = field.name;
    const start = `,${JSON.stringify(name)}:`;
    const write = this.ofField(field, omit);
    const empty = emptyOf(field);
    return message => {
      const value = message[of];
      if (value !== undefined && value !== null) {
        const text = write(value);
        return text === '' ? '' : start + text;
      }
      return empty === '' ? '' : start + empty;
    };
  }

  #single(field: protobuf.Field, omit: readonly string[]): Write {
    const type = field.resolvedType;
    if (type && 'fieldsArray' in type) {
      return SPECIAL.get(type.fullName) ?? this.of(type, omit);
    }
    const write = SCALARS.get(field.type);
    if (!write) throw new Error(`${field.fullName}: REST has no form for ${field.type}`);
    return write;
  }
}

/** What is shown where a handler gave nothing; empty: nothing. */
function emptyOf(field: protobuf.Field): string {
  if (field.map) return '{}';
  if (field.repeated) return '[]';
  if (field.partOf !== null || field.resolvedType) return '';
  if (field.type === 'string' || field.type === 'bytes') return '""';
  return field.type === 'bool' ? 'false' : '0';
}

const listWriter =
  (one: Write): Write =>
  value => {
    let text = '';
    for (const item of value as Iterable<unknown>) text += `,${one(item) || 'null'}`;
    return `[${text.slice(1)}]`;
  };

const mapWriter =
  (one: Write): Write =>
  value => {
    let text = '';
    for (const [key, item] of Object.entries(value as object)) text += `,${JSON.stringify(key)}:${one(item) || 'null'}`;
    return `{${text.slice(1)}}`;
  };

/** Letters that need no escape are most of what is written, and a call into native code costs more than a look at a short text. */
const PLAIN = /^[ !#-[\]-~]*$/;
const SHORT = 64;

const text: Write = value => {
  const given = String(value);
  return given.length <= SHORT && PLAIN.test(given) ? `"${given}"` : JSON.stringify(given);
};
const flag: Write = value => (value ? 'true' : 'false');
/** What is no number is not shown: JSON has no word for it. */
const number: Write = value => (Number.isFinite(value) ? String(value) : '');
const bytes: Write = value =>
  `"${typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('base64')}"`;

interface Halves {
  readonly low: number;
  readonly high: number;
}

/** A number, or text when JavaScript numbers cannot hold it. */
const signed: Write = value => long(BigInt.asIntN(64, bigintOf(value)));
const unsigned: Write = value => long(BigInt.asUintN(64, bigintOf(value)));

function bigintOf(value: unknown): bigint {
  if (typeof value === 'object' && value !== null) {
    const { low, high } = value as Halves;
    return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  }
  return BigInt(value as number | string);
}

function long(value: bigint): string {
  const isSafe = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
  return isSafe ? String(value) : `"${value}"`;
}

const SCALARS: ReadonlyMap<string, Write> = new Map([
  ['string', text],
  ['bool', flag],
  ['bytes', bytes],
  ...['double', 'float', 'int32', 'sint32', 'uint32'].map((type): [string, Write] => [type, number]),
  ...['int64', 'sint64', 'sfixed64'].map((type): [string, Write] => [type, signed]),
  ...['uint64', 'fixed64'].map((type): [string, Write] => [type, unsigned]),
]);

interface Time {
  readonly seconds?: number | string | Halves | null;
  readonly nanos?: number | null;
}

/** RFC 3339 in UTC, always with milliseconds. */
const timestamp: Write = value => {
  const { seconds, nanos } = value as Time;
  const whole =
    typeof seconds === 'object' && seconds !== null
      ? Number(BigInt.asIntN(64, bigintOf(seconds)))
      : Number(seconds ?? 0);
  const date = new Date(whole * 1000 + Math.floor((nanos ?? 0) / 1_000_000));
  return Number.isNaN(date.getTime()) ? '' : `"${date.toISOString()}"`;
};

interface Struct {
  readonly fields?: Readonly<Record<string, Value>> | null;
}
interface Value {
  readonly structValue?: Struct | null;
  readonly listValue?: { readonly values?: readonly Value[] | null } | null;
  readonly numberValue?: number | null;
  readonly stringValue?: string | null;
  readonly boolValue?: boolean | null;
}

const struct: Write = value => {
  let all = '';
  for (const [key, item] of Object.entries((value as Struct).fields ?? {})) all += `,${text(key)}:${anyJson(item)}`;
  return `{${all.slice(1)}}`;
};

/** A value of no kind is null. */
const anyJson: Write = value => {
  const { structValue, listValue, numberValue, stringValue, boolValue } = value as Value;
  if (structValue) return struct(structValue);
  if (listValue) return listWriter(anyJson)(listValue.values ?? []);
  if (typeof numberValue === 'number') return number(numberValue) || 'null';
  if (typeof stringValue === 'string') return text(stringValue);
  return typeof boolValue === 'boolean' ? flag(boolValue) : 'null';
};

const list: Write = value => listWriter(anyJson)((value as { readonly values?: readonly Value[] | null }).values ?? []);

const SPECIAL: ReadonlyMap<string, Write> = new Map([
  ['.google.protobuf.Timestamp', timestamp],
  ['.google.protobuf.Struct', struct],
  ['.google.protobuf.Value', anyJson],
  ['.google.protobuf.ListValue', list],
]);
