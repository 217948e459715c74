export const roles = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What somebody may do in an organization; `S` in the installation (identity API section 7.1). */
export type Capability = 'R' | 'E' | 'B' | 'K' | 'I' | 'M' | 'A' | 'O' | 'S';

/** What of a membership tells what a member may do. */
export interface Rights {
  readonly role: Role;
  readonly manage_endpoints: boolean;
  readonly manage_base_stations: boolean;
  readonly status: 'active' | 'inactive';
}

const READ: readonly Capability[] = ['R'];
const ADMIN: readonly Capability[] = ['R', 'E', 'B', 'K', 'I', 'M', 'A'];
const OWNER: readonly Capability[] = [...ADMIN, 'O'];

/** @param membership undefined: in an organization that is none of the user's. @param isAdmin whether the user administers the server */
export function capabilitiesOf(membership: Rights | undefined, isAdmin: boolean): readonly Capability[] {
  const own = membership?.status === 'active' ? ofRole(membership) : [];
  return isAdmin ? [...new Set<Capability>(['R', ...own, 'S'])] : own;
}

function ofRole({ role, manage_endpoints, manage_base_stations }: Rights): readonly Capability[] {
  if (role === 'owner') return OWNER;
  if (role === 'admin') return ADMIN;
  if (role === 'viewer') return READ;
  return [
    ...READ,
    ...(manage_endpoints ? (['E', 'K'] as const) : []),
    ...(manage_base_stations ? (['B'] as const) : []),
  ];
}
