import { administrationOf } from './compose/administration.ts';
import { alertJob } from './compose/alerts.ts';
import { apiOf } from './compose/api.ts';
import { callsOf } from './compose/calls.ts';
import { type DataOptions, openData } from './compose/data.ts';
import { gatewayUrl, startIdentity } from './compose/identity.ts';
import { editionOf } from './compose/installation.ts';
import { brokerPorts, startIntegrations, targetGuard } from './compose/integrations.ts';
import { jobsOf } from './compose/jobs.ts';
import { openKeyGate } from './compose/key-gate.ts';
import { channelsOf, startNotices } from './compose/notices.ts';
import { startCenters, startStations } from './compose/protocols.ts';
import { remainsOf } from './compose/remains.ts';
import { startRules } from './compose/rules.ts';
import { type Config, configFrom, type DeepPartial, hasGatewayTls } from './config/load.ts';
import { readRelease } from './config/release.ts';
import { TIME_FLOOR } from './domain/installation/stored-times.ts';
import { Uplinks } from './domain/uplink/receive.ts';
import { Windows } from './domain/uplink/window.ts';
import { HostClock } from './health/host-clock.ts';
import { ListenerChecks } from './health/listener-checks.ts';
import { ListenerHandshakes, type OpenListener } from './health/listener-handshakes.ts';
import { type LivenessCheck, livenessChecks } from './health/liveness.ts';
import { createMetrics } from './health/metrics.ts';
import { openAlerts } from './health/open-alerts.ts';
import { eventLoopLag } from './health/overload.ts';
import { createProbes } from './health/probes.ts';
import { startHealth } from './health/server.ts';
import { serviceProbes } from './health/services.ts';
import { statusLine } from './health/status-line.ts';
import { WorkDone } from './health/work-done.ts';
import { byHand } from './integrations/by-hand.ts';
import { background } from './kit/background.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import { createLog, type Log } from './kit/log.ts';
import { Notifier } from './kit/notifier.ts';
import { asset } from './kit/program.ts';
import type { RecentLines } from './kit/recent-lines.ts';
import { openPki, type Pki } from './pki/pki.ts';
import { ListenerCertificates, type ListenerName } from './pki/served.ts';
import { EventFeed } from './rpc/events/feed.ts';
import { startCore, startGateway } from './rpc/serve/port.ts';
import { boxActs } from './upkeep/box/acts.ts';
import { serveBox } from './upkeep/box/socket.ts';
import { CertificateRenewal } from './upkeep/certificates/renewal.ts';
import { RevocationSync } from './upkeep/certificates/revocation-sync.ts';
import { tlsListeners } from './upkeep/certificates/tls-listeners.ts';
import type { DiskSpace } from './upkeep/disk/disk-space.ts';
import { JobRunner } from './upkeep/job-runner.ts';
import { TimeFloor } from './upkeep/time-floor.ts';

/** Ports as they were opened; null where nothing listens. */
export interface Ports {
  readonly bssci: number;
  readonly scaci: number | null;
  readonly gateway: number;
  readonly core: number;
  readonly health_core: number;
  readonly health_gateway: number;
  /** Of the embedded broker, where it is switched on. */
  readonly mqtt?: number;
  readonly mqtt_plain?: number;
}

/** For commands while no server runs on the folder. */
export { onStoppedBox } from './compose/box.ts';

/** A running service center. */
export interface Waystation extends AsyncDisposable {
  readonly ports: Ports;
  /** Issues client certificates and knows the server's. */
  readonly pki: Pki;
  /** Stops accepting, finishes what is in flight, commits and closes. May be called more than once. */
  stop(): Promise<void>;
  /** Reads the certificates again; open connections go on. */
  reload(): void;
  /** What must work for the process to be of use, for a watchdog. */
  readonly liveness: readonly LivenessCheck[];
  /** One line that says how the service is. */
  statusLine(): string;
  /** Resolves when the database cannot be used any more: the process should end, the next start mends what can be mended. */
  readonly lost: Promise<Error>;
}

/** What a program that embeds a service center may supply itself. */
export interface StartOptions {
  readonly log?: Log;
  /** The last lines of that log, for bug reports. */
  readonly recent?: RecentLines;
  readonly clock?: Clock;
  /** Measures the disk of the database. */
  readonly diskSpace?: () => Promise<DiskSpace>;
  /** Reads what is brought in with the catalog of the release, by its path in the project's folder; the program's own by default. */
  readonly readShipped?: (file: string) => Uint8Array;
}

