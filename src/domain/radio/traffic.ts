import type { Db } from '../../database/driver.ts';
import { HOUR_MS } from '../../kit/units.ts';
import type { Observe } from '../alert/seen.ts';

const WEEK_HOURS = 168;
/** As many weeks as an hour is compared with. */
const WEEKS = 4;
/** Of fewer nothing can be said. */
const LEAST_EXPECTED = 100;

/** Compares the messages of an hour with the same hour of the last four weeks. Only hours that were watched from begin to end count. */
export class TrafficWatch {
  readonly #observe: Observe;
  readonly #get: ReturnType<Db['prepare']>;
  readonly #set: ReturnType<Db['prepare']>;
  readonly #organizations: ReturnType<Db['prepare']>;
  /** Messages of this hour, by organization. */
  readonly #counts = new Map<number, number>();
  /** Whole hours since 1970. */
  #hour: number | undefined;
  /** Since when it is watched without a break, milliseconds. */
  #since: number | undefined;

  constructor(db: Db, observe: Observe) {
    this.#observe = observe;
    this.#get = db.prepare('SELECT counts FROM traffic_hour WHERE org = ? AND hour = ?');
    this.#set = db.prepare('INSERT OR REPLACE INTO traffic_hour (org, hour, counts) VALUES (?, ?, ?)');
    this.#organizations = db.prepare('SELECT id, uuid FROM organization');
  }

  stored(org: number, messages: number, now: number): void {
    this.tick(now);
    this.#counts.set(org, (this.#counts.get(org) ?? 0) + messages);
  }

  tick(now: number): void {
    const hour = Math.floor(now / HOUR_MS);
    this.#since ??= now;
    this.#hour ??= hour;
    if (hour === this.#hour) return;
    const ended = this.#hour;
    const whole = hour === ended + 1 && this.#since <= ended * HOUR_MS;
    const counts = new Map(this.#counts);
    this.#counts.clear();
    this.#hour = hour;
    // The clock was set, or there was no tick for longer than an hour.
    if (hour !== ended + 1) this.#since = now;
    if (!whole) return;
    for (const { id, uuid } of this.#organizations.all() as { id: number; uuid: string }[]) {
      this.#judge(id, uuid, ended, counts.get(id) ?? 0, now);
    }
  }

  /** A write failed: what was counted in it may come again. */
  forget(): void {
    this.#counts.clear();
    this.#hour = undefined;
    this.#since = undefined;
  }

  #judge(org: number, uuid: string, ended: number, messages: number, at: number): void {
    const [week, hour] = [Math.floor(ended / WEEK_HOURS), ended % WEEK_HOURS];
    const row = this.#get.get(org, hour) as { counts: string } | undefined;
    const before = (JSON.parse(row?.counts ?? '[]') as [week: number, messages: number][]).filter(
      ([then]) => then < week && then >= week - WEEKS,
    );
    const expected = before.reduce((sum, [, count]) => sum + count, 0) / Math.max(before.length, 1);
    if (expected >= LEAST_EXPECTED) {
      const source = { type: 'service_center', id: uuid, org } as const;
      const data = { messages, expected: Math.round(expected) };
      this.#observe({ rule: 'traffic_drop', source, at, level: messages / expected, data });
    }
    const counts = [[week, messages], ...before].slice(0, WEEKS);
    this.#set.run(org, hour, JSON.stringify(counts));
  }
}
