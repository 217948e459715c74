const MIN_CAPACITY = 1024;
const TWO_32 = 0x1_0000_0000;

/** The name of a field, with its MessagePack form that is made once. */
export interface Key {
  readonly name: string;
  readonly encoded: Buffer;
}

/** Where the fields of a message are written to, one value after the other, in whichever encoding. */
export interface ValueWriter {
  map(entries: number): void;
  array(length: number): void;
  key(key: Key): void;
  nil(): void;
  bool(value: boolean): void;
  str(text: string): void;
  int(value: number | bigint): void;
  f64(value: number): void;
  f32(value: number): void;
}

/**
 * Writes MessagePack values of a stated width into one growing buffer. A general encoder picks the format from the value
 * (12.0 becomes an integer), but the protocols fix it by the field: times and EUIs as integers, radio values as float64,
 * priorities as float32, byte strings as arrays of integers (BSSCI 3.3).
 */
export class MsgPackWriter implements ValueWriter {
  #buffer = Buffer.allocUnsafe(MIN_CAPACITY);
  #at = 0;

  /** Forgets what was written; `reserve` bytes in front stay free for a frame header. */
  reset(reserve = 0): void {
    this.#at = reserve;
  }

  get length(): number {
    return this.#at;
  }

  /** A copy of everything written since `reset`, reserved bytes included. */
  take(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#at));
  }

  map(entries: number): void {
    this.#need(5);
    if (entries < 16) this.#buffer[this.#at++] = 0x80 | entries;
    else this.#head16(0xde, entries);
  }

  array(length: number): void {
    this.#need(5);
    if (length < 16) this.#buffer[this.#at++] = 0x90 | length;
    else this.#head16(0xdc, length);
  }

  key({ encoded }: Key): void {
    this.raw(encoded);
  }

  nil(): void {
    this.#need(1);
    this.#buffer[this.#at++] = 0xc0;
  }

  bool(value: boolean): void {
    this.#need(1);
    this.#buffer[this.#at++] = value ? 0xc3 : 0xc2;
  }

  str(text: string): void {
    const length = Buffer.byteLength(text);
    this.#need(length + 5);
    if (length < 32) this.#buffer[this.#at++] = 0xa0 | length;
    else if (length < 0x100) {
      this.#buffer[this.#at++] = 0xd9;
      this.#buffer[this.#at++] = length;
    } else this.#head16(0xda, length);
    this.#at += this.#buffer.write(text, this.#at);
  }

  /** Bytes that are MessagePack already. */
  raw(bytes: Uint8Array): void {
    this.#need(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** An integer in the shortest format that holds it; non-negative ones in the unsigned formats. */
  int(value: number | bigint): void {
    this.#need(9);
    if (typeof value === 'bigint') {
      if (value >= -0x8000_0000n && value <= 0xffff_ffffn) this.int(Number(value));
      else if (value < 0n) {
        this.#buffer[this.#at++] = 0xd3;
        this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
      } else {
        this.#buffer[this.#at++] = 0xcf;
        this.#at = this.#buffer.writeBigUInt64BE(value, this.#at);
      }
      return;
    }
    if (value >= 0) this.#unsigned(value);
    else this.#negative(value);
  }

  f64(value: number): void {
    this.#need(9);
    this.#buffer[this.#at++] = 0xcb;
    this.#at = this.#buffer.writeDoubleBE(value, this.#at);
  }

  f32(value: number): void {
    this.#need(5);
    this.#buffer[this.#at++] = 0xca;
    this.#at = this.#buffer.writeFloatBE(value, this.#at);
  }

  #unsigned(value: number): void {
    const buffer = this.#buffer;
    if (value < 0x80) buffer[this.#at++] = value;
    else if (value < 0x100) {
      buffer[this.#at++] = 0xcc;
      buffer[this.#at++] = value;
    } else if (value < 0x1_0000) this.#head16(0xcd, value);
    else if (value < TWO_32) {
      buffer[this.#at++] = 0xce;
      this.#at = buffer.writeUInt32BE(value, this.#at);
    } else {
      buffer[this.#at++] = 0xcf;
      this.#at = buffer.writeBigUInt64BE(BigInt(value), this.#at);
    }
  }

  #negative(value: number): void {
    const buffer = this.#buffer;
    if (value >= -0x20) buffer[this.#at++] = value & 0xff;
    else if (value >= -0x80) {
      buffer[this.#at++] = 0xd0;
      buffer[this.#at++] = value & 0xff;
    } else if (value >= -0x8000) {
      buffer[this.#at++] = 0xd1;
      this.#at = buffer.writeInt16BE(value, this.#at);
    } else if (value >= -0x8000_0000) {
      buffer[this.#at++] = 0xd2;
      this.#at = buffer.writeInt32BE(value, this.#at);
    } else {
      buffer[this.#at++] = 0xd3;
      this.#at = buffer.writeBigInt64BE(BigInt(value), this.#at);
    }
  }

  #head16(format: number, length: number): void {
    if (length < 0x1_0000) {
      this.#buffer[this.#at++] = format;
      this.#at = this.#buffer.writeUInt16BE(length, this.#at);
    } else {
      this.#buffer[this.#at++] = format + 1;
      this.#at = this.#buffer.writeUInt32BE(length, this.#at);
    }
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
