import type { X509Certificate } from 'node:crypto';
import { type AddressInfo, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions, type Server as TlsServer } from 'node:tls';
import type protobuf from 'protobufjs';
import type { Log } from '../../kit/log.ts';
import { servedCertificate } from '../../kit/net/served-certificate.ts';
import { type Clock, systemClock } from '../../kit/time/clock.ts';
import { Turns } from '../../kit/turns.ts';
import type { Invoker } from '../call/invoke.ts';
import { builtinTypes } from './builtin.ts';
import { failureEncoder } from './failure.ts';
import { type Health, healthMethods } from './health.ts';
import { hostCheck, tellingPages } from './hosts.ts';
import { type HttpServers, httpServers } from './http.ts';
import { needsTls } from './needs-tls.ts';
import type { FilePage, Page } from './pages.ts';
import { peers } from './peer.ts';
import { reflectionMethods } from './reflection.ts';
import { Unsent } from './send.ts';
import { serviceOf } from './service.ts';
import { type PathOwner, type Site, webListener } from './web.ts';
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
  /** Of the services that every server has beside its own, for several ports that share them; by itself a port makes its own. */
  readonly types?: protobuf.Root | undefined;
  /** Whether reflection is answered; it is unless said otherwise. */
  readonly reflection?: boolean | undefined;
  readonly invoker: Invoker;
  readonly health: Health;
  /** Names a request may be meant for, beside loopback and the addresses of this machine; with sign-in it may be any. */
  hostNames(): readonly string[] | 'any';
  readonly log: Log;
  /** Of the limits of connections. */
  readonly clock?: Clock | undefined;
  /** Answers that wait for clients, of all ports of a process together; by itself a port counts its own. */
  readonly unsent?: Unsent | undefined;
  /** Bytes of bodies that are still being read, likewise. */
  readonly reading?: { bytes: number } | undefined;
  /** In which requests are read and begun, likewise. */
  readonly turns?: Turns | undefined;
}

export interface GatewayOptions extends CoreOptions {
  /** Certificate chain and key in PEM, asked again by `reloadCertificates`; without it the port speaks clear text. */
  readonly tls?: (() => TlsOptions) | undefined;
  readonly corsOrigins: readonly string[];
  /** Addresses and networks of proxies that are believed what they tell of their clients. */
  readonly trustedProxies: readonly string[];
  /** What is served beside RPCs, by exact paths. */
  readonly pages?: readonly (Page | FilePage)[] | undefined;
  /** Serves what is no RPC path. */
  readonly site?: Site | undefined;
  readonly rest?: PathOwner | undefined;
}

const STOP_GRACE_MS = 1000;
const HANDSHAKE_MS = 10_000;
const TCP_KEEPALIVE_MS = 30_000;
/** Connections of one port; beyond it the system closes new ones. */
const MAX_CONNECTIONS = 4096;
/** How every HTTP/2 connection begins, and no HTTP/1.1 request. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** The first byte of a TLS connection (RFC 8446 5.1), and of no request in clear text. */
const TLS_HANDSHAKE = 0x16;

/** The internal port: native gRPC and nothing else. */
export async function startCore(options: CoreOptions): Promise<RpcServer> {
  const servers = serversOf({ ...options, corsOrigins: [], trustedProxies: [] }, true);
  return listen(clearServer(options, servers), options, [servers]);
}

