import type { AccessControl } from './access-control.ts';
import type { Admission } from './define.ts';

/** Address of the only user of the community edition; what is sent there is not read. */
export const OPERATOR_EMAIL = 'operator@localhost';

/** How the operator is let in: may do everything in the default organization. */
export function operatorAdmission(operatorId: string, organization: { id: number; uuid: string }): Admission {
  const principal = { kind: 'operator', id: operatorId, email: OPERATOR_EMAIL } as const;
  return { principal, org: organization.id, organizationId: organization.uuid };
}

/** The community edition: everything is open, every caller is the operator, headers are ignored (identity API section 9). */
export function communityAccess(operatorId: string, organization: { id: number; uuid: string }): AccessControl {
  const admission = operatorAdmission(operatorId, organization);
  return { edition: 'community', admit: () => admission };
}
