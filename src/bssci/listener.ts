import type { X509Certificate } from 'node:crypto';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { Store } from '../domain/domain.ts';
import type { Order } from '../domain/session/order.ts';
import type { Uplinks } from '../domain/uplink/receive.ts';
import { hostOf } from '../kit/address.ts';
import { background } from '../kit/background.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { Connection } from '../protocol/connection.ts';
import { Posix } from '../protocol/errors.ts';
import { LivePeers } from '../protocol/live-peers.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { listenTls } from '../protocol/tls-listener.ts';
import { Absences } from './absences.ts';
import { AttachService } from './attach.ts';
import { StationControl } from './control.ts';
import type { BssciLimits, BssciMetrics, BssciTimes, ServiceCenter, SharedParts, StationCertificate } from './parts.ts';
import { bssciRules, FIELDS, IDENTIFIER } from './rules.ts';
import { type LiveStations, type StationSession, serveStation } from './session.ts';
import { VariableMac } from './variable-mac.ts';

/** Ids of pings and times of the last sign of life are written so often, for all stations at once (flash wear). */
const TOUCH_MS = 30_000;
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
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly uplinks: Pick<Uplinks, 'receive' | 'receiveMac'>;
  /** Says where to the operations go that the store starts. */
  ordersTo(sink: (orders: readonly Order[]) => void): void;
  readonly metrics: BssciMetrics;
  readonly serviceCenter: ServiceCenter;
  /** Whether it is our clock that differs from what a station says (milliseconds), and not the station's. */
  clockIsWrong(stationMs: number): boolean;
  /** Options of the TLS server; asked again by `reloadCertificates`. */
  tls(): TlsOptions;
  /** What the certificate (DER) of a station says. */
  identify(der: Uint8Array): StationCertificate;
  /** Whether a certificate comes from an authority of ours, whatever its dates. */
  chained(certificate: X509Certificate): boolean;
}

export interface BssciService {
  readonly port: number;
  readonly stations: LiveStations;
  readonly attach: AttachService;
  readonly control: StationControl;
  /** New connections get the new certificates; those that are open go on with the old ones. */
  reloadCertificates(): void;
  /** The certificate that stations are shown now, by a handshake with ourselves. */
  shownCertificate(): Promise<X509Certificate>;
  stop(): Promise<void>;
}

/** Opens the port that base stations connect to. */
export async function startBssci(options: BssciOptions): Promise<BssciService> {
  const { clock, log, store, metrics, times, limits, sealer } = options;
  const live = new LivePeers<number, StationSession>(count => metrics.stationsOnline(count));
  const absences = new Absences(clock);
  const attach = new AttachService({
    store,
    live,
    sealer,
    clock,
    log,
    repeatMs: times.attach_repeat_s * SECOND,
  });
  const variableMac = new VariableMac(times.mac_types, store.write.sessions);
  const shared: SharedParts = {
    ...{ clock, log, store, times, limits, sealer, metrics, attach, live, absences, variableMac },
    bindCertificate: options.bindCertificate,
    uplinks: options.uplinks,
    serviceCenter: options.serviceCenter,
    clockIsWrong: options.clockIsWrong,
    rules: bssciRules(limits.open_operations, variableMac.on),
  };
  // What is for a session that is away comes with its next resume.
  options.ordersTo(orders => {
    for (const order of orders) {
      const session = live.find(order.station);
      if (session?.session === order.session) session.order(order);
    }
  });
  await store.write.sessions.recover(clock.now());

  const listener = await listenTls({
    host: options.host,
    port: options.port,
    clock,
    connections: limits.connections,
    handshakesPerS: limits.handshakes_per_s,
    handshakeMs: times.handshake_s * SECOND,
    tls: options.tls,
    chained: options.chained,
    serve(socket, remoteAddress) {
      let certificate: StationCertificate | undefined;
      try {
        const peer = socket.getPeerX509Certificate();
        certificate = peer && options.identify(peer.raw);
      } catch (cause) {
        log.warn({ err: cause, remoteAddress }, 'certificate not readable');
        return 'CERT_UNREADABLE';
      }
      if (certificate?.problem !== undefined) return certificate.problem;
      if (certificate?.revoked()) return 'CERT_REVOKED';
      const served = serve(shared, certificate, socket, remoteAddress);
      background(served, cause => log.error({ err: cause, remoteAddress }, 'base station not served'));
      return undefined;
    },
    failed: cause => log.error({ err: cause, name: 'bssci' }, 'connection not taken'),
    rejected(reason, remoteAddress) {
      const at = clock.now();
      const data = { listener: 'bssci', remoteAddress, reason };
      store.write.events
        .raise({ type: 'security.tls_rejected', org: null, sourceId: hostOf(remoteAddress), at, storedAt: at, data })
        .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
    },
  });
  const touches = clock.every(TOUCH_MS, () => {
    const changed = [...live.all()].map(session => session.unsaved()).filter(touch => touch !== undefined);
    if (changed.length === 0) return;
    store.write.sessions.touch(changed).catch((cause: unknown) => log.error({ err: cause }, 'progress not stored'));
  });
  return {
    port: listener.port,
    stations: live,
    attach,
    control: new StationControl({ live, clock, store }),
    reloadCertificates: listener.reload,
    shownCertificate: listener.shownCertificate,
    async stop() {
      touches.cancel();
      await listener.stop(() => live.close());
      absences.announceAll();
    },
  };
}

async function serve(
  shared: SharedParts,
  certificate: StationCertificate | undefined,
  socket: TLSSocket,
  remoteAddress: string,
): Promise<void> {
  const { clock, limits, times, log, rules } = shared;
  const reader = new MsgPackReader(FIELDS);
  const connection = new Connection(socket, {
    clock,
    identifier: IDENTIFIER,
    read: payload => reader.map(payload),
    frameBytes: limits.connect_frame_bytes,
    sendBufferBytes: limits.send_buffer_bytes,
    writeStallMs: times.write_stall_s * SECOND,
    badOperationId: rules.frames.error(0, Posix.protocol, 'opId is not valid'),
    failed: cause => log.error({ err: cause, remoteAddress }, 'message not handled'),
  });
  await serveStation(shared, connection, certificate, remoteAddress);
}
