import { background, impossible } from '../kit/background.ts';
import { type Finding, fail } from '../kit/faults/finding.ts';
import type { Log } from '../kit/log.ts';
import type { Timer } from '../kit/time/clock.ts';
import { AGREE_MS, type Correction, type CredibleClock, type Doubt, JUMP_MS } from '../kit/time/credible-clock.ts';
import { DAY_MS, HOUR_MS } from '../kit/units.ts';

/** So often the clock is compared with one that never jumps. */
const CHECK_MS = 10_000;

export interface TimeFloorOptions {
  readonly clock: CredibleClock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** When this program was made, milliseconds. */
  readonly builtAt: number;
  /** When the last run stored something last, by its clock; milliseconds. */
  readonly committed: number;
  /** What others than our clock confirm by now (`StoredTimes`). */
  witnessed(): number;
  /** Remembers the floor for the next start. */
  remember(floor: number): Promise<unknown>;
  /** Remembers for the next start that the clock is not believed. */
  rememberDoubt(doubt: Doubt | undefined): Promise<unknown>;
  /** The clock was found to be set to another time, milliseconds on or back. */
  jumped(offsetMs: number): Promise<unknown>;
  /** It was set back by an hour or more, and it is not known since when it said what was wrong, only until when. */
  ahead(untilMs: number): Promise<unknown>;
  /** What was stamped by the time of before is to say the time of now. */
  correct(correction: Correction): Promise<unknown>;
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

/** What time it is when the clock may be wrong: tells of it, and remembers it for the next start. */
export class TimeFloor {
  readonly #options: TimeFloorOptions;
  /** By how much the clock was set since a station agreed with it. */
  #jumped = 0;
  /** What a clock has told that was set since then is set right. */
  #corrected = false;
  /** A station agrees with the clock as it is set now. */
  #confirmed = false;
  /** How far the clock is from what stations say, while it is the clock that is wrong. */
  #wrongBy: number | undefined;
  #signed = 0;
  readonly #changed = new Set<() => void>();
  #timer: Timer | undefined;

  constructor(options: TimeFloorOptions) {
    this.#options = options;
    const { clock, remember, rememberDoubt, correct, log } = options;
    clock.follow({
      jumped: offsetMs => this.#wasSet(offsetMs),
      floor: ms => this.#store('time floor not stored', () => remember(ms)),
      doubted: doubt => this.#store('doubt about the clock not stored', () => rememberDoubt(doubt)),
      corrected: correction => {
        log.warn(correction, 'what was stored by a wrong clock is set right');
        this.#corrected = true;
        this.#store('times not set right', () => correct(correction));
      },
    });
  }

  /** Remembers the floor, raises the event of a clock that was set back since the last commit, and watches the clock until it is stopped. */
  async begin(): Promise<void> {
    const { clock, builtAt, committed, log, remember } = this.#options;
    this.#timer = clock.every(CHECK_MS, () => clock.check());
    // A disk that takes nothing now must not keep the service from starting.
    if (clock.floor !== committed) await this.#stored('time floor not stored', () => remember(clock.floor));
    const back = clock.wall() - Math.max(builtAt, committed);
    if (back >= -JUMP_MS) return;
    log.warn({ offsetMs: back, problem: this.finding?.text }, 'the clock is behind what was stored last');
    this.#wasAhead(back);
    await this.#raiseJump(back);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Certificates are judged at this time. */
  readonly now = (): number => this.#options.clock.now();

  /** Certificates are signed as of no later than this: what only our own clock says may lie in the future. */
  readonly confirmed = (): number => {
    const { builtAt, witnessed } = this.#options;
    // A message that has come late does not make it earlier.
    this.#signed = Math.max(this.#signed, confirmedUntil(builtAt, witnessed()));
    return this.#signed;
  };

  /** Whether the clock can be right. */
  get set(): boolean {
    return this.#options.clock.set;
  }

  /** What is wrong with the clock; undefined for nothing. */
  get finding(): Finding | undefined {
    const { clock } = this.#options;
    const wall = clock.wall();
    return clockFinding(wall, clock.floor, this.#wrongBy === undefined ? undefined : wall - this.#wrongBy);
  }

  /** By how much the clock was set since a station agreed with it, milliseconds. */
  get jumpedMs(): number {
    return this.#jumped;
  }

  /** Calls the listener when the clock was set or the floor has fallen. */
  onChange(listener: () => void): void {
    this.#changed.add(listener);
  }

  /**
   * Compares the clock with what a station says.
   * @returns whether it is our clock that is wrong, and not the station's
   */
  compare(stationMs: number): boolean {
    const { clock } = this.#options;
    clock.check();
    const wrongBy = clock.wall() - stationMs;
    if (Math.abs(wrongBy) <= AGREE_MS && clock.set) clock.believe();
    if (Math.abs(wrongBy) <= JUMP_MS) {
      this.#jumped = 0;
      this.#confirmed = true;
      this.#wrongBy = undefined;
      return false;
    }
    if (!this.#clockIsWrong(wrongBy, stationMs)) return false;
    clock.contradict(stationMs);
    // A jump has its event already, and so has a clock that is not set.
    if (this.#wrongBy === undefined && this.#jumped === 0 && this.set) {
      this.#options.log.warn({ offsetMs: wrongBy }, 'the clock of the system is wrong');
      background(this.#raiseJump(wrongBy), impossible);
    }
    this.#wrongBy = wrongBy;
    return true;
  }

  #clockIsWrong(wrongBy: number, stationMs: number): boolean {
    const { clock, builtAt, witnessed } = this.#options;
    if (this.#jumped !== 0 && Math.abs(wrongBy - this.#jumped) <= 2 * JUMP_MS) return true;
    if (this.#confirmed) return false;
    if (!this.set) return stationMs >= clock.floor - AGREE_MS;
    // What the last start left behind, and the station, are far from what our clock says, and in order among themselves.
    return wrongBy > DAY_MS && stationMs >= Math.max(builtAt, witnessed()) - AGREE_MS;
  }

  #wasAhead(offsetMs: number): void {
    const until = this.#options.clock.wall() - offsetMs;
    if (offsetMs <= -HOUR_MS && !this.#corrected) {
      this.#store('times ahead not remembered', () => this.#options.ahead(until));
    }
    this.#corrected = false;
  }

  #wasSet(offsetMs: number): void {
    this.#wasAhead(offsetMs);
    this.#jumped += offsetMs;
    this.#confirmed = false;
    this.#wrongBy = undefined;
    this.#options.log.warn({ offsetMs }, 'the clock of the system was set');
    background(this.#raiseJump(offsetMs), impossible);
    for (const listener of this.#changed) listener();
  }

  #raiseJump(offsetMs: number): Promise<void> {
    return this.#stored('event not stored', () => this.#options.jumped(offsetMs));
  }

  #store(failure: string, write: () => Promise<unknown>): void {
    background(this.#stored(failure, write), impossible);
  }

  async #stored(failure: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      this.#options.log.error({ err: cause }, failure);
    }
  }
}
