import type { Eui } from '../kit/eui.ts';
import { hostOf } from '../kit/net/address.ts';
import { SECOND_MS } from '../kit/units.ts';
import type { Rules } from '../protocol/engine.ts';
import { Posix } from '../protocol/errors.ts';
import { type Frames, FrameWriter } from '../protocol/frames.ts';
import { isJson, JsonFrames, readJson } from '../protocol/json.ts';
import { LivePeers } from '../protocol/live-peers.ts';
import {
  type Encoding,
  listenForPeers,
  type PeerListener,
  type PeerListenerOptions,
} from '../protocol/peer-listener.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { ScaciFigures } from './figures.ts';
import { LineMessages } from './line-messages.ts';
import type { Scaci } from './operations.ts';
import type { CenterCertificate, ScaciOptions } from './options.ts';
import { FIELDS, IDENTIFIER, scaciRules } from './rules.ts';
import { type CenterService, serveCenter } from './serve.ts';
import type { CenterSession, LiveCenters, Touch } from './session.ts';

/** What may be wrong with a certificate of our authority besides its dates: the answer to `con` says so (SCACI 1). */
const ANSWERABLE: ReadonlySet<string> = new Set(['INVALID_PURPOSE']);

export interface ScaciService extends Omit<PeerListener, 'port'> {
  /** Null until the listener is open. */
  readonly port: number | null;
  readonly centers: LiveCenters;
  readonly figures: ScaciFigures;
  /** The store has ended this session (row id): its connection is closed. */
  endSession(session: number): void;
}

/** Opens the port that application centers connect to. */
export async function startScaci(options: ScaciOptions): Promise<ScaciService> {
  const { clock, log, store, metrics, times, limits } = options;
  const live = new LivePeers<Eui, CenterSession>(count => metrics.centersOnline(count));
  const figures = new ScaciFigures();
  await store.write.centers.recover(clock.now());
  const encodings = {
    messagePack: scaciRules(limits.open_operations, new FrameWriter(IDENTIFIER)),
    json: scaciRules(limits.open_operations, new JsonFrames(IDENTIFIER)),
  };
  const reader = new MsgPackReader(FIELDS, encodings.messagePack.commands.keys());
  const messages = new Map(Object.values(encodings).map(({ frames }) => [frames, new LineMessages(frames)]));
  const messagesOf = (frames: Frames) => messages.get(frames) ?? new LineMessages(frames);
  const service: CenterService = { ...options, live, figures, messagesOf };
  const listening: PeerListenerOptions<CenterCertificate, Touch> = {
    ...options,
    name: 'scaci',
    identifier: IDENTIFIER,
    frameBytes: limits.frame_bytes,
    handshakeMs: times.establish_s * SECOND_MS,
    writeStallMs: times.write_stall_s * SECOND_MS,
    answerable: ANSWERABLE,
    problemEnds: false,
    live,
    serve({ certificate, socket, remoteAddress, acceptedAt, open }) {
      const { encoding, rules } = eitherEncoding(encodings, reader);
      const tlsVersion = socket.getProtocol() ?? '';
      const cipherSuite = socket.getCipher()?.standardName ?? '';
      const link = { remoteAddress, tlsVersion, cipherSuite, certificate };
      return serveCenter(service, open(encoding), rules, link, acceptedAt + times.establish_s * SECOND_MS);
    },
    rejected(reason, remoteAddress) {
      figures.failed('tls', reason, 'certificate not accepted');
      const at = clock.now();
      const data = { listener: 'scaci', remoteAddress, reason };
      store.write.events
        .raise({ type: 'security.tls_rejected', org: null, sourceId: hostOf(remoteAddress), at, storedAt: at, data })
        .then(fresh => fresh && log.warn(data, 'connection to the port of application centers refused'))
        .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
    },
    touch: changed => store.write.centers.touch(changed),
  };
  let listener: PeerListener | undefined;
  let pending: Promise<PeerListener> | undefined;
  let stopped = false;
  const open = async () => {
    if (stopped) return;
    pending = listenForPeers(listening);
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
  return {
    get port() {
      return listener?.port ?? null;
    },
    centers: live,
    figures,
    endSession(session) {
      for (const center of live.all()) if (center.session === session) center.close('timeout');
    },
    reloadCertificates: () => listener?.reloadCertificates(),
    async shownCertificate() {
      if (!listener) throw new Error('the listener is closed');
      return await listener.shownCertificate();
    },
    async stop() {
      stopped = true;
      figures.online = false;
      // Files that never came are not waited for; a port that is just being opened is closed again.
      const opened = await pending?.catch(() => undefined);
      await opened?.stop();
    },
  };
}

/** Messages are read one by one, whatever they are in; answers are in the encoding of the first (SCACI 3.1). */
function eitherEncoding(
  encodings: { readonly messagePack: Rules<Scaci>; readonly json: Rules<Scaci> },
  reader: MsgPackReader,
): {
  readonly encoding: Encoding;
  rules(): Rules<Scaci>;
} {
  let began: 'messagePack' | 'json' | undefined;
  const rules = () => encodings[began ?? 'messagePack'];
  const unreadable = () => rules().frames.error(0, Posix.invalid, 'message not readable');
  const read = (payload: Buffer) => {
    const json = isJson(payload);
    began ??= json ? 'json' : 'messagePack';
    return json ? readJson(payload, FIELDS) : reader.map(payload);
  };
  // The answer to a bad opId is never sent: that is a message that is not readable.
  return { encoding: { read, unreadable, badOperationId: unreadable() }, rules };
}
