import type { Store } from '../../domain/domain.ts';
import type { LogAim } from '../../domain/retention/log.ts';
import { type RowLimits, type Walk, walks } from '../../domain/retention/retention-rows.ts';
import type { Step } from '../../domain/retention/retention-store.ts';
import { type AgeSetting, roomOrder, walksFor } from '../../domain/retention/tables.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import { before, type Clock, type CredibleMs, credibleMs, momentOf, sleep } from '../../kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kit/units.ts';
import { NO_ROOM, type NoRoom } from './no-room.ts';

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

/** Figures of so many days are taken at a time when room is needed: the oldest of each kind go together. */
const FIGURES_STEP_MS = 7 * DAY_MS;
/** Where the disk gets full, figures of a time before that go first. */
const LONG_AGO_MS = 366 * DAY_MS;
/** What a message takes changes slowly. */
const MEASURED_MS = HOUR_MS;

/** What goes before a time that follows from these days. */
const LIMITS: Readonly<Record<AgeSetting, keyof RowLimits>> = {
  messages_days: 'trafficUntil',
  events_days: 'eventsUntil',
  audit_days: 'auditUntil',
  alerts_days: 'alertsUntil',
  value_hours_days: 'valueHoursUntil',
  figures_days: 'figuresUntil',
};

/** The keys of `retention` in the configuration; with 0 nothing is removed. */
export type RetentionSettings = Readonly<Record<AgeSetting | 'max_database_mb', number>>;

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
  /** What a message takes, and when that was measured (monotonic). */
  #measured: { readonly at: number; readonly bytes: number } | undefined;
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
      else await this.#tell(undefined);
      const { file } = store.read.retention.size();
      await this.#steps(() => store.write.retention.shrink(Math.min(file * SPARE_PART, MOST_SPARE)));
      if (this.#options.logBytes() > LONG_LOG) await store.write.retention.truncateLog();
      if (hour !== this.#hour) await this.#storeEvent();
      if (!this.#ending.signal.aborted) this.#hour = hour;
    });
  }

  /** Takes what is of no use and the oldest delivered messages away and makes the files smaller until there is enough space, or nothing left to take. */
  relieve(enough: () => Promise<boolean>): Promise<void> {
    return this.#turns.run(async () => {
      const longAgo = before(this.#options.clock.credible(), LONG_AGO_MS);
      for (let went = true; went && !this.#ending.signal.aborted && !(await enough()); ) {
        const rows = this.#gone.rows;
        await this.#hours();
        await this.#oldestFigures(earlier(longAgo, this.#goneUntil()));
        went = (await this.#oldestDelivered()) || this.#gone.rows > rows;
        await this.#steps(() => this.#options.store.write.retention.shrink(0));
        await this.#options.store.write.retention.truncateLog();
      }
    });
  }

  /** Begins no further step, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopped'));
    await this.#turns.settled();
  }

  async #old(hour: CredibleMs): Promise<void> {
    const { settings } = this.#options;
    const ago = (days: number) => (days === 0 ? undefined : before(hour, days * DAY_MS));
    await this.#messages({ until: ago(settings.messages_days) });
    const ages = Object.entries(LIMITS).map(([days, limit]) => [limit, ago(settings[days as AgeSetting])]);
    const { trafficUntil, figuresUntil, ...until } = Object.fromEntries(ages) as Partial<RowLimits>;
    const everything = Object.keys(LIMITS).map(days => ago(settings[days as AgeSetting]));
    await this.#rows(walks, {
      ...{ ...until, trafficUntil },
      everythingUntil: everything.includes(undefined)
        ? undefined
        : credibleMs(Math.min(this.#goneUntil(), ...everything.map(Number))),
      // As long as the messages are there, so are their figures.
      figuresUntil: figuresUntil && earlier(figuresUntil, this.#goneUntil()),
      presenceUntil: trafficUntil && before(hour, Math.max(settings.messages_days * DAY_MS, PRESENCE_MS)),
    });
  }

  /** What was stored up to then may be gone. */
  #goneUntil(): CredibleMs {
    const { store, clock } = this.#options;
    return earlier(clock.credible(), store.read.messages.prunedAt());
  }

  /** Makes room in the order that is stated of the tables, until the database fits. */
  async #tooMuch(most: number): Promise<void> {
    const { store, clock } = this.#options;
    const used = () => store.read.retention.size().used;
    const fits = () => used() <= most || this.#ending.signal.aborted;
    /** Whether it would fit without any messages. */
    const canHelp = () => used() - store.read.retention.messageCount() * this.#bytesOfMessage() <= most;
    let why: NoRoom['why'] = 'waiting';
    for (const { take, beforeDays } of roomOrder) {
      if (fits()) break;
      const until = before(clock.credible(), beforeDays * DAY_MS);
      if (take === 'hours') await this.#hours(fits);
      else if (take === 'figures') await this.#oldestFigures(earlier(until, this.#goneUntil()), fits);
      else if (take === 'rows') {
        await this.#rows(walksFor(take), { trafficUntil: until, eventsUntil: until, roomNeeded: true }, fits);
      } else await this.#oldestMessages(until, () => fits() || !canHelp());
      if (take === 'messages') why = canHelp() ? 'waiting' : 'other';
    }
    if (!this.#ending.signal.aborted) await this.#tell(fits() ? undefined : { why, mostMb: most / MB });
  }

  /** With each hour of messages that is gone its figures go, which may take more room. */
  async #oldestMessages(until: number, enough: () => boolean): Promise<void> {
    let hour = Math.floor(this.#goneUntil() / HOUR_MS);
    while (!enough()) {
      if (!(await this.#oldestDelivered(until))) return;
      const now = Math.floor(this.#goneUntil() / HOUR_MS);
      if (now > hour) await this.#hours(enough);
      hour = now;
    }
  }

  /** Figures by the hour of messages that are gone. */
  #hours(enough = () => false): Promise<void> {
    return this.#rows(walksFor('hours'), { hoursUntil: this.#goneUntil() }, enough);
  }

  /** Figures before a time, those of all kinds that are oldest first. */
  async #oldestFigures(until: CredibleMs, enough = () => false): Promise<void> {
    const { retention } = this.#options.store.read;
    for (let oldest = retention.oldestFigures(); oldest !== undefined && oldest < until && !enough(); ) {
      const figuresUntil = earlier(until, oldest + FIGURES_STEP_MS);
      await this.#rows(walksFor('figures'), { figuresUntil }, enough);
      const next = retention.oldestFigures();
      if (next === oldest) return;
      oldest = next;
    }
  }

  /** What is to be said of the room, as long as it is so. */
  async #tell(found: NoRoom | undefined): Promise<void> {
    const { store, log } = this.#options;
    const before = store.read.installation.value(NO_ROOM) ?? '';
    const after = found ? JSON.stringify(found) : '';
    if (before === after) return;
    await store.write.installation.setValue(NO_ROOM, after);
    if (found) log.warn(found, 'the database cannot be made as small as it should be');
  }

  #bytesOfMessage(): number {
    const { store, clock } = this.#options;
    const now = clock.monotonic();
    if (!this.#measured || now - this.#measured.at >= MEASURED_MS) {
      this.#measured = { at: now, bytes: store.read.retention.bytesOfMessage() };
    }
    return this.#measured.bytes;
  }

  /** @param until those stored before then; undefined: whichever @returns false when no message may go */
  async #oldestDelivered(until = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { clock, store, duplicateWindowMs } = this.#options;
    const aim = this.#aim({ deliveredUntil: earlier(before(clock.credible(), duplicateWindowMs), until) });
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

  async #rows(which: readonly Walk[], until: Omit<RowLimits, 'at'>, enough?: () => boolean): Promise<void> {
    const limits = { ...until, at: momentOf(this.#options.clock) };
    for (const walk of which) {
      await this.#steps(after => this.#options.store.write.retention.rows(walk, after, limits), enough);
    }
  }

  async #steps(next: (after: number) => Promise<Step>, enough = () => false): Promise<void> {
    const { signal } = this.#ending;
    for (let after = 0; !signal.aborted && !enough(); ) {
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

/** A credible time, or another one that is before it. */
function earlier(credible: CredibleMs, ms: number): CredibleMs {
  return credibleMs(Math.min(credible, ms));
}
