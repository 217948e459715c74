const FIRST_CAPACITY = 4096;
/** One large answer must not hold its memory for ever. */
const KEPT_CAPACITY = 1 << 18;
/** A length of up to this fits the one byte that is reserved for it. */
const ONE_BYTE = 0x7f;
const TWO_32 = 0x1_0000_0000;

/** A 64-bit number as the encoders of protobufjs may get it. */
type Long = number | string | { readonly low: number; readonly high: number };

/**
 * The part of protobufjs' Writer that its generated encoders call, over one buffer that is used again and again. The
 * library's own makes an object per value, which under a stream of messages is more garbage than everything else together.
 */
export class ProtoWriter {
  #buffer = Buffer.allocUnsafe(FIRST_CAPACITY);
  #view = viewOf(this.#buffer);
  #at = 0;
  /** Where the nested messages begin that are being written, each behind one byte for its length. */
  #starts: number[] = [];

  /** Forgets everything, also what an encoder that threw has left behind. */
  reset(): this {
    if (this.#buffer.length > KEPT_CAPACITY) {
      this.#buffer = Buffer.allocUnsafe(FIRST_CAPACITY);
      this.#view = viewOf(this.#buffer);
    }
    this.#at = 0;
    this.#starts.length = 0;
    return this;
  }

  /** A copy of what was written since `reset`. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#at));
  }

  uint32(value: number): this {
    this.#need(5);
    this.#varint(value >>> 0);
    return this;
  }

  int32(value: number): this {
    const whole = value | 0;
    if (whole >= 0) return this.uint32(whole);
    this.#need(10);
    this.#varint64(whole >>> 0, 0xffff_ffff);
    return this;
  }

  sint32(value: number): this {
    return this.uint32((value << 1) ^ (value >> 31));
  }

  uint64(value: Long): this {
    return this.int64(value);
  }

  int64(value: Long): this {
    this.#need(10);
    if (typeof value === 'number' && value >= 0 && value < TWO_32) this.#varint(Math.trunc(value));
    else if (typeof value === 'object') this.#varint64(value.low >>> 0, value.high >>> 0);
    else {
      const whole = BigInt.asUintN(64, BigInt(typeof value === 'number' ? Math.trunc(value) : value));
      this.#varint64(Number(whole & 0xffff_ffffn), Number(whole >> 32n));
    }
    return this;
  }

  bool(value: boolean): this {
    this.#need(1);
    this.#buffer[this.#at++] = value ? 1 : 0;
    return this;
  }

  float(value: number): this {
    this.#need(4);
    this.#view.setFloat32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  double(value: number): this {
    this.#need(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
    return this;
  }

  bytes(value: Uint8Array | string): this {
    const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : value;
    this.uint32(bytes.length);
    this.#need(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  string(value: string): this {
    if (value.length <= ONE_BYTE && this.#ascii(value)) return this;
    const length = Buffer.byteLength(value);
    this.uint32(length);
    this.#need(length);
    this.#at += this.#buffer.write(value, this.#at);
    return this;
  }

  /** Begins a nested message. */
  fork(): this {
    this.#need(1);
    this.#starts.push(++this.#at);
    return this;
  }

  /** Ends it: its length goes before it, and makes room for itself where one byte is not enough. */
  ldelim(): this {
    const start = this.#starts.pop();
    if (start === undefined) throw new RangeError('ldelim without fork');
    const length = this.#at - start;
    if (length > ONE_BYTE) {
      const more = varintLength(length) - 1;
      this.#need(more);
      this.#buffer.copyWithin(start + more, start, this.#at);
      this.#at += more;
    }
    const end = this.#at;
    this.#at = start - 1;
    this.#varint(length);
    this.#at = end;
    return this;
  }

  /** Most texts are short and plain: two calls into native code cost more than a loop. @returns whether it was one */
  #ascii(value: string): boolean {
    this.#need(value.length + 1);
    const begin = this.#at + 1;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      this.#buffer[begin + i] = code;
    }
    this.#buffer[this.#at] = value.length;
    this.#at = begin + value.length;
    return true;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > ONE_BYTE) {
      this.#buffer[this.#at++] = (rest & ONE_BYTE) | 0x80;
      rest >>>= 7;
    }
    this.#buffer[this.#at++] = rest;
  }

  #varint64(low: number, high: number): void {
    let lowRest = low;
    let highRest = high;
    while (highRest > 0) {
      this.#buffer[this.#at++] = (lowRest & ONE_BYTE) | 0x80;
      lowRest = ((lowRest >>> 7) | (highRest << 25)) >>> 0;
      highRest >>>= 7;
    }
    this.#varint(lowRest);
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
    this.#view = viewOf(larger);
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > ONE_BYTE; rest >>>= 7) length++;
  return length;
}
