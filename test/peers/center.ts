import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Ports, startWaystation, type Waystation } from '../../src/app.ts';
import { type Api, openApi, platformService } from '../../src/cli/api.ts';
import { compiledSchemas } from '../../src/compose/api/schemas.ts';
import type { Config, DeepPartial } from '../../src/config/load.ts';
import type { Release } from '../../src/config/release.ts';
import { type Db, openDb } from '../../src/database/driver.ts';
import { createLog } from '../../src/kit/log.ts';
import type { EndPointOut, MessageIn } from '../../src/rpc/schema.gen.ts';
import { type ApplicationOptions, SimulatedApplicationCenter } from '../../src/simulate/application-center.ts';
import { SimulatedStation, type StationOptions } from '../../src/simulate/base-station.ts';
import type { DiskSpace } from '../../src/upkeep/disk/disk-space.ts';
import type { ConsoleSource } from '../../src/web/console.ts';
import { ManualClock } from './manual-clock.ts';
import { euiOf } from './telegrams.ts';

type Settings = DeepPartial<Config>;

export interface CenterOptions {
  /** Where everything lies: a folder of one test. */
  readonly dir: string;
  readonly settings?: Settings;
  /** What time it is at the start; default: as it is. */
  readonly now?: number;
  /** Measures the disk; default: as it is. */
  readonly diskSpace?: () => Promise<DiskSpace>;
  /** Whether it brings in the catalog of the release: most tests have no use for it. */
  readonly withCatalog?: boolean;
  /** The console in the browser; default: what the sources make. */
  readonly consoleSource?: ConsoleSource;
  /** What the program says of itself; default: what it is. */
  readonly release?: Release;
  /** The root that trust in releases begins with; default: that of the program, which trusts none. */
  readonly releaseRoot?: Uint8Array;
}

/** What `baseStation` takes besides the options of the simulated station. */
export interface DialOptions extends Partial<Omit<StationOptions, 'host' | 'port'>> {
  readonly bsEui: string;
  /** Whether the station is registered first; default true. */
  readonly register?: boolean;
  /** The EUI in its certificate, when it is another. */
  readonly certificateOf?: string;
}

/** The same for an application center. */
export interface CenterDialOptions extends Partial<Omit<ApplicationOptions, 'host' | 'port'>> {
  readonly acEui: string;
  readonly certificateOf?: string;
  /** Uuid of its organization, when that is not the default one. */
  readonly organization?: string;
}

const LOOPBACK = '127.0.0.1';
/** Time for what needs no clock: sockets, files and threads. */
const PAUSE_MS = 200;
/** Far more than any test winds the clock: pings and their answers travel in real time and would lose against wound time. */
const NEVER_S = 1_000_000;
const EMPTY_CATALOG = Buffer.from('[]');
/** Of all centers of this process, and their clients: to compile them takes longer than the rest of a start. */
const schemas = compiledSchemas();
const service = platformService();

const quick: Settings = {
  bssci_host: LOOPBACK,
  scaci_host: LOOPBACK,
  bssci_port: 0,
  scaci_port: 0,
  gateway_port: 0,
  core_port: 0,
  health: { core_port: 0, gateway_port: 0 },
  // What is tested is not the disk.
  store: { synchronous: 'normal' },
  pki: { key_type: 'ec-p256', server_names: ['localhost', LOOPBACK] },
  // Tests that wait for something ask in real time, and in wound time no second goes by.
  limits: { requests_per_s: 0, rest_requests_per_s: 0 },
  bssci: {
    ping_s: NEVER_S,
    dead_s: 2 * NEVER_S,
    status_first_s: NEVER_S,
    answer_s: NEVER_S,
    propagate_pause_ms: 0,
  },
};

