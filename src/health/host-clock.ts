import { type Finding, fail } from '../kit/faults/finding.ts';
import type { Clock } from '../kit/time/clock.ts';
import { HOUR_MS } from '../kit/units.ts';
import { isSynchronized } from '../upkeep/host-time.ts';
import { SET_CLOCK } from '../upkeep/time-floor.ts';

/** So long a machine may need to find the time, and so long a jump that is not confirmed counts. */
const PATIENCE_MS = HOUR_MS;

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
