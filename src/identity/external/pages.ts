import { catalog, Fault, fault } from '../../kit/faults/faults.ts';
import { escaped } from '../../kit/html.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { LoginResponseOut } from '../../rpc/schema.gen.ts';
import type { Page, PageAnswer, PageRequest } from '../../rpc/serve/pages.ts';
import { page } from '../html.ts';
import type { Exchange } from './exchange.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { Refusal } from './refusal.ts';
import { browserCookie, cookieName, cookiesOf, type LoginStates, type ProviderKind, STATE_MS } from './states.ts';

export interface ExternalPagesOptions {
  readonly provider: Provider;
  readonly settings: ProviderSettings;
  readonly states: LoginStates;
  readonly exchange: Exchange;
  /** There is a console to lead people to. */
  readonly hasConsole: boolean;
  /** Where this service center is reached, without a path; undefined as long as it is not known. */
  baseUrl(): string | undefined;
}

const STARTING_RETRY_MS = SECOND_MS;
/** Says that the browser was led to the address of this service center already. */
const AGAIN = 'again';
/** The path of the console to which a browser is led at the end. */
const TO = 'to';
const HOME = '/';
/** For scripts: tokens are shown in place of the console. */
const TOKENS = 'tokens';
/** A path, and nothing that a browser would take for another host. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,511}$/;

export const startPath = (kind: ProviderKind): string => `/auth/${kind}/start`;
export const callbackPath = (kind: ProviderKind): string => `/auth/${kind}/callback`;

/** Where the console takes up what a browser brings back. */
export const signInPath = (kind: ProviderKind): string => `/sign-in/${kind}`;

/** The way to a provider, and back (clarifications I1b, I17). */
export function externalPages(options: ExternalPagesOptions): readonly Page[] {
  const { provider, exchange } = options;
  const { kind } = provider;
  const shown =
    (handle: (request: PageRequest) => PageAnswer | Promise<PageAnswer>) => async (request: PageRequest) => {
      try {
        return await handle(request);
      } catch (cause) {
        if (cause instanceof Refusal) return troublePage(fault(cause.fault));
        if (cause instanceof Fault) return troublePage(cause);
        throw cause;
      }
    };
  return [
    { ...{ method: 'GET', path: startPath(kind) }, handle: shown(request => leave(options, request)) },
    { ...{ method: 'GET', path: callbackPath(kind) }, handle: shown(request => arrive(options, request)) },
    {
      ...{ method: 'POST', path: callbackPath(kind) },
      handle: shown(async request => {
        const [code = '', state = '', iss = '', error = ''] = ANSWER.map(name => request.fields.get(name) ?? '');
        if (code === '' && error === '') throw fault('AuthCodeRequired');
        if (state === '') throw fault('AuthStateRequired');
        const told: { cookie?: string } = {};
        return kept(donePage(await exchange.signIn({ code, state, iss, error }, { ...request, told })), told.cookie);
      }),
    },
  ];
}

/** What a provider adds to the address of the page. */
const ANSWER = ['code', 'state', 'iss', 'error'] as const;

async function leave(
  { provider, states, baseUrl, hasConsole }: ExternalPagesOptions,
  request: PageRequest,
): Promise<PageAnswer> {
  const { kind } = provider;
  if (!request.secure) throw fault('SecureTransportRequired');
  const base = baseUrl();
  if (base === undefined) throw fault('ServiceStarting', { retry_after_ms: STARTING_RETRY_MS });
  // The provider leads back to that address, where the browser has no cookie of another one. Behind a proxy they may differ for ever.
  const { query } = request;
  const to = query.get(TO) ?? HOME;
  if (!isOfConsole(to)) throw fault('MalformedRequest', { field: TO });
  if (isElsewhere(base, request) && !query.has(AGAIN)) {
    const same = new URLSearchParams([...query, [AGAIN, '1']]);
    return redirect(`${base}${startPath(kind)}?${same}`);
  }
  const end = hasConsole && !query.has(TOKENS) ? to : undefined;
  const cookie = browserCookie(request.headers('cookie'), base);
  const url = await provider.loginUrl(states.make(kind, cookie, { to: end }), base + callbackPath(kind));
  const attributes = ['Path=/', `Max-Age=${STATE_MS / SECOND_MS}`, 'HttpOnly', 'SameSite=Lax'];
  if (base.startsWith('https:')) attributes.push('Secure');
  return redirect(url.href, { 'set-cookie': [`${cookieName(base)}=${cookie}`, ...attributes].join('; ') });
}

function isOfConsole(to: string): boolean {
  return PATH.test(to) && !/^\/(api|auth|sign-in)(\/|$)/.test(to);
}

/** Nothing is done by a look: browsers fetch what they are shown a link of. */
function arrive({ provider, settings, states, baseUrl }: ExternalPagesOptions, request: PageRequest): PageAnswer {
  const { query, headers } = request;
  const { kind } = provider;
  const cookies = cookiesOf(headers('cookie'), baseUrl() ?? '');
  const back = states.returnOf(kind, query.get('state') ?? '', cookies);
  // What this browser did not take along leads to the console, which says so.
  if (back && back.to === undefined) return form(query, settings.label);
  const brought = ANSWER.filter(name => query.has(name)).map((name): [string, string] => [name, query.get(name) ?? '']);
  const passed = new URLSearchParams([...brought, [TO, back?.to ?? HOME]]);
  return { status: 303, headers: { location: `${signInPath(kind)}?${passed}` }, body: '' };
}

function isElsewhere(base: string, { headers }: PageRequest): boolean {
  const [host = ''] = headers('host').length > 0 ? headers('host') : headers(':authority');
  const { protocol, host: own } = new URL(base);
  return host !== '' && URL.parse(`${protocol}//${host}`)?.host !== own;
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return { status: 302, headers: { location, ...headers }, body: '' };
}

function form(query: URLSearchParams, label: string): PageAnswer {
  const fields = ANSWER.map(
    name => `<input type="hidden" name="${name}" value="${escaped(query.get(name) ?? '')}">`,
  ).join('');
  const words = query.has('error')
    ? `${escaped(label)} did not sign you in.`
    : `You come from ${escaped(label)}. Sign in here to get tokens for the API.`;
  return page(
    200,
    'sign in',
    `<p>${words}</p><form method="post" action="callback">${fields}<button>Go on</button></form>`,
  );
}

function donePage({ tokens, user }: LoginResponseOut): PageAnswer {
  const shown: [string, string | null | undefined][] = [
    [`Access token, good for ${Math.round((tokens?.access_expires_in ?? 0) / 60)} minutes`, tokens?.access_token],
    ['Refresh token', tokens?.refresh_token],
    ['x-user-id', user?.id],
    ['x-organization-id', user?.default_organization_id],
  ];
  const areas = shown.map(
    ([name, value]) => `<label>${name}<textarea readonly rows="2">${escaped(value ?? '')}</textarea></label>`,
  );
  return page(200, 'signed in', `<p>Signed in as ${escaped(user?.email ?? '')}.</p>${areas.join('')}`);
}

function kept({ headers, ...answer }: PageAnswer, cookie: string | undefined): PageAnswer {
  return { ...answer, headers: { ...headers, ...(cookie !== undefined && { 'set-cookie': cookie }) } };
}

function troublePage({ fault: name }: Fault): PageAnswer {
  const { http, text, token } = catalog[name];
  const content = `<p role="alert">You are not signed in: ${escaped(text)} (${token}).</p><p><a href="start">Once more</a></p>`;
  return page(http, 'not signed in', content);
}
