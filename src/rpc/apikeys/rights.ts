import type { Capability } from '../../domain/account/roles.ts';
import { covers, EVERY_SCOPE } from '../../domain/apikey/scopes.ts';
import type { Owner } from '../../domain/apikey/store.ts';
import { fault } from '../../kit/faults.ts';
import type { Call, Principal } from '../define.ts';
import { can } from '../rights.ts';

/** What somebody must be able to do to give a scope away (clarification I13b); one of them is enough. */
const READ: Readonly<Record<string, readonly Capability[]>> = { integrations: ['I'], users: ['M'], 'api-keys': ['A'] };
const WRITE: Readonly<Record<string, readonly Capability[]>> = {
  basestations: ['B'],
  certificates: ['B'],
  connections: ['B'],
  integrations: ['I'],
  orgs: ['M'],
  users: ['M'],
  'api-keys': ['A'],
  events: ['E', 'B'],
};
const EVERYTHING: readonly Capability[] = ['R', 'E', 'B', 'K', 'I', 'M', 'A'];

/** Whose keys the caller may see and delete: who manages the organization those of all, others their own. */
export function ownerFor({ principal }: Call): Owner {
  return can(principal, 'A') ? undefined : (principal.userId ?? principal.id);
}

/** Whether the caller has what a scope covers: a key what it is for, a user what his role allows. */
export function has(principal: Principal, scope: string): boolean {
  const { kind, scopes } = principal;
  if (scopes !== undefined && !covers(scopes, scope)) return false;
  // The scopes of a service account are all that it has.
  return kind === 'service_account' || able(principal, scope);
}

/** Nobody gives what he has not himself. @throws fault `ScopeEscalation` */
export function mayGive(principal: Principal, scope: string): void {
  if (!has(principal, scope)) throw fault('ScopeEscalation', { scope });
}

function able(principal: Principal, scope: string): boolean {
  if (scope === EVERY_SCOPE) return EVERYTHING.every(capability => can(principal, capability));
  const [resource = '', way] = scope.split(':');
  const needed = way === 'read' ? (READ[resource] ?? ['R']) : (WRITE[resource] ?? ['E']);
  return needed.some(capability => can(principal, capability));
}
