import { covers } from '../../domain/apikey/scopes.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { memberList, membershipList, oneMember } from '../../rpc/accounts/account-input.ts';
import { callerOf } from '../../rpc/accounts/caller.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Row, rpc } from '../../rpc/call/define.ts';
import { uuidOr } from '../../rpc/checks.ts';
import { all, fields, later } from '../../rpc/input.ts';
import { countToWire } from '../../rpc/paging.ts';
import type { OrganizationUserOut } from '../../rpc/schema.gen.ts';
import { memberChange, newMember } from './account-input.ts';
import { membershipToWire, memberToWire } from './account-wire.ts';

const LIST_SCOPE = 'orgs:read';

/** Who belongs to which organization (identity API section 5). */
export function members({ store, clock }: { readonly store: Store; readonly clock: Clock }): readonly Row[] {
  const { accounts } = store.read;

  const shown = (organizationId: string, userId: string): OrganizationUserOut => {
    const organization = accounts.organization(organizationId);
    const row = organization && accounts.member(organization.id, userId);
    if (!row) throw fault('MembershipNotFound');
    return memberToWire(organizationId, row);
  };

  return [
    rpc('AddOrganizationUser', {
      ...rules.AddOrganizationUser,
      input: newMember,
      async handle({ organization_id: id, rest }, call) {
        const caller = callerOf(call);
        accounts.reach(caller, id, 'writes', 'M');
        const { joiner, ...given } = rest();
        return shown(id, await store.write.accounts.addMember(id, joiner, given, caller, acting(call, clock)));
      },
    }),
    rpc('GetOrganizationUser', {
      ...rules.GetOrganizationUser,
      input: oneMember,
      handle({ organization_id: id, user_id }, call) {
        accounts.reach(callerOf(call), id, 'reads', 'R');
        return shown(id, user_id);
      },
    }),
    rpc('UpdateOrganizationUser', {
      ...rules.UpdateOrganizationUser,
      input: memberChange,
      async handle({ member: { organization_id: id, user_id }, rest }, call) {
        const caller = callerOf(call);
        accounts.reach(caller, id, 'writes', 'M');
        await store.write.accounts.updateMember(id, user_id, rest().changes, caller, acting(call, clock));
        return shown(id, user_id);
      },
    }),
    rpc('RemoveOrganizationUser', {
      ...rules.RemoveOrganizationUser,
      input: oneMember,
      async handle({ organization_id: id, user_id }, call) {
        await store.write.accounts.removeMember(id, user_id, callerOf(call), acting(call, clock));
        return {};
      },
    }),
    rpc('ListOrganizationUsers', {
      ...rules.ListOrganizationUsers,
      input: all(fields({ organization_id: uuidOr('OrganizationIDRequired') }), later(memberList)),
      async handle({ organization_id: id, rest }, call) {
        const { organization } = accounts.reach(callerOf(call), id, 'reads', 'R');
        const { page, role, status, search, order_by } = rest();
        const { rows, total, more } = await store.scan.accounts.listMembers({
          org: organization.id,
          role,
          status: status ?? 'active',
          search,
          descending: order_by.direction === 'desc',
          after: page.after,
          size: page.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          members: rows.map(row => memberToWire(id, row)),
          total_count: countToWire(total),
          next_page_token: page.next(last && [last.email, last.id]),
        };
      },
    }),
    rpc('ListUserOrganizations', {
      ...rules.ListUserOrganizations,
      input: membershipList,
      async handle({ page, user_id }, call) {
        const caller = callerOf(call);
        const { kind, scopes = [] } = call.principal;
        const id = user_id ?? caller.userId;
        if (id === undefined) throw fault('UserPrincipalRequired');
        // A service account belongs to no user, so that no scope is asked of it.
        if (kind === 'user_key' && !covers(scopes, LIST_SCOPE)) throw fault('ScopeRequired', { scope: LIST_SCOPE });
        const user = accounts.user(id);
        if (!user || accounts.sight(caller, user) === 'nothing') throw fault('UserNotFound');
        if (id !== caller.userId && !accounts.isServerAdmin(caller)) throw fault('ServerAdminRequired');
        const { rows, total, more } = await store.scan.accounts.listMemberships({
          user: user.id,
          only: caller.keyOrganizationId,
          after: page.after,
          size: page.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          memberships: rows.map(membershipToWire),
          total_count: countToWire(total),
          next_page_token: page.next(last && [last.name_key, last.org]),
        };
      },
    }),
  ];
}
