import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Acting } from '../event/acting.ts';
import type { AccountRow } from './account-columns.ts';
import type { Accounts } from './account-store.ts';

export interface NewAdministrator {
  /** In lower case. */
  readonly email: string;
  /** argon2id in PHC form. */
  readonly password: string;
  readonly requireChange: boolean;
  /** Only while there is no user: of two who want to be the first, one is. */
  readonly onlyFirst: boolean;
}

/** An administrator of the server, as lists show one. */
export interface ListedAdministrator {
  readonly uuid: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly has_password: boolean;
  readonly has_second_factor: boolean;
  readonly last_login_at: number | null;
}

interface Row {
  uuid: string;
  email: string;
  is_active: number;
  has_password: number;
  has_second_factor: number;
  last_login_at: number | null;
}

/** Administrators of the server as the box itself knows them: its holder may always let a user in (identity API 2.5). */
export function administratorStore(db: Db, { accounts }: { accounts: Accounts }) {
  const defaultOrganization = db.prepare('SELECT uuid FROM organization WHERE is_default = 1');
  const list = db.prepare(
    `SELECT u.uuid, u.email, u.is_active, u.password IS NOT NULL AS has_password, u.last_login_at,
       EXISTS (SELECT 1 FROM second_factor f WHERE f.user = u.id AND f.confirmed_at IS NOT NULL) AS has_second_factor
     FROM user u WHERE u.is_admin = 1 ORDER BY u.email`,
  );
  return {
    list(): ListedAdministrator[] {
      return (list.all() as unknown as Row[]).map(({ is_active, has_password, has_second_factor, ...row }) => ({
        ...row,
        ...{ is_active: is_active !== 0, has_password: has_password !== 0, has_second_factor: has_second_factor !== 0 },
      }));
    },

    /**
     * The first user owns the default organization, too.
     * @throws fault `EmailExists`, `PermissionDenied` when there is a user already and only the first is wanted
     */
    create: intake(({ email, password, requireChange, onlyFirst }: NewAdministrator, acting: Acting): AccountRow => {
      const isFirst = !accounts.hasUsers();
      if (onlyFirst && !isFirst) throw fault('PermissionDenied');
      const { uuid } = defaultOrganization.get() as { uuid: string };
      const owner = {
        organization_id: uuid,
        ...({ role: 'owner', manage_endpoints: true, manage_base_stations: true } as const),
      };
      return accounts.createUser(
        {
          ...{ email, first_name: '', last_name: '', company_name: '', note: '', is_admin: true, is_active: true },
          ...{ password, password_change_required: requireChange, memberships: isFirst ? [owner] : [] },
        },
        acting,
      );
    }),
  };
}
export type Administrators = ReturnType<typeof administratorStore>;
