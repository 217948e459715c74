import type { CenterLine } from '../domain/center/center-records.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import { statedTime } from '../domain/message/reception.ts';
import type { Frames, Outgoing } from '../protocol/frames.ts';
import {
  type DlDataResMessage,
  type EpStatMessage,
  type ReceptionMessage,
  scaci,
  type UlDataMessage,
} from './operations.ts';

/** Lines whose messages are remembered: centers that are connected read the same ones, one shortly after the other. */
const REMEMBERED = 1024;
/** A message that is longer, because very many stations have heard it, is encoded for each center. */
const LONGEST = 4096;

interface Remembered {
  readonly line: CenterLine;
  readonly message: Outgoing;
}

/** What lines of the log are in one encoding. A line is encoded once for all centers that get it. */
export class LineMessages {
  readonly #frames: Frames;
  readonly #remembered: (Remembered | undefined)[] = new Array<Remembered | undefined>(REMEMBERED).fill(undefined);

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  of(line: CenterLine): Outgoing {
    const at = line.seq % REMEMBERED;
    const known = this.#remembered[at];
    if (known?.line === line) return known.message;
    const message = { command: line.kind, body: this.#body(line) };
    if (message.body.bytes.length <= LONGEST) this.#remembered[at] = { line, message };
    return message;
  }

  #body(line: CenterLine): Outgoing['body'] {
    if (line.kind === 'ulData') return this.#frames.body(scaci.ulData.req, uplink(line));
    if (line.kind === 'epStat') return this.#frames.body(scaci.epStat.req, status(line));
    return this.#frames.body(scaci.dlDataRes.req, result(line));
  }
}

function uplink(line: Extract<CenterLine, { kind: 'ulData' }>): UlDataMessage {
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(line.flags);
  const { epEui, packetCnt, userData, format } = line;
  return {
    epEui,
    baseStations: line.receptions.map(reception),
    packetCnt,
    userData,
    ...(format !== 0 && { format }),
    dlOpen,
    responseExp: responseExp && dlOpen,
    dlAck,
    duplicate,
  };
}

function reception(heard: Extract<CenterLine, { kind: 'ulData' }>['receptions'][number]): ReceptionMessage {
  const { bsEui, rxDuration, snr, rssi, eqSnr, dlRxSnr, dlRxRssi, profile, mode, subpackets } = heard;
  return {
    bsEui,
    rxTime: statedTime(heard),
    rxDuration,
    snr,
    rssi,
    eqSnr,
    dlRxSnr,
    dlRxRssi,
    profile,
    mode,
    subpackets,
  } as ReceptionMessage;
}

function status({ content }: Extract<CenterLine, { kind: 'epStat' }>): EpStatMessage {
  const { nonce, sign, ...others } = content;
  return { ...others, ...(nonce && { nonce: hex(nonce) }), ...(sign && { sign: hex(sign) }) } as EpStatMessage;
}

function result({ content }: Extract<CenterLine, { kind: 'dlDataRes' }>): DlDataResMessage {
  const { queId, txTime, ...others } = content;
  return { ...others, queId: BigInt(queId), ...(txTime && { txTime: BigInt(txTime) }) } as DlDataResMessage;
}

function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
