import type { AlertRuleName } from './rules.ts';
import type { AlertSource, Observation } from './seen.ts';

export type Resolution = 'cleared' | 'source_deleted' | 'manual' | 'rule_disabled';

/** What is known between two looks at a rule and a source: on the way to an alert, open, or on the way back. */
export interface Condition {
  readonly rule: AlertRuleName;
  readonly source: AlertSource;
  data: NonNullable<Observation['data']>;
  /** Uuid of the newest event that shows it. */
  event: string | undefined;
  /** The newest; of a count: how often it happened within the window. */
  level: number;
  /** Those of the machine, where it has them. */
  limits: readonly number[] | undefined;
  /** Since when each step of severity is reached without a break, milliseconds; null: it is not. */
  since: (number | null)[];
  /** Since when it is clear, milliseconds. */
  clearing: number | null;
  /** When it happened, the oldest first: as many as decide. */
  times: number[];
  /** Resolved by hand: it has to be clear before it opens again. */
  byHand: boolean;
  /** When it opened or was resolved within the last hour. */
  changes: number[];
  flapping: boolean;
  /** Row id of its newest alert, 0 when there was none. */
  alert: number;
  open: boolean;
  /** Of the open alert: index of its severity among the steps of the rule. */
  step: number;
  /** How often the alert was opened. */
  opening: number;
  /** Openings, and events that would have opened it. */
  count: number;
  lastSeenAt: number;
  /** The step that was handed over to be told, counted from 1; 0: none of this opening. */
  told: number;
  /** Rule of what inhibits it, else empty. */
  inhibitedBy: string;
  silencedUntil: number | null;
  /** When the engine has to look at it again, milliseconds. */
  due: number;
  /** It has a row. */
  stored: boolean;
}

/** What is stored of a condition; the rest stands in the row of its alert. */
export type StoredCondition = Pick<
  Condition,
  'source' | 'level' | 'limits' | 'since' | 'clearing' | 'times' | 'byHand' | 'changes' | 'flapping' | 'alert'
>;

export function newCondition(rule: AlertRuleName, source: AlertSource): Condition {
  return {
    ...{ rule, source, data: {}, event: undefined, level: 0, limits: undefined },
    ...{ since: [], clearing: null, times: [], byHand: false, changes: [], flapping: false },
    ...{ alert: 0, open: false, step: 0, opening: 0, count: 0, lastSeenAt: 0 },
    ...{ told: 0, inhibitedBy: '', silencedUntil: null, due: Number.POSITIVE_INFINITY, stored: false },
  };
}

export function storedPart(condition: Condition): StoredCondition {
  const { source, level, limits, since, clearing, times, byHand, changes, flapping, alert } = condition;
  return { source, level, limits, since, clearing, times, byHand, changes, flapping, alert };
}

/** What a source is kept by. */
export function sourceKey({ type, id }: Pick<AlertSource, 'type' | 'id'>): string {
  return `${type} ${id}`;
}
