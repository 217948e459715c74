import { administrationOf } from './compose/administration.ts';
import { alertJob } from './compose/alerts.ts';
import { apiOf } from './compose/api/api.ts';
import { callsOf } from './compose/api/calls.ts';
import { gatewayUrl, startIdentity } from './compose/api/identity.ts';
import { openKeyGate } from './compose/api/key-gate.ts';
import { compiledSchemas, type Schemas } from './compose/api/schemas.ts';
import { receiveCarried } from './compose/carry/carried.ts';
import { startCarrying } from './compose/carry/carrying.ts';
import { type DataOptions, openData } from './compose/data.ts';
import { brokerPorts, startIntegrations, targetGuard } from './compose/integrations.ts';
import { jobsOf } from './compose/jobs.ts';
import { newsOf } from './compose/news.ts';
import { channelsOf, startNotices } from './compose/notices.ts';
import { openPeers } from './compose/peers.ts';
import { openPorts } from './compose/ports.ts';
import { keepProbing, openLoadMeter, probesOf } from './compose/probes.ts';
import { Readiness } from './compose/readiness.ts';
import { ReleaseLook } from './compose/releases.ts';
import { remainsOf } from './compose/remains.ts';
import { openRenewal } from './compose/renewal.ts';
import { startRules } from './compose/rules.ts';
import { openTrust } from './compose/trust.ts';
import { updateNews } from './compose/update.ts';
import { openUplinks } from './compose/uplinks.ts';
import { type Config, configFrom, type DeepPartial } from './config/load.ts';
import { type Release, readRelease } from './config/release.ts';
import type { Scanning } from './database/scan-line.ts';
import { type LivenessCheck, listenerAnswers, livenessChecks, writerWorks } from './health/liveness.ts';
import { createMetrics } from './health/metrics.ts';
import { statusLine } from './health/status-line.ts';
import { WorkDone } from './health/work-done.ts';
import { byHand } from './integrations/by-hand.ts';
import { storageFault } from './kit/faults/file-trouble.ts';
import { createLog, type Log } from './kit/log.ts';
import { asset } from './kit/program.ts';
import type { RecentLines } from './kit/recent-lines.ts';
import { type MachineClock, systemClock } from './kit/time/clock.ts';
import { CredibleClock } from './kit/time/credible-clock.ts';
import type { Pki } from './pki/pki.ts';
import { BackupDownloads } from './upkeep/backup/downloads.ts';
import { boxActs } from './upkeep/box/acts.ts';
import { serveBox } from './upkeep/box/socket.ts';
import type { DiskSpace } from './upkeep/disk/disk-space.ts';
import { JobRunner } from './upkeep/job-runner.ts';
import type { ConsoleSource } from './web/console.ts';
import { ownConsole } from './web/own.ts';

/** Ports as they were opened; null where nothing listens. */
export interface Ports {
  readonly bssci: number;
  readonly scaci: number | null;
  readonly gateway: number;
  readonly core: number | null;
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
  /** Reads the certificates again, and takes over what of these settings needs no restart; open connections go on. */
  reload(settings?: Reloadable): void;
  /** What must work for the process to be of use, for a watchdog. */
  readonly liveness: readonly LivenessCheck[];
  /** What the thread that goes over tables has under way. */
  scanning(): Promise<Scanning>;
  /** One line that says how the service is. */
  statusLine(): string;
  /** Resolves when the database cannot be used any more: the process should end, the next start mends what can be mended. */
  readonly lost: Promise<Error>;
}

/** Settings that are taken over while the service runs. */
export interface Reloadable {
  readonly gateway: Pick<Config['gateway'], 'cors_origins'>;
  readonly integrations: Pick<Config['integrations'], 'allow_targets'>;
}

/** What a program that embeds a service center may supply itself. */
export interface StartOptions {
  readonly log?: Log;
  /** The last lines of that log, for bug reports. */
  readonly recent?: RecentLines;
  /** The file that the settings were read from: a backup has it too. */
  readonly configFile?: string | undefined;
  readonly clock?: MachineClock;
  /** Measures the disk of the database. */
  readonly diskSpace?: () => Promise<DiskSpace>;
  /** Reads what is brought in with the catalog of the release, by its path in the project's folder; the program's own by default. */
  readonly readShipped?: (file: string) => Uint8Array;
  /** The console in the browser; the program's own by default. */
  readonly consoleSource?: ConsoleSource;
  /** What this copy of the program is; what is found with it by default. */
  readonly release?: Release;
  /** The root that trust in releases begins with; that of the program by default. */
  readonly releaseRoot?: Uint8Array | undefined;
  /** The schemas of the API, for several that share them; compiled at the start by default. */
  readonly schemas?: Schemas;
  /** For a trial without a way back for the database: telegrams alone are taken, and carried to whichever program goes on. */
  readonly carrying?: boolean;
}

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
  const { release = readRelease() } = options;
  const clock = new CredibleClock(options.clock ?? systemClock, release.builtAt);
  const log = options.log ?? (await createLog({ level: config.log.level, format: config.log.format ?? 'json' }));
  const opened = new AsyncDisposableStack();
  try {
    const { diskSpace, readShipped = asset, recent, consoleSource = ownConsole(), configFile, schemas } = options;
    const given = { clock, log, release, diskSpace, readShipped, recent, consoleSource, configFile, schemas };
    if (options.carrying) return await carry(config, given, opened);
    return await start(config, { ...given, releaseRoot: options.releaseRoot }, opened);
  } catch (cause) {
    // Why it did not start is said, whatever cannot be closed after that.
    await opened.disposeAsync().catch((left: unknown) => log.warn({ err: left }, 'not everything could be closed'));
    throw cause;
  }
}

