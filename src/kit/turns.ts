import { type Clock, soon, type Timer } from './time/clock.ts';

/** What is done in one turn of the event loop may take so long together, and be so much. */
const TURN_MS = 1;
const MOST = 32;
/** A turn that took longer, with all that came of what was done in it, is followed by as long a rest, up to the second. */
const LONG_MS = 8;
const REST_MS = 50;
/** Who asks more often than it may is looked at again after so long: all it asks meanwhile would be refused as well. */
const PAUSE_MS = 50;
/** Work that is longer than this is done in steps, each in a turn of its own. */
const STEP_MS = 2;

type Act = () => unknown;

/**
 * Does the first thing it is given at once, and what comes with it a moment in each turn of the event loop, so that thousands of
 * requests that come together hold up nothing else. While things wait, and a turn took long, it rests: half of the time is for others.
 * What waits for several clients is done for one after the other.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  /** By client; whose turn is next comes first. */
  readonly #waiting = new Map<string, Act[]>();
  /** When clients that pause are looked at again, the first to come in front. */
  readonly #pausing = new Map<string, number>();
  #waking: Timer | undefined;
  #count = 0;
  #isTurning = false;
  /** Of this turn. */
  #begunMs = 0;
  /** Of the first thing that is done in it. */
  #actingMs: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
  }

  /** @param client whose share it is: who has much to be done waits for those who have little */
  take(act: Act, client = ''): void {
    if (this.#isTurning) {
      this.#wait(act, client);
      return;
    }
    this.#begunMs = this.#clock.monotonic();
    if (this.#isPausing(client, this.#begunMs)) {
      this.#wait(act, client);
      this.#turn();
      return;
    }
    this.#isTurning = true;
    soon(this.#turn);
    act();
  }

  /** What the client asks for from now on waits a while, and nothing else does. */
  pause(client: string): void {
    const nowMs = this.#clock.monotonic();
    for (const [first, untilMs] of this.#pausing) {
      if (untilMs > nowMs) break;
      this.#pausing.delete(first);
    }
    if (!this.#pausing.has(client)) this.#pausing.set(client, nowMs + PAUSE_MS);
  }

  /**
   * Does work that may take long, a few milliseconds of it in each turn.
   * @param steps does a bit of it each time it is asked, and gives what has come of it
   * @throws what a step throws, and the reason of the signal as soon as the result is not wanted any more
   */
  async steps<T>(steps: Iterator<unknown, T>, client: string, signal: AbortSignal): Promise<T> {
    for (;;) {
      await new Promise<void>(resolve => this.#waitForNext(resolve, client));
      signal.throwIfAborted();
      const begunMs = this.#clock.monotonic();
      do {
        const step = steps.next();
        if (step.done) return step.value;
      } while (this.#clock.monotonic() - begunMs < STEP_MS);
    }
  }

  /** In a later turn, also when nothing waits. */
  #waitForNext(act: Act, client: string): void {
    if (!this.#isTurning) this.take(() => undefined);
    this.#wait(act, client);
  }

  #wait(act: Act, client: string): void {
    const own = this.#waiting.get(client);
    if (own) own.push(act);
    else this.#waiting.set(client, [act]);
    this.#count++;
  }

  #isPausing(client: string, nowMs: number): boolean {
    return nowMs < (this.#pausing.get(client) ?? 0);
  }

  /** In how long something that waits can be done; 0: now. */
  #pauseMs(): number {
    const nowMs = this.#clock.monotonic();
    let leastMs = PAUSE_MS;
    for (const client of this.#waiting.keys()) {
      leastMs = Math.min(leastMs, (this.#pausing.get(client) ?? 0) - nowMs);
      if (leastMs <= 0) return 0;
    }
    return leastMs;
  }

  #shift(nowMs: number): Act | undefined {
    for (const [client, acts] of this.#waiting) {
      if (this.#isPausing(client, nowMs)) continue;
      const act = acts.shift();
      // Behind the others.
      this.#waiting.delete(client);
      if (acts.length > 0) this.#waiting.set(client, acts);
      this.#count--;
      return act;
    }
    return undefined;
  }

  readonly #turn = () => {
    const pauseMs = this.#count > 0 ? this.#pauseMs() : 0;
    this.#isTurning = this.#count > 0 && pauseMs === 0;
    // Other clients find that nothing is under way.
    if (pauseMs > 0) this.#waking ??= this.#clock.after(pauseMs, this.#wake);
    if (!this.#isTurning) return;
    const tookMs = this.#clock.monotonic() - this.#begunMs;
    if (tookMs > LONG_MS) this.#clock.after(Math.min(tookMs, REST_MS), this.#go);
    else this.#go();
  };

  readonly #wake = () => {
    this.#waking = undefined;
    if (this.#isTurning) return;
    this.#begunMs = this.#clock.monotonic();
    this.#turn();
  };

  readonly #go = () => {
    this.#begunMs = this.#clock.monotonic();
    this.#actingMs = undefined;
    // Each by itself: what it leads to at once is done, and its time known, before the next.
    for (let n = Math.min(MOST, this.#count); n > 0; n--) soon(this.#next);
    soon(this.#turn);
  };

  readonly #next = () => {
    const nowMs = this.#clock.monotonic();
    this.#actingMs ??= nowMs;
    if (nowMs - this.#actingMs < TURN_MS) this.#shift(nowMs)?.();
  };
}
