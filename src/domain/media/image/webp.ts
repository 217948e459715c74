import { BadImage, Bytes, checkSize } from './bad-image.ts';
import { orientationIn, tiffWith } from './orientation.ts';

/** Flags of the extended header. */
const ICC = 0x20;
const ALPHA = 0x10;
const EXIF = 0x08;
const ANIMATION = 0x02;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** A still WebP of its picture alone. @throws `BadImage` */
export function webpPicture(bytes: Buffer): Buffer {
  const input = new Bytes(bytes, 4);
  const length = input.u32le();
  const content = new Bytes(input.take(length), 4);
  const first = chunk(content);
  if (first.name !== 'VP8X') {
    checkSize(...sizeOf(first));
    return fileOf([first]);
  }
  return extended(first.data, content);
}

function extended(header: Buffer, content: Bytes): Buffer {
  if (header.length !== 10) throw new BadImage('its header is not one');
  const flags = header.readUInt8(0);
  if (flags & ANIMATION) throw new BadImage('it is an animation');
  const [width, height] = [header.readUIntLE(4, 3) + 1, header.readUIntLE(7, 3) + 1];
  checkSize(width, height);

  const found = new Map<string, Chunk>();
  while (content.left > 0) {
    const next = chunk(content);
    if (!found.has(next.name)) found.set(next.name, next);
  }
  const picture = found.get('VP8 ') ?? found.get('VP8L');
  if (!picture) throw new BadImage('it has no pixels');
  const [ownWidth, ownHeight] = sizeOf(picture);
  if (ownWidth !== width || ownHeight !== height) throw new BadImage('its pixels are not of its size');

  const colours = found.get('ICCP');
  const alpha = picture.name === 'VP8 ' ? found.get('ALPH') : undefined;
  const exif = found.get('EXIF')?.data;
  const orientation = exif ? orientationIn(tiffIn(exif)) : 1;
  const turned = orientation > 1 ? { name: 'EXIF', data: tiffWith(orientation) } : undefined;
  const ours = Buffer.from(header);
  ours.fill(0, 0, 4);
  const isTransparent = alpha !== undefined || (picture.name === 'VP8L' && (flags & ALPHA) !== 0);
  ours[0] = (colours ? ICC : 0) | (isTransparent ? ALPHA : 0) | (turned ? EXIF : 0);
  const chunks = [{ name: 'VP8X', data: ours }, colours, alpha, picture, turned];
  return fileOf(chunks.filter(each => each !== undefined));
}

/** Some write the name of JPEG's segment before it. */
function tiffIn(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** Width and height of the pixels. */
function sizeOf({ name, data }: Chunk): [number, number] {
  const input = new Bytes(data);
  if (name === 'VP8L') {
    if (input.byte() !== 0x2f) throw new BadImage('its pixels are none');
    const bits = input.u32le();
    if (bits >>> 29 !== 0) throw new BadImage('its pixels are of a later version');
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  if (name !== 'VP8 ') throw new BadImage('it has no pixels');
  const isKeyFrame = (input.byte() & 1) === 0;
  input.take(2);
  if (!isKeyFrame || input.take(3).toString('hex') !== '9d012a') throw new BadImage('its pixels are none');
  const [width, height] = [input.take(2).readUInt16LE(), input.take(2).readUInt16LE()];
  if (input.left === 0) throw new BadImage('it ends too early');
  return [width & 0x3fff, height & 0x3fff];
}

function chunk(input: Bytes): Chunk {
  input.part();
  const name = input.name();
  const length = input.u32le();
  const data = input.take(length);
  if (length % 2 === 1 && input.left > 0) input.take(1);
  return { name, data };
}

function fileOf(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(({ name, data }) => {
    const padded = Buffer.alloc(8 + data.length + (data.length % 2));
    padded.write(name, 'latin1');
    padded.writeUInt32LE(data.length, 4);
    data.copy(padded, 8);
    return padded;
  });
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const header = Buffer.alloc(8);
  header.write('RIFF', 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}
