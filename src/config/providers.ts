import { isConfidential } from '../kit/net/address.ts';
import type { Config } from './schema.ts';

type Auth = Config['auth'];

/** What is wrong with the settings of identity providers, each with its key. */
export function providerProblems({
  oidc,
  oauth2,
  registration,
}: Pick<Auth, 'oidc' | 'oauth2' | 'registration'>): string[] {
  const { authorize_url, token_url, userinfo_url } = oauth2;
  const ofOidc = { client_id: oidc.client_id, issuer: oidc.issuer };
  const ofOauth2 = { client_id: oauth2.client_id, authorize_url, token_url, userinfo_url };
  return [
    ...(oidc.enabled ? problems('auth.oidc', ofOidc) : []),
    ...(oauth2.enabled ? problems('auth.oauth2', ofOauth2) : []),
    ...(oidc.enabled && oidc.link_by_email ? linkProblems('auth.oidc', registration) : []),
    ...(oauth2.enabled && oauth2.link_by_email ? linkProblems('auth.oauth2', registration) : []),
  ];
}

/** A user who registers another's address first would have that person's account: it is not verified (clarification T19). */
function linkProblems(section: string, { mode }: Auth['registration']): string[] {
  if (mode !== 'own_organization' && mode !== 'join_default') return [];
  return [`${section}.link_by_email: does not go with auth.registration.mode ${mode}, where nobody verifies addresses`];
}

function problems(
  section: string,
  { client_id, ...addresses }: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries({ client_id, ...addresses }).flatMap(([name, value]) => {
    if (value === undefined) return [`${section}.${name}: is needed with ${section}.enabled`];
    const trouble = name in addresses ? troubleOf(name, value) : undefined;
    return trouble === undefined ? [] : [`${section}.${name}: ${trouble}`];
  });
}

function troubleOf(name: string, address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL that begins with https://';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'must have no user, password or fragment';
  if (!isConfidential(url)) return 'everybody on the way could sign in as somebody else; use https://';
  const isWhole = name !== 'issuer' || (url.search === '' && !url.pathname.includes('/.well-known/'));
  return isWhole ? undefined : 'must end before /.well-known/, and have no query';
}
