// A QR code as a picture, as a phone would take one of a label.
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const QUIET = 4;
const POINTS = 6;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A grey PNG (ISO/IEC 15948). */
export function qrPicture(text: string): Buffer {
  const { data, size } = encode(text, { border: QUIET });
  const side = size * POINTS;
  const line = (y: number) => [
    0,
    ...Array.from({ length: side }, (_, x) => (data[Math.floor(y / POINTS)]?.[Math.floor(x / POINTS)] ? 0x20 : 0xf0)),
  ];
  const points = Buffer.from(Array.from({ length: side }, (_, y) => line(y)).flat());
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0], 8);
  return Buffer.concat([SIGNATURE, part('IHDR', head), part('IDAT', deflateSync(points)), part('IEND')]);
}

function part(name: string, bytes = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(bytes.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
