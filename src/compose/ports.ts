import { type Config, hasGatewayTls } from '../config/load.ts';
import type { Release } from '../config/release.ts';
import type { OpenListener } from '../health/listener-handshakes.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Probes } from '../health/probes.ts';
import { startHealth } from '../health/server.ts';
import type { Identity } from '../identity/identity.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, systemClock } from '../kit/time/clock.ts';
import type { RunTime } from '../kit/time/run-time.ts';
import type { Turns } from '../kit/turns.ts';
import type { ListenerName } from '../pki/served.ts';
import { type RpcServer, startCore, startGateway } from '../rpc/serve/port.ts';
import { Unsent } from '../rpc/serve/send.ts';
import type { BackupDownloads } from '../upkeep/backup/downloads.ts';
import { backupPage } from '../web/backup-page.ts';
import type { ConsoleSource } from '../web/console.ts';
import { securityPages } from '../web/security-text.ts';
import { consoleSite } from '../web/serve.ts';
import type { apiOf } from './api/api.ts';
import { editionOf } from './installation.ts';
import type { Readiness } from './readiness.ts';
import type { Trust } from './trust.ts';

export interface PortOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly api: ReturnType<typeof apiOf>;
  readonly identity: Identity | undefined;
  /** Of pages from elsewhere; may change. */
  readonly origins: readonly string[];
  readonly trust: Pick<Trust, 'pki' | 'certificates'>;
  readonly tlsOpened: Map<ListenerName, OpenListener>;
  readonly readiness: Readiness;
  readonly probes: Probes;
  readonly release: Release;
  readonly runTime: RunTime;
  readonly consoleSource: ConsoleSource;
  readonly backups: BackupDownloads;
}

/** Of HTTP: the APIs and the pages of health. */
export interface OpenPorts {
  readonly gateway: RpcServer;
  /** Undefined where it is switched off. */
  readonly core: RpcServer | undefined;
  readonly healthCore: { readonly port: number };
  readonly healthGateway: { readonly port: number };
}

/** How long unary calls may take to end at a stop. */
const STOP_GRACE_MS = 3000;

/** Opens what people and their tools connect to. */
export async function openPorts(options: PortOptions, opened: AsyncDisposableStack): Promise<OpenPorts> {
  const { config, log, api, identity, origins, trust, tlsOpened, readiness, consoleSource } = options;
  const { pki, certificates } = trust;
  const { schemas, methods, publicMethods, rest, invoker, sessions, turns } = api;
  const hasTls = hasGatewayTls(config);
  const rpc = {
    ...{ descriptors: schemas.descriptors, types: schemas.builtin, invoker, log },
    reflection: config.gateway.reflection,
    unsent: new Unsent(systemClock),
    reading: { bytes: 0 },
    turns,
    health: { serving: () => readiness.ready, changed: readiness.changed },
    hostNames: () => (identity ? 'any' : [...config.pki.server_names, ...pki.server().names, ...ownNames(config)]),
  } as const;
  const gateway = await startGateway({
    ...rpc,
    methods: publicMethods,
    rest,
    host: config.gateway_host,
    port: config.gateway_port,
    tls: hasTls ? () => certificates.tls('gateway') : undefined,
    corsOrigins: origins,
    pages: [
      ...sessions,
      ...(identity?.pages ?? []),
      backupPage(options.backups, () => options.clock.now()),
      ...securityPages(config.security.contact, options.clock),
    ],
    site: consoleSite({
      source: config.console.enabled ? consoleSource : undefined,
      isTrusted: hasTls && config.gateway_tls.cert !== undefined,
      log,
    }),
    trustedProxies: config.gateway.trusted_proxies,
  });
  opened.defer(() => gateway.stop());
  if (hasTls) {
    opened.defer(certificates.onChange('gateway', () => gateway.reloadCertificates()));
    tlsOpened.set('gateway', { port: () => gateway.port, shownCertificate: () => gateway.look() });
  }
  const core = config.core.enabled
    ? await startCore({ ...rpc, methods, host: config.core_host, port: config.core_port })
    : undefined;
  if (core) opened.defer(() => core.stop());
  opened.defer(() => invoker.stop(STOP_GRACE_MS));
  return { gateway, core, ...(await openHealthPages(options, turns, opened)) };
}

async function openHealthPages(
  { config, metrics, readiness, probes, release, runTime }: PortOptions,
  turns: Turns,
  opened: AsyncDisposableStack,
) {
  const { host, core_port, gateway_port } = config.health;
  const page = {
    ...{ host, probes, turns, runTime, version: release.version, supportUntil: release.supportUntil },
    ready: () => readiness.ready,
    edition: editionOf(config),
  };
  const components = ['core', 'bssci', 'database', 'scaci', 'mqtt', 'integrations'];
  const healthCore = await startHealth({ ...page, port: core_port, components, metrics });
  opened.defer(() => healthCore.stop());
  const healthGateway = await startHealth({ ...page, port: gateway_port, components: ['gateway'] });
  opened.defer(() => healthGateway.stop());
  return { healthCore, healthGateway };
}

/** Names of the API beside those in certificates. */
function ownNames({ gateway: { allowed_hosts, base_url } }: Config): readonly string[] {
  const host = base_url === undefined ? undefined : URL.parse(base_url)?.host;
  return host ? [...allowed_hosts, host] : allowed_hosts;
}
