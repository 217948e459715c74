import { parseEui } from '../../kit/eui.ts';
import { type Fault, fault } from '../../kit/faults/faults.ts';
import { isPrintable } from '../../kit/printable.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { categories, type EventKind, eventCatalog, severities } from '../event/catalog.ts';
import {
  type Action,
  actionKinds,
  type Condition,
  type Operator,
  operators,
  type RuleSettings,
  type Scalar,
  type Trigger,
  type TriggerKind,
  triggerKinds,
} from './rule-records.ts';

const NAME = 128;
const TEXT = 1024;
const VALUE_TEXT = 256;
const DEVICES = 500;
const TAGS = 32;
const TAG = 256;
const EVENT_TYPES = 50;
const ACTIONS = 10;
const FORMAT = 255;
const PAYLOAD_DIGITS = 400;
const PARAMETERS = 100;
/** Of the whole definition as it is stored. */
const DEFINITION = 64 * 1024;
const YEAR_S = 31_536_000;
/** As short as the interval of an endpoint may be. */
const SILENCE_S = 10;
const COOLDOWN_S = 1;

/** What only those with a capability of their own may read does not make rules fire. */
const CLOSED = ['audit', 'security', 'system'] as const;
const catalog: ReadonlyMap<string, EventKind> = new Map(Object.entries(eventCatalog));
const OPEN = categories.filter(category => !CLOSED.some(closed => closed === category));

type Maybe<T> = T | null | undefined;

/** A definition as it comes in: nothing of it is sure. */
export interface GivenRule {
  readonly name?: Maybe<string>;
  readonly description?: Maybe<string>;
  readonly enabled?: Maybe<boolean>;
  readonly cooldownSeconds?: Maybe<number>;
  readonly trigger?: Maybe<GivenTrigger>;
  readonly condition?: Maybe<GivenCondition>;
  readonly actions?: Maybe<readonly GivenAction[]>;
}
export interface GivenTrigger {
  readonly kind?: Maybe<string>;
  readonly deviceIds?: Maybe<readonly string[]>;
  readonly deviceTags?: Maybe<Readonly<Record<string, string>>>;
  readonly key?: Maybe<string>;
  readonly eventTypes?: Maybe<readonly string[]>;
}
export interface GivenCondition {
  readonly operator?: Maybe<string>;
  readonly value?: unknown;
  readonly value2?: Maybe<number>;
  readonly forSeconds?: Maybe<number>;
  readonly hysteresis?: Maybe<number>;
}
export interface GivenAction {
  readonly kind?: Maybe<string>;
  readonly severity?: Maybe<string>;
  readonly title?: Maybe<string>;
  readonly description?: Maybe<string>;
  readonly deviceId?: Maybe<string>;
  readonly command?: Maybe<string>;
  readonly parameters?: Maybe<Readonly<Record<string, unknown>>>;
  readonly payloadHex?: Maybe<string>;
  readonly format?: Maybe<number>;
  readonly integrationId?: Maybe<string>;
  readonly note?: Maybe<string>;
}

/** What is wrong with a rule. @param pointer where it stands, as RFC 6901 writes it */
export function invalid(pointer: string, reason: string): Fault {
  return fault('RuleInvalid', { pointer, reason });
}

/** A definition that can be carried out. @throws fault `RuleInvalid` with `pointer` */
export function checkedRule(given: GivenRule): RuleSettings {
  const name = textAt('/name', given.name, NAME);
  if (name === '') throw invalid('/name', 'a rule needs a name');
  const description = textAt('/description', given.description, TEXT, true);
  const trigger = checkedTrigger(given.trigger ?? {});
  const condition = checkedCondition(given.condition ?? {}, trigger.kind);
  const ends = trigger.kind !== 'event' && condition.operator !== 'changed';
  const actions = checkedActions(given.actions ?? [], ends);
  const cooldownSeconds = wholeAt('/cooldownSeconds', given.cooldownSeconds ?? COOLDOWN_S, COOLDOWN_S, YEAR_S);
  const rule = { name, description, enabled: given.enabled ?? true, trigger, condition, actions, cooldownSeconds };
  if (Buffer.byteLength(JSON.stringify({ trigger, condition, actions })) > DEFINITION) {
    throw invalid('', `longer than ${DEFINITION} bytes`);
  }
  return rule;
}

