// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { AlertIn, AlertOut, FieldMaskIn, FieldMaskOut, Int64, IntegrationIn, IntegrationOut, SystemStatusIn, SystemStatusOut, TimestampIn, TimestampOut, ValueIn, ValueOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'rest.v1.RestService/FindAlerts': { request: FindAlertsRequestIn; response: FindAlertsResponseOut; stream: false };
  'rest.v1.RestService/AcknowledgeAlert': { request: NoteAlertRequestIn; response: AlertOut; stream: false };
  'rest.v1.RestService/ResolveAlert': { request: NoteAlertRequestIn; response: AlertOut; stream: false };
  'rest.v1.RestService/ListSilences': { request: ListSilencesRequestIn; response: ListSilencesResponseOut; stream: false };
  'rest.v1.RestService/CreateSilence': { request: CreateSilenceRequestIn; response: SilenceOut; stream: false };
  'rest.v1.RestService/DeleteSilence': { request: DeleteSilenceRequestIn; response: DeleteSilenceResponseOut; stream: false };
  'rest.v1.RestService/FindIntegrations': { request: FindIntegrationsRequestIn; response: FindIntegrationsResponseOut; stream: false };
  'rest.v1.RestService/ReadIntegration': { request: IntegrationRequestIn; response: IntegrationOut; stream: false };
  'rest.v1.RestService/MakeIntegration': { request: MakeIntegrationRequestIn; response: IntegrationOut; stream: false };
  'rest.v1.RestService/ChangeIntegration': { request: ChangeIntegrationRequestIn; response: IntegrationOut; stream: false };
  'rest.v1.RestService/RemoveIntegration': { request: IntegrationRequestIn; response: RemoveIntegrationResponseOut; stream: false };
  'rest.v1.RestService/TestIntegration': { request: IntegrationRequestIn; response: IntegrationTestOut; stream: false };
  'rest.v1.RestService/ReplayIntegration': { request: ReplayIntegrationRequestIn; response: IntegrationReplayOut; stream: false };
  'rest.v1.RestService/ListParked': { request: ListParkedRequestIn; response: ListParkedResponseOut; stream: false };
  'rest.v1.RestService/RetryParked': { request: RetryParkedRequestIn; response: RetryParkedResponseOut; stream: false };
  'rest.v1.RestService/ReadSystemStatus': { request: ReadSystemStatusRequestIn; response: SystemStatusOut; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'rest.v1.RestService/FindAlerts': { request: FindAlertsRequestOut; response: FindAlertsResponseIn; stream: false };
  'rest.v1.RestService/AcknowledgeAlert': { request: NoteAlertRequestOut; response: AlertIn; stream: false };
  'rest.v1.RestService/ResolveAlert': { request: NoteAlertRequestOut; response: AlertIn; stream: false };
  'rest.v1.RestService/ListSilences': { request: ListSilencesRequestOut; response: ListSilencesResponseIn; stream: false };
  'rest.v1.RestService/CreateSilence': { request: CreateSilenceRequestOut; response: SilenceIn; stream: false };
  'rest.v1.RestService/DeleteSilence': { request: DeleteSilenceRequestOut; response: DeleteSilenceResponseIn; stream: false };
  'rest.v1.RestService/FindIntegrations': { request: FindIntegrationsRequestOut; response: FindIntegrationsResponseIn; stream: false };
  'rest.v1.RestService/ReadIntegration': { request: IntegrationRequestOut; response: IntegrationIn; stream: false };
  'rest.v1.RestService/MakeIntegration': { request: MakeIntegrationRequestOut; response: IntegrationIn; stream: false };
  'rest.v1.RestService/ChangeIntegration': { request: ChangeIntegrationRequestOut; response: IntegrationIn; stream: false };
  'rest.v1.RestService/RemoveIntegration': { request: IntegrationRequestOut; response: RemoveIntegrationResponseIn; stream: false };
  'rest.v1.RestService/TestIntegration': { request: IntegrationRequestOut; response: IntegrationTestIn; stream: false };
  'rest.v1.RestService/ReplayIntegration': { request: ReplayIntegrationRequestOut; response: IntegrationReplayIn; stream: false };
  'rest.v1.RestService/ListParked': { request: ListParkedRequestOut; response: ListParkedResponseIn; stream: false };
  'rest.v1.RestService/RetryParked': { request: RetryParkedRequestOut; response: RetryParkedResponseIn; stream: false };
  'rest.v1.RestService/ReadSystemStatus': { request: ReadSystemStatusRequestOut; response: SystemStatusIn; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
}

export interface FindAlertsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  status: readonly string[];
  severity: readonly string[];
  rule: readonly string[];
}

export interface FindAlertsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  status?: Maybe<readonly string[]>;
  severity?: Maybe<readonly string[]>;
  rule?: Maybe<readonly string[]>;
}

export interface FindAlertsResponseIn {
  alerts: readonly AlertIn[];
  total: number;
}

