import { ClientSecretBasic, ClientSecretPost, None } from 'openid-client';
import type { ExternalUser } from '../../domain/external-identity/external-identity-store.ts';
import type { ClaimSettings } from './claims.ts';
import type { ProviderKind, Sent } from './states.ts';

/** The settings `auth.oidc` and `auth.oauth2`, as far as both have them. */
export interface ProviderSettings extends ClaimSettings {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly label: string;
  readonly autoRedirect: boolean;
  readonly createUsers: boolean;
  readonly domains: readonly string[];
  readonly linkByEmail: boolean;
  readonly role: 'viewer' | 'operator' | 'admin';
  /** Certificates (PEM) that it is checked against, beside the public ones. */
  readonly caFile: string | undefined;
}

/** What a browser brings back from the provider. */
export interface AuthorizationResponse {
  readonly code: string;
  /** The issuer that it names (RFC 9207); empty: it names none. */
  readonly iss: string;
}

/** An identity provider. */
export interface Provider {
  readonly kind: ProviderKind;
  /** Where people may sign out; empty: not known. */
  logoutUrl(): string;
  /** Where a user signs in. @throws fault `IdentityProviderUnavailable` */
  loginUrl(sent: Sent, redirectUri: string): Promise<URL>;
  /** @throws fault of the exchange, see `refusal.ts` */
  userOf(brought: AuthorizationResponse, sent: Sent, redirectUri: string): Promise<ExternalUser>;
}

/** How this service center shows who it is. @param methods that the provider names; undefined: it names none, and takes the first one */
export function clientAuthentication({ clientSecret }: ProviderSettings, methods?: readonly string[]) {
  if (clientSecret === undefined) return None();
  const isPost = methods !== undefined && !methods.includes('client_secret_basic');
  return isPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

/** What comes back, as openid-client reads it. */
export function answerUrl(redirectUri: string, { code, iss }: AuthorizationResponse, { state }: Sent): URL {
  const url = new URL(redirectUri);
  url.search = new URLSearchParams({ code, state, ...(iss !== '' && { iss }) }).toString();
  return url;
}
