import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { before, type CredibleMs, type Moment } from '../../kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import type { AccountRow } from '../account/account-columns.ts';
import type { Accounts } from '../account/account-store.ts';
import type { NewUser } from '../account/user-changes.ts';
import type { Acting } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';

/** Why a user is signed in no more. */
export type SignInEnd = 'logout' | 'password' | 'inactive' | 'deleted' | 'reuse' | 'expired';

/** A refresh token that is used twice within this time is answered the same: two tabs, or an answer that was lost. */
export const GRACE_MS = 30 * SECOND_MS;
/** How long an address or browser is known after a user signed in from there. */
export const KNOWN_MS = 30 * DAY_MS;
/** What is known is noted at most so often. */
const NOTED_MS = DAY_MS;
/** What is over stays so long, so that its access tokens are told why they are refused. */
const KEPT_MS = DAY_MS;
/** Rows that are removed in one go. */
const PORTION = 500;

/** An account, as far as it tells whether its user may be signed in. */
export type SignInAccount = Pick<AccountRow, 'id' | 'uuid' | 'email' | 'is_active' | 'is_admin' | 'password'>;

/** Times in milliseconds. */
export interface NewToken {
  /** SHA-256 */
  readonly hash: Uint8Array;
  readonly givenAt: number;
  /** Its sign-in may end before. */
  readonly expiresAt: number;
}

export interface NewSignIn {
  /** Uuid. */
  readonly user: string;
  /** The PHC text that was verified; undefined: the user has not signed in with a password. */
  readonly password: string | undefined;
  /** In its place, when the same password costs more to guess so. */
  readonly rehashed: string | undefined;
  /** Uuid. */
  readonly session: string;
  readonly token: NewToken;
  readonly endsAt: number;
  /** Of the client, without port. */
  readonly address: string;
  /** Which program it says it is. */
  readonly userAgent: string;
  /** What the user is known by from now on: the counted address, and the browser if it is one. */
  readonly knownBy: readonly string[];
  readonly now: number;
}

/** A sign-in that goes on; times in milliseconds. */
export interface OpenSignIn {
  /** Uuid. */
  readonly session: string;
  readonly beganAt: number;
  readonly refreshedAt: number;
  /** Where and with what it began; empty for one of an older release. */
  readonly address: string;
  readonly userAgent: string;
}

/** A refresh token that is known. */
export interface KeptToken {
  /** Row id of its sign-in. */
  readonly id: number;
  /** Uuid of its sign-in. */
  readonly session: string;
  /** Row id and uuid. */
  readonly user: number;
  readonly userId: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly successor: Uint8Array | null;
  /** Of its sign-in, however often it is used. */
  readonly endsAt: number;
  readonly endedBy: SignInEnd | null;
}

export type Refreshed =
  | { readonly outcome: 'fresh' | 'invalid' | 'reused' }
  /** What the first use of the token was given, sealed. */
  | { readonly outcome: 'again'; readonly successor: Uint8Array };

export interface TokenSecretRow {
  readonly kid: string;
  readonly created_at: number;
  readonly secret: Uint8Array;
}

export interface SignInOptions {
  readonly events: Events;
  readonly accounts: Pick<Accounts, 'user' | 'memberships' | 'signedIn' | 'rehash' | 'setPassword' | 'createUser'>;
}

/** A password that its user replaces. */
export interface OwnPassword {
  /** Uuid. */
  readonly user: string;
  /** PHC texts: the one that was verified, and the new one. */
  readonly seen: string;
  readonly password: string;
  /** The session that goes on, with another refresh token. */
  readonly kept: { readonly session: string; readonly token: NewToken } | undefined;
}

/** Who asked for a session to end. */
export interface SignOutRequester {
  readonly email: string;
  readonly address: string;
  readonly now: number;
}

/** Whether a refresh token that was used may be answered as it was then; a clock that went back far says nothing. */
export function isInGrace(usedAt: number, credible: CredibleMs): boolean {
  return Math.abs(credible - usedAt) < GRACE_MS;
}

/** Addresses and browsers of one user; the one that was seen longest ago is forgotten. */
const MOST_KNOWN = 100;
/** Of one user, those included that have ended: the oldest goes, as who signs in by a script and never signs out has no end of them. */
const MOST_SIGN_INS = 1000;

