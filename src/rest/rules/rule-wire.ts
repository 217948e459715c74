import type { GivenAction, GivenRule } from '../../domain/rule/definition.ts';
import type { Action, Execution, Rule, Scalar } from '../../domain/rule/rule-records.ts';
import type { SimulatedAction } from '../../domain/rule/simulate.ts';
import type { ValueIn, ValueOut } from '../../rpc/schema.gen.ts';
import { jsonOf, struct, timestamp } from '../../rpc/wire.ts';
import type { RuleActionIn, RuleActionOut, RuleExecutionOut, RuleIn, RuleOut } from '../schema.gen.ts';

/** A rule as it was sent; what is wrong with it is found where it is checked. */
export function ruleFromWire({
  name,
  description,
  enabled,
  trigger,
  condition,
  actions,
  cooldown_seconds,
}: RuleIn): GivenRule {
  return {
    ...{ name, description, enabled, cooldownSeconds: cooldown_seconds },
    trigger: trigger && {
      ...{ kind: trigger.kind, deviceIds: trigger.device_ids, deviceTags: trigger.device_tags },
      ...{ key: trigger.key, eventTypes: trigger.event_types },
    },
    condition: condition && {
      ...{ operator: condition.operator, value: plainOf(condition.value), value2: condition.value2 },
      ...{ forSeconds: condition.for_seconds, hysteresis: condition.hysteresis },
    },
    actions: actions.map(actionFromWire),
  };
}

function actionFromWire(action: RuleActionIn): GivenAction {
  const { kind, severity, title, description, command, format, note, parameters } = action;
  return {
    ...{ kind, severity, title, description, command, format, note, parameters: parameters && jsonOf(parameters) },
    ...{ deviceId: action.device_id, payloadHex: action.payload_hex, integrationId: action.integration_id },
  };
}

/** A rule as callers read it. */
export function ruleToWire(rule: Rule): RuleOut {
  const { trigger, condition } = rule;
  const { operator, value, value2 } = condition;
  return {
    ...{ id: rule.uuid, name: rule.name, description: rule.description, enabled: rule.enabled, version: rule.version },
    trigger: {
      ...{ kind: trigger.kind, device_ids: trigger.deviceIds, device_tags: trigger.deviceTags },
      ...{ key: trigger.key || undefined, event_types: trigger.eventTypes },
    },
    condition: {
      ...{ operator, value: value === undefined ? null : valueToWire(value), value2 },
      ...{ for_seconds: condition.forSeconds, hysteresis: condition.hysteresis },
    },
    actions: rule.actions.map(action => actionToWire(action)),
    cooldown_seconds: rule.cooldownSeconds,
    last_triggered_at: timestamp(rule.lastTriggeredAt),
    last_error: rule.lastError || undefined,
    ...{ created_at: timestamp(rule.createdAt), updated_at: timestamp(rule.updatedAt) },
  };
}

export function simulatedToWire({ action, error }: SimulatedAction): RuleActionOut {
  return { ...actionToWire(action), error };
}

function actionToWire(action: Action): RuleActionOut {
  const { kind } = action;
  if (kind === 'integration') return { kind, integration_id: action.integrationId, note: action.note || undefined };
  if (kind !== 'command') {
    const { severity, title, description } = action;
    return { kind, severity, title, description: description || undefined };
  }
  const { deviceId: device_id, command, parameters, payloadHex: payload_hex, format } = action;
  return { kind, device_id, command, parameters: parameters && struct(parameters), payload_hex, format };
}

export function executionToWire({ uuid: ruleId }: Rule, execution: Execution): RuleExecutionOut {
  const { uuid: id, version, device, epEui, firedAt, values, actions } = execution;
  return {
    ...{ id, rule_id: ruleId, version, device_id: device || undefined, client_device_id: epEui || undefined },
    ...{ fired_at: timestamp(firedAt), values: struct(values), actions },
  };
}

/** Undefined: nothing, or null. */
function plainOf(value: ValueIn | null): unknown {
  return value ? (jsonOf({ fields: { value } }).value ?? undefined) : undefined;
}

function valueToWire(value: Scalar): ValueOut {
  if (typeof value === 'number') return { numberValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}
