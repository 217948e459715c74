import type { Caller } from '../../domain/account/access.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { OrganizationRow, Organizations } from '../../rpc/accounts/organizations.ts';
import { acting } from '../../rpc/call/actor.ts';
import { tagsText } from '../../rpc/checks.ts';

/** Of the community edition. */
const OPERATOR: Caller = { kind: 'box', userId: undefined, keyOrganizationId: undefined };

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
    async update(id, { name, description, tags }, call) {
      const changed = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags: tagsText(tags) }),
      };
      await store.write.accounts.updateOrganization(id, changed, OPERATOR, acting(call, clock));
      return current();
    },
  };
}
