import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { type Clock, systemClock, type Timer } from '../kit/clock.ts';
import { FrameReader } from '../protocol/frame.ts';
import type { Conduct } from './application-conduct.ts';
import { IDENTIFIER } from './application-table.ts';
import type { Delivery } from './dialect.ts';
import { type Closed, ConnectionLost, type LineOptions } from './line.ts';
import { Outlet } from './outlet.ts';

/** Where an application center dials, and what it shows there. */
export interface ApplicationLineOptions extends Omit<LineOptions, 'beforeSend'> {
  /** The TLS version to insist on; by default the best both sides have. */
  readonly tlsVersion?: SecureVersion;
}

/** An open connection: what is spoken over, and the TCP socket under it, which are the same without TLS. */
export interface Sockets {
  readonly socket: Socket;
  readonly tcp: Socket;
}

/** More than a service center ever sends; a longer frame means that the stream is out of step. */
const MAX_PAYLOAD = 1_048_576;
/** How long a peer that does not read may hold up the end of a connection. */
const CLOSE_MS = 1000;

/**
 * Opens a connection, up to the end of the TLS handshake when it is to be secure.
 * @throws ConnectionLost, also when `signal` calls it off
 */
export async function openSockets(
  options: ApplicationLineOptions,
  secure: boolean,
  signal: AbortSignal,
): Promise<Sockets> {
  const tcp = connectTcp({ host: options.host, port: options.port, noDelay: true });
  const callOff = () => tcp.destroy(signal.reason as Error);
  const ignore = () => undefined;
  signal.addEventListener('abort', callOff);
  tcp.on('error', ignore);
  try {
    await once(tcp, 'connect');
    if (!secure) return { tcp, socket: tcp };
    const socket = secured(tcp, options);
    socket.on('error', ignore);
    await once(socket, 'secureConnect');
    return { tcp, socket };
  } catch (error) {
    tcp.destroy();
    throw new ConnectionLost(error as Error);
  } finally {
    signal.removeEventListener('abort', callOff);
  }
}

function secured(tcp: Socket, { host, ca, cert, key, serverName, tlsVersion }: ApplicationLineOptions): Socket {
  return connectTls({
    socket: tcp,
    host,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
    ...(tlsVersion !== undefined && { minVersion: tlsVersion, maxVersion: tlsVersion }),
  });
}

/** One connection of an application center: bytes out, payloads in, and how it ends. */
export class ApplicationLine {
  readonly closed: Promise<Closed>;
  readonly #socket: Socket;
  readonly #tcp: Socket;
  readonly #outlet: Outlet;
  readonly #incoming = new FrameReader(IDENTIFIER, MAX_PAYLOAD);
  readonly #clock: Clock;
  #reading: Timer | undefined;
  #closedByUs = false;
  #error: Error | undefined;

  /** @param take gets every payload; what it throws ends the connection */
  constructor({ socket, tcp }: Sockets, clock: Clock, take: (payload: Buffer) => void) {
    this.#socket = socket;
    this.#tcp = tcp;
    this.#clock = clock;
    this.#outlet = new Outlet(socket);
    this.closed = new Promise(resolve => {
      socket.on('close', () => {
        this.#reading?.cancel();
        resolve({ by: this.#closedByUs ? 'us' : 'peer', error: this.#error });
      });
    });
    socket.on('error', error => {
      this.#error = error;
    });
    socket.on('data', bytes => this.#receive(bytes, take));
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
    this.#outlet.send(bytes, delivery);
  }

  flush({ chunkBytes }: Delivery): void {
    this.#outlet.flush(chunkBytes);
  }

  read(how: 'all' | NonNullable<Conduct['reading']>): void {
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

  /** Ends the connection so that the peer sees an error in place of its end. */
  reset(): Promise<Closed> {
    this.#closedByUs = true;
    this.#tcp.resetAndDestroy();
    this.#socket.destroy();
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
