import type { Clock } from '../../kit/clock.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Reception } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';
import type { MacReport, NewMacTelegram } from './mac.ts';
import type { Windows } from './window.ts';

/** A telegram as one station reported it. */
export interface UplinkReport {
  /** Row id of the station. */
  station: number;
  epEui: Eui;
  packetCnt: number;
  userData: Uint8Array;
  format: number;
  /** `packFlags`, without `duplicate`. */
  flags: number;
  reception: Reception;
  progress: Progress;
}

/** The report with what the store needs to judge it. */
export interface NewUplink extends UplinkReport {
  /** Milliseconds, our clock. */
  arrivedAt: number;
}

/**
 * The report as it travels to the writer's thread. A flat list costs half of what nested objects with names do, and bytes as
 * a text of Latin-1 a fraction of an array buffer of their own.
 */
export type PackedUplink = readonly [
  station: number,
  epEui: Eui,
  packetCnt: number,
  userData: string,
  format: number,
  flags: number,
  arrivedAt: number,
  session: number,
  lastBs: number,
  doneBs: number,
  opId: number,
  rxTime: bigint,
  snr: number,
  rssi: number,
  eqSnr: number | undefined,
  more: Omit<Reception, 'station' | 'opId' | 'rxTime' | 'snr' | 'rssi' | 'eqSnr'> | undefined,
];

export function packUplink(u: NewUplink): PackedUplink {
  const { reception, progress } = u;
  const { rxDuration, profile, mode, subpackets } = reception;
  const plain = (rxDuration ?? profile ?? mode ?? subpackets) === undefined;
  return [
    u.station,
    u.epEui,
    u.packetCnt,
    latin1(u.userData),
    u.format,
    u.flags,
    u.arrivedAt,
    progress.session,
    progress.lastBs,
    progress.doneBs,
    reception.opId,
    reception.rxTime,
    reception.snr,
    reception.rssi,
    reception.eqSnr,
    plain ? undefined : { rxDuration, profile, mode, subpackets },
  ];
}

export function unpackUplink(packed: PackedUplink): NewUplink {
  const [station, epEui, packetCnt, data, format, flags, arrivedAt] = packed;
  const [, , , , , , , session, lastBs, doneBs, opId, rxTime, snr, rssi, eqSnr, more] = packed;
  return {
    station,
    epEui,
    packetCnt,
    userData: Buffer.from(data, 'latin1'),
    format,
    flags,
    arrivedAt,
    progress: { session, lastBs, doneBs },
    reception: more
      ? { station, opId, rxTime, snr, rssi, eqSnr, ...more }
      : { station, opId, rxTime, snr, rssi, eqSnr },
  };
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** What became of a report. Every one is answered; `new` and `merged` become visible when their window closes. */
export type UplinkOutcome = 'new' | 'merged' | 'repeated' | 'late' | 'conflict' | 'unknown' | 'suspended';

export interface UplinkParts {
  clock: Clock;
  windows: Windows;
  /** Commit 1. */
  store(uplink: PackedUplink): Promise<UplinkOutcome>;
  /** Commit 1 of a telegram of a foreign MAC. */
  storeMac(telegram: NewMacTelegram): Promise<UplinkOutcome>;
  counted(outcome: UplinkOutcome): void;
}

/** Takes telegrams from stations. */
export class Uplinks {
  #parts: UplinkParts;

  constructor(parts: UplinkParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when the telegram is stored durably: the station may be answered, and forget it.
   * Rejects when it could not be stored: then the station must not be answered.
   */
  async receive(report: UplinkReport): Promise<void> {
    const { clock, windows, store, counted } = this.#parts;
    const outcome = await store(packUplink({ ...report, arrivedAt: clock.now() }));
    if (outcome === 'new') windows.opened();
    counted(outcome);
  }

  /** The same for a telegram of a foreign MAC. */
  async receiveMac(report: MacReport): Promise<void> {
    const { clock, windows, storeMac, counted } = this.#parts;
    // A view would take the whole buffer it looks at along to the other thread.
    const userData = Uint8Array.from(report.userData);
    const outcome = await storeMac({ ...report, userData, arrivedAt: clock.now() });
    if (outcome === 'new') windows.opened();
    counted(outcome);
  }
}
