import { type Condition, sourceKey } from './condition.ts';
import { type AlertRuleName, isOwnRule, type OwnRuleName, ruleNames } from './rules.ts';
import type { AlertSource } from './seen.ts';

/** Sources that strangers may make up: so many conditions of a rule are enough to see that something is wrong. */
const MAX_MADE_UP = 1000;

/** The conditions that are known, one of each rule and source, and which of them have changed since they were stored. */
export class Conditions {
  readonly #known = new Map<string, Condition>();
  readonly #urgent = new Set<Condition>();
  readonly #later = new Set<Condition>();
  /** How many conditions there are of a rule whose sources strangers may make up. */
  readonly #madeUp = new Map<AlertRuleName, number>();
  /** Those of rules of organizations. */
  readonly #own = new Set<Condition>();

  [Symbol.iterator](): Iterator<Condition> {
    return this.#known.values();
  }

  find(rule: AlertRuleName, source: Pick<AlertSource, 'type' | 'id'>): Condition | undefined {
    return this.#known.get(keyOf(rule, source));
  }

  /** @param source as `sourceKey` gives it */
  findKey(rule: string, source: string): Condition | undefined {
    return this.#known.get(`${rule} ${source}`);
  }

  /** Those of one source, whatever rule they are of. */
  ofSource(source: Pick<AlertSource, 'type' | 'id'>): Condition[] {
    const key = sourceKey(source);
    const own = [...this.#own].filter(condition => sourceKey(condition.source) === key);
    return [...ruleNames.flatMap(name => this.find(name, source) ?? []), ...own];
  }

  /** Those of one rule of an organization. */
  ofRule(name: OwnRuleName): Condition[] {
    return [...this.#own].filter(({ rule }) => rule === name);
  }

  has(condition: Condition): boolean {
    return this.find(condition.rule, condition.source) === condition;
  }

  /** Whether there are so many of the rule that strangers may not add another one. */
  isFull(rule: AlertRuleName, source: AlertSource): boolean {
    return isMadeUp(source) && (this.#madeUp.get(rule) ?? 0) >= MAX_MADE_UP;
  }

  add(condition: Condition): void {
    const { rule, source } = condition;
    this.#known.set(keyOf(rule, source), condition);
    if (isMadeUp(source)) this.#countMadeUp(rule, 1);
    if (isOwnRule(rule)) this.#own.add(condition);
  }

  remove(condition: Condition): void {
    const { rule, source, stored } = condition;
    this.#known.delete(keyOf(rule, source));
    if (isMadeUp(source)) this.#countMadeUp(rule, -1);
    this.#own.delete(condition);
    this.#later.delete(condition);
    if (stored) this.#urgent.add(condition);
    else this.#urgent.delete(condition);
  }

  #countMadeUp(rule: AlertRuleName, more: number): void {
    this.#madeUp.set(rule, (this.#madeUp.get(rule) ?? 0) + more);
  }

  /** It has changed in a way that matters at once. */
  store(condition: Condition): void {
    this.#urgent.add(condition);
  }

  /** It has changed in a way that may wait to be stored. */
  storeLater(condition: Condition): void {
    this.#later.add(condition);
  }

  /** Takes those whose row is to be written, or removed when they are known no more. */
  unstored(): Condition[] {
    const all = [...this.#urgent];
    this.#urgent.clear();
    return all;
  }

  /** Takes those that may wait. @param ofOpen also those of open alerts */
  unstoredLater(ofOpen: boolean): Condition[] {
    const all = [...this.#later].filter(({ open }) => ofOpen || !open);
    for (const condition of all) this.#later.delete(condition);
    return all;
  }

  /** Whether `unstored` has something. */
  get hasUnstored(): boolean {
    return this.#urgent.size > 0;
  }
}

function keyOf(rule: AlertRuleName, source: Pick<AlertSource, 'type' | 'id'>): string {
  return `${rule} ${sourceKey(source)}`;
}

/** An EUI that is not registered. */
function isMadeUp({ type, id }: AlertSource): boolean {
  return typeof id === 'string' && (type === 'endpoint' || type === 'base_station');
}
