import { connections } from '../rest/connections/rows.ts';
import { connectors } from '../rest/connectors/rows.ts';
import type { Group } from '../rest/define.ts';
import { devices } from '../rest/devices/rows.ts';
import { deviceSensors } from '../rest/devices/sensors.ts';
import { profile } from '../rest/profile/rows.ts';
import type { RunningCenter } from './groups.ts';

/** Every group of the public API, each with what it works on. */
export function restGroups(center: RunningCenter): readonly Group[] {
  const { config, clock, store, sealer, bssci } = center;
  return [
    profile(),
    devices({
      ...{ store, clock, sealer, attach: bssci.attach },
      limit: config.limits.endpoints,
      strictConnections: config.rest.strict_connections,
      imageUrl: media => `/api/v2/media/${media}`,
    }),
    deviceSensors({ store, clock }),
    connectors(),
    connections({ store, stations: bssci.stations }),
  ];
}
