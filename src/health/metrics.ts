import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Directions of a frame, as seen from us. */
export type Direction = 'in' | 'out';

/** What the radio side reports. Commands come from the operations table and the set is bounded again here. */
export interface BssciMetrics {
  /** `outcome`: what became of a report of a base station. */
  uplink(outcome: string): void;
  frame(command: string, direction: Direction, count?: number): void;
  protocolError(code: number | string): void;
  stationsOnline(count: number): void;
}

/** What the application centers do, by the table of their operations. */
export interface ScaciMetrics {
  frame(command: string, direction: Direction, count?: number): void;
  protocolError(code: number | string): void;
  centersOnline(count: number): void;
}

export interface StoreMetrics {
  /** One commit: how long it took in milliseconds, how many writes it joined, and how long these held the writer. */
  commit(durationMs: number, writes: number, heldMs: number): void;
  queueDepth(writes: number): void;
  /** Sizes of the files in bytes. */
  size(databaseBytes: number, walBytes: number): void;
  /** Of the disk that the database is on, bytes. */
  diskFree(bytes: number): void;
}

export interface RpcMetrics {
  /** @param seconds what a unary call took; undefined for a stream, and for an unknown method */
  call(method: string, code: string, seconds: number | undefined): void;
  streamsOpen(count: number): void;
}

/** The certificates that are served, by a closed list of names. */
export interface CertificateMetrics {
  /** @param at its end, milliseconds */
  endsAt(listener: 'bssci' | 'scaci' | 'gateway' | 'mqtt' | 'ca', at: number): void;
}

export interface IntegrationMetrics {
  /** @param counts tells how many are in which state, each time that the metrics are read */
  states(counts: () => Iterable<{ readonly kind: string; readonly state: string; readonly count: number }>): void;
}

export interface Metrics {
  readonly bssci: BssciMetrics;
  readonly scaci: ScaciMetrics;
  readonly store: StoreMetrics;
  readonly rpc: RpcMetrics;
  readonly certificates: CertificateMetrics;
  readonly integrations: IntegrationMetrics;
  /** The page of `GET /metrics`. */
  text(): Promise<{ contentType: string; body: string }>;
}

/** Distinct values of one label; further values count as `other`, so that no peer can make series grow. */
const MAX_LABEL_VALUES = 256;

