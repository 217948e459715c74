import { BadImage, Bytes, checkSize } from './bad-image.ts';
import { orientationIn, tiffWith } from './orientation.ts';

const MARKER = 0xff;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Tables of the decoder: Huffman, quantization, restart interval. */
const TABLES: readonly number[] = [0xc4, 0xdb, 0xdd];
/** The kinds of frames that browsers show: baseline, extended sequential, progressive. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

/** A JPEG of its picture alone. @throws `BadImage` */
export function jpegPicture(bytes: Buffer): Buffer {
  const input = new Bytes(bytes);
  const parts = [input.take(2)];
  let components = 0;
  let isScanned = false;
  for (;;) {
    const marker = nextMarker(input);
    if (marker === EOI) {
      if (!isScanned) throw new BadImage('it has no pixels');
      parts.push(Buffer.of(MARKER, EOI));
      return Buffer.concat(parts);
    }
    input.part();
    const from = input.at;
    const length = input.u16();
    if (length < 2) throw new BadImage('a part of it has no length');
    const data = input.take(length - 2);
    if (FRAMES.includes(marker)) {
      if (components > 0) throw new BadImage('it has two frames');
      components = readFrame(data);
      parts.push(segmentOf(marker, input.since(from)));
    } else if (TABLES.includes(marker)) {
      parts.push(segmentOf(marker, input.since(from)));
    } else if (marker === SOS) {
      if (components === 0) throw new BadImage('it has pixels before its frame');
      checkScan(data, components);
      parts.push(segmentOf(marker, input.since(from)));
      const scan = scanned(input);
      if (scan.length === 0) throw new BadImage('it has no pixels');
      parts.push(scan);
      isScanned = true;
    } else if (isMetadata(marker)) {
      const kept = keptOf(marker, data);
      if (kept && !isScanned) parts.push(kept);
    } else {
      throw new BadImage('a part of it is not known');
    }
  }
}

function nextMarker(input: Bytes): number {
  if (input.byte() !== MARKER) throw new BadImage('a part of it does not begin where it should');
  for (;;) {
    const marker = input.byte();
    if (marker !== MARKER) return marker;
  }
}

/** @returns how many components it has */
function readFrame(data: Buffer): number {
  const input = new Bytes(data);
  input.byte();
  const height = input.u16();
  checkSize(input.u16(), height);
  const components = input.byte();
  if (components < 1 || components > 4 || input.left !== 3 * components) throw new BadImage('its frame is not one');
  return components;
}

function checkScan(data: Buffer, components: number): void {
  const count = data[0] ?? 0;
  if (count < 1 || count > components || data.length !== 4 + 2 * count) throw new BadImage('a scan of it is not one');
}

/** Everything up to the next marker that is none of the pixels. */
function scanned(input: Bytes): Buffer {
  const rest = input.take(input.left);
  let at = 0;
  while (at + 1 < rest.length) {
    const next = rest[at] === MARKER ? (rest[at + 1] ?? 0) : undefined;
    // a byte 0xff of the pixels, or a restart
    if (next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === undefined || next === MARKER) at += 1;
    else {
      input.at -= rest.length - at;
      return rest.subarray(0, at);
    }
  }
  throw new BadImage('it ends too early');
}

/** Applications' data, comments, and extensions that no picture needs. */
function isMetadata(marker: number): boolean {
  return marker >= APP0 && marker <= 0xfe;
}

/** What of it the picture needs. */
function keptOf(marker: number, data: Buffer): Buffer | undefined {
  if (marker === APP0 && startsWith(data, 'JFIF\0') && data.length >= 14) {
    const without = Buffer.from(data.subarray(0, 14));
    without.writeUInt16BE(0, 12); // no thumbnail
    return withLength(marker, without);
  }
  if (marker === APP1 && startsWith(data, 'Exif\0\0')) {
    const orientation = orientationIn(data.subarray(6));
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffWith(orientation)]);
    return orientation > 1 ? withLength(marker, exif) : undefined;
  }
  if (marker === APP2 && startsWith(data, 'ICC_PROFILE\0')) return withLength(marker, data);
  // which colours the components are
  if (marker === APP14 && startsWith(data, 'Adobe') && data.length >= 12) {
    return withLength(marker, data.subarray(0, 12));
  }
  return undefined;
}

function startsWith(data: Buffer, text: string): boolean {
  return data.toString('latin1', 0, text.length) === text;
}

function withLength(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return segmentOf(marker, Buffer.concat([length, data]));
}

function segmentOf(marker: number, lengthAndData: Buffer): Buffer {
  return Buffer.concat([Buffer.of(MARKER, marker), lengthAndData]);
}