/** What is given, or its default. */
type Given = Pick<DataOptions, 'clock' | 'log' | 'release' | 'diskSpace' | 'readShipped'> & {
  readonly recent: RecentLines | undefined;
  readonly configFile: string | undefined;
  readonly consoleSource: ConsoleSource;
  readonly releaseRoot: Uint8Array | undefined;
  readonly schemas: Schemas | undefined;
};

async function start(config: Config, given: Given, opened: AsyncDisposableStack): Promise<Waystation> {
  const { clock, log, release, diskSpace, readShipped, recent, consoleSource, schemas = compiledSchemas() } = given;
  const { version } = release;
  const metrics = createMetrics();
  const work = new WorkDone();
  const readiness = new Readiness();
  const common = { config, clock, log };

  const data = await openData({ ...common, diskSpace, readShipped, release, metrics, work }, opened);
  const { runTime, installation, seal: sealer, store, disk, snapshots, listened } = data;
  const { scEui } = installation;
  const trust = await openTrust({ ...common, data }, opened);
  const { time, certificateTime, pki, certificates, revocation } = trust;

  const news = newsOf(store);
  const uplinks = openUplinks({ ...common, listened, store, metrics, work }, opened);
  await receiveCarried({ dataDir: config.data_dir, store, uplinks, log });
  const { bssci, scaci, tlsOpened } = await openPeers(
    {
      ...{ ...common, store, sealer, certificates, revocation, metrics, installation },
      ...{ runTime, version, uplinks },
      newMessages: news.messages,
      clockIsWrong: stationMs => time.compare(stationMs),
      revocations: pki.revocations,
    },
    opened,
  );
  const { handshakes, renewal, listeners } = openRenewal(
    { ...common, store, installation, trust, metrics, tlsOpened },
    opened,
  );

  const jobs = new JobRunner(clock, log);
  const remains = remainsOf({ store, clock, bssci, scaci, revocation });
  jobs.start(jobsOf({ ...common, listened, store, renewal, disk, snapshots, scaci, remains }));
  opened.defer(() => jobs.stop());
  opened.defer(() => snapshots.stop());
  // Before the jobs are waited for: removing what is old may take its time.
  opened.defer(() => disk.stop());

  const load = openLoadMeter(store, opened);
  const probes = probesOf({
    ...{ config, clock, data, time, load, listeners, bssci, scaci },
    brokerClients: config.mqtt.broker.enabled ? () => broker?.clients ?? 0 : undefined,
    integrations: () => delivering.health,
    serving: () => readiness.ready,
  });
  const targets = targetGuard(config);
  const origins = [...config.gateway.cors_origins];
  const identity = await startIdentity(
    { ...common, store, sealer, installation, rightsChanged: news.rights, certificateTime, remains },
    opened,
  );
  const releases = new ReleaseLook({
    ...{ ...common, store, scEui, release, root: given.releaseRoot, judgedAt: certificateTime },
  });
  const backups = new BackupDownloads({ ...common, configFile: given.configFile, version, store, scEui });
  const live = async () => ({
    log: recent?.all() ?? [],
    metrics: (await metrics.text()).body,
    health: await probes.all(),
    stations: bssci.stations.count,
    centers: scaci?.centers.count ?? 0,
    startedAt: runTime.startedAt,
  });
  const api = apiOf({
    ...{ ...common, identity, store, metrics, release, runTime, installation, sealer, targets, probes },
    ...{ pki, certificates, renewal, handshakes, revocation, certificateTime, bssci, scaci, origins, releases },
    ...{ schemas, backups, live },
    keys: () => openKeyGate({ ...common, store, installation, rightsChanged: news.rights }, opened),
    newMessages: news.messages,
    eventFeed: news.events,
    integrationFigures: row => delivering.figures(row),
    byHand: () => hand,
  });
  const { invoker, methods } = api;
  const { engine: delivering, broker } = await startIntegrations(
    {
      ...{ ...common, store, sealer, scEui, invoker, targets, rightsChanged: news.rights },
      broker: { installation, certificates },
      news: { log: news.messages, events: news.events.stored, endpoints: news.endpoints },
    },
    opened,
  );
  const hand = byHand({ store, clock, engine: delivering });
  startRules(
    { ...common, listened, store, news: { log: news.messages, events: news.events.stored, rules: news.rights } },
    opened,
  );
  metrics.integrations.states(() => delivering.states);
  if (broker) {
    const port = () => brokerPorts(broker).mqtt ?? null;
    tlsOpened.set('mqtt', { port, shownCertificate: () => broker.shownCertificate() });
  }

  const { gateway, core, healthCore, healthGateway } = await openPorts(
    {
      ...common,
      metrics,
      api,
      identity,
      origins,
      trust,
      tlsOpened,
      readiness,
      probes,
      release,
      runTime,
      consoleSource,
      backups,
    },
    opened,
  );
  const ports: Ports = {
    bssci: bssci.port,
    get scaci() {
      return scaci?.port ?? null;
    },
    gateway: gateway.port,
    core: core?.port ?? null,
    health_core: healthCore.port,
    health_gateway: healthGateway.port,
    ...(broker && brokerPorts(broker)),
  };
  for (const [name, port] of Object.entries(ports)) if (port !== null) log.info({ name, port }, 'listening');

  const channels = channelsOf(config, clock);
  await startNotices({ ...common, store, channels }, opened);
  const box = await serveBox(
    config.data_dir,
    boxActs({
      ...{ store, clock, log, channels, live },
      vitals: () => ({ version, ready: readiness.ready, critical: store.read.alertsOfInstallation.critical() }),
      shown: async name => (await (name === 'bssci' ? bssci : scaci)?.shownCertificate())?.toString(),
      calls: callsOf({ invoker, methods, installation }),
      byHand: hand,
      administration: () => administrationOf({ config, store, sealer, clock }),
    }),
    log,
  );
  opened.defer(() => box.stop());

  invoker.open();
  readiness.begin();
  identity?.announce(gatewayUrl(config, gateway.port));
  await probes.all();
  const begun = renewal.begin();
  opened.defer(() => begun);
  // What a wrong clock has left behind is not in use a moment longer than that clock.
  time.onChange(() => {
    renewal.begin().catch((cause: unknown) => log.error({ err: cause }, 'certificates not looked at'));
  });
  jobs.start([
    ...releases.jobs,
    alertJob({
      ...{ clock, listened, log, store, scEui, pki, certificateTime, disk: disk.guard },
      probes: () => (readiness.ready ? probes : undefined),
      releases: at => releases.seen(at),
      integrations: (at, judgedAt) => delivering.observations(at, judgedAt),
      updates: updateNews({ ...common, store, scEui }),
      load: () => load.take(),
    }),
  ]);
  keepProbing({ clock, log, probes }, opened);
  opened.defer(() => readiness.end());

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= opened.disposeAsync().catch((cause: unknown) => notStored(cause, log));
    return stopping;
  };
  return {
    ports,
    pki,
    stop,
    liveness: livenessChecks({ config, clock, store, work, ports }),
    scanning: store.scanning,
    statusLine: statusLine({ clock, pki, time, work, stations: () => bssci.stations.count }),
    lost: data.lost,
    reload(settings) {
      if (settings) {
        targets.change(settings.integrations.allow_targets);
        origins.splice(0, origins.length, ...settings.gateway.cors_origins);
      }
      certificates.reload(true);
      revocation.check().catch((cause: unknown) => log.error({ err: cause }, 'revocations not stored'));
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** A service of one port: the others are closed. */
async function carry(
  config: Config,
  given: Omit<Given, 'releaseRoot'>,
  opened: AsyncDisposableStack,
): Promise<Waystation> {
  const { clock, log } = given;
  const work = new WorkDone();
  const { data, trust, bssci } = await startCarrying({ ...given, config, metrics: createMetrics(), work }, opened);
  const { store, lost } = data;
  log.warn({ port: bssci.port }, 'a trial: telegrams of base stations are taken and kept, and nothing else');
  const { pki, time, certificates } = trust;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= opened.disposeAsync().catch((cause: unknown) => notStored(cause, log));
    return stopping;
  };
  const write = () => store.write.installation.setValue('heartbeat', new Date(clock.now()).toISOString());
  return {
    ports: { bssci: bssci.port, scaci: null, gateway: 0, core: null, health_core: 0, health_gateway: 0 },
    pki,
    stop,
    liveness: [
      writerWorks({ clock, work, waiting: () => store.waiting, write }),
      listenerAnswers('bssci', config.bssci_host, bssci.port),
    ],
    scanning: store.scanning,
    statusLine: statusLine({ clock, pki, time, work, stations: () => bssci.stations.count }),
    lost,
    reload: () => certificates.reload(true),
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * What a disk that takes nothing more would have been told at the end is found by the next start as after a power cut: no reason to end
 * with a failure. @throws what else went wrong
 */
function notStored(cause: unknown, log: Log): void {
  if (cause instanceof SuppressedError) {
    notStored(cause.suppressed, log);
    notStored(cause.error, log);
  } else if (storageFault(cause)) log.warn({ err: cause }, 'the end was not stored, the disk takes nothing');
  else throw cause;
}
