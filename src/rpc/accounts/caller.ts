import type { Caller } from '../../domain/account/access.ts';
import { covers, EVERY_SCOPE } from '../../domain/apikey/scopes.ts';
import type { Call } from '../call/define.ts';

/** Who calls, as the rules about users, organizations and members see it. */
export function callerOf({ principal }: Pick<Call, 'principal'>): Caller {
  const { kind, id, userId, keyOrganizationId, scopes = [] } = principal;
  if (kind === 'operator') return { kind: 'box', userId: undefined, keyOrganizationId: undefined };
  if (kind === 'user') return { kind, userId: id, keyOrganizationId: undefined };
  if (kind === 'anonymous') throw new Error('a row that is not public was called anonymously');
  return { kind, userId, keyOrganizationId, keyGives: covers(scopes, EVERY_SCOPE) ? 'admin' : 'operator' };
}
