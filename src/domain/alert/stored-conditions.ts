import type { Db } from '../../database/driver.ts';
import { type Condition, newCondition, type StoredCondition } from './condition.ts';
import { knownRule } from './rules.ts';

/** What an engine has to know of an alert that is open. */
interface OpenRow {
  alert: number;
  opening: number;
  count: number;
  last_seen_at: number;
  step: number;
  told: number;
  inhibited_by: string;
  silenced_until: number | null;
  event: string | null;
  data: string;
}
type ConditionRow = { rule: string; source: string; state: string } & { [K in keyof OpenRow]: OpenRow[K] | null };

/** Reads what was stored of conditions, each with its open alert. */
export function storedConditions(db: Db): () => Condition[] {
  const conditions = db.prepare(
    `SELECT c.rule, c.source, c.state, a.id AS alert, a.opening, a.count, a.last_seen_at, a.step, a.told, a.inhibited_by,
       a.silenced_until, a.event, a.data
     FROM alert_condition c LEFT JOIN alert a ON a.rule = c.rule AND a.source = c.source AND a.status <> 'resolved'`,
  );
  return () => (conditions.all() as ConditionRow[]).flatMap(conditionOf);
}

/** Of a rule that this release knows. */
function conditionOf({ rule: name, state: text, ...row }: ConditionRow): Condition[] {
  const rule = knownRule(name);
  if (rule === undefined) return [];
  const known = JSON.parse(text) as StoredCondition;
  const condition: Condition = { ...newCondition(rule, known.source), ...known, stored: true };
  if (row.alert === null) return [condition];
  const { alert, opening, count, last_seen_at, step, told, inhibited_by, silenced_until, event, data } = row;
  const open = { alert, opening: opening ?? 1, count: count ?? 1, lastSeenAt: last_seen_at ?? 0, step: step ?? 0 };
  const telling = { told: told ?? 0, inhibitedBy: inhibited_by ?? '', silencedUntil: silenced_until };
  return [
    {
      ...{ ...condition, ...open, ...telling, open: true, event: event ?? undefined },
      data: JSON.parse(data ?? '{}') as Condition['data'],
    },
  ];
}
