import type { ListenedMs } from '../../kit/time/listened.ts';
import { HOUR_MS, SECOND_MS } from '../../kit/units.ts';
import type { Condition, RuleState, Scalar } from './rule-records.ts';

/** One rule sends so many commands in an hour because of one device: what they make the device say may fire the rule again. */
export const MOST_COMMANDS = 60;

/** As much of a rule as decides. */
export interface FiringTerms {
  readonly condition: Condition;
  readonly cooldownMs: number;
}

/** A value that has arrived. */
export interface Sample {
  readonly value: Scalar;
  readonly at: ListenedMs;
}

/** What a look at a rule and a device has come to. */
export interface Verdict {
  /** Null: there is nothing to be known any more. */
  readonly state: RuleState | null;
  readonly fires: boolean;
  /** It had fired, and the condition is over. */
  readonly ends: boolean;
}

/** Whether a condition holds; undefined: the value says nothing about it. @param held whether it did before */
export function holds(condition: Condition, value: Scalar, held: boolean): boolean | undefined {
  const { operator, value: limit, value2, hysteresis } = condition;
  if (operator === 'eq' || operator === 'ne') {
    if (typeof value !== typeof limit) return undefined;
    return (value === limit) === (operator === 'eq');
  }
  if (typeof value !== 'number' || typeof limit !== 'number') return undefined;
  const slack = held ? hysteresis : 0;
  switch (operator) {
    case 'gt':
      return value > limit - slack;
    case 'gte':
      return value >= limit - slack;
    case 'lt':
      return value < limit + slack;
    case 'lte':
      return value <= limit + slack;
    case 'between':
      return value >= limit - slack && value <= (value2 ?? limit) + slack;
    default:
      return undefined;
  }
}

/** Nothing is known of the device, and nothing comes of the value: most looks end here, and cost next to nothing. */
export function isIdle({ condition }: FiringTerms, state: RuleState | undefined, value: Scalar): boolean {
  return state === undefined && condition.operator !== 'changed' && holds(condition, value, false) !== true;
}

/** @returns undefined: everything stays as it is */
export function judge(rule: FiringTerms, state: RuleState | undefined, sample: Sample): Verdict | undefined {
  if (rule.condition.operator === 'changed') return judgeChange(rule, state, sample);
  const held = state?.since !== undefined;
  const is = holds(rule.condition, sample.value, held);
  if (is === undefined) return undefined;
  const { at } = sample;
  if (!is) return held ? over(rule, state, at) : undefined;
  if (held && state.fired) return undefined;
  const since = state?.since ?? at;
  const forMs = rule.condition.forSeconds * SECOND_MS;
  const value = held ? state.value : sample.value;
  if (at - since >= forMs && isReady(rule, state, at)) {
    return { state: { ...fired(state, at), since, value: sample.value }, fires: true, ends: false };
  }
  const dueAt = Math.max(since + forMs, readyAt(rule, state, at));
  if (held && state.dueAt === dueAt) return undefined;
  return { state: { ...(state ?? NOTHING), fired: false, since, value, dueAt }, fires: false, ends: false };
}

/** Time has passed, and the newest value is the one that was true. */
export function judgeDue(rule: FiringTerms, state: RuleState, now: ListenedMs): Verdict {
  const { since, fired: has, value } = state;
  if (since === undefined || has) return { state: { ...state, dueAt: undefined }, fires: false, ends: false };
  const dueAt = Math.max(since + rule.condition.forSeconds * SECOND_MS, readyAt(rule, state, now));
  if (dueAt > now) return { state: { ...state, dueAt }, fires: false, ends: false };
  return { state: { ...fired(state, now), since, value }, fires: true, ends: false };
}

/** Something happened that fires by itself: an event, or nothing for too long. */
export function judgeHappened(
  rule: FiringTerms,
  state: RuleState | undefined,
  at: ListenedMs,
  since?: number,
): Verdict {
  if (!isReady(rule, state, at)) return { state: state ?? null, fires: false, ends: false };
  const next = fired(state, at);
  return { state: since === undefined ? { ...next, fired: false } : { ...next, since }, fires: true, ends: false };
}

/** The condition is over. */
export function over(rule: FiringTerms, state: RuleState, now: ListenedMs): Verdict {
  const known = state.commands > 0 || !isReady(rule, state, now);
  const { firedAt, commands, commandsFrom } = state;
  return { state: known ? { fired: false, firedAt, commands, commandsFrom } : null, fires: false, ends: state.fired };
}

/** When it may fire again, milliseconds; 0: at once. What was listened shortly before a kill may come once more. */
export function readyAt({ cooldownMs }: FiringTerms, state: RuleState | undefined, at: ListenedMs): number {
  const firedAt = state?.firedAt;
  return firedAt === undefined || at < firedAt ? 0 : firedAt + cooldownMs;
}

/** How many commands were sent in the present hour. */
export function commandsIn({ commands, commandsFrom }: RuleState, at: ListenedMs): number {
  const isSame = commandsFrom !== undefined && at >= commandsFrom && at < commandsFrom + HOUR_MS;
  return isSame ? commands : 0;
}

export function withCommands(state: RuleState, sent: number, at: ListenedMs): RuleState {
  const before = commandsIn(state, at);
  return { ...state, commands: before + sent, commandsFrom: before > 0 ? state.commandsFrom : at };
}

/** A rule has never looked at the device. */
export const NOTHING: RuleState = { fired: false, commands: 0 };

function judgeChange(rule: FiringTerms, state: RuleState | undefined, { value, at }: Sample): Verdict | undefined {
  const before = state?.value;
  if (before !== undefined && !isOther(before, value, rule.condition.hysteresis)) return undefined;
  if (before === undefined || !isReady(rule, state, at)) {
    return { state: { ...(state ?? NOTHING), value }, fires: false, ends: false };
  }
  return { state: { ...fired(state, at), fired: false, value }, fires: true, ends: false };
}

function isOther(before: Scalar, value: Scalar, atLeast: number): boolean {
  if (typeof before === 'number' && typeof value === 'number') return Math.abs(before - value) > atLeast;
  return before !== value;
}

function isReady(rule: FiringTerms, state: RuleState | undefined, at: ListenedMs): boolean {
  return at >= readyAt(rule, state, at);
}

function fired(state: RuleState | undefined, at: ListenedMs): RuleState {
  const { commands, commandsFrom } = state ?? NOTHING;
  return { fired: true, firedAt: at, commands, commandsFrom };
}
