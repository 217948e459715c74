import { type Capability, capabilitiesOf, capabilitiesOfScopes } from '../../domain/account/roles.ts';
import { fault } from '../../kit/faults/faults.ts';
import { demandScopes } from '../../rpc/call/rights.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Gate } from './sources.ts';

/** About the caller itself, which a service account has not: its handler tells so, whatever the key is for (clarification I12). */
const OF_SELF: ReadonlySet<string> = new Set(['ListUserOrganizations']);
/** Before the initial password is changed. */
const BEFORE_PASSWORD: ReadonlySet<string> = new Set(['GetProfile', 'ChangePassword', 'Logout']);
/** Before the second factor is enrolled, which no RPC does. */
const BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set(['GetProfile', 'Logout']);

/** Step 14, keys first (clarification I13b): what they are not for they do not do, whatever their maker may do. */
export function hasScope({ row, key, caller }: AuthorizationRequest): void {
  if (!key || row.scope === '') return;
  if (caller?.kind === 'service_account') {
    if (row.needs === 'user') throw fault('UserPrincipalRequired');
    if (OF_SELF.has(row.name)) return;
  }
  demandScopes(row, key.scopes);
}

/** Step 14. What an exempt RPC does depends on the organization in its request: of its needs, the handler judges the rest. */
export function hasCapability(asked: AuthorizationRequest): void {
  const { row, caller, key, place, isAdmin } = asked;
  const { needs, access } = row;
  asked.capabilities = capabilities(asked);
  if (needs === 'user') {
    if (caller?.kind === 'service_account') throw fault('UserPrincipalRequired');
    return;
  }
  if (needs === 'S') {
    if (!isAdmin) throw fault('ServerAdminRequired');
    return;
  }
  // The scopes of a service account are all that it has, and its scope for this RPC it has.
  const isOfService = caller?.kind === 'service_account' && key?.organizationId === place?.organizationId;
  if (access === 'exempt' || isOfService) return;
  const lacking = lack(needs, asked.capabilities);
  if (lacking) throw fault('PermissionDenied', { capability: lacking });
}

function capabilities({ caller, account, key, place, isAdmin }: AuthorizationRequest): readonly Capability[] {
  const isExempt = place?.organizationId === '';
  // A key is of its organization and of no other one.
  if (key && !isExempt && key.organizationId !== place?.organizationId) return [];
  if (caller?.kind === 'service_account') {
    return capabilitiesOfScopes(caller.key.scopes);
  }
  if (isExempt) return isAdmin ? ['S'] : [];
  const all = capabilitiesOf(place?.membership, account?.is_admin === true);
  return isAdmin ? all : all.filter(capability => capability !== 'S');
}

/** The first capability that is missing; undefined: it is enough. */
function lack(needs: string, has: readonly Capability[]): string | undefined {
  const missing = (letters: readonly string[]) => letters.filter(letter => !has.some(each => each === letter));
  const either = needs.split('|');
  if (either.length > 1) return missing(either).length < either.length ? undefined : either[0];
  return needs === '' ? undefined : missing(needs.split('&'))[0];
}

/** Step 15. */
export function passwordIsChanged({ account, row }: AuthorizationRequest): void {
  if (account?.password_change_required && !BEFORE_PASSWORD.has(row.name)) throw fault('PasswordChangeRequired');
}

/** Beyond the steps of the contract (identity API section 2.5): who signs in may be made to have a second factor. */
export function secondFactorIsThere({ caller, row }: AuthorizationRequest, gate: Gate): void {
  if (caller?.kind !== 'user' || BEFORE_SECOND_FACTOR.has(row.name)) return;
  if (gate.secondFactorMissing(caller.account)) throw fault('SecondFactorRequired');
}
