import type { Rights } from '../../domain/account/roles.ts';
import type { KeyGate } from '../../domain/apikey/gate.ts';

/** What of an account decides about its calls. */
export interface Account {
  /** Row id. */
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly is_admin: boolean;
  readonly is_active: boolean;
  readonly password_change_required: boolean;
  /** As a hash; null: there is none. */
  readonly password: string | null;
}

export interface Organization {
  /** Row id. */
  readonly id: number;
  readonly uuid: string;
  readonly state: 'active' | 'suspended' | 'archived';
}

/** The stored rights: users, organizations, and who is what in which. */
export interface AccountReads {
  user(uuid: string): Account | undefined;
  membership(user: number, organizationUuid: string): Rights | undefined;
  organization(uuid: string): Organization | undefined;
}

export interface SessionState {
  /** Row id. */
  readonly user: number;
  readonly endedBy: string | undefined;
}

/** The stored sessions. */
export interface SignInReads {
  state(sessionUuid: string): SessionState | undefined;
}

/** Tells whose access token it is. */
export interface TokenVerifier {
  /** @throws fault `InvalidAccessToken`, `AccessTokenExpired` */
  verify(text: string): Promise<{ readonly userId: string; readonly sessionId: string }>;
}

/** What the rules look at beside the call. */
export interface Gate {
  readonly reads: AccountReads & { session(uuid: string): SessionState | undefined };
  readonly keys: Pick<KeyGate, 'verify' | 'refusal' | 'used' | 'rejected'>;
  readonly tokens: TokenVerifier;
  /** Applies to every call when organizations are not enforced. */
  readonly defaultOrganization: { readonly id: number; readonly uuid: string };
  readonly enforced: boolean;
  /** What callers of the internal port must show; undefined: no caller is let in there. */
  readonly peerSecret: string | undefined;
  /** Whether a user has to enrol a second factor before anything else. */
  secondFactorMissing(account: Account): boolean;
}
