import type { Moment } from '../../kit/time/clock.ts';
import { HOUR_MS } from '../../kit/units.ts';
import type { AlertChange } from './change.ts';
import { ClockSteps, type MovedTime, moveTimes } from './clock-steps.ts';
import { type Condition, newCondition, type Resolution } from './condition.ts';
import { Conditions } from './conditions.ts';
import { Deadlines } from './deadlines.ts';
import { Inhibition, isHeld } from './inhibition.ts';
import { dueAt, heldStep, isClear, isReached, isSafe } from './limits.ts';
import {
  type AlertRuleName,
  type OwnRuleName,
  type RuleSetting,
  type RuleSettings,
  ruleOf,
  settingFor,
} from './rules.ts';
import type { AlertSource, Observation } from './seen.ts';

/** More changes than this within an hour are flapping. */
const MAX_CHANGES = 5;

/** What became of an alert; the row of its condition has changed with it. */
export interface Effect {
  readonly condition: Condition;
  readonly at: number;
  readonly became?: 'opened' | 'resolved';
  /** With `resolved`. */
  readonly resolution?: Resolution;
  /** What people are to be told, in this order. */
  readonly tell: readonly AlertChange['kind'][];
  /** Of the opening that ends with `resolved`. */
  readonly step: number;
}

export interface EngineOptions {
  readonly settings: RuleSettings;
  /** Row id of the station that alone has heard the endpoint in its last week. */
  solelyHeardBy(endpoint: number): number | undefined;
  /** Until when a silence holds for it (milliseconds); null: there is none. */
  silencedUntil(rule: AlertRuleName, source: AlertSource, now: number): number | null;
}

/**
 * Judges what is seen by the limits of the rules and the time it lasts. Knows no database: what became of alerts comes back as
 * effects, and what changed otherwise is taken with `unstored`. Everything it is told and asked carries the time.
 */
