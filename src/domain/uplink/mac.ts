import type { Reception } from '../message/reception.ts';
import type { Progress } from '../session/progress.ts';

/** A telegram of a foreign MAC as one station reported it (BSSCI appendix A). */
export interface MacReport {
  /** Row id of the station. */
  readonly station: number;
  readonly macType: number;
  /** Checksums of header and payload, one byte each. */
  readonly crc: readonly [header: number, payload: number];
  /** The MAC's payload. */
  readonly userData: Uint8Array;
  readonly reception: Reception;
  readonly progress: Progress;
}

/** The report with what the store needs to judge it. */
export interface NewMacTelegram extends MacReport {
  /** Milliseconds, our clock. */
  readonly arrivedAt: number;
}
