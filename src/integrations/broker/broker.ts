import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, type TlsOptions, type Server as TlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { Refusal, Verified, VerifiedKey } from '../../domain/apikey/gate.ts';
import { background } from '../../kit/background.ts';
import type { Log } from '../../kit/log.ts';
import { plainAddress } from '../../kit/net/address.ts';
import { servedCertificate } from '../../kit/net/served-certificate.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { type Attached, Attachment } from './attachment.ts';
import { PacketMeter } from './meter.ts';
import { mayReceive, maySubscribe, publishRefusal } from './rights.ts';

/** For a handshake, and from there to the packet that signs in. */
const CONNECT_MS = 10 * SECOND_MS;
/** A client that takes nothing for so long is let go: it holds up what the others get. */
const DRAIN_MS = 5 * SECOND_MS;
/** A command, with its topic and properties (integrations section 2.2). */
const MAX_PACKET = 64 * 1024 + 4096;
const BAD_CREDENTIALS = 4;

/** Lets in who presents an API key. */
export interface Keys {
  verify(presented: string): Verified;
  /** A client was not let in. */
  rejected(
    presented: string,
    refused: { readonly refusal: Refusal; readonly org: number | undefined },
    address: string,
  ): void;
  used(id: string, address: string): void;
  /** Resolves when a key can be used no more, or with the signal. */
  ended(id: string, signal: AbortSignal): Promise<unknown>;
}

export interface BrokerLimits {
  /** Clients at a time, over all listeners. */
  readonly connections: number;
  /** Of one client. */
  readonly subscriptions: number;
  /** Topics that have a message for who comes later. */
  readonly retained: number;
}

export interface BrokerListener {
  readonly host: string;
  readonly port: number;
  /** Undefined: in clear text. */
  tls?(): TlsOptions;
}

export interface BrokerOptions {
  readonly keys: Keys;
  readonly listeners: readonly BrokerListener[];
  readonly limits: BrokerLimits;
  /** Uuid. */
  readonly defaultOrganization: string;
  readonly log: Log;
  /** For tests: how long a client may take nothing, and how long its handshake may take, milliseconds. */
  readonly drainMs?: number;
  readonly handshakeMs?: number;
}

interface Guest {
  readonly key: VerifiedKey;
  readonly leaving: AbortController;
  subscriptions: number;
}

/**
 * A small broker for sites without another one (integrations section 2.5). Clients sign in with API keys, read what is of their
 * organization, and ask for downlinks; the integrations of this process are attached without a socket. Live and retained messages only:
 * who is away is served by an integration of its own, behind which the log is.
 */
export class EmbeddedBroker {
  readonly #options: BrokerOptions;
  readonly #aedes: Aedes;
  readonly #servers: (Server | TlsServer)[] = [];
  readonly #guests = new WeakMap<Client, Guest>();
  readonly #sockets = new Set<Socket>();
  readonly #attached = new Set<Attachment>();
  readonly #retained = new Map<string, string>();

