import { connect, type TLSSocket } from 'node:tls';
import { decode, encode } from '@msgpack/msgpack';
import type { Certificate } from './certificates.ts';

export type Fields = Record<string, unknown>;

export function frame(payload: Uint8Array, identifier: string): Buffer {
  const header = Buffer.alloc(12, identifier, 'latin1');
  header.writeUInt32LE(payload.length, 8);
  return Buffer.concat([header, payload]);
}

/** An open TLS connection to a service center of this machine, whatever name its certificate has. */
export function dial(port: number, ca: string, certificate?: Certificate): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca, ...certificate, checkServerIdentity: () => undefined });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** A peer that says exactly what a test wants, in frames made by an independent MessagePack library. */
export class RawPeer {
  readonly socket: TLSSocket;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  readonly #identifier: string;
  readonly #received: Fields[] = [];
  readonly #waiting: (() => void)[] = [];
  #rest = Buffer.alloc(0);
  #over = false;

  constructor(socket: TLSSocket, identifier: string) {
    this.socket = socket;
    this.#identifier = identifier;
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        this.#over = true;
        this.#newMessages();
        resolve();
      });
    });
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  raw(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Sends payloads, each in a frame of its own, all in one write. */
  payloads(...payloads: Uint8Array[]): void {
    this.raw(Buffer.concat(payloads.map(payload => frame(payload, this.#identifier))));
  }

  send(...messages: Fields[]): void {
    this.payloads(...messages.map(message => encode(message, { useBigInt64: true })));
  }

  /** The next message, or undefined when the connection ended first. */
  async next(): Promise<Fields | undefined> {
    while (this.#received.length === 0 && !this.#over) await new Promise<void>(resolve => this.#waiting.push(resolve));
    return this.#received.shift();
  }

  /** The next message of this kind; everything before it is thrown away. */
  async until(command: string): Promise<Fields> {
    for (;;) {
      const message = await this.next();
      if (!message) throw new Error(`connection ended before ${command}`);
      if (message.command === command) return message;
    }
  }

  /** Sends a ping and waits for its answer: everything sent before has been handled then. Other messages stay in line. */
  async ping(opId: number): Promise<Fields> {
    this.send({ command: 'ping', opId });
    for (;;) {
      const at = this.#received.findIndex(message => message.command === 'pingRsp' && message.opId === opId);
      const [answer] = at < 0 ? [] : this.#received.splice(at, 1);
      if (answer) return answer;
      if (this.#over) throw new Error('connection ended before pingRsp');
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** Messages that are here already and were not asked for. */
  get received(): readonly Fields[] {
    return this.#received;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }

  protected read(payload: Buffer): Fields {
    return decode(payload, { useBigInt64: true }) as Fields;
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 12) {
      const end = 12 + this.#rest.readUInt32LE(8);
      if (this.#rest.length < end) break;
      this.#received.push(this.read(this.#rest.subarray(12, end)));
      this.#rest = this.#rest.subarray(end);
    }
    this.#newMessages();
  }

  #newMessages(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
