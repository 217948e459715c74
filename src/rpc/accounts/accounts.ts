import { type FaultName, fault } from '../../kit/faults/faults.ts';
import { type Call, type Row, refusedRpc, rpc } from '../call/define.ts';
import { description, name, tags, uuid } from '../checks.ts';
import { masked, nothing } from '../input.ts';
import type { Page } from '../list-input.ts';
import { timestamp } from '../wire.ts';
import { memberList, membershipList, oneById, oneMember, organizationList, userList } from './account-input.ts';
import { OPERATOR_NAME, organizationToWire, toMember, toMembership, toUser } from './account-wire.ts';
import type { OrganizationRow, Organizations } from './organizations.ts';
import { rules } from './rules.ts';

const ENTERPRISE = 'EnterpriseEditionRequired';

/** The enterprise rows as the community edition answers them (identity API section 9): one organization, one operator. */
export function accounts({ organizations }: { readonly organizations: Organizations }): readonly Row[] {
  const own = ({ organizationId }: Call): OrganizationRow => {
    const found = organizations.find(organizationId);
    if (!found) throw new Error('the default organization is missing');
    return found;
  };

  const requested = (id: string, call: Call): OrganizationRow => {
    if (id !== call.organizationId) throw fault('OrganizationNotFound');
    return own(call);
  };

  return [
    ...refused('AuthDisabled', ['Login', 'RefreshTokens', 'ExchangeOIDC', 'ExchangeOAuth2']),
    ...refused('AuthDisabled', ['RegisterAccount', 'ChangePassword']),
    ...refused(ENTERPRISE, ['CreateUser', 'UpdateUser', 'DeleteUser', 'UpdateUserPassword']),
    ...refused(ENTERPRISE, ['CreateOrganization', 'DeleteOrganization']),
    ...refused(ENTERPRISE, ['AddOrganizationUser', 'UpdateOrganizationUser', 'RemoveOrganizationUser']),

    rpc('GetAuthSettings', {
      ...rules.GetAuthSettings,
      input: nothing,
      handle: () => ({ enabled: false, edition: 'community' }),
    }),
    rpc('GetProfile', {
      ...rules.GetProfile,
      input: nothing,
      handle(_, call) {
        const organization = own(call);
        return {
          id: call.principal.id,
          email: call.principal.email,
          first_name: OPERATOR_NAME,
          is_admin: true,
          memberships: [toMembership(organization)],
          default_organization_id: organization.id,
          capabilities: ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O', 'S'],
          principal: 'operator',
          created_at: timestamp(organization.createdMs),
        };
      },
    }),
    rpc('Logout', {
      ...rules.Logout,
      input: nothing,
      handle: () => ({ sessions_ended: 0 }),
    }),

    rpc('GetUser', {
      ...rules.GetUser,
      input: oneById,
      handle({ id }, call) {
        if (id !== call.principal.id) throw fault('UserNotFound');
        return toUser(own(call), call.principal);
      },
    }),
    rpc('ListUsers', {
      ...rules.ListUsers,
      input: userList,
      handle({ page, search, organization_id, is_active, is_admin }, call) {
        const matches =
          contains(search, call.principal.email, OPERATOR_NAME) &&
          (organization_id ?? call.organizationId) === call.organizationId &&
          is_active !== false &&
          is_admin !== false;
        const { items, total_count } = single(page, matches, toUser(own(call), call.principal));
        return { users: items, total_count };
      },
    }),

    rpc('GetOrganization', {
      ...rules.GetOrganization,
      input: oneById,
      handle: ({ id }, call) => organizationToWire(requested(id, call)),
    }),
    rpc('ListOrganizations', {
      ...rules.ListOrganizations,
      input: organizationList,
      handle({ page, search, state }, call) {
        const organization = own(call);
        const matches =
          contains(search, organization.name, organization.description) && (state ?? 'active') === 'active';
        const { items, total_count } = single(page, matches, organizationToWire(organization));
        return { organizations: items, total_count };
      },
    }),
    rpc('UpdateOrganization', {
      ...rules.UpdateOrganization,
      input: masked('organization', { id: uuid }, { name, description, tags }),
      async handle({ id, changes }, call) {
        requested(id.id, call);
        return organizationToWire(await organizations.update(call.organizationId, changes, call));
      },
    }),

    rpc('GetOrganizationUser', {
      ...rules.GetOrganizationUser,
      input: oneMember,
      handle({ organization_id, user_id }, call) {
        if (organization_id !== call.organizationId || user_id !== call.principal.id) throw fault('MembershipNotFound');
        return toMember(own(call), call.principal);
      },
    }),
    rpc('ListOrganizationUsers', {
      ...rules.ListOrganizationUsers,
      input: memberList,
      handle({ page, organization_id, role, status, search }, call) {
        requested(organization_id, call);
        const matches =
          (role ?? 'owner') === 'owner' &&
          status !== 'inactive' &&
          contains(search, call.principal.email, OPERATOR_NAME);
        const { items, total_count } = single(page, matches, toMember(own(call), call.principal));
        return { members: items, total_count };
      },
    }),
    rpc('ListUserOrganizations', {
      ...rules.ListUserOrganizations,
      input: membershipList,
      handle({ page, user_id }, call) {
        if ((user_id ?? call.principal.id) !== call.principal.id) throw fault('UserNotFound');
        const { items, total_count } = single(page, true, toMembership(own(call)));
        return { memberships: items, total_count };
      },
    }),
  ];
}

function refused(refuse: FaultName, names: readonly (keyof typeof rules)[]): Row[] {
  return names.map(name => refusedRpc(name, { ...rules[name], refuse }));
}

function contains(text: string | undefined, ...values: readonly string[]): boolean {
  return text === undefined || values.some(value => value.toLowerCase().includes(text.toLowerCase()));
}

/** A list that holds one item or none; there is never a second page. */
function single<T>({ after }: Page, matches: boolean, item: T): { items: T[]; total_count: number } {
  return { items: matches && after === undefined ? [item] : [], total_count: matches ? 1 : 0 };
}
