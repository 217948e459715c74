import type { StoredTimes } from '../domain/installation/stored-times.ts';
import { background, impossible } from '../kit/background.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import { type Finding, fail } from '../kit/finding.ts';
import type { Log } from '../kit/log.ts';
import { DAY_MS } from '../kit/units.ts';

/** So often the clock is compared with one that never jumps. */
const CHECK_MS = 10_000;
/** What NTP corrects bit by bit in this time is no jump. */
const JUMP_MS = 2000;
/** Clocks that are no farther apart than this agree about what time it is. */
const AGREE_MS = 300_000;

export interface TimeFloorOptions {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** When this program was made, milliseconds. */
  readonly builtAt: number;
  /** As it was before this start. */
  readonly times: StoredTimes;
  /** What others than our clock confirm by now (`StoredTimes`). */
  witnessed(): number;
  /** Remembers the floor for the next start. */
  remember(floor: number): Promise<unknown>;
  /** The clock was found to be set to another time, milliseconds on or back. */
  jumped(offsetMs: number): Promise<unknown>;
}

/**
 * Not earlier than this it is: the later of build date and last commit. A commit in the future does not count when the clock and
 * the other sources of time agree that it is earlier (operations 5, ADR 25).
 */
export function floorOf(now: number, builtAt: number, { committed, witnessed }: StoredTimes): number {
  const floor = Math.max(builtAt, committed);
  const agreed = now >= builtAt && now >= witnessed - AGREE_MS;
  return now < floor && agreed ? Math.max(builtAt, Math.min(witnessed, now)) : floor;
}

/**
 * The latest time at which something may be signed: it begins a day earlier, and so at once also by the clocks of others when ours is
 * ahead.
 */
export function confirmedUntil(builtAt: number, witnessed: number): number {
  return Math.max(builtAt, witnessed) + DAY_MS;
}

/** What to do about a clock that cannot be right. */
export const SET_CLOCK =
  'set the clock, or let it be set by NTP or a battery-backed clock; certificates are judged at a safe time until then';

/** What is wrong with the clock; undefined for nothing. @param stations the time that base stations say it is */
export function clockFinding(now: number, floor: number, stations?: number): Finding | undefined {
  const wrong = (text: string): Finding => ({ check: 'clock', ...fail(text, SET_CLOCK) });
  if (now < floor) return wrong(`clock not set: it says ${minute(now)}, and it is at least ${minute(floor)} UTC`);
  if (stations === undefined) return undefined;
  return wrong(`clock is wrong: it says ${minute(now)}, base stations say ${minute(stations)} UTC`);
}

const minute = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** What time it is when the clock may be wrong. */
export class TimeFloor {
  readonly #options: TimeFloorOptions;
  #floor: number;
  /** Both clocks at the last check. */
  #last: { readonly wall: number; readonly monotonic: number };
  /** By how much the clock was set since a station agreed with it. */
  #jumped = 0;
  /** A station agrees with the clock as it is set now. */
  #confirmed = false;
  /** How far the clock is from what stations say, while it is the clock that is wrong. */
  #wrongBy: number | undefined;
  #signed = 0;
  readonly #changed = new Set<() => void>();
  #timer: Timer | undefined;

  constructor(options: TimeFloorOptions) {
    const { clock, builtAt, times } = options;
    this.#options = options;
    this.#last = { wall: clock.now(), monotonic: clock.monotonic() };
    this.#floor = floorOf(clock.now(), builtAt, times);
  }

