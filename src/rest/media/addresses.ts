import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalBytes } from '../../kit/base64url.ts';
import type { Moment } from '../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';

/** Where images are found. */
export const MEDIA_PATH = '/api/v2/media';

/** For so long every client that has an address gets its image. */
const VALID_S = 3600;
/** Clocks that are no further apart agree. */
const AHEAD_MS = 5 * MINUTE_MS;

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

    /** Whether such an address was given out, and is still good. One that a clock gave out which was ahead is not. */
    admits(id: string, { expires, signature }: { expires: string; signature: string }, at: Moment): boolean {
      const [given, right] = [canonicalBytes(signature), signatureOf(id, expires)];
      const isRight = given?.length === right.length && timingSafeEqual(given, right);
      const left = Number(expires) * SECOND_MS - at.credible;
      return isRight && left > 0 && left - (at.now - at.credible) <= VALID_S * SECOND_MS + AHEAD_MS;
    },
  };
}
export type MediaAddresses = ReturnType<typeof mediaAddresses>;
