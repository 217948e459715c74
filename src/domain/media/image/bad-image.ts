/** The image is broken, or is one that no browser should be given. Its message names what is wrong, and may go to a client. */
export class BadImage extends Error {}

/** Encoders write some hundreds at most: each costs more than its bytes. */
const MAX_PARTS = 65_536;

/** A reader of bytes that are none of ours: beyond the end is a broken image. */
export class Bytes {
  readonly #bytes: Buffer;
  at: number;
  #parts = 0;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** A part begins. */
  part(): void {
    if (++this.#parts > MAX_PARTS) throw new BadImage('it has too many parts');
  }

  take(length: number): Buffer {
    if (length > this.left) throw new BadImage('it ends too early');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** What was taken from there on. */
  since(from: number): Buffer {
    return this.#bytes.subarray(from, this.at);
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  u16(): number {
    return this.take(2).readUInt16BE();
  }

  u32(): number {
    return this.take(4).readUInt32BE();
  }

  u32le(): number {
    return this.take(4).readUInt32LE();
  }

  /** Four letters. */
  name(): string {
    return this.take(4).toString('latin1');
  }
}

/** Every viewer's decoder needs four bytes for each. */
const MAX_PIXELS = 100_000_000;
/** What WebP can have at most; browsers have limits near it. */
const MAX_SIDE = 16_384;

/** @throws `BadImage` where it could not be shown */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new BadImage('it has no size');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new BadImage('it has too many pixels');
}
