import * as client from 'openid-client';
import type { ExternalUser } from '../../domain/external-identity/external-identity-store.ts';
import { isConfidential } from '../../kit/net/address.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { Unreachable } from './ask.ts';
import { areComplete, type Claims, profileOf, subjectOf } from './claims.ts';
import { Discovery, type DiscoveryOptions } from './discovery.ts';
import {
  type AuthorizationResponse,
  answerUrl,
  clientAuthentication,
  type Provider,
  type ProviderSettings,
} from './provider.ts';
import { Refusal, refusalOf } from './refusal.ts';
import type { Sent } from './states.ts';

export interface OidcSettings extends ProviderSettings {
  readonly issuer: string;
}

export interface OidcOptions extends Omit<DiscoveryOptions, 'issuer' | 'clientId'> {
  readonly settings: OidcSettings;
}

/** How far the clocks of the provider and of this box may be apart. */
const TOLERANCE_S = 60;
/** Keys of that age are taken by the library, and read anew for a token that none of them has signed. */
const TAKEN_AS_S = 61;

/** OpenID Connect: code, PKCE, state, nonce, and a signature that is looked at (identity API 2.2). */
export class Oidc implements Provider {
  readonly kind = 'oidc';
  readonly #options: OidcOptions;
  readonly #discovery: Discovery;

  constructor(options: OidcOptions) {
    this.#options = options;
    const { settings, ...others } = options;
    this.#discovery = new Discovery({ ...others, issuer: settings.issuer, clientId: settings.clientId });
    this.#discovery.begin();
  }

  logoutUrl(): string {
    const { known } = this.#discovery;
    return known?.end_session_endpoint === undefined ? '' : client.buildEndSessionUrl(this.#configured(known), {}).href;
  }

  async loginUrl({ state, nonce, verifier }: Sent, redirectUri: string): Promise<URL> {
    const url = client.buildAuthorizationUrl(this.#configured(await this.#discovery.metadata()), {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...this.#options.settings.scopes])].join(' '),
      ...{ state, nonce },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    if (!isConfidential(url)) throw new Refusal('IdentityProviderUnavailable', 'people would sign in without TLS');
    return url;
  }

  async userOf(brought: AuthorizationResponse, sent: Sent, redirectUri: string): Promise<ExternalUser> {
    const { settings } = this.#options;
    const metadata = await this.#discovery.metadata();
    demandIssuer(brought, metadata);
    const config = this.#configured(metadata);
    const tokens = await this.#tokens(config, answerUrl(redirectUri, brought, sent), sent);
    const claims: Claims = tokens.claims() ?? {};
    const subject = subjectOf(claims);
    if (subject === undefined) throw new Refusal('IDTokenInvalid', 'sub');
    const isAsked = !areComplete(claims, settings) && metadata.userinfo_endpoint !== undefined;
    const sources = isAsked ? [claims, await userInfo(config, tokens.access_token, subject)] : [claims];
    return { provider: 'oidc', issuer: metadata.issuer, subject, ...profileOf(sources, settings) };
  }

  async #tokens(config: client.Configuration, answer: URL, { state, nonce, verifier }: Sent) {
    const { ask } = this.#options;
    const { token_endpoint } = config.serverMetadata();
    let isAccepted = false;
    let areKeysRead = false;
    config[client.customFetch] = async (url, options) => {
      const response = await ask(url, options);
      if (url === token_endpoint) isAccepted = response.status === 200;
      else areKeysRead = response.status === 200;
      if (isAccepted && response.status !== 200) throw new Unreachable('it does not give its keys');
      return response;
    };
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      return await client.authorizationCodeGrant(config, answer, checks);
    } catch (cause) {
      // What follows on the code is the ID token.
      throw refusalOf(cause, isAccepted ? 'IDTokenInvalid' : 'AuthExchangeFailed');
    } finally {
      config[client.customFetch] = ask;
      const read = areKeysRead ? client.getJwksCache(config) : undefined;
      if (read) this.#discovery.keysRead(read.jwks);
    }
  }

  /** For one exchange: the library binds the time to it, and the keys. */
  #configured(metadata: client.ServerMetadata): client.Configuration {
    const { settings, ask, now } = this.#options;
    const { clientId } = settings;
    // The library has its own clock.
    const skew = Math.round((now() - systemClock.now()) / SECOND_MS);
    const methods = metadata.token_endpoint_auth_methods_supported;
    const config = new client.Configuration(
      metadata,
      clientId,
      { [client.clockSkew]: skew, [client.clockTolerance]: TOLERANCE_S },
      clientAuthentication(settings, methods),
    );
    config[client.customFetch] = ask;
    if (new URL(settings.issuer).protocol === 'http:') client.allowInsecureRequests(config);
    client.enableNonRepudiationChecks(config);
    const jwks = this.#discovery.keys();
    const uat = Math.floor(systemClock.now() / SECOND_MS) - TAKEN_AS_S;
    if (jwks) client.setJwksCache(config, { jwks, uat });
    return config;
  }
}

/** Another provider may have sent the answer, in the name of this one (RFC 9207). */
function demandIssuer({ iss }: AuthorizationResponse, metadata: client.ServerMetadata): void {
  const isDue = metadata.authorization_response_iss_parameter_supported === true;
  if (iss === '' ? isDue : iss !== metadata.issuer) throw new Refusal('AuthStateInvalid', 'iss');
}

async function userInfo(config: client.Configuration, token: string, subject: string): Promise<Claims> {
  try {
    return await client.fetchUserInfo(config, token, subject);
  } catch (cause) {
    throw refusalOf(cause, 'AuthExchangeFailed');
  }
}
