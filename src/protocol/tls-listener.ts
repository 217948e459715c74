import type { X509Certificate } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import tls, { type TLSSocket, type TlsOptions } from 'node:tls';
import { plainAddress } from '../kit/net/address.ts';
import { servedCertificate } from '../kit/net/served-certificate.ts';
import { ConnectionGate, type GateOptions } from './connection-gate.ts';

/** OpenSSL judges them by the clock of the system, which need not be right (operations 5). */
const DATES: ReadonlySet<string> = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);
const FOREIGN = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
const KEEPALIVE_MS = 30_000;
/**
 * Connections that the system keeps until they are accepted, if it allows so many. From one that does not fit it hears again after
 * one second, three and seven: a site that comes back as a whole would take ten seconds for that alone.
 */
const BACKLOG = 4096;

export interface TlsListenerOptions extends GateOptions {
  readonly host: string;
  readonly port: number;
  /** Options of the TLS server; asked again by `reload`. */
  tls(): TlsOptions;
  /** Mistakes in a certificate, besides its dates, that `serve` judges itself, by their OpenSSL name; all others end the connection. */
  readonly answerable?: ReadonlySet<string>;
  /** Whether a certificate comes from an authority of this listener, whatever its dates. */
  chained(certificate: X509Certificate): boolean;
  /**
   * Takes a connection whose handshake is done; the dates of its certificate are not judged yet.
   * @param remoteAddress `host:port`
   * @param acceptedAt monotonic milliseconds of the TCP accept
   * @returns why the certificate is not let in after all; the connection ends then
   */
  serve(socket: TLSSocket, remoteAddress: string, acceptedAt: number): string | undefined;
  /** The port could not take a connection; it goes on listening. */
  failed(cause: Error): void;
  /** A certificate that does not fit; a port scan or a lost link is no such. */
  rejected(code: string, remoteAddress: string): void;
}

export interface TlsListener {
  readonly port: number;
  /** New connections get what `tls` says now; those that are open go on with the old certificates. */
  reload(): void;
  /** The certificate that peers are shown now, by a handshake with ourselves. */
  shownCertificate(): Promise<X509Certificate>;
  /** Stops accepting, lets `close` end what is open, and cuts what is left. */
  stop(close: () => Promise<void>): Promise<void>;
}

/** Opens a port for peers that dial in with mutual TLS, and refuses early what would only cost handshakes (BSSCI 2.1, SCACI 1). */
export async function listenTls(options: TlsListenerOptions): Promise<TlsListener> {
  const { host, port } = options;
  const gate = new ConnectionGate(options);
  // Ports from which this process dials its own listener, to check it: a handshake without a certificate is no stranger's.
  const checkPorts = new Set<number>();
  const rejected = (code: string, socket: Socket) => {
    if (!isOwnCheck(socket, checkPorts)) options.rejected(code, addressOf(socket));
  };
  const secure = tls.createServer(options.tls());
  // OpenSSL refuses a client without a certificate, with an alert. What is wrong with one, Node.js judges when the handshake ends: that
  // is decided here instead, and this is the only event with the socket before it. Without effect, dates would be judged by Node.js.
  secure.on('keylog', (_, socket) => Object.assign(socket, { _rejectUnauthorized: false }));
  secure.on('secureConnection', socket => {
    const acceptedAt = gate.through(socket);
    const refusal = mistakeOf(socket, options) ?? options.serve(socket, addressOf(socket), acceptedAt);
    if (refusal === undefined) return;
    rejected(refusal, socket);
    socket.destroy();
  });
  secure.on('tlsClientError', (cause: NodeJS.ErrnoException, socket) => {
    if (cause.code?.startsWith('ERR_')) rejected(cause.code, socket);
  });
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS, noDelay: true }, raw => {
    const { remotePort } = raw;
    // Only then: our own connection may be refused after it has seen the certificate.
    if (remotePort !== undefined && isLocal(raw)) raw.once('close', () => checkPorts.delete(remotePort));
    if (gate.admit(raw)) afterFirstBytes(raw, () => secure.emit('connection', raw));
  });
  await listening(server, host, port);
  server.on('error', options.failed);
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    port: bound,
    reload: () => secure.setSecureContext(options.tls()),
    async shownCertificate() {
      const ports: number[] = [];
      try {
        return await servedCertificate(host, bound, from => {
          ports.push(from);
          checkPorts.add(from);
        });
      } catch (cause) {
        for (const from of ports) checkPorts.delete(from);
        throw cause;
      }
    },
    async stop(close) {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      gate.close();
      await close();
      gate.cutAll();
      await closed;
    },
  };
}

/**
 * Begins the handshake when its first bytes are there. A TLS socket that reads them itself takes a buffer of 64 KB for what comes and
 * keeps it; one that is given them a small one, and another of 16 KB. A connection that says nothing costs no TLS at all.
 */
function afterFirstBytes(raw: Socket, begin: () => void): void {
  // A connection that breaks before is over, and no failure of this program.
  raw.on('error', () => undefined);
  raw.once('readable', begin);
}

/** Why the certificate of a client is none to be judged by `serve`. */
function mistakeOf(socket: TLSSocket, { answerable, chained }: TlsListenerOptions): string | undefined {
  if (socket.authorized) return undefined;
  const mistake = String(socket.authorizationError);
  if (!DATES.has(mistake) && !answerable?.has(mistake)) return mistake;
  // OpenSSL reports what it has found last: a foreign certificate that has ended, too, is only said to have ended.
  const certificate = socket.getPeerX509Certificate();
  return certificate && chained(certificate) ? undefined : FOREIGN;
}

function isOwnCheck(socket: Socket, checkPorts: ReadonlySet<number>): boolean {
  const { remotePort } = socket;
  return remotePort !== undefined && isLocal(socket) && checkPorts.has(remotePort);
}

/** Both ends have the same address, so that a port is enough to know the other one by. */
function isLocal({ remoteAddress, localAddress }: Socket): boolean {
  return remoteAddress === localAddress;
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  const host = plainAddress(remoteAddress);
  return host.includes(':') ? `[${host}]:${remotePort}` : `${host}:${remotePort}`;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
