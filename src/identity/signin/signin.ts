import type { Store } from '../../domain/domain.ts';
import { background } from '../../kit/background.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Sealer } from '../../kit/seal.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { type Row, refusedRpc } from '../../rpc/define.ts';
import type { AuthSettingsOut } from '../../rpc/schema.gen.ts';
import { PasswordGuard } from './guard.ts';
import { Lockout } from './lockout.ts';
import { login } from './login.ts';
import { LONGEST_PASSWORD, type PasswordRules, PasswordWork, unmetRules } from './passwords.ts';
import { profiles as profilesOf } from './profile.ts';
import { type RegistrationSettings, registration } from './registration.ts';
import { sessionRows } from './rows.ts';
import type { SecondFactor } from './second-factor.ts';
import { TokenSecrets } from './secrets.ts';
import { Sessions } from './sessions.ts';
import { AccessTokens } from './tokens.ts';
import { type SignInLimits, waysIn } from './ways.ts';

/** The settings `auth` as sign-in needs them. */
export interface SignInSettings {
  readonly accessTokenS: number;
  readonly refreshTokenS: number;
  readonly refreshAbsoluteS: number;
  /** Named in access tokens. */
  readonly issuer: string;
  readonly localLogin: boolean;
  readonly loginNotice: string | undefined;
  readonly password: PasswordRules;
  readonly secondFactorRequired: boolean;
  readonly registration: RegistrationSettings;
  readonly limits: SignInLimits;
}

export interface SignInOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly settings: SignInSettings;
  readonly secondFactor: SecondFactor;
  /** Uuid. */
  readonly defaultOrganizationId: string;
  /** By which ends are judged, milliseconds. */
  now(): number;
  /** An address asks more often than it may. */
  rateLimited(address: string): void;
}

export interface SignIn {
  readonly rows: readonly Row[];
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  /** For whoever else sets passwords. */
  readonly passwords: {
    hash(password: string): Promise<string>;
    verify(password: string, phc: string | undefined, isKnown?: boolean): Promise<boolean>;
    unmet(password: string, email: string): readonly string[];
  };
  /** Every look at a password goes by here. */
  readonly guard: PasswordGuard;
  stop(): void;
}

/** Sign-in with passwords, and what follows from it. */
export async function openSignIn(options: SignInOptions): Promise<SignIn> {
  const { store, clock, log, sealer, settings, secondFactor, defaultOrganizationId, now } = options;
  const secrets = await TokenSecrets.open({ store, sealer, log, now });
  const renewing = clock.every(DAY_MS, () =>
    background(secrets.renewIfDue(), cause => log.error({ err: cause }, 'secret of access tokens not renewed')),
  );
  const { issuer, accessTokenS, refreshTokenS, refreshAbsoluteS, limits, password: demanded } = settings;
  const tokens = new AccessTokens({ secrets, issuer, lifetimeMs: accessTokenS * SECOND_MS, now });
  const sessions = new Sessions({
    ...{ store, sealer, tokens, defaultOrganizationId, now },
    refreshMs: refreshTokenS * SECOND_MS,
    absoluteMs: refreshAbsoluteS * SECOND_MS,
  });
  const passwords = new PasswordWork();
  const guard = new PasswordGuard({ store, clock, log, lockout: new Lockout(clock), now });
  const profiles = profilesOf({ store, secondFactor, defaultOrganizationId });
  const ways = waysIn(clock, limits, options.rateLimited);
  const shared = { store, clock, ways, guard, passwords, sessions, profiles };
  return {
    tokens,
    sessions,
    guard,
    passwords: {
      hash: password => passwords.hash(password),
      verify: (password, phc, isKnown) => passwords.verify(password, phc, isKnown),
      unmet: (password, email) => unmetRules(password, email, demanded),
    },
    rows: [
      settings.localLogin
        ? login({ ...shared, secondFactor, now })
        : refusedRpc('Login', { ...rules.Login, refuse: 'LocalLoginDisabled' }),
      ...sessionRows({ ...shared, rules: demanded, settings: () => authSettings(settings) }),
      registration({ ...shared, rules: demanded, settings: settings.registration, defaultOrganizationId }),
      refusedRpc('ExchangeOIDC', { ...rules.ExchangeOIDC, refuse: 'OIDCDisabled' }),
      refusedRpc('ExchangeOAuth2', { ...rules.ExchangeOAuth2, refuse: 'OAuth2Disabled' }),
    ],
    stop: () => renewing.cancel(),
  };
}

function authSettings({
  localLogin,
  loginNotice,
  password,
  registration: { mode },
  secondFactorRequired,
}: SignInSettings): AuthSettingsOut {
  return {
    enabled: true,
    local_login_enabled: localLogin,
    registration_enabled: mode !== 'off',
    refresh_enabled: true,
    oidc: { enabled: false },
    oauth2: { enabled: false },
    password_policy: {
      min_length: password.minLength,
      max_length: LONGEST_PASSWORD,
      requires_letter: true,
      requires_digit: true,
      denies_common: password.denyCommon,
      denies_identity: true,
    },
    edition: 'enterprise',
    login_notice: loginNotice ?? '',
    second_factor_required: secondFactorRequired,
  };
}
