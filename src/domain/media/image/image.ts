import { jpegPicture } from './jpeg.ts';
import { pngPicture } from './png.ts';
import { webpPicture } from './webp.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

/** An image that holds a picture and nothing else. */
export interface Picture {
  readonly contentType: ImageType;
  readonly bytes: Uint8Array;
}

/**
 * Reads the container of an image and makes it anew of what the picture needs: pixels, tables, colours, and which side is up. Texts,
 * places, names of cameras, thumbnails, and whatever lies behind the end of the picture do not come along. Pixels are never decoded.
 * @throws `BadImage`
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return { contentType: 'image/png', bytes: pngPicture(bytes) };
  if (bytes.subarray(0, 3).equals(JPEG)) return { contentType: 'image/jpeg', bytes: jpegPicture(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return { contentType: 'image/webp', bytes: webpPicture(bytes) };
  }
  return undefined;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
