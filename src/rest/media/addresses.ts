import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where images are found. */
export const MEDIA_PATH = '/api/v2/media';

/** For so long everybody who has an address gets its image. */
const VALID_S = 3600;

/** Addresses of images that need no key. @param secret of the installation, under which it signs other things, too */
export function mediaAddresses(secret: Uint8Array) {
  const signatureOf = (id: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`address of an image: ${id} ${expires}`).digest();

  return {
    /** @param now milliseconds */
    of(id: string, now: number): string {
      const expires = String(Math.floor(now / 1000) + VALID_S);
      return `${MEDIA_PATH}/${id}?expires=${expires}&signature=${signatureOf(id, expires).toString('base64url')}`;
    },

    /** Whether such an address was given out, and is still good. */
    admits(id: string, { expires, signature }: { expires: string; signature: string }, now: number): boolean {
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(id, expires)];
      return given.length === right.length && timingSafeEqual(given, right) && Number(expires) * 1000 > now;
    },
  };
}
export type MediaAddresses = ReturnType<typeof mediaAddresses>;
