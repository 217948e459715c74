import { limitProblem, type Rule, type RuleKeys, type RuleName, ruleNames, ruleOf } from '../domain/alert/rules.ts';
import { flag, fraction, numbers, type Setting, whole, withoutDefault } from './kinds.ts';

type RuleValue = boolean | number | readonly number[] | undefined;
/** The keys of one rule: those that it has. */
type RuleSection = Readonly<Record<string, Setting<RuleValue>>>;

/** Said once in the example file, in front of all rules. */
export const ABOUT_RULES = [
  'Rules of alerts, one a line. enabled: whether it is judged; limit: where it opens, with several severities the mildest first;',
  'clear_limit: where it clears, which follows the limit where it is not set; hold_s, clear_s: how long it has to be so, seconds;',
  'rules that count open at limit times within window_s and clear at fewer than clear_limit within clear_s, which is window_s where that',
  'alone is set.',
];

const MAX = 1_000_000;
const seconds = { min: 0, max: 31_536_000 };

/** `alerts.<rule>`, made of the rules. */
export const alertRules = Object.fromEntries(ruleNames.map(name => [name, sectionOf(ruleOf(name))])) as Readonly<
  Record<RuleName, RuleSection>
>;

/** Whether the example file and `--print-config` show it in one line. */
export function isRule(key: string): boolean {
  return ruleNames.some(name => key === `alerts.${name}`);
}

/** Limits that contradict each other, each with its key. */
export function limitProblems(given: Readonly<Record<RuleName, RuleKeys>>): string[] {
  return ruleNames.flatMap(name => {
    const problem = limitProblem(name, given[name]);
    return problem ? [`alerts.${name}.${problem.key}: ${problem.must}`] : [];
  });
}

function sectionOf(rule: Rule): RuleSection {
  const { opens, steps, limits, on, clearAt, more = {} } = rule;
  const [[, first] = ['', 0]] = steps;
  const isCount = opens === 'count';
  const settable = limits === 'settable';
  const limit =
    steps.length > 1
      ? numbers(
          `Limits, the mildest first.`,
          steps.map(([, each]) => each),
          { min: 0, max: MAX },
        )
      : isCount
        ? whole('So many within window_s are too many.', first)
        : fraction('Limit.', first, 0, MAX);
  const ofMore = Object.entries(more).map(([key, { about, value }]) => [key, fraction(about, value, 0, MAX)] as const);
  return {
    enabled: flag('Whether it is judged.', on),
    ...(settable && { limit }),
    ...(settable && clearAt && { clear_limit: clearSetting(isCount, clearAt(first)) }),
    ...(isCount
      ? { window_s: time('Window, seconds.', rule.windowMs) }
      : { hold_s: time('Hold, seconds.', rule.holdMs) }),
    clear_s: isCount && clearAt ? clearTime(rule.clearMs) : time('Clear, seconds.', rule.clearMs),
    ...Object.fromEntries(ofMore),
  };
}

function time(about: string, ms = 0): Setting<number> {
  return whole(about, ms / 1000, seconds);
}

/** It moves with the window as long as it is not set. */
function clearTime(ms = 0): Setting<number | undefined> {
  const setting = time('Clear, seconds.', ms);
  return withoutDefault({ ...setting, fallback: () => undefined }, String(ms / 1000));
}

/** It moves with the limit as long as it is not set. */
function clearSetting(isCount: boolean, value: number): Setting<number | undefined> {
  const about = 'Where it clears.';
  if (isCount) return whole(about, value, { min: 1 });
  const setting = fraction(about, value, 0, MAX);
  return withoutDefault({ ...setting, fallback: () => undefined }, String(Number(value.toFixed(6))));
}
