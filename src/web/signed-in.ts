import { fault } from '../kit/faults/faults.ts';
import type { AnswerFacts } from '../rpc/call/define.ts';
import type { Incoming } from '../rpc/call/incoming.ts';
import { RpcFailure } from '../rpc/call/status.ts';
import type { PageRequest } from '../rpc/serve/pages.ts';
import { type BrowserSessions, noSession, type SessionCookie, sessionCookie } from './session-page.ts';

/** Calls an RPC as the page does. @returns its answer, in the JSON of Connect. @throws RpcFailure */
export type CallRpc = (method: string, request: object, incoming: Incoming) => Promise<Record<string, unknown>>;

const COOKIE: SessionCookie = sessionCookie('ws_refresh');
const EXCHANGES: ReadonlyMap<string, string> = new Map([
  ['oidc', 'ExchangeOIDC'],
  ['oauth2', 'ExchangeOAuth2'],
]);

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpiresIn: number;
  readonly refreshExpiresIn: number;
}

interface Profile {
  readonly defaultOrganizationId?: string;
}

/** Browsers of people who sign in: the token that lasts is in a cookie alone, where no script reads it. */
export function signedInSessions(call: CallRpc): BrowserSessions {
  const rpc = (request: PageRequest, method: string, body: object, more: Readonly<Record<string, string>> = {}) => {
    const told: AnswerFacts = {};
    const answered = call(method, body, incomingOf(request, told, more));
    return answered.finally(() => {
      if (told.cookie !== undefined) request.keep(told.cookie);
    });
  };

  const answerOf = (request: PageRequest, tokens: Tokens, user: Profile): object => {
    request.keep(COOKIE.line(request, tokens.refreshToken, tokens.refreshExpiresIn));
    return {
      ...{ edition: 'enterprise', principal: 'user', csrf: '' },
      ...{ accessToken: tokens.accessToken, accessExpiresIn: tokens.accessExpiresIn },
      ...{ user, organizationId: user.defaultOrganizationId ?? '' },
    };
  };

  const refreshed = async (request: PageRequest): Promise<Tokens> => {
    const refreshToken = COOKIE.shown(request) ?? noSession();
    const { tokens } = await rpc(request, 'RefreshTokens', { refreshToken });
    return tokens as Tokens;
  };
  const signed = ({ accessToken }: Tokens) => ({
    authorization: `Bearer ${accessToken}`,
    'x-user-id': userOf(accessToken),
  });
  const clear = (request: PageRequest) => request.keep(COOKIE.line(request, '', 0));

  return {
    async begin(request) {
      const { fields } = request;
      const body = Object.fromEntries(fields);
      const { provider, email, password, otp, code, state, iss } = body;
      const method = provider === undefined ? 'Login' : EXCHANGES.get(provider);
      if (method === undefined) throw fault('MalformedRequest', { field: 'provider' });
      const asked = provider === undefined ? { email, password, otp } : { code, state, iss };
      const { tokens, user } = await rpc(request, method, asked);
      return answerOf(request, tokens as Tokens, user as Profile);
    },

    async refresh(request) {
      try {
        const tokens = await refreshed(request);
        const user = await rpc(request, 'GetProfile', {}, signed(tokens));
        return answerOf(request, tokens, user as Profile);
      } catch (cause) {
        if (isOver(cause)) clear(request);
        throw cause instanceof RpcFailure && cause.status.token === REUSED ? fault('InvalidRefreshToken') : cause;
      }
    },

    async end(request) {
      const isAll = request.fields.get('all') === 'true';
      try {
        const tokens = await refreshed(request);
        const { refreshToken } = tokens;
        await rpc(request, 'Logout', { refreshToken, allSessions: isAll }, signed(tokens));
      } catch (cause) {
        // There is nothing to be ended any more.
        if (!isOver(cause)) throw cause;
      }
      clear(request);
      return {};
    },
  };
}

/** For whom a token is that we have just given out. */
function userOf(accessToken: string): string {
  const [, claims = ''] = accessToken.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly sub: string };
  return sub;
}

const REUSED = 'ErrTokenRefreshTokenReused';
/** After these the same token is refused for good. */
const OVER: ReadonlySet<string> = new Set([REUSED, 'ErrTokenInvalidRefreshToken', 'ErrTokenUserInactive']);

function isOver(cause: unknown): boolean {
  if (cause instanceof RpcFailure) return OVER.has(cause.status.token);
  return cause instanceof Error && 'fault' in cause && cause.fault === 'InvalidRefreshToken';
}

/** The same request as that of a call. What else it shows to be let in by is not meant for it. */
function incomingOf(
  { address, secure, headers }: PageRequest,
  told: AnswerFacts,
  more: Readonly<Record<string, string>>,
): Incoming {
  const CREDENTIALS = ['authorization', 'x-api-key', 'x-user-id', 'x-organization-id'];
  return {
    ...{ transport: 'connect', internal: false, address, secure, timeoutMs: undefined },
    signal: new AbortController().signal,
    conditions: { told },
    headers(name) {
      const given = more[name];
      if (given !== undefined) return [given];
      return CREDENTIALS.includes(name) ? [] : headers(name);
    },
  };
}
