import type { AccountRow } from '../../domain/account/account-columns.ts';
import { capabilitiesOf } from '../../domain/account/roles.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Call } from '../../rpc/call/define.ts';
import type { UserProfileOut } from '../../rpc/schema.gen.ts';
import { timestamp } from '../../rpc/wire.ts';
import { membershipToWire } from '../accounts/account-wire.ts';
import type { SecondFactor } from './second-factor.ts';

export interface ProfileOptions {
  readonly store: Store;
  readonly secondFactor: Pick<SecondFactor, 'isOn'>;
  /** Uuid. */
  readonly defaultOrganizationId: string;
}

/** Who a user is, as that user is told. */
export function profiles({ store, secondFactor, defaultOrganizationId }: ProfileOptions) {
  /** @param named uuid of the organization whose capabilities are asked for; undefined: of the one that is shown first */
  const ofAccount = (account: AccountRow, named?: string): UserProfileOut => {
    const { id, uuid, is_admin } = account;
    const memberships = store.read.accounts.memberships(id);
    const first = store.read.accounts.firstOrganization(id) ?? (is_admin ? defaultOrganizationId : undefined);
    const shown = named ?? first;
    const membership = memberships.find(({ organizationId }) => organizationId === shown);
    return {
      id: uuid,
      email: account.email,
      first_name: account.first_name,
      last_name: account.last_name,
      is_admin,
      has_password: account.password !== null,
      password_change_required: account.password_change_required,
      memberships: memberships.map(membershipToWire),
      default_organization_id: first ?? '',
      capabilities: capabilitiesOf(membership, is_admin),
      principal: 'user',
      created_at: timestamp(account.created_at),
      last_login_at: timestamp(account.last_login_at),
      second_factor_enabled: secondFactor.isOn(id),
    };
  };

  return {
    ofAccount,

    /** @throws fault `UserInactive` when the account was deleted meanwhile */
    ofCaller({ principal, namedOrganizationId }: Call): UserProfileOut {
      const { kind, id, userId, email, capabilities = [], keyOrganizationId } = principal;
      const mine = keyOrganizationId ?? '';
      if (kind === 'service_account')
        return { id, principal: 'service_account', default_organization_id: mine, capabilities };
      if (kind === 'operator')
        return { id, email, principal: 'operator', default_organization_id: defaultOrganizationId };
      const account = store.read.accounts.user(kind === 'user_key' ? (userId ?? '') : id);
      if (!account) throw fault('UserInactive');
      if (kind !== 'user_key') return ofAccount(account, namedOrganizationId);
      // A key does no more than its scopes say, and nothing elsewhere.
      return { ...ofAccount(account, mine), is_admin: false, capabilities };
    },
  };
}
export type Profiles = ReturnType<typeof profiles>;
