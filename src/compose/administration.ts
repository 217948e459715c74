import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Administration } from '../upkeep/box/admin-acts.ts';

/** What commands do about administrators, sign-in switched on or still to be; loaded for the first who asks. */
export async function administrationOf({
  config: { auth },
  store,
  now,
}: {
  readonly config: Pick<Config, 'auth'>;
  readonly store: Store;
  /** Milliseconds. */
  now(): number;
}): Promise<Administration> {
  const [{ administratorActs }, { hashPassword, unmetRules }] = await Promise.all([
    import('../identity/admin/acts.ts'),
    import('../identity/signin/passwords.ts'),
  ]);
  const { min_length: minLength, deny_common: denyCommon } = auth.password;
  const unmet = (password: string, email: string) => unmetRules(password, email, { minLength, denyCommon });
  return administratorActs({ store, passwords: { hash: hashPassword, unmet }, now });
}
