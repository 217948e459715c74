import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
  type ServerHttp2Session,
} from 'node:http2';
import type { Socket } from 'node:net';
import { type Fault, fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { PacedSocket } from '../../kit/net/paced-socket.ts';
import { Pipelines } from '../../kit/net/pipeline.ts';
import { cutWhenUnread } from '../../kit/net/unread.ts';
import type { Clock, Timer } from '../../kit/time/clock.ts';
import type { Turns } from '../../kit/turns.ts';
import { connectError, type FailureEncoder } from './failure.ts';
import { answerInstead, type RawAnswer, RequestedPaths, rawText, withPath } from './malformed.ts';

/** Requests and responses of `node:http`; those of `node:http2` are made to look like them. */
export type WebRequest = IncomingMessage;
export type WebResponse = ServerResponse;
/** @param connection the one that the request came by, with all its streams */
export type WebListener = (request: WebRequest, response: WebResponse, connection: Socket) => void;

/** HTTP over connections that another part accepted. */
export interface HttpServers {
  /** From now on the first headers have their time; one of the next two must follow when the protocol is known. */
  accepted(socket: Socket): void;
  /** @param seen of what it has sent, as far as that has been read */
  http1(socket: Socket, seen?: Buffer): void;
  http2(socket: Socket): void;
  /** Lets what is open end; connections that have more to send are cut after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Headers of one request; twice and twice again what a call may have, so that the answer can say what is wrong. */
const MAX_HEADERS = 64 << 10;
/** From the accept of a connection to the end of its first headers. */
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 5000;
const PING_MS = 30_000;
const PONG_MS = 10_000;
/** Calls of one connection at a time: three times the streams that a caller may have, and as many as most servers take. */
const MAX_STREAMS = 100;
/** Streams that a client opens and resets: so many at once, and a second; each has cost what a request costs. */
const RESETS = { streamResetBurst: 200, streamResetRate: 33 };
const CANCEL = constants.NGHTTP2_CANCEL;

export function httpServers(options: {
  readonly clock: Clock;
  readonly log: Log;
  readonly failure: FailureEncoder;
  readonly listener: WebListener;
  /** What is answered to a request for this path that cannot be read; undefined: as everywhere. */
  malformed?(path: string, error: Fault, status: RawAnswer['status']): RawAnswer | undefined;
  /** In which requests are read and begun. */
  readonly turns: Turns;
}): HttpServers {
  const { clock, log, listener, turns } = options;
  const patience = new HeaderPatience(clock);
  const pipelines = new Pipelines((request, response) => {
    cutWhenUnread(clock, response, () => request.socket.destroy());
    listener(request, response, request.socket);
  }, turns);
  const paths = new RequestedPaths();
  const take1 = (request: WebRequest, response: WebResponse) => {
    withPath(request);
    paths.begun(request);
    patience.begun(request.socket, response);
    pipelines.request(request, response);
  };
  const http1 = createHttpServer(
    // Without a host a request is refused where it is known what answers there.
    { maxHeaderSize: MAX_HEADERS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    take1,
  );
  // Else node:http answers these itself.
  http1.on('checkExpectation', take1);
  http1.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const why = isLarge ? fault('RequestTooLarge', { limit: MAX_HEADERS }) : fault('MalformedRequest');
    const path = paths.of(socket, (error as { rawPacket?: Buffer }).rawPacket);
    const answer = () =>
      options.malformed?.(path, why, isLarge ? 431 : 400) ?? refusal(options.failure, why, isLarge ? 431 : 400);
    // Who has gone in the middle of a body hears nothing.
    const hasGone = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE';
    const open = hasGone ? undefined : patience.unanswered(socket);
    // In the middle of an answer there is no place for another one.
    if (!socket.writable || (patience.busy(socket) && !open)) socket.destroy();
    else if (open) answerInstead(open, socket as Socket, answer());
    else socket.end(rawText(answer()));
  });

  const sessions = new Map<ServerHttp2Session, Promise<void>>();
  const http2 = createHttp2Server({
    ...RESETS,
    settings: { maxHeaderListSize: MAX_HEADERS, maxConcurrentStreams: MAX_STREAMS },
  });
  const connections = new WeakMap<Http2Session, Socket>();
  /** That a session is being made of. */
  let accepted: Socket | undefined;
  const take2 = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const { stream } = response;
    const socket = stream.session && connections.get(stream.session);
    if (!socket) return;
    // The compatibility classes behave like those of node:http in all that the listener uses; only their types differ.
    cutWhenUnread(clock, response as never, () => stream.close(CANCEL));
    turns.take(
      () => {
        if (!stream.closed && !stream.destroyed) listener(request as never, response as never, socket);
      },
      countedAddress(socket.remoteAddress ?? ''),
    );
  };
  http2.on('request', take2);
  // Without a listener node:http2 answers these itself, and throws when the stream was reset in the packet that brought it.
  http2.on('checkContinue', (request, response) => {
    if (!request.stream.closed && !request.stream.destroyed) response.writeContinue();
    take2(request, response);
  });
  http2.on('checkExpectation', take2);
  http2.on('connect', take2 as never);
  http2.on('session', session => {
    // The streams of a session that breaks fail by themselves.
    session.on('error', error => log.debug({ err: error }, 'http2 session failed'));
    const socket = accepted;
    if (socket) connections.set(session, socket);
    const heart = beat(clock, session, () => socket?.destroy());
    const closed = new Promise<void>(resolve => session.once('close', resolve));
    sessions.set(
      session,
      closed.then(() => {
        heart.cancel();
        sessions.delete(session);
      }),
    );
  });

  return {
    accepted: socket => patience.accepted(socket),
    http1(socket, seen) {
      paths.opened(socket, seen);
      pipelines.open(http1, socket, seen);
    },
    http2(socket) {
      patience.over(socket);
      accepted = socket;
      http2.emit('connection', new PacedSocket(socket, turns));
      accepted = undefined;
    },
    async stop(graceMs) {
      http1.closeIdleConnections();
      const force = clock.after(graceMs, () => {
        http1.closeAllConnections();
        for (const session of sessions.keys()) session.destroy();
      });
      for (const session of sessions.keys()) session.close();
      await Promise.all(sessions.values());
      force.cancel();
    },
  };
}

