import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Identity, IdentitySettings } from '../identity/identity.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import { type RemainsOptions, removeRemains } from '../upkeep/organization-remains.ts';
import type { Installation } from './installation.ts';
import { tellLimited } from './limited.ts';

/** What of the enterprise edition follows from the configuration. */
export function identitySettings(config: Config, { scEui }: Pick<Installation, 'scEui'>): IdentitySettings {
  const { auth, limits } = config;
  return {
    enforced: config.org_enforcement_enabled,
    peerSecret: config.core.peer_secret || undefined,
    selfService: config.organizations.self_service,
    signIn: {
      accessTokenS: auth.access_token_s,
      refreshTokenS: auth.refresh_token_s,
      refreshAbsoluteS: auth.refresh_absolute_s,
      issuer: auth.issuer ?? `sc:${scEui}`,
      localLogin: auth.local_login,
      loginNotice: auth.login_notice,
      password: { minLength: auth.password.min_length, denyCommon: auth.password.deny_common },
      secondFactorRequired: auth.totp.required,
      registration: { mode: auth.registration.mode, domains: auth.registration.domains },
      limits: {
        loginsPerMinute: limits.logins_per_min,
        refreshesPerMinute: limits.refreshes_per_min,
        registrationsPerMinute: limits.registrations_per_min,
      },
    },
  };
}

/** The enterprise edition, where it is switched on; nothing of it is loaded elsewhere. */
export async function startIdentity(
  {
    config,
    clock,
    log,
    store,
    sealer,
    installation,
    rightsChanged,
    certificateTime,
    remains,
  }: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly store: Store;
    readonly sealer: Sealer;
    readonly installation: Installation;
    readonly rightsChanged: Notifier;
    /** Time by which keys and sessions are judged, milliseconds. */
    certificateTime(): number;
    /** How what deleted organizations leave behind is taken away. */
    readonly remains: RemainsOptions;
  },
  opened: AsyncDisposableStack,
): Promise<Identity | undefined> {
  if (!config.auth.enabled) return undefined;
  const { openIdentity } = await import('../identity/identity.ts');
  const { noSecondFactor } = await import('../identity/signin/second-factor.ts');
  const identity = await openIdentity({
    ...{ clock, log, store, sealer },
    settings: identitySettings(config, installation),
    defaultOrganization: installation.organization,
    secondFactor: noSecondFactor,
    changed: rightsChanged,
    now: certificateTime,
    rateLimited: address => tellLimited({ clock, log, store }, address, undefined),
    removeRemains: () => removeRemains(remains),
  });
  opened.defer(() => identity.stop());
  return identity;
}
