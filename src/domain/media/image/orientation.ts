/** Tag of the first directory that says which side of the picture is up. */
const ORIENTATION = 0x0112;
const SHORT = 3;
const MAX_ENTRIES = 1000;

/**
 * Which side of the picture is up, of EXIF data from its TIFF header on: 1 (as the pixels lie) to 8. What cannot be read says nothing;
 * a camera may have written it wrongly, and the picture is there all the same.
 */
export function orientationIn(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (u16(2) !== 42 || first + 2 > tiff.length) return 1;
  const entries = Math.min(u16(first), MAX_ENTRIES);
  for (let at = first + 2, n = 0; n < entries && at + 12 <= tiff.length; at += 12, n++) {
    if (u16(at) !== ORIENTATION || u16(at + 2) !== SHORT) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data that says nothing but that, from its TIFF header on. */
export function tiffWith(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
