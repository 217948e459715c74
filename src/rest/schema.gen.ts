// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { AlertIn, AlertOut, FieldMaskIn, FieldMaskOut, Int64, IntegrationIn, IntegrationOut, SystemStatusIn, SystemStatusOut, TimestampIn, TimestampOut, ValueIn, ValueOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'organization_access_control.AccessControlService/ListRoles': { request: ListRolesRequestIn; response: ListRolesResponseOut; stream: false };
  'organization_access_control.AccessControlService/ListRoleAssignments': { request: ListRoleAssignmentsRequestIn; response: ListRoleAssignmentsResponseOut; stream: false };
  'organization_access_control.AccessControlService/AssignRole': { request: AssignRoleRequestIn; response: RoleAssignmentOut; stream: false };
  'organization_access_control.AccessControlService/RevokeRole': { request: RevokeRoleRequestIn; response: RevokeRoleResponseOut; stream: false };
  'organization_access_control.AccessControlService/CheckAccess': { request: CheckAccessRequestIn; response: CheckAccessResponseOut; stream: false };
  'OrganizationsService/ListOrganizations': { request: ListOrganizationsRequestIn; response: ListOrganizationsResponseOut; stream: false };
  'OrganizationsService/GetOrganization': { request: GetOrganizationRequestIn; response: OrganizationOut; stream: false };
  'OrganizationsService/UpdateOrganization': { request: UpdateOrganizationRequestIn; response: OrganizationOut; stream: false };
  'rest.v1.RestService/ListUsers': { request: ListUsersRequestIn; response: ListUsersResponseOut; stream: false };
  'rest.v1.RestService/GetUser': { request: GetUserRequestIn; response: UserOut; stream: false };
  'rest.v1.RestService/ListOrgs': { request: ListOrganizationsRequestIn; response: ListOrgsResponseOut; stream: false };
  'rest.v1.RestService/ListMembers': { request: ListMembersRequestIn; response: ListMembersResponseOut; stream: false };
  'rest.v1.RestService/ListSubscriptions': { request: ListSubscriptionsRequestIn; response: ListSubscriptionsResponseOut; stream: false };
  'rest.v1.RestService/ListApiKeys': { request: ListKeysRequestIn; response: ListKeysResponseOut; stream: false };
  'rest.v1.RestService/GetApiKey': { request: GetKeyRequestIn; response: KeyOut; stream: false };
  'rest.v1.RestService/CreateApiKey': { request: CreateKeyRequestIn; response: IssuedKeyOut; stream: false };
  'rest.v1.RestService/DeleteApiKey': { request: GetKeyRequestIn; response: DeleteKeyResponseOut; stream: false };
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
  'organization_access_control.AccessControlService/ListRoles': { request: ListRolesRequestOut; response: ListRolesResponseIn; stream: false };
  'organization_access_control.AccessControlService/ListRoleAssignments': { request: ListRoleAssignmentsRequestOut; response: ListRoleAssignmentsResponseIn; stream: false };
  'organization_access_control.AccessControlService/AssignRole': { request: AssignRoleRequestOut; response: RoleAssignmentIn; stream: false };
  'organization_access_control.AccessControlService/RevokeRole': { request: RevokeRoleRequestOut; response: RevokeRoleResponseIn; stream: false };
  'organization_access_control.AccessControlService/CheckAccess': { request: CheckAccessRequestOut; response: CheckAccessResponseIn; stream: false };
  'OrganizationsService/ListOrganizations': { request: ListOrganizationsRequestOut; response: ListOrganizationsResponseIn; stream: false };
  'OrganizationsService/GetOrganization': { request: GetOrganizationRequestOut; response: OrganizationIn; stream: false };
  'OrganizationsService/UpdateOrganization': { request: UpdateOrganizationRequestOut; response: OrganizationIn; stream: false };
  'rest.v1.RestService/ListUsers': { request: ListUsersRequestOut; response: ListUsersResponseIn; stream: false };
  'rest.v1.RestService/GetUser': { request: GetUserRequestOut; response: UserIn; stream: false };
  'rest.v1.RestService/ListOrgs': { request: ListOrganizationsRequestOut; response: ListOrgsResponseIn; stream: false };
  'rest.v1.RestService/ListMembers': { request: ListMembersRequestOut; response: ListMembersResponseIn; stream: false };
  'rest.v1.RestService/ListSubscriptions': { request: ListSubscriptionsRequestOut; response: ListSubscriptionsResponseIn; stream: false };
  'rest.v1.RestService/ListApiKeys': { request: ListKeysRequestOut; response: ListKeysResponseIn; stream: false };
  'rest.v1.RestService/GetApiKey': { request: GetKeyRequestOut; response: KeyIn; stream: false };
  'rest.v1.RestService/CreateApiKey': { request: CreateKeyRequestOut; response: IssuedKeyIn; stream: false };
  'rest.v1.RestService/DeleteApiKey': { request: GetKeyRequestOut; response: DeleteKeyResponseIn; stream: false };
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

