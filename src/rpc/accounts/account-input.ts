import { organizationStates } from '../../domain/account/account-columns.ts';
import { roles } from '../../domain/account/roles.ts';
import { nameKey } from '../../kit/name-key.ts';
import { asIs, email, oneOf, search, uuid, uuidOr } from '../checks.ts';
import { all, type Check, fields, type Maybe, optional } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';

export const role = oneOf(roles, 'InvalidRole');

/** The address of an account: it is compared without regard to case. */
export const accountEmail: Check<Maybe<string>, string> = (wire, at) =>
  nameKey(email(wire, at)) || at.refuse('presence', 'EmailRequired');

/** What both editions ask for in the same way. */
export const oneById = fields({ id: uuid });

export const oneMember = fields({
  organization_id: uuidOr('OrganizationIDRequired'),
  user_id: uuidOr('UserIDRequired'),
});

export const userList = all(
  page(STANDARD_PAGE),
  fields({
    search,
    organization_id: optional(uuid),
    is_active: asIs<boolean | null | undefined>,
    is_admin: asIs<boolean | null | undefined>,
    order_by: orderBy(['email', 'created_at', 'last_login_at'], 'asc'),
  }),
);

export const organizationList = all(
  page(STANDARD_PAGE),
  fields({
    search,
    state: optional(oneOf(organizationStates, 'InvalidOrganizationState')),
    order_by: orderBy(['name'], 'asc'),
  }),
);

export const memberList = all(
  page(STANDARD_PAGE),
  fields({
    organization_id: uuidOr('OrganizationIDRequired'),
    role: optional(role),
    status: optional(oneOf(['active', 'inactive', 'invited', 'all'])),
    search,
    order_by: orderBy(['email'], 'asc'),
  }),
);

export const membershipList = all(page(STANDARD_PAGE), fields({ user_id: optional(uuid) }));
