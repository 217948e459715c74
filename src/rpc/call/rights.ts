import type { Capability } from '../../domain/account/roles.ts';
import { covers } from '../../domain/apikey/scopes.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Admission, Principal, Rule } from './define.ts';

/** What a request asks for beyond what its RPC needs. */
export interface Demand {
  readonly needs: Capability;
  /** What an API key must be for. */
  readonly scope: string;
  /** It is as if something were written. */
  readonly writes?: boolean;
}

export function can({ kind, capabilities = [] }: Principal, capability: Capability): boolean {
  return kind === 'operator' || capabilities.includes(capability);
}

/** The operator of the community edition is a server administrator, and no caller is one by a key. */
export function isAdministrator({ kind, isAdmin = false }: Principal): boolean {
  return kind === 'operator' || isAdmin;
}

/** @throws fault `OrganizationSuspended`, `ScopeRequired`, `PermissionDenied`, as for an RPC that needs so much for every request */
export function demand({ principal, onlyReads }: Admission, { needs, scope, writes = false }: Demand): void {
  if (writes && onlyReads) throw fault('OrganizationSuspended');
  if (principal.scopes && !covers(principal.scopes, scope)) throw fault('ScopeRequired', { scope });
  if (!can(principal, needs)) throw fault('PermissionDenied', { capability: needs });
}

/** What an API key is not for it does not do. @throws fault `ScopeRequired`, and for what no key does `ServerAdminRequired`, `UserPrincipalRequired` */
export function demandScopes({ needs, scope }: Rule, granted: readonly string[]): void {
  if (scope === '') return;
  if (scope === 'no key') throw fault(needs.includes('S') ? 'ServerAdminRequired' : 'UserPrincipalRequired');
  for (const each of scope.split('&')) if (!covers(granted, each)) throw fault('ScopeRequired', { scope: each });
}
