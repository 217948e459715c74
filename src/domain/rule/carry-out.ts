import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { Fault } from '../../kit/faults/faults.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { type AlertRuleName, ownLevel } from '../alert/rules.ts';
import type { Observe } from '../alert/seen.ts';
import type { Events } from '../event/event-store.ts';
import type { RuleDevice, RuleDevices } from './devices.ts';
import { commandsIn, MOST_COMMANDS, NOTHING, withCommands } from './judge.ts';
import type { NewState, RulePlan, RuleStep } from './plan.ts';
import type { PlannedAction } from './planned.ts';
import { type ActionOutcome, alertRuleOf, type Places, type Rule, type Scalar } from './rule-records.ts';
import { type RuleReader, stateColumns, stateRowOf } from './rule-rows.ts';

/** A command of a rule. */
export interface RuleCommand {
  readonly org: number;
  /** Row id. */
  readonly endpoint: number;
  readonly payload: Uint8Array;
  readonly format: number;
  /** How the rule is called. */
  readonly rule: string;
  /** Milliseconds. */
  readonly at: number;
}

/** What a rule has for one integration. */
export interface RuleItem {
  readonly org: number;
  /** Uuid. */
  readonly integration: string;
  readonly endpoint: number | undefined;
  readonly epEui: string | undefined;
  readonly content: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly storedAt: number;
}

export interface CarryOutOptions {
  readonly events: Events;
  readonly observe: Observe;
  readonly reader: RuleReader;
  readonly devices: Pick<RuleDevices, 'find'>;
  /** @throws fault when it cannot be queued */
  send(command: RuleCommand, settings: RuleSendSettings): void;
  /** @throws fault `IntegrationNotFound` */
  tell(item: RuleItem): void;
}

/** What holds for downlinks that say nothing else. */
export interface RuleSendSettings {
  readonly validityMs: number;
  readonly maxPending: number;
}

/** Of one rule, the newest: a rule that fires with every message says nothing new by more. */
const MOST_EXECUTIONS = 1000;

type Fired = Extract<RuleStep, { kind: 'fired' }>;

/**
 * Does what rules ask for. What is done, what is known of devices, and up to where the log was looked at are written together: whatever
 * happens to the process, nothing is done twice or left out.
 */
