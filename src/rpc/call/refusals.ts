import type { Clock, Timer } from '../../kit/time/clock.ts';

/** Refusals of one kind within this time share one line. */
const FOLD_MS = 60_000;
/** Kinds with a line of their own at a time. What comes beyond is only counted, so that clients do not fill the log by being many. */
const MAX_KINDS = 256;

interface Kind {
  readonly sinceMs: number;
  /** How many came after the first, which was logged at once. */
  again: number;
  readonly logAgain: LogAgain;
}

/** Writes a line about refused calls of one kind that came after the first. */
export type LogAgain = (times: number, seconds: number) => void;

/** The first refused call of a kind is logged, the others are counted: a client that repeats itself says nothing new. */
export class Refusals {
  readonly #clock: Clock;
  readonly #logOthers: LogAgain;
  /** In the order in which they began. */
  readonly #kinds = new Map<string, Kind>();
  #beyond = 0;
  #timer: Timer | undefined;

  /** @param logOthers writes a line about the calls that were one kind too many */
  constructor(clock: Clock, logOthers: LogAgain) {
    this.#clock = clock;
    this.#logOthers = logOthers;
  }

  /** @returns whether this call is to be logged now; else `logAgain` is called for it and its like within a minute */
  first(kind: string, logAgain: LogAgain): boolean {
    const now = this.#clock.monotonic();
    this.#forget(now);
    const known = this.#kinds.get(kind);
    if (known) known.again++;
    else if (this.#kinds.size < MAX_KINDS) {
      this.#kinds.set(kind, { sinceMs: now, again: 0, logAgain });
      return true;
    } else this.#beyond++;
    this.#timer ??= this.#clock.after(FOLD_MS, () => this.flush());
    return false;
  }

  /** Logs what was counted so far. */
  flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (const { again, sinceMs, logAgain } of this.#kinds.values()) {
      if (again > 0) logAgain(again, Math.round((now - sinceMs) / 1000));
    }
    if (this.#beyond > 0) this.#logOthers(this.#beyond, FOLD_MS / 1000);
    this.#kinds.clear();
    this.#beyond = 0;
  }

  /** A kind that came once and not again needs no line of its own. */
  #forget(now: number): void {
    for (const [kind, { sinceMs, again }] of this.#kinds) {
      if (now - sinceMs < FOLD_MS) return;
      if (again === 0) this.#kinds.delete(kind);
    }
  }
}
