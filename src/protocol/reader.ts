/** The payload is not one complete MessagePack map with text keys. */
export class Undecodable extends Error {}

/** Stands for a MessagePack ext value: no field accepts it, and unknown fields are ignored anyway. */
const EXT = Symbol('ext');
/** Levels of arrays and maps. The protocols need four; vendor data may nest deeper, an attack much deeper. */
const MAX_DEPTH = 32;
/** Texts of this length or less are remembered: field names and commands come again and again. */
const MAX_REMEMBERED = 31;
const REMEMBERED_PER_LENGTH = 16;

/** A decoded map. It inherits nothing, so no key can collide with what objects have. */
export type Fields = Record<string, unknown>;
const Fields = function Fields() {} as unknown as { new (): Fields; prototype: unknown };
// `{ __proto__: null }` would be a slow dictionary; objects of this constructor are as fast as literals.
Fields.prototype = Object.create(null);

interface Remembered {
  readonly bytes: Buffer;
  readonly text: string;
}

/**
 * Reads MessagePack of a peer that is not trusted: memory grows with the bytes that are there, never with a number they
 * contain, and nesting is bounded. Integers of 64 bits become bigint, all others numbers; bin becomes a Uint8Array of its
 * own; ext becomes a symbol.
 */
export class MsgPackReader {
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  readonly #remembered: (Remembered[] | undefined)[] = [];

  /** @throws Undecodable unless `bytes` is exactly one map */
  map(bytes: Buffer): Fields {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    const format = this.#u8();
    let result: Fields;
    if ((format & 0xf0) === 0x80) result = this.#fields(format & 0x0f, 0);
    else if (format === 0xde) result = this.#fields(this.#u16(), 0);
    else if (format === 0xdf) result = this.#fields(this.#u32(), 0);
    else throw new Undecodable('not a map');
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
    this.#nest(length * 2, depth);
    const result = new Fields();
    for (let i = 0; i < length; i++) {
      const key = this.#key(depth);
      if (key === '__proto__') throw new Undecodable('key not allowed');
      result[key] = this.#value(depth + 1);
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

  #array(length: number, depth: number): unknown[] {
    this.#nest(length, depth);
    const result: unknown[] = [];
    for (let i = 0; i < length; i++) result.push(this.#value(depth + 1));
    return result;
  }

  #nest(values: number, depth: number): void {
    if (depth >= MAX_DEPTH) throw new Undecodable('nested too deeply');
    if (values > this.#bytes.length - this.#at) throw new Undecodable('ends early');
  }

  #text(length: number): string {
    const begin = this.#skip(length);
    if (length > MAX_REMEMBERED) return this.#bytes.toString('utf8', begin, this.#at);
    let known = this.#remembered[length];
    if (!known) {
      known = [];
      this.#remembered[length] = known;
    }
    for (const entry of known) if (this.#same(entry.bytes, begin)) return entry.text;
    const text = this.#bytes.toString('utf8', begin, this.#at);
    if (known.length < REMEMBERED_PER_LENGTH)
      known.push({ bytes: Buffer.from(this.#bytes.subarray(begin, this.#at)), text });
    return text;
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
