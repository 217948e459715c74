import type { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions, type Server as TlsServer } from 'node:tls';
import { systemClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { servedCertificate } from '../../kit/served-certificate.ts';
import type { Invoker } from '../invoke.ts';
import { builtinTypes } from './builtin.ts';
import { failureEncoder } from './failure.ts';
import { type GrpcServer, grpcServer, MAX_METADATA } from './grpc.ts';
import { type Health, healthMethods } from './health.ts';
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
  /** The certificate that whoever dials in is shown now, by a handshake with ourselves. @throws Error without TLS */
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
  readonly log: Log;
}

export interface GatewayOptions extends CoreOptions {
  /** Certificate chain and key in PEM, asked again by `reloadCertificates`; without it the port speaks clear text. */
  readonly tls?: (() => TlsOptions) | undefined;
  readonly corsOrigins: readonly string[];
  /** Serves what is no RPC path. */
  readonly fallback?: WebFallback | undefined;
}

const STOP_GRACE_MS = 1000;
const TCP_KEEPALIVE_MS = 30_000;
/** Connections of one port; beyond it the system closes new ones. */
const MAX_CONNECTIONS = 4096;
/** A client that connects and stays silent is closed after this. */
const FIRST_BYTES_MS = 30_000;
/** How every HTTP/2 connection begins, and no HTTP/1.1 request. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** The internal port: native gRPC and nothing else. */
export async function startCore(options: CoreOptions): Promise<RpcServer> {
  const grpc = grpcServer(grpcParts(options));
  const tcp = createTcpServer(socket => {
    guard(socket, options.log);
    grpc.inject(socket);
  });
  return listen(tcp, options, () => grpc.stop(STOP_GRACE_MS));
}

/** The public port: native gRPC, gRPC-Web, Connect and whatever the fallback serves. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, corsOrigins, fallback } = options;
  const parts = grpcParts(options);
  const grpc = grpcServer(parts);
  const listener = webListener({ ...parts, corsOrigins, fallback });
  const http1 = createHttpServer({ maxHeaderSize: MAX_METADATA }, listener);
  // The compatibility classes of node:http2 behave like those of node:http in all that the listener uses; only their types differ.
  const http2 = createHttp2Server({ settings: { maxHeaderListSize: MAX_METADATA } }, listener as never);
  const sessions = new Set<ServerHttp2Session>();
  http2.on('session', session => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    // A session that breaks has told its streams already.
    session.on('error', error => log.debug({ err: error }, 'http2 session failed'));
  });
  http1.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    else socket.destroy();
  });
  const http1Socket = (socket: Socket) => void http1.emit('connection', socket);
  const secure =
    options.tls && tlsServer(options.tls(), grpc, http1Socket, socket => void http2.emit('connection', socket), log);
  const server =
    secure ??
    createTcpServer(socket => {
      guard(socket, log);
      sniff(socket, isPreface => (isPreface ? grpc.inject(socket) : http1Socket(socket)));
    });
  const opened = await listen(server, options, async () => {
    http1.closeIdleConnections();
    for (const session of sessions) session.close();
    await grpc.stop(STOP_GRACE_MS);
  });
  return {
    ...opened,
    reloadCertificates() {
      if (options.tls) secure?.setSecureContext(options.tls());
    },
    look: () => servedCertificate(options.host, opened.port),
  };
}

function grpcParts({ methods, descriptors, invoker, health }: CoreOptions) {
  const types = builtinTypes();
  const builtin = [...healthMethods(health, types), ...reflectionMethods(descriptors, types)];
  return { methods, builtin, invoker, failure: failureEncoder(types) };
}

/** A socket nobody has taken yet must not end the process with its error. */
function guard(socket: Socket, log: Log): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
  socket.on('error', error => log.debug({ err: error }, 'connection failed'));
}

/** Looks at the first bytes of a clear-text connection and puts them back. */
function sniff(socket: Socket, decide: (isPreface: boolean) => void): void {
  socket.setTimeout(FIRST_BYTES_MS, () => socket.destroy());
  let seen = Buffer.alloc(0);
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, PREFACE.length);
    const same = seen.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (same && length < PREFACE.length) return;
    socket.off('readable', onReadable);
    socket.setTimeout(0);
    socket.unshift(seen);
    decide(same);
  };
  socket.on('readable', onReadable);
}

/** By ALPN: who offers nothing but `h2` can only be native gRPC; everybody else may also be a browser. */
function tlsServer(
  tls: TlsOptions,
  grpc: GrpcServer,
  http1: (socket: Socket) => void,
  http2: (socket: Socket) => void,
  log: Log,
): TlsServer {
  const native = new WeakSet<object>();
  const server = createTlsServer({
    ...tls,
    handshakeTimeout: FIRST_BYTES_MS,
    ALPNCallback(this: object, { protocols }: { protocols: string[] }) {
      if (protocols.every(protocol => protocol === 'h2')) native.add(this);
      return protocols.includes('h2') ? 'h2' : protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    guard(socket, log);
    if (native.has(socket)) grpc.inject(socket);
    else if (socket.alpnProtocol === 'h2') http2(socket);
    else http1(socket);
  });
  server.on('tlsClientError', (error, socket) => {
    log.debug({ err: error }, 'TLS handshake failed');
    socket.destroy();
  });
  return server;
}

async function listen(server: Server, { host, port }: CoreOptions, end: () => Promise<void>): Promise<RpcServer> {
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
      await end();
      for (const socket of sockets) socket.destroySoon();
      const force = systemClock.after(STOP_GRACE_MS, () => {
        for (const socket of sockets) socket.destroy();
      });
      await closed;
      force.cancel();
    },
  };
}
