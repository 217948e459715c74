import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { Audit } from '../event/audit.ts';
import { type AccountRow, type NewMembership, type OrganizationColumns, organization } from './account-columns.ts';
import type { Rights } from './roles.ts';

/** What a new organization is given. */
export type NewOrganization = Partial<OrganizationColumns> & Pick<OrganizationColumns, 'name'>;

/** Whose membership it is. */
interface Joined {
  readonly id: number;
  readonly uuid: string;
}

const OWNER: NewMembership = { role: 'owner', manage_endpoints: true, manage_base_stations: true };

/** Writes that come with those of users as well as those of organizations. */
export function joining(db: Db, audit: Audit) {
  const insertMember = inserter(db, 'membership', {
    org: 'integer',
    user: 'integer',
    role: 'text',
    manage_endpoints: 'integer',
    manage_base_stations: 'integer',
    status: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  });
  const isMember = db.prepare('SELECT 1 FROM membership WHERE org = ? AND user = ?');
  const named = db.prepare('SELECT 1 FROM organization WHERE name_key = ? AND deleted_at IS NULL');
  const insertOrganization = inserter(db, 'organization', {
    uuid: 'text',
    ...organization,
    name_key: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  });

  /** @throws fault `MembershipExists` */
  const join = (
    { id: org, uuid: organizationId }: Joined,
    user: Joined,
    { role, manage_endpoints, manage_base_stations }: NewMembership,
    acting: Acting,
    status: Rights['status'] = 'active',
  ): void => {
    if (isMember.get(org, user.id)) throw fault('MembershipExists');
    const times = { created_at: acting.now, updated_at: acting.now };
    insertMember({
      ...{ org, user: user.id, role, status },
      ...{ manage_endpoints: Number(manage_endpoints), manage_base_stations: Number(manage_base_stations) },
      ...times,
    });
    audit('membership.added', org, acting, { organizationId, userId: user.uuid, role });
  };

  return {
    join,

    /** @throws fault `OrganizationNameExists` */
    nameFree(name: string): void {
      if (named.get(nameKey(name))) throw fault('OrganizationNameExists');
    },

    /** @returns its uuid */
    found(given: NewOrganization, owner: AccountRow, acting: Acting): string {
      const uuid = uuid7(acting.now);
      const columns = {
        ...{
          description: '',
          state: 'active',
          external_id: '',
          tags: '{}',
          max_endpoints: null,
          max_base_stations: null,
        },
        ...given,
      };
      const times = { created_at: acting.now, updated_at: acting.now };
      const id = insertOrganization({ uuid, ...columns, name_key: nameKey(given.name), ...times });
      audit('organization.created', id, acting, { organizationId: uuid, name: given.name });
      join({ id, uuid }, owner, OWNER, acting);
      return uuid;
    },
  };
}
export type Joining = ReturnType<typeof joining>;
