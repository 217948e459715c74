import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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

  constructor(serve: Serve) {
    this.#serve = serve;
  }

  /** Gives a connection to the server. @param seen of what it has sent, as far as that has been read */
  open(server: Server, socket: Socket, seen?: Buffer): void {
    server.emit('connection', socket);
    this.pace(socket);
    if (seen) socket.push(seen);
  }

  /** Of a connection that the server has, and that has sent nothing yet. */
  pace(socket: Socket): void {
    // Whoever listens to what comes lets the server read by way of the stream, and not behind its back.
    socket.on('data', () => undefined);
    this.#open.set(socket, new Pipeline(socket, this.#serve));
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
  readonly #push: (piece: Buffer | null) => boolean;
  readonly #waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  #isAnswering = false;
  /** What has come and was not looked at. */
  #unseen: Buffer | undefined;
  #hasEnded = false;

  constructor(socket: Socket, serve: Serve) {
    this.#socket = socket;
    this.#serve = serve;
    this.#push = socket.push.bind(socket);
    socket.push = (bytes: Buffer | null) => this.#arrived(bytes);
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
    this.#isAnswering = false;
    if (this.#socket.destroyed) {
      this.#waiting.length = 0;
      return;
    }
    const next = this.#waiting.shift();
    if (next) this.#answer(...next);
    else this.#look();
  }

  /** @returns whether more may come */
  #arrived(bytes: Buffer | null): boolean {
    if (bytes === null) this.#hasEnded = true;
    else this.#unseen = this.#unseen ? Buffer.concat([this.#unseen, bytes]) : bytes;
    return this.#look();
  }

  #look(): boolean {
    let takesMore = true;
    while (this.#unseen && this.#waiting.length === 0 && !this.#socket.isPaused()) {
      const piece = this.#unseen.subarray(0, PIECE);
      this.#unseen = this.#unseen.length > PIECE ? this.#unseen.subarray(PIECE) : undefined;
      takesMore = this.#push(piece);
    }
    if (!this.#unseen && this.#hasEnded) {
      this.#hasEnded = false;
      this.#push(null);
      this.#socket.read(0);
    }
    return takesMore && !this.#unseen;
  }
}
