import type { Capability, Rights } from '../../domain/account/roles.ts';
import type { VerifiedKey } from '../../domain/apikey/gate.ts';
import { valuesOf } from '../../rpc/call/credentials.ts';
import type { Admission, Principal, Row } from '../../rpc/call/define.ts';
import type { Incoming } from '../../rpc/call/incoming.ts';
import type { Refused } from '../../rpc/call/refusal-events.ts';
import type { Account } from './sources.ts';

/** What of an API key decides about its calls. */
export type Key = Pick<VerifiedKey, 'id' | 'name' | 'org' | 'organizationId' | 'scopes'>;

/** Who calls. */
export type Caller =
  | { readonly kind: 'user'; readonly account: Account; readonly sessionId: string }
  /** Whom another part of the installation speaks for, by the internal port. */
  | { readonly kind: 'peer'; readonly account: Account }
  | { readonly kind: 'user_key'; readonly account: Account; readonly key: Key }
  | { readonly kind: 'service_account'; readonly key: Key };

/** Where the call reads and writes. */
export interface Place {
  /** Row id; 0 where access asks for no organization. */
  readonly org: number;
  readonly organizationId: string;
  readonly membership: Rights | undefined;
  /** Nothing may be changed there. */
  readonly onlyReads: boolean;
}

/** A call while it is judged: what it has sent, and what the rules have found out of it. */
export class AuthorizationRequest {
  readonly row: Row;
  readonly incoming: Incoming;
  caller: Caller | undefined;
  /** As the call names it. */
  organizationId: string | undefined;
  place: Place | undefined;
  capabilities: readonly Capability[] = [];
  /** Is set by the rule after which no other one is looked at. */
  admitted: Admission | undefined;

  constructor(row: Row, incoming: Incoming) {
    this.row = row;
    this.incoming = incoming;
  }

  /** The different values of a header that are not empty. */
  values(name: string): readonly string[] {
    return valuesOf(this.incoming, name);
  }

  /** Whether this call may administer the server: never by a key (identity API section 6.3). */
  get isAdmin(): boolean {
    const { caller } = this;
    return (caller?.kind === 'user' || caller?.kind === 'peer') && caller.account.is_admin;
  }

  get key(): Key | undefined {
    const { caller } = this;
    return caller?.kind === 'user_key' || caller?.kind === 'service_account' ? caller.key : undefined;
  }

  get account(): Account | undefined {
    const { caller } = this;
    return caller?.kind === 'service_account' ? undefined : caller?.account;
  }
}

/** Who calls, of a call that has no place yet. */
export function callerOf({ caller, isAdmin }: AuthorizationRequest): Principal {
  if (!caller) throw new Error('the rules have found no caller');
  return principalOf(caller, [], isAdmin);
}

/** As events tell of it. */
export function refusedOf({ row, incoming, key, account, place }: AuthorizationRequest): Refused {
  return {
    method: row.name,
    address: incoming.address,
    key,
    user: account && { id: account.uuid, email: account.email },
    org: place && place.org !== 0 ? place.org : (key?.org ?? null),
  };
}

export const ANONYMOUS: Principal = { kind: 'anonymous', id: '', email: '' };

/** @throws Error for a call that no rule has found a caller and a place for */
export function admissionOf({ caller, place, capabilities, isAdmin, organizationId }: AuthorizationRequest): Admission {
  if (!caller || !place) throw new Error('the rules have let in no caller');
  return {
    principal: principalOf(caller, capabilities, isAdmin),
    org: place.org,
    organizationId: place.organizationId,
    onlyReads: place.onlyReads,
    ...(organizationId !== undefined && { namedOrganizationId: organizationId }),
  };
}

function principalOf(caller: Caller, capabilities: readonly Capability[], isAdmin: boolean): Principal {
  switch (caller.kind) {
    case 'user': {
      const { account, sessionId } = caller;
      return { kind: 'user', id: account.uuid, email: account.email, capabilities, isAdmin, sessionId };
    }
    case 'peer':
      return { kind: 'user', id: caller.account.uuid, email: caller.account.email, capabilities, isAdmin };
    case 'user_key': {
      const { account, key } = caller;
      const { id, scopes, organizationId: keyOrganizationId } = key;
      const { uuid: userId, email } = account;
      return { kind: 'user_key', id, email, userId, keyOrganizationId, capabilities, scopes };
    }
    case 'service_account': {
      const { id, name, scopes, organizationId: keyOrganizationId } = caller.key;
      return { kind: 'service_account', id, email: name, keyOrganizationId, capabilities, scopes };
    }
  }
}
