import type { Rule, RuleAction } from '../../model/rules.ts';
import type { Severity } from '../../model/states.ts';
import { tagsAsText } from '../../model/text/tags.ts';
import { format, words } from '../../words/words.ts';

/** "When temperature of every endpoint is above 8 for 10 min, open an alert (Warning)." */
export function ruleSentence(rule: Rule): string {
  const { sentence } = words.value.rules;
  return sentence.whole(whenOf(rule), format.value.list(rule.actions.map(actionOf)));
}

function whenOf({ trigger, condition = {} }: Rule): string {
  const { sentence } = words.value.rules;
  const { deviceIds = [], deviceTags = {}, key = '', eventTypes = [] } = trigger;
  const tags = tagsAsText(deviceTags);
  const of =
    tags !== '' ? sentence.tagged(tags) : deviceIds.length > 0 ? sentence.some(deviceIds.length) : sentence.all;
  const lasting = condition.forSeconds ? format.value.duration(condition.forSeconds * 1000) : undefined;
  if (trigger.kind === 'silence') return sentence.silence(of, lasting ?? '');
  if (trigger.kind === 'event') return sentence.event(format.value.list(eventTypes), of);
  const said = conditionOf(condition);
  return sentence.telemetry(key, lasting === undefined ? said : sentence.for(said, lasting), of);
}

function conditionOf({ operator = 'gt', value, value2 }: NonNullable<Rule['condition']>): string {
  const { sentence } = words.value.rules;
  const inWords = (one: unknown) => (typeof one === 'number' ? format.value.number(one, 6) : String(one ?? ''));
  if (operator === 'changed') return sentence.changed;
  if (operator === 'between') return sentence.between(inWords(value), inWords(value2));
  const known = {
    gt: sentence.gt,
    gte: sentence.gte,
    lt: sentence.lt,
    lte: sentence.lte,
    eq: sentence.eq,
    ne: sentence.ne,
  };
  return (known[operator as keyof typeof known] ?? sentence.eq)(inWords(value));
}

function actionOf({ kind, severity = 'warning' }: RuleAction): string {
  const { sentence } = words.value.rules;
  const grave = words.value.states.severity[severity as Severity] ?? severity;
  if (kind === 'alert') return sentence.alert(grave);
  if (kind === 'event') return sentence.event_(grave);
  return kind === 'command' ? sentence.command : sentence.integration;
}

/** "temperature 8.5, mode eco" */
export function valuesInWords(values: Readonly<Record<string, unknown>> | undefined): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? format.value.number(value, 4) : String(value)}`)
    .join(', ');
}
