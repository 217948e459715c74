import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import { Flag } from '../message/flags.ts';
import type { Arrivals } from '../uplink/arrivals.ts';
import { firesBy } from './definition.ts';
import type { RuleDevices } from './devices.ts';
import { isIdle, judge, judgeDue, judgeHappened, over, type Verdict } from './judge.ts';
import { type EndpointRules, NO_ENDPOINT, plannerMemory } from './memory.ts';
import { type CommandEncoder, type PlannedAction, planned } from './planned.ts';
import { isFor, type OrganizationRules, type ReadyRule, type RuleIndex } from './rule-index.ts';
import type { Places, RuleState, Scalar } from './rule-records.ts';
import type { RuleReader } from './rule-rows.ts';
import { SilenceWatch } from './silence.ts';
import { messageValues, type ValuedRow } from './values.ts';

/** Messages, events or deadlines that are looked at in one go. */
const ROWS = 512;
/** Times that rules fire in one write: some ten milliseconds of the writer. */
const MOST_FIRED = 128;

/** A rule has fired, or what fired it is over. */
export type RuleStep =
  | {
      readonly kind: 'fired';
      /** Row ids; endpoint 0: none. */
      readonly rule: number;
      readonly endpoint: number;
      /** Milliseconds. */
      readonly at: number;
      readonly values: Readonly<Record<string, Scalar>>;
      readonly actions: readonly PlannedAction[];
    }
  | { readonly kind: 'ended'; readonly rule: number; readonly endpoint: number; readonly at: number };

export interface NewState {
  readonly endpoint: number;
  readonly rule: number;
  /** Null: nothing is known any more. */
  readonly state: RuleState | null;
}

/** What is to be done, as it follows from the log up to a place: it holds while the rules are those of its revision. */
export interface RulePlan {
  readonly revision: number;
  readonly from: Places;
  readonly upTo: Places;
  readonly steps: readonly RuleStep[];
  readonly states: readonly NewState[];
  /** There may be more at once. */
  readonly more: boolean;
  /** When something may be due without anything being received, by the time that is listened; Infinity: never. */
  readonly nextDue: number;
}

interface MessageRow extends ValuedRow {
  org: number;
  endpoint: number;
  stored_at: number;
}

interface EventRow {
  seq: number;
  uuid: string;
  org: number;
  event_type: string;
  severity: string;
  endpoint: number | null;
  stored_at: number;
}

/** What is known of an endpoint while a stretch is looked at. */
interface Working extends EndpointRules {
  readonly states: Map<number, RuleState>;
}

