import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { hostOf } from '../kit/address.ts';
import { background } from '../kit/background.ts';
import { Connection } from '../protocol/connection.ts';
import { Posix } from '../protocol/errors.ts';
import { LivePeers } from '../protocol/live-peers.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { listenTls } from '../protocol/tls-listener.ts';
import { Absences } from './absences.ts';
import { AttachService } from './attach.ts';
import { StationControl } from './control.ts';
import type { BssciOptions, StationCertificate } from './options.ts';
import { bssciRules, FIELDS, IDENTIFIER } from './rules.ts';
import { type StationService, serveStation } from './serve.ts';
import type { LiveStations, StationSession } from './session.ts';
import { VariableMac } from './variable-mac.ts';

/** Ids of pings and times of the last sign of life are written so often, for all stations at once (flash wear). */
const TOUCH_MS = 30_000;
const SECOND = 1000;

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
  const rules = bssciRules(limits.open_operations, variableMac.on);
  const service: StationService = { ...options, rules, attach, live, absences, variableMac };
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
      const served = serve(service, certificate, socket, remoteAddress);
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
  service: StationService,
  certificate: StationCertificate | undefined,
  socket: TLSSocket,
  remoteAddress: string,
): Promise<void> {
  const { clock, limits, times, log, rules } = service;
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
  await serveStation(service, connection, certificate, remoteAddress);
}
