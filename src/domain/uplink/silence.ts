import type { Db } from '../../database/driver.ts';
import { MINUTE_MS } from '../../kit/units.ts';
import type { Events } from '../event/store.ts';
import type { HeardStore } from './heard.ts';

/** Endpoints that become silent in one write: after a long absence of the service these may be all of them. */
const MOST_AT_ONCE = 256;
const WINDOW_PART = 4;

interface HeardRow {
  endpoint: bigint;
  last_seen_ns: bigint;
  inactive_at: bigint | null;
}

interface EndpointRow {
  org: bigint;
  eui: string;
  name: string;
  suspended: bigint;
  last_seen_ns: bigint | null;
}

/** Whom an uplink comes from, as its event names it. */
export interface HeardEndpoint {
  readonly id: number;
  readonly org: number;
  readonly eui: string;
  readonly name: string;
}

/** How often endpoints are searched whose time is over (clarification F19). */
export function silenceCheckMs(windowMs: number): number {
  return Math.min(MINUTE_MS, windowMs / WINDOW_PART);
}

/**
 * Says when an endpoint falls silent for longer than the activity window, and when it is heard again. Each endpoint waits in the slot
 * in which its window would be over, and is looked at when that is there: nobody walks through all of them, and an uplink costs a look
 * into a map. What was said last is stored beside what was heard, so that a restart does not say it again.
 */
export class Silence {
  readonly #events: Events;
  readonly #heard: HeardStore;
  readonly #windowMs: number;
  readonly #slotMs: number;
  readonly #all: ReturnType<Db['prepare']>;
  readonly #find: ReturnType<Db['prepare']>;
  readonly #mark: ReturnType<Db['prepare']>;
  /** Endpoints that wait in a slot; undefined while nothing has been read. */
  #waiting: Set<number> | undefined;
  /** When each of the silent ones was heard last, milliseconds. */
  readonly #inactive = new Map<number, number>();
  readonly #slots = new Map<number, number[]>();

  constructor(db: Db, { events, heard, windowMs }: { events: Events; heard: HeardStore; windowMs: number }) {
    this.#events = events;
    this.#heard = heard;
    this.#windowMs = windowMs;
    this.#slotMs = silenceCheckMs(windowMs);
    this.#all = db.prepare(
      `SELECT h.endpoint, h.last_seen_ns, h.inactive_at FROM endpoint_heard h JOIN endpoint e ON e.id = h.endpoint
       WHERE e.deleted_at IS NULL AND h.last_seen_ns IS NOT NULL`,
      { bigint: true },
    );
    this.#find = db.prepare(
      `SELECT e.org, e.eui, e.name, e.suspended, h.last_seen_ns FROM endpoint e JOIN endpoint_heard h ON h.endpoint = e.id
       WHERE e.id = ? AND e.deleted_at IS NULL`,
      { bigint: true },
    );
    this.#mark = db.prepare('UPDATE endpoint_heard SET inactive_at = ? WHERE endpoint = ?');
  }

  /** A telegram has become visible. @param lastSeen radio time of the newest one, nanoseconds */
  heard(endpoint: HeardEndpoint, lastSeen: bigint, now: number): void {
    const waiting = this.#known();
    const { id } = endpoint;
    if (waiting.has(id)) return;
    const seenAt = milliseconds(lastSeen);
    // Delivered late: it says nothing about now.
    if (this.#inactive.has(id) && now - seenAt > this.#windowMs) return;
    this.#wait(id, seenAt + this.#windowMs);
    this.#back(endpoint, seenAt, now);
  }

  /** Something else than a telegram has changed when it was heard last: the next search looks. */
  changed(endpoint: number): void {
    if (this.#waiting && !this.#waiting.has(endpoint)) this.#wait(endpoint, 0);
  }

  /** Says which endpoints have fallen silent by now. @returns whether there may be more */
  search(now: number): boolean {
    const waiting = this.#known();
    let told = 0;
    for (const [slot, endpoints] of this.#slots) {
      if (slot * this.#slotMs > now) continue;
      while (endpoints.length > 0) {
        if (told >= MOST_AT_ONCE) return true;
        const id = endpoints.pop() ?? 0;
        waiting.delete(id);
        if (this.#look(id, now)) told++;
      }
      this.#slots.delete(slot);
    }
    return false;
  }

  forget(): void {
    this.#waiting = undefined;
    this.#inactive.clear();
    this.#slots.clear();
  }

  /** @returns whether there was something to tell */
  #look(id: number, now: number): boolean {
    const row = this.#find.get(id) as EndpointRow | undefined;
    if (!row) {
      this.#inactive.delete(id);
      return false;
    }
    const seenAt = milliseconds(this.#heard.of(id)?.lastSeen ?? row.last_seen_ns ?? 0n);
    const endpoint = { id, org: Number(row.org), eui: row.eui, name: row.name };
    const until = seenAt + this.#windowMs;
    if (until >= now) {
      this.#wait(id, until);
      return this.#back(endpoint, seenAt, now);
    }
    if (this.#inactive.has(id)) return false;
    // What becomes of a suspended endpoint is decided when it is resumed.
    if (row.suspended !== 0n) {
      this.#wait(id, now + this.#slotMs);
      return false;
    }
    this.#inactive.set(id, seenAt);
    this.#heard.storeOf(id);
    this.#tell('endpoint.inactive', endpoint, seenAt, now, now);
    return true;
  }

  /** @returns whether it had been silent */
  #back(endpoint: HeardEndpoint, seenAt: number, now: number): boolean {
    const before = this.#inactive.get(endpoint.id);
    if (before === undefined) return false;
    this.#inactive.delete(endpoint.id);
    this.#tell('endpoint.active', endpoint, before, seenAt, now);
    return true;
  }

  #tell(
    type: 'endpoint.inactive' | 'endpoint.active',
    { id, org, eui, name }: HeardEndpoint,
    seenAt: number,
    until: number,
    now: number,
  ): void {
    this.#mark.run(type === 'endpoint.inactive' ? now : null, id);
    const data = {
      lastSeenAt: new Date(seenAt).toISOString(),
      silentSeconds: Math.max(Math.round((until - seenAt) / 1000), 0),
    };
    const about = { org, endpoint: id, epEui: eui, sourceName: name };
    this.#events.raise({ type, ...about, at: now, storedAt: now, data });
  }

  #wait(id: number, until: number): void {
    this.#waiting?.add(id);
    // The search that comes when the window is over finds it over.
    const slot = Math.floor(until / this.#slotMs) + 1;
    const slots = this.#slots.get(slot);
    if (slots) slots.push(id);
    else this.#slots.set(slot, [id]);
  }

  #known(): Set<number> {
    if (this.#waiting) return this.#waiting;
    this.#waiting = new Set();
    for (const row of this.#all.iterate() as Iterable<HeardRow>) {
      const id = Number(row.endpoint);
      if (row.inactive_at === null) this.#wait(id, milliseconds(row.last_seen_ns) + this.#windowMs);
      else this.#inactive.set(id, milliseconds(row.last_seen_ns));
    }
    return this.#waiting;
  }
}

function milliseconds(ns: bigint): number {
  return Number(ns / 1_000_000n);
}