  /** Remembers the floor, raises the event of a clock that was set back since the last commit, and watches the clock until it is stopped. */
  async begin(): Promise<void> {
    const { clock, builtAt, times, log } = this.#options;
    const last = Math.max(builtAt, times.committed);
    this.#timer = clock.every(CHECK_MS, () => this.check());
    // A disk that takes nothing now must not keep the service from starting.
    if (this.#floor !== times.committed) await this.#remember();
    const back = clock.now() - last;
    if (back >= -JUMP_MS) return;
    log.warn({ offsetMs: back, problem: this.finding?.text }, 'the clock is behind what was stored last');
    await this.#raiseJump(back);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Certificates are judged at this time. */
  readonly now = (): number => Math.max(this.#options.clock.now(), this.#floor);

  /** Certificates are signed as of no later than this: what only our own clock says may lie in the future. */
  readonly confirmed = (): number => {
    const { builtAt, witnessed } = this.#options;
    // A message that has come late does not make it earlier.
    this.#signed = Math.max(this.#signed, confirmedUntil(builtAt, witnessed()));
    return this.#signed;
  };

  /** Whether the clock can be right. */
  get set(): boolean {
    return this.#options.clock.now() >= this.#floor;
  }

  /** What is wrong with the clock; undefined for nothing. */
  get finding(): Finding | undefined {
    const now = this.#options.clock.now();
    return clockFinding(now, this.#floor, this.#wrongBy === undefined ? undefined : now - this.#wrongBy);
  }

  /** By how much the clock was set since a station agreed with it, milliseconds. */
  get jumpedMs(): number {
    return this.#jumped;
  }

  /** Calls the listener when the clock was set or the floor has fallen. */
  onChange(listener: () => void): void {
    this.#changed.add(listener);
  }

  /** Checks whether the clock was set since the last check. */
  check(): void {
    const { clock } = this.#options;
    const now = { wall: clock.now(), monotonic: clock.monotonic() };
    const expected = this.#last.wall + now.monotonic - this.#last.monotonic;
    const wasSet = expected >= this.#floor;
    this.#last = now;
    const offset = now.wall - expected;
    const jumped = Math.abs(offset) > JUMP_MS;
    if (jumped) {
      this.#jumped += offset;
      this.#confirmed = false;
      this.#wrongBy = undefined;
      if (wasSet && offset < 0) this.#raise(expected);
      this.#jump(offset);
    }
    if (this.#fall() || jumped) for (const listener of this.#changed) listener();
  }

  /**
   * Compares the clock with what a station says.
   * @returns whether it is our clock that is wrong, and not the station's
   */
  compare(stationMs: number): boolean {
    this.check();
    const wrongBy = this.#options.clock.now() - stationMs;
    if (Math.abs(wrongBy) <= JUMP_MS) {
      this.#jumped = 0;
      this.#confirmed = true;
      this.#wrongBy = undefined;
      return false;
    }
    if (!this.#clockIsWrong(wrongBy, stationMs)) return false;
    // A jump has its event already, and so has a clock that is not set.
    if (this.#wrongBy === undefined && this.#jumped === 0 && this.set) this.#jump(wrongBy);
    this.#wrongBy = wrongBy;
    return true;
  }

  #clockIsWrong(wrongBy: number, stationMs: number): boolean {
    const { builtAt, witnessed } = this.#options;
    if (this.#jumped !== 0 && Math.abs(wrongBy - this.#jumped) <= 2 * JUMP_MS) return true;
    if (this.#confirmed) return false;
    if (!this.set) return stationMs >= this.#floor - AGREE_MS;
    // What the last start left behind, and the station, are far from what our clock says, and in order among themselves.
    return wrongBy > DAY_MS && stationMs >= Math.max(builtAt, witnessed()) - AGREE_MS;
  }

  #raise(floor: number): void {
    this.#floor = Math.max(this.#floor, floor);
    background(this.#remember(), impossible);
  }

  #fall(): boolean {
    const { clock, builtAt, witnessed, log } = this.#options;
    if (this.set) return false;
    const floor = floorOf(clock.now(), builtAt, { committed: this.#floor, witnessed: witnessed() });
    if (floor >= this.#floor) return false;
    log.warn({ from: this.#floor, to: floor }, 'what was stored last lies in the future: it does not count any more');
    this.#floor = floor;
    background(this.#remember(), impossible);
    return true;
  }

  async #remember(): Promise<void> {
    const { remember, log } = this.#options;
    try {
      await remember(this.#floor);
    } catch (cause) {
      log.error({ err: cause }, 'time floor not stored');
    }
  }

  #jump(offsetMs: number): void {
    this.#options.log.warn({ offsetMs }, 'the clock of the system was set');
    background(this.#raiseJump(offsetMs), impossible);
  }

  async #raiseJump(offsetMs: number): Promise<void> {
    const { jumped, log } = this.#options;
    try {
      await jumped(offsetMs);
    } catch (cause) {
      log.error({ err: cause }, 'event not stored');
    }
  }
}
