import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { oneById, organizationList } from '../../rpc/accounts/account-input.ts';
import { callerOf } from '../../rpc/accounts/caller.ts';
import { rules } from '../../rpc/accounts/rules.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Row, rpc } from '../../rpc/call/define.ts';
import { flag, tagsText, uuid } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { countToWire } from '../../rpc/paging.ts';
import type { OrganizationOut } from '../../rpc/schema.gen.ts';
import { newOrganization, organizationChange } from './account-input.ts';
import { organizationToWire } from './account-wire.ts';

/** Organizations (identity API section 5). */
export function organizations({
  store,
  clock,
  selfService,
  removeRemains,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Whether every user may create organizations. */
  readonly selfService: boolean;
  /** Takes away what is not to be found of organizations that are deleted; resolves when it is gone. */
  removeRemains(): Promise<void>;
}): readonly Row[] {
  const { accounts } = store.read;

  const shown = (id: string): OrganizationOut => {
    const row = accounts.organization(id);
    if (!row) throw fault('OrganizationNotFound');
    return organizationToWire({ ...row, ...accounts.countsOf(row.id) });
  };

  return [
    rpc('CreateOrganization', {
      ...rules.CreateOrganization,
      needs: selfService ? 'user' : 'S',
      input: newOrganization,
      async handle({ organization, owner_user_id }, call) {
        const caller = callerOf(call);
        const owner = owner_user_id ?? caller.userId;
        const { external_id, max_endpoints, max_base_stations } = organization;
        const isPlain = external_id === '' && max_endpoints === null && max_base_stations === null;
        if ((owner !== caller.userId || !isPlain) && !accounts.isServerAdmin(caller))
          throw fault('ServerAdminRequired');
        if (owner === undefined) throw fault('UserIDRequired');
        const given = { ...organization, tags: tagsText(organization.tags) };
        return shown(await store.write.accounts.createOrganization(given, owner, acting(call, clock)));
      },
    }),
    rpc('GetOrganization', {
      ...rules.GetOrganization,
      input: oneById,
      handle({ id }, call) {
        accounts.reach(callerOf(call), id, 'reads', 'R');
        return shown(id);
      },
    }),
    rpc('UpdateOrganization', {
      ...rules.UpdateOrganization,
      input: organizationChange,
      async handle({ organization: { id }, update_mask: isForServer, rest }, call) {
        const caller = callerOf(call);
        const { capabilities } = accounts.reach(caller, id, 'writes', 'A');
        if (isForServer && !capabilities.includes('S')) throw fault('ServerAdminRequired');
        const { tags, ...changes } = rest().changes;
        const changed = { ...changes, ...(tags && { tags: tagsText(tags) }) };
        await store.write.accounts.updateOrganization(id, changed, caller, acting(call, clock));
        return shown(id);
      },
    }),
    rpc('DeleteOrganization', {
      ...rules.DeleteOrganization,
      input: fields({ id: uuid, force: flag }),
      async handle({ id, force }, call) {
        await store.write.accounts.deleteOrganization(id, force, callerOf(call), acting(call, clock));
        await removeRemains();
        return {};
      },
    }),
    rpc('ListOrganizations', {
      ...rules.ListOrganizations,
      input: organizationList,
      async handle({ page, search, state, order_by }, call) {
        const caller = callerOf(call);
        const isOwn = caller.userId !== undefined && !accounts.isServerAdmin(caller);
        const { rows, total, more } = await store.scan.accounts.listOrganizations({
          // An account that is gone by now has none: no row has the id 0.
          user: isOwn ? (accounts.user(caller.userId ?? '')?.id ?? 0) : undefined,
          only: caller.keyOrganizationId,
          search,
          state,
          descending: order_by.direction === 'desc',
          after: page.after,
          size: page.size,
        });
        const last = more ? rows.at(-1) : undefined;
        return {
          organizations: rows.map(organizationToWire),
          total_count: countToWire(total),
          next_page_token: page.next(last && [last.name_key, last.id]),
        };
      },
    }),
  ];
}
