import { commands } from '../rest/commands/rows.ts';
import { connections } from '../rest/connections/rows.ts';
import { connectors } from '../rest/connectors/rows.ts';
import { dashboards } from '../rest/dashboards/rows.ts';
import type { Group } from '../rest/define.ts';
import { devices } from '../rest/devices/rows.ts';
import { deviceSensors } from '../rest/devices/sensors.ts';
import { mediaAddresses } from '../rest/media/addresses.ts';
import { media } from '../rest/media/rows.ts';
import { profile } from '../rest/profile/rows.ts';
import { sensorTemplates } from '../rest/sensor-templates/rows.ts';
import { streams } from '../rest/streams/rows.ts';
import { telemetry } from '../rest/telemetry/rows.ts';
import type { Tickets } from '../rest/tickets.ts';
import { downlinkSettings, type RunningCenter } from './groups.ts';

/** The running service center as the public API works on it. */
export interface RestCenter extends RunningCenter {
  readonly tickets: Pick<Tickets, 'issue'>;
}

/** Every group of the public API, each with what it works on. */
export function restGroups(center: RestCenter): readonly Group[] {
  const { config, clock, store, sealer, bssci, newMessages, eventFeed: feed, tickets, installation } = center;
  const addresses = mediaAddresses(installation.pageTokenKey);
  return [
    profile(),
    devices({
      ...{ store, clock, sealer, attach: bssci.attach },
      limit: config.limits.endpoints,
      strictConnections: config.rest.strict_connections,
      imageUrl: media => addresses.of(media, clock.now()),
    }),
    deviceSensors({ store, clock }),
    connectors(),
    connections({ store, stations: bssci.stations }),
    sensorTemplates({ store, clock }),
    media({ store, clock, addresses }),
    dashboards({ store, clock }),
    telemetry({ store, clock }),
    commands({ store, clock, stations: bssci.stations, settings: downlinkSettings(config) }),
    streams({ store, clock, newMessages, feed, tickets }),
  ];
}
