import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Clock, systemClock, type Timer } from '../kit/clock.ts';
import { FrameReader } from '../protocol/frame.ts';
import type { Delivery, Dialect } from './dialect.ts';
import { IDENTIFIER } from './frames.ts';
import { Outlet } from './outlet.ts';

/** Where a station dials, and what it shows there. */
export interface LineOptions {
  readonly host: string;
  readonly port: number;
  /** PEM texts. Without `cert` and `key` the station shows no certificate. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name the server certificate is checked for; without it the host. */
  readonly serverName?: string;
  /** Is called before something leaves, so that what was composed elsewhere can go first. */
  readonly beforeSend?: () => void;
  /** Cuts the connection, also while it is being made. */
  readonly signal?: AbortSignal;
}

/** Why a connection is over. */
export interface Closed {
  readonly by: 'us' | 'peer';
  readonly error: Error | undefined;
}

/** The connection ended before an answer came. The operation stays in the session. */
export class ConnectionLost extends Error {
  constructor(cause: Error | undefined) {
    super(cause ? `connection lost: ${cause.message}` : 'connection lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** More than a service center ever sends; a longer frame means that the stream is out of step. */
const MAX_PAYLOAD = 1_048_576;
/** How long a peer that does not read may hold up the end of a connection. */
const CLOSE_MS = 1000;

/** One connection of a station: bytes out, payloads in, and how it ends. */
export class Line {
  readonly closed: Promise<Closed>;
  readonly #socket: Socket;
  readonly #outlet: Outlet;
  readonly #incoming = new FrameReader(IDENTIFIER, MAX_PAYLOAD);
  readonly #clock: Clock;
  readonly #secure: boolean;
  readonly #beforeSend: (() => void) | undefined;
  #reading: Timer | undefined;
  #closedByUs = false;
  #error: Error | undefined;

  /** @param take gets every payload; what it throws ends the connection */
  constructor(options: LineOptions, secure: boolean, clock: Clock, take: (payload: Buffer) => void) {
    this.#clock = clock;
    this.#secure = secure;
    this.#beforeSend = options.beforeSend;
    this.#socket = secure ? openTls(options) : connectTcp({ host: options.host, port: options.port });
    this.#outlet = new Outlet(this.#socket);
    this.#socket.setNoDelay(true);
    const onAbort = () => void this.cut();
    options.signal?.addEventListener('abort', onAbort);
    this.closed = new Promise(resolve => {
      this.#socket.on('close', () => {
        options.signal?.removeEventListener('abort', onAbort);
        this.#reading?.cancel();
        resolve({ by: this.#closedByUs ? 'us' : 'peer', error: this.#error });
      });
    });
    this.#socket.on('error', error => {
      this.#error = error;
    });
    this.#socket.on('data', bytes => this.#receive(bytes, take));
  }

  /** Resolves after the handshake. @throws ConnectionLost */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once(this.#secure ? 'secureConnect' : 'connect', () => resolve());
      void this.closed.then(({ error }) => reject(new ConnectionLost(error)));
    });
  }

  /** What to tell those who wait for answers, once there will be none. */
  get lost(): ConnectionLost | undefined {
    return this.#socket.destroyed ? new ConnectionLost(this.#error) : undefined;
  }

  /** Bytes that the peer did not take yet. */
  get backlogBytes(): number {
    return this.#socket.writableLength;
  }

  send(bytes: Buffer, delivery: Delivery): void {
    this.#beforeSend?.();
    this.#outlet.send(bytes, delivery);
  }

  flush({ chunkBytes }: Delivery): void {
    this.#outlet.flush(chunkBytes);
  }

  read(how: 'all' | NonNullable<Dialect['reading']>): void {
    this.#reading?.cancel();
    this.#reading = undefined;
    if (how === 'all') this.#socket.resume();
    else this.#socket.pause();
    if (typeof how === 'string') return;
    this.#reading = this.#clock.every(how.everyMs, () => {
      // Called for its effect: the bytes come as a `data` event.
      this.#socket.read(Math.max(1, Math.min(how.bytes, this.#socket.readableLength)));
    });
  }

  cut(error?: Error): Promise<Closed> {
    this.#closedByUs = true;
    this.#socket.destroy(error);
    return this.closed;
  }

  async close(): Promise<Closed> {
    this.#closedByUs = true;
    const timer = systemClock.after(CLOSE_MS, () => this.#socket.destroy());
    this.#socket.destroySoon();
    const closed = await this.closed;
    timer.cancel();
    return closed;
  }

  #receive(bytes: Buffer, take: (payload: Buffer) => void): void {
    try {
      this.#incoming.push(bytes);
      for (;;) {
        const payload = this.#incoming.next();
        if (!payload || this.#socket.destroyed) return;
        take(payload);
      }
    } catch (error) {
      void this.cut(error as Error);
    }
  }
}

function openTls({ host, port, ca, cert, key, serverName }: LineOptions): Socket {
  return connectTls({
    host,
    port,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
  });
}
