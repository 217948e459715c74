import type { AccountRow } from '../../domain/account/account-columns.ts';
import type { Store } from '../../domain/domain.ts';
import { successorAbout } from '../../domain/signin/contents.ts';
import { isInGrace, type NewToken } from '../../domain/signin/sign-in-store.ts';
import { digestOf } from '../../kit/digest.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Sealer } from '../../kit/seal.ts';
import { type Clock, momentOf } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { AuthTokensOut } from '../../rpc/schema.gen.ts';
import type { AccessTokens } from './tokens.ts';

const PREFIX = 'rt_';
const REFRESH_BYTES = 32;
const REFRESH_TEXT = /^rt_[A-Za-z0-9_-]{43}$/;

/** What a client holds of a session; times in milliseconds. */
export interface TokenPair {
  readonly access: string;
  readonly accessExpiresAt: number;
  readonly refresh: string;
  readonly refreshExpiresAt: number;
}

/** Where a session begins. */
export interface SignInPlace {
  /** Of the client, without port. */
  readonly address: string;
  /** Which program it says it is, at most 256 characters. */
  readonly userAgent: string;
  /** What the user is known by from then on. */
  readonly knownBy: readonly string[];
}

/** A session that is about to begin. */
export interface FreshSession extends SignInPlace {
  /** Uuid. */
  readonly session: string;
  readonly token: NewToken;
  readonly endsAt: number;
  readonly now: number;
  /** Text of its refresh token. */
  readonly refresh: string;
}

export interface SessionOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly tokens: AccessTokens;
  /** Without use, and in any case. */
  readonly refreshMs: number;
  readonly absoluteMs: number;
  /** Uuid of the organization that a server administrator without any sees first. */
  readonly defaultOrganizationId: string;
  readonly clock: Pick<Clock, 'now' | 'credible'>;
}

/** Gives out the tokens of sessions (identity API 2.3, 2.4). */
export class Sessions {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** What a session begins with; it does so with the write. */
  fresh(place: SignInPlace): FreshSession {
    const { absoluteMs, clock } = this.#options;
    const at = clock.now();
    const endsAt = at + absoluteMs;
    const { text, ...token } = this.#refreshToken(at);
    return { ...place, session: uuid7(at), token, endsAt, now: at, refresh: text };
  }

  /** The tokens of a session that has begun. */
  async begun(account: AccountRow, { session, token, endsAt, refresh }: FreshSession): Promise<AuthTokensOut> {
    return this.#toWire(await this.#pair(account, session, endsAt, { text: refresh, ...token }));
  }

  /** Another refresh token for a session that goes on; its access token is made after the write. */
  another(session: string) {
    const { clock, refreshMs } = this.#options;
    // Its end is that of its session, which refreshing looks at.
    const endsAt = clock.now() + refreshMs;
    const { text, ...token } = this.#refreshToken(clock.now());
    return {
      token,
      tokens: async (account: AccountRow) =>
        this.#toWire(await this.#pair(account, session, endsAt, { text, ...token })),
    };
  }

  /** Whether it is answered as it was before, which costs next to nothing. */
  isRepeated(refreshText: string): boolean {
    if (!REFRESH_TEXT.test(refreshText)) return false;
    const { store, clock } = this.#options;
    const found = store.read.signIns.tokenOf(digestOf(refreshText));
    return found?.successor != null && found.usedAt !== null && isInGrace(found.usedAt, clock.credible());
  }

  /** @throws fault `InvalidRefreshToken`, `RefreshTokenReused`, `UserInactive` */
  async refresh(refreshText: string, address: string): Promise<AuthTokensOut> {
    const { store, sealer, clock } = this.#options;
    if (!REFRESH_TEXT.test(refreshText)) throw fault('InvalidRefreshToken');
    const hash = digestOf(refreshText);
    const found = store.read.signIns.tokenOf(hash);
    if (!found) throw fault('InvalidRefreshToken');
    const account = store.read.accounts.user(found.userId);
    if (account && !account.is_active) throw fault('UserInactive');
    if (!account || found.endedBy !== null) throw fault('InvalidRefreshToken');
    const at = momentOf(clock);
    const { text, ...token } = this.#refreshToken(at.now);
    const pair = await this.#pair(account, found.session, found.endsAt, { text, ...token });
    const sealed = sealer.seal(Buffer.from(JSON.stringify(pair)), successorAbout(hash));
    const done = await store.write.signIns.refresh(hash, token, sealed, address, at);
    if (done.outcome === 'fresh') return this.#toWire(pair);
    if (done.outcome === 'again') return this.#toWire(this.#opened(done.successor, hash));
    throw fault(done.outcome === 'reused' ? 'RefreshTokenReused' : 'InvalidRefreshToken');
  }

  #opened(sealed: Uint8Array, hash: Uint8Array): TokenPair {
    try {
      return JSON.parse(Buffer.from(this.#options.sealer.open(sealed, successorAbout(hash))).toString()) as TokenPair;
    } catch (cause) {
      // Under a master key that is not ours any more.
      throw cause instanceof Fault ? fault('InvalidRefreshToken') : cause;
    }
  }

  #refreshToken(now: number): NewToken & { readonly text: string } {
    const text = `${PREFIX}${randomBytes(REFRESH_BYTES).toString('base64url')}`;
    return { text, hash: digestOf(text), givenAt: now, expiresAt: now + this.#options.refreshMs };
  }

  async #pair(
    account: AccountRow,
    session: string,
    endsAt: number,
    { text, expiresAt }: { readonly text: string; readonly expiresAt: number },
  ): Promise<TokenPair> {
    const { store, tokens, defaultOrganizationId } = this.#options;
    const otherwise = account.is_admin ? defaultOrganizationId : undefined;
    const organizationId = store.read.accounts.firstOrganization(account.id) ?? otherwise;
    const user = { uuid: account.uuid, isAdmin: account.is_admin, organizationId };
    const { text: access, expiresAt: accessExpiresAt } = await tokens.issue(user, session, endsAt);
    return { access, accessExpiresAt, refresh: text, refreshExpiresAt: Math.min(expiresAt, endsAt) };
  }

  #toWire({ access, accessExpiresAt, refresh, refreshExpiresAt }: TokenPair): AuthTokensOut {
    const { clock, refreshMs } = this.#options;
    const left = (until: number) => Math.max(0, Math.floor((until - clock.credible()) / SECOND_MS));
    return {
      access_token: access,
      refresh_token: refresh,
      access_expires_in: left(accessExpiresAt),
      // While the clock is ahead of what is credible, its end is further away than it lives.
      refresh_expires_in: Math.min(left(refreshExpiresAt), refreshMs / SECOND_MS),
      token_type: 'Bearer',
    };
  }
}