/** Sign-ins and their refresh tokens, of which only digests are kept (identity API 2.4). */
export function signInStore(db: Db, { events, accounts }: SignInOptions) {
  const byUuid = db.prepare('SELECT id, user, user_id, ended_by FROM sign_in WHERE uuid = ?');
  const byHash = db.prepare(
    `SELECT s.id, s.uuid AS session, s.user, s.user_id AS userId, t.expires_at AS expiresAt, t.used_at AS usedAt, t.successor,
       s.ends_at AS endsAt, s.ended_by AS endedBy
     FROM refresh_token t JOIN sign_in s ON s.id = t.sign_in WHERE t.hash = ?`,
  );
  const openOf = db.prepare(
    `SELECT uuid AS session, began_at AS beganAt, refreshed_at AS refreshedAt, address, user_agent AS userAgent
     FROM sign_in WHERE user_id = ? AND ended_at IS NULL AND min(expires_at, ends_at) > ? ORDER BY refreshed_at DESC, id DESC`,
  );
  const insert = inserter(db, 'sign_in', {
    ...{ uuid: 'text', user: 'integer', user_id: 'text' },
    ...{ began_at: 'integer', ends_at: 'integer', refreshed_at: 'integer', expires_at: 'integer' },
    ...{ address: 'text', user_agent: 'text' },
  });
  const dropOldest = db.prepare(
    'DELETE FROM sign_in WHERE user = ? AND id <= (SELECT id FROM sign_in WHERE user = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  const insertToken = db.prepare('INSERT INTO refresh_token (hash, sign_in, given_at, expires_at) VALUES (?, ?, ?, ?)');
  const useToken = db.prepare('UPDATE refresh_token SET used_at = ?, successor = ? WHERE hash = ?');
  const prolong = db.prepare('UPDATE sign_in SET refreshed_at = ?, expires_at = ? WHERE id = ?');
  const end = db.prepare('UPDATE sign_in SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL');
  const endAll = db.prepare(
    'UPDATE sign_in SET ended_at = ?, ended_by = ? WHERE user = ? AND ended_at IS NULL AND uuid <> ?',
  );
  const dropTokens = db.prepare('DELETE FROM refresh_token WHERE sign_in = ?');
  const network = db.prepare('SELECT seen_at FROM known_network WHERE user = ? AND network = ?');
  const noteNetwork = db.prepare(
    `INSERT INTO known_network (user, network, seen_at) VALUES (?, ?, ?)
     ON CONFLICT (user, network) DO UPDATE SET seen_at = excluded.seen_at`,
  );
  const dropLongest = db.prepare(
    `DELETE FROM known_network WHERE user = ? AND network IN
       (SELECT network FROM known_network WHERE user = ? ORDER BY seen_at DESC LIMIT -1 OFFSET ${MOST_KNOWN})`,
  );
  const dropNetworks = db.prepare('DELETE FROM known_network WHERE user = ?');
  const secrets = db.prepare('SELECT kid, created_at, secret FROM token_secret ORDER BY id DESC');
  const insertSecret = db.prepare('INSERT INTO token_secret (kid, created_at, secret) VALUES (?, ?, ?)');
  const dropSecret = db.prepare('DELETE FROM token_secret WHERE kid = ?');
  const over = db.prepare(
    `SELECT EXISTS (SELECT 1 FROM refresh_token WHERE successor IS NOT NULL AND used_at <= ?)
       OR EXISTS (SELECT 1 FROM refresh_token WHERE expires_at <= ?)
       OR EXISTS (SELECT 1 FROM sign_in WHERE min(expires_at, ends_at) <= ?)
       OR EXISTS (SELECT 1 FROM known_network WHERE seen_at <= ?) AS found`,
  );
  const clearSuccessors = db.prepare(
    `UPDATE refresh_token SET successor = NULL
     WHERE hash IN (SELECT hash FROM refresh_token WHERE successor IS NOT NULL AND used_at <= ? LIMIT ${PORTION})`,
  );
  const dropExpired = db.prepare(
    `DELETE FROM refresh_token WHERE hash IN (SELECT hash FROM refresh_token WHERE expires_at <= ? LIMIT ${PORTION})`,
  );
  const expire = db.prepare(
    `UPDATE sign_in SET ended_at = min(expires_at, ends_at), ended_by = 'expired'
     WHERE id IN (SELECT id FROM sign_in WHERE ended_at IS NULL AND min(expires_at, ends_at) <= ? LIMIT ${PORTION})`,
  );
  const dropEnded = db.prepare(
    `DELETE FROM sign_in WHERE id IN (SELECT id FROM sign_in WHERE min(expires_at, ends_at) <= ? AND ended_at <= ? LIMIT ${PORTION})`,
  );
  const dropUnseen = db.prepare(
    `DELETE FROM known_network WHERE (user, network) IN
       (SELECT user, network FROM known_network WHERE seen_at <= ? LIMIT ${PORTION})`,
  );

  const tokenOf = (hash: Uint8Array): KeptToken | undefined => byHash.get(hash) as KeptToken | undefined;
  const newest = () => secrets.all() as TokenSecretRow[];

  const tell = (
    type: Extract<EventType, `security.${string}`>,
    { id, email }: { readonly id: string; readonly email: string },
    now: number,
    data: Readonly<Record<string, string>>,
  ) => {
    const who = { source: 'user', sourceId: id, sourceName: email, userId: id, userEmail: email } as const;
    events.raise({ type, org: null, ...who, at: now, storedAt: now, data });
  };

  /** @returns how many have ended: 0 or 1. Its tokens stay for as long as they would have lived: they are told why they are refused. */
  const endOne = (id: number, why: SignInEnd, now: number): number => end.run(now, why, id).changes;

  /** @param except uuid of the sign-in that goes on. @returns how many have ended */
  const endAllOf = (user: number, why: SignInEnd, now: number, except = ''): number => {
    const { changes } = endAll.run(now, why, user, except);
    if (why === 'deleted') dropNetworks.run(user);
    return changes;
  };

  const leave = (ended: number, userId: string, { address, email, now }: SignOutRequester): number => {
    if (ended > 0) tell('security.logout', { id: userId, email }, now, { email, remoteAddress: address });
    return ended;
  };
  const kept = (uuid: string) =>
    byUuid.get(uuid) as { id: number; user: number; user_id: string; ended_by: SignInEnd | null } | undefined;

  /** Or invited, so that it can accept. */
  const isMember = (user: number): boolean => accounts.memberships(user).some(({ status }) => status !== 'inactive');

  /** @throws fault `InvalidCredentials` when the password is another one by now, `UserInactive`, `MembershipRequired` */
  const begin = (given: NewSignIn): SignInAccount => {
    const { user, password, rehashed, session, token, endsAt, address, userAgent, knownBy, now } = given;
    const account = accounts.user(user);
    if (!account || (password !== undefined && account.password !== password)) throw fault('InvalidCredentials');
    if (!account.is_active) throw fault('UserInactive');
    // Of an archived organization, too: the owner who may bring it back signs in first.
    if (!account.is_admin && !isMember(account.id)) throw fault('MembershipRequired');
    const times = { began_at: now, ends_at: endsAt, refreshed_at: token.givenAt, expires_at: token.expiresAt };
    const id = insert({
      uuid: session,
      user: account.id,
      user_id: account.uuid,
      ...times,
      address,
      user_agent: userAgent,
    });
    insertToken.run(token.hash, id, token.givenAt, token.expiresAt);
    dropOldest.run(account.id, account.id, MOST_SIGN_INS);
    for (const from of knownBy) {
      const seen = network.get(account.id, from) as { seen_at: number } | undefined;
      if (seen && Math.abs(now - seen.seen_at) < NOTED_MS) continue;
      noteNetwork.run(account.id, from, now);
      if (!seen) dropLongest.run(account.id, account.id);
    }
    accounts.signedIn(account.id, now);
    if (password !== undefined && rehashed !== undefined) accounts.rehash(account.id, password, rehashed);
    const { uuid, email } = account;
    tell('security.login_succeeded', { id: uuid, email }, now, { email, remoteAddress: address });
    return account;
  };

  /** A sign-in goes on with another refresh token; the ones before are good for nothing. */
  const replaceToken = (session: string, token: NewToken): void => {
    const found = kept(session);
    if (!found || found.ended_by !== null) throw fault('AccessTokenRevoked');
    dropTokens.run(found.id);
    insertToken.run(token.hash, found.id, token.givenAt, token.expiresAt);
    prolong.run(token.givenAt, token.expiresAt, found.id);
  };

  return {
    /** Of a session by its uuid; undefined: there is none, or it ended long ago. */
    state(uuid: string): { user: number; endedBy: SignInEnd | undefined } | undefined {
      const row = kept(uuid);
      return row && { user: row.user, endedBy: row.ended_by ?? undefined };
    },

    tokenOf,

    /** Those of a user (uuid) that go on, the one that was used last first. */
    open(user: string, credible: CredibleMs): OpenSignIn[] {
      return openOf.all(user, credible) as OpenSignIn[];
    },

    /** Whether the user has signed in by this address or browser lately. */
    isKnown(user: number, from: string, credible: CredibleMs): boolean {
      const row = network.get(user, from) as { seen_at: number } | undefined;
      return row !== undefined && row.seen_at > before(credible, KNOWN_MS);
    },

    /** The newest first. */
    tokenSecrets: newest,

    /** @param replaced the newest that was known when it was made: of two that are made at once, one is added */
    addTokenSecret({ kid, created_at, secret }: TokenSecretRow, replaced: string | undefined): void {
      const [latest, ...older] = newest();
      if (latest?.kid !== replaced) return;
      for (const each of older) dropSecret.run(each.kid);
      insertSecret.run(kid, created_at, secret);
    },

    begin,

    /** Of a user who makes the account himself. @param signIn undefined: it is not to be used yet. @returns the uuid of the user */
    register: intake((user: NewUser, signIn: Omit<NewSignIn, 'user'> | undefined, acting: Acting): string => {
      const { uuid } = accounts.createUser(user, acting);
      if (signIn) begin({ ...signIn, user: uuid });
      return uuid;
    }),

    /**
     * Takes a refresh token for its successor. Of two who present it at once one is first, and both get the same.
     * @param sealed what the next one who presents it within the grace is given
     */
    refresh(hash: Uint8Array, next: NewToken, sealed: Uint8Array, address: string, at: Moment): Refreshed {
      const { now, credible } = at;
      const found = tokenOf(hash);
      if (!found || found.endedBy !== null) return { outcome: 'invalid' };
      const { id, session, userId, usedAt, successor, expiresAt, endsAt } = found;
      if (usedAt !== null && successor && isInGrace(usedAt, credible)) return { outcome: 'again', successor };
      if (expiresAt <= credible || endsAt <= credible) return { outcome: 'invalid' };
      if (usedAt !== null) {
        endOne(id, 'reuse', now);
        const email = accounts.user(userId)?.email ?? '';
        const data = { userId, sessionId: session, remoteAddress: address };
        tell('security.token_reuse_detected', { id: userId, email }, now, data);
        return { outcome: 'reused' };
      }
      useToken.run(credible, sealed, hash);
      insertToken.run(next.hash, id, next.givenAt, next.expiresAt);
      prolong.run(next.givenAt, next.expiresAt, id);
      return { outcome: 'fresh' };
    },

    /** Ends the sign-in of a refresh token, if it is one of this user. @returns how many have ended */
    endOfToken(hash: Uint8Array, user: string, by: SignOutRequester): number {
      const found = tokenOf(hash);
      if (!found || found.userId !== user) return 0;
      return leave(endOne(found.id, 'logout', by.now), user, by);
    },

    /** Ends a sign-in by its uuid. @returns how many have ended */
    end(session: string, by: SignOutRequester): number {
      const found = kept(session);
      return found ? leave(endOne(found.id, 'logout', by.now), found.user_id, by) : 0;
    },

    /** Ends one of the sign-ins of a user (uuid). @throws fault `SignInNotFound` when it is none of them, or over */
    endOwn(session: string, user: string, by: SignOutRequester): void {
      const found = kept(session);
      if (found?.user_id !== user || endOne(found.id, 'logout', by.now) === 0)
        throw fault('SignInNotFound', { id: session });
      leave(1, user, by);
    },

    /** Signs a user out everywhere. @returns how many have ended */
    endEverywhere(user: string, by: SignOutRequester): number {
      const account = accounts.user(user);
      return account ? leave(endAllOf(account.id, 'logout', by.now), user, by) : 0;
    },

    endAllOf,

    /**
     * All other sign-ins of the user end.
     * @returns how many. @throws fault `CurrentPasswordIncorrect` when it is another one by now, `AccessTokenRevoked`
     */
    changePassword({ user, seen, password, kept }: OwnPassword, acting: Acting): number {
      const exceptSession = kept?.session;
      const given = { user, password, requireChange: false, by: 'user', seen, exceptSession } as const;
      const ended = accounts.setPassword(given, acting);
      if (kept) replaceToken(kept.session, kept.token);
      return ended;
    },

    /** Whether there is something to be removed. */
    isOver(credible: CredibleMs): boolean {
      const ages = [before(credible, GRACE_MS), credible, before(credible, KEPT_MS), before(credible, KNOWN_MS)];
      const { found } = over.get(...ages) as { found: number };
      return found !== 0;
    },

    /** Removes what is over, a portion at a time. @returns whether there may be more */
    tidy(credible: CredibleMs): boolean {
      return [
        clearSuccessors.run(before(credible, GRACE_MS)),
        dropExpired.run(credible),
        expire.run(credible),
        dropEnded.run(before(credible, KEPT_MS), before(credible, KEPT_MS)),
        dropUnseen.run(before(credible, KNOWN_MS)),
      ].some(({ changes }) => changes >= PORTION);
    },
  };
}
export type SignIns = ReturnType<typeof signInStore>;
