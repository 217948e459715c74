import type { MessageType } from './fields.ts';
import { HEADER_BYTES } from './frame.ts';
import { MsgPackWriter } from './writer.ts';

const LENGTH_AT = 8;

/** Makes the frames of one protocol in one encoding. */
export interface Frames {
  /** A message that has nothing but `command` and `opId`. */
  bare(command: string, opId: number): Buffer;
  message<T>(command: string, opId: number, type: MessageType<T>, message: T): Buffer;
  error(opId: number, code: number, text: string): Buffer;
  /** The fields of a message as one MessagePack map, without command and opId: what is stored of a held operation. */
  content<T>(type: MessageType<T>, message: T): Buffer;
}

/** Writes identifier and length of the payload that stands behind them. @returns the whole frame */
export function headed(frame: Buffer, identifier: Buffer): Buffer {
  frame.set(identifier);
  frame.writeUInt32LE(frame.length - HEADER_BYTES, LENGTH_AT);
  return frame;
}

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

  content<T>(type: MessageType<T>, message: T): Buffer {
    this.#out.reset();
    this.#out.map(type.count(message));
    type.write(this.#out, message);
    return this.#out.take();
  }

  #begin(command: string, opId: number, entries: number): void {
    const head = this.#heads.get(command) ?? this.#learn(command);
    this.#out.reset(HEADER_BYTES);
    this.#out.map(entries);
    this.#out.raw(head);
    this.#out.int(opId);
  }

  #frame(): Buffer {
    return headed(this.#out.take(), this.#identifier);
  }

  #learn(command: string): Buffer {
    this.#out.reset();
    this.#out.str('command');
    this.#out.str(command);
    this.#out.str('opId');
    const head = this.#out.take();
    this.#heads.set(command, head);
    return head;
  }
}