function checkedTrigger(given: GivenTrigger): Trigger {
  const at = '/trigger';
  const kind = wordAt(`${at}/kind`, given.kind, triggerKinds);
  const ids = listAt(`${at}/deviceIds`, given.deviceIds, DEVICES);
  const deviceIds = ids.map((id, n) => deviceAt(`${at}/deviceIds/${n}`, id));
  const tags = Object.entries(given.deviceTags ?? {});
  if (tags.length > TAGS) throw invalid(`${at}/deviceTags`, `more than ${TAGS}`);
  for (const [tag, value] of tags) {
    if (tag === '' || tag.length > TAG || value.length > TAG) {
      throw invalid(`${at}/deviceTags/${escaped(tag)}`, `1 to ${TAG} characters`);
    }
  }
  const key = textAt(`${at}/key`, given.key, NAME);
  if ((key !== '') !== (kind === 'telemetry'))
    throw invalid(`${at}/key`, 'goes with kind telemetry, and belongs to it');
  const types = listAt(`${at}/eventTypes`, given.eventTypes, EVENT_TYPES);
  if (types.length > 0 !== (kind === 'event')) {
    throw invalid(`${at}/eventTypes`, 'go with kind event, and belong to it');
  }
  for (const [n, type] of types.entries()) eventTypeAt(`${at}/eventTypes/${n}`, type);
  return {
    ...{ kind, deviceIds: [...new Set(deviceIds)], deviceTags: Object.fromEntries(tags) },
    ...{ key, eventTypes: [...new Set(types)] },
  };
}

function checkedCondition(given: GivenCondition, kind: TriggerKind): Condition {
  const at = '/condition';
  const forSeconds = wholeAt(`${at}/forSeconds`, given.forSeconds ?? 0, 0, YEAR_S);
  const hysteresis = given.hysteresis ?? 0;
  if (!(Number.isFinite(hysteresis) && hysteresis >= 0)) throw invalid(`${at}/hysteresis`, 'a number from 0');
  if (kind !== 'telemetry') {
    for (const name of ['operator', 'value', 'value2', 'hysteresis'] as const) {
      if (isGiven(given[name]) && given[name] !== 0) throw invalid(`${at}/${name}`, 'goes with kind telemetry');
    }
    if (kind === 'silence') wholeAt(`${at}/forSeconds`, forSeconds, SILENCE_S, YEAR_S);
    else if (forSeconds > 0) throw invalid(`${at}/forSeconds`, 'an event takes no time');
    return { forSeconds, hysteresis };
  }
  const operator = wordAt(`${at}/operator`, given.operator, operators);
  if (operator === 'changed') {
    for (const name of ['value', 'value2', 'forSeconds'] as const) {
      if (isGiven(given[name]) && given[name] !== 0) throw invalid(`${at}/${name}`, 'a change has none');
    }
    return { operator, forSeconds, hysteresis };
  }
  const value = valueAt(`${at}/value`, given.value, operator);
  if (hysteresis > 0 && (operator === 'eq' || operator === 'ne')) {
    throw invalid(`${at}/hysteresis`, 'equal is equal');
  }
  const { value2 } = given;
  if ((operator === 'between') !== isGiven(value2)) {
    throw invalid(`${at}/value2`, 'goes with operator between, and belongs to it');
  }
  if (!isGiven(value2)) return { operator, value, forSeconds, hysteresis };
  if (!(Number.isFinite(value2) && Number(value2) >= Number(value))) {
    throw invalid(`${at}/value2`, 'a number from value on');
  }
  return { operator, value, value2: Number(value2), forSeconds, hysteresis };
}

/** @param ends whether the condition is over some time */
function checkedActions(given: readonly GivenAction[], ends: boolean): Action[] {
  if (given.length === 0) throw invalid('/actions', 'a rule does something');
  if (given.length > ACTIONS) throw invalid('/actions', `more than ${ACTIONS}`);
  const actions = given.map((action, n) => checkedAction(`/actions/${n}`, action));
  const alerts = actions.flatMap(({ kind }, n) => (kind === 'alert' ? [n] : []));
  const [first, second] = alerts;
  if (first !== undefined && !ends) throw invalid(`/actions/${first}/kind`, 'an alert needs a condition that is over');
  if (second !== undefined) throw invalid(`/actions/${second}/kind`, 'a rule has one alert');
  return actions;
}

/** Which keys belong to which kind; whatever else is given would be lost. */
const KEYS = {
  event: ['severity', 'title', 'description'],
  alert: ['severity', 'title', 'description'],
  command: ['deviceId', 'command', 'parameters', 'payloadHex', 'format'],
  integration: ['integrationId', 'note'],
} as const satisfies Record<Action['kind'], readonly (keyof GivenAction)[]>;

