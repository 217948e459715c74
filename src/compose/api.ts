import type { BssciService } from '../bssci/listener.ts';
import type { Config } from '../config/load.ts';
import type { Release } from '../config/release.ts';
import type { Store } from '../domain/domain.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Probes } from '../health/probes.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import { asset } from '../kit/program.ts';
import type { Sealer } from '../kit/seal.ts';
import { dialledHost } from '../pki/names.ts';
import type { Pki } from '../pki/pki.ts';
import type { ListenerCertificates } from '../pki/served.ts';
import { communityAccess } from '../rpc/community.ts';
import { Invoker } from '../rpc/invoke.ts';
import { pageTokens } from '../rpc/page-token.ts';
import { wireMethods } from '../rpc/serve/wire.ts';
import { rpcTable } from '../rpc/table.ts';
import type { ScaciService } from '../scaci/listener.ts';
import { clientCertificates } from '../upkeep/certificates/client-certificates.ts';
import type { CertificateKeeper } from '../upkeep/certificates/renewal.ts';
import type { RevocationKeeper } from '../upkeep/certificates/revocation.ts';
import { serverCertificates } from '../upkeep/certificates/server-certificates.ts';
import { type Installation, releaseInfo } from './installation.ts';
import { defaultOrganization } from './organization.ts';

const SECOND = 1000;

/** What the RPCs work on. */
export interface ApiParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  readonly release: Release;
  readonly startedAt: number;
  readonly installation: Installation;
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly keeper: CertificateKeeper;
  readonly revocation: RevocationKeeper;
  readonly bssci: BssciService;
  readonly scaci: ScaciService | undefined;
  readonly newMessages: Notifier;
  readonly probes: Probes;
  /** Time by which certificates are judged, milliseconds. */
  certificateTime(): number;
}

/** The schema, and the one way into every RPC. */
export function apiOf(parts: ApiParts) {
  const { config, clock, log, store, sealer, metrics, release, startedAt, installation, pki, certificates } = parts;
  const { keeper, revocation, bssci, scaci, newMessages, probes, certificateTime } = parts;
  const schema = readSchema();
  const methods = wireMethods(schema);
  let streams = 0;
  const invoker = new Invoker({
    table: rpcTable(),
    access: communityAccess(installation.operator, installation.organization),
    deps: {
      clock,
      store,
      sealer,
      organizations: defaultOrganization(store, clock),
      attach: bssci.attach,
      control: bssci.control,
      stations: bssci.stations,
      clientCertificates: clientCertificates({
        ...{ pki, keeper: revocation, now: certificateTime },
        serverPem: () => certificates.served('bssci')?.certPem ?? pki.server().certPem,
        address: kind => ({
          host: dialledHost(config.pki.server_names) ?? dialledHost(pki.server().names) ?? '',
          port: (kind === 'bs' ? bssci.port : scaci?.port) ?? config.scaci_port,
          scEui: installation.scEui,
        }),
      }),
      newMessages,
      scaci: scaci?.figures ?? null,
      serverCertificates: serverCertificates({ pki, certificates, keeper, now: certificateTime }),
      system: {
        version: release.version,
        startedAt,
        release: releaseInfo(release, config, installation),
        services: () => probes.latest().map(({ latency_ms, ...service }) => ({ ...service, latencyMs: latency_ms })),
      },
      settings: {
        activityWindowMs: config.endpoint.activity_window_s * SECOND,
        maxEndpoints: config.limits.endpoints,
        maxBaseStations: config.limits.base_stations,
        downlink: {
          validityMs: config.downlink.validity_s * SECOND,
          maxPending: config.downlink.max_pending_per_endpoint,
          handOver: config.downlink.hand_over,
        },
      },
      serviceCenterUrl: () => dialledUrl(config.pki.server_names, bssci.port),
    },
    clock,
    log,
    metrics: {
      finished: metrics.rpc.call,
      streams(_method, change) {
        streams += change;
        metrics.rpc.streamsOpen(streams);
      },
    },
    tokens: pageTokens(installation.pageTokenKey),
    requestFields: method => methods.get(method)?.requestFields ?? [],
    requestsPerSecond: config.limits.requests_per_s,
  });
  return { descriptors: schema.descriptors, methods, invoker };
}

/** The compiled schema: descriptors for reflection, JSON for protobufjs. */
function readSchema() {
  const file = (name: string) => asset(`proto/${name}`);
  return { descriptors: file('platform.binpb'), json: JSON.parse(file('platform.json').toString()) };
}

/** What to enter at a base station. */
function dialledUrl(names: readonly string[], port: number): string {
  const name = dialledHost(names);
  if (name === undefined) return '';
  return `tls://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
