import { createServer, type Server, type Socket } from 'node:net';
import tls, { type TLSSocket, type TlsOptions } from 'node:tls';
import type { AttachRecords } from '../domain/attach/records.ts';
import type { DownlinkRecords } from '../domain/downlink/records.ts';
import type { Order } from '../domain/station/orders.ts';
import type { SessionRecords } from '../domain/station/records.ts';
import type { TransmitRecords } from '../domain/station/transmit.ts';
import type { UplinkReport } from '../domain/uplink/receive.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { Connection } from '../protocol/connection.ts';
import { Posix } from '../protocol/errors.ts';
import { AttachService } from './attach.ts';
import { StationControl } from './control.ts';
import { LiveStations } from './live.ts';
import type { BssciLimits, BssciMetrics, BssciTimes, ServiceCenter, SharedParts, StationCertificate } from './parts.ts';
import { bssciRules, IDENTIFIER } from './rules.ts';
import { serveStation } from './session.ts';

/** Ids of pings and times of the last sign of life are written so often, for all stations at once (flash wear). */
const TOUCH_MS = 30_000;
const KEEPALIVE_MS = 30_000;
const SECOND = 1000;

export interface BssciOptions {
  readonly host: string;
  readonly port: number;
  /** The keys of `bssci` in the configuration. */
  readonly times: BssciTimes;
  readonly limits: BssciLimits;
  readonly bindCertificate: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly sessions: SessionRecords;
  readonly attaches: AttachRecords;
  readonly downlinks: DownlinkRecords;
  readonly transmits: TransmitRecords;
  readonly uplinks: { receive(report: UplinkReport): Promise<void> };
  /** Says where to the operations go that the store starts. */
  ordersTo(sink: (orders: readonly Order[]) => void): void;
  readonly metrics: BssciMetrics;
  readonly serviceCenter: ServiceCenter;
  /** Options of the TLS server; asked again by `reloadCertificates`. */
  tls(): TlsOptions;
  /** What the certificate (DER) of a station says. */
  identify(der: Uint8Array): StationCertificate;
}

export interface BssciService {
  readonly port: number;
  readonly stations: LiveStations;
  readonly attach: AttachService;
  readonly control: StationControl;
  /** New connections get the new certificates; those that are open go on with the old ones. */
  reloadCertificates(): void;
  stop(): Promise<void>;
}

/** Opens the port that base stations connect to. */
export async function startBssci(options: BssciOptions): Promise<BssciService> {
  const { clock, log, sessions, attaches, metrics, times, limits, sealer } = options;
  const live = new LiveStations(clock, count => metrics.stationsOnline(count));
  const attach = new AttachService({
    records: attaches,
    live,
    sealer,
    clock,
    log,
    repeatMs: times.attach_repeat_s * SECOND,
  });
  const shared: SharedParts = {
    ...{ clock, log, times, limits, sealer, metrics, attach, attaches, live },
    records: sessions,
    bindCertificate: options.bindCertificate,
    uplinks: options.uplinks,
    downlinks: options.downlinks,
    transmits: options.transmits,
    serviceCenter: options.serviceCenter,
    rules: bssciRules(limits.open_operations),
  };
  options.ordersTo(orders => live.write(orders));
  await sessions.recover(clock.now());

  const gate = new Gate(options);
  const secure = tls.createServer(options.tls());
  secure.on('secureConnection', socket => {
    gate.through(socket);
    void serve(shared, options, socket);
  });
  secure.on('tlsClientError', (cause: NodeJS.ErrnoException, socket) => {
    // A port scan or a lost link is no event; a certificate that does not fit is.
    if (!cause.code?.startsWith('ERR_')) return;
    const at = clock.now();
    const data = { listener: 'bssci', remoteAddress: addressOf(socket), reason: cause.code };
    sessions
      .raise({ type: 'security.tls_rejected', org: null, sourceId: data.remoteAddress, at, storedAt: at, data })
      .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
  });
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS, noDelay: true }, raw => {
    if (gate.admit(raw)) secure.emit('connection', raw);
  });
  await listening(server, options.host, options.port);
  const touches = clock.every(TOUCH_MS, () => {
    const changed = [...live.sessions()].map(session => session.unsaved()).filter(touch => touch !== undefined);
    if (changed.length === 0) return;
    sessions.touch(changed).catch((cause: unknown) => log.error({ err: cause }, 'progress not stored'));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    stations: live,
    attach,
    control: new StationControl({ live, clock, transmits: options.transmits }),
    reloadCertificates: () => secure.setSecureContext(options.tls()),
    async stop() {
      touches.cancel();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await live.close();
      gate.cutAll();
      await closed;
    },
  };
}

async function serve(shared: SharedParts, options: BssciOptions, socket: TLSSocket): Promise<void> {
  const { clock, limits, times, log, rules } = shared;
  const remoteAddress = addressOf(socket);
  const connection = new Connection(socket, {
    clock,
    identifier: IDENTIFIER,
    frameBytes: limits.connect_frame_bytes,
    sendBufferBytes: limits.send_buffer_bytes,
    writeStallMs: times.write_stall_s * SECOND,
    badOperationId: rules.frames.error(0, Posix.protocol, 'opId is not valid'),
    failed: cause => log.error({ err: cause, remoteAddress }, 'message not handled'),
  });
  let certificate: StationCertificate | undefined;
  try {
    const peer = socket.getPeerX509Certificate();
    certificate = peer && options.identify(peer.raw);
  } catch (cause) {
    log.warn({ err: cause, remoteAddress }, 'certificate not readable');
    connection.close('tls_error');
  }
  await serveStation(shared, connection, certificate, remoteAddress);
}

/** Keeps connections out before they cost a TLS handshake, and cuts those that do not finish theirs. */
class Gate {
  readonly #options: BssciOptions;
  readonly #sockets = new Set<Socket>();
  readonly #handshakes = new Map<string, Timer>();
  #perAddress = new Map<string, number>();
  #second = 0;

  constructor(options: BssciOptions) {
    this.#options = options;
  }

  admit(raw: Socket): boolean {
    const { limits, clock, times } = this.#options;
    const host = raw.remoteAddress ?? '';
    if (this.#sockets.size >= limits.connections || this.#count(host) > limits.handshakes_per_s) {
      raw.destroy();
      return false;
    }
    const key = addressOf(raw);
    this.#sockets.add(raw);
    raw.once('close', () => {
      this.#sockets.delete(raw);
      this.#ended(key);
    });
    this.#handshakes.set(
      key,
      clock.after(times.handshake_s * SECOND, () => raw.destroy()),
    );
    return true;
  }

  through(socket: TLSSocket): void {
    this.#ended(addressOf(socket));
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #ended(key: string): void {
    this.#handshakes.get(key)?.cancel();
    this.#handshakes.delete(key);
  }

  #count(host: string): number {
    const second = Math.floor(this.#options.clock.monotonic() / SECOND);
    if (second !== this.#second) {
      this.#second = second;
      this.#perAddress = new Map();
    }
    const count = (this.#perAddress.get(host) ?? 0) + 1;
    this.#perAddress.set(host, count);
    return count;
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  const host = remoteAddress ?? '';
  return host.includes(':') ? `[${host}]:${remotePort}` : `${host}:${remotePort}`;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
