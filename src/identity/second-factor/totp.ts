import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../kit/units.ts';

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** Clocks of phones, and the time it takes to type. */
const STEPS_OFF = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a step of time (RFC 4226 5.3, RFC 6238). */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** @param now milliseconds */
export function stepOf(now: number): number {
  return Math.floor(now / STEP_MS);
}

/** The newest step around now whose code it is; undefined: of none. All are compared, so that the time tells nothing. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  let found: number | undefined;
  for (let step = stepOf(now) - STEPS_OFF; step <= stepOf(now) + STEPS_OFF; step++) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/**
 * What an authenticator reads from a QR code. A blank is `%20` everywhere: some show the plus of a form as it is.
 * @param issuer how the service center is called; without a name the address of the account stands alone
 */
export function otpauthUrl(secret: Uint8Array, email: string, issuer: string): string {
  const [name, account] = [issuer.trim().toWellFormed(), email].map(encodeURIComponent);
  const label = name === '' ? account : `${name}:${account}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}${name === '' ? '' : `&issuer=${name}`}`;
}