export interface ListRolesRequestIn {
}

export interface ListRolesRequestOut {
}

export interface ListRolesResponseIn {
  roles: readonly RoleIn[];
}

export interface ListRolesResponseOut {
  roles?: Maybe<readonly RoleOut[]>;
}

export interface RoleIn {
  name: string;
  capabilities: readonly string[];
}

export interface RoleOut {
  name?: Maybe<string>;
  capabilities?: Maybe<readonly string[]>;
}

export interface ListRoleAssignmentsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListRoleAssignmentsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListRoleAssignmentsResponseIn {
  role_assignments: readonly RoleAssignmentIn[];
  total: number;
}

export interface ListRoleAssignmentsResponseOut {
  role_assignments?: Maybe<readonly RoleAssignmentOut[]>;
  total?: Maybe<number>;
}

export interface RoleAssignmentIn {
  user_id: string;
  email: string;
  role: string;
  status: string;
  capabilities: readonly string[];
}

export interface RoleAssignmentOut {
  user_id?: Maybe<string>;
  email?: Maybe<string>;
  role?: Maybe<string>;
  status?: Maybe<string>;
  capabilities?: Maybe<readonly string[]>;
}

export interface AssignRoleRequestIn {
  organization_id: string;
  user_id: string;
  role: string;
}

export interface AssignRoleRequestOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
  role?: Maybe<string>;
}

export interface RevokeRoleRequestIn {
  organization_id: string;
  user_id: string;
}

export interface RevokeRoleRequestOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
}

export interface RevokeRoleResponseIn {
  user_id: string;
  revoked: boolean;
}

export interface RevokeRoleResponseOut {
  user_id?: Maybe<string>;
  revoked?: Maybe<boolean>;
}

export interface CheckAccessRequestIn {
  organization_id: string;
  capability: string;
  scope: string;
}

export interface CheckAccessRequestOut {
  organization_id?: Maybe<string>;
  capability?: Maybe<string>;
  scope?: Maybe<string>;
}

export interface CheckAccessResponseIn {
  allowed: boolean;
}

export interface CheckAccessResponseOut {
  allowed?: Maybe<boolean>;
}

