import type { AccessControl } from './invoke.ts';

/** The community edition: everything is open, every caller is the operator, headers are ignored (identity API section 9). */
export function communityAccess(operatorId: string, organization: { id: number; uuid: string }): AccessControl {
  const principal = { kind: 'operator', id: operatorId, email: 'operator@localhost' } as const;
  const admission = { principal, org: organization.id, organizationId: organization.uuid };
  return { edition: 'community', admit: () => admission };
}
