/** One thing that client or server of NATS says: a line, and a payload where the line announces one. */
export interface Frame {
  readonly verb: string;
  /** What follows the verb. */
  readonly words: readonly string[];
  /** Headers included. */
  readonly payload: Buffer;
  /** As it came. */
  readonly bytes: Buffer;
}

const WITH_PAYLOAD = new Set(['PUB', 'HPUB', 'MSG', 'HMSG']);
const END = '\r\n';

/** Takes one direction of a connection apart, however it is cut. */
export class NatsFrames {
  #rest: Buffer = Buffer.alloc(0);

  *read(part: Buffer): Generator<Frame> {
    this.#rest = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    for (;;) {
      const end = this.#rest.indexOf(END);
      if (end < 0) return;
      const [verb = '', ...words] = this.#rest.subarray(0, end).toString().split(' ');
      const start = end + END.length;
      const length = WITH_PAYLOAD.has(verb) ? Number(words.at(-1)) + END.length : 0;
      if (this.#rest.length < start + length) return;
      const bytes = this.#rest.subarray(0, start + length);
      const payload = this.#rest.subarray(start, start + Math.max(0, length - END.length));
      this.#rest = this.#rest.subarray(start + length);
      yield { verb, words, payload, bytes };
    }
  }
}
