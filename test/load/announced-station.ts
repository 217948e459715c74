import { decode } from '@msgpack/msgpack';
import { parseEui } from '../../src/kit/eui.ts';
import type { StationOptions } from '../../src/simulate/base-station.ts';
import type { Sockets } from '../../src/simulate/peer/line.ts';
import { LeanStation } from './lean-station.ts';
import { bareHead, FrameBatch } from './lean-uplink.ts';

/** An `attPrp`, as far as a load generator reads it. */
export interface Announcement {
  readonly opId: number;
  readonly epEui: bigint;
  /** The station saw this id before: the operation is repeated, as after a resume. */
  readonly repeated: boolean;
}

/** Behind the byte that says how many fields there are. */
const REQUEST = bareHead('attPrp').subarray(1);
const COMPLETION = bareHead('attPrpCmp').subarray(1);
const RESPONSE = bareHead('attPrpRsp');
const FIRST_FIELD = Buffer.from('\xa5epEui\xcf', 'latin1');

/** A connection of a station that is told of many endpoints, and answers at once without an object for each. */
export class AnnouncedStation extends LeanStation {
  readonly #told: (announcement: Announcement) => void;
  readonly #answers = new FrameBatch();

  private constructor(
    options: StationOptions,
    bsEui: NonNullable<ReturnType<typeof parseEui>>,
    sockets: Sockets,
    told: (announcement: Announcement) => void,
  ) {
    super(options, bsEui, sockets);
    this.#told = told;
  }

  /** @param told of every `attPrp` @throws what `SimulatedStation.connect` throws */
  static async join(options: StationOptions, told: (announcement: Announcement) => void): Promise<AnnouncedStation> {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    return AnnouncedStation.dial({ ...options, loggedFrames: 0 }, undefined, sockets => {
      return new AnnouncedStation(options, bsEui, sockets, told);
    });
  }

  protected override take(payload: Buffer): void {
    if (startsWith(payload, COMPLETION)) return;
    if (!startsWith(payload, REQUEST)) {
      super.take(payload);
      return;
    }
    const { opId, epEui } = read(payload);
    const { session } = this;
    const repeated = opId >= session.lastSc;
    if (!repeated) session.lastSc = opId;
    if (this.#answers.empty) process.nextTick(() => this.sendRaw(this.#answers.take()));
    this.#answers.bare(RESPONSE, opId);
    this.#told({ opId, epEui, repeated });
  }
}

function startsWith(payload: Buffer, head: Buffer): boolean {
  return payload.length > head.length && payload.compare(head, 0, head.length, 1, 1 + head.length) === 0;
}

/** The usual form without a general decoder, which takes everything else. */
function read(payload: Buffer): { opId: number; epEui: bigint } {
  const at = 1 + REQUEST.length;
  const format = payload[at] ?? 0;
  const size = format >= 0xe0 ? 0 : format === 0xd0 ? 1 : format === 0xd1 ? 2 : format === 0xd2 ? 4 : undefined;
  const field = at + 1 + (size ?? 0);
  const value = field + FIRST_FIELD.length;
  if (size !== undefined && payload.compare(FIRST_FIELD, 0, FIRST_FIELD.length, field, value) === 0) {
    return {
      opId: size === 0 ? format - 0x100 : payload.readIntBE(at + 1, size),
      epEui: payload.readBigUInt64BE(value),
    };
  }
  const { opId, epEui } = decode(payload, { useBigInt64: true }) as Record<string, unknown>;
  return { opId: Number(opId), epEui: BigInt(epEui as bigint) };
}