/** How long unary calls may take to end at a stop. */
const STOP_GRACE_MS = 3000;
/** The state of the parts is checked at this interval; in between, the last finding is given. */
const PROBE_MS = 10_000;

/**
 * Starts a service center. What is not given has its default; several run in one process without sharing anything.
 * @param settings the keys of the configuration file
 * @throws ConfigError, DataDirLocked, NewerSchema or the cause with one sentence; what was opened is closed again
 */
export async function startWaystation(
  settings: DeepPartial<Config> = {},
  options: StartOptions = {},
): Promise<Waystation> {
  const config = configFrom(settings);
  const clock = options.clock ?? systemClock;
  const log = options.log ?? (await createLog({ level: config.log.level, format: config.log.format ?? 'json' }));
  const opened = new AsyncDisposableStack();
  try {
    const { diskSpace, readShipped = asset, recent } = options;
    return await start(config, { clock, log, diskSpace, readShipped, recent }, opened);
  } catch (cause) {
    await opened.disposeAsync();
    throw cause;
  }
}

async function start(
  config: Config,
  {
    clock,
    log,
    diskSpace,
    readShipped,
    recent,
  }: Pick<DataOptions, 'clock' | 'log' | 'diskSpace' | 'readShipped'> & { recent: StartOptions['recent'] | undefined },
  opened: AsyncDisposableStack,
): Promise<Waystation> {
  const release = readRelease();
  const startedAt = clock.now();
  const metrics = createMetrics();
  const work = new WorkDone();

  const data = await openData(
    { config, clock, log, diskSpace, readShipped, release, startedAt, metrics, work },
    opened,
  );
  const { pkiDir, installation, seal, store, disk, snapshots } = data;

  const { scEui, times } = installation;
  const time = new TimeFloor({
    clock,
    log,
    times,
    builtAt: release.builtAt,
    witnessed: () => store.read.installation.times().witnessed,
    remember: floor => store.write.installation.setValue(TIME_FLOOR, String(Math.round(floor))),
    jumped(offsetMs) {
      const at = clock.now();
      const event = { org: null, sourceId: scEui, at, storedAt: at, data: { offsetMs: Math.round(offsetMs) } };
      return store.write.events.raise({ type: 'system.clock_jump', ...event });
    },
  });
  await time.begin();
  opened.defer(() => time.stop());
  const pki = await openPki({
    dir: pkiDir,
    sealer: seal,
    // A clock that is behind what was stored, or behind this program, is not set: certificates are judged at that time.
    clock: time,
    confirmed: time.confirmed,
    // renewals wait for a clock that can be right
    plausible: () => time.set,
    settings: config.pki,
    log,
  });
  const certificateTime = time.now;
  const certificates = new ListenerCertificates({ listeners: tlsListeners(config), pki, dir: pkiDir, clock, log });
  const changes = certificates.watch();
  opened.defer(() => changes.stop());
  const tlsOpened = new Map<ListenerName, OpenListener>();

  const newMessages = new Notifier();
  store.growthTo(() => newMessages.notify());
  const eventFeed = new EventFeed();
  const rightsChanged = new Notifier();
  const endpointsChanged = new Notifier();
  store.newsTo(news => {
    eventFeed.tell(news);
    if (news.audited) rightsChanged.notify();
    if (news.endpoints) endpointsChanged.notify();
  });
  const windows = new Windows({
    clock,
    log,
    windowMs: config.uplink.reception_window_ms,
    close: store.write.uplinks.close,
    derive: store.write.uplinks.derive,
  });
  opened.defer(() => windows.stop());
  const due = store.read.uplinks.nextDue();
  if (due !== undefined) windows.resume(due);
  const uplinks = new Uplinks({
    windows,
    store: store.write.uplinks.receive,
    storeMac: store.write.uplinks.receiveMac,
    counted(outcome) {
      work.uplinks++;
      metrics.bssci.uplink(outcome);
    },
  });
  const revocation = new RevocationSync({
    revocations: pki.revocations,
    store,
    dir: pkiDir,
    clock,
    log,
    now: certificateTime,
    voided: () => pki.voided(),
  });
  await revocation.settle();
  const leaveAuthority = pki.onServerChange(() => {
    revocation.void().catch((cause: unknown) => log.error({ err: cause }, 'void certificates not stored'));
  });
  opened.defer(leaveAuthority);
  const revoking = revocation.watch();
  opened.defer(() => revoking.stop());
  const protocols = {
    config,
    clock,
    log,
    store,
    certificates,
    metrics,
    installation,
    startedAt,
    certificateTime,
    clockIsWrong: (stationMs: number) => time.compare(stationMs),
    revocations: pki.revocations,
    sealer: seal,
    version: release.version,
  };
  const bssci = await startStations(protocols, uplinks);
  opened.defer(() => bssci.stop());
  opened.defer(certificates.onChange('bssci', () => bssci.reloadCertificates()));
  tlsOpened.set('bssci', { port: () => bssci.port, shownCertificate: () => bssci.shownCertificate() });
  const scaci = config.scaci.enabled ? await startCenters(protocols, bssci, newMessages) : undefined;
  if (scaci) {
    opened.defer(() => scaci.stop());
    opened.defer(certificates.onChange('scaci', () => scaci.reloadCertificates()));
    tlsOpened.set('scaci', { port: () => scaci.port, shownCertificate: () => scaci.shownCertificate() });
  }
  revocation.onRevoked(() => {
    bssci.stations.closeRevoked();
    scaci?.centers.closeRevoked();
  });
  const handshakes = new ListenerHandshakes({ clock, certificates, listeners: tlsOpened });
  const renewal = new CertificateRenewal({
    clock,
    pki,
    certificates,
    log,
    scEui,
    now: certificateTime,
    listeners: handshakes,
    raise: store.write.events.raise,
    raiseEnding: (ending, now) => store.write.certificateExpiry.tell(ending, scEui, now),
  });
  opened.defer(() => renewal.stop());

  const jobs = new JobRunner(clock, log);
  const remains = remainsOf({ store, clock, bssci, scaci, revocation });
  jobs.start(jobsOf({ config, clock, log, store, renewal, disk, snapshots, scaci, remains }));
  opened.defer(() => jobs.stop());
  opened.defer(() => snapshots.stop());
  // Before the jobs are waited for: removing what is old may take its time.
  opened.defer(() => disk.stop());

  let ready = false;
  const readiness = new Notifier();
  const listeners = new ListenerChecks({
    clock,
    pki,
    certificates,
    handshakes,
    log,
    scEui,
    now: certificateTime,
    isOverdue: served => renewal.isOverdue(served),
    metrics: metrics.certificates,
    raise: store.write.events.raise,
  });
  const lag = eventLoopLag();
  opened.defer(() => lag.stop());
  let load = { lagMs: 0, queue: 0 };
  const probes = createProbes(
    clock,
    serviceProbes({
      store,
      disk: disk.guard,
      snapshots,
      time: new HostClock({ clock, time }),
      load: () => load,
      listeners,
      now: () => clock.now(),
      gatewayHasTls: hasGatewayTls(config),
      stations: () => bssci.stations.count,
      centers: scaci && (() => scaci.centers.count),
      brokerClients: config.mqtt.broker.enabled ? () => broker?.clients ?? 0 : undefined,
      integrations: () => delivering.health,
      serving: () => ready,
    }),
    components => openAlerts(components, store.read.alertsOfInstallation.open()),
  );
  const targets = targetGuard(config);
  const identity = await startIdentity(
    { config, clock, log, store, sealer: seal, installation, rightsChanged, certificateTime, remains },
    opened,
  );
  const { descriptors, methods, publicMethods, rest, invoker } = apiOf({
    identity,
    keys: () => openKeyGate({ config, clock, log, store, installation, certificateTime, rightsChanged }, opened),
    config,
    clock,
    log,
    store,
    metrics,
    release,
    startedAt,
    installation,
    pki,
    certificates,
    renewal,
    handshakes,
    revocation,
    bssci,
    scaci,
    newMessages,
    eventFeed,
    probes,
    certificateTime,
    sealer: seal,
    targets,
    integrationFigures: row => delivering.figures(row),
    byHand: () => hand,
  });
  const { engine: delivering, broker } = await startIntegrations(
    {
      ...{ config, clock, log, store, sealer: seal, scEui, invoker, targets, rightsChanged },
      broker: { installation, certificates, certificateTime },
      news: { log: newMessages, events: eventFeed.stored, endpoints: endpointsChanged },
    },
    opened,
  );
  const hand = byHand({ store, clock, engine: delivering });
  startRules(
    { config, clock, log, store, news: { log: newMessages, events: eventFeed.stored, rules: rightsChanged } },
    opened,
  );
  metrics.integrations.states(() => delivering.states);
  if (broker) {
    const port = () => brokerPorts(broker).mqtt ?? null;
    tlsOpened.set('mqtt', { port, shownCertificate: () => broker.shownCertificate() });
  }
  const rpc = {
    methods,
    descriptors,
    invoker,
    health: { serving: () => ready, changed: readiness },
    hostNames: () => (identity ? 'any' : [...config.pki.server_names, ...pki.server().names, ...ownNames(config)]),
    log,
  };
  const gateway = await startGateway({
    ...rpc,
    methods: publicMethods,
    rest,
    host: config.gateway_host,
    port: config.gateway_port,
    tls: hasGatewayTls(config) ? () => certificates.tls('gateway') : undefined,
    corsOrigins: config.gateway.cors_origins,
    pages: identity?.pages,
    trustedProxies: config.gateway.trusted_proxies,
  });
  opened.defer(() => gateway.stop());
  if (hasGatewayTls(config)) {
    opened.defer(certificates.onChange('gateway', () => gateway.reloadCertificates()));
    tlsOpened.set('gateway', { port: () => gateway.port, shownCertificate: () => gateway.look() });
  }
  const core = await startCore({ ...rpc, host: config.core_host, port: config.core_port });
  opened.defer(() => core.stop());
  opened.defer(() => invoker.stop(STOP_GRACE_MS));

  const page = {
    host: config.health.host,
    probes,
    ready: () => ready,
    version: release.version,
    edition: editionOf(config),
    startedAtMs: startedAt,
    now: () => clock.now(),
  };
  const healthCore = await startHealth({
    ...page,
    port: config.health.core_port,
    components: ['core', 'bssci', 'database', 'scaci', 'mqtt', 'integrations'],
    metrics,
  });
  opened.defer(() => healthCore.stop());
  const healthGateway = await startHealth({ ...page, port: config.health.gateway_port, components: ['gateway'] });
  opened.defer(() => healthGateway.stop());

  const ports: Ports = {
    bssci: bssci.port,
    get scaci() {
      return scaci?.port ?? null;
    },
    gateway: gateway.port,
    core: core.port,
    health_core: healthCore.port,
    health_gateway: healthGateway.port,
    ...(broker && brokerPorts(broker)),
  };
  for (const [name, port] of Object.entries(ports)) if (port !== null) log.info({ name, port }, 'listening');
  const live = async () => ({
    log: recent?.all() ?? [],
    metrics: (await metrics.text()).body,
    health: await probes.all(),
    stations: bssci.stations.count,
    centers: scaci?.centers.count ?? 0,
    startedAt,
  });
  const channels = channelsOf(config, clock);
  await startNotices({ config, clock, log, store, channels }, opened);
  const box = await serveBox(
    config.data_dir,
    boxActs({
      ...{ store, clock, log, channels, live },
      calls: callsOf({ invoker, methods, installation }),
      byHand: hand,
      administration: () => administrationOf({ config, store, now: () => clock.now() }),
    }),
    log,
  );
  opened.defer(() => box.stop());
  invoker.open();
  ready = true;
  identity?.announce(gatewayUrl(config, gateway.port));
  readiness.notify();
  await probes.all();
  const begun = renewal.begin();
  opened.defer(() => begun);
  // What a wrong clock has left behind is not in use a moment longer than that clock.
  time.onChange(() => {
    renewal.begin().catch((cause: unknown) => log.error({ err: cause }, 'certificates not looked at'));
  });
  jobs.start([
    alertJob({
      ...{ clock, log, store, scEui, pki, certificateTime, disk: disk.guard },
      probes: () => (ready ? probes : undefined),
      integrations: (at, judgedAt) => delivering.observations(at, judgedAt),
      load() {
        load = { lagMs: lag.takeMs(), queue: store.waiting };
        return load;
      },
    }),
  ]);
  const probing = clock.every(PROBE_MS, () => {
    background(probes.all(), cause => log.error({ err: cause }, 'state of the parts not known'));
  });
  opened.defer(() => probing.cancel());
  opened.defer(() => {
    ready = false;
    readiness.notify();
  });

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= opened.disposeAsync();
    return stopping;
  };
  return {
    ports,
    pki,
    stop,
    liveness: livenessChecks({ config, clock, store, work, ports }),
    statusLine: statusLine({ clock, pki, time, work, stations: () => bssci.stations.count }),
    lost: data.lost,
    reload() {
      certificates.reload(true);
      revocation.check().catch((cause: unknown) => log.error({ err: cause }, 'revocations not stored'));
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Names of the API beside those in certificates. */
function ownNames({ gateway: { allowed_hosts, base_url } }: Config): readonly string[] {
  const host = base_url === undefined ? undefined : URL.parse(base_url)?.host;
  return host ? [...allowed_hosts, host] : allowed_hosts;
}
