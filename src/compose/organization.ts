import type { Store } from '../domain/domain.ts';
import type { Clock } from '../kit/clock.ts';
import { fault } from '../kit/faults.ts';
import type { OrganizationRow, Organizations } from '../rpc/accounts/organizations.ts';
import type { Principal } from '../rpc/define.ts';

/** The one organization of the community edition. */
export function defaultOrganization(store: Store, clock: Clock): Organizations {
  const current = (): OrganizationRow => {
    const { installation } = store.read;
    const { uuid, name, description, tags, endpoints, baseStations, createdAt, updatedAt } =
      installation.defaultOrganization();
    return {
      id: uuid,
      name,
      description,
      tags: JSON.parse(tags) as Record<string, string>,
      endpoints,
      baseStations,
      createdMs: createdAt,
      updatedMs: updatedAt,
    };
  };
  return {
    find(id) {
      const row = current();
      return row.id === id ? row : undefined;
    },
    async update(id, { name, description, tags }, by: Principal) {
      if (current().id !== id) throw fault('OrganizationNotFound');
      const changed = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags: JSON.stringify(tags) }),
      };
      await store.write.installation.updateDefaultOrganization(changed, { id: by.id, email: by.email }, clock.now());
      return current();
    },
  };
}
