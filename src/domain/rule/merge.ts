import type { GivenRule } from './definition.ts';
import type { RuleSettings } from './rule-records.ts';

/** What a change may name, by the names of the schema; what stands below a part changes only that. */
export const RULE_PATHS = [
  ...['name', 'description', 'enabled', 'cooldown_seconds', 'actions'],
  ...['trigger', 'trigger.kind', 'trigger.device_ids', 'trigger.device_tags', 'trigger.key', 'trigger.event_types'],
  ...['condition', 'condition.operator', 'condition.value', 'condition.value2'],
  ...['condition.for_seconds', 'condition.hysteresis'],
] as const;

/** What a rule has, with what is given in place of what is named. What is named and not given is as if it never was. */
export function merged(before: RuleSettings, given: GivenRule, named: readonly string[]): GivenRule {
  const keys = named.map(path => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  const top = keys.filter(key => !key.includes('.') && key !== 'trigger' && key !== 'condition');
  const part = <P extends object>(
    name: 'trigger' | 'condition',
    old: P,
    changed: P | null | undefined,
  ): P | undefined => {
    if (!keys.includes(name)) return old;
    if (!changed) return undefined;
    const below = keys.flatMap(key => (key.startsWith(`${name}.`) ? [key.slice(name.length + 1)] : []));
    return { ...old, ...Object.fromEntries(below.map(key => [key, changed[key as keyof P]])) };
  };
  return {
    ...before,
    ...Object.fromEntries(top.map(key => [key, given[key as keyof GivenRule]])),
    trigger: part<NonNullable<GivenRule['trigger']>>('trigger', before.trigger, given.trigger),
    condition: part<NonNullable<GivenRule['condition']>>('condition', before.condition, given.condition),
  };
}
