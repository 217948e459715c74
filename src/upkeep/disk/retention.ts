import type { Store } from '../../domain/domain.ts';
import type { LogAim } from '../../domain/retention/log.ts';
import { type RowLimits, walks } from '../../domain/retention/rows.ts';
import type { Step } from '../../domain/retention/store.ts';
import { type Clock, sleep } from '../../kit/clock.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import { DAY_MS, HOUR_MS } from '../../kit/units.ts';

const MB = 1_048_576;
/** No database is older: what seems to be was stored before the clock was set. */
const FIRST_TIME = Date.UTC(2025, 0, 1);
/** Availability is asked for over a year and a day at most (platform API 1.10). */
const PRESENCE_MS = 400 * DAY_MS;
/** After a step the writer belongs to the stations for so many times as long as the step took, and never less. */
const PAUSE_FACTOR = 3;
const LEAST_PAUSE_MS = 5;
/** Space that is about to be filled again need not be given back: moving pages wears the card. */
const SPARE_PART = 1 / 16;
const MOST_SPARE = 64 * MB;
/** A log of this size has grown behind a long read; without one, the writer holds it at half this size. */
const LONG_LOG = 8 * MB;

/** The keys of `retention` in the configuration; with 0 nothing is removed. */
export interface RetentionSettings {
  readonly messages_days: number;
  readonly events_days: number;
  readonly audit_days: number;
  readonly alerts_days: number;
  readonly value_hours_days: number;
  readonly max_database_mb: number;
}

export interface RetentionOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly settings: RetentionSettings;
  /** How long copies of a telegram are recognized: a telegram stays at least as long. */
  readonly duplicateWindowMs: number;
  /** When something was stored last before this start (milliseconds). */
  readonly lastTime: number;
  /** Bytes of the write-ahead log. */
  logBytes(): number;
}

