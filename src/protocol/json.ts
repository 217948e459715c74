import type { MessageType } from './fields.ts';
import { HEADER_BYTES } from './frame.ts';
import { type Body, type Frames, FrameWriter, headed, type Outgoing } from './frames.ts';
import { type Fields, MOST_VALUES, UNBUILT, Undecodable } from './reader.ts';
import type { Key, ValueWriter } from './writer.ts';

const BRACE = 0x7b;
const END_BRACE = 0x7d;
const BRACKET = 0x5b;
const END_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
/** White space that JSON allows in front of a value. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0x0a]);
/** Digits that a JavaScript number may not hold exactly. */
const LONG_NUMBER = /\d{16}/;
/** Beyond, it is in the range of no field, and to read it exactly costs more the longer it is. */
const INTEGER = /^-?\d{1,64}$/;

/** Whether a payload is a JSON object: MessagePack has no map that begins so (SCACI 3.1). */
export function isJson(payload: Uint8Array): boolean {
  let at = 0;
  while (BLANK.has(payload[at] ?? 0)) at++;
  return payload[at] === BRACE;
}

/**
 * Reads one JSON object; integers beyond 2^53 become bigint, as from MessagePack. For that each value is visited, thirty times
 * what it costs to build it: in a message that is larger than any that is meant, only the wanted fields are visited.
 * @param wanted fields of a message that are read; all when it is not given
 * @throws Undecodable when it is none
 */
export function readJson(payload: Buffer, wanted?: ReadonlySet<string>): Fields {
  const text = payload.toString();
  const result = Object.create(null) as Fields;
  try {
    if (!LONG_NUMBER.test(text)) return Object.assign(result, JSON.parse(text));
    if (text.length <= MOST_VALUES || !wanted) return Object.assign(result, JSON.parse(text, exactly));
    return some(text, wanted, result);
  } catch {
    // Malformed, or nested so deeply that reading it would not end well.
    throw new Undecodable('not JSON');
  }
}

/** The fields that are wanted, exactly as long as they are no more than so many values; one that is more is not built. */
function some(text: string, wanted: ReadonlySet<string>, result: Fields): Fields {
  const whole: Readonly<Record<string, unknown>> = JSON.parse(text);
  let left = MOST_VALUES;
  for (const [key, { from, to, values }] of membersOf(text, wanted)) {
    const member = text.slice(from, to);
    if (!LONG_NUMBER.test(member)) result[key] = whole[key];
    else if (values > left) result[key] = UNBUILT;
    else {
      result[key] = JSON.parse(member, exactly);
      left -= values;
    }
  }
  return result;
}

/** Where the value of a member is in its text. */
interface Member {
  readonly from: number;
  to: number;
  /** How many it is of: no less than there are. */
  values: number;
}

/** The members of an object with these keys; of a key that comes again the last one. @param text JSON */
function membersOf(text: string, wanted: ReadonlySet<string>): Map<string, Member> {
  const members = new Map<string, Member>();
  let member: Member | undefined;
  let key = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const from = at;
      while (text.charCodeAt(++at) !== QUOTE) if (text.charCodeAt(at) === BACKSLASH) at++;
      if (depth === 1 && !member) key = text.slice(from + 1, at);
    } else if (char === COLON) {
      if (depth === 1) member = { from: at + 1, to: at + 1, values: 1 };
    } else if (char === BRACE || char === BRACKET) {
      depth++;
      if (member) member.values++;
    } else if (char === COMMA || char === END_BRACE || char === END_BRACKET) {
      if (char !== COMMA) depth--;
      if (member && depth === (char === COMMA ? 1 : 0)) {
        member.to = at;
        const name: string = key.includes('\\') ? JSON.parse(`"${key}"`) : key;
        if (wanted.has(name)) members.set(name, member);
        member = undefined;
      } else if (member && char === COMMA) member.values++;
    }
  }
  return members;
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
    return this.#frame({ command, opId }, textOf(type, message));
  }

  body<T>(type: MessageType<T>, message: T): Body {
    return { entries: type.count(message), bytes: Buffer.from(textOf(type, message)) };
  }

  group(first: number, messages: readonly Outgoing[]): Buffer {
    return Buffer.concat(
      messages.map(({ command, body }, index) => this.#frame({ command, opId: first - index }, body.bytes.toString())),
    );
  }

  bares(command: string, opIds: readonly number[]): Buffer {
    return Buffer.concat(opIds.map(opId => this.bare(command, opId)));
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

function textOf<T>(type: MessageType<T>, message: T): string {
  const out = new JsonWriter();
  out.map(type.count(message));
  type.write(out, message);
  return out.text;
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