export function ruleExecutor(db: Db, { events, observe, reader, devices, send, tell }: CarryOutOptions) {
  const advance = db.prepare(
    'UPDATE rule_progress SET log_cursor = max(log_cursor, ?), event_cursor = max(event_cursor, ?)',
  );
  const byId = db.prepare('SELECT org, uuid FROM rule WHERE id = ?');
  const keep = inserter(
    db,
    'rule_state',
    stateColumns,
    `ON CONFLICT (endpoint, rule) DO UPDATE SET since = excluded.since, fired = excluded.fired, fired_at = excluded.fired_at,
       value = excluded.value, commands_from = excluded.commands_from, commands = excluded.commands, due_at = excluded.due_at`,
  );
  const drop = db.prepare('DELETE FROM rule_state WHERE endpoint = ? AND rule = ?');
  const execution = inserter(db, 'rule_execution', {
    ...{ uuid: 'text', rule: 'integer', version: 'integer', endpoint: 'integer', ep_eui: 'text', device: 'text' },
    ...{ fired_at: 'integer', stored_at: 'integer', found: 'text', actions: 'text' },
  } as const);
  const dropOldest = db.prepare(
    'DELETE FROM rule_execution WHERE rule = ? AND id <= (SELECT id FROM rule_execution WHERE rule = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  const triggered = db.prepare(
    `INSERT INTO rule_activity (rule, last_triggered_at, last_error) VALUES (?, ?, ?)
     ON CONFLICT (rule) DO UPDATE SET last_triggered_at = max(last_triggered_at, excluded.last_triggered_at),
       last_error = excluded.last_error`,
  );

  const ruleOf = (id: number): Rule | undefined => {
    const row = byId.get(id) as { org: number; uuid: string } | undefined;
    return row && reader.find(row.org, row.uuid);
  };

  /** @throws fault */
  const act = (
    action: PlannedAction,
    rule: Rule,
    device: RuleDevice | undefined,
    fired: Fired,
    options: Doing,
  ): void => {
    if ('error' in action) throw new Failed(action.error);
    const { org, uuid: ruleId, name, version, trigger } = rule;
    const { at, values } = fired;
    const { now } = options;
    const about = { ruleId, name, ...valueIn(trigger.key, values) };
    switch (action.kind) {
      case 'event': {
        const { severity, title, description } = action;
        raiseTriggered(rule, device, fired, now, { severity, title, description });
        return;
      }
      case 'alert': {
        const { severity, title, description } = action;
        const source = { type: 'endpoint', id: fired.endpoint, org } as const;
        const data = { ...about, title, description };
        observe({ rule: alertRuleOf(ruleId) as AlertRuleName, source, at: now, level: ownLevel(severity), data });
        return;
      }
      case 'command': {
        const { endpoint, payload, format } = action;
        if (options.commands >= MOST_COMMANDS) {
          throw new Failed(`ErrTokenRateLimited: more than ${MOST_COMMANDS} commands in an hour`);
        }
        send({ org, endpoint, payload, format, rule: name, at: now }, options.settings);
        options.commands++;
        return;
      }
      case 'integration': {
        const { integrationId: integration, note } = action;
        const content = { ...about, version, note, values };
        tell({ org, integration, endpoint: device?.endpoint, epEui: device?.epEui, content, at, storedAt: now });
      }
    }
  };

  const sourceOf = (device: RuleDevice | undefined) =>
    device
      ? { endpoint: device.endpoint, epEui: device.epEui, sourceName: device.name }
      : ({ source: 'service_center' } as const);

  const raiseTriggered = (
    { org, uuid, name, trigger }: Rule,
    device: RuleDevice | undefined,
    { at, values }: Fired,
    now: number,
    words: Pick<Parameters<Events['raise']>[0], 'severity' | 'title' | 'description'> = {},
  ) => {
    const data = { ruleId: uuid, name, ...valueIn(trigger.key, values) };
    events.raise({ type: 'rule.triggered', org, ...sourceOf(device), ...words, at, storedAt: now, data });
  };

  const failed = (rule: Rule, device: RuleDevice | undefined, kind: string, error: string, at: number, now: number) => {
    const [token = ''] = error.split(':');
    const data = { ruleId: rule.uuid, name: rule.name, action: kind, error, token };
    const { org } = rule;
    events.raise({ type: 'rule.action_failed', org, ...sourceOf(device), at, storedAt: now, data });
  };

  /** @param commandsBefore in the present hour. @returns how many were sent now */
  const carryOut = (fired: Fired, rule: Rule, device: RuleDevice | undefined, options: Doing): void => {
    const { at, values, actions } = fired;
    if (!rule.actions.some(({ kind }) => kind === 'event')) raiseTriggered(rule, device, fired, options.now);
    const outcomes = actions.map((action): ActionOutcome => {
      const { kind } = action;
      try {
        act(action, rule, device, fired, options);
        return { kind, ok: true };
      } catch (cause) {
        if (!(cause instanceof Fault || cause instanceof Failed)) throw cause;
        failed(rule, device, kind, cause.message, at, options.now);
        return { kind, ok: false, error: cause.message };
      }
    });
    execution({
      ...{ uuid: uuid7(options.now), rule: rule.id, version: rule.version, endpoint: fired.endpoint },
      ...{ ep_eui: device?.epEui ?? '', device: device?.device ?? '', fired_at: at, stored_at: options.now },
      ...{ found: JSON.stringify(values), actions: JSON.stringify(outcomes) },
    });
    triggered.run(rule.id, at, outcomes.find(({ ok }) => !ok)?.error ?? '');
  };

  return {
    /**
     * Carries out a plan, all of it or nothing.
     * @returns false: rules, or whom they are for, are other ones since it was made, and it is to be made again
     */
    carryOut: intake((plan: RulePlan, settings: RuleSendSettings, now: number, listened: ListenedMs): boolean => {
      const progress = reader.progress();
      if (progress?.revision !== plan.revision || !isBehind(progress, plan.from)) return false;
      const rules = new Map<number, Rule | undefined>();
      const states = new Map(plan.states.map(each => [keyOf(each), each]));
      for (const step of plan.steps) {
        if (!rules.has(step.rule)) rules.set(step.rule, ruleOf(step.rule));
        const rule = rules.get(step.rule);
        const device = step.endpoint === 0 ? undefined : devices.find(step.endpoint);
        // Its endpoint may be gone since.
        if (!rule || (step.endpoint !== 0 && !device)) continue;
        const { endpoint } = step;
        if (step.kind === 'ended') {
          const source = { type: 'endpoint', id: endpoint, org: rule.org } as const;
          observe({ rule: alertRuleOf(rule.uuid) as AlertRuleName, source, at: now, level: 0 });
          continue;
        }
        const known = states.get(keyOf(step));
        const before = known?.state ? commandsIn(known.state, listened) : 0;
        const options = { settings, now, commands: before };
        carryOut(step, rule, device, options);
        if (options.commands > before) {
          // Also where what fired it is over: what was sent counts.
          const state = withCommands(known?.state ?? NOTHING, options.commands - before, listened);
          states.set(keyOf(step), { endpoint, rule: step.rule, state });
        }
      }
      for (const rule of new Set(plan.steps.flatMap(({ kind, rule }) => (kind === 'fired' ? [rule] : [])))) {
        dropOldest.run(rule, rule, MOST_EXECUTIONS);
      }
      for (const each of states.values()) keepState(each);
      advance.run(plan.upTo.log, plan.upTo.events);
      return true;
    }),
  };

  function keepState({ endpoint, rule, state }: NewState): void {
    if (!state || (endpoint !== 0 && !devices.find(endpoint))) drop.run(endpoint, rule);
    else keep(stateRowOf(endpoint, rule, state));
  }
}
export type RuleExecutor = ReturnType<typeof ruleExecutor>;

/** What an action needs beside itself. */
interface Doing {
  readonly settings: RuleSendSettings;
  readonly now: number;
  /** Sent because of this device in the present hour. */
  commands: number;
}

/** An action cannot be done. */
class Failed extends Error {}

const keyOf = ({ endpoint, rule }: { readonly endpoint: number; readonly rule: number }): string =>
  `${endpoint} ${rule}`;

function isBehind(stored: Places, from: Places): boolean {
  return stored.log <= from.log && stored.events <= from.events;
}

function valueIn(key: string, values: Readonly<Record<string, Scalar>>): Readonly<Record<string, Scalar>> {
  const value = values[key];
  return value === undefined ? values : { key, value };
}
