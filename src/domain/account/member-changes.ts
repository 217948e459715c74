import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Acting } from '../event/acting.ts';
import type { Audit } from '../event/audit.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { AccessJudge, Caller, Reach } from './access.ts';
import type { AccountRow, MemberRow, NewMembership } from './account-columns.ts';
import type { Joining } from './joining.ts';
import type { MemberReader } from './members.ts';
import type { Rights, Role } from './roles.ts';

const FIELDS = ['role', 'manage_endpoints', 'manage_base_stations', 'status'] as const;

/** Who shall be a member: by one of the two. */
export type MemberIdentity = { readonly userId: string } | { readonly email: string };

/** Writes memberships, each with its audit event. */
export function memberWriter(
  db: Db,
  {
    audit,
    repeatable,
    judge,
    joining,
    members,
    user,
    userByEmail,
    removeKeys,
  }: {
    audit: Audit;
    repeatable: Repeatable;
    judge: AccessJudge;
    joining: Joining;
    members: MemberReader;
    user(uuid: string): AccountRow | undefined;
    userByEmail(email: string): AccountRow | undefined;
    /** The API keys of a user in this organization are deleted. */
    removeKeys(userId: string, org: number, acting: Acting): void;
  },
) {
  const { membership } = members;
  const update = db.prepare(
    `UPDATE membership SET ${FIELDS.map(field => `${field} = ?`).join(', ')}, updated_at = ? WHERE org = ? AND user = ?`,
  );
  const accept = db.prepare(
    "UPDATE membership SET status = 'active', created_at = ?, updated_at = ? WHERE org = ? AND user = ?",
  );
  const remove = db.prepare('DELETE FROM membership WHERE org = ? AND user = ?');
  const otherOwner = db.prepare(
    `SELECT 1 FROM membership m JOIN user u ON u.id = m.user
     WHERE m.org = ? AND m.role = 'owner' AND m.status = 'active' AND u.is_active = 1 AND m.user <> ? LIMIT 1`,
  );

  /** Who owns may give and take everything, others what is below an owner, and keys no more than they are for. @throws fault `RoleEscalation` */
  const mayTouch = ({ capabilities }: Reach, { keyGives }: Caller, ...roles: readonly Role[]): void => {
    const isOwners = capabilities.includes('O') && keyGives === undefined;
    if (roles.includes('owner') && !isOwners) throw fault('RoleEscalation');
    if (roles.includes('admin') && keyGives === 'operator') throw fault('RoleEscalation');
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

  /** Whether the account has nothing to do with who adds it: it is asked first (clarification T15). */
  const isDrawnInBy = (caller: Caller, account: AccountRow): boolean => {
    if (judge.isServerAdmin(caller) || caller.userId === account.uuid) return false;
    const by = caller.userId === undefined ? undefined : user(caller.userId);
    return !by || !members.haveCommonOrganization(by.id, account.id);
  };

  const addMember = (
    organizationId: string,
    joiner: MemberIdentity,
    given: NewMembership,
    caller: Caller,
    acting: Acting,
  ): string => {
    const reached = judge.reach(caller, organizationId, 'writes', 'M');
    mayTouch(reached, caller, given.role);
    const account = 'email' in joiner ? userByEmail(joiner.email) : user(joiner.userId);
    if (!account) throw fault('UserNotFound');
    joining.join(reached.organization, account, given, acting, isDrawnInBy(caller, account) ? 'invited' : 'active');
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
    mayTouch(reached, caller, before.role, after.role);
    if (before.status === 'invited' && after.status !== 'invited' && !judge.isServerAdmin(caller))
      throw fault('ServerAdminRequired');
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
     * `CannotChangeOwnRole`, `RoleEscalation`, `LastOwner`, `ServerAdminRequired` for the status of who is invited
     */
    updateMember: intake(updateMember),

    /**
     * Gives a user a role: another one, or the first. A new operator manages what operators may.
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
     * A user answers an invitation. The membership begins when it is accepted.
     * @returns what it is then
     * @throws fault `MembershipNotFound` where the user is not invited, `OrganizationSuspended`
     */
    answerInvitation: intake(
      repeatable(
        (
          organizationId: string,
          userId: string,
          answer: 'accept' | 'decline',
          acting: Acting,
        ): 'active' | 'declined' => {
          const account = user(userId);
          const invited = account && membership(account.id, organizationId);
          if (!account || invited?.status !== 'invited') throw fault('MembershipNotFound');
          const { org, role, state } = invited;
          if (answer === 'decline') {
            remove.run(org, account.id);
            audit('membership.removed', org, acting, { organizationId, userId, role });
            return 'declined';
          }
          if (state !== 'active') throw fault('OrganizationSuspended');
          accept.run(acting.now, acting.now, org, account.id);
          audit('membership.updated', org, acting, { organizationId, userId, role, fields: ['status'] });
          return 'active';
        },
      ),
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
      if (!leaves) mayTouch(reached, caller, row.role);
      ownerLeft(org, row);
      remove.run(org, row.id);
      removeKeys(userId, org, acting);
      audit('membership.removed', org, acting, { organizationId, userId, role: row.role });
    },
  };
}
