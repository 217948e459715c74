import type { RuleSendSettings } from '../domain/rule/carry-out.ts';
import type { RulePlan } from '../domain/rule/plan.ts';
import type { Places } from '../domain/rule/rule-records.ts';
import { background } from '../kit/background.ts';
import { Fault } from '../kit/faults/faults.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';

/** What comes within this time is looked at together: rules are in no such hurry, and a busy box has other things to do. */
const TOGETHER_MS = 200;
/** Time may bring something about. */
const LOOK_MS = 10_000;
/** How far the log was looked at is stored with what is done; where nothing is done, that seldom. */
const STORED_EVERY_MS = 30_000;
const STORED_EVERY = 4096;
/** So often the same is tried before the others go on. */
const MOST_FAILURES = 5;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1000, 60_000];

export interface RuleFollowerOptions {
  readonly store: {
    readonly read: { readonly rules: { isActive(): boolean } };
    readonly scan: {
      readonly rules: {
        plan(from: Places | undefined, now: number, listened: ListenedMs): Promise<RulePlan | undefined>;
      };
    };
    readonly write: {
      readonly rules: {
        carryOut(plan: RulePlan, settings: RuleSendSettings, now: number, listened: ListenedMs): Promise<boolean>;
      };
    };
  };
  readonly clock: Clock;
  /** Time listened. */
  listened(): ListenedMs;
  readonly log: Log;
  readonly settings: RuleSendSettings;
  /** Notified when the log has grown, when events were stored, and when rules may be other ones. */
  readonly news: { readonly log: Notifier; readonly events: Notifier; readonly rules: Notifier };
}

/** Follows the log, and does what rules ask for. While no rule is on, nothing is looked at. */
export class RuleFollower {
  readonly #options: RuleFollowerOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Up to where everything was looked at; undefined: as far as it is stored. */
  #position: Places | undefined;
  #failures = 0;
  #stored: { readonly at: number; readonly log: number; readonly events: number } | undefined;

  constructor(options: RuleFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#follow();
    background(this.#running, cause => this.#options.log.error({ err: cause }, 'rules not looked at'));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    const { store, log, news } = this.#options;
    const { signal } = this.#stopping;
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const versions = { log: news.log.version, events: news.events.version, rules: news.rules.version };
      if (!store.read.rules.isActive()) {
        this.#position = undefined;
        await news.rules.wait(versions.rules, signal);
        continue;
      }
      try {
        const waitMs = await this.#look();
        retryMs = FIRST_RETRY_MS;
        if (waitMs > 0) await this.#news(versions, waitMs);
        if (!signal.aborted) await this.#pause(TOGETHER_MS);
      } catch (cause) {
        if (signal.aborted) return;
        log.error({ err: cause }, 'rules not carried out');
        this.#position = undefined;
        await this.#pause(retryMs);
        retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      }
    }
  }

  /** Goes one stretch on. @returns how long there is nothing to do unless something comes, milliseconds; 0: there is more */
  async #look(): Promise<number> {
    const { store, clock, listened } = this.#options;
    const plan = await store.scan.rules.plan(this.#position, clock.now(), listened());
    if (!plan) return LOOK_MS;
    if (this.#isToBeStored(plan) && !(await this.#carryOut(plan))) {
      // Rules are other ones by now.
      this.#position = undefined;
      return 0;
    }
    this.#position = plan.upTo;
    return plan.more ? 0 : Math.max(Math.min(plan.nextDue - listened(), LOOK_MS), 1);
  }

  /** @throws why nothing of it was stored: it is tried again, but what fails by our mistake not for ever */
  async #carryOut(plan: RulePlan): Promise<boolean> {
    const { store, clock, listened, log, settings } = this.#options;
    try {
      const stored = await store.write.rules.carryOut(plan, settings, clock.now(), listened());
      this.#failures = 0;
      return stored;
    } catch (cause) {
      // A fault says that nothing is taken now: the disk is full.
      if (cause instanceof Fault || ++this.#failures < MOST_FAILURES) throw cause;
      log.error({ err: cause, upTo: plan.upTo }, 'what rules ask for is passed over');
      this.#failures = 0;
      return store.write.rules.carryOut({ ...plan, steps: [], states: [] }, settings, clock.now(), listened());
    }
  }

  #isToBeStored({ steps, states, from, upTo }: RulePlan): boolean {
    const now = this.#options.clock.monotonic();
    const { at, log, events } = this.#stored ?? { at: now, ...from };
    const moved = upTo.log - log + (upTo.events - events);
    const isDue = moved > 0 && (now - at >= STORED_EVERY_MS || moved >= STORED_EVERY);
    const stores = steps.length > 0 || states.length > 0 || isDue;
    this.#stored = stores ? { at: now, ...upTo } : { at, log, events };
    return stores;
  }

  /** Waits for news since then, for so long. */
  async #news(
    versions: { readonly log: number; readonly events: number; readonly rules: number },
    waitMs: number,
  ): Promise<void> {
    const { news, clock } = this.#options;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stopping.signal]);
    const timer = clock.after(waitMs, () => over.abort());
    try {
      await Promise.race([
        news.log.wait(versions.log, signal),
        news.events.wait(versions.events, signal),
        news.rules.wait(versions.rules, signal),
      ]);
    } finally {
      timer.cancel();
      over.abort();
    }
  }

  /** Ends at a stop. */
  async #pause(ms: number): Promise<void> {
    await sleep(this.#options.clock, ms, this.#stopping.signal).catch(() => {});
  }
}
