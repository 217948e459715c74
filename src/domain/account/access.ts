import { fault } from '../../kit/faults/faults.ts';
import type { AccountRow, Membership, OrganizationRow } from './account-columns.ts';
import { type Capability, capabilitiesOf } from './roles.ts';

/** Who asks, as far as it tells what may be done to users, organizations and members. */
export interface Caller {
  /** `box`: the holder of the machine, and the operator of the community edition. */
  readonly kind: 'box' | 'user' | 'user_key' | 'service_account';
  /** Uuid; of a service account undefined. */
  readonly userId: string | undefined;
  /** Uuid of the organization that a key belongs to; it reaches no other. */
  readonly keyOrganizationId: string | undefined;
  /** The highest role that a key lets its caller give, take or change; undefined: what the caller's own role allows. */
  readonly keyGives?: 'operator' | 'admin';
}

/** What a caller may do in one organization. */
export interface Reach {
  readonly organization: OrganizationRow;
  readonly capabilities: readonly Capability[];
}

/** What the scopes of a service account may let it do to an organization; which of it they do, they say for each method. */
const BY_SCOPES: readonly Capability[] = ['R', 'M', 'A'];
const EVERYTHING: readonly Capability[] = ['R', 'E', 'B', 'K', 'I', 'M', 'A', 'O', 'S'];

/**
 * Judges callers on the thread that asks, and once more in the write: rights may be others by then. A server administrator may do in
 * every organization what its owners may.
 */
export function accessJudge({
  user,
  organization,
  membership,
  memberships,
}: {
  user(uuid: string): AccountRow | undefined;
  organization(uuid: string): OrganizationRow | undefined;
  membership(user: number, organizationUuid: string): Membership | undefined;
  memberships(user: number): readonly Membership[];
}) {
  /** A key never administers the server, not even an administrator's. */
  const isServerAdmin = ({ kind, userId }: Caller): boolean => {
    if (kind !== 'user') return kind === 'box';
    const account = userId === undefined ? undefined : user(userId);
    return account?.is_active === true && account.is_admin;
  };

  /** What the caller has there; undefined: nothing at all. */
  const heldBy = (caller: Caller, organizationId: string): readonly Capability[] | undefined => {
    if (isServerAdmin(caller)) return EVERYTHING;
    const { kind, userId, keyOrganizationId } = caller;
    if (kind !== 'user' && keyOrganizationId !== organizationId) return undefined;
    if (kind === 'service_account') return BY_SCOPES;
    const account = userId === undefined ? undefined : user(userId);
    const held = account?.is_active && membership(account.id, organizationId);
    return held && held.status === 'active' ? capabilitiesOf(held, false) : undefined;
  };

  const organizationOf = (caller: Caller, organizationId: string, way: 'reads' | 'writes'): Reach => {
    const found = organization(organizationId);
    const capabilities = found && heldBy(caller, organizationId);
    if (!capabilities) throw fault('OrganizationNotFound');
    const held = found.state === 'archived' || (found.state === 'suspended' && way === 'writes');
    if (held && !capabilities.includes('S')) throw fault('OrganizationSuspended');
    return { organization: found, capabilities };
  };

  /** Whether the caller manages members of an organization of this user. */
  const manages = (caller: Caller, account: AccountRow): boolean =>
    memberships(account.id).some(
      ({ organizationId, state, status }) =>
        state !== 'archived' && status !== 'invited' && heldBy(caller, organizationId)?.includes('M'),
    );

  return {
    isServerAdmin,

    /**
     * @throws fault `OrganizationNotFound` for an organization that is none of the caller's, `OrganizationSuspended`,
     * `PermissionDenied` without the capability
     */
    reach(caller: Caller, organizationId: string, way: 'reads' | 'writes', needed: Capability): Reach {
      const reached = organizationOf(caller, organizationId, way);
      if (!reached.capabilities.includes(needed)) throw fault('PermissionDenied', { capability: needed });
      return reached;
    },

    /** How much of a user the caller sees; `members`: what a fellow member who manages members sees. */
    sight(caller: Caller, account: AccountRow): 'everything' | 'members' | 'nothing' {
      if (isServerAdmin(caller) || caller.userId === account.uuid) return 'everything';
      return manages(caller, account) ? 'members' : 'nothing';
    },
  };
}
export type AccessJudge = ReturnType<typeof accessJudge>;
