import type { Db } from '../../database/driver.ts';
import { auditTrail } from '../event/audit.ts';
import { eventStore } from '../event/event-store.ts';

/** Who and what was taken away, as events tell. Uuids. */
export interface GoneAccounts {
  readonly users: readonly string[];
  readonly organizations: readonly string[];
  /** Memberships that were not given again. */
  readonly members: readonly { readonly organization: string; readonly user: string }[];
}

/** Tables whose rows belong to a user, those that refer to others of them first. */
const OF_USERS = ['membership', 'recovery_code', 'second_factor', 'external_identity'];
const ABOUT = "json_extract(data, '$.organizationId') AS organization, json_extract(data, '$.userId') AS user";

export function goneAccounts(db: Db): GoneAccounts {
  const told = db
    .prepare(
      `SELECT event_type AS type, ${ABOUT} FROM event
       WHERE event_type IN ('user.deleted', 'organization.deleted', 'membership.added', 'membership.removed') AND json_valid(data)
       ORDER BY seq`,
    )
    .all() as { type: string; organization: string | null; user: string | null }[];
  const of = (type: string, name: 'user' | 'organization') =>
    told.flatMap(row => (row.type === type ? (row[name] ?? []) : []));
  const pairs = told.flatMap(({ type, organization, user }) =>
    organization !== null && user !== null ? [{ type, organization, user }] : [],
  );
  const newest = new Map(pairs.map(pair => [`${pair.organization} ${pair.user}`, pair]));
  return {
    users: of('user.deleted', 'user'),
    organizations: of('organization.deleted', 'organization'),
    members: [...newest.values()].filter(({ type }) => type === 'membership.removed'),
  };
}

/** For an earlier copy of the tables: no user comes back in who was put out since, and the events of the copy say so. */
export function takeAwayAgain(db: Db, { users, organizations, members }: GoneAccounts, now: number): void {
  const audit = auditTrail(eventStore(db));
  const acting = { now, userId: undefined, userEmail: undefined, actor: 'restore', address: 'local' };
  const organizationOf = db.prepare('SELECT id, name FROM organization WHERE uuid = ?');
  const userOf = db.prepare('SELECT id, email FROM user WHERE uuid = ?');
  const dropMember = db.prepare('DELETE FROM membership WHERE org = ? AND user = ?');
  // Where a database is put together, nothing goes along by itself.
  const dropAllOf = OF_USERS.map(table => db.prepare(`DELETE FROM ${table} WHERE user = ?`));
  const dropMembersIn = db.prepare('DELETE FROM membership WHERE org = ?');
  const dropUser = db.prepare('DELETE FROM user WHERE id = ?');
  const mark = db.prepare(
    "UPDATE organization SET deleted_at = ?, state = 'archived' WHERE id = ? AND is_default = 0 AND deleted_at IS NULL",
  );

  for (const { organization: organizationId, user: userId } of members) {
    const org = organizationOf.get(organizationId) as { id: number } | undefined;
    const user = userOf.get(userId) as { id: number } | undefined;
    if (!org || !user || dropMember.run(org.id, user.id).changes === 0) continue;
    audit('membership.removed', org.id, acting, { organizationId, userId });
  }
  for (const userId of users) {
    const user = userOf.get(userId) as { id: number; email: string } | undefined;
    if (!user) continue;
    for (const drop of dropAllOf) drop.run(user.id);
    dropUser.run(user.id);
    audit('user.deleted', null, acting, { userId, email: user.email });
  }
  for (const organizationId of organizations) {
    const org = organizationOf.get(organizationId) as { id: number; name: string } | undefined;
    if (!org || mark.run(now, org.id).changes === 0) continue;
    dropMembersIn.run(org.id);
    audit('organization.deleted', null, acting, { organizationId, name: org.name });
  }
}

export function hasUsers(db: Db): boolean {
  return db.prepare('SELECT 1 FROM user LIMIT 1').get() !== undefined;
}
