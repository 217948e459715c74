import { type Eui, euiToBigInt } from '../../src/kit/eui.ts';
import { HEADER_BYTES } from '../../src/protocol/frame.ts';
import { MsgPackWriter } from '../../src/protocol/writer.ts';
import { IDENTIFIER } from '../../src/simulate/table.ts';

/** The four fixint, uint8, uint16 and uint32 formats an id can have. */
const FIXINT_MAX = 0x7f;

/** What stands before the id in the shortest form of a message without fields. */
export function bareHead(command: string): Buffer {
  const out = new MsgPackWriter();
  out.map(2);
  out.str('command');
  out.str(command);
  out.str('opId');
  return out.take();
}

const RESPONSE = bareHead('ulDataRsp');
const COMPLETION = bareHead('ulDataCmp');

/** The id of a `ulDataRsp` in its usual form, or undefined when the payload is anything else. */
export function uplinkResponseId(payload: Buffer): number | undefined {
  const at = RESPONSE.length;
  if (payload.length <= at || payload.compare(RESPONSE, 0, at, 0, at) !== 0) return undefined;
  const format = payload[at] ?? 0;
  if (format <= FIXINT_MAX) return format;
  if (format === 0xcc && payload.length === at + 2) return payload.readUInt8(at + 1);
  if (format === 0xcd && payload.length === at + 3) return payload.readUInt16BE(at + 1);
  if (format === 0xce && payload.length === at + 5) return payload.readUInt32BE(at + 1);
  return undefined;
}

/** The parts of an endpoint's `ulData` that are the same in every telegram, encoded once. */
export interface UplinkTemplate {
  readonly head: Buffer;
  readonly beforeTime: Buffer;
  readonly beforeCounter: Buffer;
  readonly beforePayload: Buffer;
}

/** What differs from one telegram of an endpoint to the next. */
export interface LeanTelegram {
  readonly rxTime: bigint;
  readonly packetCnt: number;
  readonly userData: Uint8Array;
}

/** Radio values as one endpoint is heard by one station. */
export interface Radio {
  readonly snr: number;
  readonly rssi: number;
}

export function uplinkTemplate(epEui: Eui, { snr, rssi }: Radio): UplinkTemplate {
  const out = new MsgPackWriter();
  const part = (write: () => void) => {
    out.reset();
    write();
    return out.take();
  };
  return {
    head: part(() => {
      out.map(11);
      out.str('command');
      out.str('ulData');
      out.str('opId');
    }),
    beforeTime: part(() => {
      out.str('epEui');
      out.int(euiToBigInt(epEui));
      out.str('rxTime');
    }),
    beforeCounter: part(() => out.str('packetCnt')),
    beforePayload: part(() => {
      out.str('snr');
      out.f64(snr);
      out.str('rssi');
      out.f64(rssi);
      out.str('userData');
    }),
  };
}

/** The last fields of `ulData`, of an endpoint that never listens. */
const TAIL = tail();

function tail(): Buffer {
  const out = new MsgPackWriter();
  for (const name of ['dlOpen', 'responseExp', 'dlAck']) {
    out.str(name);
    out.bool(false);
  }
  return out.take();
}

/** Collects the frames of one event-loop turn, so that they leave in one write and one TLS record. */
export class FrameBatch {
  readonly #out = new MsgPackWriter();
  readonly #identifier: Buffer;
  #starts: number[] = [];

  constructor(identifier = IDENTIFIER) {
    this.#identifier = identifier;
  }

  get empty(): boolean {
    return this.#starts.length === 0;
  }

  uplink(template: UplinkTemplate, opId: number, { rxTime, packetCnt, userData }: LeanTelegram): void {
    const out = this.#begin();
    out.raw(template.head);
    out.int(opId);
    out.raw(template.beforeTime);
    out.int(rxTime);
    out.raw(template.beforeCounter);
    out.int(packetCnt);
    out.raw(template.beforePayload);
    out.array(userData.length);
    for (const byte of userData) out.int(byte);
    out.raw(TAIL);
  }

  completion(opId: number): void {
    this.bare(COMPLETION, opId);
  }

  /** A message without fields. @param head of `bareHead` */
  bare(head: Buffer, opId: number): void {
    const out = this.#begin();
    out.raw(head);
    out.int(opId);
  }

  /** All frames since the last call. */
  take(): Buffer {
    const bytes = this.#out.take();
    for (let i = 0; i < this.#starts.length; i++) {
      writeHeaderAt(bytes, this.#identifier, this.#starts[i] ?? 0, this.#starts[i + 1] ?? bytes.length);
    }
    this.#starts = [];
    this.#out.reset();
    return bytes;
  }

  #begin(): MsgPackWriter {
    this.#starts.push(this.#out.length);
    this.#out.raw(NO_HEADER);
    return this.#out;
  }
}

const NO_HEADER = Buffer.alloc(HEADER_BYTES);

/** Fills in the header of one of several frames in a buffer. */
function writeHeaderAt(bytes: Buffer, identifier: Buffer, start: number, end: number): void {
  identifier.copy(bytes, start);
  bytes.writeUInt32LE(end - start - HEADER_BYTES, start + identifier.length);
}
