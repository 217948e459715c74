import * as client from 'openid-client';
import type { ExternalUser } from '../../domain/external-identity/external-identity-store.ts';
import { isJsonObject } from '../../kit/json-object.ts';
import { type Claims, profileOf, subjectOf } from './claims.ts';
import {
  type AuthorizationResponse,
  answerUrl,
  clientAuthentication,
  type Provider,
  type ProviderSettings,
} from './provider.ts';
import { Refusal, refusalOf, userInfoRefusalOf } from './refusal.ts';
import type { Sent } from './states.ts';

export interface OAuth2Settings extends ProviderSettings {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** The issuer of identities, too. */
  readonly userinfoUrl: string;
}

/** OAuth 2.0 with an address that tells who has a token, for providers that give no ID tokens (identity API 2.2). */
export class OAuth2 implements Provider {
  readonly kind = 'oauth2';
  readonly #settings: OAuth2Settings;
  readonly #config: client.Configuration;

  constructor(settings: OAuth2Settings, ask: client.CustomFetch) {
    const { authorizeUrl, tokenUrl, userinfoUrl, clientId } = settings;
    this.#settings = settings;
    const metadata = { issuer: userinfoUrl, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl };
    this.#config = new client.Configuration(metadata, clientId, undefined, clientAuthentication(settings));
    // The configuration was looked at for that.
    client.allowInsecureRequests(this.#config);
    this.#config[client.customFetch] = async (url, options) => {
      const response = await ask(url, options);
      return url === new URL(tokenUrl).href ? withoutIdToken(response) : response;
    };
  }

  logoutUrl(): string {
    return '';
  }

  async loginUrl({ state, verifier }: Sent, redirectUri: string): Promise<URL> {
    return client.buildAuthorizationUrl(this.#config, {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes.join(' '),
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async userOf({ code }: AuthorizationResponse, sent: Sent, redirectUri: string): Promise<ExternalUser> {
    // Without metadata it is not known what `iss` should be; the redirect URI and the state are of this provider alone.
    const answer = answerUrl(redirectUri, { code, iss: '' }, sent);
    const claims = await this.#claims(await this.#token(answer, sent));
    const subject = subjectOf(claims);
    const profile = profileOf([claims], this.#settings);
    if (subject === undefined) throw new Refusal('UserInfoFailed', 'sub');
    if (typeof claims.email !== 'string' || claims.email === '') throw new Refusal('UserInfoFailed', 'email');
    return { provider: 'oauth2', issuer: this.#settings.userinfoUrl, subject, ...profile };
  }

  async #token(answer: URL, { state, verifier }: Sent): Promise<string> {
    try {
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      return (await client.authorizationCodeGrant(this.#config, answer, checks)).access_token;
    } catch (cause) {
      throw refusalOf(cause, 'AuthExchangeFailed');
    }
  }

  async #claims(token: string): Promise<Claims> {
    const headers = new Headers({ accept: 'application/json' });
    try {
      const { userinfoUrl } = this.#settings;
      const response = await client.fetchProtectedResource(
        this.#config,
        token,
        new URL(userinfoUrl),
        'GET',
        undefined,
        headers,
      );
      const claims: unknown = response.status === 200 ? await response.json() : undefined;
      if (isJsonObject(claims)) return claims;
    } catch (cause) {
      throw userInfoRefusalOf(cause);
    }
    throw new Refusal('UserInfoFailed', 'no claims');
  }
}

/** It counts for nothing here, and the library would look into it. */
async function withoutIdToken(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  if (status !== 200 || !text.includes('id_token')) return new Response(text, { status, headers });
  const { id_token: _, ...others } = JSON.parse(text) as Record<string, unknown>;
  return new Response(JSON.stringify(others), { status, headers });
}
