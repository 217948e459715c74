import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Turns } from '../turns.ts';
import { countedAddress } from './address.ts';

/** What a connection has sent is looked at in pieces of so many bytes: with the shortest requests there are eighty in one. */
const PIECE = 2048;

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Connections of HTTP/1.1 whose clients may send requests without reading an answer (pipelining, RFC 9112 9.3.2). Each has one request
 * answered at a time; while others wait it is not read, so that what it is owed is one answer, and what it has asked is a piece.
 */
export class Pipelines {
  readonly #open = new WeakMap<Socket, Pipeline>();
  readonly #serve: Serve;
  readonly #turns: Turns;

  /** @param turns in which what has come is looked at */
  constructor(serve: Serve, turns: Turns) {
    this.#serve = serve;
    this.#turns = turns;
  }

  /** Gives a connection to the server. @param seen of what it has sent, as far as that has been read */
  open(server: Server, socket: Socket, seen?: Buffer): void {
    server.emit('connection', socket);
    this.pace(socket);
    if (seen) socket.push(seen);
  }

  /** Of a connection that the server has, and that has sent nothing yet. */
  pace(socket: Socket): void {
    // A listener to what comes lets the server read by way of the stream, and not behind its back.
    socket.on('data', () => undefined);
    this.#open.set(socket, new Pipeline(socket, this.#serve, this.#turns));
  }

  /** Answers a request when those before it are answered. */
  request(request: IncomingMessage, response: ServerResponse): void {
    const pipeline = this.#open.get(request.socket);
    if (pipeline) pipeline.request(request, response);
    else this.#serve(request, response);
  }
}

class Pipeline {
  readonly #socket: Socket;
  readonly #serve: Serve;
  readonly #turns: Turns;
  readonly #client: string;
  readonly #push: (piece: Buffer | null) => boolean;
  readonly #waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  #isAnswering = false;
  /** A piece waits for its turn. */
  #isLooking = false;
  /** What has come and was not looked at. */
  #unseen: Buffer | undefined;
  #hasEnded = false;

  constructor(socket: Socket, serve: Serve, turns: Turns) {
    this.#socket = socket;
    this.#serve = serve;
    this.#turns = turns;
    this.#client = countedAddress(socket.remoteAddress ?? '');
    this.#push = socket.push.bind(socket);
    socket.push = (bytes: Buffer | null) => this.#arrived(bytes);
    // Asked after each piece; there is no more to be read while something is unseen.
    const read = socket._read.bind(socket);
    socket._read = size => {
      if (!this.#unseen) read(size);
    };
    socket.on('resume', () => this.#look());
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isAnswering) this.#waiting.push([request, response]);
    else this.#answer(request, response);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.#isAnswering = true;
    response.once('close', () => this.#next());
    this.#serve(request, response);
  }

  #next(): void {
    if (this.#socket.destroyed) {
      this.#waiting.length = 0;
      return;
    }
    const next = this.#waiting.shift();
    this.#isAnswering = next !== undefined;
    if (next) this.#turns.take(() => !this.#socket.destroyed && this.#answer(...next), this.#client);
    // Also then: what has come may be the rest of its body.
    this.#look();
  }

  /** @returns whether more may come */
  #arrived(bytes: Buffer | null): boolean {
    if (bytes === null) this.#hasEnded = true;
    else this.#unseen = this.#unseen ? Buffer.concat([this.#unseen, bytes]) : bytes;
    this.#look();
    return !this.#unseen;
  }

  /** Looks at what there is, a piece a turn, while no request waits. */
  #look(): void {
    if (this.#unseen) {
      if (this.#isLooking || this.#waiting.length > 0 || this.#socket.isPaused()) return;
      this.#isLooking = true;
      this.#turns.take(() => {
        this.#isLooking = false;
        if (this.#socket.destroyed || this.#socket.isPaused()) return;
        this.#give();
        this.#look();
      }, this.#client);
    } else if (this.#hasEnded) {
      this.#hasEnded = false;
      this.#push(null);
      this.#socket.read(0);
    }
  }

  #give(): void {
    if (!this.#unseen) return;
    const piece = this.#unseen.subarray(0, PIECE);
    this.#unseen = this.#unseen.length > PIECE ? this.#unseen.subarray(PIECE) : undefined;
    this.#push(piece);
  }
}
