import type { Db } from '../../database/driver.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import { Deadlines } from '../alert/deadlines.ts';
import type { RuleDevice } from './devices.ts';
import { judgeHappened, readyAt, type Verdict } from './judge.ts';
import type { RuleState } from './records.ts';
import type { OrganizationRules, ReadyRule, RuleIndex } from './rule-index.ts';

/** What was found is looked at again so soon, for it may not have been stored. */
const AGAIN_MS = SECOND_MS;
/** A suspended endpoint may be resumed. */
const SUSPENDED_MS = MINUTE_MS;

interface Watched {
  readonly endpoint: number;
  readonly org: number;
  due: number;
}

/** When the process did not run; milliseconds. */
interface Absence {
  readonly from: number;
  readonly to: number;
}

/** A rule that fires because nothing was received. */
export interface Silent {
  readonly ready: ReadyRule;
  readonly verdict: Verdict;
  readonly silentSeconds: number;
}

interface EndpointRow {
  id: number;
  org: number;
  created_at: number;
  seen_at: number | null;
}

/**
 * Says when rules fire because a device says nothing. Each endpoint has one deadline, that of the rule that may be first; when that is there,
 * it is looked when the endpoint was heard last, and at its rules. So a message costs an entry in a map, and time passing nothing.
 */
export class SilenceWatch {
  readonly #endpoints: ReturnType<Db['prepare']>;
  readonly #unstored: ReturnType<Db['prepare']>;
  readonly #isOnTheWay: ReturnType<Db['prepare']>;
  readonly #runs: ReturnType<Db['prepare']>;
  #heard = new Map<number, number>();
  #watched = new Map<number, Watched>();
  #deadlines = new Deadlines<Watched>();
  #lastEndpoint = 0;
  #absence: Absence | null | undefined;

  constructor(db: Db) {
    this.#endpoints = db.prepare(
      `SELECT e.id, e.org, e.created_at, h.last_seen_ns / 1000000 AS seen_at FROM endpoint e
       LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.id > ? AND e.deleted_at IS NULL ORDER BY e.id`,
    );
    this.#unstored = db.prepare(
      `SELECT endpoint, max(rx_time_ns) / 1000000 AS at FROM message
       WHERE seq > (SELECT value FROM counter WHERE org = 0 AND name = 'heard_stored') GROUP BY endpoint`,
    );
    this.#isOnTheWay = db.prepare('SELECT 1 FROM uplink WHERE endpoint = ? LIMIT 1');
    this.#runs = db.prepare(
      `SELECT event_type AS type, timestamp_at AS at, data FROM event
       WHERE event_type IN ('system.started', 'system.stopped', 'system.crash_recovered') ORDER BY seq DESC LIMIT 2`,
    );
  }

  /** Rules are other ones: deadlines are worked out anew. */
  rulesChanged(): void {
    this.#watched = new Map();
    this.#deadlines = new Deadlines();
    this.#lastEndpoint = 0;
  }

  /** Takes up endpoints that are new. */
  takeUp({ organizations }: RuleIndex): void {
    const rows = this.#endpoints.all(this.#lastEndpoint) as EndpointRow[];
    if (rows.length === 0) return;
    if (this.#lastEndpoint === 0) {
      for (const { endpoint, at } of this.#unstored.all() as { endpoint: number; at: number }[])
        this.#note(endpoint, at);
    }
    for (const { id, org, created_at, seen_at } of rows) {
      this.#note(id, seen_at ?? created_at);
      this.#watch(id, org, organizations.get(org));
    }
    this.#lastEndpoint = rows.at(-1)?.id ?? this.#lastEndpoint;
  }

  /** A message was received then (milliseconds). */
  heard(endpoint: number, org: number, at: number, rules: OrganizationRules): void {
    this.#note(endpoint, at);
    const watched = this.#watched.get(endpoint);
    if (!watched) {
      this.#watch(endpoint, org, rules);
      return;
    }
    // It waited for a longer silence, and the shorter ones begin anew.
    const due = at + rules.shortestSilenceMs;
    if (watched.due > due) this.#deadlines.set(watched, due);
  }

  /** When the next one is due, at the earliest. */
  get next(): number {
    return this.#deadlines.next;
  }

  /** The next endpoint that is due; it has no deadline then, but the one that `look` gives it. */
  take(now: number): { readonly endpoint: number; readonly org: number } | undefined {
    return this.#deadlines.take(now);
  }

  /** Rules that fire by now, for an endpoint that `take` gave. @param device undefined: it is gone */
  look(
    endpoint: number,
    {
      device,
      rules,
      states,
      now,
    }: {
      readonly device: RuleDevice | undefined;
      readonly rules: OrganizationRules | undefined;
      readonly states: ReadonlyMap<number, RuleState>;
      readonly now: number;
    },
  ): Silent[] {
    const watched = this.#watched.get(endpoint);
    if (!device || !rules || !watched) {
      this.#watched.delete(endpoint);
      this.#heard.delete(endpoint);
      return [];
    }
    if (device.suspended) {
      this.#deadlines.set(watched, now + SUSPENDED_MS);
      return [];
    }
    const heardAt = this.#heard.get(endpoint) ?? now;
    const since = this.#basis(heardAt, now);
    const found: Silent[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const ready of [...rules.silence.common, ...rules.silence.own(device)]) {
      const state = states.get(ready.rule.id);
      if (state?.since !== undefined) continue;
      const due = Math.max(since + ready.condition.forSeconds * SECOND_MS, readyAt(ready, state, now));
      if (due > now) next = Math.min(next, due);
      else {
        const verdict = judgeHappened(ready, state, now, heardAt);
        found.push({ ready, verdict, silentSeconds: Math.floor((now - heardAt) / SECOND_MS) });
      }
    }
    // Its window is open: a moment later it has been heard.
    const isHeard = found.length > 0 && this.#isOnTheWay.get(endpoint) !== undefined;
    if (found.length > 0) next = now + AGAIN_MS;
    if (next < Number.POSITIVE_INFINITY) this.#deadlines.set(watched, next);
    else this.#watched.delete(endpoint);
    return isHeard ? [] : found;
  }

  #note(endpoint: number, at: number): void {
    if (at > (this.#heard.get(endpoint) ?? Number.NEGATIVE_INFINITY)) this.#heard.set(endpoint, at);
  }

  #watch(endpoint: number, org: number, rules: OrganizationRules | undefined): void {
    if (!rules || rules.shortestSilenceMs === Number.POSITIVE_INFINITY) return;
    const watched = { endpoint, org, due: Number.POSITIVE_INFINITY };
    this.#watched.set(endpoint, watched);
    this.#deadlines.set(watched, (this.#heard.get(endpoint) ?? 0) + rules.shortestSilenceMs);
  }

  /** Nobody was heard while the process did not run: that time does not count. */
  #basis(heardAt: number, now: number): number {
    this.#absence ??= this.#lastAbsence(now) ?? null;
    if (!this.#absence) return heardAt;
    const { from, to } = this.#absence;
    return heardAt <= from ? heardAt + (to - from) : heardAt;
  }

  #lastAbsence(now: number): Absence | undefined {
    const [started, ended] = this.#runs.all() as { type: string; at: number; data: string }[];
    if (started?.type !== 'system.started' || !ended || ended.type === started.type) return undefined;
    const { lastRunEndedAt } = JSON.parse(ended.data) as { lastRunEndedAt?: string };
    const from = lastRunEndedAt === undefined ? ended.at : Date.parse(lastRunEndedAt);
    const to = Math.min(started.at, now);
    return from < to ? { from, to } : undefined;
  }
}
