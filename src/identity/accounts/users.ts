import type { AccountRow, ListedUser } from '../../domain/account/account-columns.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { oneById, userList } from '../../rpc/accounts/account-input.ts';
import { callerOf } from '../../rpc/accounts/caller.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Row, rpc } from '../../rpc/call/define.ts';
import { uuid } from '../../rpc/checks.ts';
import { all, fields, later, optional } from '../../rpc/input.ts';
import { countToWire } from '../../rpc/paging.ts';
import { newMembership, newPassword, newUser, userChange } from './account-input.ts';
import { userToWire } from './account-wire.ts';

/** What is asked of new passwords, and how they are kept. */
export interface Passwords {
  /** argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /** Names of the rules that a password breaks. @param email of its user */
  unmet(password: string, email: string): readonly string[];
}

/** Users (identity API section 4). */
export function users({
  store,
  clock,
  passwords,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
}): readonly Row[] {
  const { accounts } = store.read;

  const existing = (id: string): AccountRow => {
    const row = accounts.user(id);
    if (!row) throw fault('UserNotFound');
    return row;
  };
  const listed = (id: string): ListedUser => {
    const row = accounts.listedUser(id);
    // Deleted right after it was written.
    if (!row) throw fault('UserNotFound');
    return row;
  };
  const hashed = (password: string, email: string): Promise<string> => {
    const unmet = passwords.unmet(password, email);
    if (unmet.length > 0) throw fault('WeakPassword', { rules: unmet.join(',') });
    return passwords.hash(password);
  };

  return [
    rpc('CreateUser', {
      ...rules.CreateUser,
      input: newUser,
      async handle({ user, password, memberships }, call) {
        if (accounts.userByEmail(user.email)) throw fault('EmailExists');
        const given = {
          ...user,
          password: password ? await hashed(password, user.email) : undefined,
          memberships: memberships.map(({ organization_id, ...rights }) => ({
            organization_id,
            ...newMembership(rights),
          })),
        };
        const { uuid } = await store.write.accounts.createUser(given, acting(call, clock));
        return userToWire(listed(uuid), 'everything');
      },
    }),
    rpc('GetUser', {
      ...rules.GetUser,
      input: oneById,
      handle({ id }, call) {
        const sight = accounts.sight(callerOf(call), existing(id));
        if (sight === 'nothing') throw fault('UserNotFound');
        return userToWire(listed(id), sight);
      },
    }),
    rpc('UpdateUser', {
      ...rules.UpdateUser,
      input: userChange,
      async handle({ user: { id }, update_mask: isForServer, rest }, call) {
        const caller = callerOf(call);
        if (accounts.sight(caller, existing(id)) === 'nothing') throw fault('UserNotFound');
        if ((caller.userId !== id || isForServer) && !accounts.isServerAdmin(caller))
          throw fault('ServerAdminRequired');
        await store.write.accounts.updateUser(id, rest().changes, caller, acting(call, clock));
        return userToWire(listed(id), 'everything');
      },
    }),
    rpc('DeleteUser', {
      ...rules.DeleteUser,
      input: oneById,
      async handle({ id }, call) {
        await store.write.accounts.deleteUser(id, callerOf(call), acting(call, clock));
        return {};
      },
    }),
    rpc('ListUsers', {
      ...rules.ListUsers,
      input: all(fields({ organization_id: optional(uuid) }), later(userList)),
      async handle({ organization_id, rest }, call) {
        const caller = callerOf(call);
        const isServerAdmin = accounts.isServerAdmin(caller);
        const org =
          organization_id === undefined
            ? undefined
            : accounts.reach(caller, organization_id, 'reads', 'M').organization.id;
        if (org === undefined && !isServerAdmin) throw fault('ServerAdminRequired');
        const { page, search, is_active, is_admin, order_by } = rest();
        // Who does not see it must not find it out either.
        if (typeof is_admin === 'boolean' && !isServerAdmin) throw fault('ServerAdminRequired');
        const { rows, total, more } = await store.scan.accounts.listUsers({
          org,
          search,
          active: is_active ?? undefined,
          admin: is_admin ?? undefined,
          orderBy: order_by.by,
          descending: order_by.direction === 'desc',
          after: page.after,
          size: page.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          users: rows.map(row => userToWire(row, isServerAdmin ? 'everything' : 'members')),
          total_count: countToWire(total),
          next_page_token: page.next(last && [last[order_by.by] ?? 0, last.id]),
        };
      },
    }),
    rpc('UpdateUserPassword', {
      ...rules.UpdateUserPassword,
      input: newPassword,
      async handle({ id, new_password, require_change: requireChange }, call) {
        const { email } = existing(id);
        const password = await hashed(new_password, email);
        const given = { user: id, password, requireChange, by: 'administrator' as const };
        return { sessions_ended: await store.write.accounts.setPassword(given, acting(call, clock)) };
      },
    }),
  ];
}
