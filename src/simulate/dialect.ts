import { encode } from '@msgpack/msgpack';
import { type Eui, euiToBigInt } from '../kit/eui.ts';
import type { MessageType } from '../protocol/fields.ts';
import { HEADER_BYTES } from '../protocol/frame.ts';
import { MsgPackWriter } from '../protocol/writer.ts';
import { writeHeader } from './frames.ts';

/** How a station writes what the specification leaves open, or writes it wrongly. Nothing given is the plain form. */
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

/** How the encoded frames leave. */
export interface Delivery {
  /** Every frame in separate writes of this many bytes; 1 is the worst case. */
  readonly chunkBytes?: number;
  /** Holds frames back until there are this many, then sends them in one write. */
  readonly joinFrames?: number;
}

/** Names commands, like `ulDataCmp`. */
type Commands = readonly string[];

/** An `error` in place of an answer. */
export interface Refusal {
  readonly code: number;
  readonly message?: string;
  /** Only the first so many of a connection; all when it is not given. */
  readonly times?: number;
}

/** What goes wrong between taking a downlink and reporting it. */
export interface DownlinkFaults {
  /** Where it should be sent it is forgotten: nothing is on the air, nothing reported. */
  readonly lose?: boolean;
  /** What became of it is reported so much later. */
  readonly reportAfterMs?: number;
  /** It is reported twice, as two operations. */
  readonly reportTwice?: boolean;
  /** In an open window it is sent at once, and reported before `dlDataQue` is answered. */
  readonly reportFirst?: boolean;
}

/** What a station does against the rules, or does at a bad moment. */
export interface Misbehaviour {
  /** `tcp`: no TLS handshake. `tls`: no `con`. `con`: no `conCmp`. */
  readonly stall?: 'tcp' | 'tls' | 'con';
  /** Commands that are never sent. */
  readonly withhold?: Commands;
  /** No operation of ours is ever completed. */
  readonly withholdCmp?: boolean;
  /** No request of the service center is ever answered. */
  readonly withholdRsp?: boolean;
  /** Operations of the service center that are answered with `error`. */
  readonly refuse?: Readonly<Record<string, Refusal>>;
  /** Drops the connection instead of sending one of these, or on their arrival without taking note of them. */
  readonly cutBefore?: Commands;
  /** Drops the connection when one of these was sent, or was taken note of but not yet answered. */
  readonly cutAfter?: Commands;
  /** The id that is written in place of the right one. */
  readonly ids?: (command: string, opId: number) => number | bigint;
  /** Error of the station's clock. */
  readonly clockOffsetNs?: bigint;
  /** `none` leaves everything in the socket; otherwise so many bytes each time. */
  readonly reading?: 'none' | { readonly bytes: number; readonly everyMs: number };
  readonly downlinks?: DownlinkFaults;
  /** Keeps the queued downlinks of an endpoint that is propagated again. */
  readonly attPrpKeepsDownlinks?: boolean;
}

/** Everything by which a simulated station differs from the plain, well-behaved one. */
export interface Dialect extends Encoding, Delivery, Misbehaviour {}

const KEY_COMMAND = Buffer.from('\xa7command', 'latin1');
const KEY_OP_ID = Buffer.from('\xa4opId', 'latin1');
const ENVELOPE_FIELDS = 2;
const NIL = Buffer.of(0xc0);

/** One message as a frame, the plain way. */
export function encodeFrame(
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
  return writeHeader(out.take());
}

const ENCODING_SWITCHES = ['maps', 'keys', 'byteStrings', 'euis', 'floats', 'integers', 'absent', 'extra'] as const;

export function changesEncoding(dialect: Dialect): boolean {
  return ENCODING_SWITCHES.some(name => dialect[name] !== undefined);
}

/** One message as a frame, in the given encoding. */
export function encodeInDialect(
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
  return writeHeader(out.take());
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
