import type { Eui } from '../../kit/eui.ts';
import { type PackedReception, packReception, type Reception, unpackReception } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';
import type { Windows } from './window.ts';

/** What a station reports of any telegram. */
interface TelegramReport {
  readonly userData: Uint8Array;
  readonly reception: Reception;
  readonly progress: Progress;
  /** Milliseconds, the service center's clock. */
  readonly arrivedAt: number;
}

/** A telegram of an endpoint as one station reported it. */
export interface UplinkReport extends TelegramReport {
  readonly epEui: Eui;
  readonly packetCnt: number;
  readonly format: number;
  /** `packFlags`, without `duplicate`. */
  readonly flags: number;
}

/** A telegram of a foreign MAC as one station reported it (BSSCI appendix A). */
export interface MacReport extends TelegramReport {
  readonly macType: number;
  /** Checksum of the header × 256 + checksum of the payload. */
  readonly crc: number;
}

/**
 * The report as it travels to the writer's thread. A flat list costs two thirds of what nested objects with names do, and bytes
 * as a text of Latin-1 a fraction of an array buffer of their own.
 */
export type PackedUplink = readonly [
  epEui: Eui,
  packetCnt: number,
  userData: string,
  format: number,
  flags: number,
  arrivedAt: number,
  session: number,
  lastBs: number,
  doneBs: number,
  ...reception: PackedReception,
];

export function packUplink(report: UplinkReport): PackedUplink {
  const { progress } = report;
  return [
    report.epEui,
    report.packetCnt,
    latin1(report.userData),
    report.format,
    report.flags,
    report.arrivedAt,
    progress.session,
    progress.lastBs,
    progress.doneBs,
    ...packReception(report.reception),
  ];
}

export function unpackUplink(packed: PackedUplink): UplinkReport {
  const [epEui, packetCnt, data, format, flags, arrivedAt, session, lastBs, doneBs, ...reception] = packed;
  return {
    epEui,
    packetCnt,
    userData: Buffer.from(data, 'latin1'),
    format,
    flags,
    arrivedAt,
    progress: { session, lastBs, doneBs },
    reception: unpackReception(reception),
  };
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** What became of a report. Every one is answered; `new` and `merged` become visible when their window closes. */
export type UplinkOutcome = 'new' | 'merged' | 'repeated' | 'late' | 'conflict' | 'unknown' | 'suspended';

export interface UplinkOptions {
  readonly windows: Windows;
  /** Commit 1. */
  store(uplink: PackedUplink): Promise<UplinkOutcome>;
  /** Commit 1 of a telegram of a foreign MAC. */
  storeMac(report: MacReport): Promise<UplinkOutcome>;
  counted(outcome: UplinkOutcome): void;
}

/** Takes telegrams from stations. */
export class Uplinks {
  #options: UplinkOptions;

  constructor(options: UplinkOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the telegram is stored durably: the station may be answered, and forget it.
   * Rejects when it could not be stored: then the station must not be answered.
   */
  async receive(report: UplinkReport): Promise<void> {
    const { windows, store, counted } = this.#options;
    const outcome = await store(packUplink(report));
    if (outcome === 'new') windows.opened();
    counted(outcome);
  }

  /** The same for a telegram of a foreign MAC. */
  async receiveMac(report: MacReport): Promise<void> {
    const { windows, storeMac, counted } = this.#options;
    // A view would take the whole buffer it looks at along to the other thread.
    const outcome = await storeMac({ ...report, userData: Uint8Array.from(report.userData) });
    if (outcome === 'new') windows.opened();
    counted(outcome);
  }
}
