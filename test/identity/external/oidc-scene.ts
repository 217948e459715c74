import type { Test } from 'tap';
import type { ProviderSettings } from '../../../src/identity/external/provider.ts';
import { OidcServer } from './oidc-server.ts';
import { BASE, oidcSettings, openExternalScene } from './scene.ts';

export const CALLBACK = `${BASE}/auth/oidc/callback`;
export const ANN = {
  ...{ sub: 'a-1', email: 'Ann@Example.org', email_verified: true },
  ...{ given_name: 'Ann', family_name: 'Meyer' },
};

/** A provider that knows Ann, and a service center that knows the provider. */
export async function openOidc(
  t: Pick<Test, 'testdir' | 'teardown'>,
  { settings, claimsInIdToken = true }: { settings?: Partial<ProviderSettings>; claimsInIdToken?: boolean } = {},
) {
  const provider = await otherProvider(t, claimsInIdToken);
  return { provider, ...(await openExternalScene(t, oidcSettings(provider.issuer, settings))) };
}

/** One that knows Ann, too. */
export async function otherProvider(t: Pick<Test, 'teardown'>, claimsInIdToken = true): Promise<OidcServer> {
  const provider = await OidcServer.start({ claimsInIdToken });
  t.teardown(() => provider[Symbol.asyncDispose]());
  provider.register(CALLBACK);
  provider.person = ANN;
  return provider;
}
