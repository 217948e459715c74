import type { MessageType } from './fields.ts';
import { HEADER_BYTES } from './frame.ts';
import { MsgPackWriter } from './writer.ts';

const LENGTH_AT = 8;

/** The fields of a message in the encoding of its frames: the same in the frame of every peer that gets it. */
export interface Body {
  readonly entries: number;
  readonly bytes: Buffer;
}

/** A message of a command, before it has an id. */
export interface Outgoing {
  readonly command: string;
  readonly body: Body;
}

/** Makes the frames of one protocol in one encoding. */
export interface Frames {
  /** A message that has nothing but `command` and `opId`. */
  bare(command: string, opId: number): Buffer;
  message<T>(command: string, opId: number, type: MessageType<T>, message: T): Buffer;
  error(opId: number, code: number, text: string): Buffer;
  body<T>(type: MessageType<T>, message: T): Body;
  /** One frame behind the other: messages whose ids fall by one. */
  group(first: number, messages: readonly Outgoing[]): Buffer;
  /** One frame behind the other: messages without fields. */
  bares(command: string, opIds: readonly number[]): Buffer;
  /** The fields of a message as one MessagePack map, without command and opId: what is stored of a held operation. */
  content<T>(type: MessageType<T>, message: T): Buffer;
}

/** Writes identifier and length of the payload that stands behind them. @returns the whole frame */
export function headed(frame: Buffer, identifier: Buffer): Buffer {
  frame.set(identifier);
  frame.writeUInt32LE(frame.length - HEADER_BYTES, LENGTH_AT);
  return frame;
}

const NO_HEADER = Buffer.alloc(HEADER_BYTES);

/** Makes frames to send. One instance serves all connections of a listener: it has no state between two calls. */
export class FrameWriter implements Frames {
  readonly #out = new MsgPackWriter();
  readonly #identifier: Buffer;
  /** Per command: the encoded `command`, its value, and the key `opId`. */
  readonly #heads = new Map<string, Buffer>();

  constructor(identifier: Buffer) {
    this.#identifier = identifier;
  }

  bare(command: string, opId: number): Buffer {
    this.#begin(command, opId, 2);
    return this.#frame();
  }

  message<T>(command: string, opId: number, type: MessageType<T>, message: T): Buffer {
    this.#begin(command, opId, 2 + type.count(message));
    type.write(this.#out, message);
    return this.#frame();
  }

  error(opId: number, code: number, text: string): Buffer {
    this.#begin('error', opId, 4);
    this.#out.str('code');
    this.#out.int(code);
    this.#out.str('message');
    this.#out.str(text);
    return this.#frame();
  }

  body<T>(type: MessageType<T>, message: T): Body {
    this.#out.reset();
    type.write(this.#out, message);
    return { entries: type.count(message), bytes: this.#out.take() };
  }

  group(first: number, messages: readonly Outgoing[]): Buffer {
    const starts: number[] = [];
    this.#out.reset();
    for (const [index, { command, body }] of messages.entries()) {
      this.#next(starts, command, first - index, 2 + body.entries);
      this.#out.raw(body.bytes);
    }
    return this.#frames(starts);
  }

  bares(command: string, opIds: readonly number[]): Buffer {
    const starts: number[] = [];
    this.#out.reset();
    for (const opId of opIds) this.#next(starts, command, opId, 2);
    return this.#frames(starts);
  }

  content<T>(type: MessageType<T>, message: T): Buffer {
    this.#out.reset();
    this.#out.map(type.count(message));
    type.write(this.#out, message);
    return this.#out.take();
  }

  #begin(command: string, opId: number, entries: number): void {
    const head = this.#headOf(command);
    this.#out.reset(HEADER_BYTES);
    this.#head(head, opId, entries);
  }

  /** Begins one of several frames. */
  #next(starts: number[], command: string, opId: number, entries: number): void {
    const head = this.#headOf(command);
    starts.push(this.#out.length);
    this.#out.raw(NO_HEADER);
    this.#head(head, opId, entries);
  }

  /** Everything written, with the header of each frame. */
  #frames(starts: readonly number[]): Buffer {
    const bytes = this.#out.take();
    for (const [index, start] of starts.entries()) headed(bytes.subarray(start, starts[index + 1]), this.#identifier);
    return bytes;
  }

  #headOf(command: string): Buffer {
    return this.#heads.get(command) ?? this.#learn(command);
  }

  #head(head: Buffer, opId: number, entries: number): void {
    this.#out.map(entries);
    this.#out.raw(head);
    this.#out.int(opId);
  }

  #frame(): Buffer {
    return headed(this.#out.take(), this.#identifier);
  }

  #learn(command: string): Buffer {
    const out = new MsgPackWriter();
    out.str('command');
    out.str(command);
    out.str('opId');
    const head = out.take();
    this.#heads.set(command, head);
    return head;
  }
}
