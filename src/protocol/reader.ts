import { endOf } from './skip.ts';

/** The payload is not one complete MessagePack map with text keys. */
export class Undecodable extends Error {}

/** Stand for a MessagePack ext value, and for an array that is too long to be built: no field accepts them. */
const EXT = Symbol('ext');
export const UNBUILT = Symbol('unbuilt');
/** Levels of arrays and maps. The protocols need four; vendor data may nest deeper, an attack much deeper. */
const MAX_DEPTH = 32;
/**
 * A message of more bytes is built as far as it is wanted: up to so many values in the fields that have a name. Half a
 * million small ones would keep all other peers waiting.
 */
export const MOST_VALUES = 65_536;

/** A decoded map. It inherits nothing, so no key can collide with what objects have. */
export type Fields = Record<string, unknown>;
const Fields = function Fields() {} as unknown as { new (): Fields; prototype: unknown };
// `{ __proto__: null }` would be a slow dictionary; objects of this constructor are as fast as literals.
Fields.prototype = Object.create(null);

/** A text that comes again and again. */
interface Known {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Longest known text, and where those are found that have its length and begin with its letter. */
const MAX_KNOWN = 31;
const LETTERS = 32;
const placeOf = (length: number, first: number): number => length * LETTERS + (first % LETTERS);

/**
 * Reads MessagePack of a peer that is not trusted: memory grows with the bytes that are there, never with a number they
 * contain, and nesting is bounded. Integers of 64 bits become bigint, all others numbers; bin becomes a Uint8Array of its
 * own; ext becomes a symbol. Of a message that is larger than any that is meant, only what is wanted is built.
 */
export class MsgPackReader {
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  readonly #known: readonly (readonly Known[])[];
  readonly #wanted: ReadonlySet<string> | undefined;
  /** Values that may still be built. A message has no more of them than bytes, so that most never come to it. */
  #left = 0;

  /**
   * @param wanted fields of a message that are read; all when it is not given
   * @param commands like the fields that are wanted, texts that come again and again: they are not made anew each time. One reader may
   *   serve all connections, for no peer can add to them
   */
  constructor(wanted?: ReadonlySet<string>, commands: Iterable<string> = []) {
    this.#wanted = wanted;
    const texts = new Set([...(wanted ?? []), ...commands]);
    const places = Array.from({ length: texts.size > 0 ? (MAX_KNOWN + 1) * LETTERS : 0 }, (): Known[] => []);
    for (const text of texts) {
      const bytes = Buffer.from(text);
      if (bytes.length <= MAX_KNOWN) places[placeOf(bytes.length, bytes[0] ?? 0)]?.push({ bytes, text });
    }
    this.#known = places;
  }

  /** @throws Undecodable unless `bytes` is exactly one map */
  map(bytes: Buffer): Fields {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    this.#left = MOST_VALUES;
    const format = this.#u8();
    let length: number;
    if ((format & 0xf0) === 0x80) length = format & 0x0f;
    else if (format === 0xde) length = this.#u16();
    else if (format === 0xdf) length = this.#u32();
    else throw new Undecodable('not a map');
    const result =
      bytes.length > MOST_VALUES && this.#wanted ? this.#some(length, this.#wanted) : this.#fields(length, 0);
    if (this.#at !== bytes.length) throw new Undecodable('bytes left over');
    return result;
  }

  #value(depth: number): unknown {
    const format = this.#u8();
    if (format < 0x80) return format;
    if (format >= 0xe0) return format - 0x100;
    if (format < 0x90) return this.#fields(format & 0x0f, depth);
    if (format < 0xa0) return this.#array(format & 0x0f, depth);
    if (format < 0xc0) return this.#text(format & 0x1f);
    return this.#wide(format, depth);
  }

