import type { Log } from '../../kit/log.ts';
import type { Clock, Timer } from '../../kit/time/clock.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { MS_NS } from '../../kit/units.ts';
import type { DecoderFailure } from '../blueprint/decoders.ts';
import { type Reception, statedTime } from '../message/reception.ts';

/** Windows that end within this time are closed by one commit. */
const CLOSE_TOGETHER_MS = 20;
/** Windows closed by one write: bounds how long the writer is held. */
export const MOST_CLOSED = 512;
/** Slices of what is derived from uplinks that are written between two closes. */
const SLICES = 2;
/** After a failed close: the disk may have room again. */
const RETRY_MS = 1000;

/** The highest `uplink.reception_window_ms`; a window that seems to end later was opened before the clock was set back. */
export const LONGEST_WINDOW_MS = 5000;

/** How long receptions of one telegram are collected, and how long the telegram stays known so that copies are found. */
export interface WindowLengths {
  readonly receptionMs: number;
  readonly duplicateMs: number;
}

/**
 * Whether a report is a copy of a stored telegram with the same endpoint, counter and generation: when it arrived, or was
 * received on the radio, within the duplicate window of it (BSSCI 10.4). Either may be wrong alone: a station's clock, or
 * the arrival of a station that was offline.
 */
export function sameTelegram(
  report: { arrivedAt: number; reception: Reception },
  duplicateMs: number,
  arrivedAt: number,
  receptions: readonly Reception[],
): boolean {
  if (Math.abs(report.arrivedAt - arrivedAt) <= duplicateMs) return true;
  // As stated: a station without a clock repeats a telegram with the time it gave it.
  return apart(report.reception, receptions, statedTime) <= BigInt(duplicateMs) * MS_NS;
}

/** How far a reception was on the air from the nearest of those of a telegram, ns. */
export function apart(
  reception: Reception,
  receptions: readonly Reception[],
  timeOf: (reception: Reception) => bigint = ({ rxTime }) => rxTime,
): bigint {
  const at = timeOf(reception);
  let least: bigint | undefined;
  for (const other of receptions) {
    const time = timeOf(other);
    const distance = time < at ? at - time : time - at;
    if (least === undefined || distance < least) least = distance;
  }
  if (least === undefined) throw new Error('a telegram without a reception');
  return least;
}

/** What a close did. */
export interface ClosedWindows {
  readonly closed: number;
  /** When the next window ends, milliseconds. */
  readonly nextDue: number | undefined;
  /** There is something to be derived from uplinks. */
  readonly derive: boolean;
  /** What could not be decoded by a mistake of ours, each decoding once. */
  readonly decoderFailures?: readonly DecoderFailure[];
}

export interface WindowOptions {
  readonly clock: Clock;
  /** Time listened. */
  listened(): ListenedMs;
  readonly log: Log;
  readonly windowMs: number;
  /** Commit 2 for everything that is due. */
  close(now: number, listened: ListenedMs): Promise<ClosedWindows>;
  /** A slice of what is derived from uplinks. @returns whether there is more */
  derive(): Promise<boolean>;
}

/** Closes reception windows in time, many with one commit. */
export class Windows {
  #options: WindowOptions;
  #timer: Timer | undefined;
  #closing: Promise<void> | undefined;
  #stopped = false;
  /** Said once, and once more when it is over: a disk may stay full for days. */
  #failing = false;
  /** There is something to be derived; and whether that failed the last time. */
  #derivable = false;
  #underived = false;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** A window was opened just now. */
  opened(): void {
    // While a close runs, the writer sees this telegram or tells when the next one is due.
    if (!this.#timer && !this.#closing) this.#schedule(this.#options.windowMs);
  }

  /** Windows that were open when the process ended: the first is due at `dueAt`. */
  resume(dueAt: number): void {
    this.#schedule(dueAt - this.#options.clock.now());
  }

  /** Ends without closing what is open: it is stored, and found again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#closing;
  }

  #schedule(ms: number): void {
    if (this.#stopped) return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(Math.min(Math.max(ms, 0), LONGEST_WINDOW_MS), () => {
      this.#timer = undefined;
      this.#closing = this.#close();
    });
  }

  async #close(): Promise<void> {
    const { clock, listened, log, close } = this.#options;
    let next: number | undefined;
    // Before the close: that one tells when the next window ends.
    if (this.#derivable) await this.#derive();
    try {
      const { closed, nextDue, derive, decoderFailures } = await close(clock.now(), listened());
      if (nextDue !== undefined) next = Math.max(nextDue - clock.now(), CLOSE_TOGETHER_MS);
      this.#derivable = derive;
      if (derive) next = CLOSE_TOGETHER_MS;
      if (closed >= MOST_CLOSED) next = 0;
      for (const { decoding, why } of decoderFailures ?? []) log.error({ decoding, why }, 'messages cannot be decoded');
      if (this.#failing) log.info('reception windows are closed again');
      this.#failing = false;
    } catch (cause) {
      if (!this.#failing) log.error({ err: cause }, 'reception windows cannot be closed');
      this.#failing = true;
      next = RETRY_MS;
    }
    this.#closing = undefined;
    if (next !== undefined) this.#schedule(next);
  }

  /** Windows are closed whether it works or not. */
  async #derive(): Promise<void> {
    const { log, derive } = this.#options;
    try {
      for (let slice = 0; slice < SLICES && !this.#stopped; slice++) if (!(await derive())) break;
      this.#underived = false;
    } catch (cause) {
      if (!this.#underived) log.error({ err: cause }, 'blocks of messages cannot be sealed');
      this.#underived = true;
    }
  }
}
