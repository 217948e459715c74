import { HEADER_BYTES } from '../protocol/frame.ts';
import { headed } from '../protocol/frames.ts';
import type { RequestOf } from '../protocol/operations.ts';
import { MsgPackWriter } from '../protocol/writer.ts';
import { type Bssci, bssci } from './operations.ts';
import { IDENTIFIER } from './rules.ts';

const HEADER = Buffer.alloc(HEADER_BYTES);

/** Makes the frames of many `attPrp`, whose fields are encoded once for all stations and differ in their ids alone. */
export class AnnouncementFrames {
  readonly #out = new MsgPackWriter();
  readonly #key: Buffer;

  constructor() {
    this.#out.str('command');
    this.#out.str('attPrp');
    this.#out.str('opId');
    this.#key = this.#out.take();
  }

  /** How many fields, and these one behind the other. */
  content(message: RequestOf<Bssci['attPrp']>): { readonly fields: number; readonly encoded: Buffer } {
    this.#out.reset();
    bssci.attPrp.req.write(this.#out, message);
    return { fields: bssci.attPrp.req.count(message), encoded: this.#out.take() };
  }

  /** Frames with ids one below the other, as one piece. */
  group(firstOpId: number, contents: readonly { readonly fields: number; readonly encoded: Buffer }[]): Buffer {
    this.#out.reset();
    const ends: number[] = [];
    for (const [index, { fields, encoded }] of contents.entries()) {
      this.#out.raw(HEADER);
      this.#out.map(fields + 2);
      this.#out.raw(this.#key);
      this.#out.int(firstOpId - index);
      this.#out.raw(encoded);
      ends.push(this.#out.length);
    }
    const bytes = this.#out.take();
    let begin = 0;
    for (const end of ends) {
      headed(bytes.subarray(begin, end), IDENTIFIER);
      begin = end;
    }
    return bytes;
  }
}
