import { existsSync } from 'node:fs';
import { type Finding, fail } from '../kit/faults/finding.ts';
import type { Clock } from '../kit/time/clock.ts';
import { HOUR_MS } from '../kit/units.ts';
import { SET_CLOCK } from '../upkeep/time-floor.ts';

/** systemd-timesyncd, and systemd-time-wait-sync for other daemons, make the file when the clock is synchronized, once after each boot. */
const FOLDER = '/run/systemd/timesync';
const FILE = `${FOLDER}/synchronized`;
/** So long a machine may need to find the time, and so long a jump that nobody confirms counts. */
const PATIENCE_MS = HOUR_MS;

/** Whether the clock of this machine is synchronized; undefined where the machine does not tell. */
export function isSynchronized(): boolean | undefined {
  return existsSync(FOLDER) ? existsSync(FILE) : undefined;
}

export interface HostClockOptions {
  readonly clock: Clock;
  readonly time: {
    /** What is wrong with the clock. */
    readonly finding: Finding | undefined;
    /** By how much the clock was set since a station agreed with it, milliseconds. */
    readonly jumpedMs: number;
  };
  readonly synchronized?: () => boolean | undefined;
}

/** What is wrong with the clock, by all that is known: what was stored, stations, and the machine where it tells. */
export class HostClock {
  readonly #options: HostClockOptions;
  /** Monotonic milliseconds. */
  #unsynchronizedSince: number | undefined;
  #jump: { readonly byMs: number; readonly at: number } | undefined;

  constructor(options: HostClockOptions) {
    this.#options = options;
  }

  get finding(): Finding | undefined {
    const { clock, time, synchronized = isSynchronized } = this.#options;
    const now = clock.monotonic();
    const state = synchronized();
    if (state !== false) this.#unsynchronizedSince = undefined;
    else this.#unsynchronizedSince ??= now;
    const { jumpedMs } = time;
    if (jumpedMs === 0) this.#jump = undefined;
    else if (this.#jump?.byMs !== jumpedMs) this.#jump = { byMs: jumpedMs, at: now };
    if (time.finding) return time.finding;
    const wrong = (text: string): Finding => ({ check: 'clock', ...fail(text, SET_CLOCK) });
    if (this.#jump && state !== true && now - this.#jump.at < PATIENCE_MS) {
      return wrong(`clock was set by ${Math.round(this.#jump.byMs / 1000)} s, which nobody confirms`);
    }
    const since = this.#unsynchronizedSince;
    return since !== undefined && now - since > PATIENCE_MS
      ? wrong('clock is not synchronized with any other')
      : undefined;
  }
}
