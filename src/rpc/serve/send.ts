import type { Socket } from 'node:net';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { WebResponse } from './http.ts';
import { MAX_MESSAGE } from './service.ts';

/** Answers of one connection that it has not taken yet: two of the largest, however many streams it has. */
const MAX_OF_CONNECTION = 2 * MAX_MESSAGE;
/** Those of all connections together. */
const MAX_OF_ALL = 4 * MAX_MESSAGE;
/** A connection that has taken nothing for so long makes room for others. */
const STUCK_MS = 2000;
const RETRY_MS = 1000;
/** What is written at a time: over TLS it is there once more, encrypted. */
export const PIECE = 64 << 10;

interface Held {
  bytes: number;
  movedMs: number;
}

/** Answers that wait for clients to take them: one that reads none would make the process hold hundreds of the largest. */
export class Unsent {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Who has taken nothing for longest comes first. */
  readonly #connections = new Map<Socket, Held>();
  #bytes = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Of all connections. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Before an answer is made. @throws fault `RateLimited` when this connection has so many that the largest has no room, or all have,
   * and this one some of them
   */
  mustHaveRoom(connection: Socket): void {
    const { bytes = 0 } = this.#connections.get(connection) ?? {};
    const isFull = bytes > 0 && this.#bytes > MAX_OF_ALL - MAX_MESSAGE;
    if (isFull || bytes > MAX_OF_CONNECTION - MAX_MESSAGE) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
  }

  /**
   * Counts an answer until it is taken. @returns counts it no more
   * @throws fault `RateLimited` when those that wait would become too many bytes
   */
  hold(connection: Socket, response: WebResponse, bytes: number): () => void {
    const held = this.#connections.get(connection) ?? { bytes: 0, movedMs: this.#clock.monotonic() };
    if (held.bytes + bytes > MAX_OF_CONNECTION) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
    if (this.#bytes + bytes > MAX_OF_ALL) this.#makeRoom();
    if (response.destroyed) return () => undefined;
    this.#connections.set(connection, held);
    held.bytes += bytes;
    this.#bytes += bytes;
    const moved = () => {
      held.movedMs = this.#clock.monotonic();
      // Set anew, so that it is the last.
      if (this.#connections.delete(connection) && held.bytes > 0) this.#connections.set(connection, held);
    };
    const release = () => {
      response.off('drain', moved).off('close', release);
      held.bytes -= bytes;
      this.#bytes -= bytes;
      moved();
    };
    response.on('drain', moved).on('close', release);
    return release;
  }

  /** @throws fault `RateLimited` while every connection takes what it is sent */
  #makeRoom(): void {
    let largest: Socket | undefined;
    let most = 0;
    for (const [stuck, { bytes, movedMs }] of this.#connections) {
      if (this.#clock.monotonic() - movedMs < STUCK_MS) break;
      if (bytes <= most) continue;
      // Of a short answer it may be us who were slow, and without it there is no more room.
      [largest, most] = [stuck, bytes];
    }
    if (!largest) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
    this.#connections.delete(largest);
    largest.destroy();
  }
}

/** Ends a response with a body. Resolves when that is written, or the client reads no more. */
export async function endWith(response: WebResponse, body: Buffer | undefined): Promise<void> {
  if (body && body.length > PIECE) {
    await writeAll(response, body);
    response.end();
  } else response.end(body);
}

/** Writes a whole body, a piece after the other as the client takes them. Resolves when it is written, or the client reads no more. */
async function writeAll(response: WebResponse, body: Buffer, signal?: AbortSignal): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed && !signal?.aborted; at += PIECE) {
    if (!response.write(body.subarray(at, at + PIECE))) await drained(response, signal);
  }
}

/** Resolves when there is room for more, or when the call is to end. */
export function write(response: WebResponse, chunk: Buffer, signal: AbortSignal): Promise<void> | undefined {
  if (chunk.length > PIECE) return writeAll(response, chunk, signal);
  return response.write(chunk) || signal.aborted ? undefined : drained(response, signal);
}

/** Resolves when what was written has left, when the client reads no more, or when the call is to end. */
export function drained(response: WebResponse, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
