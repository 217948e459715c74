import { get as plain } from 'node:http';
import { get as secure } from 'node:https';
import type { Test } from 'tap';
import type { ExternalSettings } from '../../../src/identity/external/external.ts';
import type { ProviderSettings } from '../../../src/identity/external/provider.ts';
import type { SignInSettings } from '../../../src/identity/signin/signin.ts';
import type { PageAnswer } from '../../../src/rpc/serve/pages.ts';
import { windClock } from '../../rpc/wind-clock.ts';
import { HOME, openScene } from '../signin/scene.ts';
import { CLIENT_ID, CLIENT_SECRET } from './oidc-server.ts';

export const BASE = 'https://box.example.org:9090';

const common: ProviderSettings = {
  ...{ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scopes: ['openid', 'profile', 'email'], label: 'Works' },
  ...{ autoRedirect: false, createUsers: true, domains: [], linkByEmail: false, trustEmail: false },
  ...{ organizationClaim: undefined, role: 'viewer', caFile: undefined },
};

export const oidcSettings = (issuer: string, more: Partial<ProviderSettings> = {}): ExternalSettings => ({
  oidc: { ...common, issuer, ...more },
});

export const oauth2Settings = (url: string, more: Partial<ProviderSettings> = {}): ExternalSettings => ({
  oauth2: {
    ...{ ...common, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, userinfoUrl: `${url}/me` },
    ...more,
  },
});

type Kind = 'oidc' | 'oauth2';

export interface Brought {
  readonly code: string;
  readonly state: string;
  readonly iss: string;
}

/** How a browser comes back. */
export interface Back {
  /** Undefined: the one of the browser; empty: none. */
  readonly cookie?: string | undefined;
  readonly address?: string;
  readonly secure?: boolean;
}

/** Sign-in by a provider, behind the real gate, with the pages as browsers ask for them. */
export async function openExternalScene(
  t: Pick<Test, 'testdir' | 'teardown'>,
  external: ExternalSettings,
  { base = BASE, path, settings }: { base?: string; path?: string; settings?: Partial<SignInSettings> } = {},
) {
  // The provider has the time of the machine.
  const clock = windClock(Date.now());
  const scene = await openScene(t, { settings: { ...settings, external }, clock, ...(path !== undefined && { path }) });
  scene.signIn.announce(base);

  const visit = async (
    method: 'GET' | 'POST',
    address: string,
    {
      cookie,
      fields = {},
      secure = true,
      headers = {},
    }: {
      cookie?: string;
      fields?: Record<string, string>;
      secure?: boolean;
      headers?: Record<string, string>;
    } = {},
  ): Promise<PageAnswer> => {
    const { pathname, searchParams: query, host } = new URL(address, base);
    const page = scene.signIn.pages.find(each => each.path === pathname && each.method === method);
    if (!page) throw new Error(`no page ${pathname}`);
    const sent: Record<string, string | undefined> = { host, cookie, ...headers };
    return page.handle({
      ...{ address: HOME, secure, query, fields: new Map(Object.entries(fields)) },
      headers: name => [sent[name]].flatMap(value => value ?? []),
      keep: () => undefined,
    });
  };

  /** Goes to the provider. @returns its page, and the cookie of the browser */
  const leave = async (kind: Kind, cookie = '') => {
    const { status, headers, body } = await visit('GET', `/auth/${kind}/start?tokens=1`, { cookie });
    if (status !== 302) throw new Error(body.replace(/^.*\((ErrToken\w+)\).*$/s, '$1'));
    return { url: new URL(headers.location ?? ''), cookie: (headers['set-cookie'] ?? '').split(';', 1)[0] ?? '' };
  };

  /** Goes there, signs in, and is led back. */
  const travel = async (kind: Kind, cookie = '', change: (url: URL) => void = () => undefined) => {
    const left = await leave(kind, cookie);
    change(left.url);
    const query = await signInAt(left.url, `${base}/auth/${kind}/callback`);
    const [code = '', state = '', iss = '', error = ''] = ['code', 'state', 'iss', 'error'].map(
      name => query.get(name) ?? '',
    );
    return { cookie: left.cookie, brought: { code, state, iss }, error, query };
  };

  const bring = (kind: Kind, brought: Brought, { cookie, address = HOME, secure = true }: Back) =>
    scene.call(kind === 'oidc' ? 'ExchangeOIDC' : 'ExchangeOAuth2', brought, {
      ...{ address, secure },
      ...(cookie && { cookie }),
    });
  const refusal = (kind: Kind, brought: Brought, { cookie, address = HOME, secure = true }: Back) =>
    scene.refusal(kind === 'oidc' ? 'ExchangeOIDC' : 'ExchangeOAuth2', brought, {
      ...{ address, secure },
      ...(cookie && { cookie }),
    });

  return {
    ...{ ...scene, clock, visit, leave, travel, bring },
    refusedWith: refusal,
    /** The whole way. */
    async signIn(kind: Kind) {
      const { brought, cookie } = await travel(kind);
      return bring(kind, brought, { cookie });
    },
    /** The token by which the whole way ends. */
    async outcome(kind: Kind) {
      const { brought, cookie } = await travel(kind);
      return refusal(kind, brought, { cookie });
    },
    /** What those who look after the box are told. */
    async told() {
      const events = await scene.events('security.external_login_failed');
      return events.map(({ data, count }): Record<string, unknown> => ({ count, ...data }));
    },
  };
}

/** What a browser asks for. @param ca whom it trusts */
function look(url: URL, cookie: string, ca: string | undefined) {
  return new Promise<{ status: number; location: string | undefined; set: readonly string[] }>((resolve, reject) => {
    const options = { headers: { cookie }, agent: false, ...(ca !== undefined && { ca }) };
    const asked = (url.protocol === 'https:' ? secure : plain)(url, options, answer => {
      answer.resume();
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, location: headers.location, set: headers['set-cookie'] ?? [] });
    });
    asked.on('error', reject);
  });
}

/** What a browser does at a provider where nothing has to be typed. @returns the query of the address it is led back to */
export async function signInAt(start: URL, back: string, ca?: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 12; step++) {
    if (url.href.startsWith(back)) return url.searchParams;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, location, set: cookies } = await look(url, cookie, ca);
    for (const set of cookies) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    if (location === undefined) throw new Error(`the provider answers ${status}`);
    url = new URL(location, url);
  }
  throw new Error('the provider leads nowhere');
}
