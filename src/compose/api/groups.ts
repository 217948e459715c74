import type { BssciService } from '../../bssci/listener.ts';
import type { Config } from '../../config/load.ts';
import type { Release } from '../../config/release.ts';
import type { Store } from '../../domain/domain.ts';
import type { ListenerHandshakes } from '../../health/listener-handshakes.ts';
import { type Probes, statusOf } from '../../health/probes.ts';
import type { ByHand } from '../../integrations/by-hand.ts';
import type { TargetGuard } from '../../integrations/guard.ts';
import { kinds } from '../../integrations/kinds.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { RunTime } from '../../kit/time/run-time.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { dialledHost } from '../../pki/names.ts';
import type { Pki } from '../../pki/pki.ts';
import type { ListenerCertificates } from '../../pki/served.ts';
import { accounts } from '../../rpc/accounts/accounts.ts';
import { alerts } from '../../rpc/alerts/alerts.ts';
import { analytics } from '../../rpc/analytics/analytics.ts';
import { apiKeys } from '../../rpc/apikeys/apikeys.ts';
import { keptTexts } from '../../rpc/apikeys/kept-texts.ts';
import { baseStations, type Revocations } from '../../rpc/base-stations/base-stations.ts';
import { stationControl } from '../../rpc/base-stations/control.ts';
import type { LiveStations } from '../../rpc/base-stations/view.ts';
import type { Row } from '../../rpc/call/define.ts';
import type { SendingStations } from '../../rpc/call/serving.ts';
import { blueprints } from '../../rpc/catalog/blueprints.ts';
import { deviceModels } from '../../rpc/catalog/device-models.ts';
import { manufacturers } from '../../rpc/catalog/manufacturers.ts';
import { modelWithBlueprint } from '../../rpc/catalog/model-with-blueprint.ts';
import { decodePreview } from '../../rpc/catalog/preview.ts';
import { registry } from '../../rpc/catalog/registry.ts';
import { centers } from '../../rpc/centers/centers.ts';
import { certificates } from '../../rpc/certificates/certificates.ts';
import { downlinks } from '../../rpc/downlinks/downlinks.ts';
import { receptionStatus } from '../../rpc/downlinks/reception-status.ts';
import { type AttachControl, endpoints } from '../../rpc/endpoints/endpoints.ts';
import { endpointHistory } from '../../rpc/endpoints/history.ts';
import type { EventFeed } from '../../rpc/event-feed.ts';
import { events } from '../../rpc/events/events.ts';
import type { FiguresOf } from '../../rpc/integrations/integration-wire.ts';
import { integrations } from '../../rpc/integrations/integrations.ts';
import { messages } from '../../rpc/messages/messages.ts';
import type { DownlinkSettings } from '../../rpc/sending.ts';
import { serverCertificates } from '../../rpc/server-certificates/server-certificates.ts';
import { stationMessages } from '../../rpc/station-messages/station-messages.ts';
import { system } from '../../rpc/system/system.ts';
import { ulTransmits } from '../../rpc/ul-transmits/ul-transmits.ts';
import type { ScaciService } from '../../scaci/listener.ts';
import type { BackupDownloads } from '../../upkeep/backup/downloads.ts';
import type { LiveFacts } from '../../upkeep/bugreport/collect.ts';
import { clientCertificates } from '../../upkeep/certificates/client-certificates.ts';
import type { CertificateRenewal } from '../../upkeep/certificates/renewal.ts';
import type { RevocationSync } from '../../upkeep/certificates/revocation-sync.ts';
import { serverCertificates as ownCertificates } from '../../upkeep/certificates/server-certificates.ts';
import { type Installation, releaseInfo } from '../installation.ts';
import type { ReleaseLook } from '../releases.ts';
import { keyHolders } from './key-holders.ts';
import { defaultOrganization } from './organization.ts';

/** The running service center as the RPCs work on it. */
export interface RunningCenter {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly release: Release;
  readonly runTime: RunTime;
  readonly installation: Installation;
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly renewal: CertificateRenewal;
  readonly handshakes: ListenerHandshakes;
  readonly revocation: RevocationSync;
  readonly bssci: BssciService;
  readonly scaci: ScaciService | undefined;
  /** Notified when messages, or downlinks of a station, became visible. */
  readonly newMessages: Notifier;
  /** Told of events that were stored. */
  readonly eventFeed: EventFeed;
  readonly probes: Probes;
  readonly backups: BackupDownloads;
  /** What only the running process knows, for a report. */
  live(): Promise<LiveFacts>;
  /** Where integrations may connect to. */
  readonly targets: TargetGuard;
  readonly integrationFigures: FiguresOf;
  /** What people have done with integrations besides changing them. */
  byHand(): ByHand;
  /** Time by which certificates are judged, milliseconds. */
  certificateTime(): number;
  readonly releases: Pick<ReleaseLook, 'facts' | 'ask'>;
}

