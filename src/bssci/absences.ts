import type { Clock, Timer } from '../kit/time/clock.ts';

/** A disconnect is announced only after this time: most stations are back at once (platform API 20.2). */
const ANNOUNCE_MS = 10_000;

/** Disconnects that are not announced yet. */
export class Absences {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, { timer: Timer; announce: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Announces a disconnect in a while, unless the station is back by then. */
  announceUnlessBack(station: number, announce: () => void): void {
    const timer = this.#clock.after(ANNOUNCE_MS, () => {
      this.#waiting.delete(station);
      announce();
    });
    this.#waiting.set(station, { timer, announce });
  }

  /** The station is back. @returns what would have announced its disconnect, which does not happen by itself any more */
  back(station: number): (() => void) | undefined {
    const waiting = this.#waiting.get(station);
    waiting?.timer.cancel();
    this.#waiting.delete(station);
    return waiting?.announce;
  }

  /** Announces all at once, for a stop. */
  announceAll(): void {
    for (const { timer, announce } of this.#waiting.values()) {
      timer.cancel();
      announce();
    }
    this.#waiting.clear();
  }
}
