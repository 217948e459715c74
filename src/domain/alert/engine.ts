import { HOUR_MS } from '../../kit/units.ts';
import type { AlertChange } from './change.ts';
import { type Condition, newCondition, type Resolution, sourceKey } from './condition.ts';
import { Deadlines } from './deadlines.ts';
import { Inhibition, isHeld } from './inhibition.ts';
import {
  type AlertRuleName,
  isOwnRule,
  type OwnRuleName,
  type RuleSetting,
  type RuleSettings,
  ruleNames,
  ruleOf,
  settingFor,
} from './rules.ts';
import type { AlertSource, Seen } from './seen.ts';

/** More changes than this within an hour are flapping. */
const MAX_CHANGES = 5;
/** Sources that strangers may make up: so many conditions of a rule are enough to see that something is wrong. */
const MAX_MADE_UP = 1000;

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
  /** Until when nobody wants to be told of it (milliseconds). */
  silencedUntil(rule: AlertRuleName, source: AlertSource, now: number): number | null;
}

/**
 * Judges what is seen by the limits of the rules and the time it lasts. Knows no database: what became of alerts comes back as
 * effects, and what changed otherwise is taken with `unstored`. Everything it is told and asked carries the time.
 */
export class AlertEngine {
  readonly #options: EngineOptions;
  #conditions = new Map<string, Condition>();
  #deadlines = new Deadlines<Condition>();
  /** Open ones that may have to be told when what keeps them quiet is over. */
  #quiet = new Set<Condition>();
  #urgent = new Set<Condition>();
  #later = new Set<Condition>();
  /** How many conditions there are of a rule whose sources strangers may make up. */
  #madeUp = new Map<AlertRuleName, number>();
  /** Those of rules of organizations. */
  #own = new Set<Condition>();
  readonly #inhibition: Inhibition;
  #startedAt: number | undefined;
  #lastTick = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#inhibition = new Inhibition({ ...options, find: (rule, source) => this.find(rule, source) });
  }

  /** What was stored. All that was known before is forgotten, but when the process started. */
  load(conditions: readonly Condition[]): void {
    this.#conditions = new Map();
    this.#deadlines = new Deadlines();
    this.#quiet = new Set();
    this.#urgent = new Set();
    this.#later = new Set();
    this.#madeUp = new Map();
    this.#own = new Set();
    for (const condition of conditions) {
      this.#add(condition);
      if (condition.open) this.#quiet.add(condition);
      this.#schedule(condition, 0);
    }
  }

  find(rule: AlertRuleName, source: Pick<AlertSource, 'type' | 'id'>): Condition | undefined {
    return this.#conditions.get(keyOf(rule, source));
  }

  /** @param source as `sourceKey` gives it */
  findKey(rule: string, source: string): Condition | undefined {
    return this.#conditions.get(`${rule} ${source}`);
  }

  observe(seen: Seen): Effect | undefined {
    const { rule: name, source, at } = seen;
    this.#startedAt ??= at;
    const setting = this.#setting(name);
    if (!setting.enabled) return undefined;
    const found = this.find(name, source);
    if (!found && !this.#matters(seen, setting)) return undefined;
    if (!found && this.#isFull(name, source)) return undefined;
    const condition = found ?? newCondition(name, source);
    if (!found) this.#add(condition);
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
    if (now < this.#lastTick) this.#clockWentBack(now);
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
    for (const condition of this.#conditions.values()) if (condition.open) this.#quiet.add(condition);
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
    const key = sourceKey(source);
    const own = [...this.#own].filter(condition => sourceKey(condition.source) === key);
    const known = ruleNames.flatMap(name => this.find(name, source) ?? []);
    return [...known, ...own].flatMap(condition => this.#end(condition, 'source_deleted', now));
  }

  /** Ends what is left of rules that are switched off. */
  endDisabled(now: number): Effect[] {
    const off = [...this.#conditions.values()].filter(({ rule }) => !this.#setting(rule).enabled);
    return off.flatMap(condition => this.#end(condition, 'rule_disabled', now));
  }

  /** Ends what is left of a rule of an organization. */
  endRule(name: OwnRuleName, now: number): Effect[] {
    const left = [...this.#own].filter(({ rule }) => rule === name);
    return left.flatMap(condition => this.#end(condition, 'rule_disabled', now));
  }

  /** Conditions whose row is to be written or, when `isGone`, removed: those that matter at once. */
  unstored(): Condition[] {
    return taken(this.#urgent);
  }

  /** Those that may wait: how often something happened. @param ofOpen also of open alerts */
  unstoredLater(ofOpen: boolean): Condition[] {
    const all = [...this.#later].filter(({ open }) => ofOpen || !open);
    for (const condition of all) this.#later.delete(condition);
    return all;
  }

  /** Whether `unstored` has something. */
  get hasUnstored(): boolean {
    return this.#urgent.size > 0;
  }

  isGone(condition: Condition): boolean {
    return this.#conditions.get(keyOf(condition.rule, condition.source)) !== condition;
  }

  #setting(name: AlertRuleName): RuleSetting {
    return settingFor(this.#options.settings, name);
  }

  #add(condition: Condition): void {
    this.#conditions.set(keyOf(condition.rule, condition.source), condition);
    if (isMadeUp(condition.source)) this.#countMadeUp(condition.rule, 1);
    if (isOwnRule(condition.rule)) this.#own.add(condition);
  }

  #remove(condition: Condition): void {
    this.#conditions.delete(keyOf(condition.rule, condition.source));
    this.#quiet.delete(condition);
    this.#later.delete(condition);
    this.#deadlines.set(condition, Number.POSITIVE_INFINITY);
    if (isMadeUp(condition.source)) this.#countMadeUp(condition.rule, -1);
    this.#own.delete(condition);
    if (condition.stored) this.#urgent.add(condition);
    else this.#urgent.delete(condition);
  }

  #countMadeUp(rule: AlertRuleName, more: number): void {
    this.#madeUp.set(rule, (this.#madeUp.get(rule) ?? 0) + more);
  }

  #isFull(rule: AlertRuleName, source: AlertSource): boolean {
    return isMadeUp(source) && (this.#madeUp.get(rule) ?? 0) >= MAX_MADE_UP;
  }

  /** Whether what is seen begins something. */
  #matters(seen: Seen, setting: RuleSetting): boolean {
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
    this.#urgent.add(condition);
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
    this.#later.add(condition);
  }

  #leveled(condition: Condition, setting: RuleSetting, seen: Extract<Seen, { readonly level: number }>): void {
    const { opens, remembers = false } = ruleOf(condition.rule);
    const { level, limits = setting.limits, at, event } = seen;
    if (remembers && level !== condition.level) this.#urgent.add(condition);
    condition.level = level;
    condition.limits = seen.limits;
    const began = condition.since[0] ?? null;
    limits.forEach((limit, step) => {
      const reached = isReached(opens, level, limit);
      const since = condition.since[step] ?? null;
      if (reached === (since !== null)) return;
      condition.since[step] = reached ? at : null;
      this.#urgent.add(condition);
    });
    if (began !== null && (condition.since[0] ?? null) === null) this.#inhibition.isOver(condition, at);
    const clear = clearLimit(condition, setting);
    const isClear = clear !== null && (opens === 'below' ? level >= clear : level <= clear);
    if (isClear !== (condition.clearing !== null) && (condition.open || condition.byHand)) this.#urgent.add(condition);
    condition.clearing = isClear ? (condition.clearing ?? at) : null;
    if (condition.open && event !== undefined && condition.since[0] != null) {
      condition.lastSeenAt = at;
      condition.count++;
      this.#later.add(condition);
    }
  }

  #judge(condition: Condition, setting: RuleSetting, now: number, happened: boolean): Effect | undefined {
    const calm = this.#endFlapping(condition, now);
    const isCount = ruleOf(condition.rule).opens === 'count';
    if (this.#isClear(condition, setting, now)) {
      condition.byHand = false;
      this.#urgent.add(condition);
      if (condition.open) return this.#resolve(condition, 'cleared', now);
    }
    const [limit = 1] = setting.limits;
    const reached = isCount ? (happened && condition.level >= limit ? 0 : -1) : this.#held(condition, setting, now);
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

  /** The gravest step that was reached for as long as it has to be; -1: none. */
  #held(condition: Condition, setting: RuleSetting, now: number): number {
    return condition.since.findLastIndex(since => since !== null && this.#heldAt(condition, setting, since) <= now);
  }

  /** A start of this process begins the hold time of peers anew: they were cut off by it. */
  #heldAt({ rule }: Condition, { holdMs }: RuleSetting, since: number): number {
    return (ruleOf(rule).peer ? Math.max(since, this.#startedAt ?? 0) : since) + holdMs;
  }

  #isClear(condition: Condition, setting: RuleSetting, now: number): boolean {
    if (!condition.open && !condition.byHand) return false;
    return this.#clearAt(condition, setting) <= now;
  }

  /** When it is clear for as long as it has to be, if nothing else happens. */
  #clearAt({ rule, clearing, times }: Condition, { clear, clearMs }: RuleSetting): number {
    if (clearing !== null) return clearing + clearMs;
    if (ruleOf(rule).opens !== 'count' || clear === null) return Number.POSITIVE_INFINITY;
    return (times.at(-clear) ?? Number.NEGATIVE_INFINITY) + clearMs;
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
    this.#urgent.add(condition);
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
    this.#urgent.add(condition);
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
    const setting = this.#setting(condition.rule);
    const { open, byHand, since, times, changes, step } = condition;
    const dues: number[] = [];
    since.forEach((at, index) => {
      if (at !== null && !byHand && (!open || index > step)) dues.push(this.#heldAt(condition, setting, at));
    });
    if (open || byHand) dues.push(this.#clearAt(condition, setting));
    else if (times.length > 0) dues.push((times.at(-1) ?? 0) + setting.windowMs);
    const last = changes.at(-1);
    if (last !== undefined) dues.push(last + HOUR_MS);
    this.#deadlines.set(condition, Math.max(Math.min(...dues, Number.POSITIVE_INFINITY), now));
  }

  /** Nothing can have happened later than now. */
  #clockWentBack(now: number): void {
    const past = (at: number) => Math.min(at, now);
    for (const condition of this.#conditions.values()) {
      condition.since = condition.since.map(at => (at === null ? null : past(at)));
      if (condition.clearing !== null) condition.clearing = past(condition.clearing);
      condition.times = condition.times.map(past);
      condition.changes = condition.changes.map(past);
      this.#schedule(condition, now);
    }
    this.#inhibition.clockWentBack(now);
    this.#startedAt = past(this.#startedAt ?? now);
  }
}

function keyOf(rule: AlertRuleName, source: Pick<AlertSource, 'type' | 'id'>): string {
  return `${rule} ${sourceKey(source)}`;
}

/** An EUI that nobody has registered. */
function isMadeUp({ type, id }: AlertSource): boolean {
  return typeof id === 'string' && (type === 'endpoint' || type === 'base_station');
}

function isReached(opens: 'count' | 'from' | 'above' | 'below', level: number, limit = Number.NaN): boolean {
  if (opens === 'from') return level >= limit;
  return opens === 'below' ? level < limit : level > limit;
}

/** Where it is clear again; null: it has to be seen to be over. */
function clearLimit({ rule, limits }: Condition, { clear }: RuleSetting): number | null {
  const [first] = limits ?? [];
  return first === undefined ? clear : (ruleOf(rule).clearAt?.(first) ?? null);
}

function taken(conditions: Set<Condition>): Condition[] {
  const all = [...conditions];
  conditions.clear();
  return all;
}
