import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../kit/digest.ts';
import { fault } from '../kit/faults/faults.ts';
import { randomBytes } from '../kit/random.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Incoming } from '../rpc/call/incoming.ts';
import { type BrowserSessions, CONSOLE_SESSION_MS, CONSOLE_SESSION_S, sessionCookie } from './session-page.ts';

/** 256 bits. */
const SECRET_BYTES = 32;
/** The one that was used least recently goes for a new one, and its page asks for another. */
const MOST = 1000;
const COOKIE = sessionCookie('ws_console');

export interface ConsoleSessionOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Uuid. */
  readonly organizationId: string;
  /** Counts a request of an address that shows no key. @throws fault `RateLimited` */
  count(address: string): void;
}

/**
 * Browsers that show the console without sign-in. Who reaches the port may do everything anyway: a session is no right, it lets a page of
 * ours call the public API in place of a key, and keeps every other page from doing so. Nothing of it outlives the process.
 */
export class ConsoleSessions implements BrowserSessions {
  readonly #options: ConsoleSessionOptions;
  readonly #key = randomBytes(SECRET_BYTES);
  /** Until when each is good, by the clock that never jumps; used least recently first. Digests: a dump of the memory gives no cookie. */
  readonly #kept = new Map<string, number>();

  constructor(options: ConsoleSessionOptions) {
    this.#options = options;
  }

  async begin(request: Parameters<BrowserSessions['begin']>[0]): Promise<object> {
    this.#options.count(request.address);
    const shown = COOKIE.shown(request);
    // A cookie that we did not give out is never taken over.
    const secret = shown !== undefined && this.#use(shown) ? shown : this.#fresh();
    request.keep(COOKIE.line(request, secret, CONSOLE_SESSION_S));
    return {
      ...{ edition: 'community', principal: 'operator', organizationId: this.#options.organizationId },
      ...{ csrf: this.#csrf(secret), expiresIn: CONSOLE_SESSION_S },
    };
  }

  refresh(request: Parameters<BrowserSessions['begin']>[0]): Promise<object> {
    return this.begin(request);
  }

  async end(request: Parameters<BrowserSessions['begin']>[0]): Promise<object> {
    const shown = COOKIE.shown(request);
    if (shown !== undefined) this.#kept.delete(keyOf(shown));
    request.keep(COOKIE.line(request, '', 0));
    return {};
  }

  /**
   * Whether a call comes from a page of ours. @returns false: it shows no cookie
   * @throws fault `CsrfTokenInvalid` for a cookie alone, with another's token, or of which nothing is known any more
   */
  letsIn({ headers }: Pick<Incoming, 'headers'>): boolean {
    const secret = COOKIE.shown({ headers });
    if (secret === undefined) return false;
    const [token = '', ...others] = headers('x-csrf-token');
    const isRight = others.length === 0 && areEqual(token, this.#csrf(secret));
    if (!isRight || !this.#use(secret)) throw fault('CsrfTokenInvalid', { header: 'X-CSRF-Token' });
    return true;
  }

  #fresh(): string {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST) this.#kept.delete(oldest);
    this.#kept.set(keyOf(secret), this.#options.clock.monotonic() + CONSOLE_SESSION_MS);
    return secret;
  }

  /** @returns false: it is over, or was never there */
  #use(secret: string): boolean {
    const now = this.#options.clock.monotonic();
    const key = keyOf(secret);
    const until = this.#kept.get(key);
    // Set anew, so that it is the last.
    this.#kept.delete(key);
    if (until === undefined || until <= now) return false;
    this.#kept.set(key, now + CONSOLE_SESSION_MS);
    return true;
  }

  #csrf(secret: string): string {
    return createHmac('sha256', this.#key).update(secret).digest('base64url');
  }
}

function keyOf(secret: string): string {
  return Buffer.from(digestOf(secret)).toString('base64');
}

function areEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
