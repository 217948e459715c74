import type protobuf from 'protobufjs';

/** The JSON text of a value; empty: it is not shown. */
export interface Write {
  (value: unknown): string;
  /** Whether so much is in it that it is better written piece by piece. */
  isLong?(value: unknown): boolean;
  /** The same text in pieces. */
  pieces?(value: unknown): Iterable<string>;
}

/** Items of a list that are written in a fraction of a millisecond. */
const FEW = 32;
/** Letters that become bytes together. */
const TOGETHER = 64 << 10;

/** The bytes of a text that is long, piece by piece; undefined: it is not. */
export function stepsOf(write: Write, value: unknown): Generator<void, Buffer> | undefined {
  return write.pieces && write.isLong?.(value) ? inBytes(write.pieces(value)) : undefined;
}

function* inBytes(pieces: Iterable<string>): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length >= TOGETHER) {
      parts.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  return Buffer.concat([...parts, Buffer.from(text)]);
}

/** What two kinds of JSON do differently with a value. */
export interface JsonForm {
  /** By the schema's name of a type, such as `int64`. */
  readonly scalars: ReadonlyMap<string, Write>;
  /** By the full name of a message, for those that are no object of their fields: `.google.protobuf.Timestamp`. */
  readonly special: ReadonlyMap<string, Write>;
}

type Message = Readonly<Record<string, unknown>>;

/** Writes one field with its key and a comma before; empty when it is absent. */
interface WriteField {
  (message: Message): string;
  isLong(message: Message): boolean;
  pieces(message: Message): Iterable<string>;
}

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

/** The writers of a schema, each made at its first use: what a handler gives, in lowerCamelCase, without a copy of it. */
export class JsonWriters {
  readonly #form: JsonForm;
  readonly #made = new Map<string, Write>();

  constructor(form: JsonForm) {
    this.#form = form;
  }

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
    write.isLong = value => fields.some(field => field.isLong(value as Message));
    write.pieces = value => objectPieces(fields, value as Message);
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
    const empty = this.#emptyOf(field);
    const writeField = (message: Message): string => {
      const value = message[of];
      if (value !== undefined && value !== null) {
        const text = write(value);
        return text === '' ? '' : start + text;
      }
      return empty === '' ? '' : start + empty;
    };
    return Object.assign(writeField, {
      isLong(message: Message) {
        const value = message[of] ?? undefined;
        return value !== undefined && (write.isLong?.(value) ?? false);
      },
      *pieces(message: Message) {
        yield start;
        yield* write.pieces?.(message[of]) ?? [];
      },
    });
  }

  #single(field: protobuf.Field, omit: readonly string[]): Write {
    const type = field.resolvedType;
    if (type && 'fieldsArray' in type) {
      return this.#form.special.get(type.fullName) ?? this.of(type, omit);
    }
    return this.#scalar(field);
  }

  #scalar(field: protobuf.Field): Write {
    const write = this.#form.scalars.get(field.type);
    if (!write) throw new Error(`${field.fullName}: JSON has no form for ${field.type}`);
    return write;
  }

  /** What is shown where a handler gave nothing; empty: nothing. */
  #emptyOf(field: protobuf.Field): string {
    if (field.map) return '{}';
    if (field.repeated) return '[]';
    if (field.partOf !== null || field.resolvedType) return '';
    if (field.type === 'string' || field.type === 'bytes') return '""';
    return field.type === 'bool' ? 'false' : this.#scalar(field)(0);
  }
}

/** lowerCamelCase, as the mapping of Protocol Buffers to JSON has it. */
export function jsonName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Of an object with something long in it. */
function* objectPieces(fields: readonly WriteField[], message: Message): Generator<string, void> {
  let before = '{';
  for (const field of fields) {
    const pieces = field.isLong(message) ? field.pieces(message) : [field(message)];
    for (const piece of pieces) {
      if (piece === '') continue;
      // Each field begins with a comma.
      yield before === '' ? piece : before + piece.slice(1);
      before = '';
    }
  }
  yield before === '' ? '}' : '{}';
}

const listWriter = (one: Write): Write => {
  const write: Write = value => {
    let text = '';
    for (const item of value as Iterable<unknown>) text += `,${one(item) || 'null'}`;
    return `[${text.slice(1)}]`;
  };
  const isLong = (item: unknown) => one.isLong?.(item) ?? false;
  write.isLong = value => Array.isArray(value) && (value.length > FEW || value.some(isLong));
  write.pieces = function* (value) {
    let before = '[';
    for (const item of value as Iterable<unknown>) {
      if (isLong(item)) {
        yield before;
        yield* one.pieces?.(item) ?? [];
      } else yield before + (one(item) || 'null');
      before = ',';
    }
    yield before === ',' ? ']' : '[]';
  };
  return write;
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
export const finite: Write = value => (Number.isFinite(value) ? String(value) : '');
const bytes: Write = value =>
  `"${typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('base64')}"`;

interface Halves {
  readonly low: number;
  readonly high: number;
}

/** A signed number of 64 bits, however a handler gives it. */
export function signed64(value: unknown): bigint {
  return BigInt.asIntN(64, bigintOf(value));
}

export function unsigned64(value: unknown): bigint {
  return BigInt.asUintN(64, bigintOf(value));
}

function bigintOf(value: unknown): bigint {
  if (typeof value === 'object' && value !== null) {
    const { low, high } = value as Halves;
    return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  }
  return BigInt(value as number | string);
}

export interface Time {
  readonly seconds?: number | string | Halves | null;
  readonly nanos?: number | null;
}

/** Whole seconds since 1970 of a time. */
export function secondsOf({ seconds }: Time): number {
  return typeof seconds === 'object' && seconds !== null ? Number(signed64(seconds)) : Number(seconds ?? 0);
}

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
  if (typeof numberValue === 'number') return finite(numberValue) || 'null';
  if (typeof stringValue === 'string') return text(stringValue);
  return typeof boolValue === 'boolean' ? flag(boolValue) : 'null';
};

const list: Write = value => listWriter(anyJson)((value as { readonly values?: readonly Value[] | null }).values ?? []);

/** The forms of values that are the same in every JSON. */
export const PLAIN_SCALARS: readonly (readonly [string, Write])[] = [
  ['string', text],
  ['bool', flag],
  ['bytes', bytes],
];
export const PLAIN_SPECIAL: readonly (readonly [string, Write])[] = [
  ['.google.protobuf.Struct', struct],
  ['.google.protobuf.Value', anyJson],
  ['.google.protobuf.ListValue', list],
];
