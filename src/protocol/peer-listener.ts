import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import { Connection, type ConnectionSettings } from './connection.ts';
import type { LivePeers, Revocable } from './live-peers.ts';
import { listenTls, type TlsListenerOptions } from './tls-listener.ts';

/** What every sign of life changes is stored so often, for all peers at once (flash wear). */
const TOUCH_MS = 30_000;

/** What the certificate of a peer says about who it is. */
export interface PeerCertificate extends Revocable {
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  /** Why it may not be used now, if so. */
  readonly problem: string | undefined;
  /** Whether the certificate is for this EUI; `unnamed` when it names none. */
  match(eui: Eui): 'match' | 'mismatch' | 'unnamed';
  /** Stores a certificate that another process has issued, when it is seen for the first time (operations 5). */
  remember(org: number, eui: Eui): void;
}

/** What the service center says about itself. */
export interface ServiceCenterIdentity {
  readonly eui: Eui;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly swVersion: string;
}

export interface PeerLimits {
  readonly connections: number;
  readonly handshakes_per_s: number;
  readonly frame_bytes: number;
  readonly open_operations: number;
  readonly send_buffer_bytes: number;
}

/** What the port of a protocol is opened with. @template C what a certificate says */
export interface PortOptions<C> extends Pick<TlsListenerOptions, 'host' | 'port' | 'clock' | 'tls' | 'chained'> {
  readonly log: Log;
  readonly limits: PeerLimits;
  /** How connections come in: by default over TLS, on a port. */
  readonly listen?: typeof listenTls;
  /** What a certificate says. */
  identify(certificate: X509Certificate): C;
}

/** How payloads are read, and what answers those that are none. */
export type Encoding = Pick<ConnectionSettings, 'read' | 'badOperationId' | 'unreadable'>;

/** A connection whose handshake is done, and whose certificate may be used as far as that is asked here. */
export interface NewPeer<C> {
  /** Undefined when there is none that can be read. */
  readonly certificate: C | undefined;
  readonly socket: TLSSocket;
  /** `host:port` */
  readonly remoteAddress: string;
  /** Monotonic milliseconds of the TCP accept. */
  readonly acceptedAt: number;
  open(encoding: Encoding): Connection;
}

/** @template U what a session has to store now and then */
export interface PeerListenerOptions<C extends PeerCertificate, U>
  extends PortOptions<C>,
    Pick<TlsListenerOptions, 'handshakeMs' | 'answerable' | 'rejected'> {
  /** For the log. */
  readonly name: string;
  /** The first eight bytes of every frame. */
  readonly identifier: Buffer;
  /** Longest payload until the connection says otherwise. */
  readonly frameBytes: number;
  readonly writeStallMs: number;
  readonly live: Pick<LivePeers<unknown, { unsaved(): U | undefined }>, 'all' | 'close'>;
  /** A certificate with a problem ends the connection; otherwise the peer learns of that in answer to its connect. */
  readonly problemEnds: boolean;
  /** Serves a connection to its end. */
  serve(peer: NewPeer<C>): Promise<void>;
  /** Stores what sessions have changed. */
  touch(changed: readonly U[]): Promise<void>;
}

export interface PeerListener {
  readonly port: number;
  /** New connections get the new certificates; those that are open go on with the old ones. */
  reloadCertificates(): void;
  /** The certificate that peers are shown now, by a handshake with ourselves. */
  shownCertificate(): Promise<X509Certificate>;
  /** Ends all connections; resolves when that is stored. */
  stop(): Promise<void>;
}

/** Opens the port that the peers of one protocol connect to. */
export async function listenForPeers<C extends PeerCertificate, U>(
  options: PeerListenerOptions<C, U>,
): Promise<PeerListener> {
  const { clock, limits, listen = listenTls, live, log, name } = options;
  const listener = await listen({
    ...options,
    connections: limits.connections,
    handshakesPerS: limits.handshakes_per_s,
    serve(socket, remoteAddress, acceptedAt) {
      let certificate: C | undefined;
      try {
        certificate = certificateOf(socket, options);
      } catch (cause) {
        log.warn({ err: cause, name, remoteAddress }, 'certificate not readable');
        if (options.problemEnds) return 'CERT_UNREADABLE';
      }
      if (options.problemEnds && certificate?.problem !== undefined) return certificate.problem;
      if (certificate?.revoked()) return 'CERT_REVOKED';
      const open = (encoding: Encoding) =>
        new Connection(socket, {
          ...encoding,
          clock,
          identifier: options.identifier,
          frameBytes: options.frameBytes,
          sendBufferBytes: limits.send_buffer_bytes,
          writeStallMs: options.writeStallMs,
          failed: cause => log.error({ err: cause, name, remoteAddress }, 'message not handled'),
        });
      const served = options.serve({ certificate, socket, remoteAddress, acceptedAt, open });
      background(served, cause => log.error({ err: cause, name, remoteAddress }, 'connection not served'));
      return undefined;
    },
    failed: cause => log.error({ err: cause, name }, 'connection not taken'),
  });
  const touches = clock.every(TOUCH_MS, () => {
    const changed = [...live.all()].map(session => session.unsaved()).filter(touch => touch !== undefined);
    if (changed.length === 0) return;
    background(options.touch(changed), cause => log.error({ err: cause, name }, 'progress not stored'));
  });
  return {
    port: listener.port,
    reloadCertificates: listener.reload,
    shownCertificate: listener.shownCertificate,
    async stop() {
      touches.cancel();
      await listener.stop(() => live.close());
    },
  };
}

function certificateOf<C extends PeerCertificate>(
  socket: TLSSocket,
  { identify, answerable }: Pick<PeerListenerOptions<C, unknown>, 'identify' | 'answerable'>,
): C | undefined {
  const shown = socket.getPeerX509Certificate();
  const certificate = shown && identify(shown);
  const mistake = String(socket.authorizationError);
  if (!certificate || !answerable?.has(mistake)) return certificate;
  return { ...certificate, problem: certificate.problem ?? `certificate not accepted: ${mistake}` };
}
