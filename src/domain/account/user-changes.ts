import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { Audit } from '../event/audit.ts';
import type { AccessJudge, Caller } from './access.ts';
import {
  type AccountRow,
  account,
  type Membership,
  type NewMembership,
  type OrganizationRow,
  type Profile,
  type ProfileField,
  profile,
  usersMayChange,
  wordsOf,
} from './account-columns.ts';
import type { Joining, NewOrganization } from './joining.ts';
import type { Users } from './users.ts';

export interface NewUser extends Profile {
  /** argon2id in PHC form; undefined: signs in elsewhere only. */
  readonly password: string | undefined;
  /** By which kind of provider the user signed in and got the account; empty: by none. */
  readonly provider?: 'oidc' | 'oauth2' | '';
  readonly memberships: readonly (NewMembership & { readonly organization_id: string })[];
  /** An organization that is made with the user, who owns it. */
  readonly organization?: NewOrganization | undefined;
  /** Whether the user registered, or another user made the account. */
  readonly registered?: boolean;
}

/** What of an account is changed. */
export type UserChanges = Partial<Profile> & {
  /** Uuid; empty: the oldest again; undefined: as it is. */
  readonly default_organization_id?: string | undefined;
};

export interface NewPassword {
  /** Uuid of the user. */
  readonly user: string;
  /** argon2id in PHC form. */
  readonly password: string;
  readonly requireChange: boolean;
  readonly by: 'user' | 'administrator';
  /** The password that the user has shown to know; with another one by now nothing is changed. */
  readonly seen?: string | undefined;
  /** Uuid of the session that goes on. */
  readonly exceptSession?: string | undefined;
}

const FIELDS = Object.keys(profile) as readonly ProfileField[];

/** Why the sessions of a user end. */
export type SessionsEnd = 'password' | 'inactive' | 'deleted';

