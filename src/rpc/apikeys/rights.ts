import type { Capability } from '../../domain/account/roles.ts';
import type { Owner } from '../../domain/apikey/api-key-store.ts';
import { covers, EVERY_SCOPE, scopes } from '../../domain/apikey/scopes.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Call, Principal } from '../call/define.ts';
import { can, isAdministrator } from '../call/rights.ts';
import type { Maybe } from '../input.ts';

/** What of a new key tells who may make it. */
interface AskedKey {
  readonly key_type?: Maybe<string>;
  readonly scopes?: Maybe<readonly string[]>;
}

/** What a caller must be able to do to give a scope away (clarification I13b); one of them is enough. */
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

/** Who manages the keys of all: administrators of the organization, and those of the server in every one (clarification T16). */
function manages(principal: Principal): boolean {
  return can(principal, 'A') || isAdministrator(principal);
}

/** Whose keys the caller may see and delete: who manages them those of all, others their own. */
export function ownerFor({ principal }: Call): Owner {
  return manages(principal) ? undefined : (principal.userId ?? principal.id);
}

/**
 * A caller gives nothing that he has not himself; an administrator of the server may have each role everywhere.
 * @param asked as it came: a scope that is none is refused later
 * @throws fault `UserPrincipalRequired`, `PermissionDenied`, `ScopeEscalation`
 */
export function mayMakeKey(asked: AskedKey, principal: Principal): void {
  const isOfUser = asked.key_type === 'user';
  if (isOfUser && principal.kind === 'service_account') throw fault('UserPrincipalRequired');
  if (!isOfUser && !manages(principal)) throw fault('PermissionDenied', { capability: 'A' });
  if (!isOfUser && isAdministrator(principal)) return;
  const lacking = asked.scopes?.find(scope => scopes.has(scope) && !has(principal, scope));
  if (lacking !== undefined) throw fault('ScopeEscalation', { scope: lacking });
}

/** Uuid of the user who makes a key, or of the key that does; undefined: the holder of the box, who never leaves. */
export function creatorOf({ kind, id, userId }: Principal): string | undefined {
  return kind === 'operator' ? undefined : (userId ?? id);
}

/** Whether the caller has what a scope covers: a key what it is for, a user what his role allows. */
export function has(principal: Principal, scope: string): boolean {
  const { kind, scopes } = principal;
  if (scopes !== undefined && !covers(scopes, scope)) return false;
  // The scopes of a service account are all that it has.
  return kind === 'service_account' || able(principal, scope);
}

function able(principal: Principal, scope: string): boolean {
  if (scope === EVERY_SCOPE) return EVERYTHING.every(capability => can(principal, capability));
  const [resource = '', way] = scope.split(':');
  const needed = way === 'read' ? (READ[resource] ?? ['R']) : (WRITE[resource] ?? ['E']);
  return needed.some(capability => can(principal, capability));
}
