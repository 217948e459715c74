import { fault } from '../../kit/faults/faults.ts';
import { BEARER, presentedIn, uuidOf } from '../../rpc/call/credentials.ts';
import { ANONYMOUS, type AuthorizationRequest } from './authorization-request.ts';
import type { Gate } from './sources.ts';

/** Step 1: credentials that are sent to a public RPC are not looked at. */
export function isPublic(asked: AuthorizationRequest): void {
  if (asked.row.access === 'public') asked.admitted = { principal: ANONYMOUS, org: 0, organizationId: '' };
}

/** Step 2. */
export function credentialsSent(asked: AuthorizationRequest): void {
  if (asked.values('authorization').length === 0 && keyHeader(asked).length === 0) throw fault('AuthorizationRequired');
}

/** Step 3. */
export function areBearers(asked: AuthorizationRequest): void {
  if (!asked.values('authorization').every(value => BEARER.test(value))) throw fault('InvalidAuthorizationFormat');
}

/** Step 4. */
export function credentialsHold(asked: AuthorizationRequest, gate: Gate): Promise<void> | undefined {
  const bearers = asked.values('authorization').map(value => BEARER.exec(value)?.[1] ?? '');
  const [presented = '', ...others] = new Set([...bearers, ...keyHeader(asked)]);
  if (others.length > 0) throw fault('ConflictingCredentials');
  if (bearers.length > 0 && presented.split('.').length === 3) return tokenHolds(asked, presented, gate);
  keyHolds(asked, presented, gate);
  return undefined;
}

/** Of a method of the public API, steps 2 to 4 (REST section 2, rows 1 to 3). */
export function presentedHolds(asked: AuthorizationRequest, gate: Gate): Promise<void> | undefined {
  const { text, asBearer } = presentedIn(asked.incoming);
  if (asBearer && text.split('.').length === 3) return tokenHolds(asked, text, gate);
  keyHolds(asked, text, gate);
  return undefined;
}

async function tokenHolds(asked: AuthorizationRequest, presented: string, { tokens, reads }: Gate): Promise<void> {
  const { userId, sessionId } = await tokens.verify(presented);
  const account = reads.user(userId);
  const session = reads.session(sessionId);
  if (!account || session?.user !== account.id) throw fault('AccessTokenRevoked');
  // Of an account that is switched off the next step says so (clarification I8); a session does not come back with its account.
  if (session.endedBy && (session.endedBy !== 'inactive' || account.is_active)) throw fault('AccessTokenRevoked');
  asked.caller = { kind: 'user', account, sessionId };
}

function keyHolds(asked: AuthorizationRequest, presented: string, { keys, reads }: Gate): void {
  const verified = keys.verify(presented);
  if (verified.refusal) {
    keys.rejected(presented, verified, asked.incoming.address);
    throw fault(verified.refusal);
  }
  const { key } = verified;
  if (key.type === 'service_account') {
    asked.caller = { kind: 'service_account', key };
  } else {
    const account = reads.user(key.userId ?? '');
    if (!account) throw fault('ApiKeyInactive');
    asked.caller = { kind: 'user_key', account, key };
  }
  keys.used(key.id, asked.incoming.address);
}

/** Step 5. */
export function accountIsActive({ account }: AuthorizationRequest): void {
  if (account && !account.is_active) throw fault('UserInactive');
}

/** Step 6. */
export function userIdSent(asked: AuthorizationRequest): void {
  const { caller } = asked;
  const isUser = caller === undefined || caller.kind === 'user';
  if (isUser && asked.values('x-user-id').length === 0) throw fault('UserIDHeaderRequired');
}

/** Step 7: no caller acts as a user by the key of a service, which not even an empty header may say. */
export function noUserIdOfService({ caller, incoming }: AuthorizationRequest): void {
  if (caller?.kind === 'service_account' && incoming.headers('x-user-id').length > 0) throw fault('IdentityMismatch');
}

/** Step 8. */
export function userIdIsUuid(asked: AuthorizationRequest): void {
  const sent = asked.values('x-user-id');
  if (sent.length > 0 && uuidOf(sent) === undefined) throw fault('InvalidUserIDHeader');
}

/** Step 9. */
export function userIdIsOwn(asked: AuthorizationRequest): void {
  const sent = uuidOf(asked.values('x-user-id'));
  if (sent !== undefined && sent !== asked.account?.uuid) throw fault('IdentityMismatch');
}

/** The header of REST, which is as good where RPCs are posted; it holds keys only. */
function keyHeader(asked: AuthorizationRequest): readonly string[] {
  const { transport } = asked.incoming;
  return transport === 'connect' || transport === 'rest' ? asked.values('x-api-key') : [];
}
