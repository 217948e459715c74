import { fault } from '../../kit/faults/faults.ts';
import { organizationMissing, uuidOf } from '../../rpc/call/credentials.ts';
import type { Row } from '../../rpc/call/define.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Gate, Organization } from './sources.ts';

/** What changes nothing, by its name (clarification I15). */
const READS = /^(Get|List|Search|Export|Stream|Download|DecodePreview)/;

/** Step 10: what asks for no organization has none, and without enforcement there is only one. The public API is always told which. */
export function needsNoHeader(asked: AuthorizationRequest, { reads, enforced, defaultOrganization }: Gate): void {
  if (asked.row.keyed && asked.row.access !== 'exempt') return;
  if (asked.row.access === 'exempt') {
    asked.organizationId = uuidOf(asked.values('x-organization-id'));
    asked.place = { org: 0, organizationId: '', membership: undefined, onlyReads: false };
  } else if (!enforced) {
    const { id: org, uuid: organizationId } = defaultOrganization;
    const membership = asked.account && reads.membership(asked.account.id, organizationId);
    asked.place = { org, organizationId, membership, onlyReads: false };
  }
}

/** Step 11. */
export function organizationSent(asked: AuthorizationRequest): void {
  if (!asked.place && asked.values('x-organization-id').length === 0)
    throw organizationMissing(asked.key?.organizationId);
}

/** Step 12. */
export function organizationIsUuid(asked: AuthorizationRequest): void {
  if (asked.place) return;
  asked.organizationId = uuidOf(asked.values('x-organization-id'));
  if (asked.organizationId === undefined) throw fault('InvalidOrganizationIDHeader');
}

/** Step 13. */
export function mayActThere(asked: AuthorizationRequest, { reads }: Gate): void {
  const { place, organizationId = '', account, key, row } = asked;
  if (place) return;
  const organization = reads.organization(organizationId);
  if (!organization || (key && key.organizationId !== organizationId)) throw fault('OrganizationAccessDenied');
  const membership = account && reads.membership(account.id, organizationId);
  if (account && !account.is_admin && membership?.status !== 'active') throw fault('OrganizationAccessDenied');
  const isHeld = organization.state !== 'active' && !asked.isAdmin;
  if (isHeld && !(isReadable(organization) && onlyReads(row))) throw fault('OrganizationSuspended');
  asked.place = { org: organization.id, organizationId, membership, onlyReads: isHeld };
}

/** Methods of the public API say by their scopes whether they change something. */
function onlyReads({ keyed, name, scope }: Row): boolean {
  return keyed ? !scope.includes(':write') : READS.test(name);
}

function isReadable({ state }: Organization): boolean {
  return state === 'suspended';
}
