import type { Condition } from './condition.ts';
import { type Rule, type RuleSetting, ruleOf } from './rules.ts';

/** Whether a level has come as far as a limit, on the side that the rule says. */
export function isReached(opens: Rule['opens'], level: number, limit = Number.NaN): boolean {
  if (opens === 'from') return level >= limit;
  return opens === 'below' ? level < limit : level > limit;
}

/** Whether its level is back on the safe side. */
export function isSafe(condition: Condition, setting: RuleSetting): boolean {
  const { rule, level } = condition;
  const clear = clearLimit(condition, setting);
  return clear !== null && (ruleOf(rule).opens === 'below' ? level >= clear : level <= clear);
}

/** Where it is clear again; null: it has to be seen to be over. */
function clearLimit({ rule, limits }: Condition, { clear }: RuleSetting): number | null {
  const [first] = limits ?? [];
  return first === undefined ? clear : (ruleOf(rule).clearAt?.(first) ?? null);
}

/** The gravest step that was reached for as long as it has to be; -1: none. @param startedAt of this process */
export function heldStep(condition: Condition, setting: RuleSetting, now: number, startedAt = 0): number {
  return condition.since.findLastIndex(since => since !== null && heldAt(condition, setting, since, startedAt) <= now);
}

/** A start of this process begins the hold time of peers anew: they were cut off by it. */
function heldAt({ rule }: Condition, { holdMs }: RuleSetting, since: number, startedAt: number): number {
  return (ruleOf(rule).peer ? Math.max(since, startedAt) : since) + holdMs;
}

/** Whether it is clear for as long as it has to be. */
export function isClear(condition: Condition, setting: RuleSetting, now: number): boolean {
  if (!condition.open && !condition.byHand) return false;
  return clearAt(condition, setting) <= now;
}

/** When it is clear for as long as it has to be, if nothing else happens. */
function clearAt({ rule, clearing, times }: Condition, { clear, clearMs }: RuleSetting): number {
  if (clearing !== null) return clearing + clearMs;
  if (ruleOf(rule).opens !== 'count' || clear === null) return Number.POSITIVE_INFINITY;
  return (times.at(-clear) ?? Number.NEGATIVE_INFINITY) + clearMs;
}

/** When the next step has held, or it is clear, or what happened is too old to count; Infinity: at no time. */
export function dueAt(condition: Condition, setting: RuleSetting, startedAt = 0): number {
  const { open, byHand, since, times, step } = condition;
  const dues: number[] = [];
  since.forEach((at, index) => {
    if (at !== null && !byHand && (!open || index > step)) dues.push(heldAt(condition, setting, at, startedAt));
  });
  if (open || byHand) dues.push(clearAt(condition, setting));
  else if (times.length > 0) dues.push((times.at(-1) ?? 0) + setting.windowMs);
  return Math.min(...dues, Number.POSITIVE_INFINITY);
}
