import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults.ts';
import type { Acting } from '../event/acting.ts';
import type { Audit } from '../event/audit.ts';
import type { AccessJudge, Caller, Reach } from './access.ts';
import type { AccountRow, MemberRow, NewMembership } from './columns.ts';
import type { Joining } from './joining.ts';
import type { MemberReader } from './members.ts';
import type { Rights, Role } from './roles.ts';

const FIELDS = ['role', 'manage_endpoints', 'manage_base_stations', 'status'] as const;

/** Who shall be a member: by one of the two. */
export type Joiner = { readonly userId: string } | { readonly email: string };

/** Writes memberships, each with its audit event. */
export function memberWriter(
  db: Db,
  {
    audit,
    judge,
    joining,
    members,
    user,
    userByEmail,
    removeKeys,
  }: {
    audit: Audit;
    judge: AccessJudge;
    joining: Joining;
    members: MemberReader;
    user(uuid: string): AccountRow | undefined;
    userByEmail(email: string): AccountRow | undefined;
    /** The API keys of a user in this organization are deleted. */
    removeKeys(userId: string, org: number, acting: Acting): void;
  },
) {
  const update = db.prepare(
    `UPDATE membership SET ${FIELDS.map(field => `${field} = ?`).join(', ')}, updated_at = ? WHERE org = ? AND user = ?`,
  );
  const remove = db.prepare('DELETE FROM membership WHERE org = ? AND user = ?');
  const otherOwner = db.prepare(
    `SELECT 1 FROM membership m JOIN user u ON u.id = m.user
     WHERE m.org = ? AND m.role = 'owner' AND m.status = 'active' AND u.is_active = 1 AND m.user <> ? LIMIT 1`,
  );

  /** Who owns may give and take everything, others what is below an owner. @throws fault `RoleEscalation` */
  const mayTouch = ({ capabilities }: Reach, ...roles: readonly Role[]): void => {
    if (roles.includes('owner') && !capabilities.includes('O')) throw fault('RoleEscalation');
  };

  const existing = (org: number, userId: string): MemberRow => {
    const row = members.member(org, userId);
    if (!row) throw fault('MembershipNotFound');
    return row;
  };

  /** @throws fault `LastOwner` when this one does not own the organization any more */
  const ownerLeft = (org: number, { id, role, status }: MemberRow): void => {
    if (role === 'owner' && status === 'active' && !otherOwner.get(org, id)) throw fault('LastOwner');
  };

  const addMember = (
    organizationId: string,
    joiner: Joiner,
    given: NewMembership,
    caller: Caller,
    acting: Acting,
  ): string => {
    const reached = judge.reach(caller, organizationId, 'writes', 'M');
    mayTouch(reached, given.role);
    const account = 'email' in joiner ? userByEmail(joiner.email) : user(joiner.userId);
    if (!account) throw fault('UserNotFound');
    joining.join(reached.organization, account, given, acting);
    return account.uuid;
  };

  const updateMember = (
    organizationId: string,
    userId: string,
    changes: Partial<Rights>,
    caller: Caller,
    acting: Acting,
  ): void => {
    const reached = judge.reach(caller, organizationId, 'writes', 'M');
    const { id: org } = reached.organization;
    const before = existing(org, userId);
    const after = { ...before, ...changes };
    if (caller.userId === userId && !judge.isServerAdmin(caller)) throw fault('CannotChangeOwnRole');
    mayTouch(reached, before.role, after.role);
    const fields = FIELDS.filter(field => after[field] !== before[field]);
    if (fields.length === 0) return;
    if (after.role !== 'owner' || after.status !== 'active') ownerLeft(org, before);
    const { role, manage_endpoints, manage_base_stations, status } = after;
    update.run(role, Number(manage_endpoints), Number(manage_base_stations), status, acting.now, org, before.id);
    audit('membership.updated', org, acting, { organizationId, userId, role, fields });
  };

  return {
    /**
     * @returns uuid of the user
     * @throws fault `OrganizationNotFound`, `OrganizationSuspended`, `PermissionDenied`, `RoleEscalation`, `UserNotFound`,
     * `MembershipExists`
     */
    addMember: intake(addMember),

    /**
     * Changes what differs; no event when nothing does.
     * @throws fault `OrganizationNotFound`, `OrganizationSuspended`, `PermissionDenied`, `MembershipNotFound`,
     * `CannotChangeOwnRole`, `RoleEscalation`, `LastOwner`
     */
    updateMember: intake(updateMember),

    /**
     * Gives a user a role: another one, or the first. Whoever becomes an operator manages what operators may.
     * @returns the member
     * @throws what `addMember` and `updateMember` throw
     */
    assignRole: intake(
      (organizationId: string, userId: string, role: Role, caller: Caller, acting: Acting): MemberRow => {
        const { organization } = judge.reach(caller, organizationId, 'writes', 'M');
        const before = members.member(organization.id, userId);
        const manages = role === 'operator' && before?.role !== 'operator';
        const flags = { manage_endpoints: manages, manage_base_stations: manages };
        if (!before) addMember(organizationId, { userId }, { role, ...flags }, caller, acting);
        else updateMember(organizationId, userId, { role, ...(manages && flags) }, caller, acting);
        return existing(organization.id, userId);
      },
    ),

    /**
     * A member may leave.
     * @throws fault `OrganizationNotFound`, `OrganizationSuspended`, `PermissionDenied`, `MembershipNotFound`, `RoleEscalation`,
     * `LastOwner`
     */
    removeMember(organizationId: string, userId: string, caller: Caller, acting: Acting): void {
      const leaves = caller.userId === userId;
      const reached = judge.reach(caller, organizationId, 'writes', leaves ? 'R' : 'M');
      const { id: org } = reached.organization;
      const row = existing(org, userId);
      if (!leaves) mayTouch(reached, row.role);
      ownerLeft(org, row);
      remove.run(org, row.id);
      removeKeys(userId, org, acting);
      audit('membership.removed', org, acting, { organizationId, userId, role: row.role });
    },
  };
}
