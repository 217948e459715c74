// Rules: what is typed, what the API takes, and what would be tried of yesterday.
import { parseTags, tagsAsText } from './text/tags.ts';

export const TRIGGERS = ['telemetry', 'silence', 'event'] as const;
export type Trigger = (typeof TRIGGERS)[number];
export const OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'changed'] as const;
export type Operator = (typeof OPERATORS)[number];
export const ACTIONS = ['alert', 'event', 'command', 'integration'] as const;
export type ActionKind = (typeof ACTIONS)[number];
/** What every uplink says beside its decoded values. */
export const RADIO_KEYS = ['rssi', 'snr', 'eqSnr', 'packetCnt'] as const;

export interface RuleAction {
  kind: string;
  severity?: string;
  title?: string;
  description?: string;
  deviceId?: string;
  command?: string;
  parameters?: Record<string, unknown>;
  payloadHex?: string;
  format?: number;
  integrationId?: string;
  note?: string;
  /** Of a simulation: why it could not be done. */
  error?: string;
}

export interface Rule {
  id: string;
  name: string;
  description?: string;
  enabled?: boolean;
  version: number;
  trigger: {
    kind: string;
    deviceIds?: string[];
    deviceTags?: Record<string, string>;
    key?: string;
    eventTypes?: string[];
  };
  condition?: { operator?: string; value?: unknown; value2?: number; forSeconds?: number; hysteresis?: number };
  actions: RuleAction[];
  cooldownSeconds?: number;
  lastTriggeredAt?: string;
  lastError?: string;
}

export interface ActionForm {
  kind: ActionKind;
  severity: string;
  title: string;
  payloadHex: string;
  integrationId: string;
  note: string;
  /** What the form has no field for; it stays as it is. */
  rest: RuleAction;
}

export interface RuleForm {
  name: string;
  trigger: Trigger;
  key: string;
  operator: Operator;
  value: string;
  value2: string;
  forSeconds: string;
  hysteresis: string;
  eventTypes: string;
  tags: string;
  actions: ActionForm[];
  cooldownSeconds: string;
}

const action = (kind: ActionKind = 'alert'): ActionForm => ({
  ...{ kind, severity: 'warning', title: '', payloadHex: '', integrationId: '', note: '' },
  rest: { kind },
});

export const newAction = action;

export function newRule(): RuleForm {
  return {
    ...{
      name: '',
      trigger: 'telemetry',
      key: '',
      operator: 'gt',
      value: '',
      value2: '',
      forSeconds: '',
      hysteresis: '',
    },
    ...{ eventTypes: '', tags: '', actions: [action()], cooldownSeconds: '' },
  };
}

export type RuleMistake = 'missing' | 'number' | 'hex' | 'tags' | 'whole' | 'order' | 'ends' | 'twice';
export type RuleMistakes = Readonly<Record<string, RuleMistake>>;

const isNumber = (text: string): boolean =>
  text.trim() !== '' && Number.isFinite(Number(text.trim().replace(',', '.')));
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));
const isWhole = (text: string): boolean => /^\d{1,8}$/.test(text.trim());

/** By the name of the field; those of actions end in their place. */
export function ruleMistakes(form: RuleForm): RuleMistakes {
  const found: Record<string, RuleMistake> = {};
  if (form.name.trim() === '') found.name = 'missing';
  if (parseTags(form.tags) === undefined) found.tags = 'tags';
  if (form.trigger === 'telemetry') Object.assign(found, conditionMistakes(form));
  if (form.trigger === 'silence' && !(isWhole(form.forSeconds) && Number(form.forSeconds) >= 10))
    found.forSeconds = 'whole';
  if (form.trigger === 'event' && form.eventTypes.trim() === '') found.eventTypes = 'missing';
  if (form.cooldownSeconds.trim() !== '' && !isWhole(form.cooldownSeconds)) found.cooldownSeconds = 'whole';
  // an alert is open until its condition is over, which these never are
  const neverEnds = form.trigger === 'event' || (form.trigger === 'telemetry' && form.operator === 'changed');
  const alerts = form.actions.flatMap(({ kind }, at) => (kind === 'alert' ? [at] : []));
  for (const [place, at] of alerts.entries()) {
    if (neverEnds) found[`kind${at}`] = 'ends';
    else if (place > 0) found[`kind${at}`] = 'twice';
  }
  for (const [at, { kind, title, payloadHex, integrationId, rest }] of form.actions.entries()) {
    if ((kind === 'alert' || kind === 'event') && title.trim() === '') found[`title${at}`] = 'missing';
    if (kind === 'integration' && integrationId === '') found[`integrationId${at}`] = 'missing';
    if (kind === 'command' && rest.command === undefined && !/^([0-9a-f]{2}\s*){1,200}$/i.test(payloadHex.trim()))
      found[`payloadHex${at}`] = 'hex';
  }
  return found;
}

