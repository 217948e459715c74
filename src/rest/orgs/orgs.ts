import type { Caller } from '../../domain/account/access.ts';
import type { OrganizationRow } from '../../domain/account/account-columns.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { callerOf } from '../../rpc/accounts/caller.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { description, name, tags, tagsText, uuid } from '../../rpc/checks.ts';
import { all, fields, masked } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restCursorList, restList } from '../input.ts';
import { examplePerson, type People, personToWire } from '../people.ts';
import type { OrganizationOut } from '../schema.gen.ts';

const PATH = '/api/v2/orgs';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'OrganizationsService';
/** Who has the box may do everything to its only organization. */
const BOX: Caller = { kind: 'box', userId: undefined, keyOrganizationId: undefined };

const example = {
  ...{ id: '0198c0de-0000-7000-8000-0000000000aa', name: 'Farm', description: 'Meters of the farm', state: 'active' },
  ...{ isDefault: true, memberCount: 3, tags: { site: 'north' } },
  ...{ createdAt: '2026-01-02T08:00:00.000Z', updatedAt: '2026-01-20T10:00:00.000Z' },
};

/** The organization of the call: there is no other one for it (REST section 14.9). */
export function orgs({
  store,
  clock,
  people,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly people: People;
}): Group {
  const { accounts } = store.read;
  const reading = { access: 'org', needs: 'R', scope: 'orgs:read' } as const;

  const memberCount = async (org: number): Promise<number> =>
    (await people.page({ org, search: undefined, limit: 1, offset: 0 })).total;

  const shown = async (row: OrganizationRow): Promise<OrganizationOut> => ({
    id: row.uuid,
    name: row.name,
    description: row.description,
    state: row.state,
    is_default: row.is_default,
    member_count: await memberCount(row.id),
    tags: JSON.parse(row.tags) as Record<string, string>,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  });

  /** @throws fault `OrganizationNotFound` for any but that of the call */
  const own = (id: string, call: Call): OrganizationRow => {
    const row = id === call.organizationId ? accounts.organization(id) : undefined;
    if (!row) throw fault('OrganizationNotFound', { id });
    return row;
  };

  const page = async (asked: { search: string | undefined; limit: number; offset: number }, call: Call) => {
    const { search = '', limit, offset } = asked;
    const row = own(call.organizationId, call);
    const found = nameKey(row.name).includes(nameKey(search)) ? [row] : [];
    return { rows: await Promise.all(found.slice(offset, offset + limit).map(shown)), total: found.length };
  };

  return group('Orgs', [
    method(`${SERVICE}/ListOrganizations`, {
      ...reading,
      input: restList,
      async handle(asked, call) {
        const { rows, total } = await page(asked, call);
        return { organizations: rows, total };
      },
    }),
    method('rest.v1.RestService/ListOrgs', {
      http: {
        at: `GET ${PATH}`,
        id: 'listOrgs',
        summary: 'Lists the organizations that the credentials may use: the one of the call',
        example: { response: { orgs: [example], total: 1 } },
      },
      ...reading,
      input: restList,
      async handle(asked, call) {
        const { rows, total } = await page(asked, call);
        return { orgs: rows, total };
      },
    }),
    method(`${SERVICE}/GetOrganization`, {
      http: {
        at: `GET ${NAMED}`,
        id: 'getOrg',
        summary: 'Reads an organization',
        example: { response: example },
      },
      ...reading,
      input: byId,
      handle({ id }, call) {
        const row = own(id, call);
        call.told.version = row.version;
        return shown(row);
      },
    }),
    method(`${SERVICE}/UpdateOrganization`, {
      http: {
        at: `PATCH ${NAMED}`,
        id: 'updateOrg',
        summary: 'Changes name, description or tags of an organization',
        body: 'organization',
        example: { request: { description: 'Meters of the farm', tags: { site: 'north' } }, response: example },
      },
      access: 'org',
      needs: 'A',
      scope: 'orgs:write',
      input: all(
        fields({ organization_id: organizationId }),
        masked('organization', { id: uuid }, { name, description, tags }, { mayBeEmpty: true }),
      ),
      async handle({ id: { id }, changes }, call) {
        own(id, call);
        const { tags, ...others } = changes;
        const changed = { ...others, ...(tags && { tags: tagsText(tags) }) };
        const caller = people.kind === 'operator' ? BOX : callerOf(call);
        const by = acting(call, clock);
        const row = await store.write.accounts.updateOrganization(id, changed, caller, by, call.ifMatch);
        call.told.version = row.version;
        return shown(row);
      },
    }),
    method('rest.v1.RestService/ListMembers', {
      http: {
        at: `GET ${NAMED}/members`,
        id: 'listOrgMembers',
        summary: 'Lists the members of an organization by their e-mail addresses',
        example: { response: { members: [examplePerson], total: 1 } },
      },
      ...reading,
      input: all(restCursorList, fields({ id: uuid })),
      async handle({ id, search, limit, place }, call) {
        const { id: org } = own(id, call);
        const { rows, total, next } = await people.page({ org, search, limit, offset: place.offset, from: place.from });
        return { members: rows.map(personToWire), total, next_cursor: place.next(next) };
      },
    }),
  ]);
}
