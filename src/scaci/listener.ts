import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { hostOf } from '../kit/address.ts';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import { Posix } from '../protocol/errors.ts';
import { FrameWriter } from '../protocol/frames.ts';
import { isJson, JsonFrames, readJson } from '../protocol/json.ts';
import { LivePeers } from '../protocol/live-peers.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { listenTls, type TlsListener } from '../protocol/tls-listener.ts';
import type { Link } from './connect.ts';
import { ScaciFigures } from './figures.ts';
import type { Scaci } from './operations.ts';
import type { CenterCertificate, ScaciOptions } from './options.ts';
import { FIELDS, IDENTIFIER, scaciRules } from './rules.ts';
import { type CenterService, serveCenter } from './serve.ts';
import type { CenterSession, LiveCenters } from './session.ts';

/** Times of the last sign of life are written so often, for all centers at once. */
const TOUCH_MS = 30_000;
const SECOND = 1000;
/** What may be wrong with a certificate of our authority besides its dates: the center is told so in answer to its `con` (SCACI 1). */
const ANSWERABLE: ReadonlySet<string> = new Set(['INVALID_PURPOSE']);

export interface ScaciService {
  /** Null until the listener is open. */
  readonly port: number | null;
  readonly centers: LiveCenters;
  readonly figures: ScaciFigures;
  /** The store has ended this session (row id): its connection is closed. */
  endSession(session: number): void;
  reloadCertificates(): void;
  /** The certificate that centers are shown now, by a handshake with ourselves. @throws Error while the listener is closed */
  shownCertificate(): Promise<X509Certificate>;
  stop(): Promise<void>;
}

/** Opens the port that application centers connect to. */
export async function startScaci(options: ScaciOptions): Promise<ScaciService> {
  const { clock, log, store, metrics, times, limits } = options;
  const live = new LivePeers<Eui, CenterSession>(count => metrics.centersOnline(count));
  const figures = new ScaciFigures();
  const service: CenterService = { ...options, live, figures };
  await store.write.centers.recover(clock.now());
  const encodings = {
    messagePack: scaciRules(limits.open_operations, new FrameWriter(IDENTIFIER)),
    json: scaciRules(limits.open_operations, new JsonFrames(IDENTIFIER)),
  };
  const listening = {
    host: options.host,
    port: options.port,
    clock,
    connections: limits.connections,
    handshakesPerS: limits.handshakes_per_s,
    handshakeMs: times.establish_s * SECOND,
    tls: options.tls,
    answerable: ANSWERABLE,
    chained: options.chained,
    serve(socket: TLSSocket, remoteAddress: string, acceptedAt: number) {
      const until = acceptedAt + times.establish_s * SECOND;
      const certificate = certificateOf(socket, options);
      if (certificate?.revoked()) return 'CERT_REVOKED';
      const served = serve(service, certificate, encodings, socket, remoteAddress, until);
      background(served, cause => log.error({ err: cause, remoteAddress }, 'application center not served'));
      return undefined;
    },
    failed: (cause: Error) => log.error({ err: cause, name: 'scaci' }, 'connection not taken'),
    rejected(reason: string, remoteAddress: string) {
      figures.failed('tls', reason, 'certificate not accepted');
      const at = clock.now();
      const data = { listener: 'scaci', remoteAddress, reason };
      store.write.events
        .raise({ type: 'security.tls_rejected', org: null, sourceId: hostOf(remoteAddress), at, storedAt: at, data })
        .then(fresh => fresh && log.warn(data, 'connection to the port of application centers refused'))
        .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
    },
  };
  let listener: TlsListener | undefined;
  let pending: Promise<TlsListener> | undefined;
  let stopped = false;
  const open = async () => {
    if (stopped) return;
    pending = listenTls(listening);
    listener = await pending;
    figures.port = listener.port;
    figures.online = true;
  };
  if (!options.waitForFiles) await open();
  else {
    options.waitForFiles.then(open).then(
      () => listener && log.info({ name: 'scaci', port: listener.port }, 'listening'),
      (cause: unknown) => log.error({ err: cause }, 'the port of the application centers could not be opened'),
    );
  }
  const touches = clock.every(TOUCH_MS, () => {
    const changed = [...live.all()].map(session => session.unsaved()).filter(touch => touch !== undefined);
    if (changed.length === 0) return;
    store.write.centers.touch(changed).catch((cause: unknown) => log.error({ err: cause }, 'progress not stored'));
  });
  return {
    get port() {
      return listener?.port ?? null;
    },
    centers: live,
    figures,
    endSession(session) {
      for (const center of live.all()) if (center.session === session) center.close('timeout');
    },
    reloadCertificates: () => listener?.reload(),
    async shownCertificate() {
      if (!listener) throw new Error('the listener is closed');
      return await listener.shownCertificate();
    },
    async stop() {
      stopped = true;
      figures.online = false;
      touches.cancel();
      // Files that never came are not waited for; a port that is just being opened is closed again.
      const opened = await pending?.catch(() => undefined);
      await opened?.stop(() => live.close());
    },
  };
}

async function serve(
  service: CenterService,
  certificate: CenterCertificate | undefined,
  encodings: { readonly messagePack: Rules<Scaci>; readonly json: Rules<Scaci> },
  socket: TLSSocket,
  remoteAddress: string,
  until: number,
): Promise<void> {
  const { clock, limits, times, log } = service;
  const reader = new MsgPackReader(FIELDS);
  // Messages are read one by one, whatever they are in; answers are in the encoding of the first (SCACI 3.1).
  let began: 'messagePack' | 'json' | undefined;
  const rules = () => encodings[began ?? 'messagePack'];
  const unreadable = () => rules().frames.error(0, Posix.invalid, 'message not readable');
  const connection = new Connection(socket, {
    clock,
    identifier: IDENTIFIER,
    frameBytes: limits.frame_bytes,
    sendBufferBytes: limits.send_buffer_bytes,
    writeStallMs: times.write_stall_s * SECOND,
    // Never sent: an opId that is none is a message that is not readable.
    badOperationId: unreadable(),
    unreadable,
    read(payload) {
      const json = isJson(payload);
      began ??= json ? 'json' : 'messagePack';
      return json ? readJson(payload, FIELDS) : reader.map(payload);
    },
    failed: cause => log.error({ err: cause, remoteAddress }, 'message not handled'),
  });
  const link: Link = {
    remoteAddress,
    tlsVersion: socket.getProtocol() ?? '',
    cipherSuite: socket.getCipher()?.standardName ?? '',
    certificate,
  };
  await serveCenter(service, connection, rules, link, until);
}

function certificateOf(socket: TLSSocket, { identify, log }: ScaciOptions): CenterCertificate | undefined {
  try {
    const peer = socket.getPeerX509Certificate();
    const certificate = peer && identify(peer.raw);
    const mistake = String(socket.authorizationError);
    if (!certificate || !ANSWERABLE.has(mistake)) return certificate;
    return { ...certificate, problem: certificate.problem ?? `certificate not accepted: ${mistake}` };
  } catch (cause) {
    log.warn({ err: cause }, 'certificate of an application center not readable');
    return undefined;
  }
}
