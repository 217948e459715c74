import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ConnectionOptions, extractProtocolMessage, type Server, type Transport } from './library.ts';

/** Longest first line of a server; the real ones have a few hundred bytes. */
const MAX_INFO = 64 * 1024;
const VERSION = '3.4.0';

/** How the connection of one driver is opened. */
export interface Opening {
  connect(host: string, port: number): Promise<Socket>;
  /** Undefined: in clear text, whatever the server offers. */
  readonly secure: ((socket: Socket, host: string, port: number) => Promise<Socket>) | undefined;
}

/** Options of the library with what its transport is made of: it carries them through. */
export interface DialledOptions extends ConnectionOptions {
  readonly opening: Opening;
}

/**
 * A connection to a NATS server over a socket whose address was checked. The library's own opens its connections by name, and has moments
 * in which their errors have no listener.
 */
export class DialledTransport implements Transport {
  readonly lang = 'nats.js';
  readonly version = VERSION;
  readonly #ended = Promise.withResolvers<Error | undefined>();
  #socket: Socket | undefined;
  #frames: Uint8Array[] = [];
  #arrived: (() => void) | undefined;
  #isClosed = false;
  #closeError: Error | undefined;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get closeError(): Error {
    return this.#closeError ?? new Error('the connection was closed');
  }

  async connect({ hostname, port }: Server, options: ConnectionOptions): Promise<void> {
    const { connect, secure } = openingOf(options);
    const socket = await connect(hostname, port);
    if (this.#isClosed) {
      socket.destroy();
      throw this.closeError;
    }
    this.#socket = socket;
    const first = await firstLine(socket);
    const info: unknown = JSON.parse(first.line.replace(/^INFO\s+/, ''));
    if (typeof info !== 'object' || info === null) throw new Error('the server does not speak NATS');
    this.#frames.push(first.bytes);
    const required = 'tls_required' in info && info.tls_required === true;
    if (required && !secure) throw new Error('the server asks for TLS: use tls:// in its URL');
    if (secure && !required && !('tls_available' in info && info.tls_available === true)) {
      throw new Error('the server has no TLS: use nats:// in its URL');
    }
    const connection = secure ? await secure(socket, hostname, port) : socket;
    this.#socket = connection;
    connection.on('data', frame => {
      this.#frames.push(frame);
      this.#arrived?.();
    });
    connection.on('error', cause => this.#end(cause));
    connection.on('close', () => this.#end(undefined));
    connection.resume();
    if (connection.destroyed) throw new Error('the connection was closed');
  }

  async *[Symbol.asyncIterator](): AsyncIterableIterator<Uint8Array> {
    try {
      while (!this.#isClosed) {
        const frames = this.#frames;
        this.#frames = [];
        yield* frames;
        if (this.#frames.length > 0 || this.#isClosed) continue;
        await new Promise<void>(resolve => {
          this.#arrived = resolve;
        });
        this.#arrived = undefined;
      }
    } finally {
      // The library stops reading only where it does not understand the server.
      this.#end(new Error('the server does not speak NATS'));
    }
  }

  #end(cause: Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeError = cause;
    this.#socket?.destroy();
    this.#arrived?.();
    this.#ended.resolve(cause);
  }

  isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  send(frame: Uint8Array): void {
    if (!this.#isClosed) this.#socket?.write(frame);
  }

  close(cause?: Error): Promise<void> {
    this.#end(cause);
    return Promise.resolve();
  }

  disconnect(): void {
    this.#end(undefined);
  }

  discard(): void {
    this.#end(undefined);
  }

  closed(): Promise<Error | undefined> {
    return this.#ended.promise;
  }
}

function openingOf(options: ConnectionOptions & { readonly opening?: Opening }): Opening {
  if (!options.opening) throw new Error('a connection without an opening');
  return options.opening;
}

/** @throws Error when the connection ends before, or the line does not end */
function firstLine(socket: Socket): Promise<{ readonly line: string; readonly bytes: Uint8Array }> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const over = () => {
      socket.off('data', data).off('error', failed).off('close', closed);
      // Nothing is read until there is a listener again: the handshake of TLS may follow at once.
      socket.pause();
    };
    const failed = (cause: Error) => {
      over();
      socket.destroy();
      reject(cause);
    };
    const closed = () => failed(new Error('the connection was closed'));
    const data = (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      const line = extractProtocolMessage(bytes);
      if (line !== '' && line.startsWith('INFO')) {
        over();
        resolve({ line, bytes });
      } else if (line !== '' || bytes.length > MAX_INFO) failed(new Error('the server does not speak NATS'));
    };
    socket.on('data', data).on('error', failed).on('close', closed);
  });
}
