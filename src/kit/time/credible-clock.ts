import { DAY_MS } from '../units.ts';
import { type Clock, type CredibleMs, credibleMs, type MachineClock, type Timer } from './clock.ts';

/** What NTP corrects bit by bit between two looks is no jump. */
export const JUMP_MS = 2000;
/** Clocks that are no farther apart than this agree about what time it is. */
export const AGREE_MS = 300_000;
/** A clock that has run for so long and that nothing contradicts is believed. */
const PATIENCE_MS = DAY_MS;

/** What is known of the time at a start; milliseconds since 1970, 0 for nothing. */
export interface KnownTimes {
  /** Of the last commit, by our own clock then. */
  readonly committed: number;
  /** What others than our clock confirm that it was. */
  readonly witnessed: number;
  /** As the last run left it. */
  readonly doubt?: Doubt | undefined;
}

/** A stretch of time in which the clock is not believed; kept for the next start while it lasts. */
export interface Doubt {
  /** What the clock said when it began. */
  readonly from: number;
  /** What time it was then, for certain. */
  readonly sure: number;
}

/** The clock was set: what was stamped between `from` and `to` was stamped by another time than that of now. */
export interface Correction {
  readonly from: number;
  readonly to: number;
  readonly offsetMs: number;
}

/** Is told what becomes of the time, in the middle of a look at it: it must not take long. */
export interface TimeObserver {
  /** The clock of the machine was set, milliseconds on or back. */
  jumped(offsetMs: number): void;
  corrected(correction: Correction): void;
  /** It is not earlier than this; to be kept for the next start. */
  floor(ms: number): void;
  /** To be kept for the next start; undefined: the clock is believed. */
  doubted(doubt: Doubt | undefined): void;
}

interface Stretch {
  /** What the clock said when it began. */
  readonly from: number;
  /** From the monotonic clock to the time that is sure; undefined where nothing was known before: the clock is believed until it is known better. */
  readonly sureOffset: number | undefined;
  /** Monotonic time since which nothing contradicts. */
  readonly quietSince: number;
}

/** What time it was for certain when something was stored last: what was stamped in doubt says only how long that went on. */
function sureOf({ committed, doubt }: KnownTimes): number {
  return doubt ? Math.min(doubt.sure + Math.max(committed - doubt.from, 0), committed) : committed;
}

/**
 * Not earlier than this it is: the later of build date and last commit. A commit in the future does not count when the clock and
 * the other sources of time agree that it is earlier (operations 5, ADR 25).
 */
export function floorOf(now: number, builtAt: number, times: KnownTimes): number {
  const floor = Math.max(builtAt, sureOf(times));
  const agreed = now >= builtAt && now >= times.witnessed - AGREE_MS;
  return now < floor && agreed ? Math.max(builtAt, Math.min(times.witnessed, now)) : floor;
}

/**
 * The clock of the machine, as far as it can be believed (ADR 61). `now` is the best guess: what the machine says, but never below the time floor.
 * `credible` is never later than the true time: after a jump ahead, or a start long after the last commit, it goes on from what was known, at the
 * pace of the clock that never jumps, until a station or the host confirms the clock, it is set back, or a day has gone by.
 */
export class CredibleClock implements Clock {
  readonly #machine: MachineClock;
  readonly #builtAt: number;
  #witnessed: () => number = () => 0;
  /** Both clocks at the last look at whether the one was set. */
  #last: { readonly wall: number; readonly monotonic: number };
  /** What `now` said first in the time that goes on. */
  #since: number;
  #floor: number;
  /** Monotonic time from which on the floor goes on, while the machine's clock is below it. */
  #belowSince: number | undefined;
  #stretch: Stretch | undefined;
  /** As it is kept for the next start. */
  #kept: Doubt | undefined;
  readonly #observers: TimeObserver[] = [];

