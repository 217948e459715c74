/** Longest side in which a code is looked for, px, one after the other: a photo of a phone has twelve million points. */
const SIDES = [1200, 600] as const;

/** The text of the QR code in a picture, undefined where none is found. The reader is loaded with the first picture. */
export async function qrTextOf(picture: Blob): Promise<string | undefined> {
  const [{ default: read }, image] = await Promise.all([import('jsqr'), createImageBitmap(picture)]);
  try {
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(image.width, image.height));
      const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (!context) return undefined;
      context.drawImage(image, 0, 0, width, height);
      const found = read(context.getImageData(0, 0, width, height).data, width, height);
      if (found) return found.data;
    }
    return undefined;
  } finally {
    image.close();
  }
}
