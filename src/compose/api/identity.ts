import { type Config, ConfigError, hasGatewayTls } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import type { Identity, IdentitySettings } from '../../identity/identity.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type RemainsOptions, removeRemains } from '../../upkeep/organization-remains.ts';
import type { Installation } from '../installation.ts';
import { tellLimited } from './limited.ts';

/** What of the enterprise edition follows from the configuration. */
export function identitySettings(config: Config, { scEui }: Pick<Installation, 'scEui'>): IdentitySettings {
  const { auth, limits } = config;
  return {
    enforced: config.org_enforcement_enabled,
    peerSecret: config.core.peer_secret || undefined,
    selfService: config.organizations.self_service,
    boxName: config.service_center.name,
    administrator: config.admin,
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
      external: { oidc: oidcOf(auth), oauth2: oauth2Of(auth) },
      hasConsole: config.console.enabled,
      limits: {
        loginsPerMinute: limits.logins_per_min,
        refreshesPerMinute: limits.refreshes_per_min,
        registrationsPerMinute: limits.registrations_per_min,
      },
    },
  };
}

type Auth = Config['auth'];
type Given = IdentitySettings['signIn']['external'];

/** What is switched on is complete: the configuration was looked at for that. */
function oidcOf({ oidc }: Auth): Given['oidc'] {
  const { enabled, client_id: clientId, issuer } = oidc;
  return enabled && clientId && issuer ? { ...providerOf(oidc), clientId, issuer } : undefined;
}

function oauth2Of({ oauth2 }: Auth): Given['oauth2'] {
  const { enabled, client_id: clientId, authorize_url, token_url, userinfo_url } = oauth2;
  if (!enabled || !clientId || !authorize_url || !token_url || !userinfo_url) return undefined;
  const urls = { authorizeUrl: authorize_url, tokenUrl: token_url, userinfoUrl: userinfo_url };
  return { ...providerOf(oauth2), clientId, ...urls };
}

function providerOf(given: Auth['oidc'] | Auth['oauth2']) {
  return {
    clientSecret: given.client_secret,
    scopes: given.scopes,
    label: given.label,
    autoRedirect: given.auto_redirect,
    createUsers: given.create_users,
    domains: given.domains,
    linkByEmail: given.link_by_email,
    trustEmail: given.trust_email,
    organizationClaim: given.organization_claim,
    role: given.role,
    caFile: given.ca_file,
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
    /** Time by which others' signatures are judged, milliseconds. */
    certificateTime(): number;
    /** How what deleted organizations leave behind is taken away. */
    readonly remains: RemainsOptions;
  },
  opened: AsyncDisposableStack,
): Promise<Identity | undefined> {
  if (!config.auth.enabled) return undefined;
  const { openIdentity } = await import('../../identity/identity.ts');
  const identity = await openIdentity({
    ...{ clock, log, store, sealer },
    settings: identitySettings(config, installation),
    defaultOrganization: installation.organization,
    changed: rightsChanged,
    misconfigured: problem => new ConfigError([problem]),
    now: certificateTime,
    rateLimited: address => tellLimited({ clock, log, store }, address, undefined),
    removeRemains: () => removeRemains(remains),
  });
  opened.defer(() => identity.stop());
  return identity;
}

/** Where the public API is reached, without a path. @param port as it was opened */
export function gatewayUrl(config: Config, port: number): string {
  const { gateway, gateway_host: host, pki } = config;
  if (gateway.base_url !== undefined) return gateway.base_url.replace(/\/+$/, '');
  const isAny = host === '::' || host === '0.0.0.0';
  const name = isAny ? (pki.server_names.find(each => each !== 'localhost') ?? 'localhost') : host;
  return `${hasGatewayTls(config) ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