function conditionMistakes({
  key,
  operator,
  value,
  value2,
  forSeconds,
  hysteresis,
}: RuleForm): Record<string, RuleMistake> {
  const found: Record<string, RuleMistake> = {};
  if (key.trim() === '') found.key = 'missing';
  if (operator === 'eq' || operator === 'ne') {
    if (value.trim() === '') found.value = 'missing';
  } else if (operator !== 'changed' && !isNumber(value)) found.value = 'number';
  if (operator === 'between') {
    if (!isNumber(value2)) found.value2 = 'number';
    else if (isNumber(value) && numberOf(value2) < numberOf(value)) found.value2 = 'order';
  }
  if (forSeconds.trim() !== '' && !isWhole(forSeconds)) found.forSeconds = 'whole';
  if (hysteresis.trim() !== '' && !isNumber(hysteresis)) found.hysteresis = 'number';
  return found;
}

/** A number where it is one, true and false, else a text. */
function typedValue(text: string): unknown {
  const plain = text.trim();
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return isNumber(plain) ? numberOf(plain) : plain;
}

/** What the API takes. @param before what is changed: what has no field stays */
export function ruleWish(form: RuleForm, before?: Rule): Omit<Rule, 'id' | 'version'> {
  const tags = parseTags(form.tags) ?? {};
  const seconds = form.forSeconds.trim() === '' ? {} : { forSeconds: Number(form.forSeconds) };
  return {
    ...{ name: form.name.trim(), description: before?.description ?? '', enabled: before?.enabled ?? true },
    trigger: {
      kind: form.trigger,
      ...(before?.trigger.deviceIds?.length ? { deviceIds: before.trigger.deviceIds } : {}),
      ...(Object.keys(tags).length > 0 ? { deviceTags: tags } : {}),
      ...(form.trigger === 'telemetry' ? { key: form.key.trim() } : {}),
      ...(form.trigger === 'event' ? { eventTypes: form.eventTypes.split(/[\s,]+/).filter(Boolean) } : {}),
    },
    ...(form.trigger === 'event'
      ? {}
      : {
          condition:
            form.trigger === 'silence'
              ? seconds
              : {
                  operator: form.operator,
                  ...(form.operator === 'changed' ? {} : { value: typedValue(form.value) }),
                  ...(form.operator === 'between' ? { value2: numberOf(form.value2) } : {}),
                  ...seconds,
                  ...(form.hysteresis.trim() === '' ? {} : { hysteresis: numberOf(form.hysteresis) }),
                },
        }),
    actions: form.actions.map(actionWish),
    ...(form.cooldownSeconds.trim() === '' ? {} : { cooldownSeconds: Number(form.cooldownSeconds) }),
  };
}

function actionWish({ kind, severity, title, payloadHex, integrationId, note, rest }: ActionForm): RuleAction {
  const kept = rest.kind === kind ? rest : { kind };
  if (kind === 'alert' || kind === 'event') return { ...kept, kind, severity, title: title.trim() };
  if (kind === 'command')
    return kept.command === undefined
      ? { ...kept, kind, payloadHex: payloadHex.replace(/\s/g, '') }
      : { ...kept, kind };
  return { ...kept, kind, integrationId, ...(note.trim() === '' ? {} : { note: note.trim() }) };
}

export function ruleForm(rule: Rule): RuleForm {
  const { trigger, condition = {}, actions } = rule;
  const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  return {
    name: rule.name,
    trigger: TRIGGERS.find(kind => kind === trigger.kind) ?? 'telemetry',
    key: trigger.key ?? '',
    operator: OPERATORS.find(name => name === condition.operator) ?? 'gt',
    value: text(condition.value),
    value2: text(condition.value2),
    forSeconds: condition.forSeconds ? String(condition.forSeconds) : '',
    hysteresis: condition.hysteresis ? String(condition.hysteresis) : '',
    eventTypes: (trigger.eventTypes ?? []).join(', '),
    tags: tagsAsText(trigger.deviceTags ?? {}),
    actions: actions.map(one => ({
      kind: ACTIONS.find(kind => kind === one.kind) ?? 'alert',
      severity: one.severity ?? 'warning',
      title: one.title ?? '',
      payloadHex: one.payloadHex ?? '',
      integrationId: one.integrationId ?? '',
      note: one.note ?? '',
      rest: one,
    })),
    cooldownSeconds: rule.cooldownSeconds && rule.cooldownSeconds > 1 ? String(rule.cooldownSeconds) : '',
  };
}

/** One thing that a rule is asked about. */
export interface Trial {
  at: number;
  epEui: string;
  name: string;
  values: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

export interface HeardMessage {
  epEui: string;
  name: string;
  at: number;
  values: Record<string, unknown>;
}

/** What the messages of a time would have asked the rule, oldest first: each with what the endpoint said before. */
export function trialsOf(kind: string, key: string, messages: readonly HeardMessage[]): Trial[] {
  const before = new Map<string, HeardMessage>();
  const trials: Trial[] = [];
  for (const message of [...messages].sort((a, b) => a.at - b.at)) {
    const last = before.get(message.epEui);
    before.set(message.epEui, message);
    const { at, epEui, name } = message;
    if (kind === 'silence') {
      if (last) trials.push({ at, epEui, name, values: { silentSeconds: Math.floor((at - last.at) / 1000) } });
    } else if (message.values[key] !== undefined) {
      const previous = last?.values[key];
      trials.push({
        ...{ at, epEui, name, values: { [key]: message.values[key] } },
        ...(previous === undefined ? {} : { previous: { [key]: previous } }),
      });
    }
  }
  return trials;
}
