import { accessControl } from '../rest/access-control/rows.ts';
import { apiKeys } from '../rest/api-keys/rows.ts';
import type { Group } from '../rest/define.ts';
import { orgs } from '../rest/orgs/rows.ts';
import { operatorAlone, storedPeople } from '../rest/people.ts';
import { profile } from '../rest/profile/rows.ts';
import { type Plan, subscriptions } from '../rest/subscriptions/rows.ts';
import { users } from '../rest/users/rows.ts';
import type { RunningCenter } from './groups.ts';
import { editionOf } from './installation.ts';
import { keyHolders } from './key-holders.ts';

const FEATURES = ['rest', 'grpc', 'decoding', 'analytics', 'alerts', 'rules', 'dashboards', 'integrations'];

/** Every group of the public API, each with what it works on. */
export function restGroups(center: RunningCenter): readonly Group[] {
  const { config, clock, store, sealer, installation, certificateTime: now } = center;
  const people = config.auth.enabled ? storedPeople(store) : operatorAlone(installation.operator);
  const { active: activeUsers } = keyHolders({ config, store, installation });
  return [
    profile({ people }),
    users({ people }),
    orgs({ store, clock, people }),
    subscriptions({ store, people, plan: planOf(center) }),
    apiKeys({ store, clock, sealer, activeUsers, now }),
    accessControl({ store, clock, people }),
  ];
}

function planOf({ config }: RunningCenter): Plan {
  const name = editionOf(config);
  const { endpoints, base_stations: baseStations } = config.limits;
  const features = name === 'enterprise' ? [...FEATURES, 'organizations', 'sign-in', 'roles'] : FEATURES;
  return { name, features, limits: { endpoints, baseStations } };
}
