import { background, impossible } from '../kit/background.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Clock, Timer } from '../kit/time/clock.ts';
import { SECOND_MS } from '../kit/units.ts';
import type { Report } from './dial.ts';
import type { Driver, Item, Outcome, ResumePlaces } from './driver.ts';
import { type Failure, TargetError } from './failure.ts';
import { Hidden } from './hidden.ts';

/** A target that says nothing for so long, while something is asked of it, hangs. Drivers have shorter limits of their own. */
const SILENT_MS = 60 * SECOND_MS;
/** What a driver gets to close its connection. */
const CLOSE_MS = 2 * SECOND_MS;

/** A driver at work, held to what drivers have promised: whatever it does, one connection ends once, and is heard no more. */
export class Connection {
  readonly #clock: Clock;
  #hidden = new Hidden([]);
  #driver: Driver | undefined;
  #failure: Failure | undefined;
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<Failure | undefined>();
  #underWay = 0;
  #lastSaid = 0;
  #watch: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From now on nothing that is said of it shows one of these. */
  hide(secrets: readonly string[]): void {
    this.#hidden = new Hidden(secrets);
  }

  /** Why it has ended; undefined: it was told to. */
  get ended(): Promise<Failure | undefined> {
    return this.#ended.promise;
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Connects. @throws TargetError */
  async open(make: () => Promise<Driver>, signal: AbortSignal, report?: Report): Promise<ResumePlaces> {
    const givenUp = () => this.end(undefined);
    if (signal.aborted) givenUp();
    signal.addEventListener('abort', givenUp, { once: true });
    const limit = this.#clock.after(SILENT_MS, () => this.end({ reason: silent('connect') }));
    try {
      const opening = this.#open(make, report);
      const opened = await Promise.race([opening, this.#ended.promise.then(() => undefined)]);
      if (opened && !this.isOver) return opened;
      background(opening, () => undefined);
      throw new TargetError(this.#failure ?? { reason: 'given up' });
    } catch (cause) {
      throw new TargetError(this.#hidden.failure(failureOf(cause)), { cause });
    } finally {
      limit.cancel();
      signal.removeEventListener('abort', givenUp);
    }
  }

  async #open(make: () => Promise<Driver>, report: Report | undefined): Promise<ResumePlaces> {
    this.#driver = await make();
    if (!this.isOver) return this.#driver.open(this.#over.signal, report);
    await this.close();
    return {};
  }

  /** @param settle is not called any more when the connection is over */
  send(items: readonly Item[], settle: (outcome: Outcome) => void): void {
    this.#underWay++;
    this.#watch ??= this.#watching(SILENT_MS);
    if (this.#underWay === 1) this.#lastSaid = this.#clock.monotonic();
    let settled = false;
    let returned = false;
    const once = (outcome: Outcome): void => {
      // It must not come before `send` has returned; who has promised that may have forgotten it.
      if (!returned) queueMicrotask(() => once(outcome));
      if (!returned || settled || this.isOver) return;
      settled = true;
      this.#underWay--;
      this.#lastSaid = this.#clock.monotonic();
      settle(this.#hidden.outcome(outcome));
    };
    try {
      this.#driver?.send(items, once);
    } catch (cause) {
      once({ kind: 'failed', failure: failureOf(cause) });
    }
    returned = true;
  }

  #watching(afterMs: number): Timer {
    return this.#clock.after(afterMs, () => {
      this.#watch = undefined;
      if (this.#underWay === 0 || this.isOver) return;
      const leftMs = this.#lastSaid + SILENT_MS - this.#clock.monotonic();
      if (leftMs <= 0) this.end({ reason: silent('answer') });
      else this.#watch = this.#watching(leftMs);
    });
  }

  /** The first reason stands. */
  end(failure: Failure | undefined): void {
    if (this.isOver) return;
    this.#failure = failure && this.#hidden.failure(failure);
    this.#watch?.cancel();
    this.#over.abort();
    this.#ended.resolve(this.#failure);
  }

  /** Ends the connection, whatever the driver does. */
  async close(): Promise<void> {
    this.end(undefined);
    const driver = this.#driver;
    this.#driver = undefined;
    if (!driver) return;
    const late = Promise.withResolvers<void>();
    const limit = this.#clock.after(CLOSE_MS, late.resolve);
    // It may throw at once, though it should not.
    const closing = (async () => driver.close())().catch(() => undefined);
    await Promise.race([closing, late.promise]);
    limit.cancel();
    background(closing, impossible);
  }
}

const silent = (what: 'connect' | 'answer') => `the target does not ${what} in ${SILENT_MS / SECOND_MS} s`;

/** What a failure of any kind says. */
export function failureOf(cause: unknown): Failure {
  return cause instanceof TargetError ? cause.failure : { reason: reasonOf(cause) };
}