/** Takes away what is old or too much, in steps between which the stations are served (operations 3, ADR 20). */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #ending = new AbortController();
  readonly #wall: WallClock;
  readonly #turns = new InTurn();
  #hour: number | undefined;
  /** What went since the last event. */
  #gone = { rows: 0, until: 0 };

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#wall = new WallClock(options.clock, options.lastTime);
  }

  /** What is due now; a job. Age is checked once per hour, size every time. */
  run(): Promise<void> {
    return this.#turns.run(async () => {
      const { settings, store, clock } = this.#options;
      const now = clock.now();
      const hour = Math.floor(now / HOUR_MS);
      const credible = this.#wall.credible();
      if (credible && hour !== this.#hour) {
        while (await store.write.retention.seal(now - DAY_MS, now));
        await this.#old(hour * HOUR_MS);
      }
      if (settings.max_database_mb > 0) await this.#tooMuch(settings.max_database_mb * MB);
      const { file } = store.read.retention.size();
      await this.#steps(() => store.write.retention.shrink(Math.min(file * SPARE_PART, MOST_SPARE)));
      if (this.#options.logBytes() > LONG_LOG) await store.write.retention.truncateLog();
      if (credible && hour !== this.#hour) await this.#storeEvent();
      if (credible && !this.#ending.signal.aborted) this.#hour = hour;
    });
  }

  /** Takes the oldest delivered messages away and makes the files smaller until there is enough space, or nothing left to take. */
  relieve(enough: () => Promise<boolean>): Promise<void> {
    return this.#turns.run(async () => {
      while (!this.#ending.signal.aborted && !(await enough())) {
        const went = await this.#oldestDelivered();
        await this.#steps(() => this.#options.store.write.retention.shrink(0));
        await this.#options.store.write.retention.truncateLog();
        if (!went) break;
      }
    });
  }

  /** Begins no further step, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopped'));
    await this.#turns.settled();
  }

  async #old(hourMs: number): Promise<void> {
    const { messages_days, events_days, audit_days, alerts_days, value_hours_days } = this.#options.settings;
    const before = (days: number) => (days === 0 ? undefined : hourMs - days * DAY_MS);
    const until = before(messages_days);
    await this.#messages({ until });
    await this.#rows({
      trafficUntil: until,
      eventsUntil: before(events_days),
      auditUntil: before(audit_days),
      alertsUntil: before(alerts_days),
      valueHoursUntil: before(value_hours_days),
      presenceUntil: until && hourMs - Math.max(messages_days * DAY_MS, PRESENCE_MS),
    });
  }

  /**
   * First the figures by the hour of messages that are gone, which may be more than the messages that are there; then the oldest
   * delivered messages; where that is not enough, whatever else is of no use for what happens today.
   */
  async #tooMuch(most: number): Promise<void> {
    const { store, clock } = this.#options;
    const fits = () => store.read.retention.size().used <= most || this.#ending.signal.aborted;
    if (fits()) return;
    const hours = () => ({ hoursUntil: store.read.messages.prunedAt(), now: clock.now() });
    await this.#steps(after => store.write.retention.rows('hours', after, hours()));
    while (!fits()) if (!(await this.#oldestDelivered())) break;
    if (fits()) return;
    const until = clock.now() - DAY_MS;
    await this.#rows({ trafficUntil: until, eventsUntil: until, roomNeeded: true, ...hours() });
  }

  /** @returns false when no message may go */
  async #oldestDelivered(): Promise<boolean> {
    const { clock, store, duplicateWindowMs } = this.#options;
    const now = clock.now();
    const aim = this.#aim({ deliveredUntil: now - duplicateWindowMs });
    const first = this.#count(await store.write.retention.messages(aim));
    if (first.more) await this.#messages({});
    return first.more;
  }

  #aim(why: Pick<LogAim, 'until' | 'deliveredUntil'>): LogAim {
    return { ...why, floor: FIRST_TIME, now: this.#options.clock.now() };
  }

  #messages(why: Pick<LogAim, 'until'>): Promise<void> {
    const aim = this.#aim(why);
    return this.#steps(() => this.#options.store.write.retention.messages(aim));
  }

  async #rows(until: Omit<RowLimits, 'now'>): Promise<void> {
    const limits = { ...until, now: this.#options.clock.now() };
    for (const walk of walks) {
      await this.#steps(after => this.#options.store.write.retention.rows(walk, after, limits));
    }
  }

  async #steps(next: (after: number) => Promise<Step>): Promise<void> {
    const { signal } = this.#ending;
    for (let after = 0; !signal.aborted; ) {
      const step = this.#count(await next(after));
      if (!step.more) return;
      after = step.after;
      await this.#pause(step);
    }
  }

  async #pause({ tookMs }: Step): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#ending;
    await sleep(clock, Math.max(tookMs * PAUSE_FACTOR, LEAST_PAUSE_MS), signal).catch(() => undefined);
  }

  #count(step: Step): Step {
    this.#gone = { rows: this.#gone.rows + step.removed, until: Math.max(this.#gone.until, step.until ?? 0) };
    return step;
  }

  async #storeEvent(): Promise<void> {
    const { rows, until } = this.#gone;
    if (rows === 0) return;
    this.#gone = { rows: 0, until: 0 };
    this.#options.log.info({ rows }, 'old data removed');
    const at = this.#options.clock.now();
    const data = { rows, ...(until > 0 && { until: new Date(until).toISOString() }) };
    await this.#options.store.write.events.raise({
      type: 'system.retention_purged',
      org: null,
      at,
      storedAt: at,
      data,
    });
  }
}

/** Further than it can be with a clock that only drifts. */
const JUMP_MS = DAY_MS;

/**
 * Whether the wall clock can be believed that much time has gone by: one that jumps a year ahead would make everything old.
 * After such a jump, or a start after a long absence, it must not jump again for a day.
 */
class WallClock {
  readonly #clock: Clock;
  #offset: number;
  /** Monotonic; undefined while there is nothing to doubt. */
  #doubtedSince: number | undefined;

  constructor(clock: Clock, lastTime: number) {
    this.#clock = clock;
    this.#offset = clock.now() - clock.monotonic();
    if (clock.now() - lastTime > JUMP_MS) this.#doubtedSince = clock.monotonic();
  }

  credible(): boolean {
    const monotonic = this.#clock.monotonic();
    const offset = this.#clock.now() - monotonic;
    if (offset - this.#offset > JUMP_MS) this.#doubtedSince = monotonic;
    this.#offset = offset;
    if (this.#doubtedSince !== undefined && monotonic - this.#doubtedSince >= JUMP_MS) this.#doubtedSince = undefined;
    return this.#doubtedSince === undefined;
  }
}
