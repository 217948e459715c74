import type { Config } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import type { Installation } from '../installation.ts';

/** Whose API keys can be used: with sign-in those of active users where they are members, without only the operator's (clarification I5). */
export function keyHolders({
  config,
  store,
  installation,
}: {
  readonly config: Config;
  readonly store: Store;
  readonly installation: Pick<Installation, 'operator'>;
}) {
  const { accounts } = store.read;
  return config.auth.enabled
    ? { isActive: accounts.isMember, active: accounts.activeKeyHolders }
    : { isActive: (id: string) => id === installation.operator, active: () => [installation.operator] };
}
