const WORD = 2 ** 32;
const HIGHEST_SAFE_WORD = 2 ** 21;

/** Up to 32 bits that begin at a bit, the most significant of byte 0 being bit 0. They have to be there. */
export function readBits(bytes: Uint8Array, at: number, size: number): number {
  const last = (at + size - 1) >>> 3;
  let index = at >>> 3;
  let value = (bytes[index] ?? 0) & (0xff >> (at & 7));
  while (index < last) value = value * 256 + (bytes[++index] ?? 0);
  const behind = 7 - ((at + size - 1) & 7);
  return behind === 0 ? value : Math.floor(value / (1 << behind));
}

/** Up to 32 bits in whole bytes, which need not begin on the border of one, the least significant byte first. */
function readSwapped(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let from = at + size - 8; from >= at; from -= 8) value = value * 256 + readBits(bytes, from, 8);
  return value;
}

/** A whole number of 1 to 64 bits; a bigint when it does not fit a double. */
export function readWhole(
  bytes: Uint8Array,
  at: number,
  size: number,
  swapped: boolean,
  signed: boolean,
): number | bigint {
  if (size <= 32) {
    const value = swapped ? readSwapped(bytes, at, size) : readBits(bytes, at, size);
    return signed && value >= 2 ** (size - 1) ? value - 2 ** size : value;
  }
  let high = swapped ? readSwapped(bytes, at + 32, size - 32) : readBits(bytes, at, size - 32);
  const low = swapped ? readSwapped(bytes, at, 32) : readBits(bytes, at + size - 32, 32);
  if (signed && high >= 2 ** (size - 33)) high -= 2 ** (size - 32);
  const near = high * WORD + low;
  if (Math.abs(high) <= HIGHEST_SAFE_WORD && Number.isSafeInteger(near)) return near;
  return BigInt(high) * BigInt(WORD) + BigInt(low);
}

/** An IEEE 754 number of 32 or 64 bits. */
export function readFloat(view: DataView, bytes: Uint8Array, at: number, size: number, swapped: boolean): number {
  for (let byte = 0; byte < size / 8; byte++) view.setUint8(byte, readBits(bytes, at + byte * 8, 8));
  return size === 32 ? view.getFloat32(0, swapped) : view.getFloat64(0, swapped);
}

/** Whole bytes that need not begin on the border of one. */
export function readBytes(bytes: Uint8Array, at: number, size: number): Buffer {
  if (at % 8 === 0) return Buffer.from(bytes.buffer, bytes.byteOffset + at / 8, size / 8);
  const read = Buffer.allocUnsafe(size / 8);
  for (let byte = 0; byte < read.length; byte++) read[byte] = readBits(bytes, at + byte * 8, 8);
  return read;
}

/** A payload that is put together. What nothing was written to is zero. */
export class BitWriter {
  #bytes = new Uint8Array(16);
  #end = 0;

  /** The low bits of a whole number, which may be negative. */
  writeWhole(at: number, size: number, value: number | bigint, swapped: boolean): void {
    let rest = BigInt.asUintN(size, BigInt(value));
    if (swapped && size > 8) {
      for (let from = at; from < at + size; from += 8, rest >>= 8n) this.#put(from, 8, Number(rest & 0xffn));
      return;
    }
    for (let to = at + size; to > at; ) {
      const part = Math.min(8, to - at);
      to -= part;
      this.#put(to, part, Number(rest & 0xffn) & (0xff >> (8 - part)));
      rest >>= 8n;
    }
    this.#reach(at + size);
  }

  writeBytes(at: number, bytes: Uint8Array): void {
    for (const [index, byte] of bytes.entries()) this.#put(at + index * 8, 8, byte);
  }

  /** Everything up to the end of the last bit, filled up to a whole byte. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.#end / 8));
  }

  /** Up to 8 bits, over what may lie there. */
  #put(at: number, size: number, value: number): void {
    this.#reach(at + size);
    const index = at >>> 3;
    const shift = 16 - (at & 7) - size;
    const mask = ((1 << size) - 1) << shift;
    const pair = (((this.#bytes[index] ?? 0) << 8) | (this.#bytes[index + 1] ?? 0)) & ~mask;
    const both = pair | (value << shift);
    this.#bytes[index] = both >> 8;
    this.#bytes[index + 1] = both & 0xff;
  }

  #reach(end: number): void {
    this.#end = Math.max(this.#end, end);
    // One byte more than is needed: what is put may lie in two.
    const needed = Math.ceil(end / 8) + 1;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
