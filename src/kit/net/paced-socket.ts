import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Turns } from '../turns.ts';
import { countedAddress } from './address.ts';

/** With the shortest requests of HTTP/2 there are seventy in one. */
const PIECE = 2048;

/**
 * A connection whose bytes are looked at in pieces, a few in each turn of the event loop, and that is read when those are used up.
 * `node:http2` would make streams of everything that has come, of all connections, before anything else had its turn.
 */
export class PacedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #turns: Turns;
  readonly #client: string;
  /** What has come and was not looked at. */
  #unseen: Buffer | undefined;
  #isWanted = false;
  #isWaiting = false;
  #hasEnded = false;

  constructor(socket: Socket, turns: Turns) {
    super();
    this.#socket = socket;
    this.#turns = turns;
    this.#client = countedAddress(socket.remoteAddress ?? '');
    socket.on('data', (bytes: Buffer) => {
      this.#unseen = this.#unseen ? Buffer.concat([this.#unseen, bytes]) : bytes;
      socket.pause();
      this.#look();
    });
    socket.once('end', () => {
      this.#hasEnded = true;
      this.#look();
    });
    socket.once('close', () => this.destroy());
    socket.pause();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#look();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  override _writev(all: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.cork();
    for (const [at, { chunk }] of all.entries()) this.#socket.write(chunk, at === all.length - 1 ? done : undefined);
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    if (this.#socket.destroyed) done();
    else this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#unseen = undefined;
    this.#socket.destroy();
    done(error);
  }

  #look(): void {
    if (!this.#isWanted || this.#isWaiting || this.destroyed) return;
    if (this.#unseen) {
      this.#isWaiting = true;
      this.#turns.take(() => this.#give(), this.#client);
    } else if (this.#hasEnded) this.push(null);
    else this.#socket.resume();
  }

  #give(): void {
    this.#isWaiting = false;
    if (this.destroyed || !this.#unseen) return;
    const piece = this.#unseen.subarray(0, PIECE);
    this.#unseen = this.#unseen.length > PIECE ? this.#unseen.subarray(PIECE) : undefined;
    this.#isWanted = false;
    this.push(piece);
  }
}
