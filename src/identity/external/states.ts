import { canonicalBytes } from '../../kit/base64url.ts';
import { digestOf } from '../../kit/digest.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import { sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';

/** For so long a user may be at the provider (errors 5.4). */
export const STATE_MS = 5 * MINUTE_MS;
/** Used ones that are remembered; each took a call to the provider, so that so many are not made by accident. */
const MOST = 20_000;
const FULL_RETRY_MS = 10 * SECOND_MS;
const KEY_BYTES = 32;
/** Of the cookie, the nonce and the proof key: 256 bits. */
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** As long as ours may be, with a path of the console in it. */
const MAX_STATE = 1024;
const COOKIE = 'ws_login';

export type ProviderKind = 'oidc' | 'oauth2';

/** Where a browser is led that comes back. */
export interface Return {
  /** A path of the console; undefined: to a page that shows the tokens. */
  readonly to: string | undefined;
}

/** What was sent along with a browser to the provider, and must come back. */
export interface Sent {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE; the provider gets its digest. */
  readonly verifier: string;
}

interface Content extends Return {
  readonly nonce: string;
  readonly verifier: string;
  readonly at: number;
}

/**
 * What a browser takes to the provider and back. Nothing is kept of those who leave: the state itself has it, sealed for the browser
 * that took it along. Only of those who come back, which state they used is remembered. Nothing of it outlives the process, nor does
 * the key.
 */
export class LoginStates {
  readonly #sealer = sealer(randomBytes(KEY_BYTES));
  /** Digests, oldest first, and until when each would be good. */
  readonly #used = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param cookie of the browser that goes */
  make(kind: ProviderKind, cookie: string, { to }: Return = { to: undefined }): Sent {
    const [nonce, verifier] = [randomSecret(), randomSecret()];
    const content = JSON.stringify({ nonce, verifier, at: this.#clock.monotonic(), ...(to !== undefined && { to }) });
    const state = Buffer.from(this.#sealer.seal(Buffer.from(content), about(kind, cookie))).toString('base64url');
    return { state, nonce, verifier };
  }

  /**
   * Uses up a state, whatever becomes of it: of two who bring one at once, one has it.
   * @param cookies all of the browser that comes
   * @throws fault `AuthStateInvalid`, `RateLimited`
   */
  take(kind: ProviderKind, state: string, cookies: readonly string[]): Sent {
    const now = this.#clock.monotonic();
    const content = cookies.map(cookie => this.#open(kind, state, cookie)).find(found => found !== undefined);
    if (!content || now - content.at >= STATE_MS) throw fault('AuthStateInvalid');
    this.#forget(now);
    const digest = Buffer.from(digestOf(content.nonce)).toString('base64');
    if (this.#used.has(digest)) throw fault('AuthStateInvalid');
    if (this.#used.size >= MOST) throw fault('RateLimited', { retry_after_ms: FULL_RETRY_MS });
    this.#used.set(digest, now + STATE_MS);
    const { nonce, verifier } = content;
    return { state, nonce, verifier };
  }

  /** Looks at a state without using it up. @returns undefined: this browser did not take it along, or it is over */
  returnOf(kind: ProviderKind, state: string, cookies: readonly string[]): Return | undefined {
    const content = cookies.map(cookie => this.#open(kind, state, cookie)).find(found => found !== undefined);
    return content && { to: content.to };
  }

  #open(kind: ProviderKind, state: string, cookie: string) {
    const sealed = state.length > MAX_STATE ? undefined : canonicalBytes(state);
    if (!sealed) return undefined;
    try {
      const content = this.#sealer.open(sealed, about(kind, cookie));
      return JSON.parse(Buffer.from(content).toString()) as Content;
    } catch (cause) {
      if (cause instanceof Fault) return undefined;
      throw cause;
    }
  }

  #forget(now: number): void {
    for (const [digest, until] of this.#used) {
      if (until > now) return;
      this.#used.delete(digest);
    }
  }
}

/** How the cookie is called at an address: under TLS no neighbouring host can set one of this name (RFC 6265bis section 4.1.3.2). */
export function cookieName(base: string): string {
  return base.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE;
}

/** Of the browser; one that is there is taken again, so that two of its tabs can be on their way at once. */
export function browserCookie(headers: readonly string[], base: string): string {
  return cookiesOf(headers, base)[0] ?? randomSecret();
}

/** All that a browser may mean: it may have one of another page with this name. */
export function cookiesOf(headers: readonly string[], base: string): readonly string[] {
  const wanted = cookieName(base);
  return headers
    .flatMap(header => header.split(';'))
    .map(pair => pair.trim().split('=', 2))
    .flatMap(([name, value = '']) => (name === wanted && SECRET.test(value) ? [value] : []))
    .slice(0, 4);
}

function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function about(kind: ProviderKind, cookie: string): string {
  return `sign-in by ${kind}: ${cookie}`;
}
