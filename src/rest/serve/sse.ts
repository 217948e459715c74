import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { AnswerFacts } from '../../rpc/call/define.ts';
import type { OpenStream } from '../../rpc/call/incoming.ts';
import { RpcFailure } from '../../rpc/call/status.ts';
import type { WebResponse } from '../../rpc/serve/http.ts';
import { drained } from '../../rpc/serve/send.ts';

/** A message of a stream, and its JSON. */
export interface StreamedMessage {
  readonly message: unknown;
  readonly json: string;
}

/** An open stream, and where it is written to. */
export interface EventStream {
  readonly stream: OpenStream<StreamedMessage>;
  /** How each item is called. */
  readonly event: string;
  readonly response: WebResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly told: AnswerFacts;
  /** Only the head of the answer is wanted. */
  readonly isHead: boolean;
  /** Shared with the other readers. */
  readonly frames: Frames;
  /** What ended the stream, as JSON. */
  problem(error: unknown): string;
}

/** The text of whole batches: readers at the same place are given the same messages, and one text serves all of them. */
export class Frames {
  /** By the first message of a batch. */
  readonly #made = new WeakMap<object, { readonly items: readonly StreamedMessage[]; readonly bytes: Buffer }>();

  /** @param items more than one, their numbers ascending */
  of(items: readonly StreamedMessage[], event: string): Buffer {
    const first = items[0]?.message as object;
    const made = this.#made.get(first);
    if (made?.items.length === items.length && made.items.every(({ message }, n) => message === items[n]?.message)) {
      return made.bytes;
    }
    const bytes = Buffer.from(items.map(item => `id: ${seqOf(item)}\n${frameOf(item, event)}`).join(''));
    this.#made.set(first, { items, bytes });
    return bytes;
  }
}

const seqOf = ({ message }: StreamedMessage): number => Number((message as { readonly seq?: number }).seq ?? 0);
const frameOf = ({ json }: StreamedMessage, event: string): string => `event: ${event}\ndata: ${json}\n\n`;

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
/** Of a batch that readers share, which is here once for all of them. */
const SHARED = 256 << 10;

/** Writes an open stream as Server-Sent Events (REST section 8). Never rejects; ends the response. */
export async function serveEvents(clock: Clock, asked: EventStream): Promise<void> {
  const { stream, response, headers, isHead, problem, told } = asked;
  const writer = new EventWriter(response, stream.signal);
  const beat = clock.every(HEARTBEAT_MS, () => writer.idle(': hb\n', told.place));
  try {
    // What came behind the request may have been answered in its place (`answerInstead`).
    const isOver = isHead || response.headersSent;
    if (!response.headersSent) response.writeHead(200, { ...headers, ...HEADERS });
    if (!isOver) writer.idle(`retry: ${RETRY_MS}\n`, told.place);
    for await (const batch of stream.batches) {
      // Begun, so that it can be ended.
      if (isOver) break;
      await writer.batch(batch, asked.event, asked.frames);
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

  /** Resolves when there is room for more, or when the stream is to end. */
  async batch(items: readonly StreamedMessage[], event: string, frames: Frames): Promise<void> {
    let last = this.#id;
    const isAscending = items.every(item => {
      const isNext = seqOf(item) > last;
      last = seqOf(item);
      return isNext;
    });
    const length = items.reduce((sum, { json }) => sum + json.length, 0);
    if (items.length > 1 && isAscending && length <= SHARED) {
      this.#write(frames.of(items, event));
      this.#id = last;
      return await this.flush();
    }
    for (const item of items) {
      const seq = seqOf(item);
      // What is told once more, with an older number, is no place to go on from.
      const id = seq > this.#id ? `id: ${seq}\n` : '';
      this.#id = Math.max(this.#id, seq);
      this.#collected += id + frameOf(item, event);
      if (this.#collected.length >= CHUNK) await this.flush();
    }
    await this.flush();
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

  #write(text: string | Buffer): void {
    const { destroyed, writableEnded } = this.#response;
    if (!destroyed && !writableEnded && !this.#response.write(text)) this.#isFull = true;
  }

  #drained(): Promise<void> {
    const [response, signal] = [this.#response, this.#signal];
    if (signal.aborted || response.destroyed) return Promise.resolve();
    return drained(response, signal);
  }
}
