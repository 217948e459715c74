import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { MINUTE_MS, MS_NS } from '../../kit/units.ts';
import type { Events } from '../event/event-store.ts';
import { type Arrivals, Quiet } from './arrivals.ts';
import type { HeardStore } from './heard.ts';

/** Endpoints that become silent in one write: after a long absence of the service these may be all of them. */
const MOST_AT_ONCE = 256;
const WINDOW_PART = 4;

interface EndpointRow {
  org: bigint;
  eui: string;
  name: string;
  suspended: bigint;
  last_seen_ns: bigint | null;
  /** When it attached or detached over the air, milliseconds. */
  attach_at: bigint;
}

/** Whom an uplink comes from, as its event names it. */
export interface HeardEndpoint {
  readonly id: number;
  readonly org: number;
  readonly eui: string;
  readonly name: string;
}

/** The last that was heard of an endpoint. */
interface Last {
  /** Radio time, milliseconds: it is shown. */
  readonly seenAt: number;
  readonly arrived: number;
}

/** How often endpoints are searched whose time is over (clarification F19). */
export function silenceCheckMs(windowMs: number): number {
  return Math.min(MINUTE_MS, windowMs / WINDOW_PART);
}

/**
 * Says when an endpoint falls silent for longer than the activity window, and when it is heard again. What was said last is stored beside
 * what was heard, so that a restart does not say it again.
 */
export class Silence {
  readonly #events: Events;
  readonly #heard: HeardStore;
  readonly #arrivals: Arrivals;
  readonly #windowMs: number;
  readonly #all: ReturnType<Db['prepare']>;
  readonly #find: ReturnType<Db['prepare']>;
  readonly #mark: ReturnType<Db['prepare']>;
  /** Those that have been heard within the window; undefined while nothing has been read. */
  #quiet: Quiet | undefined;
  /** What was heard last of each of the silent ones. */
  readonly #inactive = new Map<number, Last>();

  constructor(
    db: Db,
    { events, heard, arrivals, windowMs }: { events: Events; heard: HeardStore; arrivals: Arrivals; windowMs: number },
  ) {
    this.#events = events;
    this.#heard = heard;
    this.#arrivals = arrivals;
    this.#windowMs = windowMs;
    this.#all = db.prepare(
      `SELECT h.endpoint, h.last_seen_ns / 1000000 AS seenAt, coalesce(h.arrived_ms, h.last_seen_ns / 1000000) AS arrived,
         h.inactive_at AS inactiveAt
       FROM endpoint_heard h JOIN endpoint e ON e.id = h.endpoint WHERE e.deleted_at IS NULL AND h.last_seen_ns IS NOT NULL`,
    );
    this.#find = db.prepare(
      `SELECT e.org, e.eui, e.name, e.suspended, h.last_seen_ns,
         max(coalesce(e.attach_answered_at, 0), coalesce(e.detached_at, 0)) AS attach_at
       FROM endpoint e JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.id = ? AND e.deleted_at IS NULL`,
      { bigint: true },
    );
    this.#mark = db.prepare('UPDATE endpoint_heard SET inactive_at = ? WHERE endpoint = ?');
  }

  /** A telegram has become visible, and has just arrived. */
  heard(endpoint: HeardEndpoint, now: number): void {
    this.#known().atMost(endpoint.id, this.#windowMs + 1);
    this.#back(endpoint, this.#arrivals.time.now, now);
  }

  /** Something else than a telegram was heard of it: the next search looks. */
  changed(endpoint: number): void {
    this.#quiet?.wait(endpoint, Number.NEGATIVE_INFINITY);
  }

  /** Says which endpoints have fallen silent by now. @returns whether there may be more */
  search(now: number, listened: ListenedMs): boolean {
    const quiet = this.#known();
    let told = 0;
    for (let id = quiet.take(listened); id !== undefined; id = quiet.take(listened)) {
      if (this.#look(quiet, id, now, listened)) told++;
      if (told >= MOST_AT_ONCE) return true;
    }
    return false;
  }

  forget(): void {
    this.#quiet = undefined;
    this.#inactive.clear();
  }

  /** @returns whether there was something to tell */
  #look(quiet: Quiet, id: number, now: number, listened: ListenedMs): boolean {
    const row = this.#find.get(id) as EndpointRow | undefined;
    if (!row) {
      this.#inactive.delete(id);
      return false;
    }
    const message = this.#arrivals.of(id) ?? 0;
    const attached = row.attach_at === 0n ? 0 : this.#arrivals.time.during(Number(row.attach_at));
    const arrived = Math.max(message, attached);
    const endpoint = { id, org: Number(row.org), eui: row.eui, name: row.name };
    // The search that comes when the window is over finds it over.
    if (listened - arrived <= this.#windowMs) {
      quiet.wait(id, arrived + this.#windowMs + 1 - message);
      return this.#back(endpoint, arrived, now);
    }
    if (this.#inactive.has(id)) return false;
    // What becomes of a suspended endpoint is decided when it is resumed.
    if (row.suspended !== 0n) {
      quiet.wait(id, listened + silenceCheckMs(this.#windowMs) - message);
      return false;
    }
    const seenAt = Number((this.#heard.of(id)?.lastSeen ?? row.last_seen_ns ?? 0n) / MS_NS);
    this.#inactive.set(id, { seenAt, arrived });
    this.#heard.storeOf(id);
    this.#tell('endpoint.inactive', endpoint, { seenAt, arrived }, listened, now);
    return true;
  }

  /** @returns whether it had been silent */
  #back(endpoint: HeardEndpoint, at: number, now: number): boolean {
    const last = this.#inactive.get(endpoint.id);
    if (last === undefined) return false;
    this.#inactive.delete(endpoint.id);
    this.#tell('endpoint.active', endpoint, last, at, now);
    return true;
  }

  #tell(
    type: 'endpoint.inactive' | 'endpoint.active',
    { id, org, eui, name }: HeardEndpoint,
    { seenAt, arrived }: Last,
    until: number,
    now: number,
  ): void {
    this.#mark.run(type === 'endpoint.inactive' ? now : null, id);
    const data = {
      lastSeenAt: new Date(seenAt).toISOString(),
      silentSeconds: Math.max(Math.round((until - arrived) / 1000), 0),
    };
    const about = { org, endpoint: id, epEui: eui, sourceName: name };
    this.#events.raise({ type, ...about, at: now, storedAt: now, data });
  }

  #known(): Quiet {
    if (this.#quiet) return this.#quiet;
    this.#quiet = new Quiet(id => this.#arrivals.of(id) ?? 0);
    type Row = Last & { endpoint: number; inactiveAt: number | null };
    for (const { endpoint, seenAt, arrived, inactiveAt } of this.#all.all() as Row[]) {
      if (inactiveAt === null) this.#quiet.wait(endpoint, this.#windowMs + 1);
      else this.#inactive.set(endpoint, { seenAt, arrived });
    }
    return this.#quiet;
  }
}
