import type { Socket } from 'node:net';
import { background, impossible } from '../../kit/background.ts';
import { type MachineClock, systemClock, type Timer } from '../../kit/time/clock.ts';
import { FrameReader } from '../../protocol/frame.ts';
import type { Delivery, Reading } from './behaviour.ts';
import { Outlet } from './outlet.ts';

/** Why a connection is over. */
export interface ConnectionEnd {
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

/** An open connection: what is spoken over, and the TCP socket under it, which are the same without TLS. */
export interface Sockets {
  readonly socket: Socket;
  readonly tcp: Socket;
}

/** The peer that a line belongs to, as far as it is needed. */
export interface LineOptions {
  /** What begins every frame. */
  readonly identifier: Buffer;
  readonly clock: MachineClock;
  /** Gets every payload; what it throws ends the connection. */
  take(payload: Buffer): void;
}

/** More than a service center ever sends; a longer frame means that the stream is out of step. */
const MAX_PAYLOAD = 1_048_576;
/** How long a peer that does not read may hold up the end of a connection. */
const CLOSE_MS = 1000;

/** One connection of a peer: bytes out, payloads in, and how it ends. */
export class Line {
  readonly closed: Promise<ConnectionEnd>;
  readonly #socket: Socket;
  readonly #tcp: Socket;
  readonly #outlet: Outlet;
  readonly #incoming: FrameReader;
  readonly #options: LineOptions;
  #reading: Timer | undefined;
  #closedByUs = false;
  #error: Error | undefined;

  constructor({ socket, tcp }: Sockets, options: LineOptions) {
    this.#socket = socket;
    this.#tcp = tcp;
    this.#options = options;
    this.#incoming = new FrameReader(options.identifier, MAX_PAYLOAD);
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
    socket.on('data', bytes => this.#receive(bytes));
  }

  /** Why there will be no answers any more; undefined while the connection is open. */
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

  read(how: Reading): void {
    this.#reading?.cancel();
    this.#reading = undefined;
    if (how === 'all') this.#socket.resume();
    else this.#socket.pause();
    if (typeof how === 'string') return;
    this.#reading = this.#options.clock.every(how.everyMs, () => {
      // Called for its effect: the bytes come as a `data` event.
      this.#socket.read(Math.max(1, Math.min(how.bytes, this.#socket.readableLength)));
    });
  }

  cut(error?: Error): Promise<ConnectionEnd> {
    this.#closedByUs = true;
    this.#socket.destroy(error);
    return this.closed;
  }

  /** Ends the connection so that the peer sees an error in place of its end. */
  reset(): Promise<ConnectionEnd> {
    this.#closedByUs = true;
    this.#tcp.resetAndDestroy();
    this.#socket.destroy();
    return this.closed;
  }

  async close(): Promise<ConnectionEnd> {
    this.#closedByUs = true;
    const timer = systemClock.after(CLOSE_MS, () => this.#socket.destroy());
    this.#socket.destroySoon();
    const closed = await this.closed;
    timer.cancel();
    return closed;
  }

  #receive(bytes: Buffer): void {
    try {
      this.#incoming.push(bytes);
      for (;;) {
        const payload = this.#incoming.next();
        if (!payload || this.#socket.destroyed) return;
        this.#options.take(payload);
      }
    } catch (error) {
      background(this.cut(error as Error), impossible);
    }
  }
}
