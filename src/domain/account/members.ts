import type { Db } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { MemberRow, Membership } from './account-columns.ts';
import { conditions } from './conditions.ts';
import type { Role } from './roles.ts';

export interface MemberQuery {
  readonly org: number;
  readonly role: Role | undefined;
  readonly status: 'active' | 'inactive' | 'invited' | 'all';
  readonly search: string | undefined;
  readonly descending: boolean;
  readonly after: Position<string | number> | undefined;
  readonly size: number;
}

export interface MembershipQuery {
  /** Row id. */
  readonly user: number;
  /** Uuid of the only organization that the asking key knows. */
  readonly only: string | undefined;
  readonly after: Position<string | number> | undefined;
  readonly size: number;
}

const RIGHTS = 'm.role, m.manage_endpoints, m.manage_base_stations, m.status';
const MEMBERSHIP = `SELECT m.org, o.uuid AS organizationId, o.name, o.state, ${RIGHTS}
  FROM membership m JOIN organization o ON o.id = m.org`;
const OF_USER = `SELECT o.id, m.org, o.uuid AS organizationId, o.name, o.name_key, o.state, ${RIGHTS}
  FROM membership m JOIN organization o ON o.id = m.org WHERE m.user = ?`;
const MEMBER = `SELECT u.id, u.uuid AS user_id, u.email, u.words, u.first_name, u.last_name,
    CASE m.status WHEN 'invited' THEN NULL ELSE u.last_login_at END AS last_login_at, ${RIGHTS},
    m.created_at, m.updated_at
  FROM membership m JOIN user u ON u.id = m.user WHERE m.org = ?`;
const MEMBER_COLUMNS = `id, user_id, email, first_name, last_name, last_login_at,
  role, manage_endpoints, manage_base_stations, status, created_at, updated_at`;

type Stored<R> = Omit<R, 'manage_endpoints' | 'manage_base_stations'> & {
  readonly manage_endpoints: number;
  readonly manage_base_stations: number;
};

function toRights<R>(row: Stored<R>) {
  return {
    ...row,
    manage_endpoints: row.manage_endpoints !== 0,
    manage_base_stations: row.manage_base_stations !== 0,
  };
}

/** Who belongs to which organization. */
export function memberReader(db: Db) {
  const read = listReader(db);
  const one = db.prepare(`${MEMBERSHIP} WHERE m.user = ? AND o.uuid = ?`);
  const ofUser = db.prepare(`${MEMBERSHIP} WHERE m.user = ? ORDER BY o.name_key`);
  const active = db.prepare(
    `SELECT 1 FROM user u JOIN membership m ON m.user = u.id
     WHERE u.uuid = ? AND u.is_active = 1 AND m.org = ? AND m.status = 'active'`,
  );
  const shared = db.prepare(
    `SELECT 1 FROM membership a JOIN membership b ON b.org = a.org
     WHERE a.user = ? AND b.user = ? AND a.status = 'active' AND b.status = 'active' LIMIT 1`,
  );
  const first = db.prepare(
    `SELECT o.uuid FROM membership m JOIN organization o ON o.id = m.org JOIN user u ON u.id = m.user
     WHERE m.user = ? AND m.status = 'active'
     ORDER BY o.state = 'active' DESC, m.org IS u.default_org DESC, m.created_at, m.org LIMIT 1`,
  );
  const member = db.prepare(`SELECT ${MEMBER_COLUMNS} FROM (${MEMBER}) WHERE user_id = ?`);

  return {
    membership(user: number, organizationUuid: string): Membership | undefined {
      const row = one.get(user, organizationUuid) as Stored<Membership> | undefined;
      return row && toRights(row);
    },

    /** Whether an active user is an active member. @param org row id */
    isMember(userId: string, org: number): boolean {
      return active.get(userId, org) !== undefined;
    },

    /** Whether two users are active members of one organization. Row ids. */
    haveCommonOrganization(one: number, other: number): boolean {
      return shared.get(one, other) !== undefined;
    },

    /**
     * The organization that a user sees first: the chosen one, else that of the oldest active membership; one that is in use before
     * others.
     * @param user row id. @returns uuid; undefined: there is none
     */
    firstOrganization(user: number): string | undefined {
      return (first.get(user) as { uuid: string } | undefined)?.uuid;
    },

    /** By name of the organization. */
    memberships(user: number): readonly Membership[] {
      return (ofUser.all(user) as Stored<Membership>[]).map(toRights);
    },

    member(org: number, userId: string): MemberRow | undefined {
      const row = member.get(org, userId) as Stored<MemberRow> | undefined;
      return row && toRights(row);
    },

    listMembers({ org, role, status, search, ...page }: MemberQuery): ListPage<MemberRow> {
      const asked = conditions([
        ['role = ?', role],
        ['status = ?', status === 'all' ? undefined : status],
        ['instr(words, ?) > 0', search && nameKey(search)],
      ]);
      const { rows, total, more } = read<Stored<MemberRow>>({
        source: MEMBER,
        sourceValues: [org],
        ...asked,
        columns: MEMBER_COLUMNS,
        orderBy: 'email',
        ...page,
        keep: undefined,
      });
      return { rows: rows.map(toRights), total, more };
    },

    listMemberships({ user, only, ...page }: MembershipQuery): ListPage<Membership & { readonly name_key: string }> {
      const { rows, total, more } = read<Stored<Membership & { readonly name_key: string }>>({
        source: OF_USER,
        sourceValues: [user],
        ...conditions([['organizationId = ?', only]]),
        columns: 'org, organizationId, name, name_key, state, role, manage_endpoints, manage_base_stations, status',
        orderBy: 'name_key',
        descending: false,
        ...page,
        keep: undefined,
      });
      return { rows: rows.map(toRights), total, more };
    },
  };
}
export type MemberReader = ReturnType<typeof memberReader>;
