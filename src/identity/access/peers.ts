import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../kit/digest.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuidOf } from '../../rpc/call/credentials.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Gate } from './sources.ts';

/** The internal port (clarification I26): without its secret no caller gets an answer, not even what is public. */
export function showsSecret(asked: AuthorizationRequest, { peerSecret }: Gate): void {
  const [shown, ...others] = asked.values('x-peer-secret');
  const isRight =
    peerSecret !== undefined && shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(peerSecret));
  if (!isRight || others.length > 0) throw fault('InternalPeerRejected');
}

/** Whom the peer speaks for. */
export function namesActiveUser(asked: AuthorizationRequest, { reads }: Gate): void {
  const account = reads.user(uuidOf(asked.values('x-user-id')) ?? '');
  if (!account?.is_active) throw fault('UserInactive');
  asked.caller = { kind: 'peer', account };
}
