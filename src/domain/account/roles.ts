import { covers } from '../apikey/scopes.ts';

export const roles = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a caller may do in an organization; `S` in the installation (identity API section 7.1). */
export type Capability = 'R' | 'E' | 'B' | 'K' | 'I' | 'M' | 'A' | 'O' | 'S';

/** What of a membership tells what a member may do. */
export interface Rights {
  readonly role: Role;
  readonly manage_endpoints: boolean;
  readonly manage_base_stations: boolean;
  /** `invited`: without rights, until the user accepts. */
  readonly status: 'active' | 'inactive' | 'invited';
}

const READ: readonly Capability[] = ['R'];
export const ADMIN: readonly Capability[] = ['R', 'E', 'B', 'K', 'I', 'M', 'A'];
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

/** What each scope lets a service account do, where a request asks for more than its RPC (identity API section 7.2). */
const OF_SCOPES: readonly (readonly [Capability, readonly string[]])[] = [
  ['E', ['endpoints:write', 'downlinks:write', 'catalog:write']],
  ['K', ['endpoints:write']],
  ['B', ['basestations:write', 'certificates:write']],
  ['I', ['integrations:write']],
  ['M', ['orgs:write']],
  ['A', ['api-keys:write']],
];

/** What a service account may do in its organization. */
export function capabilitiesOfScopes(scopes: readonly string[]): readonly Capability[] {
  const can = OF_SCOPES.filter(([, all]) => all.some(scope => covers(scopes, scope))).map(([capability]) => capability);
  return scopes.some(scope => scope === '*' || scope.endsWith(':read')) ? ['R', ...can] : can;
}
