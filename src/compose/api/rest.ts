import { loadavg } from 'node:os';
import { listSnapshots } from '../../database/snapshot/snapshot-files.ts';
import { statusOf } from '../../health/probes.ts';
import { kinds } from '../../integrations/kinds.ts';
import { accessControl } from '../../rest/access-control/access-control.ts';
import { alerts } from '../../rest/alerts/alerts.ts';
import { alertChannels } from '../../rest/alerts/channels.ts';
import { apiKeys } from '../../rest/api-keys/api-keys.ts';
import { certificates } from '../../rest/certificates/certificates.ts';
import { commands } from '../../rest/commands/commands.ts';
import { connections } from '../../rest/connections/connections.ts';
import { connectors } from '../../rest/connectors/connectors.ts';
import { dashboards } from '../../rest/dashboards/dashboards.ts';
import type { Group } from '../../rest/define.ts';
import { devices } from '../../rest/devices/devices.ts';
import { deviceSensors } from '../../rest/devices/sensors.ts';
import { discovered } from '../../rest/discovered/discovered.ts';
import { endpointValues } from '../../rest/endpoints/endpoints.ts';
import { payloads } from '../../rest/endpoints/payloads.ts';
import { events } from '../../rest/events/events.ts';
import { integrations } from '../../rest/integrations/integrations.ts';
import { mediaAddresses } from '../../rest/media/addresses.ts';
import { media } from '../../rest/media/media.ts';
import { memberships } from '../../rest/memberships/memberships.ts';
import { orgs } from '../../rest/orgs/orgs.ts';
import { operatorAlone, storedPeople } from '../../rest/people.ts';
import { profile } from '../../rest/profile/profile.ts';
import { signIns } from '../../rest/profile/sign-ins.ts';
import { reports } from '../../rest/reports/reports.ts';
import { rules } from '../../rest/rules/rules.ts';
import { sensorTemplates } from '../../rest/sensor-templates/sensor-templates.ts';
import { streams } from '../../rest/streams/streams.ts';
import { type Plan, subscriptions } from '../../rest/subscriptions/subscriptions.ts';
import { type SystemHealth, system } from '../../rest/system/system.ts';
import { telemetry } from '../../rest/telemetry/telemetry.ts';
import type { Tickets } from '../../rest/tickets.ts';
import { twins } from '../../rest/twin.ts';
import { users } from '../../rest/users/users.ts';
import type { Row } from '../../rpc/call/define.ts';
import { collect } from '../../upkeep/bugreport/collect.ts';
import { versionFacts } from '../../upkeep/bugreport/version-facts.ts';
import { archived } from '../../upkeep/bugreport/write.ts';
import { reportPage } from '../../upkeep/radio-report.ts';
import { backupUrl } from '../../web/backup-page.ts';
import { editionOf } from '../installation.ts';
import { alertChannelsOf } from '../notices.ts';
import { authorityOf, downlinkSettings, type RunningCenter } from './groups.ts';

const FEATURES = ['rest', 'grpc', 'decoding', 'analytics', 'alerts', 'rules', 'dashboards', 'integrations'];

/** The running service center as the public API works on it. */
export interface RestCenter extends RunningCenter {
  readonly tickets: Pick<Tickets, 'issue'>;
}

/**
 * Every group of the public API, each with what it works on.
 * @param platform rows of PlatformService, some of which do the same
 */
export function restGroups(center: RestCenter, platform: readonly Row[]): readonly Group[] {
  const { config, clock, store, sealer, installation } = center;
  const { bssci, newMessages, eventFeed: feed, tickets, byHand } = center;
  const people = config.auth.enabled ? storedPeople(store) : operatorAlone(installation.operator);
  const addresses = mediaAddresses(installation.pageTokenKey);
  const twin = twins(platform);
  return [
    profile({ people }),
    memberships({ store, clock }),
    users({ people }),
    orgs({ store, clock, people }),
    subscriptions({ store, people, plan: planOf(center) }),
    apiKeys({ twin }),
    accessControl({ store, clock, people }),
    devices({
      ...{ store, clock, sealer, attach: bssci.attach },
      limit: config.limits.endpoints,
      strictConnections: config.rest.strict_connections,
      imageUrl: id => addresses.of(id, clock.now()),
    }),
    deviceSensors({ store, clock }),
    sensorTemplates({ store, clock }),
    media({ store, clock, addresses }),
    dashboards({ store, clock }),
    connectors(),
    connections({ store, stations: bssci.stations }),
    rules({ store, clock }),
    events({ store, clock }),
    alerts({ store, clock, twin }),
    integrations({ store, clock, kinds, byHand, twin }),
    alertChannels({ store, channels: () => alertChannelsOf(config, clock) }),
    certificates({
      ...{ store, clock, authority: authorityOf(center), certificateTime: center.certificateTime },
      signsIn: config.auth.enabled,
    }),
    reports({ store, clock, page: reportPage }),
    signIns({ store, clock }),
    system({
      ...{ twin, clock, health: () => healthOf(center), snapshots: () => listSnapshots(config.backup.dir) },
      backups: {
        async offer(passphrase, by) {
          const { ticket, expiresAt } = center.backups.offer(passphrase, by);
          return { url: backupUrl(ticket), expiresAt };
        },
      },
      bugReport: () => bugReportOf(center),
      update: { facts: () => center.releases.facts, ask: by => center.releases.ask(by) },
    }),
    telemetry({ store, clock }),
    discovered({ store, clock }),
    endpointValues({ store, clock }),
    payloads({ store }),
    commands({ store, clock, stations: bssci.stations, settings: downlinkSettings(config) }),
    streams({ store, clock, newMessages, feed, tickets }),
  ];
}

/** What the health pages say, with the figures of this process. */
async function healthOf({ probes, clock, runTime }: RestCenter): Promise<SystemHealth> {
  const components = await probes.all();
  const [load = 0] = loadavg();
  return {
    status: statusOf(components),
    findings: components.flatMap(({ name, findings }) => findings.map(finding => ({ ...finding, part: name }))),
    facts: { nowMs: clock.now(), uptimeMs: runTime.ms, memoryBytes: process.memoryUsage.rss(), load },
  };
}

/** As the command makes it; what it finds is what the parts of the process find. */
async function bugReportOf({ config, clock, probes, live }: RestCenter): Promise<Uint8Array> {
  const findings = (await probes.all()).flatMap(component => component.findings);
  return archived(collect({ config, now: clock.now(), versions: versionFacts(config), findings, live: await live() }));
}

function planOf({ config }: RunningCenter): Plan {
  const name = editionOf(config);
  const { endpoints, base_stations: baseStations } = config.limits;
  const features = name === 'enterprise' ? [...FEATURES, 'organizations', 'sign-in', 'roles'] : FEATURES;
  return { name, features, limits: { endpoints, baseStations } };
}
