import type { Db } from '../../database/driver.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import type { RuleName } from '../alert/rules.ts';
import type { AlertSource, Observe } from '../alert/seen.ts';
import type { BatteryValue } from '../blueprint/codec/blueprint.ts';
import type { KnownEndpoint } from '../uplink/known-endpoints.ts';
import { lossOf } from '../uplink/last-counters.ts';
import type { OpenTelegram } from '../uplink/newest.ts';
import { DaySnr } from './day-snr.ts';

/** Ticks come every 10 s: where one comes so much later, or earlier, the process slept or the clock was set. */
const UNWATCHED_MS = MINUTE_MS;
/** An endpoint that only one station has heard for so long hangs on it. */
const SOLE_MS = 7 * DAY_MS;
/** Telegrams of a day that have a median. */
const ENOUGH = 4;
/** A battery that tells its voltage: its limit stands where percent have theirs, and so many points are a volt (0.1 V: 5 points). */
const VOLTS = { limitPercent: 20, pointsPerVolt: 50 };
/** Nothing was told since the start, or a write failed. */
const UNTOLD = -1;

export interface EndpointWatchOptions {
  readonly observe: Observe;
  /** Whether a rule is switched on. */
  watches(rule: RuleName): boolean;
  /** An endpoint heard within this time is active. */
  readonly activityMs: number;
  /** `alerts.endpoint_battery.volts`. */
  readonly batteryVolts: number;
  /** How many stations of an organization are in use. */
  stationsInUse(org: number): number;
}

/** What is known of an endpoint between two telegrams, and what was told last: what is the same is not told again. */
interface Watched {
  readonly source: AlertSource;
  readonly createdAt: number;
  /** Milliseconds; 0: there is none, or the endpoint is suspended. */
  intervalMs: number;
  suspended: boolean;
  /** The last telegram, or from when on one is waited for (milliseconds). */
  since: number;
  /** As in `Heard`. */
  soleStation: number;
  sharedAt: number;
  silent: number;
  inactive: number;
  failures: number;
  loss: number;
  battery: number | undefined;
  sole: number;
  snr: DaySnr | undefined;
}

interface Row {
  id: number;
  org: number;
  interval: number;
  suspended: number;
  createdAt: number;
  soleStation: number | null;
  sharedAt: number | null;
}

/** Watches endpoints: what alerts judge them by, after each telegram and with the time. */
export class EndpointWatch {
  readonly #options: EndpointWatchOptions;
  readonly #on: Readonly<Record<'loss' | 'sole' | 'margin', boolean>>;
  readonly #all: ReturnType<Db['prepare']>;
  readonly #one: ReturnType<Db['prepare']>;
  readonly #watched = new Map<number, Watched>();
  /** Whose rows have changed; undefined: all of them may have. */
  #changed: Set<number> | undefined;
  #startedAt: number | undefined;
  #lastTick = 0;
  #day = 0;

