import type { TLSSocket, TlsOptions } from 'node:tls';
import type { CenterRecords } from '../domain/center/records.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Wake } from '../kit/wake.ts';
import { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import { Posix } from '../protocol/errors.ts';
import { FrameWriter } from '../protocol/frames.ts';
import { isJson, JsonFrames, readJson } from '../protocol/json.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { listenTls } from '../protocol/tls-listener.ts';
import type { CenterEffects } from './effects.ts';
import { ScaciFigures } from './figures.ts';
import { LiveCenters } from './live.ts';
import type { Scaci } from './operations.ts';
import type {
  CenterCertificate,
  CenterParts,
  Link,
  ScaciLimits,
  ScaciMetrics,
  ScaciTimes,
  ServiceCenter,
} from './parts.ts';
import { IDENTIFIER, scaciRules } from './rules.ts';
import { serveCenter } from './session.ts';

/** Times of the last sign of life are written so often, for all centers at once. */
const TOUCH_MS = 30_000;
const SECOND = 1000;
/** What may be wrong with a certificate of our authority: the center is told so in answer to its `con` (SCACI 1). */
const ANSWERABLE: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'INVALID_PURPOSE']);

export interface ScaciOptions {
  readonly host: string;
  readonly port: number;
  readonly times: ScaciTimes;
  readonly limits: ScaciLimits;
  readonly bindCertificate: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: CenterRecords;
  readonly effects: CenterEffects;
  readonly metrics: ScaciMetrics;
  readonly serviceCenter: ServiceCenter;
  readonly wake: Wake;
  /** Options of the TLS server; asked again by `reloadCertificates`. */
  tls(): TlsOptions;
  /** What the certificate (DER) of a center says. */
  identify(der: Uint8Array): CenterCertificate;
}

export interface ScaciService {
  readonly port: number;
  readonly centers: LiveCenters;
  readonly figures: ScaciFigures;
  reloadCertificates(): void;
  stop(): Promise<void>;
}

/** Opens the port that application centers connect to. */
export async function startScaci(options: ScaciOptions): Promise<ScaciService> {
  const { clock, log, records, metrics, times, limits } = options;
  const live = new LiveCenters(count => metrics.centersOnline(count));
  const figures = new ScaciFigures();
  const parts: CenterParts = { ...options, live, figures };
  await records.recover(clock.now());
  const encodings = {
    messagePack: scaciRules(limits.open_operations, new FrameWriter(IDENTIFIER)),
    json: scaciRules(limits.open_operations, new JsonFrames(IDENTIFIER)),
  };
  const listener = await listenTls({
    host: options.host,
    port: options.port,
    clock,
    connections: limits.connections,
    handshakesPerS: limits.handshakes_per_s,
    handshakeMs: times.establish_s * SECOND,
    tls: options.tls,
    answerable: ANSWERABLE,
    serve: (socket, remoteAddress, acceptedAt) => {
      const until = acceptedAt + times.establish_s * SECOND;
      void serve(parts, options, encodings, socket, remoteAddress, until);
    },
    rejected(reason, remoteAddress) {
      figures.failed('tls', reason, 'certificate not accepted');
      const at = clock.now();
      const data = { listener: 'scaci', remoteAddress, reason };
      records
        .raise({ type: 'security.tls_rejected', org: null, sourceId: remoteAddress, at, storedAt: at, data })
        .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
    },
  });
  const touches = clock.every(TOUCH_MS, () => {
    const changed = [...live.sessions()].map(session => session.unsaved()).filter(touch => touch !== undefined);
    if (changed.length === 0) return;
    records.touch(changed).catch((cause: unknown) => log.error({ err: cause }, 'progress not stored'));
  });
  figures.port = listener.port;
  figures.online = true;
  return {
    port: listener.port,
    centers: live,
    figures,
    reloadCertificates: listener.reload,
    async stop() {
      figures.online = false;
      touches.cancel();
      await listener.stop(() => live.close());
    },
  };
}

async function serve(
  parts: CenterParts,
  options: ScaciOptions,
  encodings: { readonly messagePack: Rules<Scaci>; readonly json: Rules<Scaci> },
  socket: TLSSocket,
  remoteAddress: string,
  until: number,
): Promise<void> {
  const { clock, limits, times, log } = parts;
  const reader = new MsgPackReader();
  // Messages are read one by one, whatever they are in; answers are in the encoding of the first (SCACI 3.1).
  let began: 'messagePack' | 'json' | undefined;
  const rules = () => encodings[began ?? 'messagePack'];
  const unreadable = () => rules().frames.error(0, Posix.invalid, 'message not readable');
  const connection = new Connection(socket, {
    clock,
    identifier: IDENTIFIER,
    frameBytes: limits.connect_frame_bytes,
    sendBufferBytes: limits.send_buffer_bytes,
    writeStallMs: times.write_stall_s * SECOND,
    // Never sent: an opId that is none is a message that is not readable.
    badOperationId: unreadable(),
    unreadable,
    read(payload) {
      const json = isJson(payload);
      began ??= json ? 'json' : 'messagePack';
      return json ? readJson(payload) : reader.map(payload);
    },
    failed: cause => log.error({ err: cause, remoteAddress }, 'message not handled'),
  });
  const link: Link = {
    remoteAddress,
    tlsVersion: socket.getProtocol() ?? '',
    cipherSuite: socket.getCipher()?.standardName ?? '',
    certificate: certificateOf(socket, options),
  };
  await serveCenter(parts, connection, rules, link, until);
}

function certificateOf(socket: TLSSocket, { identify, log }: ScaciOptions): CenterCertificate | undefined {
  try {
    const peer = socket.getPeerX509Certificate();
    const certificate = peer && identify(peer.raw);
    if (!certificate || socket.authorized) return certificate;
    // What TLS has found wrong stays wrong, whatever our clock says.
    return { ...certificate, problem: certificate.problem ?? `certificate not accepted: ${socket.authorizationError}` };
  } catch (cause) {
    log.warn({ err: cause }, 'certificate of an application center not readable');
    return undefined;
  }
}
