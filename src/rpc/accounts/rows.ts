import { type FaultName, fault } from '../../kit/faults.ts';
import { asIs, description, name, oneOf, search, tags, uuid, uuidOr } from '../checks.ts';
import {
  type Access,
  type Call,
  type MethodName,
  type Needs,
  type Row,
  refusedRpc,
  rpc,
  type Scope,
} from '../define.ts';
import { all, fields, masked, nothing, optional } from '../input.ts';
import { orderBy, type Page, page, STANDARD_PAGE } from '../list-input.ts';
import { timestamp } from '../wire.ts';
import type { OrganizationRow, Organizations } from './organizations.ts';
import { OPERATOR_NAME, organizationToWire, toMember, toMembership, toUser } from './wire.ts';

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
    ...refused('AuthDisabled', 'public', '', '', ['Login', 'RefreshTokens', 'ExchangeOIDC', 'ExchangeOAuth2']),
    ...refused('AuthDisabled', 'public', '', '', ['RegisterAccount']),
    ...refused('AuthDisabled', 'exempt', 'user', 'no key', ['ChangePassword']),
    ...refused(ENTERPRISE, 'exempt', 'S', 'no key', ['CreateUser', 'DeleteUser', 'UpdateUserPassword']),
    ...refused(ENTERPRISE, 'exempt', '', 'users:write', ['UpdateUser']),
    ...refused(ENTERPRISE, 'exempt', 'S', 'no key', ['CreateOrganization']),
    ...refused(ENTERPRISE, 'exempt', 'O|S', 'no key', ['DeleteOrganization']),
    ...refused(ENTERPRISE, 'exempt', 'M', 'orgs:write', ['AddOrganizationUser', 'UpdateOrganizationUser']),
    ...refused(ENTERPRISE, 'exempt', 'M', 'orgs:write', ['RemoveOrganizationUser']),

    rpc('GetAuthSettings', {
      access: 'public',
      needs: '',
      scope: '',
      input: nothing,
      handle: () => ({ enabled: false, edition: 'community' }),
    }),
    rpc('GetProfile', {
      access: 'exempt',
      needs: '',
      scope: '',
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
      access: 'exempt',
      needs: 'user',
      scope: 'no key',
      input: nothing,
      handle: () => ({ sessions_ended: 0 }),
    }),

    rpc('GetUser', {
      access: 'exempt',
      needs: '',
      scope: 'users:read',
      input: fields({ id: uuid }),
      handle({ id }, call) {
        if (id !== call.principal.id) throw fault('UserNotFound');
        return toUser(own(call), call.principal);
      },
    }),
    rpc('ListUsers', {
      access: 'exempt',
      needs: '',
      scope: 'users:read',
      input: all(
        page(STANDARD_PAGE),
        fields({
          search,
          organization_id: optional(uuid),
          is_active: asIs<boolean | null | undefined>,
          is_admin: asIs<boolean | null | undefined>,
          order_by: orderBy(['email', 'created_at', 'last_login_at'], 'asc'),
        }),
      ),
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
      access: 'exempt',
      needs: 'R',
      scope: 'orgs:read',
      input: fields({ id: uuid }),
      handle: ({ id }, call) => organizationToWire(requested(id, call)),
    }),
    rpc('ListOrganizations', {
      access: 'exempt',
      needs: 'R',
      scope: 'orgs:read',
      input: all(
        page(STANDARD_PAGE),
        fields({
          search,
          state: optional(oneOf(['active', 'suspended', 'archived'], 'InvalidOrganizationState')),
          order_by: orderBy(['name'], 'asc'),
        }),
      ),
      handle({ page, search, state }, call) {
        const organization = own(call);
        const matches =
          contains(search, organization.name, organization.description) && (state ?? 'active') === 'active';
        const { items, total_count } = single(page, matches, organizationToWire(organization));
        return { organizations: items, total_count };
      },
    }),
    rpc('UpdateOrganization', {
      access: 'exempt',
      needs: 'A',
      scope: 'orgs:write',
      input: masked('organization', { id: uuid }, { name, description, tags }),
      async handle({ id, changes }, call) {
        requested(id.id, call);
        return organizationToWire(await organizations.update(call.organizationId, changes, call.principal));
      },
    }),

    rpc('GetOrganizationUser', {
      access: 'exempt',
      needs: 'R',
      scope: 'orgs:read',
      input: fields({ organization_id: uuidOr('OrganizationIDRequired'), user_id: uuidOr('UserIDRequired') }),
      handle({ organization_id, user_id }, call) {
        if (organization_id !== call.organizationId || user_id !== call.principal.id) throw fault('MembershipNotFound');
        return toMember(own(call), call.principal);
      },
    }),
    rpc('ListOrganizationUsers', {
      access: 'exempt',
      needs: 'R',
      scope: 'orgs:read',
      input: all(
        page(STANDARD_PAGE),
        fields({
          organization_id: uuidOr('OrganizationIDRequired'),
          role: optional(oneOf(['owner', 'admin', 'operator', 'viewer'], 'InvalidRole')),
          status: optional(oneOf(['active', 'inactive', 'all'])),
          search,
          order_by: orderBy(['email'], 'asc'),
        }),
      ),
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
      access: 'exempt',
      needs: '',
      scope: 'orgs:read',
      input: all(page(STANDARD_PAGE), fields({ user_id: optional(uuid) })),
      handle({ page, user_id }, call) {
        if ((user_id ?? call.principal.id) !== call.principal.id) throw fault('UserNotFound');
        const { items, total_count } = single(page, true, toMembership(own(call)));
        return { memberships: items, total_count };
      },
    }),
  ];
}

function refused(refuse: FaultName, access: Access, needs: Needs, scope: Scope, names: readonly MethodName[]): Row[] {
  return names.map(name => refusedRpc(name, { access, needs, scope, refuse }));
}

function contains(text: string | undefined, ...values: readonly string[]): boolean {
  return text === undefined || values.some(value => value.toLowerCase().includes(text.toLowerCase()));
}

/** A list that holds one item or none; there is never a second page. */
function single<T>({ after }: Page, matches: boolean, item: T): { items: T[]; total_count: number } {
  return { items: matches && after === undefined ? [item] : [], total_count: matches ? 1 : 0 };
}