export interface FindAlertsResponseOut {
  alerts?: Maybe<readonly AlertOut[]>;
  total?: Maybe<number>;
}

export interface NoteAlertRequestIn {
  organization_id: string;
  id: string;
  note: string;
}

export interface NoteAlertRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  note?: Maybe<string>;
}

export interface SilenceIn {
  id: string;
  source_id?: Maybe<string>;
  tag: SilenceTagIn | null;
  rule?: Maybe<string>;
  until: TimestampIn | null;
  reason: string;
  created_at: TimestampIn | null;
  created_by: string;
}

export interface SilenceOut {
  id?: Maybe<string>;
  source_id?: Maybe<string>;
  tag?: Maybe<SilenceTagOut>;
  rule?: Maybe<string>;
  until?: Maybe<TimestampOut>;
  reason?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  created_by?: Maybe<string>;
}

export interface SilenceTagIn {
  key: string;
  value: string;
}

export interface SilenceTagOut {
  key?: Maybe<string>;
  value?: Maybe<string>;
}

export interface CreateSilenceRequestIn {
  organization_id: string;
  silence: SilenceIn | null;
}

export interface CreateSilenceRequestOut {
  organization_id?: Maybe<string>;
  silence?: Maybe<SilenceOut>;
}

export interface ListSilencesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListSilencesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListSilencesResponseIn {
  silences: readonly SilenceIn[];
  total: number;
}

export interface ListSilencesResponseOut {
  silences?: Maybe<readonly SilenceOut[]>;
  total?: Maybe<number>;
}

export interface DeleteSilenceRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteSilenceRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteSilenceResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteSilenceResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface FindIntegrationsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  kind: string;
  state: string;
}

export interface FindIntegrationsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  kind?: Maybe<string>;
  state?: Maybe<string>;
}

export interface FindIntegrationsResponseIn {
  integrations: readonly IntegrationIn[];
  total: number;
}

export interface FindIntegrationsResponseOut {
  integrations?: Maybe<readonly IntegrationOut[]>;
  total?: Maybe<number>;
}

export interface IntegrationRequestIn {
  organization_id: string;
  id: string;
}

export interface IntegrationRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface MakeIntegrationRequestIn {
  organization_id: string;
  integration: IntegrationIn | null;
}

export interface MakeIntegrationRequestOut {
  organization_id?: Maybe<string>;
  integration?: Maybe<IntegrationOut>;
}

export interface ChangeIntegrationRequestIn {
  organization_id: string;
  integration: IntegrationIn | null;
  update_mask: FieldMaskIn | null;
}

export interface ChangeIntegrationRequestOut {
  organization_id?: Maybe<string>;
  integration?: Maybe<IntegrationOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface RemoveIntegrationResponseIn {
  id: string;
  deleted: boolean;
}

export interface RemoveIntegrationResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface IntegrationTestIn {
  ok: boolean;
  steps: readonly IntegrationTestStepIn[];
}

export interface IntegrationTestOut {
  ok?: Maybe<boolean>;
  steps?: Maybe<readonly IntegrationTestStepOut[]>;
}

export interface IntegrationTestStepIn {
  name: string;
  ok: boolean;
  detail: string;
  milliseconds: number;
}

export interface IntegrationTestStepOut {
  name?: Maybe<string>;
  ok?: Maybe<boolean>;
  detail?: Maybe<string>;
  milliseconds?: Maybe<number>;
}

export interface ReplayIntegrationRequestIn {
  organization_id: string;
  id: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  event_types: readonly string[];
}

export interface ReplayIntegrationRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  event_types?: Maybe<readonly string[]>;
}

export interface IntegrationReplayIn {
  id: string;
  state: string;
}

export interface IntegrationReplayOut {
  id?: Maybe<string>;
  state?: Maybe<string>;
}

export interface ListParkedRequestIn {
  organization_id: string;
  id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListParkedRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListParkedResponseIn {
  parked: readonly ParkedItemIn[];
  total: number;
}

export interface ListParkedResponseOut {
  parked?: Maybe<readonly ParkedItemOut[]>;
  total?: Maybe<number>;
}

export interface ParkedItemIn {
  place: string;
  event?: Maybe<string>;
  reason: string;
  parked_at: TimestampIn | null;
}

export interface ParkedItemOut {
  place?: Maybe<string | number | Int64>;
  event?: Maybe<string>;
  reason?: Maybe<string>;
  parked_at?: Maybe<TimestampOut>;
}

export interface RetryParkedRequestIn {
  organization_id: string;
  id: string;
  places: ValueIn | null;
}

export interface RetryParkedRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  places?: Maybe<ValueOut>;
}

export interface RetryParkedResponseIn {
  sent: number;
}

export interface RetryParkedResponseOut {
  sent?: Maybe<number>;
}

export interface ReadSystemStatusRequestIn {
  organization_id: string;
}

export interface ReadSystemStatusRequestOut {
  organization_id?: Maybe<string>;
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
