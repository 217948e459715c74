import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Administration } from '../upkeep/box/admin-acts.ts';

/** What commands do about administrators, sign-in switched on or still to be; loaded for the first who asks. */
export async function administrationOf({
  config: { auth, service_center },
  store,
  sealer,
  clock,
}: {
  readonly config: Pick<Config, 'auth' | 'service_center'>;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now' | 'credible'>;
}): Promise<Administration> {
  const [{ administratorActs }, { hashPassword, unmetRules }, { TotpFactor }] = await Promise.all([
    import('../identity/admin/acts.ts'),
    import('../identity/signin/passwords.ts'),
    import('../identity/second-factor/factor.ts'),
  ]);
  const { min_length: minLength, deny_common: denyCommon } = auth.password;
  const unmet = (password: string, email: string) => unmetRules(password, email, { minLength, denyCommon });
  const factor = new TotpFactor(store, sealer, service_center.name);
  return administratorActs({ store, passwords: { hash: hashPassword, unmet }, factor, clock });
}
