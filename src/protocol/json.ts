import type { MessageType } from './fields.ts';
import { HEADER_BYTES } from './frame.ts';
import { type Frames, FrameWriter, headed } from './frames.ts';
import { type Fields, Undecodable } from './reader.ts';
import type { Key, ValueWriter } from './writer.ts';

const BRACE = 0x7b;
/** White space that JSON allows in front of a value. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0x0a]);
/** Digits that a JavaScript number may not hold exactly. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** Whether a payload is a JSON object: MessagePack has no map that begins so (SCACI 3.1). */
export function isJson(payload: Uint8Array): boolean {
  let at = 0;
  while (BLANK.has(payload[at] ?? 0)) at++;
  return payload[at] === BRACE;
}

/**
 * Reads one JSON object; integers beyond 2^53 become bigint, as from MessagePack.
 * @throws Undecodable when it is none
 */
export function readJson(payload: Buffer): Fields {
  const text = payload.toString();
  let value: unknown;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    // Malformed, or nested so deeply that reading it would not end well.
    throw new Undecodable('not JSON');
  }
  return Object.assign(Object.create(null) as Fields, value);
}

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const lossy = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined;
  return lossy && INTEGER.test(source) ? BigInt(source) : value;
}

/** Makes frames whose payload is JSON, for a peer that began with it (SCACI 3.1). Byte strings are arrays of numbers. */
export class JsonFrames implements Frames {
  readonly #identifier: Buffer;
  readonly #stored: FrameWriter;

  constructor(identifier: Buffer) {
    this.#identifier = identifier;
    this.#stored = new FrameWriter(identifier);
  }

  bare(command: string, opId: number): Buffer {
    return this.#frame({ command, opId });
  }

  message<T>(command: string, opId: number, type: MessageType<T>, message: T): Buffer {
    const out = new JsonWriter();
    out.map(type.count(message));
    type.write(out, message);
    return this.#frame({ command, opId }, out.text);
  }

  error(opId: number, code: number, text: string): Buffer {
    return this.#frame({ command: 'error', opId, code, message: text });
  }

  content<T>(type: MessageType<T>, message: T): Buffer {
    return this.#stored.content(type, message);
  }

  /** @param more text of another object, whose members are added */
  #frame(envelope: object, more = '{}'): Buffer {
    const members = more.slice(1, -1);
    const head = JSON.stringify(envelope).slice(0, -1);
    const text = `${head}${members === '' ? '' : `,${members}`}}`;
    const frame = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(text));
    frame.write(text, HEADER_BYTES);
    return headed(frame, this.#identifier);
  }
}

/** What is open while JSON is written: how many values are still to come, and how it is closed. */
interface Open {
  left: number;
  readonly end: string;
}

/** Writes the values of a message as JSON text; 64-bit integers keep all their digits. */
class JsonWriter implements ValueWriter {
  text = '';
  readonly #open: Open[] = [];
  #comma = false;

  map(entries: number): void {
    this.#begin('{', entries, '}');
  }

  array(length: number): void {
    this.#begin('[', length, ']');
  }

  key({ name }: Key): void {
    if (this.#comma) this.text += ',';
    this.text += `${JSON.stringify(name)}:`;
    this.#comma = false;
  }

  nil(): void {
    this.#value('null');
  }

  bool(value: boolean): void {
    this.#value(String(value));
  }

  str(text: string): void {
    this.#value(JSON.stringify(text));
  }

  int(value: number | bigint): void {
    this.#value(String(value));
  }

  f64(value: number): void {
    this.#value(JSON.stringify(value));
  }

  f32(value: number): void {
    this.f64(value);
  }

  #begin(bracket: string, left: number, end: string): void {
    if (this.#comma) this.text += ',';
    this.text += bracket;
    this.#comma = false;
    this.#open.push({ left, end });
    this.#close();
  }

  #value(text: string): void {
    if (this.#comma) this.text += ',';
    this.text += text;
    this.#counted();
  }

  #counted(): void {
    this.#comma = true;
    const open = this.#open.at(-1);
    if (open) open.left--;
    this.#close();
  }

  /** Ends what has all its values; that is one value of what it stands in. */
  #close(): void {
    const open = this.#open.at(-1);
    if (!open || open.left > 0) return;
    this.#open.pop();
    this.text += open.end;
    this.#counted();
  }
}
