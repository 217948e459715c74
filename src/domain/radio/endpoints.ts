import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { DAY_MS, SECOND_MS } from '../../kit/units.ts';
import type { RuleName } from '../alert/rules.ts';
import type { AlertSource, Observe } from '../alert/seen.ts';
import type { BatteryValue } from '../blueprint/codec/blueprint.ts';
import { type Arrivals, Quiet } from '../uplink/arrivals.ts';
import type { KnownEndpoint } from '../uplink/known-endpoints.ts';
import { lossOf } from '../uplink/last-counters.ts';
import type { OpenTelegram } from '../uplink/newest.ts';
import { DaySnr } from './day-snr.ts';

/** An endpoint that only one station has heard for so long hangs on it. */
const SOLE_MS = 7 * DAY_MS;
/** Telegrams of a day that have a median. */
const ENOUGH = 4;
/** A battery that tells its voltage: its limit stands where percent have theirs, and so many points are a volt (0.1 V: 5 points). */
const VOLTS = { limitPercent: 20, pointsPerVolt: 50 };
/** Nothing was told since the start, or a write failed. */
const UNTOLD = -1;

export interface EndpointWatchOptions {
  readonly arrivals: Arrivals;
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
  /** From when on a telegram is waited for, by the time that was listened; 0 before the first tick. */
  from: number;
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
  readonly #quiet = new Quiet(id => this.#since(id));
  /** Whose rows have changed; undefined: all of them may have. */
  #changed: Set<number> | undefined;
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
    const watched = this.#watched.get(id) ?? this.#read(id, at);
    if (!watched) return;
    const { observe } = this.#options;
    const { source } = watched;
    watched.soleStation = heard.soleStation;
    watched.sharedAt = heard.sharedAt;
    if (this.#options.arrivals.isNow(id)) this.#spoke(watched, at);
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
  tick(now: number, listened: ListenedMs): void {
    this.#options.arrivals.time.looked(listened);
    this.#update(now);
    const due: number[] = [];
    for (let id = this.#quiet.take(listened); id !== undefined; id = this.#quiet.take(listened)) due.push(id);
    for (const id of due.sort((a, b) => a - b)) {
      const watched = this.#watched.get(id);
      if (watched) this.#silent(watched, id, now, listened);
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

  /** From the start of the process at the earliest (clarification F13). */
  #since(id: number): number {
    return Math.max(this.#options.arrivals.of(id) ?? 0, this.#watched.get(id)?.from ?? 0);
  }

  /** Nothing has come of it for as long as was waited for. */
  #silent(watched: Watched, id: number, at: number, listened: ListenedMs): void {
    const { observe, activityMs } = this.#options;
    const { intervalMs, source, suspended } = watched;
    const silence = listened - this.#since(id);
    if (intervalMs > 0) {
      const intervals = Math.floor(silence / intervalMs);
      this.#quiet.wait(id, (intervals + 1) * intervalMs);
      if (intervals < 1 || intervals === watched.silent) return;
      watched.silent = intervals;
      const data = { intervalSeconds: intervalMs / SECOND_MS };
      observe({ rule: 'endpoint_silent', source, at, level: intervals, data });
    } else if (!suspended && silence > activityMs) {
      watched.inactive = 1;
      observe({ rule: 'endpoint_inactive', source, at, level: 1 });
    } else if (!suspended) this.#quiet.wait(id, activityMs + 1);
  }

  /** After so long it is looked at. */
  #waitMs({ intervalMs }: Watched): number {
    return intervalMs > 0 ? intervalMs : this.#options.activityMs + 1;
  }

  #update(now: number): void {
    if (this.#changed === undefined) {
      const rows = this.#all.all() as Row[];
      const there = new Set(rows.map(({ id }) => id));
      for (const id of this.#watched.keys()) if (!there.has(id)) this.#drop(id);
      for (const row of rows) this.#take(row, now);
      this.#changed = new Set();
      return;
    }
    for (const id of this.#changed) if (!this.#read(id, now)) this.#drop(id);
    this.#changed.clear();
  }

  #drop(id: number): void {
    this.#watched.delete(id);
    this.#quiet.drop(id);
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
      known.from ||= this.#options.arrivals.time.now;
      if (known.intervalMs !== intervalMs || known.suspended !== suspended) {
        known.intervalMs = intervalMs;
        known.suspended = suspended;
        // What was too long for the interval before says nothing about this one.
        this.#spoke(known, now);
      }
      // Also where a write failed: what was told may not have been heard.
      this.#quiet.wait(id, this.#waitMs(known));
      return known;
    }
    const from = this.#options.arrivals.time.now;
    const watched: Watched = {
      source: { type: 'endpoint', id, org },
      ...{ createdAt, intervalMs, suspended, from },
      ...{ soleStation: row.soleStation ?? 0, sharedAt: row.sharedAt ?? 0 },
      ...untold(),
      snr: undefined,
    };
    this.#watched.set(id, watched);
    this.#quiet.wait(id, this.#waitMs(watched));
    return watched;
  }

  #spoke(watched: Watched, at: number): void {
    const { observe } = this.#options;
    const { source } = watched;
    if (watched.silent !== 0) observe({ rule: 'endpoint_silent', source, at, over: true });
    if (watched.inactive !== 0) observe({ rule: 'endpoint_inactive', source, at, over: true });
    watched.silent = 0;
    watched.inactive = 0;
    this.#quiet.atMost(Number(source.id), this.#waitMs(watched));
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
    // Of a new one that is not known yet, and where there is one station only, all have one path.
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
