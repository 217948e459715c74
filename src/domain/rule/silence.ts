import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import { type Arrivals, Quiet } from '../uplink/arrivals.ts';
import type { RuleDevice } from './devices.ts';
import { judgeHappened, readyAt, type Verdict } from './judge.ts';
import type { OrganizationRules, ReadyRule, RuleIndex } from './rule-index.ts';
import type { RuleState } from './rule-records.ts';

/** What was found is looked at again so soon, for it may not have been stored. */
const AGAIN_MS = SECOND_MS;
/** A suspended endpoint may be resumed. */
const SUSPENDED_MS = MINUTE_MS;

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
}

/**
 * Says when rules fire because a device says nothing: nothing of it arrived for so long, in the time that was listened. An endpoint waits for the
 * rule that may be first; when that time is there, its rules are looked at.
 */
export class SilenceWatch {
  readonly #arrivals: Arrivals;
  readonly #endpoints: ReturnType<Db['prepare']>;
  readonly #isOnTheWay: ReturnType<Db['prepare']>;
  /** Of which organization those are that wait. */
  #organizations = new Map<number, number>();
  /** Of those that were never heard: when they were made. */
  #made = new Map<number, ListenedMs>();
  #quiet = new Quiet(id => this.#since(id));
  #lastEndpoint = 0;

  constructor(db: Db, arrivals: Arrivals) {
    this.#arrivals = arrivals;
    this.#endpoints = db.prepare(
      'SELECT id, org, created_at FROM endpoint WHERE id > ? AND deleted_at IS NULL ORDER BY id',
    );
    this.#isOnTheWay = db.prepare('SELECT 1 FROM uplink WHERE endpoint = ? LIMIT 1');
  }

  /** Rules are other ones: what is waited for is worked out anew. */
  rulesChanged(): void {
    this.#arrivals.forget();
    this.#organizations = new Map();
    this.#made = new Map();
    this.#quiet = new Quiet(id => this.#since(id));
    this.#lastEndpoint = 0;
  }

  /** Takes up endpoints that are new. */
  takeUp({ organizations }: RuleIndex): void {
    for (const { id, org, created_at } of this.#endpoints.all(this.#lastEndpoint) as EndpointRow[]) {
      this.#lastEndpoint = id;
      const rules = organizations.get(org);
      if (!rules || rules.shortestSilenceMs === Number.POSITIVE_INFINITY) continue;
      if (this.#arrivals.of(id) === undefined) this.#made.set(id, this.#arrivals.time.during(created_at));
      this.#wait(id, org, rules);
    }
  }

  /** A message has arrived then. */
  heard(endpoint: number, org: number, at: ListenedMs, rules: OrganizationRules): void {
    this.#arrivals.note(endpoint, at);
    this.#wait(endpoint, org, rules);
  }

  /** When the next one is to be looked at, at the earliest. */
  get next(): number {
    return this.#quiet.next;
  }

  /** The next endpoint that is silent; it does not wait any more, unless `look` lets it. */
  take(listened: ListenedMs): { readonly endpoint: number; readonly org: number } | undefined {
    const endpoint = this.#quiet.take(listened);
    return endpoint === undefined ? undefined : { endpoint, org: this.#organizations.get(endpoint) ?? 0 };
  }

  /** Rules that fire by now, for an endpoint that `take` gave. @param device undefined: it is gone */
  look(
    endpoint: number,
    {
      device,
      rules,
      states,
      listened,
    }: {
      readonly device: RuleDevice | undefined;
      readonly rules: OrganizationRules;
      readonly states: ReadonlyMap<number, RuleState>;
      readonly listened: ListenedMs;
    },
  ): Silent[] {
    if (!device) {
      this.#organizations.delete(endpoint);
      this.#made.delete(endpoint);
      return [];
    }
    const since = this.#since(endpoint);
    const waitUntil = (at: number): void => this.#quiet.wait(endpoint, at - since);
    if (device.suspended) {
      waitUntil(listened + SUSPENDED_MS);
      return [];
    }
    const found: Silent[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const ready of [...rules.silence.common, ...rules.silence.own(device)]) {
      const state = states.get(ready.rule.id);
      if (state?.since !== undefined) continue;
      const due = Math.max(since + ready.condition.forSeconds * SECOND_MS, readyAt(ready, state, listened));
      if (due > listened) next = Math.min(next, due);
      else {
        const verdict = judgeHappened(ready, state, listened, since);
        found.push({ ready, verdict, silentSeconds: Math.floor((listened - since) / SECOND_MS) });
      }
    }
    // Its window is open: a moment later it has been heard.
    const isHeard = found.length > 0 && this.#isOnTheWay.get(endpoint) !== undefined;
    if (found.length > 0) next = listened + AGAIN_MS;
    if (next < Number.POSITIVE_INFINITY) waitUntil(next);
    return isHeard ? [] : found;
  }

  #since(endpoint: number): number {
    return this.#arrivals.of(endpoint) ?? this.#made.get(endpoint) ?? 0;
  }

  /** Where it waits for a longer silence, the shorter ones begin anew. */
  #wait(endpoint: number, org: number, rules: OrganizationRules): void {
    this.#organizations.set(endpoint, org);
    this.#quiet.atMost(endpoint, rules.shortestSilenceMs);
  }
}
