import type { Store } from '../../domain/domain.ts';
import { background } from '../../kit/background.ts';
import type { Log } from '../../kit/log.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { type Row, refusedRpc } from '../../rpc/call/define.ts';
import type { AuthSettingsOut } from '../../rpc/schema.gen.ts';
import type { Page } from '../../rpc/serve/pages.ts';
import type { External, ExternalOptions, ExternalSettings } from '../external/external.ts';
import { exchangeRows } from '../external/external-sign-in.ts';
import { PasswordGuard } from './guard.ts';
import { Lockout } from './lockout.ts';
import { login } from './login.ts';
import { LONGEST_PASSWORD, type PasswordRules, PasswordWork, unmetRules } from './passwords.ts';
import { profiles as profilesOf } from './profile.ts';
import { type RegistrationSettings, registration } from './registration.ts';
import type { SecondFactor } from './second-factor.ts';
import { TokenSecrets } from './secrets.ts';
import { Sessions } from './sessions.ts';
import { sessionRows } from './sign-in.ts';
import { type SignInLimits, waysIn } from './sign-in-guard.ts';
import { AccessTokens } from './tokens.ts';

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
  readonly external: ExternalSettings;
  /** There is a console to lead people to. */
  readonly hasConsole: boolean;
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
  /** What ends the start when the configuration cannot be followed. @param problem begins with the key */
  misconfigured(problem: string): Error;
  /** By which others' signatures are judged, milliseconds. */
  now(): number;
  /** An address asks more often than it may. */
  rateLimited(address: string): void;
}

export interface SignIn {
  readonly rows: readonly Row[];
  readonly pages: readonly Page[];
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  /** For other parts that set passwords. */
  readonly passwords: {
    hash(password: string): Promise<string>;
    verify(password: string, phc: string | undefined, isKnown?: boolean): Promise<boolean>;
    unmet(password: string, email: string): readonly string[];
  };
  /** Every look at a password goes by here. */
  readonly guard: PasswordGuard;
  /** The public port is open. @param url where it is reached, without a path */
  announce(url: string): void;
  stop(): void;
}

/** Sign-in, and what follows from it. @throws what `misconfigured` gives */
export async function openSignIn(options: SignInOptions): Promise<SignIn> {
  const { store, clock, log, sealer, settings, secondFactor, defaultOrganizationId, misconfigured, now } = options;
  const secrets = await TokenSecrets.open({ store, sealer, log, clock });
  const renewing = clock.every(DAY_MS, () =>
    background(secrets.renewIfDue(), cause => log.error({ err: cause }, 'secret of access tokens not renewed')),
  );
  const { issuer, accessTokenS, refreshTokenS, refreshAbsoluteS, limits, password: demanded } = settings;
  const tokens = new AccessTokens({ secrets, issuer, lifetimeMs: accessTokenS * SECOND_MS, clock });
  const sessions = new Sessions({
    ...{ store, sealer, tokens, defaultOrganizationId, clock },
    refreshMs: refreshTokenS * SECOND_MS,
    absoluteMs: refreshAbsoluteS * SECOND_MS,
  });
  const passwords = new PasswordWork();
  const guard = new PasswordGuard({ store, clock, log, lockout: new Lockout(clock) });
  const profiles = profilesOf({ store, secondFactor, defaultOrganizationId });
  const ways = waysIn(clock, limits, options.rateLimited);
  const shared = { store, clock, ways, guard, passwords, sessions, profiles };
  const external = await externalOf({
    ...{ store, clock, log, ways, sessions, profiles, defaultOrganizationId, misconfigured, now },
    settings: settings.external,
    hasConsole: settings.hasConsole,
  });
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
        ? login({ ...shared, secondFactor })
        : refusedRpc('Login', { ...rules.Login, refuse: 'LocalLoginDisabled' }),
      ...sessionRows({ ...shared, rules: demanded, settings: () => authSettings(settings, external) }),
      registration({ ...shared, rules: demanded, settings: settings.registration, defaultOrganizationId }),
      ...(external?.rows ?? exchangeRows(undefined, undefined)),
    ],
    pages: external?.pages ?? [],
    announce: url => external?.announce(url),
    stop() {
      renewing.cancel();
      external?.stop();
    },
  };
}

/** Loaded where a provider is configured: few boxes have one. */
async function externalOf(options: ExternalOptions): Promise<External | undefined> {
  const { oidc, oauth2 } = options.settings;
  if (!oidc && !oauth2) return undefined;
  const { openExternal } = await import('../external/external.ts');
  return openExternal(options);
}

function authSettings(
  { localLogin, loginNotice, password, registration: { mode }, secondFactorRequired }: SignInSettings,
  external: External | undefined,
): AuthSettingsOut {
  return {
    enabled: true,
    local_login_enabled: localLogin,
    registration_enabled: mode !== 'off',
    refresh_enabled: true,
    ...(external?.settings() ?? { oidc: { enabled: false }, oauth2: { enabled: false } }),
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
