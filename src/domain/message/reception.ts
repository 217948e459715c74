import { Decoder, Encoder } from '@msgpack/msgpack';

export interface Subpackets {
  snr: number[];
  rssi: number[];
  frequency: number[];
  phase?: number[] | undefined;
}

/** One station's copy of a telegram. Times in ns UTC, levels in dB and dBm as the station reported them. */
export interface Reception {
  /** Row id of the station. */
  station: number;
  /** BSSCI operation that carried it. */
  opId: number;
  /** What the message is dated by. */
  rxTime: bigint;
  /** What the station said, where that cannot be. */
  statedRxTime?: bigint | undefined;
  rxDuration?: bigint | undefined;
  snr: number;
  rssi: number;
  eqSnr?: number | undefined;
  profile?: string | undefined;
  mode?: string | undefined;
  subpackets?: Subpackets | undefined;
  /** Set when the station reported another payload under the same counter: kept, but no part of the message. */
  conflict?: Uint8Array | undefined;
}

/** A reception without names: on the disk, and on its way to the writer. What is missing at the end is not there. */
export type PackedReception = [
  station: number,
  opId: number,
  rxTime: bigint | number,
  snr: number,
  rssi: number,
  eqSnr?: number | null,
  rxDuration?: bigint | number | null,
  profile?: string | null,
  mode?: string | null,
  subpackets?: number[][] | null,
  conflict?: Uint8Array | null,
  statedRxTime?: bigint | number | null,
];

/** Packs receptions for one column: MessagePack arrays, one behind the other, so that a reception is added by appending. */
export class ReceptionCodec {
  #encoder = new Encoder({ useBigInt64: true });
  #decoder = new Decoder({ useBigInt64: true });

  pack(reception: Reception): Uint8Array {
    return this.#encoder.encode(packReception(reception));
  }

  /** All receptions of a message in order of arrival, conflicts included. */
  unpack(blob: Uint8Array): Reception[] {
    const result: Reception[] = [];
    for (const value of this.#decoder.decodeMulti(blob)) result.push(unpackReception(value as PackedReception));
    return result;
  }
}

export function packReception(r: Reception): PackedReception {
  const packed: PackedReception = [r.station, r.opId, r.rxTime, r.snr, r.rssi];
  if (hasMore(r)) {
    const sub = r.subpackets;
    packed.push(
      r.eqSnr ?? null,
      r.rxDuration ?? null,
      r.profile ?? null,
      r.mode ?? null,
      sub ? [sub.snr, sub.rssi, sub.frequency, ...(sub.phase ? [sub.phase] : [])] : null,
      r.conflict ?? null,
      r.statedRxTime ?? null,
    );
    while (packed.at(-1) === null) packed.pop();
  } else if (r.eqSnr !== undefined) packed.push(r.eqSnr);
  return packed;
}

/** Anything behind `eqSnr`. */
function hasMore({ rxDuration, profile, mode, subpackets, conflict, statedRxTime }: Reception): boolean {
  return (rxDuration ?? profile ?? mode ?? subpackets ?? conflict ?? statedRxTime) !== undefined;
}

export function unpackReception(packed: PackedReception): Reception {
  const [station, opId, rxTime, snr, rssi, eqSnr, rxDuration, profile, mode, sub, conflict, stated] = packed;
  const result: Reception = { station, opId, rxTime: BigInt(rxTime), snr, rssi, eqSnr: eqSnr ?? undefined };
  if (rxDuration !== undefined && rxDuration !== null) result.rxDuration = BigInt(rxDuration);
  // What a station has said is passed on as it was, an empty text too (SCACI 7.6).
  if (typeof profile === 'string') result.profile = profile;
  if (typeof mode === 'string') result.mode = mode;
  if (sub) {
    const [subSnr = [], subRssi = [], frequency = [], phase] = sub;
    // Rows of 0.1 have an empty list where there is none.
    const isStated = phase?.length === subSnr.length;
    result.subpackets = { snr: subSnr, rssi: subRssi, frequency, phase: isStated ? phase : undefined };
  }
  if (conflict) result.conflict = conflict;
  if (stated !== undefined && stated !== null) result.statedRxTime = BigInt(stated);
  return result;
}

/** When a station says that it received it. */
export function statedTime({ statedRxTime, rxTime }: Reception): bigint {
  return statedRxTime ?? rxTime;
}

/** What says how well it was received. */
type RadioLevels = Pick<Reception, 'snr' | 'rssi'>;

/** Best first: highest snr, then highest rssi (BSSCI 10.4). */
export function byQuality(a: RadioLevels, b: RadioLevels): number {
  return b.snr - a.snr || b.rssi - a.rssi;
}

/** The receptions that make up the message, in order of arrival. */
export function genuine(receptions: readonly Reception[]): Reception[] {
  return receptions.filter(reception => reception.conflict === undefined);
}

/** The best of at least one reception. */
export function best<R extends RadioLevels>(receptions: readonly R[]): R {
  let found = receptions[0];
  if (!found) throw new Error('a message without a reception');
  for (const reception of receptions) if (byQuality(reception, found) < 0) found = reception;
  return found;
}
