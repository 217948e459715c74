import type { Db } from '../../database/driver.ts';
import { accountStore } from '../account/account-store.ts';
import { administratorStore } from '../account/administrators.ts';
import { apiKeyStore } from '../apikey/api-key-store.ts';
import type { Acting } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import { externalIdentityStore } from '../external-identity/external-identity-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { secondFactorStore } from '../second-factor/second-factor-store.ts';
import { signInStore } from '../signin/sign-in-store.ts';

/** Users, the organizations they belong to, and how they show who they are. */
export function peoplePart(
  db: Db,
  {
    events,
    repeatable,
    organizationDeleted,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    /** What is used in an organization goes with it. */
    organizationDeleted(org: number, acting: Acting): void;
  },
) {
  const apiKeys = apiKeyStore(db, { events, repeatable });
  const accounts = accountStore(db, {
    events,
    repeatable,
    endSessions: (...ending) => signIns.endAllOf(...ending),
    removeKeys: apiKeys.removeOf,
    emailChanged: apiKeys.emailChanged,
    organizationDeleted,
  });
  const signIns = signInStore(db, { events, accounts });
  return {
    groups: {
      apiKeys,
      accounts,
      administrators: administratorStore(db, { accounts }),
      signIns,
      externalIdentities: externalIdentityStore(db, { accounts, signIns }),
      secondFactors: secondFactorStore(db, { events, userOf: accounts.userOf }),
    },
    apiKeys,
  };
}
