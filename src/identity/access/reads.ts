import type { Rights } from '../../domain/account/roles.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { Recent } from './recent.ts';
import type { Account, AccountReads, Gate, Organization, SessionState, SignInReads } from './sources.ts';

/** The stored rights as every call asks for them, which most calls do for the same few. */
export function recentReads({
  accounts,
  signIns,
  clock,
  changed,
}: {
  readonly accounts: AccountReads;
  readonly signIns: SignInReads;
  readonly clock: Clock;
  /** Notified after each commit by which rights of callers may be others. */
  readonly changed: Pick<Notifier, 'version'>;
}): Gate['reads'] {
  const recent = <V>() => new Recent<V>(clock, () => changed.version);
  const users = recent<Account | undefined>();
  const sessions = recent<SessionState | undefined>();
  const organizations = recent<Organization | undefined>();
  const memberships = recent<Rights | undefined>();
  return {
    user: uuid => users.of(uuid, () => accounts.user(uuid)),
    session: uuid => sessions.of(uuid, () => signIns.state(uuid)),
    organization: uuid => organizations.of(uuid, () => accounts.organization(uuid)),
    membership: (user, organization) =>
      memberships.of(`${user} ${organization}`, () => accounts.membership(user, organization)),
  };
}
