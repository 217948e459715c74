import { type IncomingMessage, request } from 'node:http';
import type { Test } from 'tap';
import type { Headers } from '../box.ts';

/** What stands between two empty lines. */
export interface Block {
  readonly comment?: string;
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at it names itself
  readonly data?: any;
}

/** A stream of Server-Sent Events as a client reads it. */
export class EventReader {
  readonly response: IncomingMessage;
  readonly #blocks: Block[] = [];
  #rest = '';
  #ended = false;
  #waiting: (() => void)[] = [];
  /** Where the client goes on when it comes again. */
  lastEventId: string | undefined;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const parts = (this.#rest + text).split('\n\n');
      this.#rest = parts.pop() ?? '';
      for (const part of parts) this.#blocks.push(blockOf(part));
      this.#wake();
    });
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    response.on('end', end);
    response.on('error', end);
  }

  static open(
    t: Test,
    port: number,
    path: string,
    { headers = {}, method = 'GET' }: { headers?: Headers; method?: string } = {},
  ): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, response =>
        resolve(new EventReader(response)),
      );
      asked.on('error', reject);
      asked.end();
      t.teardown(() => asked.destroy());
    });
  }

  /** Undefined: the stream is over. */
  async block(): Promise<Block | undefined> {
    for (;;) {
      const block = this.#blocks.shift();
      if (block?.id !== undefined) this.lastEventId = block.id;
      if (block || this.#ended) return block;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** The next event; comments and places are passed over, as EventSource does. */
  async next(): Promise<Block | undefined> {
    for (;;) {
      const block = await this.block();
      if (!block || block.data !== undefined) return block;
    }
  }

  async take(count: number): Promise<Block[]> {
    const all: Block[] = [];
    for (let left = count; left > 0; left--) {
      const block = await this.next();
      if (!block) throw new Error('the stream is over');
      all.push(block);
    }
    return all;
  }

  /** The whole answer of one that was refused. */
  async text(): Promise<string> {
    while (!this.#ended) await new Promise<void>(resolve => this.#waiting.push(resolve));
    return this.#rest;
  }

  close(): void {
    this.response.destroy();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function blockOf(text: string): Block {
  const found: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
    found[name === '' ? 'comment' : name] = name === 'data' ? JSON.parse(value) : value;
  }
  return found;
}
