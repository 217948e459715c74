import type { Db } from '../../database/driver.ts';
import { behind, behindOf, pageOf } from '../../database/named-rows.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { NamedPage, NamedPosition, NamedSection } from '../../kit/named-page.ts';
import type { Rights, Role } from './roles.ts';

/** A member of an organization as other members see one. */
export interface Person extends Rights {
  /** Uuid. */
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
  /** Of the membership; inactive as well while the account is switched off. */
  readonly status: 'active' | 'inactive' | 'invited';
  readonly last_login_at: number | null;
  /** Another one after each change of what else is here. */
  readonly version: string;
}

export interface PeopleQuery extends NamedSection {
  readonly org: number;
  /** Part of e-mail address or name. */
  readonly search: string | undefined;
}

/** Where a person stands in the list. */
export const positionOf = ({ email, id }: Person): NamedPosition => [email, id];

const OF = `FROM membership m JOIN user u ON u.id = m.user JOIN organization o ON o.id = m.org
  WHERE m.org = ? AND instr(u.words, ?) > 0`;
const PERSON = `SELECT u.uuid AS id, u.email, u.first_name, u.last_name,
  CASE m.status WHEN 'invited' THEN NULL ELSE u.last_login_at END AS last_login_at, m.role, m.manage_endpoints,
  m.manage_base_stations, CASE WHEN u.is_active = 1 OR m.status = 'invited' THEN m.status ELSE 'inactive' END AS status, u.version || '.' || o.version AS version`;

type Stored = Omit<Person, 'manage_endpoints' | 'manage_base_stations'> & {
  readonly manage_endpoints: number;
  readonly manage_base_stations: number;
};

/** Who belongs to an organization, by their e-mail addresses. */
export function peopleReader(db: Db) {
  const one = db.prepare(`${PERSON} ${OF} AND u.uuid = ?`);
  const count = db.prepare(`SELECT count(*) AS count ${OF}`);
  const page = db.prepare(
    `${PERSON} ${OF} AND ${behind('u.email', 'u.uuid')} ORDER BY u.email, u.uuid LIMIT ? OFFSET ?`,
  );

  const toPerson = (row: Stored): Person => ({
    ...row,
    manage_endpoints: row.manage_endpoints !== 0,
    manage_base_stations: row.manage_base_stations !== 0,
  });

  return {
    person(org: number, userId: string): Person | undefined {
      const row = one.get(org, '', userId) as Stored | undefined;
      return row && toPerson(row);
    },

    listPeople({ org, search = '', ...section }: PeopleQuery): NamedPage<Person> {
      const { limit, offset } = section;
      const needle = nameKey(search);
      const { count: total } = count.get(org, needle) as { count: number };
      const rows = page.all(org, needle, ...behindOf(section), limit + 1, offset) as Stored[];
      return pageOf(rows.map(toPerson), total, limit, positionOf);
    },
  };
}
