import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { Acting } from '../event/acting.ts';
import type { Audit } from '../event/audit.ts';
import type { AccessJudge, Caller } from './access.ts';
import {
  type AccountRow,
  membersMayChange,
  type OrganizationColumns,
  type OrganizationRow,
  organization,
} from './account-columns.ts';
import type { Joining, NewOrganization } from './joining.ts';
import type { OrganizationReader } from './organizations.ts';

type Field = keyof OrganizationColumns;

const FIELDS = Object.keys(organization) as readonly Field[];

/** Writes organizations, each with its audit event. */
export function organizationWriter(
  db: Db,
  {
    audit,
    judge,
    joining,
    organizations,
    user,
    organizationDeleted,
  }: {
    audit: Audit;
    judge: AccessJudge;
    joining: Joining;
    organizations: OrganizationReader;
    user(uuid: string): AccountRow | undefined;
    /** What is used in its name, its API keys and integrations, ends with it. */
    organizationDeleted(org: number, acting: Acting): void;
  },
) {
  const update = db.prepare(
    `UPDATE organization SET ${FIELDS.map(field => `${field} = ?`).join(', ')}, name_key = ?, updated_at = ? WHERE id = ?`,
  );
  const otherMember = db.prepare(
    'SELECT 1 FROM membership m JOIN user u ON u.id = m.user WHERE m.org = ? AND u.uuid IS NOT ? LIMIT 1',
  );
  const setDeleted = db.prepare(
    "UPDATE organization SET deleted_at = ?, updated_at = ?, state = 'archived' WHERE id = ?",
  );
  const dropMembers = db.prepare('DELETE FROM membership WHERE org = ?');

  const existing = (uuid: string): OrganizationRow => {
    const row = organizations.organization(uuid);
    if (!row) throw fault('OrganizationNotFound');
    return row;
  };

  return {
    /** @returns its uuid. @throws fault `OrganizationNameExists`, `UserNotFound` */
    createOrganization: intake((given: NewOrganization, owner: string, acting: Acting): string => {
      joining.nameFree(given.name);
      const account = user(owner);
      if (!account) throw fault('UserNotFound');
      return joining.found(given, account, acting);
    }),

    /**
     * Changes what differs; no event when nothing does.
     * @param wanted the versions that the caller means
     * @returns it as it is then
     * @throws fault `OrganizationNotFound`, `OrganizationSuspended`, `PermissionDenied`, `ServerAdminRequired`,
     * `OrganizationNameExists`, `DefaultOrganizationProtected`, `ConcurrentModification`
     */
    updateOrganization: intake(
      (
        uuid: string,
        changes: Partial<OrganizationColumns>,
        caller: Caller,
        acting: Acting,
        wanted?: WantedVersions,
      ): OrganizationRow => {
        const { organization: before, capabilities } = judge.reach(caller, uuid, 'writes', 'A');
        expectVersion(before.version, wanted);
        const own = Object.keys(changes).every(field => membersMayChange.has(field));
        if (!own && !capabilities.includes('S')) throw fault('ServerAdminRequired');
        const after = { ...before, ...changes };
        const fields = FIELDS.filter(field => after[field] !== before[field]);
        if (fields.length === 0) return before;
        const key = nameKey(after.name);
        if (key !== nameKey(before.name)) joining.nameFree(after.name);
        if (before.is_default && after.state === 'archived') throw fault('DefaultOrganizationProtected');
        update.run(...FIELDS.map(field => after[field]), key, acting.now, before.id);
        audit('organization.updated', before.id, acting, { organizationId: uuid, name: after.name, fields });
        return existing(uuid);
      },
    ),

    /**
     * It is gone for every caller from here on; what belongs to it goes by and by (`organizationRemains`).
     * @param force also when it has something, or members beside the caller
     * @throws fault `OrganizationNotFound`, `OrganizationSuspended`, `PermissionDenied`, `DefaultOrganizationProtected`,
     * `OrganizationNotEmpty`
     */
    deleteOrganization(uuid: string, force: boolean, caller: Caller, acting: Acting): void {
      judge.reach(caller, uuid, 'writes', 'O');
      const { id, name, is_default } = existing(uuid);
      if (is_default) throw fault('DefaultOrganizationProtected');
      const { endpoints, baseStations } = organizations.countsOf(id);
      const isUsed = endpoints + baseStations > 0 || otherMember.get(id, caller.userId ?? null) !== undefined;
      if (isUsed && !force) throw fault('OrganizationNotEmpty');
      setDeleted.run(acting.now, acting.now, id);
      dropMembers.run(id);
      organizationDeleted(id, acting);
      // Of the installation: who could read those of the organization is no member any more.
      audit('organization.deleted', null, acting, { organizationId: uuid, name });
    },
  };
}