/**
 * Ends a session whose peer is gone without a word, or reads nothing.
 * @param cut its connection: a session whose answers are left unread does not end by itself
 */
function beat(clock: Clock, session: ServerHttp2Session, cut: () => void): Timer {
  let pong: Timer | undefined;
  const ping = clock.every(PING_MS, () => {
    if (session.destroyed) return cut();
    pong?.cancel();
    pong = clock.after(PONG_MS, cut);
    session.ping(() => pong?.cancel());
  });
  return {
    cancel() {
      ping.cancel();
      pong?.cancel();
    },
  };
}

/**
 * How long the headers of HTTP/1.1 may take: node:http looks after that only for connections it has accepted itself. After an answer
 * the connection may rest, so that the next headers have that time as well.
 */
class HeaderPatience {
  readonly #clock: Clock;
  readonly #waiting = new WeakMap<object, Timer>();
  readonly #busy = new WeakMap<object, number>();
  readonly #newest = new WeakMap<object, WebResponse>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  accepted(socket: Socket): void {
    this.#wait(socket, HEADERS_MS);
    socket.once('close', () => this.over(socket));
  }

  over(socket: Socket): void {
    this.#waiting.get(socket)?.cancel();
  }

  begun(socket: Socket, response: WebResponse): void {
    this.over(socket);
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
    this.#newest.set(socket, response);
    response.once('close', () => {
      const others = (this.#busy.get(socket) ?? 1) - 1;
      this.#busy.set(socket, others);
      if (others === 0 && !socket.destroyed) this.#wait(socket, HEADERS_MS + KEEP_ALIVE_MS);
    });
  }

  busy(socket: object): boolean {
    return (this.#busy.get(socket) ?? 0) > 0;
  }

  /** The response to the only request that is not answered, if nothing of it has left. */
  unanswered(socket: object): WebResponse | undefined {
    const newest = this.#newest.get(socket);
    return this.#busy.get(socket) === 1 && newest && !newest.headersSent ? newest : undefined;
  }

  #wait(socket: Socket, ms: number): void {
    this.#waiting.set(
      socket,
      this.#clock.after(ms, () => socket.destroy()),
    );
  }
}

/** The answer to what is not HTTP, or too much of it. */
function refusal(failure: FailureEncoder, why: Fault, status: RawAnswer['status']): RawAnswer {
  const wire = failure(why);
  return { status, headers: { 'content-type': 'application/json', ...wire.trailers }, body: connectError(wire) };
}

/** Node.js keeps one value of many headers; which of two a proxy in front has looked at is not known. */
export function valuesOf({ rawHeaders }: WebRequest, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const key = rawHeaders[at] ?? '';
    if (key.length === name.length && key.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
