import type { Clock } from '../../kit/clock.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Progress } from '../station/progress.ts';
import type { Reception } from './reception.ts';
import type { Windows } from './window.ts';

/** A telegram as one station reported it. */
export interface UplinkReport {
  /** Row id of the station. */
  station: number;
  bsEui: Eui;
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
  windowMs: number;
  duplicateWindowMs: number;
}

/** What became of a report. Every one is answered; `new` and `merged` become visible when their window closes. */
export type UplinkOutcome = 'new' | 'merged' | 'repeated' | 'late' | 'conflict' | 'unknown' | 'suspended';

export interface UplinkParts {
  clock: Clock;
  windows: Windows;
  windowMs: number;
  duplicateWindowMs: number;
  /** Commit 1. */
  store(uplink: NewUplink): Promise<UplinkOutcome>;
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
    const { clock, windows, windowMs, duplicateWindowMs, store, counted } = this.#parts;
    const outcome = await store({ ...report, arrivedAt: clock.now(), windowMs, duplicateWindowMs });
    if (outcome === 'new') windows.opened();
    counted(outcome);
  }
}
