import { listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { nameKey } from '../../kit/name-key.ts';
import { type AccountRow, account, type ListedUser, type StoredAccount, withFlags } from './account-columns.ts';
import { conditions, stored } from './conditions.ts';

export type UserOrder = 'email' | 'created_at' | 'last_login_at';

export interface UserQuery {
  /** Row id of an organization whose members alone are asked for. */
  readonly org: number | undefined;
  readonly search: string | undefined;
  readonly active: boolean | undefined;
  readonly admin: boolean | undefined;
  readonly orderBy: UserOrder;
  readonly descending: boolean;
  readonly after: Position<string | number> | undefined;
  readonly size: number;
}

const COLUMNS = listed({ id: 'integer', ...account });
const { password: _, ...shown } = account;
const SHOWN = `id, ${listed(shown)}, has_password, memberships`;
const SOURCE = `SELECT u.id, ${listed(shown, 'u')}, u.words, u.password IS NOT NULL AS has_password,
  (SELECT count(*) FROM membership WHERE user = u.id) AS memberships FROM user u`;
const OF_ORGANIZATION = `${SOURCE} JOIN membership m ON m.user = u.id WHERE m.org = ? AND m.status <> 'invited'`;

const SORT: Readonly<Record<UserOrder, string>> = {
  email: 'email',
  created_at: 'created_at',
  // Users who have never signed in come first.
  last_login_at: 'coalesce(last_login_at, 0)',
};

type Listed = Omit<StoredAccount, 'password'> & { has_password: number; memberships: number };

/** Accounts of users, however they sign in. */
export function userReader(db: Db) {
  const read = listReader(db);
  const byUuid = db.prepare(`SELECT ${COLUMNS} FROM user WHERE uuid = ?`);
  const byEmail = db.prepare(`SELECT ${COLUMNS} FROM user WHERE email = ?`);
  const byId = db.prepare(`SELECT ${COLUMNS} FROM user WHERE id = ?`);
  const one = db.prepare(`${SOURCE} WHERE u.uuid = ?`);
  const any = db.prepare('SELECT 1 FROM user LIMIT 1');
  const holders = db.prepare(
    `SELECT uuid FROM user
     WHERE is_active = 1 AND uuid IN (SELECT user_id FROM api_key WHERE user_id IS NOT NULL)`,
  );

  const toAccount = (row: unknown): AccountRow | undefined =>
    row === undefined ? undefined : withFlags(row as StoredAccount);
  const toListed = ({ has_password, ...row }: Listed): ListedUser => ({
    ...withFlags(row),
    has_password: has_password !== 0,
  });

  const user = (uuid: string): AccountRow | undefined => toAccount(byUuid.get(uuid));

  return {
    user,

    /** By the row id. */
    userOf(id: number): AccountRow | undefined {
      return toAccount(byId.get(id));
    },

    /** @param email in lower case */
    userByEmail(email: string): AccountRow | undefined {
      return toAccount(byEmail.get(email));
    },

    listedUser(uuid: string): ListedUser | undefined {
      const row = one.get(uuid) as Listed | undefined;
      return row && toListed(row);
    },

    isActive: (uuid: string): boolean => user(uuid)?.is_active ?? false,

    hasUsers(): boolean {
      return any.get() !== undefined;
    },

    /** Uuids of the active users who have API keys. */
    activeKeyHolders(): readonly string[] {
      return (holders.all() as { uuid: string }[]).map(({ uuid }) => uuid);
    },

    listUsers({ org, search, active, admin, orderBy, ...page }: UserQuery): ListPage<ListedUser> {
      const asked = conditions([
        ['instr(words, ?) > 0', search && nameKey(search)],
        ['is_active = ?', stored(active)],
        ['is_admin = ?', stored(admin)],
      ]);
      const { rows, total, more } = read<Listed>({
        source: org === undefined ? SOURCE : OF_ORGANIZATION,
        sourceValues: org === undefined ? [] : [org],
        ...asked,
        columns: SHOWN,
        orderBy: SORT[orderBy],
        ...page,
        keep: undefined,
      });
      return { rows: rows.map(toListed), total, more };
    },
  };
}
export type Users = ReturnType<typeof userReader>;
