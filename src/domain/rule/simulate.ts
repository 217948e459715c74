import { isJsonObject } from '../../kit/json-object.ts';
import { listenedMs } from '../../kit/time/listened.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { firesBy } from './definition.ts';
import type { RuleDevices } from './devices.ts';
import { holds, judge } from './judge.ts';
import { type CommandEncoder, type PlannedAction, planned } from './planned.ts';
import type { Action, Rule, Scalar } from './rule-records.ts';

/** The question whether a rule would fire by these values. */
export interface Simulation {
  readonly rule: Rule;
  /** Row id of the endpoint that the values are of; undefined: of none. */
  readonly endpoint: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** Those before; undefined: there were none. */
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** An action that would be done, and why it could not. */
export interface SimulatedAction {
  readonly action: Action;
  readonly error: string | undefined;
}

export interface Simulated {
  readonly fires: boolean;
  readonly actions: readonly SimulatedAction[];
}

/** Shows what a rule would do; nothing is done. A condition that has to hold for some time is taken to have held for it. */
export function ruleSimulator({ devices, commands }: { devices: RuleDevices; commands: CommandEncoder }) {
  return {
    simulate(simulation: Simulation): Simulated {
      const { rule, endpoint, values, now } = simulation;
      if (!fires(simulation)) return { fires: false, actions: [] };
      const device = endpoint === undefined ? undefined : devices.find(endpoint);
      const { key } = rule.trigger;
      const value = key === '' ? undefined : valueAt(values, key);
      const told = key === '' ? scalarsOf(values) : { ...(value !== undefined && { [key]: value }) };
      const found = { rule, device, values: told, at: now, endpoint, org: rule.org };
      const actions = rule.actions.map(action => shown(action, planned(action, found, { devices, commands })));
      return { fires: true, actions };
    },
  };
}

function fires({ rule, values, previous }: Simulation): boolean {
  const { trigger, condition } = rule;
  if (trigger.kind === 'event') {
    const { eventType } = values;
    return typeof eventType !== 'string' || firesBy(trigger.eventTypes, eventType);
  }
  if (trigger.kind === 'silence') {
    const { silentSeconds } = values;
    return typeof silentSeconds !== 'number' || silentSeconds >= condition.forSeconds;
  }
  const [value, before] = [valueAt(values, trigger.key), previous && valueAt(previous, trigger.key)];
  if (value === undefined) return false;
  const judged = { condition: { ...condition, forSeconds: 0 }, cooldownMs: SECOND_MS };
  const held = before !== undefined && holds(condition, before, false) === true;
  const state =
    before === undefined ? undefined : { fired: held, value: before, commands: 0, since: held ? 0 : undefined };
  return judge(judged, state, { value, at: listenedMs(0) })?.fires ?? false;
}

/** A value by its name, else by its way through what has names itself. */
export function valueAt(values: Readonly<Record<string, unknown>>, key: string): Scalar | undefined {
  const own = (from: unknown, name: string): unknown =>
    isJsonObject(from) && Object.hasOwn(from, name) ? from[name] : undefined;
  const exact = own(values, key);
  const found = exact === undefined ? key.split('.').reduce<unknown>(own, values) : exact;
  return isScalar(found) ? found : undefined;
}

function scalarsOf(values: Readonly<Record<string, unknown>>): Record<string, Scalar> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Scalar] => isScalar(entry[1])));
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

/** The action as it was given, with what the plan has filled in. */
function shown(action: Action, plan: PlannedAction): SimulatedAction {
  if ('error' in plan) return { action, error: plan.error };
  if (action.kind === 'integration' && plan.kind === 'integration') {
    return { action: { ...action, note: plan.note }, error: undefined };
  }
  if ((action.kind === 'event' || action.kind === 'alert') && (plan.kind === 'event' || plan.kind === 'alert')) {
    return { action: { ...action, title: plan.title, description: plan.description }, error: undefined };
  }
  return { action, error: undefined };
}
