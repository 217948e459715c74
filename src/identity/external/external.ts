import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { trustedAuthorities } from '../../kit/net/trusted.ts';
import type { Row } from '../../rpc/call/define.ts';
import type { ProviderSettingsOut } from '../../rpc/schema.gen.ts';
import type { Page } from '../../rpc/serve/pages.ts';
import { type ProviderClient, providerClient } from './ask.ts';
import { Exchange, type ExchangeOptions } from './exchange.ts';
import { exchangeRows } from './external-sign-in.ts';
import { OAuth2, type OAuth2Settings } from './oauth2.ts';
import { Oidc, type OidcSettings } from './oidc.ts';
import { callbackPath, externalPages, startPath } from './pages.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { LoginStates } from './states.ts';

/** Undefined: not switched on. */
export interface ExternalSettings {
  readonly oidc?: OidcSettings | undefined;
  readonly oauth2?: OAuth2Settings | undefined;
}

type Shared = Pick<
  ExchangeOptions,
  'store' | 'clock' | 'log' | 'ways' | 'sessions' | 'profiles' | 'defaultOrganizationId'
>;

export interface ExternalOptions extends Shared {
  readonly settings: ExternalSettings;
  /** There is a console to lead people to. */
  readonly hasConsole: boolean;
  /** What ends the start when the configuration cannot be followed. @param problem begins with the key */
  misconfigured(problem: string): Error;
  /** By which ends are judged, milliseconds. */
  now(): number;
}

/** Sign-in by those who know people already. */
export interface External {
  readonly rows: readonly Row[];
  readonly pages: readonly Page[];
  /** What every client may know. */
  settings(): { readonly oidc: ProviderSettingsOut; readonly oauth2: ProviderSettingsOut };
  /** The public port is open. @param url where it is reached, without a path */
  announce(url: string): void;
  stop(): void;
}

interface Way {
  readonly provider: Provider;
  readonly settings: ProviderSettings;
  readonly exchange: Exchange;
  readonly providerClient: ProviderClient;
}

/** @throws what `misconfigured` gives */
export function openExternal({
  settings: { oidc, oauth2 },
  hasConsole,
  misconfigured,
  now,
  ...shared
}: ExternalOptions): External {
  const { store, clock, log } = shared;
  const states = new LoginStates(clock);
  let baseUrl: string | undefined;

  const way = (settings: ProviderSettings, asks: ProviderClient, provider: Provider): Way => {
    const redirectUri = () => `${baseUrl ?? ''}${callbackPath(provider.kind)}`;
    const exchange = new Exchange({ ...shared, states, provider, settings, redirectUri });
    return { provider, settings, exchange, providerClient: asks };
  };
  const asksFor = (section: string, { caFile }: ProviderSettings): ProviderClient =>
    providerClient({ clock, authorities: authoritiesOf(section, caFile, misconfigured) });
  const openOidc = (settings: OidcSettings): Way => {
    const asks = asksFor('auth.oidc', settings);
    return way(settings, asks, new Oidc({ settings, ask: asks.ask, store, clock, log, now }));
  };
  const openOAuth2 = (settings: OAuth2Settings): Way => {
    const asks = asksFor('auth.oauth2', settings);
    return way(settings, asks, new OAuth2(settings, asks.ask));
  };
  const byOidc = oidc && openOidc(oidc);
  const byOAuth2 = oauth2 && openOAuth2(oauth2);
  const ways = [byOidc, byOAuth2].filter(each => each !== undefined);

  return {
    rows: exchangeRows(byOidc?.exchange, byOAuth2?.exchange),
    pages: ways.flatMap(each => externalPages({ ...each, states, hasConsole, baseUrl: () => baseUrl })),
    settings: () => ({ oidc: settingsOf(byOidc), oauth2: settingsOf(byOAuth2) }),
    announce(url) {
      baseUrl = url;
    },
    stop() {
      for (const each of ways) each.providerClient.stop();
    },
  };
}

function settingsOf(way: Way | undefined): ProviderSettingsOut {
  if (!way) return { enabled: false };
  const { provider, settings } = way;
  return {
    enabled: true,
    login_url: startPath(provider.kind),
    login_label: settings.label,
    auto_redirect: settings.autoRedirect,
    logout_url: provider.logoutUrl(),
  };
}

/** Who may vouch for a provider: the public ones, and whom the operator names beside them. */
function authoritiesOf(section: string, file: string | undefined, misconfigured: ExternalOptions['misconfigured']) {
  const own = file === undefined ? [] : [certificatesIn(file, `${section}.ca_file`, misconfigured)];
  return () => [trustedAuthorities(), own].flat();
}

function certificatesIn(file: string, key: string, misconfigured: ExternalOptions['misconfigured']): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw misconfigured(`${key}: cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
  try {
    new X509Certificate(pem);
  } catch {
    throw misconfigured(`${key}: has no certificate (PEM)`);
  }
  return pem;
}
