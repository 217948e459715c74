import { join } from 'node:path';
import type { Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import type { Caller } from '../../../src/domain/account/access.ts';
import type { AccountRow, NewMembership } from '../../../src/domain/account/account-columns.ts';
import type { Role } from '../../../src/domain/account/roles.ts';
import type { NewUser } from '../../../src/domain/account/user-changes.ts';
import type { Acting } from '../../../src/domain/event/acting.ts';
import { accountRows } from '../../../src/identity/accounts/account-rows.ts';
import { apiKeys } from '../../../src/rpc/apikeys/apikeys.ts';
import type { Principal } from '../../../src/rpc/call/define.ts';
import { openCaller, START } from '../../rpc/caller.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';

export { ORGANIZATION, START };
export const UNKNOWN = '00000000-0000-7000-8000-0000000000ff';
export const BOX: Caller = { kind: 'box', userId: undefined, keyOrganizationId: undefined };
export const ACTING: Acting = {
  now: START,
  userId: undefined,
  userEmail: undefined,
  actor: 'test',
  address: '192.0.2.1',
};

/** What of a password is refused here, and how it is kept: neither is tested with accounts. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  unmet: (password: string, email: string) => [
    ...(password.length < 10 ? ['min_length'] : []),
    ...(password.includes(email.split('@')[0] ?? '') ? ['identity'] : []),
  ],
};

export const FULL: NewMembership = { role: 'operator', manage_endpoints: true, manage_base_stations: true };

/** Users, organizations and memberships over a real store; callers have been let in already. */
export async function openAccounts(t: Test, { selfService = false } = {}) {
  const path = join(t.testdir(), 'waystation.db');
  const removed: string[] = [];
  const caller = await openCaller(t, path, ({ store, clock }) => [
    accountRows({
      store,
      clock,
      passwords,
      selfService,
      async removeRemains() {
        removed.push('asked');
      },
    }),
    apiKeys({ store, clock, activeUsers: () => store.read.accounts.activeKeyHolders() }),
  ]);
  const { store } = caller;
  const { accounts } = store.write;
  await store.write.installation.establish({}, ORGANIZATION, START);

  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  t.teardown(() => db.close());
  const look = db.prepare(
    `SELECT e.seq, e.event_type, o.uuid, e.data FROM event e LEFT JOIN organization o ON o.id = e.org
     WHERE e.category = 'audit' AND e.seq > ? ORDER BY e.seq`,
  );
  let seen = 0;

  const by = (principal: Principal) => caller.as({ principal, org: 0, organizationId: '' });
  const user = (name: string, given: Partial<NewUser> = {}): Promise<AccountRow> =>
    accounts.createUser(
      {
        ...{ email: `${name}@example.org`, first_name: name, last_name: '', company_name: '', note: `about ${name}` },
        ...{ is_admin: false, is_active: true, password_change_required: false, password: undefined, memberships: [] },
        ...given,
      },
      ACTING,
    );
  const as = ({ uuid, email }: AccountRow) => by({ kind: 'user', id: uuid, email });
  return {
    ...caller,
    path,
    accounts,
    removed,
    user,
    as,
    by,
    /** A user of the organization, and what the user may call. */
    async member(name: string, role: Role, organizationId = ORGANIZATION, given: Partial<NewMembership> = {}) {
      const memberships = [{ organization_id: organizationId, ...FULL, role, ...given }];
      const row = await user(name, { memberships });
      return { ...as(row), row, id: row.uuid };
    },
    async admin(name = 'root') {
      const row = await user(name, { is_admin: true });
      return { ...as(row), row, id: row.uuid };
    },
    /** @returns its uuid */
    organization: async (name: string, owner: AccountRow) => accounts.createOrganization({ name }, owner.uuid, ACTING),
    key(organizationId: string, scopes: readonly string[], of?: AccountRow) {
      const key = { id: UNKNOWN, keyOrganizationId: organizationId, scopes };
      return by(
        of
          ? { kind: 'user_key', email: of.email, userId: of.uuid, ...key }
          : { kind: 'service_account', email: '', ...key },
      );
    },
    /** Audit events since the last look: kind, uuid of the organization (none: of the installation), and data. */
    told(): [type: string, organization: string, data: Record<string, unknown>][] {
      const rows = look.all(seen) as { seq: number; event_type: string; uuid: string | null; data: string }[];
      seen = rows.at(-1)?.seq ?? seen;
      return rows.map(({ event_type, uuid, data }) => [event_type, uuid ?? 'installation', JSON.parse(data)]);
    },
  };
}