/** A whole service center in this process: real TLS, real SQLite, a real API client, and time that a test winds. */
export class Center implements AsyncDisposable {
  readonly clock: ManualClock;
  readonly dir: string;
  /** Everything that was logged, at level trace. */
  readonly log: string[] = [];
  readonly #settings: Settings;
  readonly #diskSpace: CenterOptions['diskSpace'];
  readonly #withCatalog: boolean;
  readonly #release: Release | undefined;
  readonly #releaseRoot: Uint8Array | undefined;
  readonly #consoleSource: ConsoleSource | undefined;
  readonly #startedAt: number;
  #app: Waystation | undefined;
  #api: Api | undefined;

  private constructor({
    dir,
    settings = {},
    now = Date.now(),
    diskSpace,
    withCatalog = false,
    release,
    releaseRoot,
    consoleSource,
  }: CenterOptions) {
    this.dir = dir;
    this.clock = new ManualClock(now);
    this.#startedAt = now;
    this.#diskSpace = diskSpace;
    this.#withCatalog = withCatalog;
    this.#release = release;
    this.#releaseRoot = releaseRoot;
    this.#consoleSource = consoleSource;
    const bssci = { ...quick.bssci, ...settings.bssci };
    const limits = { ...quick.limits, ...settings.limits };
    this.#settings = { ...quick, ...settings, bssci, limits };
  }

  static async start(options: CenterOptions): Promise<Center> {
    const center = new Center(options);
    await center.begin();
    return center;
  }

