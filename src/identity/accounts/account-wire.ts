import type { ListedUser, MemberRow, Membership, OrganizationRow } from '../../domain/account/account-columns.ts';
import type { OrganizationCounts } from '../../domain/account/organizations.ts';
import { countToWire } from '../../rpc/paging.ts';
import type { OrganizationOut, OrganizationUserOut, UserMembershipOut, UserOut } from '../../rpc/schema.gen.ts';
import { timestamp } from '../../rpc/wire.ts';

/** @param sight `members`: without what is between the user and the server's administrators */
export function userToWire(row: ListedUser, sight: 'everything' | 'members'): UserOut {
  return {
    id: row.uuid,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    company_name: row.company_name,
    ...(sight === 'everything' && { note: row.note, is_admin: row.is_admin }),
    is_active: row.is_active,
    has_password: row.has_password,
    password_change_required: row.password_change_required,
    external_provider: row.provider,
    membership_count: countToWire(row.memberships),
    last_login_at: timestamp(row.last_login_at),
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

export function organizationToWire(row: OrganizationRow & OrganizationCounts): OrganizationOut {
  return {
    id: row.uuid,
    name: row.name,
    description: row.description,
    state: row.state,
    external_id: row.external_id,
    tags: JSON.parse(row.tags) as Record<string, string>,
    is_default: row.is_default,
    member_count: countToWire(row.members),
    endpoint_count: countToWire(row.endpoints),
    base_station_count: countToWire(row.baseStations),
    max_endpoints: row.max_endpoints,
    max_base_stations: row.max_base_stations,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

export function memberToWire(organizationId: string, row: MemberRow): OrganizationUserOut {
  return {
    organization_id: organizationId,
    user_id: row.user_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    manage_endpoints: row.manage_endpoints,
    manage_base_stations: row.manage_base_stations,
    status: row.status,
    last_login_at: timestamp(row.last_login_at),
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

export function membershipToWire(row: Membership): UserMembershipOut {
  return {
    organization_id: row.organizationId,
    organization_name: row.name,
    role: row.role,
    status: row.status,
    manage_endpoints: row.manage_endpoints,
    manage_base_stations: row.manage_base_stations,
    organization_state: row.state,
  };
}
