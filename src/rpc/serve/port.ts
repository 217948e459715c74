import type { X509Certificate } from 'node:crypto';
import { type AddressInfo, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions, type Server as TlsServer } from 'node:tls';
import { type Clock, systemClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { servedCertificate } from '../../kit/served-certificate.ts';
import type { Invoker } from '../invoke.ts';
import { builtinTypes } from './builtin.ts';
import { failureEncoder } from './failure.ts';
import { type Health, healthMethods } from './health.ts';
import { hostCheck } from './hosts.ts';
import { type HttpServers, httpServers } from './http.ts';
import { peers } from './peer.ts';
import { reflectionMethods } from './reflection.ts';
import { type WebFallback, webListener } from './web.ts';
import type { WireMethod } from './wire.ts';

export interface RpcServer {
  readonly port: number;
  /** Stops accepting and ends connections; call it after the invoker has stopped. */
  stop(): Promise<void>;
}

/** The public port, which may have a certificate. */
export interface Gateway extends RpcServer {
  /** New connections get what `tls` says now; those that are open go on with the old certificate. */
  reloadCertificates(): void;
  /** The certificate that clients are shown now, by a handshake with ourselves. @throws Error without TLS */
  look(): Promise<X509Certificate>;
}

export interface CoreOptions {
  readonly host: string;
  /** 0 asks the system for a free one. */
  readonly port: number;
  readonly methods: ReadonlyMap<string, WireMethod>;
  /** The compiled schema, for reflection. */
  readonly descriptors: Uint8Array;
  readonly invoker: Invoker;
  readonly health: Health;
  /** Names a request may be meant for, beside loopback and the addresses of this machine; with sign-in it may be any. */
  hostNames(): readonly string[] | 'any';
  readonly log: Log;
  /** Of the limits of connections. */
  readonly clock?: Clock | undefined;
}

export interface GatewayOptions extends CoreOptions {
  /** Certificate chain and key in PEM, asked again by `reloadCertificates`; without it the port speaks clear text. */
  readonly tls?: (() => TlsOptions) | undefined;
  readonly corsOrigins: readonly string[];
  /** Addresses and networks of proxies that are believed what they tell of their clients. */
  readonly trustedProxies: readonly string[];
  /** Serves what is no RPC path. */
  readonly fallback?: WebFallback | undefined;
}

const STOP_GRACE_MS = 1000;
const HANDSHAKE_MS = 10_000;
const TCP_KEEPALIVE_MS = 30_000;
/** Connections of one port; beyond it the system closes new ones. */
const MAX_CONNECTIONS = 4096;
/** How every HTTP/2 connection begins, and no HTTP/1.1 request. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** The internal port: native gRPC and nothing else. */
export async function startCore(options: CoreOptions): Promise<RpcServer> {
  const servers = serversOf({ ...options, corsOrigins: [], trustedProxies: [] }, true);
  return listen(clearServer(options, servers), options, servers);
}

/** The public port: native gRPC, gRPC-Web, Connect and whatever the fallback serves. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const servers = serversOf(options, false);
  const secure = options.tls && tlsServer(options.tls(), servers, options.log);
  const opened = await listen(secure ?? clearServer(options, servers), options, servers);
  return {
    ...opened,
    reloadCertificates() {
      if (options.tls) secure?.setSecureContext(options.tls());
    },
    look: () => servedCertificate(options.host, opened.port),
  };
}

function serversOf(options: GatewayOptions, internal: boolean): HttpServers {
  const { methods, descriptors, invoker, health, host, corsOrigins, fallback, log, clock = systemClock } = options;
  const types = builtinTypes();
  const builtin = [...healthMethods(health, types), ...reflectionMethods(descriptors, types)];
  const failure = failureEncoder(types);
  const bound = isIP(host) === 0 ? [host] : [];
  const names = () => {
    const named = options.hostNames();
    return named === 'any' ? named : [...bound, ...named];
  };
  const admit = hostCheck({ names, corsOrigins });
  const peerOf = peers(options.trustedProxies);
  const listener = webListener({
    ...{ methods, builtin, invoker, failure, corsOrigins, fallback, internal, clock, peerOf, admit },
  });
  return httpServers({ clock, log, failure, listener });
}

/** A socket nobody has taken yet must not end the process with its error. */
function guard(socket: Socket, log: Log): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
  socket.on('error', error => log.debug({ err: error }, 'connection failed'));
}

function clearServer({ log }: CoreOptions, servers: HttpServers): Server {
  return createTcpServer(socket => {
    guard(socket, log);
    servers.accepted(socket);
    sniff(socket, isPreface => (isPreface ? servers.http2(socket) : servers.http1(socket)));
  });
}

/** Looks at the first bytes of a clear-text connection and puts them back. */
function sniff(socket: Socket, decide: (isPreface: boolean) => void): void {
  let seen = Buffer.alloc(0);
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, PREFACE.length);
    const same = seen.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (same && length < PREFACE.length) return;
    socket.off('readable', onReadable);
    socket.unshift(seen);
    decide(same);
  };
  socket.on('readable', onReadable);
}

/** By ALPN; who names no protocol speaks HTTP/1.1. */
function tlsServer(tls: TlsOptions, servers: HttpServers, log: Log): TlsServer {
  const server = createTlsServer({
    ...tls,
    handshakeTimeout: HANDSHAKE_MS,
    ALPNCallback: ({ protocols }) => ['h2', 'http/1.1'].find(protocol => protocols.includes(protocol)),
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    guard(socket, log);
    servers.accepted(socket);
    if (socket.alpnProtocol === 'h2') servers.http2(socket);
    else servers.http1(socket);
  });
  server.on('tlsClientError', (error, socket) => {
    log.debug({ err: error }, 'TLS handshake failed');
    socket.destroy();
  });
  return server;
}

async function listen(server: Server, { host, port }: CoreOptions, servers: HttpServers): Promise<RpcServer> {
  const sockets = new Set<Socket>();
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise(resolve => server.close(resolve));
      await servers.stop(STOP_GRACE_MS);
      for (const socket of sockets) socket.destroySoon();
      const force = systemClock.after(STOP_GRACE_MS, () => {
        for (const socket of sockets) socket.destroy();
      });
      await closed;
      force.cancel();
    },
  };
}