  get app(): Waystation {
    if (!this.#app) throw new Error('the center is stopped');
    return this.#app;
  }

  get api(): Api {
    if (!this.#api) throw new Error('the center is stopped');
    return this.#api;
  }

  get ports(): Ports {
    return this.app.ports;
  }

  get database(): string {
    return join(this.dir, 'waystation.db');
  }

  /** Starts what was stopped, on the same data. @param carrying as a trial whose database the program before could not use */
  async begin({ carrying = false } = {}): Promise<void> {
    const destination = { write: (line: string) => void this.log.push(line) };
    const log = await createLog({ level: 'trace', format: 'json', destination });
    const settings = { ...this.#settings, data_dir: this.dir, store: { ...this.#settings.store, path: this.database } };
    this.#app = await startWaystation(settings, {
      clock: this.clock,
      log,
      schemas,
      carrying,
      ...(this.#diskSpace && { diskSpace: this.#diskSpace }),
      ...(this.#release && { release: this.#release }),
      ...(this.#releaseRoot && { releaseRoot: this.#releaseRoot }),
      ...(this.#consoleSource && { consoleSource: this.#consoleSource }),
      ...(!this.#withCatalog && { readShipped: () => EMPTY_CATALOG }),
    });
    this.#api = carrying ? undefined : openApi(this.#app.ports.gateway, undefined, service);
  }

  /** Ends it in order, as the program does on SIGTERM; winds the clock only for those who wait for peers. */
  async stop(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    if (!app) return;
    const stopped = app.stop().then(() => true);
    while (!(await Promise.race([stopped, pause()]))) await this.clock.advance(1000);
    this.#api?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** A connected station with a certificate of this center's own authority. */
  async baseStation({ bsEui, register = true, certificateOf, ...options }: DialOptions): Promise<SimulatedStation> {
    if (register) await this.api.call('CreateBaseStation', { base_station: { bs_eui: bsEui } });
    const { certPem, keyPem, caPem } = await this.app.pki.issue({
      kind: 'base-station',
      eui: euiOf(certificateOf ?? bsEui),
    });
    const station = await SimulatedStation.connect({
      host: LOOPBACK,
      port: this.ports.bssci,
      ca: caPem,
      cert: certPem,
      key: keyPem,
      clock: this.clock,
      bsEui,
      ...options,
    });
    // Nothing after this line meets a session that is still being opened.
    if (options.dialect?.stall === undefined) await station.settled();
    return station;
  }

  /** A connected application center with a certificate of this center's own authority. */
  async applicationCenter({
    acEui,
    certificateOf,
    organization,
    ...options
  }: CenterDialOptions): Promise<SimulatedApplicationCenter> {
    const { certPem, keyPem, caPem } = await this.app.pki.issue({
      kind: 'application-center',
      eui: euiOf(certificateOf ?? acEui),
      ...(organization !== undefined && { organization }),
    });
    const center = await SimulatedApplicationCenter.connect({
      host: LOOPBACK,
      port: this.ports.scaci ?? 0,
      ca: caPem,
      cert: certPem,
      key: keyPem,
      clock: this.clock,
      acEui,
      ...options,
    });
    if (options.conduct?.stall === undefined) await center.settled();
    return center;
  }

  /** Registers an endpoint with a key of its own; returns the key. */
  async endpoint(endpoint: EndPointOut & { readonly ep_eui: string }): Promise<Buffer> {
    const key = randomBytes(16);
    await this.api.call('CreateEndPoint', { endpoint: { nwk_key: key.toString('hex'), ...endpoint } });
    return key;
  }

  /** What is visible and what becomes so, or only what comes after a cursor. */
  follow(afterSeq?: string): Follower {
    // From the beginning, so that nothing is missed that becomes visible before the stream has been opened.
    const seconds = Math.floor(this.#startedAt / 1000) - 1;
    return new Follower(this.api, afterSeq === undefined ? { start_time: { seconds } } : { after_seq: afterSeq });
  }

  /** How many messages are visible. */
  async visible(): Promise<number> {
    return (await this.api.call('ListMessages', {})).total_count;
  }

  /** Types of the stored events, in order. */
  events(): string[] {
    return this.rows('SELECT event_type FROM event ORDER BY seq').map(row => String(row.event_type));
  }

  rows(sql: string): Record<string, unknown>[] {
    return this.#withDb('reader', db => db.prepare(sql).all() as Record<string, unknown>[]);
  }

  /** Changes the database behind the center's back. */
  sabotage(sql: string): void {
    this.#withDb('writer', db => db.exec(sql));
  }

  #withDb<T>(mode: 'reader' | 'writer', use: (db: Db) => T): T {
    const db = openDb(this.database, { engine: 'better-sqlite3', mode });
    try {
      return use(db);
    } finally {
      db.close();
    }
  }
}

/** A client that follows the messages. */
export class Follower {
  readonly #stream: { cancel(): void };
  readonly #arrived: MessageIn[] = [];
  #waiting: (() => void)[] = [];
  /** Resolves with the error the stream ended with. */
  readonly ended: Promise<Error>;
  #over: Error | undefined;

  constructor(api: Api, from: { after_seq: string } | { start_time: { seconds: number } }) {
    const stream = api.stream('StreamMessages', from);
    this.#stream = stream;
    stream.on('data', (message: MessageIn) => {
      this.#arrived.push(message);
      this.#newMessages();
    });
    this.ended = new Promise(resolve => {
      stream.on('error', error => {
        this.#over = error;
        this.#newMessages();
        resolve(error);
      });
    });
  }

  /** Messages that are here and were not asked for. */
  get pending(): number {
    return this.#arrived.length;
  }

  async next(): Promise<MessageIn> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message) return message;
      if (this.#over) throw this.#over;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  [Symbol.dispose](): void {
    this.#stream.cancel();
  }

  #newMessages(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function pause(): Promise<false> {
  return new Promise(resolve => setTimeout(resolve, PAUSE_MS, false).unref());
}

/** Turns of the event loop after which it is looked now and then: to look all the time would take the time from what is waited for. */
const SOON_TURNS = 20;
const LOOK_MS = 4;

/** Resolves when it has come true, looking in every turn of the event loop for a moment and then every few milliseconds. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await isTrue()); turn++) {
    await new Promise<void>(resolve => (turn < SOON_TURNS ? setImmediate(resolve) : setTimeout(resolve, LOOK_MS)));
  }
}