  constructor(db: Db, options: EndpointWatchOptions) {
    this.#options = options;
    const { watches } = options;
    this.#on = {
      loss: watches('endpoint_loss'),
      sole: watches('endpoint_single_path'),
      margin: watches('endpoint_margin'),
    };
    const rows = `SELECT e.id, e.org, e.uplink_interval_s AS interval, e.suspended, e.created_at AS createdAt,
        h.sole_station AS soleStation, h.shared_at AS sharedAt
      FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.deleted_at IS NULL`;
    this.#all = db.prepare(rows);
    this.#one = db.prepare(`${rows} AND e.id = ?`);
  }

  /** A telegram has become visible. */
  heard({ id, heard }: KnownEndpoint, { arrivedAt: at, decoded }: OpenTelegram): void {
    this.#startedAt ??= at;
    const watched = this.#watched.get(id) ?? this.#read(id, at);
    if (!watched) return;
    const { observe } = this.#options;
    const { source } = watched;
    watched.since = Math.max(watched.since, at);
    watched.soleStation = heard.soleStation;
    watched.sharedAt = heard.sharedAt;
    this.#spoke(watched, at);
    if (decoded && heard.failures !== watched.failures) {
      watched.failures = heard.failures;
      observe({ rule: 'decode_failing', source, at, level: heard.failures, data: { code: decoded.code } });
    }
    if (decoded?.battery) this.#battery(watched, decoded.battery, at);
    if (this.#on.loss) this.#loss(watched, heard.counters, at);
    if (this.#on.sole) this.#sole(watched, at);
    if (this.#on.margin) this.#margin(watched, heard.weakestSnr, heard.top?.snr, at);
  }

  /** Looks for those from whom nothing comes. */
  tick(now: number): void {
    this.#startedAt ??= now;
    this.#listening(now);
    this.#update(now);
    const { observe, activityMs } = this.#options;
    for (const watched of this.#watched.values()) {
      const { intervalMs, source, since, suspended } = watched;
      const silence = now - since;
      if (intervalMs > 0) {
        const intervals = Math.floor(silence / intervalMs);
        if (intervals < 1 || intervals === watched.silent) continue;
        watched.silent = intervals;
        const data = { intervalSeconds: intervalMs / SECOND_MS };
        observe({ rule: 'endpoint_silent', source, at: now, level: intervals, data });
      } else if (silence > activityMs && !suspended && watched.inactive !== 1) {
        watched.inactive = 1;
        observe({ rule: 'endpoint_inactive', source, at: now, level: 1 });
      }
    }
    this.#newDay(now);
  }

  /** The row of an endpoint is another one, new, or gone. */
  changed(id: number): void {
    this.#changed?.add(id);
  }

  /** A write failed: rows may be as before, and what was told may not have been heard. */
  forget(): void {
    this.#changed = undefined;
    for (const watched of this.#watched.values()) {
      Object.assign(watched, untold());
    }
  }

  /** The station that alone has heard an endpoint in its last week. */
  solelyHeardBy(id: number, now: number): number | undefined {
    const watched = this.#watched.get(id) ?? this.#read(id, now);
    if (!watched || watched.soleStation === 0 || now - watched.sharedAt <= SOLE_MS) return undefined;
    return watched.soleStation;
  }

  /** Nobody can be silent while nobody listens. */
  #listening(now: number): void {
    const gap = this.#lastTick === 0 ? 0 : now - this.#lastTick;
    this.#lastTick = now;
    if (gap >= 0 && gap <= UNWATCHED_MS) return;
    for (const watched of this.#watched.values()) watched.since = Math.min(watched.since + gap, now);
  }

  #update(now: number): void {
    if (this.#changed === undefined) {
      const rows = this.#all.all() as Row[];
      const there = new Set(rows.map(({ id }) => id));
      for (const id of this.#watched.keys()) if (!there.has(id)) this.#watched.delete(id);
      for (const row of rows) this.#take(row, now);
      this.#changed = new Set();
      return;
    }
    for (const id of this.#changed) if (!this.#read(id, now)) this.#watched.delete(id);
    this.#changed.clear();
  }

  #read(id: number, now: number): Watched | undefined {
    const row = this.#one.get(id) as Row | undefined;
    return row && this.#take(row, now);
  }

  #take(row: Row, now: number): Watched {
    const { id, org, createdAt } = row;
    const suspended = row.suspended !== 0;
    const intervalMs = suspended ? 0 : row.interval * SECOND_MS;
    const known = this.#watched.get(id);
    if (known) {
      if (known.intervalMs !== intervalMs || known.suspended !== suspended) {
        known.intervalMs = intervalMs;
        known.suspended = suspended;
        // What was too long for the interval before says nothing about this one.
        this.#spoke(known, now);
      }
      return known;
    }
    const since = Math.max(this.#startedAt ?? now, Math.min(createdAt, now));
    const watched: Watched = {
      source: { type: 'endpoint', id, org },
      ...{ createdAt, intervalMs, suspended, since },
      ...{ soleStation: row.soleStation ?? 0, sharedAt: row.sharedAt ?? 0 },
      ...untold(),
      snr: undefined,
    };
    this.#watched.set(id, watched);
    return watched;
  }

  #spoke(watched: Watched, at: number): void {
    const { observe } = this.#options;
    const { source } = watched;
    if (watched.silent !== 0) observe({ rule: 'endpoint_silent', source, at, over: true });
    if (watched.inactive !== 0) observe({ rule: 'endpoint_inactive', source, at, over: true });
    watched.silent = 0;
    watched.inactive = 0;
  }

  #battery(watched: Watched, { unit, value }: BatteryValue, at: number): void {
    const { observe, batteryVolts } = this.#options;
    const { limitPercent, pointsPerVolt } = VOLTS;
    const level = unit === 'percent' ? value : limitPercent + (value - batteryVolts) * pointsPerVolt;
    if (level === watched.battery) return;
    watched.battery = level;
    const data = unit === 'percent' ? { percent: value } : { volts: value };
    observe({ rule: 'endpoint_battery', source: watched.source, at, level, data });
  }

  #loss(watched: Watched, counters: number, at: number): void {
    const level = lossOf(counters);
    if (level === undefined || level === watched.loss) return;
    watched.loss = level;
    this.#options.observe({ rule: 'endpoint_loss', source: watched.source, at, level });
  }

  #sole(watched: Watched, at: number): void {
    const { source, soleStation, sharedAt, createdAt } = watched;
    const { observe, stationsInUse } = this.#options;
    const alone = at - sharedAt > SOLE_MS;
    // Of a new one nobody knows yet, and where there is one station only, all have one path.
    if (alone && (at - createdAt <= SOLE_MS || stationsInUse(source.org ?? 0) < 2)) return;
    const level = alone ? 1 : 0;
    if (level === watched.sole) return;
    watched.sole = level;
    observe({ rule: 'endpoint_single_path', source, at, level, data: alone ? { station: soleStation } : {} });
  }

  #margin(watched: Watched, weakest: number, snr: number | undefined, at: number): void {
    this.#newDay(at);
    watched.snr ??= new DaySnr();
    watched.snr.weakest = weakest;
    if (snr !== undefined) watched.snr.add(snr);
  }

  /** At the end of a day (UTC) its median is judged. */
  #newDay(now: number): void {
    const day = Math.floor(now / DAY_MS);
    if (day <= this.#day) return;
    const first = this.#day === 0;
    this.#day = day;
    if (first) return;
    for (const { snr, source } of this.#watched.values()) {
      if (!snr) continue;
      if (snr.count >= ENOUGH) {
        const level = snr.median - snr.weakest;
        this.#options.observe({ rule: 'endpoint_margin', source, at: now, level });
      }
      snr.clear();
    }
  }
}

function untold() {
  return { silent: UNTOLD, inactive: UNTOLD, failures: UNTOLD, loss: UNTOLD, battery: undefined, sole: UNTOLD };
}
