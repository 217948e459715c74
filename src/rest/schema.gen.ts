// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { FieldMaskIn, FieldMaskOut, StructIn, StructOut, TimestampIn, TimestampOut, ValueIn, ValueOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'rest.v1.RestService/ListRules': { request: ListRulesRequestIn; response: ListRulesResponseOut; stream: false };
  'rest.v1.RestService/GetRule': { request: GetRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/CreateRule': { request: CreateRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/ReplaceRule': { request: ReplaceRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/UpdateRule': { request: UpdateRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/DeleteRule': { request: DeleteRuleRequestIn; response: DeleteRuleResponseOut; stream: false };
  'rest.v1.RestService/SimulateRule': { request: SimulateRuleRequestIn; response: SimulateRuleResponseOut; stream: false };
  'rest.v1.RestService/ListRuleExecutions': { request: ListRuleExecutionsRequestIn; response: ListRuleExecutionsResponseOut; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'rest.v1.RestService/ListRules': { request: ListRulesRequestOut; response: ListRulesResponseIn; stream: false };
  'rest.v1.RestService/GetRule': { request: GetRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/CreateRule': { request: CreateRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/ReplaceRule': { request: ReplaceRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/UpdateRule': { request: UpdateRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/DeleteRule': { request: DeleteRuleRequestOut; response: DeleteRuleResponseIn; stream: false };
  'rest.v1.RestService/SimulateRule': { request: SimulateRuleRequestOut; response: SimulateRuleResponseIn; stream: false };
  'rest.v1.RestService/ListRuleExecutions': { request: ListRuleExecutionsRequestOut; response: ListRuleExecutionsResponseIn; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
}

export interface ListRulesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListRulesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListRulesResponseIn {
  rules: readonly RuleIn[];
  total: number;
}

export interface ListRulesResponseOut {
  rules?: Maybe<readonly RuleOut[]>;
  total?: Maybe<number>;
}

export interface GetRuleRequestIn {
  organization_id: string;
  id: string;
}

export interface GetRuleRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateRuleRequestIn {
  organization_id: string;
  rule: RuleIn | null;
}

export interface CreateRuleRequestOut {
  organization_id?: Maybe<string>;
  rule?: Maybe<RuleOut>;
}

export interface ReplaceRuleRequestIn {
  organization_id: string;
  id: string;
  rule: RuleIn | null;
}

export interface ReplaceRuleRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  rule?: Maybe<RuleOut>;
}

export interface UpdateRuleRequestIn {
  organization_id: string;
  id: string;
  rule: RuleIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateRuleRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  rule?: Maybe<RuleOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteRuleRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteRuleRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteRuleResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteRuleResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface RuleIn {
  id: string;
  name: string;
  description: string;
  enabled?: Maybe<boolean>;
  version: number;
  trigger: RuleTriggerIn | null;
  condition: RuleConditionIn | null;
  actions: readonly RuleActionIn[];
  cooldown_seconds?: Maybe<number>;
  last_triggered_at: TimestampIn | null;
  last_error?: Maybe<string>;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface RuleOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  enabled?: Maybe<boolean>;
  version?: Maybe<number>;
  trigger?: Maybe<RuleTriggerOut>;
  condition?: Maybe<RuleConditionOut>;
  actions?: Maybe<readonly RuleActionOut[]>;
  cooldown_seconds?: Maybe<number>;
  last_triggered_at?: Maybe<TimestampOut>;
  last_error?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface RuleTriggerIn {
  kind: string;
  device_ids: readonly string[];
  device_tags: Readonly<Record<string, string>>;
  key?: Maybe<string>;
  event_types: readonly string[];
}

export interface RuleTriggerOut {
  kind?: Maybe<string>;
  device_ids?: Maybe<readonly string[]>;
  device_tags?: Maybe<Readonly<Record<string, string>>>;
  key?: Maybe<string>;
  event_types?: Maybe<readonly string[]>;
}

export interface RuleConditionIn {
  operator?: Maybe<string>;
  value: ValueIn | null;
  value2?: Maybe<number>;
  for_seconds?: Maybe<number>;
  hysteresis?: Maybe<number>;
}

export interface RuleConditionOut {
  operator?: Maybe<string>;
  value?: Maybe<ValueOut>;
  value2?: Maybe<number>;
  for_seconds?: Maybe<number>;
  hysteresis?: Maybe<number>;
}

export interface RuleActionIn {
  kind: string;
  severity?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  device_id?: Maybe<string>;
  command?: Maybe<string>;
  parameters: StructIn | null;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  integration_id?: Maybe<string>;
  note?: Maybe<string>;
  error?: Maybe<string>;
}

export interface RuleActionOut {
  kind?: Maybe<string>;
  severity?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  device_id?: Maybe<string>;
  command?: Maybe<string>;
  parameters?: Maybe<StructOut>;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  integration_id?: Maybe<string>;
  note?: Maybe<string>;
  error?: Maybe<string>;
}

export interface SimulateRuleRequestIn {
  organization_id: string;
  id: string;
  device_id?: Maybe<string>;
  values: StructIn | null;
  previous: StructIn | null;
}

export interface SimulateRuleRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  device_id?: Maybe<string>;
  values?: Maybe<StructOut>;
  previous?: Maybe<StructOut>;
}

export interface SimulateRuleResponseIn {
  fires: boolean;
  actions: readonly RuleActionIn[];
}

export interface SimulateRuleResponseOut {
  fires?: Maybe<boolean>;
  actions?: Maybe<readonly RuleActionOut[]>;
}

export interface ListRuleExecutionsRequestIn {
  organization_id: string;
  id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListRuleExecutionsRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListRuleExecutionsResponseIn {
  executions: readonly RuleExecutionIn[];
  total: number;
}

export interface ListRuleExecutionsResponseOut {
  executions?: Maybe<readonly RuleExecutionOut[]>;
  total?: Maybe<number>;
}

export interface RuleExecutionIn {
  id: string;
  rule_id: string;
  version: number;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  fired_at: TimestampIn | null;
  values: StructIn | null;
  actions: readonly RuleActionOutcomeIn[];
}

export interface RuleExecutionOut {
  id?: Maybe<string>;
  rule_id?: Maybe<string>;
  version?: Maybe<number>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  fired_at?: Maybe<TimestampOut>;
  values?: Maybe<StructOut>;
  actions?: Maybe<readonly RuleActionOutcomeOut[]>;
}

export interface RuleActionOutcomeIn {
  kind: string;
  ok: boolean;
  error?: Maybe<string>;
}

export interface RuleActionOutcomeOut {
  kind?: Maybe<string>;
  ok?: Maybe<boolean>;
  error?: Maybe<string>;
}

export interface GetPersonalProfileRequestIn {
}

export interface GetPersonalProfileRequestOut {
}

export interface GetPersonalProfileResponseIn {
  profile: UserProfileIn | null;
}

export interface GetPersonalProfileResponseOut {
  profile?: Maybe<UserProfileOut>;
}

export interface UserProfileIn {
  id: string;
  kind: string;
  email?: Maybe<string>;
  name: string;
  organization_id: string;
  role?: Maybe<string>;
  scopes: readonly string[];
}

export interface UserProfileOut {
  id?: Maybe<string>;
  kind?: Maybe<string>;
  email?: Maybe<string>;
  name?: Maybe<string>;
  organization_id?: Maybe<string>;
  role?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
}
