import { client } from './client.ts';
import { type Query, useQuery } from './query.ts';

export interface Provider {
  kind: 'oidc' | 'oauth2';
  label: string;
}

export interface SignInWays {
  password: boolean;
  providers: Provider[];
  /** Text of the operator. */
  notice: string;
}

/** How one may sign in here. */
export function useSignInWays(): Query<SignInWays> {
  return useQuery('sign-in-ways', async signal => {
    const settings = await client.getAuthSettings({}, { signal });
    const providers = (['oidc', 'oauth2'] as const).flatMap(kind => {
      const provider = settings[kind];
      return provider?.enabled ? [{ kind, label: provider.loginLabel }] : [];
    });
    return { password: settings.localLoginEnabled, providers, notice: settings.loginNotice };
  });
}