  /** @param builtAt when this program was made, milliseconds */
  constructor(machine: MachineClock, builtAt: number) {
    this.#machine = machine;
    this.#builtAt = builtAt;
    this.#floor = builtAt;
    this.#last = { wall: machine.now(), monotonic: machine.monotonic() };
    this.#since = this.#estimate(this.#last.wall, this.#last.monotonic);
  }

  now(): number {
    const [wall, monotonic] = [this.#machine.now(), this.#machine.monotonic()];
    if (Math.abs(wall - this.#expected(monotonic)) > JUMP_MS) this.check();
    this.#below(wall, monotonic);
    return this.#estimate(wall, monotonic);
  }

  nowNs(): bigint {
    return BigInt(this.now()) * 1_000_000n;
  }

  credible(): CredibleMs {
    return credibleMs(Math.min(this.now(), this.#sure(this.monotonic()) ?? Number.POSITIVE_INFINITY));
  }

  monotonic(): number {
    return this.#machine.monotonic();
  }

  after(ms: number, fn: () => void): Timer {
    return this.#machine.after(ms, fn);
  }

  every(ms: number, fn: () => void): Timer {
    return this.#machine.every(ms, fn);
  }

  /** What the clock of the machine says, right or wrong. */
  wall(): number {
    return this.#machine.now();
  }

  /** Not earlier than this it is. */
  get floor(): number {
    return Math.floor(this.#floorAt(this.monotonic()));
  }

  /** Whether the clock of the machine can be right. */
  get set(): boolean {
    return this.#machine.now() >= this.#floorAt(this.#machine.monotonic());
  }

  /** Whether what ends by time ends at the time that the clock says. */
  get believed(): boolean {
    return this.#stretch?.sureOffset === undefined;
  }

  /** Tells of what happens from now on. */
  follow(observer: TimeObserver): void {
    this.#observers.push(observer);
  }

  /** Takes up what the database knows, before anything is stored. @param witnessed reads it anew */
  learn(times: KnownTimes, witnessed: () => number): void {
    const { committed, doubt } = times;
    this.#witnessed = witnessed;
    this.#kept = doubt;
    const [wall, monotonic] = [this.#machine.now(), this.#machine.monotonic()];
    this.#last = { wall, monotonic };
    const known = sureOf(times);
    this.#floor = floorOf(wall, this.#builtAt, times);
    this.#belowSince = undefined;
    this.#below(wall, monotonic);
    const now = this.#estimate(wall, monotonic);
    this.#since = now;
    if (committed === 0) {
      this.#stretch = { from: now, sureOffset: undefined, quietSince: monotonic };
      return;
    }
    const wasAhead = doubt !== undefined && now < committed - JUMP_MS;
    const offsetMs = wasAhead ? now - committed : 0;
    if (wasAhead) this.#tell(observer => observer.corrected({ from: doubt.from, to: committed, offsetMs }));
    const isSure = Math.abs(now - known) <= AGREE_MS && wall >= this.#floor;
    if (!isSure) this.#doubt(doubt ? doubt.from + offsetMs : now, Math.min(known, now), monotonic);
    this.#tellDoubt();
  }

  /** Looks whether the clock was set since the last look; within ten seconds, but also when the time is asked for. */
  check(): void {
    const [wall, monotonic] = [this.#machine.now(), this.#machine.monotonic()];
    const expected = this.#expected(monotonic);
    const offsetMs = wall - expected;
    const before = this.#estimate(expected, monotonic);
    const couldBeRight = expected >= this.#floorAt(monotonic);
    this.#last = { wall, monotonic };
    const jumped = Math.abs(offsetMs) > JUMP_MS;
    const floor = this.#floor;
    // What a doubted clock said is no floor.
    if (jumped && offsetMs < 0 && couldBeRight) this.#setFloor(Math.max(floor, this.#sure(monotonic) ?? expected));
    this.#fall(wall, monotonic);
    this.#below(wall, monotonic);
    const after = this.#estimate(wall, monotonic);
    if (Math.abs(after - before) > JUMP_MS) this.#moved({ before, after, couldBeRight }, monotonic);
    if (this.#stretch && monotonic - this.#stretch.quietSince >= PATIENCE_MS) this.believe();
    if (this.#floor !== floor) this.#tell(observer => observer.floor(this.#floor));
    if (jumped) this.#tell(observer => observer.jumped(offsetMs));
  }

  /** A clock elsewhere agrees with ours. */
  believe(): void {
    if (!this.#stretch) return;
    this.#stretch = undefined;
    this.#tellDoubt();
  }

  /** A clock elsewhere has another time, and it is ours that is wrong. */
  contradict(ms: number): void {
    const monotonic = this.monotonic();
    const wasBelieved = this.believed;
    this.#doubt(this.#stretch?.from ?? this.#since, Math.min(this.#sure(monotonic) ?? ms, this.now()), monotonic);
    if (wasBelieved) this.#tellDoubt();
  }

  #moved(
    { before, after, couldBeRight }: { before: number; after: number; couldBeRight: boolean },
    monotonic: number,
  ): void {
    const offsetMs = after - before;
    const stretch = this.#stretch;
    this.#since = after;
    // A new box whose clock could be right is in doubt from then on; one that had none is believed when it has got it.
    if (!stretch || (this.believed && offsetMs > 0 && couldBeRight)) {
      if (offsetMs > AGREE_MS) this.#doubt(after, before, monotonic);
    } else {
      const { from } = stretch;
      const sure = this.#sure(monotonic);
      const isSure = sure !== undefined && Math.abs(after - sure) <= AGREE_MS;
      this.#stretch = isSure ? undefined : { ...stretch, from: from + offsetMs, quietSince: monotonic };
      this.#tell(observer => observer.corrected({ from, to: before, offsetMs }));
    }
    this.#tellDoubt();
  }

  #doubt(from: number, sure: number, monotonic: number): void {
    this.#stretch = { from, sureOffset: sure - monotonic, quietSince: monotonic };
  }

  #expected(monotonic: number): number {
    return this.#last.wall + monotonic - this.#last.monotonic;
  }

  #estimate(wall: number, monotonic: number): number {
    const floor = this.#floorAt(monotonic);
    // A moment later than what was stored last.
    return wall >= floor ? wall : Math.floor(floor) + 1;
  }

  /** The floor goes on with the time while the clock is below it. */
  #floorAt(monotonic: number): number {
    return this.#belowSince === undefined ? this.#floor : this.#floor + monotonic - this.#belowSince;
  }

  #below(wall: number, monotonic: number): void {
    if (wall >= this.#floorAt(monotonic)) this.#belowSince = undefined;
    else this.#belowSince ??= monotonic;
  }

  #setFloor(floor: number): void {
    this.#floor = floor;
    this.#belowSince = undefined;
  }

  #fall(wall: number, monotonic: number): void {
    const committed = this.#floorAt(monotonic);
    if (wall >= committed) return;
    // It was set right, to the second.
    const isRight = wall >= committed - JUMP_MS;
    const floor = isRight ? wall : floorOf(wall, this.#builtAt, { committed, witnessed: this.#witnessed() });
    if (floor < this.#floor) this.#setFloor(floor);
  }

  /** What time it is at least; undefined while the clock is believed. */
  #sure(monotonic: number): number | undefined {
    const offset = this.#stretch?.sureOffset;
    return offset === undefined ? undefined : Math.floor(offset + monotonic);
  }

  /** Tells it to be kept; what is kept already is not told again. */
  #tellDoubt(): void {
    const monotonic = this.monotonic();
    const sure = this.#sure(monotonic);
    const from = this.#stretch?.from ?? 0;
    // As it was when the stretch began: what it stamps says how much later it is.
    const doubt = sure === undefined ? undefined : { from, sure: sure - (this.now() - from) };
    if (doubt?.from === this.#kept?.from && doubt?.sure === this.#kept?.sure) return;
    this.#kept = doubt;
    this.#tell(observer => observer.doubted(doubt));
  }

  #tell(what: (observer: TimeObserver) => void): void {
    for (const observer of this.#observers) what(observer);
  }
}