/** Writes accounts, each with its audit event. */
export function userWriter(
  db: Db,
  {
    audit,
    users,
    judge,
    joining,
    organization,
    membership,
    endSessions,
    removeKeys,
    emailChanged,
  }: {
    audit: Audit;
    users: Users;
    judge: AccessJudge;
    joining: Joining;
    organization(uuid: string): OrganizationRow | undefined;
    membership(user: number, organizationUuid: string): Membership | undefined;
    /** @returns how many were open */
    endSessions(user: number, why: SessionsEnd, at: number, exceptSession?: string): number;
    /** All API keys of a user are deleted. */
    removeKeys(userId: string, acting: Acting): void;
    /** A user has another e-mail address. */
    emailChanged(userId: string, email: string): void;
  },
) {
  const insert = inserter(db, 'user', { ...account, words: 'text' });
  const update = db.prepare(
    `UPDATE user SET ${FIELDS.map(field => `${field} = ?`).join(', ')}, words = ?, default_org = ?,
       updated_at = ? WHERE id = ?`,
  );
  const setPassword = db.prepare(
    'UPDATE user SET password = ?, password_change_required = ?, updated_at = ? WHERE id = ?',
  );
  const rehash = db.prepare('UPDATE user SET password = ? WHERE id = ? AND password = ?');
  const setProvider = db.prepare('UPDATE user SET provider = ?, updated_at = ? WHERE id = ?');
  const setLogin = db.prepare('UPDATE user SET last_login_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM user WHERE id = ?');
  const otherAdmin = db.prepare('SELECT 1 FROM user WHERE is_admin = 1 AND is_active = 1 AND id <> ? LIMIT 1');
  const solelyOwned = db.prepare(
    `SELECT o.uuid FROM membership m JOIN organization o ON o.id = m.org
     WHERE m.user = ? AND m.role = 'owner' AND m.status = 'active' AND NOT EXISTS (
       SELECT 1 FROM membership w JOIN user u ON u.id = w.user
       WHERE w.org = m.org AND w.user <> m.user AND w.role = 'owner' AND w.status = 'active' AND u.is_active = 1)
     ORDER BY o.uuid`,
  );

  const existing = (uuid: string): AccountRow => {
    const row = users.user(uuid);
    if (!row) throw fault('UserNotFound');
    return row;
  };

  const emailFree = (email: string): void => {
    if (users.userByEmail(email)) throw fault('EmailExists');
  };

  /** One who can let others in has to be left. */
  const administratorLeft = (row: AccountRow): void => {
    if (row.is_admin && row.is_active && !otherAdmin.get(row.id)) throw fault('LastServerAdmin');
  };

  /** @throws fault `UserNotFound`, `ServerAdminRequired` */
  const mayChange = (caller: Caller, row: AccountRow, fields: readonly ProfileField[]): void => {
    if (judge.isServerAdmin(caller)) return;
    if (judge.sight(caller, row) === 'nothing') throw fault('UserNotFound');
    if (caller.userId !== row.uuid || !fields.every(field => usersMayChange.has(field)))
      throw fault('ServerAdminRequired');
  };

  /** Each user alone decides what organization he sees first (clarification T15). @returns its row id; null: none is chosen */
  const ownOrganization = (caller: Caller, row: AccountRow, organizationId: string): number | null => {
    if (caller.userId !== row.uuid) throw fault('PermissionDenied');
    if (organizationId === '') return null;
    const held = membership(row.id, organizationId);
    if (held?.status !== 'active') throw fault('OrganizationNotFound');
    return held.org;
  };

  return {
    /** @throws fault `EmailExists`, `OrganizationNotFound`, `MembershipExists`, `OrganizationNameExists` */
    createUser: intake((given: NewUser, acting: Acting): AccountRow => {
      const { memberships, organization: own, registered = false, password, provider = '', ...columns } = given;
      emailFree(columns.email);
      const joined = memberships.map(membership => {
        const found = organization(membership.organization_id);
        if (!found) throw fault('OrganizationNotFound');
        return { found, membership };
      });
      if (own) joining.nameFree(own.name);
      const uuid = uuid7(acting.now);
      insert({
        uuid,
        ...columns,
        ...{ is_admin: Number(columns.is_admin), is_active: Number(columns.is_active) },
        ...{ password_change_required: Number(columns.password_change_required) },
        ...{ password: password ?? null, provider, words: wordsOf(columns), last_login_at: null },
        default_org: null,
        ...{ created_at: acting.now, updated_at: acting.now },
      });
      const row = existing(uuid);
      // A user who registers acts alone, and so does one for whom a provider vouches.
      const by =
        registered || provider !== '' ? { ...acting, userId: uuid, userEmail: row.email, actor: row.email } : acting;
      audit(registered ? 'user.registered' : 'user.created', null, by, { userId: uuid, email: row.email });
      if (own) joining.found(own, row, by);
      for (const { found, membership } of joined) joining.join(found, row, membership, by);
      return row;
    }),

    /**
     * Changes what differs; no event when nothing does.
     * @throws fault `UserNotFound`, `ServerAdminRequired`, `EmailExists`, `CannotDemoteSelf`, `LastServerAdmin`, `PermissionDenied` for
     * another's default organization, `OrganizationNotFound` for one that the user is no active member of
     */
    updateUser: intake((uuid: string, given: UserChanges, caller: Caller, acting: Acting): AccountRow => {
      const { default_organization_id: chosen, ...changes } = given;
      const before = existing(uuid);
      mayChange(caller, before, Object.keys(changes) as ProfileField[]);
      const default_org = chosen === undefined ? before.default_org : ownOrganization(caller, before, chosen);
      const after: AccountRow = { ...before, ...changes };
      const fields = FIELDS.filter(field => after[field] !== before[field]);
      const told: string[] = default_org === before.default_org ? [...fields] : [...fields, 'default_organization_id'];
      if (told.length === 0) return before;
      if (fields.includes('email')) emailFree(after.email);
      const demoted = fields.includes('is_admin') || fields.includes('is_active');
      if (demoted && caller.userId === uuid) throw fault('CannotDemoteSelf');
      if (!after.is_admin || !after.is_active) administratorLeft(before);
      update.run(...FIELDS.map(field => columnOf(after[field])), wordsOf(after), default_org, acting.now, before.id);
      if (fields.includes('email')) emailChanged(uuid, after.email);
      audit('user.updated', null, acting, { userId: uuid, email: after.email, fields: told });
      if (before.is_active && !after.is_active) endSessions(before.id, 'inactive', acting.now);
      return existing(uuid);
    }),

    /** @throws fault `UserNotFound`, `CannotDeleteSelf`, `LastServerAdmin`, `UserOwnsOrganization` */
    deleteUser(uuid: string, caller: Caller, acting: Acting): void {
      const row = existing(uuid);
      if (caller.userId === uuid) throw fault('CannotDeleteSelf');
      administratorLeft(row);
      const owned = solelyOwned.all(row.id) as { uuid: string }[];
      if (owned.length > 0) {
        throw fault('UserOwnsOrganization', { organization_ids: owned.map(({ uuid }) => uuid).join(',') });
      }
      removeKeys(uuid, acting);
      endSessions(row.id, 'deleted', acting.now);
      remove.run(row.id);
      audit('user.deleted', null, acting, { userId: uuid, email: row.email });
    },

    /**
     * Ends the sessions of the user as well.
     * @returns how many sessions have ended
     * @throws fault `UserNotFound`, `CurrentPasswordIncorrect` when it is another one than was seen
     */
    setPassword({ user, password, requireChange, by, seen, exceptSession }: NewPassword, acting: Acting): number {
      const row = existing(user);
      if (seen !== undefined && seen !== row.password) throw fault('CurrentPasswordIncorrect');
      setPassword.run(password, Number(requireChange), acting.now, row.id);
      audit(by === 'user' ? 'user.password_changed' : 'user.password_reset', null, acting, { userId: user });
      return endSessions(row.id, 'password', acting.now, exceptSession);
    },

    /** From now on the user for whom the provider vouches signs in to this account. */
    joinProvider(uuid: string, provider: 'oidc' | 'oauth2', acting: Acting): void {
      const { id, email } = existing(uuid);
      setProvider.run(provider, acting.now, id);
      const by = { ...acting, userId: uuid, userEmail: email, actor: email };
      audit('user.updated', null, by, { userId: uuid, email, fields: ['external_provider'] });
    },

    /** The same password, hashed otherwise. @param seen the one it was hashed from, unless it is another one by now */
    rehash(user: number, seen: string, password: string): void {
      rehash.run(password, user, seen);
    },

    signedIn(user: number, at: number): void {
      setLogin.run(at, user);
    },
  };
}

function columnOf(value: string | boolean): string | number {
  return typeof value === 'boolean' ? Number(value) : value;
}
