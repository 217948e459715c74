import type { Clock, Timer } from '../kit/clock.ts';

/** One line tells of all that is alike within this time. */
const FOLD_MS = 60_000;
/** Kinds that are told apart at a time. What comes beyond is only counted, so that nobody fills the log by being many. */
const MAX_KINDS = 256;

interface Kind {
  readonly sinceMs: number;
  /** After the one that was told at once. */
  again: number;
  readonly tell: Tell;
}

/** Writes a line about refused calls of one kind that came after the first. */
export type Tell = (times: number, seconds: number) => void;

/** Refused calls of one kind are told once, and then by their number: a client that repeats itself says nothing new. */
export class Refusals {
  readonly #clock: Clock;
  readonly #others: (times: number, seconds: number) => void;
  /** In the order in which they began. */
  readonly #kinds = new Map<string, Kind>();
  #beyond = 0;
  #timer: Timer | undefined;

  /** @param others tells of those that were one kind too many */
  constructor(clock: Clock, others: Tell) {
    this.#clock = clock;
    this.#others = others;
  }

  /** @returns whether this one is to be told now; else `tell` is called for it and its like within a minute */
  first(kind: string, tell: Tell): boolean {
    const now = this.#clock.monotonic();
    this.#forget(now);
    const known = this.#kinds.get(kind);
    if (known) known.again++;
    else if (this.#kinds.size < MAX_KINDS) {
      this.#kinds.set(kind, { sinceMs: now, again: 0, tell });
      return true;
    } else this.#beyond++;
    this.#timer ??= this.#clock.after(FOLD_MS, () => this.flush());
    return false;
  }

  /** Tells what was counted so far. */
  flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (const { again, sinceMs, tell } of this.#kinds.values()) {
      if (again > 0) tell(again, Math.round((now - sinceMs) / 1000));
    }
    if (this.#beyond > 0) this.#others(this.#beyond, FOLD_MS / 1000);
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
