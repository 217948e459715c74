import type { Db } from '../../database/driver.ts';
import { type Finding, fail } from '../../kit/faults/finding.ts';
import { sinceWords } from '../../kit/since.ts';
import { type RuleName, ruleNames, ruleOf } from './rules.ts';

/** An open alert about the service center itself, or about what it is to do by itself: deliver. */
export interface InstallationAlert {
  readonly rule: RuleName;
  /** A listener, or what else it is about; may be empty. */
  readonly name: string;
  readonly level: 'warn' | 'fail';
  readonly text: string;
  readonly todo: string;
  /** Milliseconds. */
  readonly since: number;
}

interface Row {
  rule: string;
  name: string;
  severity: string;
  description: string;
  data: string;
  since: number;
}

/** What is wrong with the service center, of any database that has alerts. */
export function installationAlerts(db: Db): () => InstallationAlert[] {
  const open = db.prepare(
    `SELECT rule, source_name AS name, severity, description, data, opened_at AS since FROM alert
     WHERE status <> 'resolved' AND (source_type = 'service_center' AND rule NOT IN ('traffic_drop', 'update_available') OR rule = 'integration_failing')
     ORDER BY opened_at, id`,
  );
  return () => (open.all() as Row[]).flatMap(alertOf);
}

/** What is wrong with the service center and critical: rule and name. */
export function criticalAlerts(db: Db): () => readonly string[] {
  const critical = db.prepare(
    `SELECT rule, source_name AS name FROM alert
     WHERE status <> 'resolved' AND source_type = 'service_center' AND severity = 'critical' ORDER BY rule, source_name`,
  );
  return () => (critical.all() as Pick<Row, 'rule' | 'name'>[]).map(({ rule, name }) => `${rule} ${name}`.trim());
}

function alertOf({ rule: named, name, severity, description, data, since }: Row): InstallationAlert[] {
  const rule = ruleNames.find(known => known === named);
  if (rule === undefined) return [];
  const found = JSON.parse(data) as { text?: unknown; todo?: unknown };
  const level = severity === 'error' || severity === 'critical' ? 'fail' : 'warn';
  if (typeof found.text === 'string' && typeof found.todo === 'string') {
    return [{ rule, name, level, text: found.text, todo: found.todo, since }];
  }
  const { todo } = ruleOf(rule);
  return [{ rule, name, level, text: unended(description.slice(0, -todo.length - 1)), todo: unended(todo), since }];
}

/** What a check is called that finds what a rule is about. */
const CHECKS: Partial<Record<RuleName, string>> = {
  certificate_server: 'certificate',
  certificate_ca: 'certificate',
  integration_failing: 'integration',
};

export const checkOf = (rule: RuleName): string => CHECKS[rule] ?? rule;

/** Findings are parts of lines; what ends a sentence there is no part of them. */
const unended = (sentence: string): string => sentence.replace(/\.$/, '');

/** An integration that does not deliver, in the words of its alert. */
export function failingIntegration(name: string, error: string): Finding {
  const { says, todo } = ruleOf('integration_failing');
  const text = unended(says({ name, level: 1, data: { error } }));
  return { check: checkOf('integration_failing'), about: name, ...fail(text, unended(todo)) };
}

/** What a finding says of when it became an alert. Milliseconds. */
export const sinceText = (since: number, now: number): string => ` (${sinceWords(since, now)})`;

/** An alert as a finding, with since when. @param now milliseconds */
export function alertFinding({ rule, level, text, todo, since }: InstallationAlert, now: number): Finding {
  return { check: checkOf(rule), level, text: `${text}${sinceText(since, now)}`, todo };
}
