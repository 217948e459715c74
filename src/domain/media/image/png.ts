import { crc32 } from 'node:zlib';
import { BadImage, Bytes, checkSize } from './bad-image.ts';
import { orientationIn, tiffWith } from './orientation.ts';

const SIGNATURE_BYTES = 8;

/** What the picture needs beside its pixels: colours, transparency, and how large a pixel is. At most one of each comes along. */
const KEPT = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs']);

/** Bits per sample that go with a type of colour. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE = 3;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** With length, type and check sum. */
  readonly whole: Buffer;
}

/**
 * A PNG of its first image alone: an animation loses its other ones.
 * @throws `BadImage`
 */
export function pngPicture(bytes: Buffer): Buffer {
  const input = new Bytes(bytes);
  const parts = [input.take(SIGNATURE_BYTES)];
  const header = chunk(input);
  if (header.type !== 'IHDR') throw new BadImage('it does not begin with its header');
  const colour = readHeader(header.data);
  parts.push(header.whole);

  const seen = new Set<string>();
  let data: 'before' | 'within' | 'behind' = 'before';
  for (;;) {
    const next = chunk(input);
    const { type, whole } = next;
    if (type === 'IDAT') {
      if (data === 'behind') throw new BadImage('its pixels are in two places');
      if (colour === PALETTE && !seen.has('PLTE')) throw new BadImage('it has no palette');
      data = 'within';
      parts.push(whole);
      continue;
    }
    if (data === 'within') data = 'behind';
    if (type === 'IEND') {
      if (data === 'before') throw new BadImage('it has no pixels');
      if (next.data.length > 0) throw new BadImage('its end is not one');
      parts.push(whole);
      return Buffer.concat(parts);
    }
    if (type === 'eXIf' && data === 'before' && !seen.has(type)) {
      const orientation = orientationIn(next.data);
      if (orientation > 1) parts.push(chunkOf('eXIf', tiffWith(orientation)));
    } else if (KEPT.has(type) && !seen.has(type)) {
      if (data === 'behind') continue;
      parts.push(whole);
    } else if (isCritical(type)) {
      throw new BadImage(seen.has(type) ? 'a part of it is there twice' : 'a part of it is not known');
    }
    seen.add(type);
  }
}

/** @returns the type of colour */
function readHeader(data: Buffer): number {
  if (data.length !== 13) throw new BadImage('its header is not one');
  const input = new Bytes(data);
  checkSize(input.u32(), input.u32());
  const [depth, colour, compression, filter, interlace] = [...input.take(5)] as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (!DEPTHS[colour]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new BadImage('its header is not one');
  }
  return colour;
}

function chunk(input: Bytes): Chunk {
  input.part();
  const from = input.at;
  const length = input.u32();
  const type = input.name();
  if (!/^[A-Za-z]{4}$/.test(type)) throw new BadImage('a part of it has no name');
  const data = input.take(length);
  const sum = input.u32();
  const whole = input.since(from);
  if (crc32(whole.subarray(4, -4)) !== sum) throw new BadImage('a part of it was changed');
  return { type, data, whole };
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Who does not know it must not show the picture: its first letter is a capital. */
function isCritical(type: string): boolean {
  return type.charCodeAt(0) < 0x60;
}
