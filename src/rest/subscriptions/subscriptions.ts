import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid5 } from '../../kit/uuid.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { restPage } from '../input.ts';
import type { People } from '../people.ts';

/** What is installed. */
export interface Plan {
  readonly name: 'community' | 'enterprise';
  readonly features: readonly string[];
  /** Of the installation; undefined: none. */
  readonly limits: { readonly endpoints: number | undefined; readonly baseStations: number | undefined };
}

/** The plan of the organization, which is what is installed (REST section 14.10). */
export function subscriptions({
  store,
  people,
  plan: { name, features, limits },
}: {
  readonly store: Store;
  readonly people: People;
  readonly plan: Plan;
}): Group {
  const { accounts, retention } = store.read;
  return group('Subscriptions', [
    method('rest.v1.RestService/ListSubscriptions', {
      http: {
        at: 'GET /api/v2/subscriptions',
        id: 'listSubscriptions',
        summary: 'Tells the plan of the organization, and how much of it is used',
        example: {
          response: {
            subscriptions: [
              {
                id: '8e0f9a52-5a3c-5b0e-9d6f-0a4c1f6c2b12',
                organizationId: '0198c0de-0000-7000-8000-0000000000aa',
                ...{ plan: 'community', status: 'active', features: ['rest', 'integrations', 'alerts'] },
                limits: { endpoints: 5000 },
                usage: { endpoints: 120, baseStations: 3, users: 1, databaseBytes: 52_428_800 },
                startsAt: '2026-01-02T08:00:00.000Z',
              },
            ],
            total: 1,
          },
        },
      },
      access: 'org',
      needs: 'R',
      scope: 'subscriptions:read',
      input: restPage,
      async handle({ limit, offset }, { org, organizationId }) {
        const organization = accounts.organization(organizationId);
        if (!organization) throw fault('OrganizationNotFound');
        const { endpoints, baseStations } = accounts.countsOf(org);
        const { total: members } = await people.page({ org, search: undefined, limit: 1, offset: 0 });
        const subscription = {
          id: uuid5(organizationId, 'subscription'),
          organization_id: organizationId,
          plan: name,
          status: 'active',
          features,
          limits: {
            endpoints: least(limits.endpoints, organization.max_endpoints),
            base_stations: least(limits.baseStations, organization.max_base_stations),
          },
          usage: { endpoints, base_stations: baseStations, users: members, database_bytes: retention.size().file },
          starts_at: timestamp(organization.created_at),
        };
        return { subscriptions: [subscription].slice(offset, offset + limit), total: 1 };
      },
    }),
  ]);
}

/** The lower of the limits that are there; null: none is. */
function least(one: number | undefined, other: number | null): number | null {
  const given = [one, other].filter(each => each !== undefined && each !== null);
  return given.length > 0 ? Math.min(...given) : null;
}
