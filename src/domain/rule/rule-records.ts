import type { AlertRuleName, OwnRuleName } from '../alert/rules.ts';
import type { Severity } from '../event/catalog.ts';

export const triggerKinds = ['telemetry', 'silence', 'event'] as const;
export type TriggerKind = (typeof triggerKinds)[number];
export const operators = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'changed'] as const;
export type Operator = (typeof operators)[number];
export const actionKinds = ['event', 'alert', 'command', 'integration'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What conditions look at. */
export type Scalar = number | string | boolean;

/** Of which devices, and by what, a rule is looked at. */
export interface Trigger {
  readonly kind: TriggerKind;
  /** Uuids of devices, or EUIs of endpoints; none: every device. */
  readonly deviceIds: readonly string[];
  /** Tags of the endpoint; all of them must match. */
  readonly deviceTags: Readonly<Record<string, string>>;
  /** Of `telemetry`: the value that is looked at; else empty. */
  readonly key: string;
  /** Of `event`; one with `*` at its end means all that begin so. */
  readonly eventTypes: readonly string[];
}

export interface Condition {
  /** Of `telemetry` always, of the others never. */
  readonly operator?: Operator;
  readonly value?: Scalar;
  /** The upper end of `between`. */
  readonly value2?: number;
  /** For so long it has to hold; of `silence`: for so long nothing is received. */
  readonly forSeconds: number;
  /** How far a value has to be back before the condition is over; of `changed`: how much is a change. */
  readonly hysteresis: number;
}

interface Words {
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
}
export interface CommandAction {
  readonly kind: 'command';
  /** Undefined: the device that fired. */
  readonly deviceId?: string;
  /** A format of the blueprint, by its name or its number; else bytes are sent. */
  readonly command?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly payloadHex?: string;
  readonly format?: number;
}
export type Action =
  | ({ readonly kind: 'event' } & Words)
  | ({ readonly kind: 'alert' } & Words)
  | CommandAction
  | { readonly kind: 'integration'; readonly integrationId: string; readonly note: string };

/** What a rule does, and when. */
export interface Definition {
  readonly trigger: Trigger;
  readonly condition: Condition;
  readonly actions: readonly Action[];
}

/** What a caller gives. */
export interface RuleSettings extends Definition {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  /** It fires at most once in this time for one device. */
  readonly cooldownSeconds: number;
}

/** A rule as it is stored. Times in milliseconds. */
export interface Rule extends RuleSettings {
  /** Row id. */
  readonly id: number;
  readonly uuid: string;
  /** Row id of the organization. */
  readonly org: number;
  readonly version: number;
  /** What stands there or before, in the log or among the events, is not looked at. */
  readonly from: Places;
  readonly lastTriggeredAt: number | undefined;
  readonly lastError: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Places of the log and of the events. */
export interface Places {
  readonly log: number;
  readonly events: number;
}

/** What became of an action. */
export interface ActionOutcome {
  readonly kind: ActionKind;
  readonly ok: boolean;
  /** A token, and what it says. */
  readonly error?: string;
}

/** A time that a rule fired. */
export interface Execution {
  readonly uuid: string;
  readonly version: number;
  /** Uuid of the device; empty: the endpoint is of no device, or it was about none. */
  readonly device: string;
  readonly epEui: string;
  /** Milliseconds. */
  readonly firedAt: number;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly actions: readonly ActionOutcome[];
}

/** What a rule knows of one device. Times in milliseconds, of those that were listened. */
export interface RuleState {
  /** When what makes the condition true arrived; undefined: it does not hold. */
  readonly since?: number | undefined;
  /** For as long as it holds now. */
  readonly fired: boolean;
  /** The last time. */
  readonly firedAt?: number | undefined;
  /** What made it true, or what the next one is compared with. */
  readonly value?: Scalar | undefined;
  /** Commands in the hour that began then. */
  readonly commandsFrom?: number | undefined;
  readonly commands: number;
  readonly dueAt?: number | undefined;
}

/** Under which name a rule opens alerts. */
export function alertRuleOf(uuid: string): OwnRuleName & AlertRuleName {
  return `rule:${uuid}`;
}
