import { digestOf } from '../../kit/digest.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { cleaned } from '../../kit/printable.ts';
import { randomBytes } from '../../kit/random.ts';
import { DAY_S } from '../../kit/units.ts';
import type { Call } from '../../rpc/call/define.ts';
import type { SignInPlace } from './sessions.ts';

/** Clarification T14. */
const LIFETIME_S = 90 * DAY_S;
/** 256 bits. */
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const LONGEST_AGENT = 256;
const NAME = 'ws_browser';
/** No neighbouring host, and no server without TLS, can set a cookie of this name. */
const SAFE_NAME = `__Host-${NAME}`;

/** What of a request tells which browser it comes from. */
export type BrowserRequest = Pick<Call, 'address' | 'headers'>;

/** By what a browser is known that has signed in before; undefined: it shows nothing. */
export function browserOf(request: BrowserRequest): string | undefined {
  const secret = secretOf(request);
  return secret === undefined ? undefined : knownAs(secret);
}

/**
 * Where a session begins, and the cookie by which the browser is known next time. A client that is no browser gets none: it would bring
 * a new one with each sign-in.
 */
export function placeOf(request: BrowserRequest): { readonly place: SignInPlace; readonly cookie: string | undefined } {
  const { address, headers } = request;
  const [origin = ''] = headers('origin');
  const isBrowser = /^https?:/.test(origin);
  const secret = secretOf(request) ?? (isBrowser ? randomBytes(SECRET_BYTES).toString('base64url') : undefined);
  const knownBy = [countedAddress(address), ...(secret === undefined ? [] : [knownAs(secret)])];
  const isSafe = origin.startsWith('https:');
  const attributes = ['Path=/', `Max-Age=${LIFETIME_S}`, 'HttpOnly', 'SameSite=Lax', ...(isSafe ? ['Secure'] : [])];
  const pair = `${isSafe ? SAFE_NAME : NAME}=${secret}`;
  const userAgent = cleaned(headers('user-agent')[0] ?? '').slice(0, LONGEST_AGENT);
  return { place: { address, userAgent, knownBy }, cookie: isBrowser ? [pair, ...attributes].join('; ') : undefined };
}

/** With TLS only the name counts that no other host can set: a browser that others have marked would be known by what they know. */
function secretOf({ headers }: BrowserRequest): string | undefined {
  const names = headers('origin')[0]?.startsWith('https:') ? [SAFE_NAME] : [SAFE_NAME, NAME];
  const pairs = headers('cookie').flatMap(header => header.split(';').map(pair => pair.trim()));
  const found = names.flatMap(name => pairs.filter(pair => pair.startsWith(`${name}=`)))[0];
  const secret = found?.slice(found.indexOf('=') + 1) ?? '';
  return SECRET.test(secret) ? secret : undefined;
}

function knownAs(secret: string): string {
  return `browser ${Buffer.from(digestOf(secret)).toString('base64url')}`;
}