/** The public port: native gRPC, gRPC-Web, Connect and whatever the site serves. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { tls, log, clock = systemClock, turns = new Turns(systemClock) } = options;
  const types = options.types ?? builtinTypes();
  const servers = serversOf({ ...options, types, turns }, false);
  const secure = tls && tlsServer(tls(), servers, log);
  const plain = httpServers({ clock, log, failure: failureEncoder(types), listener: needsTls, turns });
  const opened = await listen(
    secure ? eitherServer(options, secure, plain) : clearServer(options, servers),
    options,
    secure ? [servers, plain] : [servers],
  );
  return {
    ...opened,
    reloadCertificates() {
      if (tls) secure?.setSecureContext(tls());
    },
    look: () => servedCertificate(options.host, opened.port),
  };
}

function serversOf(options: GatewayOptions, internal: boolean): HttpServers {
  const {
    methods,
    descriptors,
    types = builtinTypes(),
    reflection = true,
    invoker,
    health,
    host,
    corsOrigins,
    pages,
    site,
    rest,
    log,
    clock = systemClock,
    unsent = new Unsent(clock),
    reading = { bytes: 0 },
    turns = new Turns(systemClock),
  } = options;
  const served = new Set([...methods.keys()].map(serviceOf));
  const builtin = [
    ...healthMethods(health, types),
    ...(reflection ? reflectionMethods(descriptors, types, service => served.has(service)) : []),
  ];
  const failure = failureEncoder(types);
  const bound = isIP(host) === 0 ? [host] : [];
  const names = () => {
    const named = options.hostNames();
    return named === 'any' ? named : [...bound, ...named];
  };
  const admit = tellingPages(hostCheck({ names, corsOrigins }), { clock, log });
  const peerOf = peers(options.trustedProxies);
  const listener = webListener({
    ...{
      methods,
      builtin,
      invoker,
      failure,
      corsOrigins,
      pages,
      site,
      rest,
      internal,
      clock,
      unsent,
      reading,
      peerOf,
      admit,
    },
  });
  const malformed: Parameters<typeof httpServers>[0]['malformed'] = (path, error, status) =>
    rest?.owns(path) ? rest.malformed(error, status) : undefined;
  return httpServers({ clock, log, failure, listener, malformed, turns });
}

/** A socket that is not taken yet must not end the process with its error. */
function guard(socket: Socket, log: Log): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
  socket.on('error', error => log.debug({ err: error }, 'connection failed'));
}

function clearServer({ log }: CoreOptions, servers: HttpServers): Server {
  return createTcpServer(socket => {
    guard(socket, log);
    servers.accepted(socket);
    firstBytes(socket, seen => inClear(seen, socket, servers));
  });
}

/** TLS; who speaks clear text at that port is told so. */
function eitherServer({ log, clock = systemClock }: CoreOptions, secure: TlsServer, servers: HttpServers): Server {
  return createTcpServer(socket => {
    guard(socket, log);
    // Up to the handshake nothing else limits the time.
    const silent = clock.after(HANDSHAKE_MS, () => socket.destroy());
    socket.once('close', () => silent.cancel());
    firstBytes(socket, seen => {
      const isTls = seen[0] === TLS_HANDSHAKE;
      const handshake = () => {
        socket.unshift(seen);
        secure.emit('connection', socket);
      };
      const next = isTls ? handshake : inClear(seen, socket, servers);
      return (
        next &&
        (() => {
          silent.cancel();
          if (!isTls) servers.accepted(socket);
          next();
        })
      );
    });
  });
}

/** What is to be done with clear text; undefined: its first bytes do not tell yet. */
function inClear(seen: Buffer, socket: Socket, servers: HttpServers): (() => void) | undefined {
  const length = Math.min(seen.length, PREFACE.length);
  const same = seen.subarray(0, length).equals(PREFACE.subarray(0, length));
  if (same && length < PREFACE.length) return undefined;
  return () => {
    if (!same) return servers.http1(socket, seen);
    socket.unshift(seen);
    servers.http2(socket);
  };
}

/** Looks at the first bytes of a connection. @param choose says who gets them; undefined: there are too few */
function firstBytes(socket: Socket, choose: (seen: Buffer) => (() => void) | undefined): void {
  let seen = Buffer.alloc(0);
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const next = choose(seen);
    if (!next) return;
    socket.off('readable', onReadable);
    next();
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

async function listen(server: Server, { host, port }: CoreOptions, all: readonly HttpServers[]): Promise<RpcServer> {
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
      // A session whose client leaves an answer unread does not end, even destroyed.
      const force = systemClock.after(2 * STOP_GRACE_MS, () => {
        for (const socket of sockets) socket.destroy();
      });
      await Promise.all(all.map(servers => servers.stop(STOP_GRACE_MS)));
      for (const socket of sockets) socket.destroySoon();
      await closed;
      force.cancel();
    },
  };
}
