import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Acting } from '../event/acting.ts';
import { auditTrail } from '../event/audit.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { accessJudge } from './access.ts';
import { joining as joins } from './joining.ts';
import { memberWriter } from './member-changes.ts';
import { memberReader } from './members.ts';
import { organizationWriter } from './organization-changes.ts';
import { organizationReader } from './organizations.ts';
import { peopleReader } from './people.ts';
import { type SessionsEnd, userWriter } from './user-changes.ts';
import { userReader } from './users.ts';

/** A membership without its user admits no caller, and a user without memberships belongs to no organization. */
export const salvagedAccounts: SalvagedTables = { group: 'accounts', tables: ['user', 'membership'] };

/** Users, organizations, and who belongs to which; in both editions, though only one asks who calls (identity API 4, 5). */
export function accountStore(
  db: Db,
  {
    events,
    repeatable,
    endSessions,
    removeKeys,
    emailChanged,
    organizationDeleted,
  }: {
    events: Events;
    repeatable: Repeatable;
    /** Sessions of a user end. @returns how many were open */
    endSessions(user: number, why: SessionsEnd, at: number, exceptSession?: string): number;
    /** API keys of a user are deleted; undefined: in all organizations. */
    removeKeys(userId: string, org: number | undefined, acting: Acting): void;
    /** A user has another e-mail address. */
    emailChanged(userId: string, email: string): void;
    /** API keys and integrations of an organization are deleted. */
    organizationDeleted(org: number, acting: Acting): void;
  },
) {
  const audit = auditTrail(events);
  const users = userReader(db);
  const organizations = organizationReader(db);
  const members = memberReader(db);
  const { user, userByEmail } = users;
  const { organization } = organizations;
  const { membership, memberships } = members;
  const judge = accessJudge({ user, organization, membership, memberships });
  const joining = joins(db, audit);
  return {
    ...users,
    ...organizations,
    ...members,
    ...peopleReader(db),
    ...judge,
    ...userWriter(db, {
      audit,
      users,
      judge,
      joining,
      organization,
      membership,
      endSessions,
      removeKeys: (userId, acting) => removeKeys(userId, undefined, acting),
      emailChanged,
    }),
    ...organizationWriter(db, { audit, judge, joining, organizations, user, organizationDeleted }),
    ...memberWriter(db, { audit, repeatable, judge, joining, members, user, userByEmail, removeKeys }),
  };
}
export type Accounts = ReturnType<typeof accountStore>;