  #wide(format: number, depth: number): unknown {
    switch (format) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.#bin(this.#u8());
      case 0xc5:
        return this.#bin(this.#u16());
      case 0xc6:
        return this.#bin(this.#u32());
      case 0xc7:
        return this.#ext(this.#u8());
      case 0xc8:
        return this.#ext(this.#u16());
      case 0xc9:
        return this.#ext(this.#u32());
      case 0xca:
        return this.#view.getFloat32(this.#skip(4));
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xcc:
        return this.#u8();
      case 0xcd:
        return this.#u16();
      case 0xce:
        return this.#u32();
      case 0xcf:
        return this.#view.getBigUint64(this.#skip(8));
      case 0xd0:
        return this.#view.getInt8(this.#skip(1));
      case 0xd1:
        return this.#view.getInt16(this.#skip(2));
      case 0xd2:
        return this.#view.getInt32(this.#skip(4));
      case 0xd3:
        return this.#view.getBigInt64(this.#skip(8));
      case 0xd9:
        return this.#text(this.#u8());
      case 0xda:
        return this.#text(this.#u16());
      case 0xdb:
        return this.#text(this.#u32());
      case 0xdc:
        return this.#array(this.#u16(), depth);
      case 0xdd:
        return this.#array(this.#u32(), depth);
      case 0xde:
        return this.#fields(this.#u16(), depth);
      case 0xdf:
        return this.#fields(this.#u32(), depth);
      case 0xc1:
        throw new Undecodable('unused format');
      default:
        // 0xd4 … 0xd8: ext of 1, 2, 4, 8, 16 bytes
        return this.#ext(1 << (format - 0xd4));
    }
  }

  #fields(length: number, depth: number): Fields {
    const result = new Fields();
    if (!this.#nest(length * 2, depth)) return result;
    for (let i = 0; i < length; i++) {
      const key = this.#key(depth);
      if (key === '__proto__') throw new Undecodable('key not allowed');
      result[key] = this.#value(depth + 1);
    }
    return result;
  }

  /** The fields of a message that are wanted; the others are passed over. */
  #some(length: number, wanted: ReadonlySet<string>): Fields {
    const result = new Fields();
    for (let i = 0; i < length; i++) {
      const key = this.#key(0);
      if (wanted.has(key)) result[key] = this.#value(1);
      else this.#pass(1, 1);
    }
    return result;
  }

  /** Vendor data inside a message may count its keys; a message itself may not. */
  #key(depth: number): string {
    const key = this.#value(MAX_DEPTH);
    if (typeof key === 'string') return key;
    if (depth > 0 && (typeof key === 'number' || typeof key === 'bigint')) return String(key);
    throw new Undecodable('key is not a text');
  }

  #array(length: number, depth: number): unknown[] | typeof UNBUILT {
    if (!this.#nest(length, depth)) return UNBUILT;
    const result: unknown[] = [];
    for (let i = 0; i < length; i++) result.push(this.#value(depth + 1));
    return result;
  }

  /** @returns whether a container of so many values is built; one that would be too much is passed over */
  #nest(values: number, depth: number): boolean {
    if (depth >= MAX_DEPTH) throw new Undecodable('nested too deeply');
    if (values > this.#bytes.length - this.#at) throw new Undecodable('ends early');
    if (values > this.#left) {
      this.#pass(values, depth + 1);
      return false;
    }
    this.#left -= values;
    return true;
  }

  /** Moves on by whole values, whose depth this is. */
  #pass(values: number, depth: number): void {
    const end = endOf(this.#bytes, this.#at, values, MAX_DEPTH - depth);
    if (end === undefined) throw new Undecodable('not a whole value');
    this.#at = end;
  }

  #text(length: number): string {
    const begin = this.#skip(length);
    const known = length > MAX_KNOWN ? undefined : this.#known[placeOf(length, this.#bytes[begin] ?? 0)];
    if (known) for (const { bytes, text } of known) if (this.#same(bytes, begin)) return text;
    return this.#bytes.toString('utf8', begin, this.#at);
  }

  #same(known: Buffer, begin: number): boolean {
    for (let i = 0; i < known.length; i++) if (known[i] !== this.#bytes[begin + i]) return false;
    return true;
  }

  /** A copy: a view would keep the whole chunk in memory, and take it along to other threads. */
  #bin(length: number): Uint8Array {
    const begin = this.#skip(length);
    return new Uint8Array(this.#bytes.subarray(begin, begin + length));
  }

  #ext(length: number): typeof EXT {
    this.#skip(length + 1);
    return EXT;
  }

  #u8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  #u16(): number {
    return this.#view.getUint16(this.#skip(2));
  }

  #u32(): number {
    return this.#view.getUint32(this.#skip(4));
  }

  /** Moves on by `bytes`; returns where they begin. */
  #skip(bytes: number): number {
    const begin = this.#at;
    if (bytes > this.#bytes.length - begin) throw new Undecodable('ends early');
    this.#at = begin + bytes;
    return begin;
  }
}