export class AlertEngine {
  readonly #options: EngineOptions;
  readonly clock = new ClockSteps();
  #conditions = new Conditions();
  #deadlines = new Deadlines<Condition>();
  /** Open ones that may have to be told when what keeps them quiet is over. */
  #quiet = new Set<Condition>();
  readonly #inhibition: Inhibition;
  #startedAt: number | undefined;
  #lastTick = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#inhibition = new Inhibition({ ...options, find: (rule, source) => this.find(rule, source) });
  }

  /** What was stored. All that was known before is forgotten, but when the process started. */
  load(conditions: readonly Condition[]): void {
    this.#conditions = new Conditions();
    this.#deadlines = new Deadlines();
    this.#quiet = new Set();
    for (const condition of conditions) {
      moveTimes(condition, this.clock.reread());
      this.#conditions.add(condition);
      if (condition.open) this.#quiet.add(condition);
      this.#schedule(condition, 0);
    }
  }

  find(rule: AlertRuleName, source: Pick<AlertSource, 'type' | 'id'>): Condition | undefined {
    return this.#conditions.find(rule, source);
  }

  /** @param source as `sourceKey` gives it */
  findKey(rule: string, source: string): Condition | undefined {
    return this.#conditions.findKey(rule, source);
  }

  observe(seen: Observation): Effect | undefined {
    const { rule: name, source, at } = seen;
    this.#startedAt ??= at;
    const setting = this.#setting(name);
    if (!setting.enabled) return undefined;
    const found = this.find(name, source);
    if (!found && !this.#matters(seen, setting)) return undefined;
    if (!found && this.#conditions.isFull(name, source)) return undefined;
    const condition = found ?? newCondition(name, source);
    if (!found) this.#conditions.add(condition);
    if (seen.data) condition.data = seen.data;
    if (seen.event !== undefined) condition.event = seen.event;
    if ('over' in seen) this.#isOver(condition, at);
    else if ('happened' in seen) this.#happened(condition, setting, at);
    else this.#leveled(condition, setting, seen);
    const effect = this.#judge(condition, setting, at, 'happened' in seen);
    this.#settle(condition, at);
    return effect;
  }

  /** Looks at what is due by now, so many of them. @returns what became of it, and whether there may be more */
  tick(now: number, limit = Number.POSITIVE_INFINITY): { readonly effects: Effect[]; readonly more: boolean } {
    this.#startedAt ??= now;
    if (now < this.#lastTick) this.#move(now);
    this.#lastTick = now;
    const all: Condition[] = [];
    while (all.length < limit) {
      const due = this.#deadlines.take(now);
      if (!due) break;
      all.push(due);
    }
    const effects: Effect[] = [];
    for (const due of all) {
      const effect = this.#judge(due, this.#setting(due.rule), now, false);
      if (effect) effects.push(effect);
      this.#settle(due, now);
    }
    if (all.length >= limit) return { effects, more: true };
    const told = this.#reconsider(now, limit);
    return { effects: [...effects, ...told], more: told.length >= limit };
  }

  /** Tells what is not inhibited, silenced or flapping any more. */
  #reconsider(now: number, limit = Number.POSITIVE_INFINITY): Effect[] {
    const effects: Effect[] = [];
    for (const condition of this.#quiet) {
      if (effects.length >= limit) break;
      if (!condition.open) {
        this.#quiet.delete(condition);
        continue;
      }
      const { inhibitedBy, silencedUntil } = condition;
      const tell = this.#announce(condition, now);
      if (tell.length > 0 || inhibitedBy !== condition.inhibitedBy || silencedUntil !== condition.silencedUntil) {
        effects.push({ condition, at: now, tell, step: condition.step });
      }
      if (!this.#isQuiet(condition)) this.#quiet.delete(condition);
    }
    return effects;
  }

  /** Silences have changed: all that is open is looked at. */
  silencesChanged(now: number): Effect[] {
    for (const condition of this.#conditions) if (condition.open) this.#quiet.add(condition);
    return this.#reconsider(now);
  }

  /** Resolved by hand: it does not open again before it was clear. */
  resolve(condition: Condition, now: number): Effect {
    const { clearing } = condition;
    const effect = this.#resolve(condition, 'manual', now);
    condition.byHand = true;
    condition.clearing = clearing;
    this.#settle(condition, now);
    return effect;
  }

  /** What it was about is deleted. */
  gone(source: Pick<AlertSource, 'type' | 'id'>, now: number): Effect[] {
    return this.#conditions.ofSource(source).flatMap(condition => this.#end(condition, 'source_deleted', now));
  }

  /** Ends what is left of rules that are switched off. */
  endDisabled(now: number): Effect[] {
    const off = [...this.#conditions].filter(({ rule }) => !this.#setting(rule).enabled);
    return off.flatMap(condition => this.#end(condition, 'rule_disabled', now));
  }

  /** Ends what is left of a rule of an organization. */
  endRule(name: OwnRuleName, now: number): Effect[] {
    return this.#conditions.ofRule(name).flatMap(condition => this.#end(condition, 'rule_disabled', now));
  }

  /** Conditions whose row is to be written or, when `isGone`, removed: those that matter at once. */
  unstored(): Condition[] {
    return this.#conditions.unstored();
  }

  /** Those that may wait: how often something happened. @param ofOpen also of open alerts */
  unstoredLater(ofOpen: boolean): Condition[] {
    return this.#conditions.unstoredLater(ofOpen);
  }

  /** Whether `unstored` has something. */
  get hasUnstored(): boolean {
    return this.#conditions.hasUnstored;
  }

  isGone(condition: Condition): boolean {
    return !this.#conditions.has(condition);
  }

  #setting(name: AlertRuleName): RuleSetting {
    return settingFor(this.#options.settings, name);
  }

  #remove(condition: Condition): void {
    this.#conditions.remove(condition);
    this.#quiet.delete(condition);
    this.#deadlines.set(condition, Number.POSITIVE_INFINITY);
  }

  /** Whether what is seen begins something. */
  #matters(seen: Observation, setting: RuleSetting): boolean {
    if ('over' in seen) return false;
    if ('happened' in seen) return true;
    const { opens, remembers = false } = ruleOf(seen.rule);
    return (remembers && seen.level > 0) || isReached(opens, seen.level, (seen.limits ?? setting.limits)[0]);
  }

  #isOver(condition: Condition, at: number): void {
    const { opens } = ruleOf(condition.rule);
    this.#inhibition.isOver(condition, at);
    condition.level = 0;
    condition.since = [];
    condition.clearing ??= at;
    if (opens === 'count') {
      condition.times = [];
      condition.clearing = Number.NEGATIVE_INFINITY;
    }
    this.#conditions.store(condition);
  }

  #happened(condition: Condition, { limits, clear, windowMs, clearMs }: RuleSetting, at: number): void {
    const [limit = 1] = limits;
    const oldest = at - Math.max(windowMs, clearMs);
    condition.clearing = null;
    condition.times = [...condition.times.filter(time => time > oldest), at].slice(-Math.max(limit, clear ?? 0));
    condition.level = condition.times.filter(time => time > at - windowMs).length;
    if (condition.open) {
      condition.lastSeenAt = at;
      if (condition.level >= limit) condition.count++;
    }
    this.#conditions.storeLater(condition);
  }

  #leveled(condition: Condition, setting: RuleSetting, seen: Extract<Observation, { readonly level: number }>): void {
    const { opens, remembers = false } = ruleOf(condition.rule);
    const { level, limits = setting.limits, at, event } = seen;
    if (remembers && level !== condition.level) this.#conditions.store(condition);
    condition.level = level;
    condition.limits = seen.limits;
    const began = condition.since[0] ?? null;
    limits.forEach((limit, step) => {
      const reached = isReached(opens, level, limit);
      const since = condition.since[step] ?? null;
      if (reached === (since !== null)) return;
      condition.since[step] = reached ? at : null;
      this.#conditions.store(condition);
    });
    if (began !== null && (condition.since[0] ?? null) === null) this.#inhibition.isOver(condition, at);
    const safe = isSafe(condition, setting);
    if (safe !== (condition.clearing !== null) && (condition.open || condition.byHand))
      this.#conditions.store(condition);
    condition.clearing = safe ? (condition.clearing ?? at) : null;
    if (condition.open && event !== undefined && condition.since[0] != null) {
      condition.lastSeenAt = at;
      condition.count++;
      this.#conditions.storeLater(condition);
    }
  }

  #judge(condition: Condition, setting: RuleSetting, now: number, happened: boolean): Effect | undefined {
    const calm = this.#endFlapping(condition, now);
    const isCount = ruleOf(condition.rule).opens === 'count';
    if (isClear(condition, setting, now)) {
      condition.byHand = false;
      this.#conditions.store(condition);
      if (condition.open) return this.#resolve(condition, 'cleared', now);
    }
    const [limit = 1] = setting.limits;
    const counted = happened && condition.level >= limit ? 0 : -1;
    const reached = isCount ? counted : heldStep(condition, setting, now, this.#startedAt);
    const step = condition.byHand ? -1 : reached;
    if (step >= 0 && !condition.open) return this.#open(condition, step, now);
    const isRaised = condition.open && step > condition.step;
    if (!isRaised && !calm) return undefined;
    if (isRaised) {
      condition.step = step;
      condition.lastSeenAt = now;
    }
    const tell = condition.open ? this.#announce(condition, now) : [];
    return { condition, at: now, tell, step: condition.step };
  }

  #open(condition: Condition, step: number, now: number): Effect {
    condition.open = true;
    condition.step = step;
    condition.told = 0;
    condition.lastSeenAt = now;
    condition.clearing = null;
    const began = this.#changed(condition, now);
    const tell = [...this.#announce(condition, now), ...this.#tellFlapping(condition, began)];
    return { condition, at: now, became: 'opened', tell, step };
  }

  #resolve(condition: Condition, resolution: Resolution, now: number): Effect {
    const { told, step } = condition;
    const began = this.#changed(condition, now);
    const flapping = this.#tellFlapping(condition, began);
    const tell = told > 0 ? (['resolved', ...flapping] as const) : flapping;
    condition.open = false;
    condition.told = 0;
    condition.inhibitedBy = '';
    condition.silencedUntil = null;
    condition.clearing = null;
    this.#quiet.delete(condition);
    return { condition, at: now, became: 'resolved', resolution, tell, step };
  }

  #end(condition: Condition, resolution: Resolution, now: number): Effect[] {
    if (isHeld(condition)) this.#inhibition.isOver(condition, now);
    const effects = condition.open ? [this.#resolve(condition, resolution, now)] : [];
    this.#remove(condition);
    return effects;
  }

  /** @returns whether it begins to flap */
  #changed(condition: Condition, now: number): boolean {
    condition.changes = [...condition.changes.filter(at => at > now - HOUR_MS), now].slice(-(MAX_CHANGES + 1));
    this.#conditions.store(condition);
    if (condition.flapping || condition.changes.length <= MAX_CHANGES) return false;
    condition.flapping = true;
    return true;
  }

  /** @returns whether it flaps no more */
  #endFlapping(condition: Condition, now: number): boolean {
    const last = condition.changes.at(-1);
    if (last === undefined || last > now - HOUR_MS) return false;
    const was = condition.flapping;
    condition.changes = [];
    condition.flapping = false;
    this.#conditions.store(condition);
    return was;
  }

  #tellFlapping({ inhibitedBy, silencedUntil }: Condition, began: boolean): readonly 'flapping'[] {
    return began && inhibitedBy === '' && silencedUntil === null ? ['flapping'] : [];
  }

  /** What is to be told of an open alert now: nothing while it is inhibited, silenced or flapping. */
  #announce(condition: Condition, now: number): ('opened' | 'raised')[] {
    const { silencedUntil } = this.#options;
    if (condition.told === 0) condition.inhibitedBy = this.#inhibition.of(condition, now, this.#startedAt);
    condition.silencedUntil = silencedUntil(condition.rule, condition.source, now);
    if (this.#isQuiet(condition)) this.#quiet.add(condition);
    const step = condition.step + 1;
    if (condition.told >= step || condition.inhibitedBy !== '' || condition.silencedUntil !== null) return [];
    if (condition.flapping) return [];
    const kind = condition.told === 0 ? 'opened' : 'raised';
    condition.told = step;
    return [kind];
  }

  #isQuiet({ open, told, step, silencedUntil }: Condition): boolean {
    return open && (told <= step || silencedUntil !== null);
  }

  /** After a change: when to look again, or nothing is left to know. */
  #settle(condition: Condition, now: number): void {
    const { open, byHand, since, changes, flapping, level } = condition;
    const remembered = (ruleOf(condition.rule).remembers ?? false) && level > 0;
    const { windowMs } = this.#setting(condition.rule);
    if (!open && !byHand && (condition.times.at(-1) ?? now) + windowMs <= now) condition.times = [];
    const matters = open || byHand || flapping || remembered || changes.length > 0 || condition.times.length > 0;
    if (matters || since.some(at => at !== null)) this.#schedule(condition, now);
    else this.#remove(condition);
  }

  #schedule(condition: Condition, now: number): void {
    const calmAt = (condition.changes.at(-1) ?? Number.POSITIVE_INFINITY) + HOUR_MS;
    const due = Math.min(dueAt(condition, this.#setting(condition.rule), this.#startedAt), calmAt);
    this.#deadlines.set(condition, Math.max(due, now));
  }

  /** When the clock may have been set, and before each tick: before anything is judged by another time. */
  clockWasSet(moment: Moment): void {
    const moved = this.clock.look(moment);
    if (moved) this.#move(moment.now, moved);
  }

  /** Nothing can have happened later than now. */
  #move(now: number, moved: MovedTime = at => at): void {
    const past = (at: number) => Math.min(moved(at), now);
    for (const condition of this.#conditions) {
      moveTimes(condition, past);
      this.#schedule(condition, now);
    }
    this.#inhibition.clockWasSet(past);
    this.#startedAt = past(this.#startedAt ?? now);
  }
}