  private constructor(options: BrokerOptions) {
    this.#options = options;
    const { defaultOrganization, limits, drainMs = DRAIN_MS } = options;
    this.#aedes = new Aedes({
      ...{ connectTimeout: CONNECT_MS, drainTimeout: drainMs, concurrency: 32, maxInflightInbound: 32 },
      maxClientsIdLength: 128,
      preConnect: (_client, packet, done) => {
        // Nothing is kept for who is away.
        packet.clean = true;
        const full = this.#aedes.connectedClients >= limits.connections;
        done(full ? new Error('there are as many clients as are allowed') : null, !full);
      },
      authenticate: (client, username, password, done) => {
        const refused = this.#signIn(client, username, password);
        if (refused) done(refused, false);
        else done(null, true);
      },
      authorizeSubscribe: (client, subscription, done) => {
        const guest = this.#guests.get(client);
        const allowed =
          guest && guest.subscriptions < limits.subscriptions && maySubscribe(guest.key, subscription.topic);
        if (guest && allowed) guest.subscriptions++;
        done(null, allowed ? subscription : null);
      },
      authorizePublish: (client, packet, done) => {
        background(
          this.#publish(client, packet).then(() => done(null), done),
          cause => {
            options.log.error({ err: cause }, 'a message was not taken');
          },
        );
      },
      authorizeForward: (client, packet) => {
        const guest = this.#guests.get(client);
        return guest && mayReceive(guest.key, packet.topic, defaultOrganization) ? packet : null;
      },
    });
    // What a client does wrong ends its connection; no other has to know.
    const told = (_client: Client, cause: Error) =>
      options.log.debug({ err: cause }, 'a client of the broker was let go');
    this.#aedes.on('clientError', told);
    this.#aedes.on('connectionError', told);
    this.#aedes.on('clientDisconnect', client => this.#guests.get(client)?.leaving.abort());
    Reflect.apply(this.#aedes.on, this.#aedes, [
      'error',
      (cause: Error) => options.log.error({ err: cause }, 'broker'),
    ]);
  }

  /** @throws Error when a port is in use */
  static async start(options: BrokerOptions): Promise<EmbeddedBroker> {
    const broker = new EmbeddedBroker(options);
    await broker.#aedes.listen();
    try {
      for (const listener of options.listeners) await broker.#listen(listener);
    } catch (cause) {
      await broker.stop();
      throw cause;
    }
    return broker;
  }

  /** As they were opened, in the order of the listeners. */
  get ports(): readonly number[] {
    return this.#servers.map(server => (server.address() as AddressInfo).port);
  }

  get clients(): number {
    return this.#aedes.connectedClients;
  }

  /** The certificate that clients are shown now, by a handshake with ourselves. @throws Error without TLS */
  async shownCertificate(): Promise<X509Certificate> {
    const at = this.#options.listeners.findIndex(({ tls }) => tls !== undefined);
    const [listener, port] = [this.#options.listeners[at], this.ports[at]];
    if (!listener || port === undefined) throw new Error('nothing listens with TLS');
    return await servedCertificate(listener.host, port);
  }

  /** A new certificate; connections that stand go on. */
  reloadCertificates(): void {
    for (const [at, { tls }] of this.#options.listeners.entries()) {
      const server = this.#servers[at];
      if (tls && server && 'setSecureContext' in server) server.setSecureContext(tls());
    }
  }

  /** An integration of this process, in place of a connection. */
  attach(attached: Attached): Attachment {
    const { defaultOrganization, limits } = this.#options;
    const attachment = new Attachment(attached, {
      defaultOrganization,
      publish: (publication, done) => {
        const { topic, payload, retain } = publication;
        if (retain && payload.length > 0) {
          if (this.#retained.size >= limits.retained && !this.#retained.has(topic)) {
            return done(new Error(`the broker keeps ${limits.retained} retained messages and no more`));
          }
          this.#retained.set(topic, payload);
        } else if (retain) this.#retained.delete(topic);
        const body = Buffer.from(payload);
        this.#aedes.publish({ cmd: 'publish', qos: 0, dup: false, topic, payload: body, retain }, cause =>
          done(cause ?? null),
        );
      },
      retained: () => this.#retained,
      left: () => this.#attached.delete(attachment),
    });
    this.#attached.add(attachment);
    return attachment;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) server.close();
    for (const attachment of this.#attached) attachment.end('the embedded broker has ended');
    await new Promise<void>(resolve => this.#aedes.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen({ host, port, tls }: BrokerListener): Promise<void> {
    const met = (socket: Socket) => this.#meet(socket);
    const { handshakeMs: handshakeTimeout = CONNECT_MS } = this.#options;
    const server = tls ? createSecureServer({ ...tls(), handshakeTimeout }, met) : createServer({ noDelay: true }, met);
    // Those who have not signed in count, too.
    server.maxConnections = this.#options.limits.connections * 2;
    server.on('tlsClientError', (_, socket) => socket.destroy());
    server.listen(port, host);
    await once(server, 'listening');
    this.#servers.push(server);
  }

  #meet(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    const meter = new PacketMeter(MAX_PACKET);
    const read = socket.read.bind(socket);
    socket.read = size => {
      const bytes: Buffer | null = read(size);
      if (bytes === null || meter.passes(bytes)) return bytes;
      socket.destroy(new Error('a packet is too long'));
      return null;
    };
    this.#aedes.handle(socket);
  }

  #signIn(client: Client, username: string | undefined, password: Buffer | undefined): AuthenticateError | undefined {
    const { keys, log } = this.#options;
    const address = 'remoteAddress' in client.conn ? plainAddress(client.conn.remoteAddress) : '';
    const presented = password?.toString() ?? '';
    const verified = keys.verify(presented);
    const { key } = verified;
    if (!key || key.prefix !== username) {
      keys.rejected(presented, key ? { refusal: 'InvalidApiKey', org: key.org } : verified, address);
      log.info({ address }, 'a client of the broker has no key that is right');
      return Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIALS });
    }
    keys.used(key.id, address);
    const leaving = new AbortController();
    this.#guests.set(client, { key, leaving, subscriptions: 0 });
    // A client of the same id in another organization is another one.
    Object.assign(client, { id: `${key.organizationId}/${client.id}` });
    const ending = keys.ended(key.id, leaving.signal).then(() => {
      if (!leaving.signal.aborted) client.close();
    });
    background(ending, cause => {
      log.error({ err: cause }, 'the end of a key is not known');
      client.close();
    });
    log.info({ address, key: key.name }, 'a client of the broker signed in');
    return undefined;
  }

  /** Resolves when what was asked for is stored: then the client is told. @throws Error where it may not, or no integration listens */
  async #publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const guest = client && this.#guests.get(client);
    if (!guest) throw new Error('not signed in');
    const { topic, retain } = packet;
    const refused = publishRefusal(guest.key, topic, this.#options.defaultOrganization);
    if (refused) throw new Error(refused);
    // Clients leave nothing behind for others.
    packet.retain = false;
    const body = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const { organizationId } = guest.key;
    const taking = [...this.#attached].filter(attachment => attachment.listensTo(organizationId, topic));
    if (taking.length === 0 && !topic.endsWith('/status'))
      throw new Error('no integration takes commands by this topic');
    await Promise.all(
      taking.map(attachment => attachment.take({ topic, body, retained: retain }, guest.leaving.signal)),
    );
  }
}