export function downlinkSettings({ downlink }: Config): DownlinkSettings {
  return {
    validityMs: downlink.validity_s * SECOND_MS,
    maxPending: downlink.max_pending_per_endpoint,
    handOver: downlink.hand_over,
  };
}

/** What the groups work on that need no running service. */
export type StoredCenter = Pick<
  RunningCenter,
  'config' | 'clock' | 'store' | 'sealer' | 'targets' | 'integrationFigures'
> & {
  readonly installation: Pick<Installation, 'operator'>;
  readonly stations: LiveStations & SendingStations;
  readonly attach: AttachControl;
  readonly revocations: Revocations;
  serviceCenterUrl(): string;
};

/** The groups of RPCs that only read and write what is stored, each with what it works on. */
export function storedGroups(center: StoredCenter): readonly (readonly Row[])[] {
  const { config, clock, store, sealer, installation, stations, attach, revocations, serviceCenterUrl } = center;
  const activityWindowMs = activityWindow(config);
  const { limits } = config;
  return [
    apiKeys({
      ...{ store, clock, activeUsers: keyHolders({ config, store, installation }).active },
      texts: keptTexts({ store, sealer }),
    }),
    endpoints({ store, clock, sealer, attach, stations, activityWindowMs, limit: limits.endpoints }),
    baseStations({ store, clock, stations, revocations, serviceCenterUrl, limit: limits.base_stations }),
    manufacturers({ store, clock }),
    deviceModels({ store, clock }),
    blueprints({ store, clock }),
    integrations({ store, clock, sealer, kinds, targets: center.targets, figures: center.integrationFigures }),
  ];
}

/** Every group of RPCs, each with what it works on. */
export function groupsOf(center: RunningCenter): readonly (readonly Row[])[] {
  const { config, clock, store, sealer, release, runTime, installation, bssci, scaci, newMessages, probes } = center;
  const { attach, control, stations } = bssci;
  const serviceCenterUrl = () => dialledUrl(config.pki.server_names, bssci.port);
  const authority = authorityOf(center);
  const { pki, certificates: served, renewal, handshakes: listeners, revocation, certificateTime: now } = center;

  return [
    ...storedGroups({
      ...{ config, clock, store, sealer, installation, stations, attach, serviceCenterUrl },
      ...{ targets: center.targets, integrationFigures: center.integrationFigures, revocations: revocation },
    }),
    accounts({ organizations: defaultOrganization(store, clock) }),
    analytics({ store, clock }),
    endpointHistory({ store, clock }),
    stationControl({ store, clock, stations, control, serviceCenterUrl }),
    messages({ store, clock, newMessages }),
    stationMessages({ store, clock, newMessages, feed: center.eventFeed }),
    events({ store, clock, feed: center.eventFeed }),
    alerts({ store }),
    downlinks({
      store,
      clock,
      stations,
      settings: downlinkSettings(config),
    }),
    receptionStatus({ store, clock, stations }),
    ulTransmits({ store, clock, sealer, stations, control }),
    certificates({ store, clock, sealer, authority, serviceCenterUrl }),
    serverCertificates({
      clock,
      certificates: ownCertificates({ pki, certificates: served, renewal, listeners, now }),
    }),
    modelWithBlueprint({ store, clock }),
    registry({ store }),
    decodePreview({ store }),
    centers({ store, clock, listener: scaci?.figures ?? null, scEui: installation.scEui, runTime }),
    system({
      store,
      clock,
      stations,
      activityWindowMs: activityWindow(config),
      facts: {
        version: release.version,
        runTime,
        release: releaseInfo(release, config, installation),
        health() {
          const components = probes.latest();
          return {
            status: statusOf(components),
            services: components.map(({ name, healthy, latency_ms }) => ({ name, healthy, latencyMs: latency_ms })),
          };
        },
      },
    }),
  ];
}

function activityWindow({ endpoint }: Config): number {
  return endpoint.activity_window_s * SECOND_MS;
}

/** The authority as the API sees it. */
export function authorityOf({
  config,
  pki,
  revocation,
  certificates,
  installation,
  bssci,
  scaci,
  certificateTime,
}: RunningCenter) {
  return clientCertificates({
    pki,
    revocation,
    now: certificateTime,
    serverPem: () => certificates.served('bssci')?.certPem ?? pki.server().certPem,
    address: kind => ({
      host: dialledHost(config.pki.server_names) ?? dialledHost(pki.server().names) ?? '',
      port: (kind === 'bs' ? bssci.port : scaci?.port) ?? config.scaci_port,
      scEui: installation.scEui,
    }),
  });
}

/** What to enter at a base station. */
function dialledUrl(names: readonly string[], port: number): string {
  const name = dialledHost(names);
  if (name === undefined) return '';
  return `tls://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
