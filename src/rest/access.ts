import { ADMIN, capabilitiesOfScopes } from '../domain/account/roles.ts';
import type { KeyGate, VerifiedKey } from '../domain/apikey/gate.ts';
import { Fault, fault } from '../kit/faults/faults.ts';
import type { AccessControl } from '../rpc/call/access-control.ts';
import { organizationIn, presentedIn, showsKey, uuidOf, valuesOf } from '../rpc/call/credentials.ts';
import type { Admission, Principal, Row } from '../rpc/call/define.ts';
import type { Incoming } from '../rpc/call/incoming.ts';
import type { RefusalEvents, Refused } from '../rpc/call/refusal-events.ts';
import { demandScopes } from '../rpc/call/rights.ts';

/**
 * The public API of an edition in which everything else is open (REST section 2): its callers show an API key.
 * @param open lets in to everything else
 */
export function keyedAccess(
  open: AccessControl,
  {
    keys,
    refusals,
    organization,
    isConsole,
  }: {
    readonly keys: Pick<KeyGate, 'verify' | 'rejected' | 'used' | 'ended'>;
    readonly refusals: RefusalEvents;
    /** The only one. */
    readonly organization: { readonly id: number; readonly uuid: string };
    /** Whether a call comes from the console in a browser. @throws fault `CsrfTokenInvalid` for what only seems to */
    isConsole(incoming: Incoming): boolean;
  },
): AccessControl {
  const holderOf = (text: string, address: string): VerifiedKey => {
    const verified = keys.verify(text);
    if (verified.refusal) {
      keys.rejected(text, verified, address);
      throw fault(verified.refusal);
    }
    keys.used(verified.key.id, address);
    return verified.key;
  };

  return {
    edition: open.edition,
    async admit(row, incoming, known) {
      if (!row.keyed) return open.admit(row, incoming, known);
      if (!showsKey(incoming) && isConsole(incoming))
        return operatorOf(await open.admit(row, incoming), incoming, known);
      const key = holderOf(presentedIn(incoming).text, incoming.address);
      const principal = principalOf(key);
      known?.(principal);
      // Other organizations are what sign-in has left behind when it was switched off: no key reaches them.
      const isOwn = organizationIn(incoming, key.organizationId) === organization.uuid && key.org === organization.id;
      if (!isOwn) throw fault('OrganizationAccessDenied');
      try {
        if (row.needs === 'user' && principal.kind === 'service_account') throw fault('UserPrincipalRequired');
        demandScopes(row, key.scopes);
      } catch (cause) {
        if (cause instanceof Fault) refusals.tell('security.access_denied', refusedOf(key, row, incoming), cause);
        throw cause;
      }
      return { principal, org: organization.id, organizationId: organization.uuid };
    },
    async uncovered(stream, signal) {
      const { row, admission } = stream;
      if (!row.keyed || admission.principal.kind === 'operator') return open.uncovered?.(stream, signal);
      const reason = await keys.ended(admission.principal.id, signal);
      return reason && fault(reason);
    },
  };
}

/** The operator by the console, who may name no other organization. @throws fault `OrganizationAccessDenied` */
function operatorOf(
  admission: Admission,
  incoming: Incoming,
  known: ((principal: Principal) => void) | undefined,
): Admission {
  known?.(admission.principal);
  const named = valuesOf(incoming, 'x-organization-id');
  if (named.length > 0 && uuidOf(named) !== admission.organizationId) throw fault('OrganizationAccessDenied');
  return admission;
}

/** A user's key is the operator's, who may do everything there; no caller administers the server by a key. */
function principalOf({ id, name, type, userId, userEmail = '', organizationId, scopes }: VerifiedKey): Principal {
  const of = { id, keyOrganizationId: organizationId, scopes };
  if (type === 'service_account') {
    return { kind: type, email: name, capabilities: capabilitiesOfScopes(scopes), ...of };
  }
  return { kind: 'user_key', email: userEmail, capabilities: ADMIN, ...(userId !== undefined && { userId }), ...of };
}

function refusedOf(
  { id, name, org, userId, userEmail }: VerifiedKey,
  { name: method }: Row,
  incoming: Incoming,
): Refused {
  const user = userId === undefined ? undefined : { id: userId, email: userEmail ?? '' };
  return { method, address: incoming.address, key: { id, name }, user, org };
}
