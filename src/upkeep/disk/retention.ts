import type { Store } from '../../domain/domain.ts';
import type { LogAim } from '../../domain/retention/log.ts';
import { type RowLimits, walks } from '../../domain/retention/rows.ts';
import type { Step } from '../../domain/retention/store.ts';
import { before, type Clock, type CredibleMs, credibleMs, momentOf, sleep } from '../../kit/clock.ts';
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
  /** Bytes of the write-ahead log. */
  logBytes(): number;
}

/** Takes away what is old or too much, in steps between which the stations are served (operations 3, ADR 20). */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #ending = new AbortController();
  readonly #turns = new InTurn();
  #hour: number | undefined;
  /** What went since the last event. */
  #gone = { rows: 0, until: 0 };

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** What is due now; a job. Age is checked once per hour, size every time. */
  run(): Promise<void> {
    return this.#turns.run(async () => {
      const { settings, store, clock } = this.#options;
      const credible = clock.credible();
      const hour = Math.floor(credible / HOUR_MS);
      if (hour !== this.#hour) {
        while (await store.write.retention.seal(before(credible, DAY_MS), clock.now()));
        await this.#old(credibleMs(hour * HOUR_MS));
      }
      if (settings.max_database_mb > 0) await this.#tooMuch(settings.max_database_mb * MB);
      const { file } = store.read.retention.size();
      await this.#steps(() => store.write.retention.shrink(Math.min(file * SPARE_PART, MOST_SPARE)));
      if (this.#options.logBytes() > LONG_LOG) await store.write.retention.truncateLog();
      if (hour !== this.#hour) await this.#storeEvent();
      if (!this.#ending.signal.aborted) this.#hour = hour;
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

  async #old(hour: CredibleMs): Promise<void> {
    const { messages_days, events_days, audit_days, alerts_days, value_hours_days } = this.#options.settings;
    const ago = (days: number) => (days === 0 ? undefined : before(hour, days * DAY_MS));
    const until = ago(messages_days);
    await this.#messages({ until });
    await this.#rows({
      trafficUntil: until,
      eventsUntil: ago(events_days),
      auditUntil: ago(audit_days),
      alertsUntil: ago(alerts_days),
      valueHoursUntil: ago(value_hours_days),
      presenceUntil: until && before(hour, Math.max(messages_days * DAY_MS, PRESENCE_MS)),
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
    const prunedAt = () => credibleMs(Math.min(store.read.messages.prunedAt(), clock.credible()));
    const hours = () => ({ hoursUntil: prunedAt(), at: momentOf(clock) });
    await this.#steps(after => store.write.retention.rows('hours', after, hours()));
    while (!fits()) if (!(await this.#oldestDelivered())) break;
    if (fits()) return;
    const until = before(clock.credible(), DAY_MS);
    await this.#rows({ trafficUntil: until, eventsUntil: until, roomNeeded: true, ...hours() });
  }

  /** @returns false when no message may go */
  async #oldestDelivered(): Promise<boolean> {
    const { clock, store, duplicateWindowMs } = this.#options;
    const aim = this.#aim({ deliveredUntil: before(clock.credible(), duplicateWindowMs) });
    const first = this.#count(await store.write.retention.messages(aim));
    if (first.more) await this.#messages({});
    return first.more;
  }

  #aim(why: Pick<LogAim, 'until' | 'deliveredUntil'>): LogAim {
    return { ...why, floor: FIRST_TIME, at: momentOf(this.#options.clock) };
  }

  #messages(why: Pick<LogAim, 'until'>): Promise<void> {
    const aim = this.#aim(why);
    return this.#steps(() => this.#options.store.write.retention.messages(aim));
  }

  async #rows(until: Omit<RowLimits, 'at'>): Promise<void> {
    const limits = { ...until, at: momentOf(this.#options.clock) };
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