function checkedAction(at: string, given: GivenAction): Action {
  const kind = wordAt(`${at}/kind`, given.kind, actionKinds);
  const own: readonly string[] = KEYS[kind];
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'kind' && isGiven(value) && value !== '' && !own.includes(name)) {
      throw invalid(`${at}/${name}`, `does not belong to kind ${kind}`);
    }
  }
  if (kind === 'command') return checkedCommand(at, given);
  if (kind === 'integration') {
    const integrationId = parseUuid(given.integrationId ?? '');
    if (integrationId === undefined) throw invalid(`${at}/integrationId`, 'a uuid');
    return { kind, integrationId, note: textAt(`${at}/note`, given.note, TEXT, true) };
  }
  const severity = wordAt(`${at}/severity`, given.severity, severities);
  const title = textAt(`${at}/title`, given.title, NAME);
  if (title === '') throw invalid(`${at}/title`, 'an event or alert needs a title');
  return { kind, severity, title, description: textAt(`${at}/description`, given.description, TEXT, true) };
}

function checkedCommand(at: string, given: GivenAction): Action {
  const { parameters, payloadHex, format } = given;
  const command = textAt(`${at}/command`, given.command, NAME);
  const isBytes = isGiven(payloadHex);
  if (isBytes === (command !== '')) throw invalid(`${at}/command`, 'either a command or payloadHex');
  if (isGiven(parameters) && isBytes) throw invalid(`${at}/parameters`, 'go with command');
  if (isGiven(parameters) && Object.keys(parameters ?? {}).length > PARAMETERS) {
    throw invalid(`${at}/parameters`, `more than ${PARAMETERS}`);
  }
  if (isGiven(format) && !isBytes) throw invalid(`${at}/format`, 'goes with payloadHex');
  if (isGiven(format)) wholeAt(`${at}/format`, Number(format), 0, FORMAT);
  const hex = (payloadHex ?? '').toLowerCase();
  if (hex.length > PAYLOAD_DIGITS || hex.length % 2 === 1 || !/^[0-9a-f]*$/.test(hex)) {
    throw invalid(`${at}/payloadHex`, `at most ${PAYLOAD_DIGITS} hex digits, an even number of them`);
  }
  return {
    kind: 'command',
    ...(given.deviceId && { deviceId: deviceAt(`${at}/deviceId`, given.deviceId) }),
    ...(command !== '' && { command, parameters: parameters ?? {} }),
    ...(isBytes && { payloadHex: hex, format: format ?? 0 }),
  };
}

function valueAt(at: string, value: unknown, operator: Operator): Scalar {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const isText = typeof value === 'string' && value.length <= VALUE_TEXT;
  const fits = operator === 'eq' || operator === 'ne' ? isNumber || isText || typeof value === 'boolean' : isNumber;
  if (!fits) throw invalid(at, operator === 'eq' || operator === 'ne' ? 'a number, text, true or false' : 'a number');
  return value as Scalar;
}

function eventTypeAt(at: string, type: string): void {
  const isAll = type.endsWith('*');
  const start = isAll ? type.slice(0, -1) : type;
  const meant = Object.entries(eventCatalog).filter(([name]) => (isAll ? name.startsWith(start) : name === start));
  if (meant.length === 0) throw invalid(at, 'there is no such event');
  if (meant.every(([name]) => name.startsWith('rule.'))) throw invalid(at, 'rules do not fire by rules');
  if (!meant.some(([, { category }]) => OPEN.includes(category))) throw invalid(at, `only of ${OPEN.join(', ')}`);
}

/** Whether an event fires rules of that type, all of those that begin so being meant by a `*`. */
export function firesBy(types: readonly string[], type: string): boolean {
  const category = catalog.get(type)?.category;
  if (type.startsWith('rule.') || !OPEN.some(open => open === category)) return false;
  return types.some(one => (one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : one === type));
}

function deviceAt(at: string, id: string): string {
  const known = parseUuid(id) ?? parseEui(id);
  if (known === undefined) throw invalid(at, 'the id of a device');
  return known;
}

function wordAt<const T extends string>(at: string, word: Maybe<string>, words: readonly T[]): T {
  const found = words.find(each => each === word);
  if (found === undefined) throw invalid(at, `one of ${words.join(', ')}`);
  return found;
}

function wholeAt(at: string, value: number, min: number, max: number): number {
  if (!(Number.isInteger(value) && value >= min && value <= max)) throw invalid(at, `a whole number, ${min} to ${max}`);
  return value;
}

function textAt(at: string, given: Maybe<string>, max: number, lines = false): string {
  const text = (given ?? '').trim();
  if (text.length > max) throw invalid(at, `at most ${max} characters`);
  if (!isPrintable(text, { lines })) throw invalid(at, 'a character that cannot be printed');
  return text;
}

function listAt(at: string, given: Maybe<readonly string[]>, max: number): readonly string[] {
  const items = given ?? [];
  if (items.length > max) throw invalid(at, `more than ${max}`);
  return items;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** As a part of a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
