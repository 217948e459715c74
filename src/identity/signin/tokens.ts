import { errors, jwtVerify, SignJWT } from 'jose';
import { canonicalBytes } from '../../kit/base64url.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock, CredibleMs } from '../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import { parseUuid, uuid7 } from '../../kit/uuid.ts';
import type { TokenSecrets } from './secrets.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'platform.api.v1';
/** Of what is for access, beside whatever else may be signed one day. */
const ACCESS = 'access';
/** Clocks of a box that was restarted, and no others: who issues is who verifies. */
const LEEWAY_S = 30;
/** A token may be of so far in the future: the clock was ahead, and was set. */
const AHEAD_S = 300;
/** A token is presented with every call, and verified once in a while only. */
const MOST_REMEMBERED = 2000;
const REMEMBERED_MS = MINUTE_MS;
const LONGEST_TOKEN = 4096;

/** For whom a token is. */
export interface TokenUser {
  /** Uuid. */
  readonly uuid: string;
  readonly isAdmin: boolean;
  /** Uuid of the organization that is shown first; undefined: of none. */
  readonly organizationId: string | undefined;
}

export interface IssuedToken {
  readonly text: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface Bearer {
  /** Uuid. */
  readonly userId: string;
  /** Uuid of the session. */
  readonly sessionId: string;
}

export interface AccessTokenOptions {
  readonly secrets: TokenSecrets;
  readonly issuer: string;
  readonly lifetimeMs: number;
  /** Tokens are issued and judged by the credible time: no jump ahead makes an end of them, or a token that lasts until then. */
  readonly clock: Pick<Clock, 'credible' | 'monotonic'>;
}

/** Access tokens: who has one has signed in, and nothing more is taken from it (identity API 2.3). */
export class AccessTokens {
  readonly #options: AccessTokenOptions;
  readonly #verified = new Map<string, Bearer & { readonly expires: number; readonly until: number }>();

  constructor(options: AccessTokenOptions) {
    this.#options = options;
  }

  /** @param session uuid. @param until the session has ended by then, milliseconds */
  async issue(user: TokenUser, session: string, until = Number.POSITIVE_INFINITY): Promise<IssuedToken> {
    const { secrets, issuer, lifetimeMs, clock } = this.#options;
    const now = clock.credible();
    const at = Math.floor(now / SECOND_MS);
    const expires = Math.floor(Math.min(now + lifetimeMs, until) / SECOND_MS);
    const { kid, secret } = secrets.current();
    const text = await new SignJWT({ typ: ACCESS, sid: session, org: user.organizationId, adm: user.isAdmin })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setSubject(user.uuid)
      .setJti(uuid7(now))
      .setIssuedAt(at)
      .setNotBefore(at)
      .setExpirationTime(expires)
      .sign(secret);
    return { text, expiresAt: expires * SECOND_MS };
  }

  /** @throws fault `InvalidAccessToken`, `AccessTokenExpired` */
  async verify(text: string): Promise<Bearer> {
    const { clock } = this.#options;
    const now = clock.credible();
    const known = this.#verified.get(text);
    if (known && clock.monotonic() < known.until) {
      if (now >= known.expires + LEEWAY_S * SECOND_MS) throw fault('AccessTokenExpired');
      return known;
    }
    if (text.length > LONGEST_TOKEN) throw fault('InvalidAccessToken');
    const { expires, ...bearer } = await this.#verify(text, now);
    if (this.#verified.size >= MOST_REMEMBERED) this.#verified.delete(this.#verified.keys().next().value ?? '');
    this.#verified.delete(text);
    this.#verified.set(text, { ...bearer, expires, until: clock.monotonic() + REMEMBERED_MS });
    return bearer;
  }

  async #verify(text: string, now: CredibleMs): Promise<Bearer & { expires: number }> {
    const { secrets, issuer } = this.#options;
    if (!text.split('.').every(canonicalBytes)) throw fault('InvalidAccessToken');
    try {
      const { payload } = await jwtVerify(
        text,
        ({ kid }) => {
          const secret = kid === undefined ? undefined : secrets.find(kid);
          if (!secret) throw fault('InvalidAccessToken');
          return secret;
        },
        {
          ...{ algorithms: [ALGORITHM], typ: 'JWT', issuer, audience: AUDIENCE },
          ...{ currentDate: new Date(now), clockTolerance: AHEAD_S },
          requiredClaims: ['exp', 'nbf', 'sub', 'sid'],
        },
      );
      const userId = parseUuid(String(payload.sub));
      const sessionId = parseUuid(String(payload.sid));
      const { exp = 0, typ } = payload;
      if (typ !== ACCESS || userId === undefined || sessionId === undefined) throw fault('InvalidAccessToken');
      if (now >= (exp + LEEWAY_S) * SECOND_MS) throw fault('AccessTokenExpired');
      return { userId, sessionId, expires: exp * SECOND_MS };
    } catch (cause) {
      throw cause instanceof errors.JWTExpired || isAhead(cause) ? fault('AccessTokenExpired') : refusalOf(cause);
    }
  }
}

/** Issued by a clock that was far ahead, which it is not any more: its client is to refresh it, as one that is over. */
function isAhead(cause: unknown): boolean {
  return cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'nbf' && cause.reason === 'check_failed';
}

/** A token that is no good is refused; what else goes wrong is our bug. */
function refusalOf(cause: unknown): unknown {
  return cause instanceof errors.JOSEError || cause instanceof TypeError ? fault('InvalidAccessToken') : cause;
}
