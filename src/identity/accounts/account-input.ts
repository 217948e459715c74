import type { NewMembership } from '../../domain/account/account-columns.ts';
import {
  memberStatuses,
  membersMayChange,
  organizationStates,
  usersMayChange,
} from '../../domain/account/account-columns.ts';
import { roles } from '../../domain/account/roles.ts';
import { accountEmail, role } from '../../rpc/accounts/account-input.ts';
import { asIs, description, flag, name, note, number, oneOf, tags, text, uuid, uuidOr } from '../../rpc/checks.ts';
import { all, type Check, fields, later, list, type Maybe, masked, nested, optional, refine } from '../../rpc/input.ts';

const MAX_NAME = 128;
const MAX_EXTERNAL_ID = 256;
/** Organizations that a user is given with the account. */
const MAX_MEMBERSHIPS = 100;
const MAX_UINT32 = 0xffff_ffff;

/** A flag; absent is true. */
const flagOrTrue: Check<Maybe<boolean>, boolean> = wire => wire ?? true;
const personal = text(MAX_NAME);
const most: Check<Maybe<number>, number | null> = (wire, at) =>
  wire === undefined || wire === null ? null : number(0, MAX_UINT32)(wire, at);

type Mask = Maybe<{ readonly paths?: Maybe<readonly string[]> }>;

/** Whether a mask asks for what only administrators of the server change; what it is of is checked later. */
const beyond =
  (fields: object, mayChange: ReadonlySet<string>): Check<Mask, boolean> =>
  mask =>
    mask?.paths?.some(path => path === '*' || (Object.hasOwn(fields, path) && !mayChange.has(path))) ?? false;

const profile = {
  email: accountEmail,
  first_name: personal,
  last_name: personal,
  company_name: personal,
  note,
  is_admin: flag,
  is_active: flagOrTrue,
  password_change_required: flag,
};

const switches = { manage_endpoints: asIs<Maybe<boolean>>, manage_base_stations: asIs<Maybe<boolean>> };

/** What a member gets who is given a role alone. */
export function newMembership({
  role,
  manage_endpoints,
  manage_base_stations,
}: {
  readonly role: NewMembership['role'];
  readonly manage_endpoints: Maybe<boolean>;
  readonly manage_base_stations: Maybe<boolean>;
}): NewMembership {
  const usual = role !== 'viewer';
  return { role, manage_endpoints: manage_endpoints ?? usual, manage_base_stations: manage_base_stations ?? usual };
}

const membership = nested({ organization_id: uuidOr('OrganizationIDRequired'), role, ...switches });

export const newUser = fields({
  user: nested(profile),
  password: asIs<Maybe<string>>,
  memberships: list(membership, MAX_MEMBERSHIPS),
});

/** Absent: as it is; empty: the oldest membership decides again. */
const chosen: Check<Maybe<string>, string | undefined> = (wire, at) => (wire ? uuid(wire, at) : (wire ?? undefined));

/** Which user, and then what of it. */
export const userChange = all(
  fields({ user: nested({ id: uuid }), update_mask: beyond(profile, usersMayChange) }),
  later(masked('user', { id: uuid }, { ...profile, default_organization_id: chosen })),
);

export const newPassword = fields({
  id: uuid,
  new_password: required('PasswordRequired'),
  require_change: flagOrTrue,
});

/** Passwords are taken as they are: blanks at their ends belong to them. */
function required(missing: 'PasswordRequired'): Check<Maybe<string>, string> {
  return (wire, at) => wire || at.refuse('presence', missing);
}

const organization = {
  name,
  description,
  external_id: text(MAX_EXTERNAL_ID),
  tags,
  max_endpoints: most,
  max_base_stations: most,
};

export const newOrganization = fields({ organization: nested(organization), owner_user_id: optional(uuid) });

export const organizationChange = all(
  fields({
    organization: nested({ id: uuid }),
    update_mask: beyond({ ...organization, state: undefined }, membersMayChange),
  }),
  later(
    masked(
      'organization',
      { id: uuid },
      { ...organization, state: oneOf(organizationStates, 'InvalidOrganizationState') },
    ),
  ),
);

const ofOrganization = fields({ organization_id: uuidOr('OrganizationIDRequired') });

export const newMember = all(
  ofOrganization,
  later(
    refine(
      fields({ user_id: optional(uuid), email: optional(accountEmail), role, ...switches }),
      ({ user_id, email, ...given }, at) => {
        if (user_id !== undefined && email === undefined)
          return { joiner: { userId: user_id }, ...newMembership(given) };
        if (email !== undefined && user_id === undefined) return { joiner: { email }, ...newMembership(given) };
        return at.refuse('presence', 'UserOrEmailRequired');
      },
    ),
  ),
);

export const memberChange = all(
  fields({ member: nested({ organization_id: uuidOr('OrganizationIDRequired'), user_id: uuidOr('UserIDRequired') }) }),
  later(
    masked(
      'member',
      { organization_id: uuidOr('OrganizationIDRequired'), user_id: uuidOr('UserIDRequired') },
      {
        role: oneOf(roles, 'InvalidRole'),
        manage_endpoints: flag,
        manage_base_stations: flag,
        status: oneOf(memberStatuses),
      },
    ),
  ),
);