/** Looks at the log and at time, and says what rules make of it. Writes nothing, so that it runs where no write waits for it. */
export function rulePlanner(
  db: Db,
  {
    reader,
    devices,
    decoders,
    commands,
    arrivals,
    newest,
    consistent,
  }: {
    reader: RuleReader;
    devices: RuleDevices;
    decoders: Pick<Decoders, 'decode' | 'names'>;
    commands: CommandEncoder;
    arrivals: Arrivals;
    /** The newest places. */
    newest(): Places;
    /** Runs several reads on one state of the database. */
    consistent<T>(fn: () => T): T;
  },
) {
  const messagesAfter = db.prepare(
    `SELECT seq, org, endpoint, packet_cnt, stored_at, format, decoding, decode_status = 'success' AS decoded
     FROM message WHERE seq > ? AND vm_mac_type IS NULL AND (flags & ${Flag.older}) = 0 ORDER BY seq LIMIT ${ROWS}`,
  );
  const eventsAfter = db.prepare(
    `SELECT seq, uuid, org, event_type, severity, endpoint, stored_at FROM event
     WHERE seq > ? AND org IS NOT NULL ORDER BY seq LIMIT ${ROWS}`,
  );
  const dueRows = db.prepare(
    `SELECT endpoint, rule FROM rule_state WHERE due_at <= ? ORDER BY due_at LIMIT ${MOST_FIRED}`,
  );
  const nextDue = db.prepare('SELECT min(due_at) AS at FROM rule_state WHERE due_at IS NOT NULL');
  const off = db.prepare("SELECT id FROM organization WHERE state <> 'active'");
  const silence = new SilenceWatch(db, arrivals);
  const { indexOf, concernedOf, statesOf, learned } = plannerMemory({ reader, devices, silence });
  const { mayMatter, valuesOf } = messageValues(db, decoders);

  /** One look at a stretch. */
  class Look {
    readonly steps: RuleStep[] = [];
    readonly index: RuleIndex;
    readonly #now: number;
    readonly #listened: ListenedMs;
    readonly #off: ReadonlySet<number>;
    readonly #endpoints = new Map<number, Working>();
    readonly #states = new Map<string, NewState>();
    fired = 0;

    constructor(index: RuleIndex, now: number, listened: ListenedMs) {
      this.index = index;
      this.#now = now;
      this.#listened = listened;
      this.#off = new Set((off.all() as { id: number }[]).map(({ id }) => id));
    }

    get states(): readonly NewState[] {
      return [...this.#states.values()];
    }

    isFull(): boolean {
      return this.fired >= MOST_FIRED;
    }

    rulesOf(org: number): OrganizationRules | undefined {
      return this.#off.has(org) ? undefined : this.index.organizations.get(org);
    }

    working(endpoint: number, rules: OrganizationRules): Working {
      const found = this.#endpoints.get(endpoint);
      if (found) return found;
      const states = statesOf(endpoint);
      const made: Working = { ...concernedOf(endpoint, rules), states };
      this.#endpoints.set(endpoint, made);
      this.#dropForeign(endpoint, made);
      return made;
    }

    message(row: MessageRow): void {
      const { org, endpoint, seq, stored_at: storedAt } = row;
      const rules = this.rulesOf(org);
      if (!rules) return;
      const at = arrivals.time.at(seq, storedAt);
      const watchesSilence = rules.shortestSilenceMs < Number.POSITIVE_INFINITY;
      if (watchesSilence) silence.heard(endpoint, org, at, rules);
      const looks = rules.hasTelemetry && (rules.looksAtRadio || mayMatter(row, rules));
      if (!watchesSilence && !looks) return;
      const working = this.working(endpoint, rules);
      if (!working.device) return;
      for (const ready of working.silence) {
        const state = working.states.get(ready.rule.id);
        if (state?.since === undefined) continue;
        this.verdict(endpoint, ready, working, over(ready, state, at), { at: storedAt, values: {} });
      }
      if (looks && (working.own.length > 0 || rules.telemetry.common.length > 0)) this.#values(row, at, rules, working);
    }

    event(row: EventRow): void {
      const { org, event_type: type, severity, uuid, stored_at: at } = row;
      const rules = this.rulesOf(org);
      if (!rules) return;
      const firing = rules.event.filter(
        ({ rule }) => rule.from.events < row.seq && firesBy(rule.trigger.eventTypes, type),
      );
      if (firing.length === 0) return;
      const endpoint = row.endpoint ?? NO_ENDPOINT;
      const working = this.working(endpoint, rules);
      const values = { eventType: type, eventId: uuid, severity };
      for (const ready of firing) {
        if (!isFor(ready.rule, working.device)) continue;
        const verdict = judgeHappened(ready, working.states.get(ready.rule.id), arrivals.time.during(at));
        this.verdict(endpoint, ready, working, verdict, { at, values });
      }
    }

    /** Deadlines that are there: conditions that have held for long enough. */
    due(): boolean {
      const now = this.#listened;
      const rows = dueRows.all(now) as { endpoint: number; rule: number }[];
      const found = this.states.filter(({ state }) => (state?.dueAt ?? Number.POSITIVE_INFINITY) <= now);
      for (const { endpoint, rule } of [...rows, ...found]) {
        const ready = this.index.byId.get(rule);
        const rules = ready && this.rulesOf(ready.rule.org);
        if (!ready || !rules) {
          this.#later(endpoint, rule);
          continue;
        }
        const working = this.working(endpoint, rules);
        const state = working.states.get(rule);
        if (!state || (state.dueAt ?? Number.POSITIVE_INFINITY) > now) continue;
        const verdict = judgeDue(ready, state, now);
        const { key } = ready.rule.trigger;
        const values = state.value === undefined ? {} : { [key]: state.value };
        this.verdict(endpoint, ready, working, verdict, { at: this.#now, values });
      }
      return rows.length === MOST_FIRED;
    }

    /** The first deadline of what was found. */
    get nextDue(): number {
      return Math.min(...this.states.map(({ state }) => state?.dueAt ?? Number.POSITIVE_INFINITY));
    }

    silent(): boolean {
      if (!this.index.kinds.has('silence')) return false;
      silence.takeUp(this.index);
      const listened = this.#listened;
      for (let next = silence.take(listened); next; next = silence.take(listened)) {
        const { endpoint, org } = next;
        const rules = this.rulesOf(org);
        // Those of an organization that is off are looked at when it is back.
        const all = rules ?? this.index.organizations.get(org);
        if (!all) continue;
        const working = this.working(endpoint, all);
        const { device, states } = working;
        for (const { ready, verdict, silentSeconds } of silence.look(endpoint, {
          device,
          rules: all,
          states,
          listened,
        })) {
          if (rules) this.verdict(endpoint, ready, working, verdict, { at: this.#now, values: { silentSeconds } });
        }
        if (this.isFull()) return true;
      }
      return false;
    }

    verdict(
      endpoint: number,
      { rule, hasAlert }: ReadyRule,
      { device, states }: Working,
      { state, fires, ends }: Verdict,
      { at, values }: { readonly at: number; readonly values: Readonly<Record<string, Scalar>> },
    ): void {
      const before = states.get(rule.id);
      if (state) {
        states.set(rule.id, state);
        learned(endpoint);
      } else states.delete(rule.id);
      if (state || before) this.#states.set(`${endpoint} ${rule.id}`, { endpoint, rule: rule.id, state });
      if (ends && hasAlert) this.steps.push({ kind: 'ended', rule: rule.id, endpoint, at });
      if (!fires) return;
      this.fired++;
      const found = { rule, device, values, at, endpoint: device?.endpoint, org: rule.org };
      const actions = rule.actions.map(action => planned(action, found, { devices, commands }));
      this.steps.push({ kind: 'fired', rule: rule.id, endpoint, at, values, actions });
    }

    #values(row: MessageRow, at: ListenedMs, rules: OrganizationRules, working: Working): void {
      const { endpoint, seq, stored_at: storedAt } = row;
      const values = valuesOf(row, rules);
      const isNew = working.states.size === 0;
      const look = (ready: ReadyRule, value: Scalar) => {
        const { rule } = ready;
        const state = isNew ? undefined : working.states.get(rule.id);
        if (isIdle(ready, state, value) || rule.from.log >= seq) return;
        const verdict = judge(ready, working.states.get(rule.id), { value, at });
        if (verdict) {
          this.verdict(endpoint, ready, working, verdict, { at: storedAt, values: { [rule.trigger.key]: value } });
        }
      };
      for (const [key, value] of values) for (const ready of rules.commonByKey.get(key) ?? []) look(ready, value);
      for (const ready of working.own) {
        const value = values.get(ready.rule.trigger.key);
        if (value !== undefined) look(ready, value);
      }
    }

    /** What rules know of an endpoint that they are not for any more. */
    #dropForeign(endpoint: number, working: Working): void {
      for (const [id, state] of working.states) {
        const ready = this.index.byId.get(id);
        if (!ready || isFor(ready.rule, working.device)) continue;
        const verdict = { state: null, fires: false, ends: state.fired };
        this.verdict(endpoint, ready, working, verdict, { at: this.#now, values: {} });
      }
    }

    /** A rule that is off, or whose organization is: it begins anew when it is back. */
    #later(endpoint: number, rule: number): void {
      const state = reader.states(endpoint).get(rule);
      if (state) this.#states.set(`${endpoint} ${rule}`, { endpoint, rule, state: { ...state, dueAt: undefined } });
    }
  }

  /** Goes over the messages behind a place. @returns up to where, and whether that is the end */
  const overMessages = (look: Look, after: number): { readonly upTo: number; readonly ended: boolean } => {
    const { kinds } = look.index;
    if (!kinds.has('telemetry') && !kinds.has('silence')) return { upTo: Math.max(after, newest().log), ended: true };
    const rows = messagesAfter.all(after) as MessageRow[];
    for (const row of rows) {
      look.message(row);
      if (look.isFull()) return { upTo: row.seq, ended: false };
    }
    const last = rows.at(-1);
    const ended = rows.length < ROWS || last === undefined;
    return { upTo: ended ? Math.max(after, newest().log) : last.seq, ended };
  };

  const overEvents = (look: Look, after: number): { readonly upTo: number; readonly ended: boolean } => {
    if (!look.index.kinds.has('event')) return { upTo: Math.max(after, newest().events), ended: true };
    const rows = eventsAfter.all(after) as EventRow[];
    for (const row of rows) {
      look.event(row);
      if (look.isFull()) return { upTo: row.seq, ended: false };
    }
    const last = rows.at(-1);
    const ended = rows.length < ROWS || last === undefined;
    return { upTo: ended ? Math.max(after, newest().events) : last.seq, ended };
  };

  return {
    /** @param from up to where everything was looked at; undefined: as far as it is stored */
    plan: (from: Places | undefined, now: number, listened: ListenedMs): RulePlan | undefined =>
      consistent(() => {
        const progress = reader.progress();
        if (!progress) return undefined;
        const { revision, ...stored } = progress;
        const after = from ?? { log: stored.log, events: stored.events };
        // The writer adds to it.
        arrivals.time.forget();
        arrivals.time.looked(listened);
        const look = new Look(indexOf(progress), now, listened);
        const log = overMessages(look, after.log);
        const events = look.isFull() ? { upTo: after.events, ended: false } : overEvents(look, after.events);
        // What has come since may say that it is not so: only at the end of the log time is looked at.
        const isBehind = !log.ended || !events.ended;
        const more = isBehind || look.due() || look.isFull() || look.silent();
        const due = (nextDue.get() as { at: number | null }).at ?? Number.POSITIVE_INFINITY;
        return {
          ...{ revision, from: after, upTo: { log: log.upTo, events: events.upTo }, steps: look.steps },
          ...{ states: look.states, more, nextDue: Math.min(due, look.nextDue, silence.next) },
        };
      }),
  };
}