export interface OrganizationIn {
  id: string;
  name: string;
  description: string;
  state: string;
  is_default: boolean;
  member_count: number;
  tags: Readonly<Record<string, string>>;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface OrganizationOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  state?: Maybe<string>;
  is_default?: Maybe<boolean>;
  member_count?: Maybe<number>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface ListOrganizationsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListOrganizationsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListOrganizationsResponseIn {
  organizations: readonly OrganizationIn[];
  total: number;
}

export interface ListOrganizationsResponseOut {
  organizations?: Maybe<readonly OrganizationOut[]>;
  total?: Maybe<number>;
}

export interface GetOrganizationRequestIn {
  organization_id: string;
  id: string;
}

export interface GetOrganizationRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface UpdateOrganizationRequestIn {
  organization_id: string;
  organization: OrganizationIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateOrganizationRequestOut {
  organization_id?: Maybe<string>;
  organization?: Maybe<OrganizationOut>;
  update_mask?: Maybe<FieldMaskOut>;
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

export interface ListKeysRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListKeysRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListKeysResponseIn {
  api_keys: readonly KeyIn[];
  total: number;
}

export interface ListKeysResponseOut {
  api_keys?: Maybe<readonly KeyOut[]>;
  total?: Maybe<number>;
}

export interface GetKeyRequestIn {
  organization_id: string;
  id: string;
}

export interface GetKeyRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface KeyIn {
  id: string;
  name: string;
  key_prefix: string;
  scopes: readonly string[];
  is_active: boolean;
  last_used_at: TimestampIn | null;
  expires_at: TimestampIn | null;
  created_at: TimestampIn | null;
}

export interface KeyOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  key_prefix?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
  is_active?: Maybe<boolean>;
  last_used_at?: Maybe<TimestampOut>;
  expires_at?: Maybe<TimestampOut>;
  created_at?: Maybe<TimestampOut>;
}

export interface CreateKeyRequestIn {
  organization_id: string;
  api_key: NewKeyIn | null;
}

export interface CreateKeyRequestOut {
  organization_id?: Maybe<string>;
  api_key?: Maybe<NewKeyOut>;
}

export interface NewKeyIn {
  name: string;
  scopes: readonly string[];
  expires_at: TimestampIn | null;
}

export interface NewKeyOut {
  name?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
  expires_at?: Maybe<TimestampOut>;
}

export interface IssuedKeyIn {
  id: string;
  name: string;
  key_prefix: string;
  scopes: readonly string[];
  expires_at: TimestampIn | null;
  created_at: TimestampIn | null;
  key: string;
}

export interface IssuedKeyOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  key_prefix?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
  expires_at?: Maybe<TimestampOut>;
  created_at?: Maybe<TimestampOut>;
  key?: Maybe<string>;
}

export interface DeleteKeyResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteKeyResponseOut {
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

export interface ListUsersRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListUsersRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListUsersResponseIn {
  users: readonly UserIn[];
  total: number;
}

export interface ListUsersResponseOut {
  users?: Maybe<readonly UserOut[]>;
  total?: Maybe<number>;
}

export interface GetUserRequestIn {
  organization_id: string;
  id: string;
}

export interface GetUserRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface UserIn {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  status: string;
  last_login_at: TimestampIn | null;
}

export interface UserOut {
  id?: Maybe<string>;
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  role?: Maybe<string>;
  status?: Maybe<string>;
  last_login_at?: Maybe<TimestampOut>;
}

export interface ListOrgsResponseIn {
  orgs: readonly OrganizationIn[];
  total: number;
}

export interface ListOrgsResponseOut {
  orgs?: Maybe<readonly OrganizationOut[]>;
  total?: Maybe<number>;
}

export interface ListMembersRequestIn {
  organization_id: string;
  id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListMembersRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListMembersResponseIn {
  members: readonly UserIn[];
  total: number;
}

export interface ListMembersResponseOut {
  members?: Maybe<readonly UserOut[]>;
  total?: Maybe<number>;
}

export interface ListSubscriptionsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListSubscriptionsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListSubscriptionsResponseIn {
  subscriptions: readonly SubscriptionIn[];
  total: number;
}

export interface ListSubscriptionsResponseOut {
  subscriptions?: Maybe<readonly SubscriptionOut[]>;
  total?: Maybe<number>;
}

export interface SubscriptionIn {
  id: string;
  organization_id: string;
  plan: string;
  status: string;
  features: readonly string[];
  limits: PlanLimitsIn | null;
  usage: PlanUsageIn | null;
  starts_at: TimestampIn | null;
}

export interface SubscriptionOut {
  id?: Maybe<string>;
  organization_id?: Maybe<string>;
  plan?: Maybe<string>;
  status?: Maybe<string>;
  features?: Maybe<readonly string[]>;
  limits?: Maybe<PlanLimitsOut>;
  usage?: Maybe<PlanUsageOut>;
  starts_at?: Maybe<TimestampOut>;
}

export interface PlanLimitsIn {
  endpoints?: Maybe<number>;
  base_stations?: Maybe<number>;
  users?: Maybe<number>;
}

export interface PlanLimitsOut {
  endpoints?: Maybe<number>;
  base_stations?: Maybe<number>;
  users?: Maybe<number>;
}

export interface PlanUsageIn {
  endpoints: number;
  base_stations: number;
  users: number;
  database_bytes: number;
}

export interface PlanUsageOut {
  endpoints?: Maybe<number>;
  base_stations?: Maybe<number>;
  users?: Maybe<number>;
  database_bytes?: Maybe<number>;
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
