import type { Principal } from '../call/define.ts';
import type { OrganizationOut, OrganizationUserOut, UserMembershipOut, UserOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import type { OrganizationRow } from './organizations.ts';

/** First name of the only user of the community edition is called. */
export const OPERATOR_NAME = 'Operator';

export function organizationToWire(row: OrganizationRow): OrganizationOut {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: 'active',
    tags: row.tags,
    is_default: true,
    member_count: 1,
    endpoint_count: row.endpoints,
    base_station_count: row.baseStations,
    created_at: timestamp(row.createdMs),
    updated_at: timestamp(row.updatedMs),
  };
}

const OWNER = { role: 'owner', status: 'active', manage_endpoints: true, manage_base_stations: true } as const;

export function toMembership({ id, name }: OrganizationRow): UserMembershipOut {
  return { organization_id: id, organization_name: name, organization_state: 'active', ...OWNER };
}

export function toMember({ id, createdMs }: OrganizationRow, { id: user_id, email }: Principal): OrganizationUserOut {
  const at = timestamp(createdMs);
  return { organization_id: id, user_id, email, first_name: OPERATOR_NAME, ...OWNER, created_at: at, updated_at: at };
}

export function toUser({ createdMs }: OrganizationRow, { id, email }: Principal): UserOut {
  const at = timestamp(createdMs);
  return {
    id,
    email,
    first_name: OPERATOR_NAME,
    is_admin: true,
    is_active: true,
    membership_count: 1,
    created_at: at,
    updated_at: at,
  };
}
