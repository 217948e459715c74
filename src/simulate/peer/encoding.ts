import { encode } from '@msgpack/msgpack';
import { type Eui, euiToBigInt } from '../../kit/eui.ts';
import type { MessageType } from '../../protocol/fields.ts';
import { HEADER_BYTES } from '../../protocol/frame.ts';
import { headed } from '../../protocol/frames.ts';
import { MsgPackWriter } from '../../protocol/writer.ts';

/** How a peer writes what the specification leaves open, or writes it wrongly. Nothing given is the plain form. */
export interface Encoding {
  readonly maps?: 'shortest' | 'map16' | 'map32';
  readonly keys?: 'table' | 'sorted' | 'shuffled';
  readonly byteStrings?: 'unsigned' | 'signed' | 'bin8' | 'bin16' | 'bin32';
  readonly euis?: 'unsigned' | 'signed';
  /** `integers`: a float without fraction is written as an integer. */
  readonly floats?: 'float64' | 'float32' | 'integers';
  /** `wide`: every integer in 64 bits. */
  readonly integers?: 'shortest' | 'wide';
  /** `nil`: optional fields without value are written as nil. */
  readonly absent?: 'left out' | 'nil';
  /** Fields unknown to the specification, added to every message. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

const KEY_COMMAND = Buffer.from('\xa7command', 'latin1');
const KEY_OP_ID = Buffer.from('\xa4opId', 'latin1');
const ENVELOPE_FIELDS = 2;
const NIL = Buffer.of(0xc0);

const ENCODING_SWITCHES = ['maps', 'keys', 'byteStrings', 'euis', 'floats', 'integers', 'absent', 'extra'] as const;

/** Makes the frames of one protocol. */
export class Encoder {
  readonly #identifier: Buffer;
  readonly #writer = new MsgPackWriter();

  constructor(identifier: Buffer) {
    this.#identifier = identifier;
  }

  /** One message as a frame, in the given encoding. */
  frame(encoding: Encoding, command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer {
    const payload = ENCODING_SWITCHES.some(name => encoding[name] !== undefined)
      ? inDialect(encoding, command, opId, type, msg)
      : plain(this.#writer, command, opId, type, msg);
    return headed(payload, this.#identifier);
  }
}

/** Space for the header, then the message. */
function plain(
  out: MsgPackWriter,
  command: string,
  opId: number | bigint,
  type: MessageType<unknown>,
  message: object,
): Buffer {
  out.reset(HEADER_BYTES);
  out.map(ENVELOPE_FIELDS + type.count(message));
  out.raw(KEY_COMMAND);
  out.str(command);
  out.raw(KEY_OP_ID);
  out.int(opId);
  type.write(out, message);
  return out.take();
}

/** The same in another encoding. */
function inDialect(
  encoding: Encoding,
  command: string,
  opId: number | bigint,
  type: MessageType<unknown>,
  message: object,
): Buffer {
  const out = new DialectWriter(encoding);
  const values = message as Readonly<Record<string, unknown>>;
  const entries: [name: string, entry: Buffer][] = [];
  const add = (name: string, write: () => void) => {
    out.reset();
    write();
    entries.push([name, out.take()]);
  };
  const addKeyed = (name: string, write: () => void) =>
    add(name, () => {
      out.str(name);
      write();
    });
  addKeyed('command', () => out.str(command));
  addKeyed('opId', () => out.int(opId));
  for (const name of type.names) {
    const value = values[name];
    if (value instanceof Uint8Array) addKeyed(name, () => out.bytes(value));
    else if (value !== undefined && name.endsWith('Eui')) addKeyed(name, () => out.eui(value as Eui));
    else if (value !== undefined) add(name, () => type.write(out, { [name]: value }));
    else if (encoding.absent === 'nil') addKeyed(name, () => out.raw(NIL));
  }
  for (const [name, value] of Object.entries(encoding.extra ?? {})) {
    addKeyed(name, () => out.raw(encode(value, { useBigInt64: true })));
  }
  if (encoding.keys === 'sorted') entries.sort(([a], [b]) => (a < b ? -1 : 1));
  else if (encoding.keys === 'shuffled') shuffle(entries, opId);
  out.reset(HEADER_BYTES);
  out.map(entries.length);
  for (const [, entry] of entries) out.raw(entry);
  return out.take();
}

/** Another order for every id, and the same one in every run. */
function shuffle(entries: unknown[], seed: number | bigint): void {
  let state = (Number(BigInt.asUintN(31, BigInt(seed))) * 2_654_435_761 + 12_345) >>> 0;
  for (let i = entries.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 0x1_0000_0000) * (i + 1));
    [entries[i], entries[j]] = [entries[j], entries[i]];
  }
}

class DialectWriter extends MsgPackWriter {
  readonly #encoding: Encoding;

  constructor(encoding: Encoding) {
    super();
    this.#encoding = encoding;
  }

  override map(entries: number): void {
    const { maps } = this.#encoding;
    if (maps === 'map16') this.raw(Buffer.of(0xde, entries >> 8, entries & 0xff));
    else if (maps === 'map32') this.raw(Buffer.of(0xdf, 0, 0, entries >> 8, entries & 0xff));
    else super.map(entries);
  }

  override int(value: number | bigint): void {
    if (this.#encoding.integers !== 'wide') {
      super.int(value);
      return;
    }
    const wide = Buffer.alloc(9);
    wide[0] = value < 0 ? 0xd3 : 0xcf;
    wide.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)), 1);
    this.raw(wide);
  }

  override f64(value: number): void {
    const { floats } = this.#encoding;
    if (floats === 'integers' && Number.isInteger(value)) this.int(value);
    else if (floats === 'float32') this.f32(value);
    else super.f64(value);
  }

  eui(eui: Eui): void {
    const value = euiToBigInt(eui);
    this.int(this.#encoding.euis === 'signed' ? BigInt.asIntN(64, value) : value);
  }

  bytes(value: Uint8Array): void {
    const { byteStrings } = this.#encoding;
    const { length } = value;
    if (byteStrings === 'bin8') this.raw(Buffer.of(0xc4, length));
    else if (byteStrings === 'bin16') this.raw(Buffer.of(0xc5, length >> 8, length & 0xff));
    else if (byteStrings === 'bin32') this.raw(Buffer.of(0xc6, 0, 0, length >> 8, length & 0xff));
    else {
      this.array(length);
      for (const byte of value) this.int(byteStrings === 'signed' && byte > 127 ? byte - 256 : byte);
      return;
    }
    this.raw(value);
  }
}