/** Sums of the library that are named like counters and are none; the same by type stays. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The metrics of one service center, in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);

  const uplinks = tallies(registry, {
    name: 'waystation_uplinks_total',
    help: 'Uplink reports of base stations by what became of them',
    labelNames: ['outcome'],
  });
  const stations = new Gauge({
    name: 'waystation_base_stations_online',
    help: 'Base stations with a session',
    registers,
  });
  const centers = new Gauge({
    name: 'waystation_application_centers_online',
    help: 'Application centers with a live session',
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'waystation_commit_seconds',
    help: 'Duration of a database commit',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const commitWrites = new Histogram({
    name: 'waystation_commit_writes',
    help: 'Writes joined in one database commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  });
  const heldSeconds = new Histogram({
    name: 'waystation_write_seconds',
    help: 'Time the writes of a commit held the database, without its sync',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const queue = new Gauge({ name: 'waystation_write_queue', help: 'Writes that wait for their commit', registers });
  const databaseBytes = new Gauge({ name: 'waystation_database_bytes', help: 'Size of the database file', registers });
  const walBytes = new Gauge({ name: 'waystation_wal_bytes', help: 'Size of the write-ahead log', registers });
  const diskFree = new Gauge({
    name: 'waystation_disk_free_bytes',
    help: 'Free space on the disk of the database',
    registers,
  });
  const calls = tallies(registry, {
    name: 'waystation_rpc_calls_total',
    help: 'API calls by method and status code',
    labelNames: ['method', 'code'],
  });
  const callSeconds = new Histogram({
    name: 'waystation_rpc_duration_seconds',
    help: 'Duration of unary API calls by method',
    labelNames: ['method'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const streams = new Gauge({ name: 'waystation_streams_open', help: 'API streams that are open', registers });

  const certificateEnds = new Gauge({
    name: 'waystation_certificate_expiry_timestamp_seconds',
    help: 'End of the certificate a listener serves, and of the authority, in seconds since 1970',
    labelNames: ['listener'],
    registers,
  });

  let integrationStates: Parameters<IntegrationMetrics['states']>[0] = () => [];
  new Gauge({
    name: 'waystation_integrations',
    help: 'Integrations by kind and state',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { kind, state, count } of integrationStates()) this.set({ kind, state }, count);
    },
  });

  // One number per label set: the hot path looks up one string and adds one.
  const byOutcome = bound(outcome => uplinks({ outcome }));
  const byMethod = bound(method => bound(code => calls({ method, code })));
  const durationOf = bound(method => callSeconds.labels({ method }));

  return {
    bssci: {
      uplink(outcome) {
        byOutcome(outcome).count++;
      },
      ...protocolTallies(registry, 'bssci'),
      stationsOnline: count => stations.set(count),
    },
    scaci: { ...protocolTallies(registry, 'scaci'), centersOnline: count => centers.set(count) },
    store: {
      commit(durationMs, writes, heldMs) {
        commitSeconds.observe(durationMs / 1000);
        heldSeconds.observe(heldMs / 1000);
        commitWrites.observe(writes);
      },
      queueDepth: writes => queue.set(writes),
      size(database, wal) {
        databaseBytes.set(database);
        walBytes.set(wal);
      },
      diskFree: bytes => diskFree.set(bytes),
    },
    rpc: {
      call(method, code, seconds) {
        byMethod(method)(code).count++;
        if (seconds !== undefined) durationOf(method).observe(seconds);
      },
      streamsOpen: count => streams.set(count),
    },
    certificates: { endsAt: (listener, at) => certificateEnds.set({ listener }, at / 1000) },
    integrations: {
      states(counts) {
        integrationStates = counts;
      },
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** Frames and errors of one protocol. */
function protocolTallies(registry: Registry, protocol: 'bssci' | 'scaci') {
  const frames = tallies(registry, {
    name: `waystation_${protocol}_frames_total`,
    help: `${protocol.toUpperCase()} frames by command and direction`,
    labelNames: ['command', 'direction'],
  });
  const errors = tallies(registry, {
    name: `waystation_${protocol}_errors_total`,
    help: `${protocol.toUpperCase()} protocol errors by code`,
    labelNames: ['code'],
  });
  const byCommand = {
    in: bound(command => frames({ command, direction: 'in' })),
    out: bound(command => frames({ command, direction: 'out' })),
  };
  const byCode = bound(code => errors({ code }));
  return {
    frame(command: string, direction: Direction, count = 1) {
      byCommand[direction](command).count += count;
    },
    protocolError(code: number | string) {
      byCode(String(code)).count++;
    },
  };
}

interface Tally {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
}

/** A counter whose values are plain numbers, gathered when the metrics are read: counting costs what adding costs. */
function tallies(
  registry: Registry,
  about: { name: string; help: string; labelNames: string[] },
): (labels: Readonly<Record<string, string>>) => Tally {
  const all: Tally[] = [];
  new Counter({
    ...about,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of all) this.inc(labels, count);
    },
  });
  return labels => {
    const tally = { labels, count: 0 };
    all.push(tally);
    return tally;
  };
}

function bound<T>(make: (label: string) => T): (label: string) => T {
  const known = new Map<string, T>();
  return label => {
    const found = known.get(label);
    if (found !== undefined) return found;
    const name = known.size < MAX_LABEL_VALUES ? label : 'other';
    const made = known.get(name) ?? make(name);
    known.set(name, made);
    return made;
  };
}
