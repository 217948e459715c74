import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BssciService, startBssci } from '../../src/bssci/listener.ts';
import type { BssciLimits, BssciOptions, BssciTimes } from '../../src/bssci/options.ts';
import { openStore } from '../../src/compose/store.ts';
import { type Db, openDb } from '../../src/database/driver.ts';
import type { Store } from '../../src/domain/domain.ts';
import type { DownlinkPolicy } from '../../src/domain/downlink/hand-over.ts';
import { packUplink, type UplinkReport } from '../../src/domain/uplink/receive.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { createLog } from '../../src/kit/log.ts';
import { type Sealer, sealer } from '../../src/kit/seal.ts';
import { nameMatch, peerIdentity, tlsOptions } from '../../src/pki/peer.ts';
import { makeDatabase } from '../domain/database.ts';
import { type Certificate, type TestAuthority, testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { type Fields, RawStation } from '../peers/raw-station.ts';

export const BS = 'fe00000000000b51' as Eui;
export const BS2 = 'fe00000000000b52' as Eui;
export const SC = 'fe00000000005c01' as Eui;
export const EP = 'fe0000000000e101' as Eui;
export const NWK_KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
export const UUID = [...Buffer.from('8f3c1a527d604e9ba107c4e82b95d630', 'hex')];

const times: BssciTimes = {
  register_unknown: false,
  handshake_s: 30,
  con_s: 30,
  con_cmp_s: 30,
  write_stall_s: 10,
  ping_s: 30,
  dead_s: 60,
  ping_answer_s: 30,
  status_first_s: 86_400,
  status_s: 60,
  answer_s: 60,
  attach_repeat_s: 300,
  propagate_group: 50,
  propagate_pause_ms: 0,
  session_retention_s: 86_400,
  mac_types: [],
};
const limits: BssciLimits = {
  connections: 64,
  handshakes_per_s: 1000,
  connect_frame_bytes: 65_536,
  frame_bytes: 1_048_576,
  open_operations: 1024,
  send_buffer_bytes: 4_194_304,
};

export interface Overrides {
  readonly times?: Partial<BssciTimes>;
  readonly limits?: Partial<BssciLimits>;
  readonly bindCertificate?: boolean;
  readonly receive?: (report: UplinkReport) => Promise<void>;
  /** Runs before a telegram of a foreign MAC is stored. */
  readonly receiveMac?: () => Promise<void>;
  /** Uplinks are stored as in the product, and may claim downlinks; otherwise they are only written down. */
  readonly stored?: boolean;
  readonly downlink?: DownlinkPolicy;
  /** Whether a certificate is revoked, each time that is asked. */
  readonly revoked?: () => boolean;
}

/** The part of a service center that stations see, on a database of its own, with time that a test winds. */
export class Center implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly sealer: Sealer = sealer(Buffer.alloc(32, 7));
  readonly db: Db;
  readonly store: Store;
  /** Uplinks as they were handed on. */
  readonly reports: UplinkReport[] = [];
  /** Lines of the log that tell of an error. */
  readonly errors: string[] = [];
  readonly authority: TestAuthority;
  readonly #server: Certificate;
  readonly #overrides: Overrides;
  readonly #certificates = new Map<string, Promise<Certificate>>();
  bssci!: BssciService;

  private constructor(db: Db, store: Store, authority: TestAuthority, server: Certificate, overrides: Overrides) {
    this.db = db;
    this.store = store;
    this.authority = authority;
    this.#server = server;
    this.#overrides = overrides;
  }

  static async start(dir: string, overrides: Overrides = {}): Promise<Center> {
    mkdirSync(dir, { recursive: true });
    const path = join(dir, 'waystation.db');
    makeDatabase(path);
    const store = await openStore({
      ...{ path, engine: 'better-sqlite3', synchronous: 'normal' },
      ...(overrides.downlink && { downlink: overrides.downlink }),
    });
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
    const authority = await testAuthority();
    const center = new Center(db, store, authority, await authority.server(), overrides);
    await store.write.installation.establish({}, '018f0000-0000-7000-8000-000000000001', center.clock.now());
    await center.begin();
    return center;
  }

  /** Starts listening; after `stop`, the same center once more. */
  async begin(): Promise<void> {
    const { clock, sealer, store } = this;
    const { revoked = () => false } = this.#overrides;
    const options: BssciOptions = {
      host: '127.0.0.1',
      port: 0,
      times: { ...times, ...this.#overrides.times },
      limits: { ...limits, ...this.#overrides.limits },
      bindCertificate: this.#overrides.bindCertificate ?? true,
      ...{ clock, store, sealer },
      log: await createLog({ level: 'error', format: 'json', destination: { write: line => this.errors.push(line) } }),
      ordersTo: store.ordersTo,
      uplinks: {
        receive: async report => {
          if (this.#overrides.stored) {
            await this.#receive(report);
            return;
          }
          await this.#overrides.receive?.(report);
          this.reports.push(report);
          await store.write.sessions.touch([
            { station: report.reception.station, progress: report.progress, lastSeenAt: clock.now() },
          ]);
        },
        receiveMac: async report => {
          await this.#overrides.receiveMac?.();
          await store.write.uplinks.receiveMac(report);
        },
      },
      metrics: { frame() {}, protocolError() {}, stationsOnline() {} },
      clockIsWrong: () => false,
      serviceCenter: { eui: SC, name: 'center', vendor: 'Waystation', model: 'test', swVersion: '0' },
      tls: () => {
        const { cert, key } = this.#server;
        return tlsOptions({ certPem: cert, keyPem: key, caPem: this.authority.ca }, 'TLSv1.2');
      },
      identify(certificate) {
        const identity = peerIdentity(certificate);
        const { fingerprint, notAfter } = identity;
        const match = (bsEui: Eui) => nameMatch(identity, 'bs', bsEui);
        return { fingerprint, notAfter, problem: undefined, match, revoked, remember() {} };
      },
      chained: () => true,
    };
    this.bssci = await startBssci(options);
  }

  /** Commit 1 of an uplink, as the product does it. */
  async #receive(report: UplinkReport): Promise<void> {
    await this.store.write.uplinks.receive(packUplink(report));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = this.bssci.stop();
    await this.clock.advance(5000);
    await stopped;
    await this.store.close();
    this.db.close();
  }

  /** Resolves when the session of a station is active. */
  async online(station: number): Promise<void> {
    while (!this.bssci.stations.connected(station)) await new Promise(resolve => setImmediate(resolve));
  }

  /** Resolves when no station is connected any more and everything about it is stored. */
  async deserted(): Promise<void> {
    while (this.bssci.stations.count > 0) await new Promise(resolve => setImmediate(resolve));
    await this.stored();
  }

  /** Resolves when every write that was asked for has been done. */
  async stored(): Promise<void> {
    await this.store.write.events.closeFolds(this.clock.now());
  }

  /** Registers a station; returns its row id. */
  station(eui: Eui, columns: Record<string, string | number> = {}): number {
    return this.insert('base_station', { org: 1, eui, name: eui, created_at: 0, updated_at: 0, ...columns });
  }

  /** Registers an endpoint with the network key of the worked examples; returns its row id. */
  endpoint(eui: Eui, columns: Record<string, string | number | Uint8Array | null> = {}): number {
    const nwkKey = this.sealer.seal(NWK_KEY, `endpoint:${eui}:nwk_key`);
    const given = { org: 1, eui, name: eui, ep_class: 'Z', nwk_key: nwkKey, created_at: 0, updated_at: 0 };
    return this.insert('endpoint', { ...given, ...columns });
  }

  insert(table: string, columns: Record<string, string | number | Uint8Array | null>): number {
    const names = Object.keys(columns);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    return this.db.prepare(sql).run(...Object.values(columns)).lastInsertRowid;
  }

  row(sql: string, ...parameters: (string | number)[]): Fields | undefined {
    return this.db.prepare(sql).get(...parameters) as Fields | undefined;
  }

  rows(sql: string, ...parameters: (string | number)[]): Fields[] {
    return this.db.prepare(sql).all(...parameters) as Fields[];
  }

  /** Types of the stored events, in order. */
  events(): string[] {
    return this.rows('SELECT event_type FROM event ORDER BY seq').map(row => String(row.event_type));
  }

  certificate(name: string): Promise<Certificate> {
    const made = this.#certificates.get(name) ?? this.authority.client(name);
    this.#certificates.set(name, made);
    return made;
  }

  /** A TLS connection with a certificate of this name; nothing is said yet. */
  async dial(name: string = BS): Promise<RawStation> {
    return RawStation.open(this.bssci.port, this.authority.ca, await this.certificate(name));
  }

  /** A connected station, its session open unless it was refused; `con` may be changed field by field. */
  async connect(eui: Eui = BS, con: Fields = {}): Promise<RawStation & { answer: Fields }> {
    const station = await this.dial(eui);
    station.send(conOf(eui, con));
    const answer = await station.next();
    station.send({ command: 'conCmp', opId: 0 });
    if (answer?.command === 'conRsp') await this.#opened(eui, station);
    return Object.assign(station, { answer: answer ?? {} });
  }

  /** What is closed before its session is open would end unseen by who waits for that. */
  async #opened(eui: Eui, { closed }: RawStation): Promise<void> {
    const id = Number(this.row('SELECT id FROM base_station WHERE eui = ? AND deleted_at IS NULL', eui)?.id);
    let over = false;
    void closed.then(() => {
      over = true;
    });
    while (!over && !this.bssci.stations.connected(id)) await new Promise(resolve => setImmediate(resolve));
  }
}

export function conOf(eui: Eui, fields: Fields = {}): Fields {
  const con: Fields = {
    command: 'con',
    opId: 0,
    version: '1.0.0',
    bsEui: BigInt(`0x${eui}`),
    bidi: true,
    snBsUuid: UUID,
  };
  return { ...con, ...fields };
}

export function ulData(opId: number, fields: Fields = {}): Fields {
  return {
    ...{ command: 'ulData', opId, epEui: BigInt(`0x${EP}`), rxTime: 1_767_225_600_123_456_789n, packetCnt: opId },
    ...{ snr: 12.25, rssi: -102.5, userData: [1, 128, 255], dlOpen: false, responseExp: false, dlAck: false },
    ...fields,
  };
}
