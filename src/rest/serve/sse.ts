import type { Clock } from '../../kit/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { Told } from '../../rpc/define.ts';
import type { OpenStream } from '../../rpc/invoke.ts';
import type { WebResponse } from '../../rpc/serve/http.ts';
import { RpcFailure } from '../../rpc/status.ts';

/** A message of a stream, and its JSON. */
export interface Streamed {
  readonly message: unknown;
  readonly json: string;
}

/** An open stream, and where it is written to. */
export interface EventStream {
  readonly stream: OpenStream<Streamed>;
  /** How each item is called. */
  readonly event: string;
  readonly response: WebResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly told: Told;
  /** Only the head of the answer is wanted. */
  readonly isHead: boolean;
  /** What ended the stream, as JSON. */
  problem(error: unknown): string;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that collects answers would hold events back.
  'x-accel-buffering': 'no',
};
const RETRY_MS = 2000;
/** Proxies end connections on which nothing comes for longer. */
const HEARTBEAT_MS = 15 * SECOND_MS;
/** What is written at a time, about: a reader that does not read has no more of it here than that. */
const CHUNK = 16 << 10;

/** Writes an open stream as Server-Sent Events (REST section 8). Never rejects; ends the response. */
export async function serveEvents(clock: Clock, asked: EventStream): Promise<void> {
  const { stream, response, headers, isHead, problem, told } = asked;
  const writer = new EventWriter(response, stream.signal);
  const beat = clock.every(HEARTBEAT_MS, () => writer.idle(': hb\n', told.place));
  try {
    response.writeHead(200, { ...headers, ...HEADERS });
    if (!isHead) writer.idle(`retry: ${RETRY_MS}\n`, told.place);
    for await (const batch of stream.batches) {
      // Begun, so that it can be ended.
      if (isHead) break;
      for (const item of batch) await writer.item(asked.event, item);
      await writer.flush();
    }
  } catch (error) {
    const isGone = error instanceof RpcFailure && error.status.code === 'CANCELLED';
    if (!isGone) writer.last(`event: error\ndata: ${problem(error)}\n\n`);
  } finally {
    beat.cancel();
    response.end();
  }
}

class EventWriter {
  readonly #response: WebResponse;
  readonly #signal: AbortSignal;
  #collected = '';
  /** The number that the reader has last been given, which it names when it comes again. */
  #id = -1;
  #isFull = false;

  constructor(response: WebResponse, signal: AbortSignal) {
    this.#response = response;
    this.#signal = signal;
    response.on('drain', () => {
      this.#isFull = false;
    });
  }

  item(event: string, { message, json }: Streamed): Promise<void> | undefined {
    const { seq } = message as { readonly seq?: number };
    // What is told once more, with an older number, is no place to go on from.
    const id = seq !== undefined && seq > this.#id ? `id: ${seq}\n` : '';
    if (id !== '') this.#id = Number(seq);
    this.#collected += `${id}event: ${event}\ndata: ${json}\n\n`;
    return this.#collected.length < CHUNK ? undefined : this.flush();
  }

  /** Resolves when there is room for more, or when the stream is to end. */
  async flush(): Promise<void> {
    const text = this.#collected;
    this.#collected = '';
    if (text !== '') this.#write(text);
    if (this.#isFull) await this.#drained();
  }

  /**
   * Something that is no event, left out where the reader is behind. With it the reader gets the place up to which there was nothing for it:
   * it goes on from there when it comes again, however long ago its last event was.
   */
  idle(lines: string, place: number | undefined): void {
    if (this.#isFull || this.#collected !== '') return;
    const isNew = place !== undefined && place > this.#id;
    if (isNew) this.#id = place;
    this.#write(isNew ? `${lines}id: ${place}\n\n` : `${lines}\n`);
  }

  last(text: string): void {
    this.#write(this.#collected + text);
  }

  #write(text: string): void {
    const { destroyed, writableEnded } = this.#response;
    if (!destroyed && !writableEnded && !this.#response.write(text)) this.#isFull = true;
  }

  #drained(): Promise<void> {
    const [response, signal] = [this.#response, this.#signal];
    if (signal.aborted || response.destroyed) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        response.off('drain', done);
        response.off('close', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      response.on('drain', done);
      response.on('close', done);
      signal.addEventListener('abort', done, { once: true });
    });
  }
}
