// Generated from proto/platform by `npm run generate`. Do not edit.
//
// `…In` is a message as it was received: every plain field is there, 64-bit numbers are text, an absent message is null,
// an absent optional field is missing. `…Out` is a message to send: whatever is left out has its default.

/** A 64-bit number in the two halves of its binary form: quicker to write than text. */
export interface Int64 {
  low: number;
  high: number;
}

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface Methods {
  CreateEndPoint: { request: CreateEndPointRequestIn; response: EndPointOut; stream: false };
  GetEndPoint: { request: GetEndPointRequestIn; response: EndPointOut; stream: false };
  UpdateEndPoint: { request: UpdateEndPointRequestIn; response: EndPointOut; stream: false };
  DeleteEndPoint: { request: DeleteEndPointRequestIn; response: EmptyOut; stream: false };
  ListEndPoints: { request: ListEndPointsRequestIn; response: ListEndPointsResponseOut; stream: false };
  AttachEndPoint: { request: AttachEndPointRequestIn; response: AttachEndPointResponseOut; stream: false };
  DetachEndPoint: { request: DetachEndPointRequestIn; response: DetachEndPointResponseOut; stream: false };
  CreateBaseStation: { request: CreateBaseStationRequestIn; response: BaseStationOut; stream: false };
  GetBaseStation: { request: GetBaseStationRequestIn; response: BaseStationOut; stream: false };
  UpdateBaseStation: { request: UpdateBaseStationRequestIn; response: BaseStationOut; stream: false };
  DeleteBaseStation: { request: DeleteBaseStationRequestIn; response: EmptyOut; stream: false };
  ListBaseStations: { request: ListBaseStationsRequestIn; response: ListBaseStationsResponseOut; stream: false };
  GetBaseStationStats: { request: GetBaseStationStatsRequestIn; response: BaseStationStatsOut; stream: false };
  UpdateBaseStationEui: { request: UpdateBaseStationEuiRequestIn; response: BaseStationOut; stream: false };
  GetMessage: { request: GetMessageRequestIn; response: MessageOut; stream: false };
  ListMessages: { request: ListMessagesRequestIn; response: ListMessagesResponseOut; stream: false };
  StreamMessages: { request: StreamMessagesRequestIn; response: MessageOut; stream: true };
  ListBaseStationMessages: { request: ListBaseStationMessagesRequestIn; response: ListBaseStationMessagesResponseOut; stream: false };
  GetBaseStationMessage: { request: GetBaseStationMessageRequestIn; response: BaseStationMessageOut; stream: false };
  GetBaseStationMessageStats: { request: GetBaseStationMessageStatsRequestIn; response: BaseStationMessageStatsOut; stream: false };
  SearchBaseStationMessages: { request: SearchBaseStationMessagesRequestIn; response: SearchBaseStationMessagesResponseOut; stream: false };
  ExportBaseStationMessages: { request: ExportBaseStationMessagesRequestIn; response: ExportBaseStationMessagesResponseOut; stream: false };
  StreamBaseStationMessages: { request: StreamBaseStationMessagesRequestIn; response: BaseStationMessageOut; stream: true };
  ListEndpointMessages: { request: ListEndpointMessagesRequestIn; response: ListEndpointMessagesResponseOut; stream: false };
  ListBaseStationActivity: { request: ListBaseStationActivityRequestIn; response: ListBaseStationActivityResponseOut; stream: false };
  SendDownlink: { request: SendDownlinkRequestIn; response: SendDownlinkResponseOut; stream: false };
  RevokeDownlink: { request: RevokeDownlinkRequestIn; response: RevokeDownlinkResponseOut; stream: false };
  ListDownlinkQueue: { request: ListDownlinkQueueRequestIn; response: ListDownlinkQueueResponseOut; stream: false };
  GetDownlinkResults: { request: GetDownlinkResultsRequestIn; response: GetDownlinkResultsResponseOut; stream: false };
  SendULTransmit: { request: SendULTransmitRequestIn; response: SendULTransmitResponseOut; stream: false };
  RequestBaseStationStatus: { request: RequestBaseStationStatusRequestIn; response: RequestBaseStationStatusResponseOut; stream: false };
  InitiatePing: { request: InitiatePingRequestIn; response: InitiatePingResponseOut; stream: false };
  GetDLRXStatus: { request: GetDLRXStatusRequestIn; response: GetDLRXStatusResponseOut; stream: false };
  QueryDLRXStatus: { request: QueryDLRXStatusRequestIn; response: QueryDLRXStatusResponseOut; stream: false };
  GetDLRXStatusQueries: { request: GetDLRXStatusQueriesRequestIn; response: GetDLRXStatusQueriesResponseOut; stream: false };
  GetSystemStatus: { request: EmptyIn; response: SystemStatusOut; stream: false };
  GetStatistics: { request: GetStatisticsRequestIn; response: StatisticsOut; stream: false };
  GetReleaseInfo: { request: EmptyIn; response: ReleaseInfoOut; stream: false };
  CreateApiKey: { request: CreateApiKeyRequestIn; response: CreateApiKeyResponseOut; stream: false };
  GetApiKey: { request: GetApiKeyRequestIn; response: ApiKeyOut; stream: false };
  DeleteApiKey: { request: DeleteApiKeyRequestIn; response: EmptyOut; stream: false };
  ListApiKeys: { request: ListApiKeysRequestIn; response: ListApiKeysResponseOut; stream: false };
  CreateIntegration: { request: CreateIntegrationRequestIn; response: IntegrationOut; stream: false };
  GetIntegration: { request: GetIntegrationRequestIn; response: IntegrationOut; stream: false };
  UpdateIntegration: { request: UpdateIntegrationRequestIn; response: IntegrationOut; stream: false };
  DeleteIntegration: { request: DeleteIntegrationRequestIn; response: EmptyOut; stream: false };
  ListIntegrations: { request: ListIntegrationsRequestIn; response: ListIntegrationsResponseOut; stream: false };
  GetAnalyticsOverview: { request: GetAnalyticsOverviewRequestIn; response: AnalyticsOverviewOut; stream: false };
  GetActivityAnalytics: { request: GetActivityAnalyticsRequestIn; response: ActivityAnalyticsOut; stream: false };
  GetSignalQualityAnalytics: { request: GetSignalQualityAnalyticsRequestIn; response: SignalQualityAnalyticsOut; stream: false };
  ListEvents: { request: ListEventsRequestIn; response: ListEventsResponseOut; stream: false };
  ListBaseStationEvents: { request: ListBaseStationEventsRequestIn; response: ListBaseStationEventsResponseOut; stream: false };
  ListEndPointEvents: { request: ListEndPointEventsRequestIn; response: ListEndPointEventsResponseOut; stream: false };
  StreamEvents: { request: StreamEventsRequestIn; response: EventOut; stream: true };
  StreamBaseStationEvents: { request: StreamBaseStationEventsRequestIn; response: EventOut; stream: true };
  StreamEndPointEvents: { request: StreamEndPointEventsRequestIn; response: EventOut; stream: true };
  ListAlerts: { request: ListAlertsRequestIn; response: ListAlertsResponseOut; stream: false };
  GetAlertSummary: { request: GetAlertSummaryRequestIn; response: AlertSummaryOut; stream: false };
  ListScaciSessions: { request: ListScaciSessionsRequestIn; response: ListScaciSessionsResponseOut; stream: false };
  GetScaciSession: { request: GetScaciSessionRequestIn; response: ScaciSessionOut; stream: false };
  GetScaciStatistics: { request: GetScaciStatisticsRequestIn; response: ScaciStatisticsOut; stream: false };
  ListScaciErrors: { request: ListScaciErrorsRequestIn; response: ListScaciErrorsResponseOut; stream: false };
  ListScaciQueues: { request: ListScaciQueuesRequestIn; response: ListScaciQueuesResponseOut; stream: false };
  GetScaciStatus: { request: GetScaciStatusRequestIn; response: ScaciStatusOut; stream: false };
  GenerateCertificate: { request: GenerateCertificateRequestIn; response: GenerateCertificateResponseOut; stream: false };
  DownloadCertificate: { request: DownloadCertificateRequestIn; response: DownloadCertificateResponseOut; stream: false };
  DownloadBaseStationCertificate: { request: DownloadBaseStationCertificateRequestIn; response: DownloadCertificateResponseOut; stream: false };
  GenerateServerCertificates: { request: GenerateServerCertificatesRequestIn; response: ServerCertificateStatusOut; stream: false };
  RenewServerCertificates: { request: RenewServerCertificatesRequestIn; response: ServerCertificateStatusOut; stream: false };
  GetServerCertificateStatus: { request: GetServerCertificateStatusRequestIn; response: ServerCertificateStatusOut; stream: false };
  CreateManufacturer: { request: CreateManufacturerRequestIn; response: ManufacturerOut; stream: false };
  GetManufacturer: { request: GetManufacturerRequestIn; response: ManufacturerOut; stream: false };
  UpdateManufacturer: { request: UpdateManufacturerRequestIn; response: ManufacturerOut; stream: false };
  DeleteManufacturer: { request: DeleteManufacturerRequestIn; response: EmptyOut; stream: false };
  ListManufacturers: { request: ListManufacturersRequestIn; response: ListManufacturersResponseOut; stream: false };
  CreateDeviceModel: { request: CreateDeviceModelRequestIn; response: DeviceModelOut; stream: false };
  GetDeviceModel: { request: GetDeviceModelRequestIn; response: DeviceModelOut; stream: false };
  UpdateDeviceModel: { request: UpdateDeviceModelRequestIn; response: DeviceModelOut; stream: false };
  DeleteDeviceModel: { request: DeleteDeviceModelRequestIn; response: EmptyOut; stream: false };
  ListDeviceModels: { request: ListDeviceModelsRequestIn; response: ListDeviceModelsResponseOut; stream: false };
  CreateBlueprint: { request: CreateBlueprintRequestIn; response: BlueprintOut; stream: false };
  GetBlueprint: { request: GetBlueprintRequestIn; response: BlueprintOut; stream: false };
  UpdateBlueprint: { request: UpdateBlueprintRequestIn; response: BlueprintOut; stream: false };
  DeleteBlueprint: { request: DeleteBlueprintRequestIn; response: EmptyOut; stream: false };
  ListBlueprints: { request: ListBlueprintsRequestIn; response: ListBlueprintsResponseOut; stream: false };
  SetDefaultBlueprint: { request: SetDefaultBlueprintRequestIn; response: BlueprintOut; stream: false };
  SubmitBlueprintToRegistry: { request: SubmitBlueprintToRegistryRequestIn; response: SubmitBlueprintToRegistryResponseOut; stream: false };
  CreateDeviceModelWithBlueprint: { request: CreateDeviceModelWithBlueprintRequestIn; response: CreateDeviceModelWithBlueprintResponseOut; stream: false };
  DecodePreview: { request: DecodePreviewRequestIn; response: DecodePreviewResponseOut; stream: false };
  GetEndPointStats: { request: GetEndPointStatsRequestIn; response: EndPointStatsOut; stream: false };
  GetEndPointOperations: { request: GetEndPointOperationsRequestIn; response: GetEndPointOperationsResponseOut; stream: false };
  Login: { request: LoginRequestIn; response: LoginResponseOut; stream: false };
  RefreshTokens: { request: RefreshTokensRequestIn; response: RefreshTokensResponseOut; stream: false };
  GetProfile: { request: GetProfileRequestIn; response: UserProfileOut; stream: false };
  GetAuthSettings: { request: GetAuthSettingsRequestIn; response: AuthSettingsOut; stream: false };
  Logout: { request: LogoutRequestIn; response: LogoutResponseOut; stream: false };
  ChangePassword: { request: ChangePasswordRequestIn; response: ChangePasswordResponseOut; stream: false };
  ExchangeOIDC: { request: ExchangeOIDCRequestIn; response: LoginResponseOut; stream: false };
  ExchangeOAuth2: { request: ExchangeOAuth2RequestIn; response: LoginResponseOut; stream: false };
  RegisterAccount: { request: RegisterAccountRequestIn; response: RegisterAccountResponseOut; stream: false };
  CreateUser: { request: CreateUserRequestIn; response: UserOut; stream: false };
  GetUser: { request: GetUserRequestIn; response: UserOut; stream: false };
  UpdateUser: { request: UpdateUserRequestIn; response: UserOut; stream: false };
  DeleteUser: { request: DeleteUserRequestIn; response: EmptyOut; stream: false };
  ListUsers: { request: ListUsersRequestIn; response: ListUsersResponseOut; stream: false };
  UpdateUserPassword: { request: UpdateUserPasswordRequestIn; response: UpdateUserPasswordResponseOut; stream: false };
  CreateOrganization: { request: CreateOrganizationRequestIn; response: OrganizationOut; stream: false };
  GetOrganization: { request: GetOrganizationRequestIn; response: OrganizationOut; stream: false };
  UpdateOrganization: { request: UpdateOrganizationRequestIn; response: OrganizationOut; stream: false };
  DeleteOrganization: { request: DeleteOrganizationRequestIn; response: EmptyOut; stream: false };
  ListOrganizations: { request: ListOrganizationsRequestIn; response: ListOrganizationsResponseOut; stream: false };
  AddOrganizationUser: { request: AddOrganizationUserRequestIn; response: OrganizationUserOut; stream: false };
  GetOrganizationUser: { request: GetOrganizationUserRequestIn; response: OrganizationUserOut; stream: false };
  UpdateOrganizationUser: { request: UpdateOrganizationUserRequestIn; response: OrganizationUserOut; stream: false };
  RemoveOrganizationUser: { request: RemoveOrganizationUserRequestIn; response: EmptyOut; stream: false };
  ListOrganizationUsers: { request: ListOrganizationUsersRequestIn; response: ListOrganizationUsersResponseOut; stream: false };
  ListUserOrganizations: { request: ListUserOrganizationsRequestIn; response: ListUserOrganizationsResponseOut; stream: false };
}

export type MethodName = keyof Methods;

/** Client side of each method. */
export interface ClientMethods {
  CreateEndPoint: { request: CreateEndPointRequestOut; response: EndPointIn; stream: false };
  GetEndPoint: { request: GetEndPointRequestOut; response: EndPointIn; stream: false };
  UpdateEndPoint: { request: UpdateEndPointRequestOut; response: EndPointIn; stream: false };
  DeleteEndPoint: { request: DeleteEndPointRequestOut; response: EmptyIn; stream: false };
  ListEndPoints: { request: ListEndPointsRequestOut; response: ListEndPointsResponseIn; stream: false };
  AttachEndPoint: { request: AttachEndPointRequestOut; response: AttachEndPointResponseIn; stream: false };
  DetachEndPoint: { request: DetachEndPointRequestOut; response: DetachEndPointResponseIn; stream: false };
  CreateBaseStation: { request: CreateBaseStationRequestOut; response: BaseStationIn; stream: false };
  GetBaseStation: { request: GetBaseStationRequestOut; response: BaseStationIn; stream: false };
  UpdateBaseStation: { request: UpdateBaseStationRequestOut; response: BaseStationIn; stream: false };
  DeleteBaseStation: { request: DeleteBaseStationRequestOut; response: EmptyIn; stream: false };
  ListBaseStations: { request: ListBaseStationsRequestOut; response: ListBaseStationsResponseIn; stream: false };
  GetBaseStationStats: { request: GetBaseStationStatsRequestOut; response: BaseStationStatsIn; stream: false };
  UpdateBaseStationEui: { request: UpdateBaseStationEuiRequestOut; response: BaseStationIn; stream: false };
  GetMessage: { request: GetMessageRequestOut; response: MessageIn; stream: false };
  ListMessages: { request: ListMessagesRequestOut; response: ListMessagesResponseIn; stream: false };
  StreamMessages: { request: StreamMessagesRequestOut; response: MessageIn; stream: true };
  ListBaseStationMessages: { request: ListBaseStationMessagesRequestOut; response: ListBaseStationMessagesResponseIn; stream: false };
  GetBaseStationMessage: { request: GetBaseStationMessageRequestOut; response: BaseStationMessageIn; stream: false };
  GetBaseStationMessageStats: { request: GetBaseStationMessageStatsRequestOut; response: BaseStationMessageStatsIn; stream: false };
  SearchBaseStationMessages: { request: SearchBaseStationMessagesRequestOut; response: SearchBaseStationMessagesResponseIn; stream: false };
  ExportBaseStationMessages: { request: ExportBaseStationMessagesRequestOut; response: ExportBaseStationMessagesResponseIn; stream: false };
  StreamBaseStationMessages: { request: StreamBaseStationMessagesRequestOut; response: BaseStationMessageIn; stream: true };
  ListEndpointMessages: { request: ListEndpointMessagesRequestOut; response: ListEndpointMessagesResponseIn; stream: false };
  ListBaseStationActivity: { request: ListBaseStationActivityRequestOut; response: ListBaseStationActivityResponseIn; stream: false };
  SendDownlink: { request: SendDownlinkRequestOut; response: SendDownlinkResponseIn; stream: false };
  RevokeDownlink: { request: RevokeDownlinkRequestOut; response: RevokeDownlinkResponseIn; stream: false };
  ListDownlinkQueue: { request: ListDownlinkQueueRequestOut; response: ListDownlinkQueueResponseIn; stream: false };
  GetDownlinkResults: { request: GetDownlinkResultsRequestOut; response: GetDownlinkResultsResponseIn; stream: false };
  SendULTransmit: { request: SendULTransmitRequestOut; response: SendULTransmitResponseIn; stream: false };
  RequestBaseStationStatus: { request: RequestBaseStationStatusRequestOut; response: RequestBaseStationStatusResponseIn; stream: false };
  InitiatePing: { request: InitiatePingRequestOut; response: InitiatePingResponseIn; stream: false };
  GetDLRXStatus: { request: GetDLRXStatusRequestOut; response: GetDLRXStatusResponseIn; stream: false };
  QueryDLRXStatus: { request: QueryDLRXStatusRequestOut; response: QueryDLRXStatusResponseIn; stream: false };
  GetDLRXStatusQueries: { request: GetDLRXStatusQueriesRequestOut; response: GetDLRXStatusQueriesResponseIn; stream: false };
  GetSystemStatus: { request: EmptyOut; response: SystemStatusIn; stream: false };
  GetStatistics: { request: GetStatisticsRequestOut; response: StatisticsIn; stream: false };
  GetReleaseInfo: { request: EmptyOut; response: ReleaseInfoIn; stream: false };
  CreateApiKey: { request: CreateApiKeyRequestOut; response: CreateApiKeyResponseIn; stream: false };
  GetApiKey: { request: GetApiKeyRequestOut; response: ApiKeyIn; stream: false };
  DeleteApiKey: { request: DeleteApiKeyRequestOut; response: EmptyIn; stream: false };
  ListApiKeys: { request: ListApiKeysRequestOut; response: ListApiKeysResponseIn; stream: false };
  CreateIntegration: { request: CreateIntegrationRequestOut; response: IntegrationIn; stream: false };
  GetIntegration: { request: GetIntegrationRequestOut; response: IntegrationIn; stream: false };
  UpdateIntegration: { request: UpdateIntegrationRequestOut; response: IntegrationIn; stream: false };
  DeleteIntegration: { request: DeleteIntegrationRequestOut; response: EmptyIn; stream: false };
  ListIntegrations: { request: ListIntegrationsRequestOut; response: ListIntegrationsResponseIn; stream: false };
  GetAnalyticsOverview: { request: GetAnalyticsOverviewRequestOut; response: AnalyticsOverviewIn; stream: false };
  GetActivityAnalytics: { request: GetActivityAnalyticsRequestOut; response: ActivityAnalyticsIn; stream: false };
  GetSignalQualityAnalytics: { request: GetSignalQualityAnalyticsRequestOut; response: SignalQualityAnalyticsIn; stream: false };
  ListEvents: { request: ListEventsRequestOut; response: ListEventsResponseIn; stream: false };
  ListBaseStationEvents: { request: ListBaseStationEventsRequestOut; response: ListBaseStationEventsResponseIn; stream: false };
  ListEndPointEvents: { request: ListEndPointEventsRequestOut; response: ListEndPointEventsResponseIn; stream: false };
  StreamEvents: { request: StreamEventsRequestOut; response: EventIn; stream: true };
  StreamBaseStationEvents: { request: StreamBaseStationEventsRequestOut; response: EventIn; stream: true };
  StreamEndPointEvents: { request: StreamEndPointEventsRequestOut; response: EventIn; stream: true };
  ListAlerts: { request: ListAlertsRequestOut; response: ListAlertsResponseIn; stream: false };
  GetAlertSummary: { request: GetAlertSummaryRequestOut; response: AlertSummaryIn; stream: false };
  ListScaciSessions: { request: ListScaciSessionsRequestOut; response: ListScaciSessionsResponseIn; stream: false };
  GetScaciSession: { request: GetScaciSessionRequestOut; response: ScaciSessionIn; stream: false };
  GetScaciStatistics: { request: GetScaciStatisticsRequestOut; response: ScaciStatisticsIn; stream: false };
  ListScaciErrors: { request: ListScaciErrorsRequestOut; response: ListScaciErrorsResponseIn; stream: false };
  ListScaciQueues: { request: ListScaciQueuesRequestOut; response: ListScaciQueuesResponseIn; stream: false };
  GetScaciStatus: { request: GetScaciStatusRequestOut; response: ScaciStatusIn; stream: false };
  GenerateCertificate: { request: GenerateCertificateRequestOut; response: GenerateCertificateResponseIn; stream: false };
  DownloadCertificate: { request: DownloadCertificateRequestOut; response: DownloadCertificateResponseIn; stream: false };
  DownloadBaseStationCertificate: { request: DownloadBaseStationCertificateRequestOut; response: DownloadCertificateResponseIn; stream: false };
  GenerateServerCertificates: { request: GenerateServerCertificatesRequestOut; response: ServerCertificateStatusIn; stream: false };
  RenewServerCertificates: { request: RenewServerCertificatesRequestOut; response: ServerCertificateStatusIn; stream: false };
  GetServerCertificateStatus: { request: GetServerCertificateStatusRequestOut; response: ServerCertificateStatusIn; stream: false };
  CreateManufacturer: { request: CreateManufacturerRequestOut; response: ManufacturerIn; stream: false };
  GetManufacturer: { request: GetManufacturerRequestOut; response: ManufacturerIn; stream: false };
  UpdateManufacturer: { request: UpdateManufacturerRequestOut; response: ManufacturerIn; stream: false };
  DeleteManufacturer: { request: DeleteManufacturerRequestOut; response: EmptyIn; stream: false };
  ListManufacturers: { request: ListManufacturersRequestOut; response: ListManufacturersResponseIn; stream: false };
  CreateDeviceModel: { request: CreateDeviceModelRequestOut; response: DeviceModelIn; stream: false };
  GetDeviceModel: { request: GetDeviceModelRequestOut; response: DeviceModelIn; stream: false };
  UpdateDeviceModel: { request: UpdateDeviceModelRequestOut; response: DeviceModelIn; stream: false };
  DeleteDeviceModel: { request: DeleteDeviceModelRequestOut; response: EmptyIn; stream: false };
  ListDeviceModels: { request: ListDeviceModelsRequestOut; response: ListDeviceModelsResponseIn; stream: false };
  CreateBlueprint: { request: CreateBlueprintRequestOut; response: BlueprintIn; stream: false };
  GetBlueprint: { request: GetBlueprintRequestOut; response: BlueprintIn; stream: false };
  UpdateBlueprint: { request: UpdateBlueprintRequestOut; response: BlueprintIn; stream: false };
  DeleteBlueprint: { request: DeleteBlueprintRequestOut; response: EmptyIn; stream: false };
  ListBlueprints: { request: ListBlueprintsRequestOut; response: ListBlueprintsResponseIn; stream: false };
  SetDefaultBlueprint: { request: SetDefaultBlueprintRequestOut; response: BlueprintIn; stream: false };
  SubmitBlueprintToRegistry: { request: SubmitBlueprintToRegistryRequestOut; response: SubmitBlueprintToRegistryResponseIn; stream: false };
  CreateDeviceModelWithBlueprint: { request: CreateDeviceModelWithBlueprintRequestOut; response: CreateDeviceModelWithBlueprintResponseIn; stream: false };
  DecodePreview: { request: DecodePreviewRequestOut; response: DecodePreviewResponseIn; stream: false };
  GetEndPointStats: { request: GetEndPointStatsRequestOut; response: EndPointStatsIn; stream: false };
  GetEndPointOperations: { request: GetEndPointOperationsRequestOut; response: GetEndPointOperationsResponseIn; stream: false };
  Login: { request: LoginRequestOut; response: LoginResponseIn; stream: false };
  RefreshTokens: { request: RefreshTokensRequestOut; response: RefreshTokensResponseIn; stream: false };
  GetProfile: { request: GetProfileRequestOut; response: UserProfileIn; stream: false };
  GetAuthSettings: { request: GetAuthSettingsRequestOut; response: AuthSettingsIn; stream: false };
  Logout: { request: LogoutRequestOut; response: LogoutResponseIn; stream: false };
  ChangePassword: { request: ChangePasswordRequestOut; response: ChangePasswordResponseIn; stream: false };
  ExchangeOIDC: { request: ExchangeOIDCRequestOut; response: LoginResponseIn; stream: false };
  ExchangeOAuth2: { request: ExchangeOAuth2RequestOut; response: LoginResponseIn; stream: false };
  RegisterAccount: { request: RegisterAccountRequestOut; response: RegisterAccountResponseIn; stream: false };
  CreateUser: { request: CreateUserRequestOut; response: UserIn; stream: false };
  GetUser: { request: GetUserRequestOut; response: UserIn; stream: false };
  UpdateUser: { request: UpdateUserRequestOut; response: UserIn; stream: false };
  DeleteUser: { request: DeleteUserRequestOut; response: EmptyIn; stream: false };
  ListUsers: { request: ListUsersRequestOut; response: ListUsersResponseIn; stream: false };
  UpdateUserPassword: { request: UpdateUserPasswordRequestOut; response: UpdateUserPasswordResponseIn; stream: false };
  CreateOrganization: { request: CreateOrganizationRequestOut; response: OrganizationIn; stream: false };
  GetOrganization: { request: GetOrganizationRequestOut; response: OrganizationIn; stream: false };
  UpdateOrganization: { request: UpdateOrganizationRequestOut; response: OrganizationIn; stream: false };
  DeleteOrganization: { request: DeleteOrganizationRequestOut; response: EmptyIn; stream: false };
  ListOrganizations: { request: ListOrganizationsRequestOut; response: ListOrganizationsResponseIn; stream: false };
  AddOrganizationUser: { request: AddOrganizationUserRequestOut; response: OrganizationUserIn; stream: false };
  GetOrganizationUser: { request: GetOrganizationUserRequestOut; response: OrganizationUserIn; stream: false };
  UpdateOrganizationUser: { request: UpdateOrganizationUserRequestOut; response: OrganizationUserIn; stream: false };
  RemoveOrganizationUser: { request: RemoveOrganizationUserRequestOut; response: EmptyIn; stream: false };
  ListOrganizationUsers: { request: ListOrganizationUsersRequestOut; response: ListOrganizationUsersResponseIn; stream: false };
  ListUserOrganizations: { request: ListUserOrganizationsRequestOut; response: ListUserOrganizationsResponseIn; stream: false };
}

export interface StructIn {
  fields: Readonly<Record<string, ValueIn>>;
}

export interface StructOut {
  fields?: Maybe<Readonly<Record<string, ValueOut>>>;
}

export interface ValueIn {
  nullValue?: Maybe<'NULL_VALUE'>;
  numberValue?: Maybe<number>;
  stringValue?: Maybe<string>;
  boolValue?: Maybe<boolean>;
  structValue?: Maybe<StructIn>;
  listValue?: Maybe<ListValueIn>;
}

export interface ValueOut {
  nullValue?: Maybe<'NULL_VALUE'>;
  numberValue?: Maybe<number>;
  stringValue?: Maybe<string>;
  boolValue?: Maybe<boolean>;
  structValue?: Maybe<StructOut>;
  listValue?: Maybe<ListValueOut>;
}

export interface ListValueIn {
  values: readonly ValueIn[];
}

export interface ListValueOut {
  values?: Maybe<readonly ValueOut[]>;
}

export interface TimestampIn {
  seconds: string;
  nanos: number;
}

export interface TimestampOut {
  seconds?: Maybe<string | number | Int64>;
  nanos?: Maybe<number>;
}

export interface FieldMaskIn {
  paths: readonly string[];
}

export interface FieldMaskOut {
  paths?: Maybe<readonly string[]>;
}

export interface EndPointIn {
  ep_eui: string;
  name: string;
  status: string;
  ep_class: string;
  description: string;
  organization_id: string;
  bidi: boolean;
  nwk_key: string;
  nwk_sn_key: string;
  app_key: string;
  nwk_key_set: boolean;
  nwk_sn_key_set: boolean;
  app_key_set: boolean;
  sh_addr?: Maybe<number>;
  pre_attach: boolean;
  dual_chan: boolean;
  repetition: boolean;
  wide_carr_off: boolean;
  long_blk_dist: boolean;
  attach_cnt?: Maybe<number>;
  last_packet_cnt?: Maybe<number>;
  type_eui: string;
  device_model_id: string;
  blueprint_id: string;
  effective_blueprint_id: string;
  attach_status: string;
  attached_at: TimestampIn | null;
  detached_at: TimestampIn | null;
  reattach_pending: boolean;
  last_seen_at: TimestampIn | null;
  last_rssi?: Maybe<number>;
  last_snr?: Maybe<number>;
  last_eq_snr?: Maybe<number>;
  last_profile: string;
  last_mode: string;
  last_bs_eui: string;
  serving_bs_eui: string;
  uplink_interval_seconds: number;
  tags: Readonly<Record<string, string>>;
  latitude?: Maybe<number>;
  longitude?: Maybe<number>;
  altitude?: Maybe<number>;
  suspended: boolean;
  pending_downlinks: number;
  message_count: string;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
  effective_blueprint_version: string;
  skip_attach_check: boolean;
  calibration: Readonly<Record<string, number>>;
  loss_rate?: Maybe<number>;
}

export interface EndPointOut {
  ep_eui?: Maybe<string>;
  name?: Maybe<string>;
  status?: Maybe<string>;
  ep_class?: Maybe<string>;
  description?: Maybe<string>;
  organization_id?: Maybe<string>;
  bidi?: Maybe<boolean>;
  nwk_key?: Maybe<string>;
  nwk_sn_key?: Maybe<string>;
  app_key?: Maybe<string>;
  nwk_key_set?: Maybe<boolean>;
  nwk_sn_key_set?: Maybe<boolean>;
  app_key_set?: Maybe<boolean>;
  sh_addr?: Maybe<number>;
  pre_attach?: Maybe<boolean>;
  dual_chan?: Maybe<boolean>;
  repetition?: Maybe<boolean>;
  wide_carr_off?: Maybe<boolean>;
  long_blk_dist?: Maybe<boolean>;
  attach_cnt?: Maybe<number>;
  last_packet_cnt?: Maybe<number>;
  type_eui?: Maybe<string>;
  device_model_id?: Maybe<string>;
  blueprint_id?: Maybe<string>;
  effective_blueprint_id?: Maybe<string>;
  attach_status?: Maybe<string>;
  attached_at?: Maybe<TimestampOut>;
  detached_at?: Maybe<TimestampOut>;
  reattach_pending?: Maybe<boolean>;
  last_seen_at?: Maybe<TimestampOut>;
  last_rssi?: Maybe<number>;
  last_snr?: Maybe<number>;
  last_eq_snr?: Maybe<number>;
  last_profile?: Maybe<string>;
  last_mode?: Maybe<string>;
  last_bs_eui?: Maybe<string>;
  serving_bs_eui?: Maybe<string>;
  uplink_interval_seconds?: Maybe<number>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  latitude?: Maybe<number>;
  longitude?: Maybe<number>;
  altitude?: Maybe<number>;
  suspended?: Maybe<boolean>;
  pending_downlinks?: Maybe<number>;
  message_count?: Maybe<string | number | Int64>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
  effective_blueprint_version?: Maybe<string>;
  skip_attach_check?: Maybe<boolean>;
  calibration?: Maybe<Readonly<Record<string, number>>>;
  loss_rate?: Maybe<number>;
}

export interface CreateEndPointRequestIn {
  endpoint: EndPointIn | null;
}

export interface CreateEndPointRequestOut {
  endpoint?: Maybe<EndPointOut>;
}

export interface GetEndPointRequestIn {
  ep_eui: string;
  reveal_keys: readonly string[];
}

export interface GetEndPointRequestOut {
  ep_eui?: Maybe<string>;
  reveal_keys?: Maybe<readonly string[]>;
}

export interface UpdateEndPointRequestIn {
  endpoint: EndPointIn | null;
  update_mask: FieldMaskIn | null;
  new_ep_eui: string;
}

export interface UpdateEndPointRequestOut {
  endpoint?: Maybe<EndPointOut>;
  update_mask?: Maybe<FieldMaskOut>;
  new_ep_eui?: Maybe<string>;
}

export interface DeleteEndPointRequestIn {
  ep_eui: string;
  force: boolean;
}

export interface DeleteEndPointRequestOut {
  ep_eui?: Maybe<string>;
  force?: Maybe<boolean>;
}

export interface ListEndPointsRequestIn {
  page_size: number;
  page_token: string;
  search: string;
  status: string;
  attach_status: string;
  ep_class: string;
  device_model_id: string;
  bs_eui: string;
  tags: Readonly<Record<string, string>>;
  ep_euis: readonly string[];
  order_by: string;
  statuses: readonly string[];
}

export interface ListEndPointsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  search?: Maybe<string>;
  status?: Maybe<string>;
  attach_status?: Maybe<string>;
  ep_class?: Maybe<string>;
  device_model_id?: Maybe<string>;
  bs_eui?: Maybe<string>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  ep_euis?: Maybe<readonly string[]>;
  order_by?: Maybe<string>;
  statuses?: Maybe<readonly string[]>;
}

export interface ListEndPointsResponseIn {
  endpoints: readonly EndPointIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListEndPointsResponseOut {
  endpoints?: Maybe<readonly EndPointOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface AttachEndPointRequestIn {
  ep_eui: string;
}

export interface AttachEndPointRequestOut {
  ep_eui?: Maybe<string>;
}

export interface AttachEndPointResponseIn {
  operation_id: string;
  attach_status: string;
  propagations: readonly PropagationIn[];
}

export interface AttachEndPointResponseOut {
  operation_id?: Maybe<string>;
  attach_status?: Maybe<string>;
  propagations?: Maybe<readonly PropagationOut[]>;
}

export interface DetachEndPointRequestIn {
  ep_eui: string;
}

export interface DetachEndPointRequestOut {
  ep_eui?: Maybe<string>;
}

export interface DetachEndPointResponseIn {
  operation_id: string;
  attach_status: string;
  propagations: readonly PropagationIn[];
}

export interface DetachEndPointResponseOut {
  operation_id?: Maybe<string>;
  attach_status?: Maybe<string>;
  propagations?: Maybe<readonly PropagationOut[]>;
}

export interface PropagationIn {
  bs_eui: string;
  state: string;
  op_id: string;
  error: string;
}

export interface PropagationOut {
  bs_eui?: Maybe<string>;
  state?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  error?: Maybe<string>;
}

export interface BaseStationIn {
  bs_eui: string;
  name: string;
  status: string;
  description: string;
  organization_id: string;
  disabled: boolean;
  latitude?: Maybe<number>;
  longitude?: Maybe<number>;
  altitude?: Maybe<number>;
  location_source: string;
  location_updated_at: TimestampIn | null;
  vendor: string;
  model: string;
  sw_version: string;
  reported_name: string;
  info: StructIn | null;
  bidi: boolean;
  protocol_version: string;
  remote_address: string;
  session_resumed: boolean;
  connected_at: TimestampIn | null;
  disconnected_at: TimestampIn | null;
  disconnect_reason: string;
  last_seen_at: TimestampIn | null;
  last_status_at: TimestampIn | null;
  status_code?: Maybe<number>;
  status_message: string;
  system_time: string;
  clock_offset_ms?: Maybe<number>;
  duty_cycle?: Maybe<number>;
  uptime_seconds: string;
  temperature_celsius?: Maybe<number>;
  cpu_load?: Maybe<number>;
  mem_load?: Maybe<number>;
  certificate_status: string;
  certificate_expires_at: TimestampIn | null;
  certificate_fingerprint: string;
  service_center_url: string;
  tags: Readonly<Record<string, string>>;
  attached_endpoints: number;
  mac_types: readonly number[];
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
  allowed_fingerprints: readonly string[];
}

export interface BaseStationOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  status?: Maybe<string>;
  description?: Maybe<string>;
  organization_id?: Maybe<string>;
  disabled?: Maybe<boolean>;
  latitude?: Maybe<number>;
  longitude?: Maybe<number>;
  altitude?: Maybe<number>;
  location_source?: Maybe<string>;
  location_updated_at?: Maybe<TimestampOut>;
  vendor?: Maybe<string>;
  model?: Maybe<string>;
  sw_version?: Maybe<string>;
  reported_name?: Maybe<string>;
  info?: Maybe<StructOut>;
  bidi?: Maybe<boolean>;
  protocol_version?: Maybe<string>;
  remote_address?: Maybe<string>;
  session_resumed?: Maybe<boolean>;
  connected_at?: Maybe<TimestampOut>;
  disconnected_at?: Maybe<TimestampOut>;
  disconnect_reason?: Maybe<string>;
  last_seen_at?: Maybe<TimestampOut>;
  last_status_at?: Maybe<TimestampOut>;
  status_code?: Maybe<number>;
  status_message?: Maybe<string>;
  system_time?: Maybe<string | number | Int64>;
  clock_offset_ms?: Maybe<number>;
  duty_cycle?: Maybe<number>;
  uptime_seconds?: Maybe<string | number | Int64>;
  temperature_celsius?: Maybe<number>;
  cpu_load?: Maybe<number>;
  mem_load?: Maybe<number>;
  certificate_status?: Maybe<string>;
  certificate_expires_at?: Maybe<TimestampOut>;
  certificate_fingerprint?: Maybe<string>;
  service_center_url?: Maybe<string>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  attached_endpoints?: Maybe<number>;
  mac_types?: Maybe<readonly number[]>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
  allowed_fingerprints?: Maybe<readonly string[]>;
}

export interface CreateBaseStationRequestIn {
  base_station: BaseStationIn | null;
}

export interface CreateBaseStationRequestOut {
  base_station?: Maybe<BaseStationOut>;
}

export interface GetBaseStationRequestIn {
  bs_eui: string;
}

export interface GetBaseStationRequestOut {
  bs_eui?: Maybe<string>;
}

export interface UpdateBaseStationRequestIn {
  base_station: BaseStationIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateBaseStationRequestOut {
  base_station?: Maybe<BaseStationOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteBaseStationRequestIn {
  bs_eui: string;
}

export interface DeleteBaseStationRequestOut {
  bs_eui?: Maybe<string>;
}

export interface ListBaseStationsRequestIn {
  page_size: number;
  page_token: string;
  search: string;
  status: string;
  certificate_status: string;
  tags: Readonly<Record<string, string>>;
  order_by: string;
}

export interface ListBaseStationsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  search?: Maybe<string>;
  status?: Maybe<string>;
  certificate_status?: Maybe<string>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  order_by?: Maybe<string>;
}

export interface ListBaseStationsResponseIn {
  base_stations: readonly BaseStationIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListBaseStationsResponseOut {
  base_stations?: Maybe<readonly BaseStationOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetBaseStationStatsRequestIn {
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
}

export interface GetBaseStationStatsRequestOut {
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
}

export interface UpdateBaseStationEuiRequestIn {
  bs_eui: string;
  new_bs_eui: string;
}

export interface UpdateBaseStationEuiRequestOut {
  bs_eui?: Maybe<string>;
  new_bs_eui?: Maybe<string>;
}

export interface BaseStationStatsIn {
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  uplinks: string;
  uplinks_first: string;
  unique_endpoints: number;
  downlinks_sent: string;
  downlinks_failed: string;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  availability?: Maybe<number>;
  last_uplink_at: TimestampIn | null;
  uplinks_last_24h: string;
  uplinks_last_7d: string;
  uplinks_last_30d: string;
  buckets: readonly BaseStationBucketIn[];
  top_endpoints: readonly EuiCountIn[];
}

export interface BaseStationStatsOut {
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  uplinks?: Maybe<string | number | Int64>;
  uplinks_first?: Maybe<string | number | Int64>;
  unique_endpoints?: Maybe<number>;
  downlinks_sent?: Maybe<string | number | Int64>;
  downlinks_failed?: Maybe<string | number | Int64>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  availability?: Maybe<number>;
  last_uplink_at?: Maybe<TimestampOut>;
  uplinks_last_24h?: Maybe<string | number | Int64>;
  uplinks_last_7d?: Maybe<string | number | Int64>;
  uplinks_last_30d?: Maybe<string | number | Int64>;
  buckets?: Maybe<readonly BaseStationBucketOut[]>;
  top_endpoints?: Maybe<readonly EuiCountOut[]>;
}

export interface BaseStationBucketIn {
  start: TimestampIn | null;
  uplinks: string;
  downlinks: string;
  availability: number;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
}

export interface BaseStationBucketOut {
  start?: Maybe<TimestampOut>;
  uplinks?: Maybe<string | number | Int64>;
  downlinks?: Maybe<string | number | Int64>;
  availability?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
}

export interface EuiCountIn {
  eui: string;
  name: string;
  count: string;
}

export interface EuiCountOut {
  eui?: Maybe<string>;
  name?: Maybe<string>;
  count?: Maybe<string | number | Int64>;
}

export interface MessageIn {
  id: string;
  seq: string;
  organization_id: string;
  ep_eui: string;
  ep_name: string;
  packet_cnt: number;
  user_data: Uint8Array;
  format: number;
  rx_time: string;
  received_at: TimestampIn | null;
  rx_duration: string;
  bs_eui: string;
  snr: number;
  rssi: number;
  eq_snr?: Maybe<number>;
  profile: string;
  mode: string;
  dl_open: boolean;
  response_exp: boolean;
  dl_ack: boolean;
  duplicate: boolean;
  base_stations: readonly ReceptionIn[];
  decode_status: string;
  decoded: StructIn | null;
  decoded_meta: StructIn | null;
  decode_error: string;
  blueprint_id: string;
  blueprint_version: string;
  type_eui: string;
  stored_at: TimestampIn | null;
  vm_mac_type?: Maybe<number>;
  decode_hint: string;
  counts: MessageCountsIn | null;
}

export interface MessageOut {
  id?: Maybe<string>;
  seq?: Maybe<string | number | Int64>;
  organization_id?: Maybe<string>;
  ep_eui?: Maybe<string>;
  ep_name?: Maybe<string>;
  packet_cnt?: Maybe<number>;
  user_data?: Maybe<Uint8Array>;
  format?: Maybe<number>;
  rx_time?: Maybe<string | number | Int64>;
  received_at?: Maybe<TimestampOut>;
  rx_duration?: Maybe<string | number | Int64>;
  bs_eui?: Maybe<string>;
  snr?: Maybe<number>;
  rssi?: Maybe<number>;
  eq_snr?: Maybe<number>;
  profile?: Maybe<string>;
  mode?: Maybe<string>;
  dl_open?: Maybe<boolean>;
  response_exp?: Maybe<boolean>;
  dl_ack?: Maybe<boolean>;
  duplicate?: Maybe<boolean>;
  base_stations?: Maybe<readonly ReceptionOut[]>;
  decode_status?: Maybe<string>;
  decoded?: Maybe<StructOut>;
  decoded_meta?: Maybe<StructOut>;
  decode_error?: Maybe<string>;
  blueprint_id?: Maybe<string>;
  blueprint_version?: Maybe<string>;
  type_eui?: Maybe<string>;
  stored_at?: Maybe<TimestampOut>;
  vm_mac_type?: Maybe<number>;
  decode_hint?: Maybe<string>;
  counts?: Maybe<MessageCountsOut>;
}

export interface MessageCountsIn {
  messages: number;
  first_stored_at: TimestampIn | null;
  last_stored_at: TimestampIn | null;
  endpoints: readonly EndPointMessageCountIn[];
}

export interface MessageCountsOut {
  messages?: Maybe<number>;
  first_stored_at?: Maybe<TimestampOut>;
  last_stored_at?: Maybe<TimestampOut>;
  endpoints?: Maybe<readonly EndPointMessageCountOut[]>;
}

export interface EndPointMessageCountIn {
  ep_eui: string;
  ep_name: string;
  messages: number;
}

export interface EndPointMessageCountOut {
  ep_eui?: Maybe<string>;
  ep_name?: Maybe<string>;
  messages?: Maybe<number>;
}

export interface ReceptionIn {
  bs_eui: string;
  bs_name: string;
  op_id: string;
  rx_time: string;
  rx_duration: string;
  snr: number;
  rssi: number;
  eq_snr?: Maybe<number>;
  profile: string;
  mode: string;
  subpackets: SubpacketsIn | null;
  dl_rx_snr?: Maybe<number>;
  dl_rx_rssi?: Maybe<number>;
  first: boolean;
}

export interface ReceptionOut {
  bs_eui?: Maybe<string>;
  bs_name?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  rx_time?: Maybe<string | number | Int64>;
  rx_duration?: Maybe<string | number | Int64>;
  snr?: Maybe<number>;
  rssi?: Maybe<number>;
  eq_snr?: Maybe<number>;
  profile?: Maybe<string>;
  mode?: Maybe<string>;
  subpackets?: Maybe<SubpacketsOut>;
  dl_rx_snr?: Maybe<number>;
  dl_rx_rssi?: Maybe<number>;
  first?: Maybe<boolean>;
}

export interface SubpacketsIn {
  snr: readonly number[];
  rssi: readonly number[];
  frequency: readonly number[];
  phase: readonly number[];
}

export interface SubpacketsOut {
  snr?: Maybe<readonly number[]>;
  rssi?: Maybe<readonly number[]>;
  frequency?: Maybe<readonly number[]>;
  phase?: Maybe<readonly number[]>;
}

export interface BaseStationMessageIn {
  id: string;
  seq: string;
  bs_eui: string;
  ep_eui: string;
  direction: string;
  op_id: string;
  packet_cnt?: Maybe<number>;
  user_data: Uint8Array;
  format: number;
  rx_time: string;
  tx_time: string;
  occurred_at: TimestampIn | null;
  snr?: Maybe<number>;
  rssi?: Maybe<number>;
  eq_snr?: Maybe<number>;
  profile: string;
  mode: string;
  dl_open: boolean;
  response_exp: boolean;
  dl_ack: boolean;
  duplicate: boolean;
  receivers: number;
  que_id: string;
  result: string;
  subpackets: SubpacketsIn | null;
  decode_status: string;
  decoded: StructIn | null;
  decode_error: string;
}

export interface BaseStationMessageOut {
  id?: Maybe<string>;
  seq?: Maybe<string | number | Int64>;
  bs_eui?: Maybe<string>;
  ep_eui?: Maybe<string>;
  direction?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  packet_cnt?: Maybe<number>;
  user_data?: Maybe<Uint8Array>;
  format?: Maybe<number>;
  rx_time?: Maybe<string | number | Int64>;
  tx_time?: Maybe<string | number | Int64>;
  occurred_at?: Maybe<TimestampOut>;
  snr?: Maybe<number>;
  rssi?: Maybe<number>;
  eq_snr?: Maybe<number>;
  profile?: Maybe<string>;
  mode?: Maybe<string>;
  dl_open?: Maybe<boolean>;
  response_exp?: Maybe<boolean>;
  dl_ack?: Maybe<boolean>;
  duplicate?: Maybe<boolean>;
  receivers?: Maybe<number>;
  que_id?: Maybe<string | number | Int64>;
  result?: Maybe<string>;
  subpackets?: Maybe<SubpacketsOut>;
  decode_status?: Maybe<string>;
  decoded?: Maybe<StructOut>;
  decode_error?: Maybe<string>;
}

export interface GetMessageRequestIn {
  id: string;
}

export interface GetMessageRequestOut {
  id?: Maybe<string>;
}

export interface ListMessagesRequestIn {
  page_size: number;
  page_token: string;
  ep_eui: string;
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  format?: Maybe<number>;
  decode_status: string;
  duplicate?: Maybe<boolean>;
  dl_open?: Maybe<boolean>;
  profile: string;
  mode: string;
  device_model_id: string;
  include_subpackets: boolean;
  order_by: string;
}

export interface ListMessagesRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  format?: Maybe<number>;
  decode_status?: Maybe<string>;
  duplicate?: Maybe<boolean>;
  dl_open?: Maybe<boolean>;
  profile?: Maybe<string>;
  mode?: Maybe<string>;
  device_model_id?: Maybe<string>;
  include_subpackets?: Maybe<boolean>;
  order_by?: Maybe<string>;
}

export interface ListMessagesResponseIn {
  messages: readonly MessageIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListMessagesResponseOut {
  messages?: Maybe<readonly MessageOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface StreamMessagesRequestIn {
  ep_euis: readonly string[];
  bs_eui: string;
  device_model_id: string;
  after_seq: string;
  start_time: TimestampIn | null;
  include_subpackets: boolean;
  max_per_second: number;
}

export interface StreamMessagesRequestOut {
  ep_euis?: Maybe<readonly string[]>;
  bs_eui?: Maybe<string>;
  device_model_id?: Maybe<string>;
  after_seq?: Maybe<string | number | Int64>;
  start_time?: Maybe<TimestampOut>;
  include_subpackets?: Maybe<boolean>;
  max_per_second?: Maybe<number>;
}

export interface ListBaseStationMessagesRequestIn {
  page_size: number;
  page_token: string;
  bs_eui: string;
  direction: string;
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  duplicate?: Maybe<boolean>;
  dl_open?: Maybe<boolean>;
  order_by: string;
}

export interface ListBaseStationMessagesRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  bs_eui?: Maybe<string>;
  direction?: Maybe<string>;
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  duplicate?: Maybe<boolean>;
  dl_open?: Maybe<boolean>;
  order_by?: Maybe<string>;
}

export interface ListBaseStationMessagesResponseIn {
  messages: readonly BaseStationMessageIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListBaseStationMessagesResponseOut {
  messages?: Maybe<readonly BaseStationMessageOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface GetBaseStationMessageRequestIn {
  bs_eui: string;
  id: string;
}

export interface GetBaseStationMessageRequestOut {
  bs_eui?: Maybe<string>;
  id?: Maybe<string>;
}

export interface GetBaseStationMessageStatsRequestIn {
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
}

export interface GetBaseStationMessageStatsRequestOut {
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
}

export interface BaseStationMessageStatsIn {
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  total: string;
  uplinks: string;
  downlinks: string;
  unique_endpoints: number;
  duplicates: string;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  min_rssi?: Maybe<number>;
  max_rssi?: Maybe<number>;
  first_message_at: TimestampIn | null;
  last_message_at: TimestampIn | null;
  by_profile: Readonly<Record<string, string>>;
  by_mode: Readonly<Record<string, string>>;
  payload_bytes: string;
}

export interface BaseStationMessageStatsOut {
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  total?: Maybe<string | number | Int64>;
  uplinks?: Maybe<string | number | Int64>;
  downlinks?: Maybe<string | number | Int64>;
  unique_endpoints?: Maybe<number>;
  duplicates?: Maybe<string | number | Int64>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  min_rssi?: Maybe<number>;
  max_rssi?: Maybe<number>;
  first_message_at?: Maybe<TimestampOut>;
  last_message_at?: Maybe<TimestampOut>;
  by_profile?: Maybe<Readonly<Record<string, string | number | Int64>>>;
  by_mode?: Maybe<Readonly<Record<string, string | number | Int64>>>;
  payload_bytes?: Maybe<string | number | Int64>;
}

export interface SearchBaseStationMessagesRequestIn {
  page_size: number;
  page_token: string;
  bs_eui: string;
  query: string;
  direction: string;
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
}

export interface SearchBaseStationMessagesRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  bs_eui?: Maybe<string>;
  query?: Maybe<string>;
  direction?: Maybe<string>;
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
}

export interface SearchBaseStationMessagesResponseIn {
  messages: readonly BaseStationMessageIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface SearchBaseStationMessagesResponseOut {
  messages?: Maybe<readonly BaseStationMessageOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface ExportBaseStationMessagesRequestIn {
  bs_eui: string;
  format: string;
  direction: string;
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  gzip: boolean;
  page_token: string;
}

export interface ExportBaseStationMessagesRequestOut {
  bs_eui?: Maybe<string>;
  format?: Maybe<string>;
  direction?: Maybe<string>;
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  gzip?: Maybe<boolean>;
  page_token?: Maybe<string>;
}

export interface ExportBaseStationMessagesResponseIn {
  content: Uint8Array;
  filename: string;
  content_type: string;
  row_count: number;
  truncated: boolean;
  next_page_token: string;
}

export interface ExportBaseStationMessagesResponseOut {
  content?: Maybe<Uint8Array>;
  filename?: Maybe<string>;
  content_type?: Maybe<string>;
  row_count?: Maybe<number>;
  truncated?: Maybe<boolean>;
  next_page_token?: Maybe<string>;
}

export interface StreamBaseStationMessagesRequestIn {
  bs_eui: string;
  direction: string;
  ep_eui: string;
  after_seq: string;
  start_time: TimestampIn | null;
}

export interface StreamBaseStationMessagesRequestOut {
  bs_eui?: Maybe<string>;
  direction?: Maybe<string>;
  ep_eui?: Maybe<string>;
  after_seq?: Maybe<string | number | Int64>;
  start_time?: Maybe<TimestampOut>;
}

export interface ListEndpointMessagesRequestIn {
  page_size: number;
  page_token: string;
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  format?: Maybe<number>;
  decode_status: string;
  include_subpackets: boolean;
  order_by: string;
}

export interface ListEndpointMessagesRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  format?: Maybe<number>;
  decode_status?: Maybe<string>;
  include_subpackets?: Maybe<boolean>;
  order_by?: Maybe<string>;
}

export interface ListEndpointMessagesResponseIn {
  messages: readonly MessageIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListEndpointMessagesResponseOut {
  messages?: Maybe<readonly MessageOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface ListBaseStationActivityRequestIn {
  page_size: number;
  page_token: string;
  bs_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  kinds: readonly string[];
  severity: string;
}

export interface ListBaseStationActivityRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  bs_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  kinds?: Maybe<readonly string[]>;
  severity?: Maybe<string>;
}

export interface ListBaseStationActivityResponseIn {
  items: readonly ActivityItemIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListBaseStationActivityResponseOut {
  items?: Maybe<readonly ActivityItemOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface ActivityItemIn {
  occurred_at: TimestampIn | null;
  event?: Maybe<EventIn>;
  message?: Maybe<BaseStationMessageIn>;
}

export interface ActivityItemOut {
  occurred_at?: Maybe<TimestampOut>;
  event?: Maybe<EventOut>;
  message?: Maybe<BaseStationMessageOut>;
}

export interface DownlinkIn {
  que_id: string;
  ep_eui: string;
  organization_id: string;
  status: string;
  result: string;
  user_data: readonly Uint8Array[];
  packet_cnt: readonly number[];
  cnt_depend: boolean;
  format: number;
  prio: number;
  response_exp: boolean;
  response_prio: boolean;
  dl_wind_req: boolean;
  exp_only: boolean;
  dl_rx_stat_qry: boolean;
  expires_at: TimestampIn | null;
  ref: string;
  source: string;
  created_by: string;
  created_at: TimestampIn | null;
  bs_eui: string;
  accepted_at: TimestampIn | null;
  tx_time: string;
  sent_at: TimestampIn | null;
  tx_packet_cnt?: Maybe<number>;
  acked_at: TimestampIn | null;
  attempts: number;
  last_error: string;
  finished_at: TimestampIn | null;
  ac_eui: string;
  ac_que_id: string;
}

export interface DownlinkOut {
  que_id?: Maybe<string | number | Int64>;
  ep_eui?: Maybe<string>;
  organization_id?: Maybe<string>;
  status?: Maybe<string>;
  result?: Maybe<string>;
  user_data?: Maybe<readonly Uint8Array[]>;
  packet_cnt?: Maybe<readonly number[]>;
  cnt_depend?: Maybe<boolean>;
  format?: Maybe<number>;
  prio?: Maybe<number>;
  response_exp?: Maybe<boolean>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  source?: Maybe<string>;
  created_by?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  bs_eui?: Maybe<string>;
  accepted_at?: Maybe<TimestampOut>;
  tx_time?: Maybe<string | number | Int64>;
  sent_at?: Maybe<TimestampOut>;
  tx_packet_cnt?: Maybe<number>;
  acked_at?: Maybe<TimestampOut>;
  attempts?: Maybe<number>;
  last_error?: Maybe<string>;
  finished_at?: Maybe<TimestampOut>;
  ac_eui?: Maybe<string>;
  ac_que_id?: Maybe<string>;
}

export interface SendDownlinkRequestIn {
  ep_eui: string;
  user_data: readonly Uint8Array[];
  cnt_depend: boolean;
  packet_cnt: readonly number[];
  format: number;
  prio: number;
  response_exp: boolean;
  response_prio: boolean;
  dl_wind_req: boolean;
  exp_only: boolean;
  dl_rx_stat_qry: boolean;
  expires_at: TimestampIn | null;
  ref: string;
  request_id: string;
  object: StructIn | null;
}

export interface SendDownlinkRequestOut {
  ep_eui?: Maybe<string>;
  user_data?: Maybe<readonly Uint8Array[]>;
  cnt_depend?: Maybe<boolean>;
  packet_cnt?: Maybe<readonly number[]>;
  format?: Maybe<number>;
  prio?: Maybe<number>;
  response_exp?: Maybe<boolean>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  request_id?: Maybe<string>;
  object?: Maybe<StructOut>;
}

export interface SendDownlinkResponseIn {
  downlink: DownlinkIn | null;
  deduplicated: boolean;
}

export interface SendDownlinkResponseOut {
  downlink?: Maybe<DownlinkOut>;
  deduplicated?: Maybe<boolean>;
}

export interface RevokeDownlinkRequestIn {
  ep_eui: string;
  que_id: string;
  all: boolean;
}

export interface RevokeDownlinkRequestOut {
  ep_eui?: Maybe<string>;
  que_id?: Maybe<string | number | Int64>;
  all?: Maybe<boolean>;
}

export interface RevokeDownlinkResponseIn {
  downlinks: readonly DownlinkIn[];
}

export interface RevokeDownlinkResponseOut {
  downlinks?: Maybe<readonly DownlinkOut[]>;
}

export interface ListDownlinkQueueRequestIn {
  page_size: number;
  page_token: string;
  ep_eui: string;
  bs_eui: string;
  status: string;
  ref: string;
  order_by: string;
}

export interface ListDownlinkQueueRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  status?: Maybe<string>;
  ref?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListDownlinkQueueResponseIn {
  downlinks: readonly DownlinkIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListDownlinkQueueResponseOut {
  downlinks?: Maybe<readonly DownlinkOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetDownlinkResultsRequestIn {
  page_size: number;
  page_token: string;
  ep_eui: string;
  status: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  que_ids: readonly string[];
  ref: string;
  order_by: string;
}

export interface GetDownlinkResultsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ep_eui?: Maybe<string>;
  status?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  que_ids?: Maybe<readonly (string | number | Int64)[]>;
  ref?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface GetDownlinkResultsResponseIn {
  downlinks: readonly DownlinkIn[];
  total_count: number;
  next_page_token: string;
}

export interface GetDownlinkResultsResponseOut {
  downlinks?: Maybe<readonly DownlinkOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface SendULTransmitRequestIn {
  ep_eui: string;
  user_data: Uint8Array;
  packet_cnt?: Maybe<number>;
  nwk_sn_key: string;
  sh_addr?: Maybe<number>;
  profile: string;
  format: number;
  bs_eui: string;
  wait_seconds: number;
}

export interface SendULTransmitRequestOut {
  ep_eui?: Maybe<string>;
  user_data?: Maybe<Uint8Array>;
  packet_cnt?: Maybe<number>;
  nwk_sn_key?: Maybe<string>;
  sh_addr?: Maybe<number>;
  profile?: Maybe<string>;
  format?: Maybe<number>;
  bs_eui?: Maybe<string>;
  wait_seconds?: Maybe<number>;
}

export interface SendULTransmitResponseIn {
  operation_id: string;
  bs_eui: string;
  op_id: string;
  status: string;
  message: string;
}

export interface SendULTransmitResponseOut {
  operation_id?: Maybe<string>;
  bs_eui?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  status?: Maybe<string>;
  message?: Maybe<string>;
}

export interface RequestBaseStationStatusRequestIn {
  bs_eui: string;
  wait_seconds?: Maybe<number>;
}

export interface RequestBaseStationStatusRequestOut {
  bs_eui?: Maybe<string>;
  wait_seconds?: Maybe<number>;
}

export interface RequestBaseStationStatusResponseIn {
  op_id: string;
  answered: boolean;
  base_station: BaseStationIn | null;
  latency_ms?: Maybe<number>;
}

export interface RequestBaseStationStatusResponseOut {
  op_id?: Maybe<string | number | Int64>;
  answered?: Maybe<boolean>;
  base_station?: Maybe<BaseStationOut>;
  latency_ms?: Maybe<number>;
}

export interface InitiatePingRequestIn {
  bs_eui: string;
  wait_seconds?: Maybe<number>;
}

export interface InitiatePingRequestOut {
  bs_eui?: Maybe<string>;
  wait_seconds?: Maybe<number>;
}

export interface InitiatePingResponseIn {
  op_id: string;
  answered: boolean;
  latency_ms?: Maybe<number>;
}

export interface InitiatePingResponseOut {
  op_id?: Maybe<string | number | Int64>;
  answered?: Maybe<boolean>;
  latency_ms?: Maybe<number>;
}

export interface DLRXStatusIn {
  id: string;
  ep_eui: string;
  bs_eui: string;
  rx_time: string;
  reported_at: TimestampIn | null;
  packet_cnt: number;
  dl_rx_snr: number;
  dl_rx_rssi: number;
  query_id: string;
}

export interface DLRXStatusOut {
  id?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  rx_time?: Maybe<string | number | Int64>;
  reported_at?: Maybe<TimestampOut>;
  packet_cnt?: Maybe<number>;
  dl_rx_snr?: Maybe<number>;
  dl_rx_rssi?: Maybe<number>;
  query_id?: Maybe<string>;
}

export interface DLRXStatusQueryIn {
  id: string;
  ep_eui: string;
  bs_eui: string;
  op_id: string;
  status: string;
  requested_at: TimestampIn | null;
  received_at: TimestampIn | null;
  requested_by: string;
  result: DLRXStatusIn | null;
  error: string;
}

export interface DLRXStatusQueryOut {
  id?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  status?: Maybe<string>;
  requested_at?: Maybe<TimestampOut>;
  received_at?: Maybe<TimestampOut>;
  requested_by?: Maybe<string>;
  result?: Maybe<DLRXStatusOut>;
  error?: Maybe<string>;
}

export interface GetDLRXStatusRequestIn {
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  page_size: number;
  page_token: string;
}

export interface GetDLRXStatusRequestOut {
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
}

export interface GetDLRXStatusResponseIn {
  statuses: readonly DLRXStatusIn[];
  total_count: number;
  next_page_token: string;
  avg_dl_rx_snr?: Maybe<number>;
  avg_dl_rx_rssi?: Maybe<number>;
}

export interface GetDLRXStatusResponseOut {
  statuses?: Maybe<readonly DLRXStatusOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  avg_dl_rx_snr?: Maybe<number>;
  avg_dl_rx_rssi?: Maybe<number>;
}

export interface QueryDLRXStatusRequestIn {
  ep_eui: string;
  bs_eui: string;
}

export interface QueryDLRXStatusRequestOut {
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
}

export interface QueryDLRXStatusResponseIn {
  query: DLRXStatusQueryIn | null;
}

export interface QueryDLRXStatusResponseOut {
  query?: Maybe<DLRXStatusQueryOut>;
}

export interface GetDLRXStatusQueriesRequestIn {
  ep_eui: string;
  status: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  page_size: number;
  page_token: string;
}

export interface GetDLRXStatusQueriesRequestOut {
  ep_eui?: Maybe<string>;
  status?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
}

export interface GetDLRXStatusQueriesResponseIn {
  queries: readonly DLRXStatusQueryIn[];
  total_count: number;
  next_page_token: string;
  pending: number;
  received: number;
  timeout: number;
}

export interface GetDLRXStatusQueriesResponseOut {
  queries?: Maybe<readonly DLRXStatusQueryOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  pending?: Maybe<number>;
  received?: Maybe<number>;
  timeout?: Maybe<number>;
}

export interface SystemStatusIn {
  version: string;
  status: string;
  uptime: TimestampIn | null;
  active_endpoints: number;
  active_basestations: number;
  messages_processed: string;
  services: readonly ServiceStatusIn[];
}

export interface SystemStatusOut {
  version?: Maybe<string>;
  status?: Maybe<string>;
  uptime?: Maybe<TimestampOut>;
  active_endpoints?: Maybe<number>;
  active_basestations?: Maybe<number>;
  messages_processed?: Maybe<string | number | Int64>;
  services?: Maybe<readonly ServiceStatusOut[]>;
}

export interface ServiceStatusIn {
  name: string;
  healthy: boolean;
  latency_ms: number;
}

export interface ServiceStatusOut {
  name?: Maybe<string>;
  healthy?: Maybe<boolean>;
  latency_ms?: Maybe<number>;
}

export interface GetStatisticsRequestIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
}

export interface GetStatisticsRequestOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
}

export interface StatisticsIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  total_messages: string;
  total_endpoints: number;
  total_basestations: number;
  active_endpoints: number;
  online_basestations: number;
  downlinks_sent: string;
  downlinks_failed: string;
  message_counts: readonly TimeCountIn[];
  top_endpoints: readonly EuiCountIn[];
  top_basestations: readonly EuiCountIn[];
  database_bytes: string;
  oldest_message_at: TimestampIn | null;
}

export interface StatisticsOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  total_messages?: Maybe<string | number | Int64>;
  total_endpoints?: Maybe<number>;
  total_basestations?: Maybe<number>;
  active_endpoints?: Maybe<number>;
  online_basestations?: Maybe<number>;
  downlinks_sent?: Maybe<string | number | Int64>;
  downlinks_failed?: Maybe<string | number | Int64>;
  message_counts?: Maybe<readonly TimeCountOut[]>;
  top_endpoints?: Maybe<readonly EuiCountOut[]>;
  top_basestations?: Maybe<readonly EuiCountOut[]>;
  database_bytes?: Maybe<string | number | Int64>;
  oldest_message_at?: Maybe<TimestampOut>;
}

export interface TimeCountIn {
  timestamp: TimestampIn | null;
  value: string;
}

export interface TimeCountOut {
  timestamp?: Maybe<TimestampOut>;
  value?: Maybe<string | number | Int64>;
}

export interface ReleaseInfoIn {
  version: string;
  build_time: TimestampIn | null;
  git_commit: string;
  edition: string;
  edition_name: string;
  api_version: string;
  rest_version: string;
  schema_version: number;
  runtime_version: string;
  platform: string;
  sc_eui: string;
  sc_vendor: string;
  sc_model: string;
  sc_name: string;
  sc_sw_version: string;
  bssci_version: string;
  scaci_version: string;
  license_id: string;
  license_url: string;
  source_url: string;
  documentation_url: string;
  third_party_notices_url: string;
  support_until: string;
}

export interface ReleaseInfoOut {
  version?: Maybe<string>;
  build_time?: Maybe<TimestampOut>;
  git_commit?: Maybe<string>;
  edition?: Maybe<string>;
  edition_name?: Maybe<string>;
  api_version?: Maybe<string>;
  rest_version?: Maybe<string>;
  schema_version?: Maybe<number>;
  runtime_version?: Maybe<string>;
  platform?: Maybe<string>;
  sc_eui?: Maybe<string>;
  sc_vendor?: Maybe<string>;
  sc_model?: Maybe<string>;
  sc_name?: Maybe<string>;
  sc_sw_version?: Maybe<string>;
  bssci_version?: Maybe<string>;
  scaci_version?: Maybe<string>;
  license_id?: Maybe<string>;
  license_url?: Maybe<string>;
  source_url?: Maybe<string>;
  documentation_url?: Maybe<string>;
  third_party_notices_url?: Maybe<string>;
  support_until?: Maybe<string>;
}

export interface IntegrationIn {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  kind: string;
  enabled?: Maybe<boolean>;
  event_types: readonly string[];
  ep_euis: readonly string[];
  device_model_ids: readonly string[];
  ep_tags: Readonly<Record<string, string>>;
  mqtt: MqttConfigIn | null;
  http: HttpConfigIn | null;
  state: string;
  last_success_at: TimestampIn | null;
  last_error: string;
  last_error_at: TimestampIn | null;
  queued: string;
  delivered: string;
  dropped: string;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
  include_subpackets: boolean;
  influx: InfluxConfigIn | null;
  nats: NatsConfigIn | null;
  behind_seconds: string;
  next_attempt_at: TimestampIn | null;
  parked: string;
  start_at: TimestampIn | null;
  max_per_second: number;
}

export interface IntegrationOut {
  id?: Maybe<string>;
  organization_id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  kind?: Maybe<string>;
  enabled?: Maybe<boolean>;
  event_types?: Maybe<readonly string[]>;
  ep_euis?: Maybe<readonly string[]>;
  device_model_ids?: Maybe<readonly string[]>;
  ep_tags?: Maybe<Readonly<Record<string, string>>>;
  mqtt?: Maybe<MqttConfigOut>;
  http?: Maybe<HttpConfigOut>;
  state?: Maybe<string>;
  last_success_at?: Maybe<TimestampOut>;
  last_error?: Maybe<string>;
  last_error_at?: Maybe<TimestampOut>;
  queued?: Maybe<string | number | Int64>;
  delivered?: Maybe<string | number | Int64>;
  dropped?: Maybe<string | number | Int64>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
  include_subpackets?: Maybe<boolean>;
  influx?: Maybe<InfluxConfigOut>;
  nats?: Maybe<NatsConfigOut>;
  behind_seconds?: Maybe<string | number | Int64>;
  next_attempt_at?: Maybe<TimestampOut>;
  parked?: Maybe<string | number | Int64>;
  start_at?: Maybe<TimestampOut>;
  max_per_second?: Maybe<number>;
}

export interface MqttConfigIn {
  broker_url: string;
  client_id: string;
  username: string;
  password: string;
  password_set: boolean;
  ca_pem: string;
  client_cert_pem: string;
  client_key_pem: string;
  client_key_set: boolean;
  insecure_skip_verify: boolean;
  layout: string;
  topic_prefix: string;
  event_topic: string;
  command_topic: string;
  enable_commands: boolean;
  qos?: Maybe<number>;
  retain: boolean;
  clean_session?: Maybe<boolean>;
  keep_alive_seconds?: Maybe<number>;
  protocol_version: string;
  payload: string;
  ac_eui: string;
  numeric_bs_eui: boolean;
  discovery_prefix: string;
  acmqtti_version: string;
  eui_case: string;
}

export interface MqttConfigOut {
  broker_url?: Maybe<string>;
  client_id?: Maybe<string>;
  username?: Maybe<string>;
  password?: Maybe<string>;
  password_set?: Maybe<boolean>;
  ca_pem?: Maybe<string>;
  client_cert_pem?: Maybe<string>;
  client_key_pem?: Maybe<string>;
  client_key_set?: Maybe<boolean>;
  insecure_skip_verify?: Maybe<boolean>;
  layout?: Maybe<string>;
  topic_prefix?: Maybe<string>;
  event_topic?: Maybe<string>;
  command_topic?: Maybe<string>;
  enable_commands?: Maybe<boolean>;
  qos?: Maybe<number>;
  retain?: Maybe<boolean>;
  clean_session?: Maybe<boolean>;
  keep_alive_seconds?: Maybe<number>;
  protocol_version?: Maybe<string>;
  payload?: Maybe<string>;
  ac_eui?: Maybe<string>;
  numeric_bs_eui?: Maybe<boolean>;
  discovery_prefix?: Maybe<string>;
  acmqtti_version?: Maybe<string>;
  eui_case?: Maybe<string>;
}

export interface HttpConfigIn {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  signing_secret: string;
  signing_secret_set: boolean;
  ca_pem: string;
  client_cert_pem: string;
  client_key_pem: string;
  client_key_set: boolean;
  insecure_skip_verify: boolean;
  timeout_seconds?: Maybe<number>;
  batch_size?: Maybe<number>;
  batch_wait_ms?: Maybe<number>;
  allow_downlink_response: boolean;
}

export interface HttpConfigOut {
  url?: Maybe<string>;
  method?: Maybe<string>;
  headers?: Maybe<Readonly<Record<string, string>>>;
  signing_secret?: Maybe<string>;
  signing_secret_set?: Maybe<boolean>;
  ca_pem?: Maybe<string>;
  client_cert_pem?: Maybe<string>;
  client_key_pem?: Maybe<string>;
  client_key_set?: Maybe<boolean>;
  insecure_skip_verify?: Maybe<boolean>;
  timeout_seconds?: Maybe<number>;
  batch_size?: Maybe<number>;
  batch_wait_ms?: Maybe<number>;
  allow_downlink_response?: Maybe<boolean>;
}

export interface InfluxConfigIn {
  url: string;
  flavour: string;
  org: string;
  bucket: string;
  database: string;
  retention_policy: string;
  username: string;
  password: string;
  password_set: boolean;
  token: string;
  token_set: boolean;
  ca_pem: string;
  measurement: string;
  include_radio?: Maybe<boolean>;
  client_cert_pem: string;
  client_key_pem: string;
  client_key_set: boolean;
  insecure_skip_verify: boolean;
}

export interface InfluxConfigOut {
  url?: Maybe<string>;
  flavour?: Maybe<string>;
  org?: Maybe<string>;
  bucket?: Maybe<string>;
  database?: Maybe<string>;
  retention_policy?: Maybe<string>;
  username?: Maybe<string>;
  password?: Maybe<string>;
  password_set?: Maybe<boolean>;
  token?: Maybe<string>;
  token_set?: Maybe<boolean>;
  ca_pem?: Maybe<string>;
  measurement?: Maybe<string>;
  include_radio?: Maybe<boolean>;
  client_cert_pem?: Maybe<string>;
  client_key_pem?: Maybe<string>;
  client_key_set?: Maybe<boolean>;
  insecure_skip_verify?: Maybe<boolean>;
}

export interface NatsConfigIn {
  servers: readonly string[];
  creds: string;
  creds_set: boolean;
  ca_pem: string;
  subject_prefix: string;
  manage_streams: boolean;
  msg_id: string;
  enable_commands: boolean;
  nkey_seed: string;
  nkey_seed_set: boolean;
  username: string;
  password: string;
  password_set: boolean;
  client_cert_pem: string;
  client_key_pem: string;
  client_key_set: boolean;
  insecure_skip_verify: boolean;
}

export interface NatsConfigOut {
  servers?: Maybe<readonly string[]>;
  creds?: Maybe<string>;
  creds_set?: Maybe<boolean>;
  ca_pem?: Maybe<string>;
  subject_prefix?: Maybe<string>;
  manage_streams?: Maybe<boolean>;
  msg_id?: Maybe<string>;
  enable_commands?: Maybe<boolean>;
  nkey_seed?: Maybe<string>;
  nkey_seed_set?: Maybe<boolean>;
  username?: Maybe<string>;
  password?: Maybe<string>;
  password_set?: Maybe<boolean>;
  client_cert_pem?: Maybe<string>;
  client_key_pem?: Maybe<string>;
  client_key_set?: Maybe<boolean>;
  insecure_skip_verify?: Maybe<boolean>;
}

export interface CreateIntegrationRequestIn {
  integration: IntegrationIn | null;
}

export interface CreateIntegrationRequestOut {
  integration?: Maybe<IntegrationOut>;
}

export interface GetIntegrationRequestIn {
  id: string;
}

export interface GetIntegrationRequestOut {
  id?: Maybe<string>;
}

export interface UpdateIntegrationRequestIn {
  integration: IntegrationIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateIntegrationRequestOut {
  integration?: Maybe<IntegrationOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteIntegrationRequestIn {
  id: string;
}

export interface DeleteIntegrationRequestOut {
  id?: Maybe<string>;
}

export interface ListIntegrationsRequestIn {
  page_size: number;
  page_token: string;
  kind: string;
  state: string;
  search: string;
  order_by: string;
}

export interface ListIntegrationsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  kind?: Maybe<string>;
  state?: Maybe<string>;
  search?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListIntegrationsResponseIn {
  integrations: readonly IntegrationIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListIntegrationsResponseOut {
  integrations?: Maybe<readonly IntegrationOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetAnalyticsOverviewRequestIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  include_duplicates: boolean;
}

export interface GetAnalyticsOverviewRequestOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  include_duplicates?: Maybe<boolean>;
}

export interface AnalyticsOverviewIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  total_messages: string;
  active_endpoints: number;
  silent_endpoints: number;
  active_base_stations: number;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  first_message_at: TimestampIn | null;
  last_message_at: TimestampIn | null;
  hourly: readonly TimeCountIn[];
  messages_last_24h: string;
  messages_last_7d: string;
  duplicates: string;
  decode_failed: string;
  receptions_per_message?: Maybe<number>;
  downlinks_sent: string;
  downlinks_failed: string;
  top_endpoints: readonly EuiCountIn[];
}

export interface AnalyticsOverviewOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  total_messages?: Maybe<string | number | Int64>;
  active_endpoints?: Maybe<number>;
  silent_endpoints?: Maybe<number>;
  active_base_stations?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  first_message_at?: Maybe<TimestampOut>;
  last_message_at?: Maybe<TimestampOut>;
  hourly?: Maybe<readonly TimeCountOut[]>;
  messages_last_24h?: Maybe<string | number | Int64>;
  messages_last_7d?: Maybe<string | number | Int64>;
  duplicates?: Maybe<string | number | Int64>;
  decode_failed?: Maybe<string | number | Int64>;
  receptions_per_message?: Maybe<number>;
  downlinks_sent?: Maybe<string | number | Int64>;
  downlinks_failed?: Maybe<string | number | Int64>;
  top_endpoints?: Maybe<readonly EuiCountOut[]>;
}

export interface GetActivityAnalyticsRequestIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
  ep_eui: string;
  bs_eui: string;
  device_model_id: string;
  include_duplicates: boolean;
}

export interface GetActivityAnalyticsRequestOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  device_model_id?: Maybe<string>;
  include_duplicates?: Maybe<boolean>;
}

export interface ActivityAnalyticsIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
  total_messages: string;
  unique_endpoints: number;
  unique_base_stations: number;
  slots: readonly ActivitySlotIn[];
}

export interface ActivityAnalyticsOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
  total_messages?: Maybe<string | number | Int64>;
  unique_endpoints?: Maybe<number>;
  unique_base_stations?: Maybe<number>;
  slots?: Maybe<readonly ActivitySlotOut[]>;
}

export interface ActivitySlotIn {
  start: TimestampIn | null;
  messages: string;
  endpoints: number;
  base_stations: number;
  downlinks: string;
  payload_bytes: string;
}

export interface ActivitySlotOut {
  start?: Maybe<TimestampOut>;
  messages?: Maybe<string | number | Int64>;
  endpoints?: Maybe<number>;
  base_stations?: Maybe<number>;
  downlinks?: Maybe<string | number | Int64>;
  payload_bytes?: Maybe<string | number | Int64>;
}

export interface GetSignalQualityAnalyticsRequestIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  ep_eui: string;
  bs_eui: string;
  granularity: string;
}

export interface GetSignalQualityAnalyticsRequestOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  granularity?: Maybe<string>;
}

export interface SignalQualityAnalyticsIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  overall: SignalQualityIn | null;
  by_base_station: readonly BaseStationSignalQualityIn[];
  rssi_histogram: readonly HistogramBinIn[];
  snr_histogram: readonly HistogramBinIn[];
  slots: readonly SignalQualitySlotIn[];
  weak_endpoints: readonly WeakEndPointIn[];
}

export interface SignalQualityAnalyticsOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  overall?: Maybe<SignalQualityOut>;
  by_base_station?: Maybe<readonly BaseStationSignalQualityOut[]>;
  rssi_histogram?: Maybe<readonly HistogramBinOut[]>;
  snr_histogram?: Maybe<readonly HistogramBinOut[]>;
  slots?: Maybe<readonly SignalQualitySlotOut[]>;
  weak_endpoints?: Maybe<readonly WeakEndPointOut[]>;
}

export interface SignalQualityIn {
  count: string;
  avg_rssi?: Maybe<number>;
  min_rssi?: Maybe<number>;
  max_rssi?: Maybe<number>;
  median_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  min_snr?: Maybe<number>;
  max_snr?: Maybe<number>;
  median_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  p10_snr?: Maybe<number>;
  p90_snr?: Maybe<number>;
}

export interface SignalQualityOut {
  count?: Maybe<string | number | Int64>;
  avg_rssi?: Maybe<number>;
  min_rssi?: Maybe<number>;
  max_rssi?: Maybe<number>;
  median_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  min_snr?: Maybe<number>;
  max_snr?: Maybe<number>;
  median_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  p10_snr?: Maybe<number>;
  p90_snr?: Maybe<number>;
}

export interface BaseStationSignalQualityIn {
  bs_eui: string;
  name: string;
  receptions: string;
  quality: SignalQualityIn | null;
}

export interface BaseStationSignalQualityOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  receptions?: Maybe<string | number | Int64>;
  quality?: Maybe<SignalQualityOut>;
}

export interface HistogramBinIn {
  lower: number;
  upper: number;
  count: string;
}

export interface HistogramBinOut {
  lower?: Maybe<number>;
  upper?: Maybe<number>;
  count?: Maybe<string | number | Int64>;
}

export interface SignalQualitySlotIn {
  start: TimestampIn | null;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  count: string;
}

export interface SignalQualitySlotOut {
  start?: Maybe<TimestampOut>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  count?: Maybe<string | number | Int64>;
}

export interface WeakEndPointIn {
  ep_eui: string;
  name: string;
  avg_snr?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  count: string;
}

export interface WeakEndPointOut {
  ep_eui?: Maybe<string>;
  name?: Maybe<string>;
  avg_snr?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  count?: Maybe<string | number | Int64>;
}

export interface EventIn {
  id: string;
  seq: string;
  event_type: string;
  category: string;
  severity: string;
  title: string;
  description: string;
  source_type: string;
  source_id: string;
  source_name: string;
  ep_eui: string;
  bs_eui: string;
  ac_eui: string;
  user_id: string;
  user_email: string;
  timestamp: TimestampIn | null;
  stored_at: TimestampIn | null;
  data: StructIn | null;
  organization_id: string;
  count: number;
}

export interface EventOut {
  id?: Maybe<string>;
  seq?: Maybe<string | number | Int64>;
  event_type?: Maybe<string>;
  category?: Maybe<string>;
  severity?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  source_type?: Maybe<string>;
  source_id?: Maybe<string>;
  source_name?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  ac_eui?: Maybe<string>;
  user_id?: Maybe<string>;
  user_email?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  stored_at?: Maybe<TimestampOut>;
  data?: Maybe<StructOut>;
  organization_id?: Maybe<string>;
  count?: Maybe<number>;
}

export interface AlertIn {
  id: string;
  rule: string;
  severity: string;
  category: string;
  status: string;
  title: string;
  description: string;
  source_type: string;
  source_id: string;
  source_name: string;
  first_seen_at: TimestampIn | null;
  last_seen_at: TimestampIn | null;
  count: number;
  acknowledged_at: TimestampIn | null;
  acknowledged_by: string;
  note: string;
  resolved_at: TimestampIn | null;
  resolution: string;
  event_id: string;
  organization_id: string;
  data: StructIn | null;
}

export interface AlertOut {
  id?: Maybe<string>;
  rule?: Maybe<string>;
  severity?: Maybe<string>;
  category?: Maybe<string>;
  status?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  source_type?: Maybe<string>;
  source_id?: Maybe<string>;
  source_name?: Maybe<string>;
  first_seen_at?: Maybe<TimestampOut>;
  last_seen_at?: Maybe<TimestampOut>;
  count?: Maybe<number>;
  acknowledged_at?: Maybe<TimestampOut>;
  acknowledged_by?: Maybe<string>;
  note?: Maybe<string>;
  resolved_at?: Maybe<TimestampOut>;
  resolution?: Maybe<string>;
  event_id?: Maybe<string>;
  organization_id?: Maybe<string>;
  data?: Maybe<StructOut>;
}

export interface ListEventsRequestIn {
  page_size: number;
  page_token: string;
  categories: readonly string[];
  severities: readonly string[];
  event_types: readonly string[];
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  search: string;
  ep_eui: string;
  bs_eui: string;
  user_id: string;
  op_id: string;
  order_by: string;
}

export interface ListEventsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  categories?: Maybe<readonly string[]>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  search?: Maybe<string>;
  ep_eui?: Maybe<string>;
  bs_eui?: Maybe<string>;
  user_id?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  order_by?: Maybe<string>;
}

export interface ListEventsResponseIn {
  events: readonly EventIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListEventsResponseOut {
  events?: Maybe<readonly EventOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface ListBaseStationEventsRequestIn {
  page_size: number;
  page_token: string;
  bs_eui: string;
  severities: readonly string[];
  event_types: readonly string[];
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  order_by: string;
}

export interface ListBaseStationEventsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  bs_eui?: Maybe<string>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  order_by?: Maybe<string>;
}

export interface ListBaseStationEventsResponseIn {
  events: readonly EventIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListBaseStationEventsResponseOut {
  events?: Maybe<readonly EventOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface ListEndPointEventsRequestIn {
  page_size: number;
  page_token: string;
  ep_eui: string;
  severities: readonly string[];
  event_types: readonly string[];
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  order_by: string;
}

export interface ListEndPointEventsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ep_eui?: Maybe<string>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  order_by?: Maybe<string>;
}

export interface ListEndPointEventsResponseIn {
  events: readonly EventIn[];
  total_count: number;
  next_page_token: string;
  total_is_minimum: boolean;
}

export interface ListEndPointEventsResponseOut {
  events?: Maybe<readonly EventOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
  total_is_minimum?: Maybe<boolean>;
}

export interface StreamEventsRequestIn {
  categories: readonly string[];
  severities: readonly string[];
  event_types: readonly string[];
  after_seq: string;
  start_time: TimestampIn | null;
}

export interface StreamEventsRequestOut {
  categories?: Maybe<readonly string[]>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  after_seq?: Maybe<string | number | Int64>;
  start_time?: Maybe<TimestampOut>;
}

export interface StreamBaseStationEventsRequestIn {
  bs_eui: string;
  severities: readonly string[];
  event_types: readonly string[];
  after_seq: string;
  start_time: TimestampIn | null;
}

export interface StreamBaseStationEventsRequestOut {
  bs_eui?: Maybe<string>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  after_seq?: Maybe<string | number | Int64>;
  start_time?: Maybe<TimestampOut>;
}

export interface StreamEndPointEventsRequestIn {
  ep_eui: string;
  severities: readonly string[];
  event_types: readonly string[];
  after_seq: string;
  start_time: TimestampIn | null;
}

export interface StreamEndPointEventsRequestOut {
  ep_eui?: Maybe<string>;
  severities?: Maybe<readonly string[]>;
  event_types?: Maybe<readonly string[]>;
  after_seq?: Maybe<string | number | Int64>;
  start_time?: Maybe<TimestampOut>;
}

export interface ListAlertsRequestIn {
  page_size: number;
  page_token: string;
  statuses: readonly string[];
  severities: readonly string[];
  rules: readonly string[];
  source_id: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  order_by: string;
  alert_id: string;
}

export interface ListAlertsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  statuses?: Maybe<readonly string[]>;
  severities?: Maybe<readonly string[]>;
  rules?: Maybe<readonly string[]>;
  source_id?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  order_by?: Maybe<string>;
  alert_id?: Maybe<string>;
}

export interface ListAlertsResponseIn {
  alerts: readonly AlertIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListAlertsResponseOut {
  alerts?: Maybe<readonly AlertOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetAlertSummaryRequestIn {
}

export interface GetAlertSummaryRequestOut {
}

export interface AlertSummaryIn {
  critical: number;
  error: number;
  warning: number;
  info: number;
  unacknowledged: number;
  recent: readonly AlertIn[];
  oldest_open_at: TimestampIn | null;
  by_rule: Readonly<Record<string, number>>;
}

export interface AlertSummaryOut {
  critical?: Maybe<number>;
  error?: Maybe<number>;
  warning?: Maybe<number>;
  info?: Maybe<number>;
  unacknowledged?: Maybe<number>;
  recent?: Maybe<readonly AlertOut[]>;
  oldest_open_at?: Maybe<TimestampOut>;
  by_rule?: Maybe<Readonly<Record<string, number>>>;
}

export interface ScaciSessionIn {
  id: string;
  ac_eui: string;
  organization_id: string;
  status: string;
  can_resume: boolean;
  protocol_version: string;
  vendor: string;
  model: string;
  name: string;
  sw_version: string;
  remote_address: string;
  connected_at: TimestampIn | null;
  last_activity_at: TimestampIn | null;
  disconnected_at: TimestampIn | null;
  close_reason: string;
  operations_count: string;
  pending_operations: number;
  last_op_id_sc: string;
  last_op_id_ac: string;
  certificate_fingerprint: string;
  certificate_subject: string;
  sn_ac_uuid: string;
  sn_sc_uuid: string;
  tls_version: string;
  cipher_suite: string;
}

export interface ScaciSessionOut {
  id?: Maybe<string>;
  ac_eui?: Maybe<string>;
  organization_id?: Maybe<string>;
  status?: Maybe<string>;
  can_resume?: Maybe<boolean>;
  protocol_version?: Maybe<string>;
  vendor?: Maybe<string>;
  model?: Maybe<string>;
  name?: Maybe<string>;
  sw_version?: Maybe<string>;
  remote_address?: Maybe<string>;
  connected_at?: Maybe<TimestampOut>;
  last_activity_at?: Maybe<TimestampOut>;
  disconnected_at?: Maybe<TimestampOut>;
  close_reason?: Maybe<string>;
  operations_count?: Maybe<string | number | Int64>;
  pending_operations?: Maybe<number>;
  last_op_id_sc?: Maybe<string | number | Int64>;
  last_op_id_ac?: Maybe<string | number | Int64>;
  certificate_fingerprint?: Maybe<string>;
  certificate_subject?: Maybe<string>;
  sn_ac_uuid?: Maybe<string>;
  sn_sc_uuid?: Maybe<string>;
  tls_version?: Maybe<string>;
  cipher_suite?: Maybe<string>;
}

export interface ScaciErrorIn {
  id: string;
  session_id: string;
  ac_eui: string;
  op_id: string;
  operation_type: string;
  error_code: number;
  error_token: string;
  error_message: string;
  direction: string;
  occurred_at: TimestampIn | null;
  first_seen: TimestampIn | null;
  last_seen: TimestampIn | null;
  count: number;
}

export interface ScaciErrorOut {
  id?: Maybe<string>;
  session_id?: Maybe<string>;
  ac_eui?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  operation_type?: Maybe<string>;
  error_code?: Maybe<number>;
  error_token?: Maybe<string>;
  error_message?: Maybe<string>;
  direction?: Maybe<string>;
  occurred_at?: Maybe<TimestampOut>;
  first_seen?: Maybe<TimestampOut>;
  last_seen?: Maybe<TimestampOut>;
  count?: Maybe<number>;
}

export interface ScaciQueueEntryIn {
  id: string;
  ac_eui: string;
  ep_eui: string;
  operation_type: string;
  status: string;
  payload: Uint8Array;
  que_id: string;
  ac_que_id: string;
  prio: number;
  queued_at: TimestampIn | null;
  processed_at: TimestampIn | null;
  bs_eui: string;
}

export interface ScaciQueueEntryOut {
  id?: Maybe<string>;
  ac_eui?: Maybe<string>;
  ep_eui?: Maybe<string>;
  operation_type?: Maybe<string>;
  status?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  que_id?: Maybe<string | number | Int64>;
  ac_que_id?: Maybe<string>;
  prio?: Maybe<number>;
  queued_at?: Maybe<TimestampOut>;
  processed_at?: Maybe<TimestampOut>;
  bs_eui?: Maybe<string>;
}

export interface ListScaciSessionsRequestIn {
  page_size: number;
  page_token: string;
  status: string;
  can_resume?: Maybe<boolean>;
  ac_eui: string;
  order_by: string;
}

export interface ListScaciSessionsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  status?: Maybe<string>;
  can_resume?: Maybe<boolean>;
  ac_eui?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListScaciSessionsResponseIn {
  sessions: readonly ScaciSessionIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListScaciSessionsResponseOut {
  sessions?: Maybe<readonly ScaciSessionOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetScaciSessionRequestIn {
  id: string;
}

export interface GetScaciSessionRequestOut {
  id?: Maybe<string>;
}

export interface GetScaciStatisticsRequestIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
}

export interface GetScaciStatisticsRequestOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
}

export interface ScaciStatisticsIn {
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  total_sessions: string;
  active_sessions: number;
  total_operations: string;
  successful_operations: string;
  failed_operations: string;
  success_rate: number;
  uptime_since: TimestampIn | null;
  sessions_opened: number;
  sessions_resumed: number;
  sessions_closed: number;
  by_operation: Readonly<Record<string, string>>;
  uplinks_delivered: string;
  avg_delivery_ms?: Maybe<number>;
  slots: readonly ScaciStatisticsSlotIn[];
}

export interface ScaciStatisticsOut {
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  total_sessions?: Maybe<string | number | Int64>;
  active_sessions?: Maybe<number>;
  total_operations?: Maybe<string | number | Int64>;
  successful_operations?: Maybe<string | number | Int64>;
  failed_operations?: Maybe<string | number | Int64>;
  success_rate?: Maybe<number>;
  uptime_since?: Maybe<TimestampOut>;
  sessions_opened?: Maybe<number>;
  sessions_resumed?: Maybe<number>;
  sessions_closed?: Maybe<number>;
  by_operation?: Maybe<Readonly<Record<string, string | number | Int64>>>;
  uplinks_delivered?: Maybe<string | number | Int64>;
  avg_delivery_ms?: Maybe<number>;
  slots?: Maybe<readonly ScaciStatisticsSlotOut[]>;
}

export interface ScaciStatisticsSlotIn {
  start: TimestampIn | null;
  successful: string;
  failed: string;
}

export interface ScaciStatisticsSlotOut {
  start?: Maybe<TimestampOut>;
  successful?: Maybe<string | number | Int64>;
  failed?: Maybe<string | number | Int64>;
}

export interface ListScaciErrorsRequestIn {
  page_size: number;
  page_token: string;
  ac_eui: string;
  session_id: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
}

export interface ListScaciErrorsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ac_eui?: Maybe<string>;
  session_id?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
}

export interface ListScaciErrorsResponseIn {
  errors: readonly ScaciErrorIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListScaciErrorsResponseOut {
  errors?: Maybe<readonly ScaciErrorOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface ListScaciQueuesRequestIn {
  page_size: number;
  page_token: string;
  ac_eui: string;
  ep_eui: string;
  status: string;
}

export interface ListScaciQueuesRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  ac_eui?: Maybe<string>;
  ep_eui?: Maybe<string>;
  status?: Maybe<string>;
}

export interface ListScaciQueuesResponseIn {
  queue_entries: readonly ScaciQueueEntryIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListScaciQueuesResponseOut {
  queue_entries?: Maybe<readonly ScaciQueueEntryOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface GetScaciStatusRequestIn {
}

export interface GetScaciStatusRequestOut {
}

export interface ScaciStatusIn {
  service_online: boolean;
  enabled: boolean;
  listen_port: number;
  protocol_version: string;
  sc_eui: string;
  active_sessions: number;
  resumable_sessions: number;
  pending_operations: number;
  uptime_since: TimestampIn | null;
  last_ping_at: TimestampIn | null;
  last_ping_rtt_ms?: Maybe<number>;
  missed_pings: number;
  connects_last_24h: number;
  last_connect_result: string;
  last_error: string;
}

export interface ScaciStatusOut {
  service_online?: Maybe<boolean>;
  enabled?: Maybe<boolean>;
  listen_port?: Maybe<number>;
  protocol_version?: Maybe<string>;
  sc_eui?: Maybe<string>;
  active_sessions?: Maybe<number>;
  resumable_sessions?: Maybe<number>;
  pending_operations?: Maybe<number>;
  uptime_since?: Maybe<TimestampOut>;
  last_ping_at?: Maybe<TimestampOut>;
  last_ping_rtt_ms?: Maybe<number>;
  missed_pings?: Maybe<number>;
  connects_last_24h?: Maybe<number>;
  last_connect_result?: Maybe<string>;
  last_error?: Maybe<string>;
}

export interface GenerateCertificateRequestIn {
  bs_eui: string;
  validity_days: number;
  csr_pem: string;
  key_type: string;
  revoke_previous: boolean;
}

export interface GenerateCertificateRequestOut {
  bs_eui?: Maybe<string>;
  validity_days?: Maybe<number>;
  csr_pem?: Maybe<string>;
  key_type?: Maybe<string>;
  revoke_previous?: Maybe<boolean>;
}

export interface GenerateCertificateResponseIn {
  certificate: CertificateIn | null;
  service_center_url: string;
  private_key_available: boolean;
  private_key_expires_at: TimestampIn | null;
}

export interface GenerateCertificateResponseOut {
  certificate?: Maybe<CertificateOut>;
  service_center_url?: Maybe<string>;
  private_key_available?: Maybe<boolean>;
  private_key_expires_at?: Maybe<TimestampOut>;
}

export interface CertificateIn {
  id: string;
  bs_eui: string;
  subject: string;
  issuer: string;
  serial_number: string;
  fingerprint: string;
  not_before: TimestampIn | null;
  not_after: TimestampIn | null;
  days_until_expiry: number;
  status: string;
  dns_names: readonly string[];
  ip_addresses: readonly string[];
  key_type: string;
  created_at: TimestampIn | null;
  revoked_at: TimestampIn | null;
  pem: string;
}

export interface CertificateOut {
  id?: Maybe<string>;
  bs_eui?: Maybe<string>;
  subject?: Maybe<string>;
  issuer?: Maybe<string>;
  serial_number?: Maybe<string>;
  fingerprint?: Maybe<string>;
  not_before?: Maybe<TimestampOut>;
  not_after?: Maybe<TimestampOut>;
  days_until_expiry?: Maybe<number>;
  status?: Maybe<string>;
  dns_names?: Maybe<readonly string[]>;
  ip_addresses?: Maybe<readonly string[]>;
  key_type?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  revoked_at?: Maybe<TimestampOut>;
  pem?: Maybe<string>;
}

export interface DownloadCertificateRequestIn {
  id: string;
  cert_type: string;
  format: string;
  include_key: boolean;
  passphrase: string;
}

export interface DownloadCertificateRequestOut {
  id?: Maybe<string>;
  cert_type?: Maybe<string>;
  format?: Maybe<string>;
  include_key?: Maybe<boolean>;
  passphrase?: Maybe<string>;
}

export interface DownloadBaseStationCertificateRequestIn {
  bs_eui: string;
  cert_type: string;
  format: string;
  include_key: boolean;
  passphrase: string;
}

export interface DownloadBaseStationCertificateRequestOut {
  bs_eui?: Maybe<string>;
  cert_type?: Maybe<string>;
  format?: Maybe<string>;
  include_key?: Maybe<boolean>;
  passphrase?: Maybe<string>;
}

export interface DownloadCertificateResponseIn {
  content: Uint8Array;
  filename: string;
  content_type: string;
  includes_private_key: boolean;
}

export interface DownloadCertificateResponseOut {
  content?: Maybe<Uint8Array>;
  filename?: Maybe<string>;
  content_type?: Maybe<string>;
  includes_private_key?: Maybe<boolean>;
}

export interface GenerateServerCertificatesRequestIn {
  server_names: readonly string[];
  validity_days: number;
  key_type: string;
  rotate_ca: boolean;
  confirm: string;
}

export interface GenerateServerCertificatesRequestOut {
  server_names?: Maybe<readonly string[]>;
  validity_days?: Maybe<number>;
  key_type?: Maybe<string>;
  rotate_ca?: Maybe<boolean>;
  confirm?: Maybe<string>;
}

export interface RenewServerCertificatesRequestIn {
  server_names: readonly string[];
  drop_names: readonly string[];
  validity_days: number;
}

export interface RenewServerCertificatesRequestOut {
  server_names?: Maybe<readonly string[]>;
  drop_names?: Maybe<readonly string[]>;
  validity_days?: Maybe<number>;
}

export interface GetServerCertificateStatusRequestIn {
}

export interface GetServerCertificateStatusRequestOut {
}

export interface ServerCertificateStatusIn {
  server: CertificateIn | null;
  ca: CertificateIn | null;
  renewal_names: readonly string[];
  auto_renew: boolean;
  auto_renew_at: TimestampIn | null;
  externally_managed: boolean;
  listeners: readonly CertificateListenerIn[];
  last_renewal_error: string;
}

export interface ServerCertificateStatusOut {
  server?: Maybe<CertificateOut>;
  ca?: Maybe<CertificateOut>;
  renewal_names?: Maybe<readonly string[]>;
  auto_renew?: Maybe<boolean>;
  auto_renew_at?: Maybe<TimestampOut>;
  externally_managed?: Maybe<boolean>;
  listeners?: Maybe<readonly CertificateListenerOut[]>;
  last_renewal_error?: Maybe<string>;
}

export interface CertificateListenerIn {
  name: string;
  port: number;
  fingerprint: string;
  loaded_at: TimestampIn | null;
}

export interface CertificateListenerOut {
  name?: Maybe<string>;
  port?: Maybe<number>;
  fingerprint?: Maybe<string>;
  loaded_at?: Maybe<TimestampOut>;
}

export interface ManufacturerIn {
  id: string;
  name: string;
  code: string;
  description: string;
  website: string;
  contact_email: string;
  is_system: boolean;
  organization_id: string;
  device_model_count: number;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface ManufacturerOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  code?: Maybe<string>;
  description?: Maybe<string>;
  website?: Maybe<string>;
  contact_email?: Maybe<string>;
  is_system?: Maybe<boolean>;
  organization_id?: Maybe<string>;
  device_model_count?: Maybe<number>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface CreateManufacturerRequestIn {
  manufacturer: ManufacturerIn | null;
}

export interface CreateManufacturerRequestOut {
  manufacturer?: Maybe<ManufacturerOut>;
}

export interface GetManufacturerRequestIn {
  id: string;
}

export interface GetManufacturerRequestOut {
  id?: Maybe<string>;
}

export interface UpdateManufacturerRequestIn {
  manufacturer: ManufacturerIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateManufacturerRequestOut {
  manufacturer?: Maybe<ManufacturerOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteManufacturerRequestIn {
  id: string;
}

export interface DeleteManufacturerRequestOut {
  id?: Maybe<string>;
}

export interface ListManufacturersRequestIn {
  page_size: number;
  page_token: string;
  search: string;
  scope: string;
  order_by: string;
}

export interface ListManufacturersRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  search?: Maybe<string>;
  scope?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListManufacturersResponseIn {
  manufacturers: readonly ManufacturerIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListManufacturersResponseOut {
  manufacturers?: Maybe<readonly ManufacturerOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface DeviceModelIn {
  id: string;
  manufacturer_id: string;
  manufacturer_name: string;
  name: string;
  code: string;
  type_eui: string;
  description: string;
  datasheet_url: string;
  ep_class: string;
  default_uplink_interval_seconds: number;
  is_system: boolean;
  organization_id: string;
  default_blueprint_id: string;
  blueprint_count: number;
  endpoint_count: number;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface DeviceModelOut {
  id?: Maybe<string>;
  manufacturer_id?: Maybe<string>;
  manufacturer_name?: Maybe<string>;
  name?: Maybe<string>;
  code?: Maybe<string>;
  type_eui?: Maybe<string>;
  description?: Maybe<string>;
  datasheet_url?: Maybe<string>;
  ep_class?: Maybe<string>;
  default_uplink_interval_seconds?: Maybe<number>;
  is_system?: Maybe<boolean>;
  organization_id?: Maybe<string>;
  default_blueprint_id?: Maybe<string>;
  blueprint_count?: Maybe<number>;
  endpoint_count?: Maybe<number>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface CreateDeviceModelRequestIn {
  device_model: DeviceModelIn | null;
}

export interface CreateDeviceModelRequestOut {
  device_model?: Maybe<DeviceModelOut>;
}

export interface GetDeviceModelRequestIn {
  id: string;
}

export interface GetDeviceModelRequestOut {
  id?: Maybe<string>;
}

export interface UpdateDeviceModelRequestIn {
  device_model: DeviceModelIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateDeviceModelRequestOut {
  device_model?: Maybe<DeviceModelOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteDeviceModelRequestIn {
  id: string;
}

export interface DeleteDeviceModelRequestOut {
  id?: Maybe<string>;
}

export interface ListDeviceModelsRequestIn {
  page_size: number;
  page_token: string;
  manufacturer_id: string;
  type_eui: string;
  search: string;
  scope: string;
  order_by: string;
}

export interface ListDeviceModelsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  manufacturer_id?: Maybe<string>;
  type_eui?: Maybe<string>;
  search?: Maybe<string>;
  scope?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListDeviceModelsResponseIn {
  device_models: readonly DeviceModelIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListDeviceModelsResponseOut {
  device_models?: Maybe<readonly DeviceModelOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface BlueprintIn {
  id: string;
  device_model_id: string;
  name: string;
  version: string;
  description: string;
  spec_json: string;
  type_eui: string;
  is_default: boolean;
  is_system: boolean;
  organization_id: string;
  pinned_endpoints: number;
  uplink_formats: readonly number[];
  downlink_formats: readonly number[];
  output_names: readonly string[];
  registry_state: string;
  registry_url: string;
  checksum: string;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface BlueprintOut {
  id?: Maybe<string>;
  device_model_id?: Maybe<string>;
  name?: Maybe<string>;
  version?: Maybe<string>;
  description?: Maybe<string>;
  spec_json?: Maybe<string>;
  type_eui?: Maybe<string>;
  is_default?: Maybe<boolean>;
  is_system?: Maybe<boolean>;
  organization_id?: Maybe<string>;
  pinned_endpoints?: Maybe<number>;
  uplink_formats?: Maybe<readonly number[]>;
  downlink_formats?: Maybe<readonly number[]>;
  output_names?: Maybe<readonly string[]>;
  registry_state?: Maybe<string>;
  registry_url?: Maybe<string>;
  checksum?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface CreateBlueprintRequestIn {
  blueprint: BlueprintIn | null;
}

export interface CreateBlueprintRequestOut {
  blueprint?: Maybe<BlueprintOut>;
}

export interface GetBlueprintRequestIn {
  id: string;
}

export interface GetBlueprintRequestOut {
  id?: Maybe<string>;
}

export interface UpdateBlueprintRequestIn {
  blueprint: BlueprintIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateBlueprintRequestOut {
  blueprint?: Maybe<BlueprintOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteBlueprintRequestIn {
  id: string;
}

export interface DeleteBlueprintRequestOut {
  id?: Maybe<string>;
}

export interface ListBlueprintsRequestIn {
  page_size: number;
  page_token: string;
  device_model_id: string;
  type_eui: string;
  scope: string;
  is_default?: Maybe<boolean>;
  search: string;
  include_spec: boolean;
  order_by: string;
}

export interface ListBlueprintsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  device_model_id?: Maybe<string>;
  type_eui?: Maybe<string>;
  scope?: Maybe<string>;
  is_default?: Maybe<boolean>;
  search?: Maybe<string>;
  include_spec?: Maybe<boolean>;
  order_by?: Maybe<string>;
}

export interface ListBlueprintsResponseIn {
  blueprints: readonly BlueprintIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListBlueprintsResponseOut {
  blueprints?: Maybe<readonly BlueprintOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface SetDefaultBlueprintRequestIn {
  id: string;
}

export interface SetDefaultBlueprintRequestOut {
  id?: Maybe<string>;
}

export interface SubmitBlueprintToRegistryRequestIn {
  id: string;
  contributor_name: string;
  contributor_email: string;
  notes: string;
  export_only: boolean;
}

export interface SubmitBlueprintToRegistryRequestOut {
  id?: Maybe<string>;
  contributor_name?: Maybe<string>;
  contributor_email?: Maybe<string>;
  notes?: Maybe<string>;
  export_only?: Maybe<boolean>;
}

export interface SubmitBlueprintToRegistryResponseIn {
  submission_url: string;
  branch: string;
  commit: string;
  document: string;
  state: string;
}

export interface SubmitBlueprintToRegistryResponseOut {
  submission_url?: Maybe<string>;
  branch?: Maybe<string>;
  commit?: Maybe<string>;
  document?: Maybe<string>;
  state?: Maybe<string>;
}

export interface CreateDeviceModelWithBlueprintRequestIn {
  device_model: DeviceModelIn | null;
  blueprint: BlueprintIn | null;
  manufacturer: ManufacturerIn | null;
}

export interface CreateDeviceModelWithBlueprintRequestOut {
  device_model?: Maybe<DeviceModelOut>;
  blueprint?: Maybe<BlueprintOut>;
  manufacturer?: Maybe<ManufacturerOut>;
}

export interface CreateDeviceModelWithBlueprintResponseIn {
  device_model: DeviceModelIn | null;
  blueprint: BlueprintIn | null;
  manufacturer: ManufacturerIn | null;
}

export interface CreateDeviceModelWithBlueprintResponseOut {
  device_model?: Maybe<DeviceModelOut>;
  blueprint?: Maybe<BlueprintOut>;
  manufacturer?: Maybe<ManufacturerOut>;
}

export interface DecodePreviewRequestIn {
  blueprint_id?: Maybe<string>;
  spec_json?: Maybe<string>;
  user_data: Uint8Array;
  format: number;
  app_key: string;
  packet_cnt?: Maybe<number>;
  direction: string;
}

export interface DecodePreviewRequestOut {
  blueprint_id?: Maybe<string>;
  spec_json?: Maybe<string>;
  user_data?: Maybe<Uint8Array>;
  format?: Maybe<number>;
  app_key?: Maybe<string>;
  packet_cnt?: Maybe<number>;
  direction?: Maybe<string>;
}

export interface DecodePreviewResponseIn {
  success: boolean;
  decoded: StructIn | null;
  decoded_meta: StructIn | null;
  error_code: string;
  error_detail: string;
  format: number;
  blueprint_version: string;
  trace: readonly DecodeTraceIn[];
  unused_bits: number;
}

export interface DecodePreviewResponseOut {
  success?: Maybe<boolean>;
  decoded?: Maybe<StructOut>;
  decoded_meta?: Maybe<StructOut>;
  error_code?: Maybe<string>;
  error_detail?: Maybe<string>;
  format?: Maybe<number>;
  blueprint_version?: Maybe<string>;
  trace?: Maybe<readonly DecodeTraceOut[]>;
  unused_bits?: Maybe<number>;
}

export interface DecodeTraceIn {
  name: string;
  bit_offset: number;
  bit_size: number;
  raw: string;
  value: string;
}

export interface DecodeTraceOut {
  name?: Maybe<string>;
  bit_offset?: Maybe<number>;
  bit_size?: Maybe<number>;
  raw?: Maybe<string>;
  value?: Maybe<string>;
}

export interface GetEndPointStatsRequestIn {
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  granularity: string;
}

export interface GetEndPointStatsRequestOut {
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  granularity?: Maybe<string>;
}

export interface EndPointStatsIn {
  ep_eui: string;
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
  messages: string;
  duplicates: string;
  lost?: Maybe<string>;
  loss_rate?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  first_message_at: TimestampIn | null;
  last_message_at: TimestampIn | null;
  active_days: number;
  avg_interval_seconds?: Maybe<number>;
  receptions_per_message?: Maybe<number>;
  downlinks_sent: string;
  downlinks_acknowledged: string;
  downlinks_failed: string;
  base_stations: readonly EndPointBaseStationStatsIn[];
  slots: readonly ActivitySlotIn[];
  attach_status: string;
}

export interface EndPointStatsOut {
  ep_eui?: Maybe<string>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
  messages?: Maybe<string | number | Int64>;
  duplicates?: Maybe<string | number | Int64>;
  lost?: Maybe<string | number | Int64>;
  loss_rate?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  avg_snr?: Maybe<number>;
  avg_eq_snr?: Maybe<number>;
  first_message_at?: Maybe<TimestampOut>;
  last_message_at?: Maybe<TimestampOut>;
  active_days?: Maybe<number>;
  avg_interval_seconds?: Maybe<number>;
  receptions_per_message?: Maybe<number>;
  downlinks_sent?: Maybe<string | number | Int64>;
  downlinks_acknowledged?: Maybe<string | number | Int64>;
  downlinks_failed?: Maybe<string | number | Int64>;
  base_stations?: Maybe<readonly EndPointBaseStationStatsOut[]>;
  slots?: Maybe<readonly ActivitySlotOut[]>;
  attach_status?: Maybe<string>;
}

export interface EndPointBaseStationStatsIn {
  bs_eui: string;
  name: string;
  receptions: string;
  avg_snr?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  last_at: TimestampIn | null;
}

export interface EndPointBaseStationStatsOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  receptions?: Maybe<string | number | Int64>;
  avg_snr?: Maybe<number>;
  avg_rssi?: Maybe<number>;
  last_at?: Maybe<TimestampOut>;
}

export interface GetEndPointOperationsRequestIn {
  ep_eui: string;
  page_size: number;
  page_token: string;
  operation: readonly string[];
  start_time: TimestampIn | null;
  end_time: TimestampIn | null;
}

export interface GetEndPointOperationsRequestOut {
  ep_eui?: Maybe<string>;
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  operation?: Maybe<readonly string[]>;
  start_time?: Maybe<TimestampOut>;
  end_time?: Maybe<TimestampOut>;
}

export interface GetEndPointOperationsResponseIn {
  operations: readonly EndPointOperationIn[];
  total_count: number;
  next_page_token: string;
}

export interface GetEndPointOperationsResponseOut {
  operations?: Maybe<readonly EndPointOperationOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface EndPointOperationIn {
  id: string;
  operation: string;
  origin: string;
  bs_eui: string;
  ac_eui: string;
  op_id: string;
  status: string;
  error: string;
  started_at: TimestampIn | null;
  finished_at: TimestampIn | null;
  actor: string;
  que_id: string;
}

export interface EndPointOperationOut {
  id?: Maybe<string>;
  operation?: Maybe<string>;
  origin?: Maybe<string>;
  bs_eui?: Maybe<string>;
  ac_eui?: Maybe<string>;
  op_id?: Maybe<string | number | Int64>;
  status?: Maybe<string>;
  error?: Maybe<string>;
  started_at?: Maybe<TimestampOut>;
  finished_at?: Maybe<TimestampOut>;
  actor?: Maybe<string>;
  que_id?: Maybe<string | number | Int64>;
}

export interface ApiKeyIn {
  id: string;
  organization_id: string;
  name: string;
  key_type: string;
  user_id: string;
  user_email: string;
  key_prefix: string;
  scopes: readonly string[];
  is_active: boolean;
  expires_at: TimestampIn | null;
  last_used_at: TimestampIn | null;
  last_used_address: string;
  created_at: TimestampIn | null;
  created_by: string;
  created_by_left: boolean;
}

export interface ApiKeyOut {
  id?: Maybe<string>;
  organization_id?: Maybe<string>;
  name?: Maybe<string>;
  key_type?: Maybe<string>;
  user_id?: Maybe<string>;
  user_email?: Maybe<string>;
  key_prefix?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
  is_active?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  last_used_at?: Maybe<TimestampOut>;
  last_used_address?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  created_by?: Maybe<string>;
  created_by_left?: Maybe<boolean>;
}

export interface CreateApiKeyRequestIn {
  api_key: ApiKeyIn | null;
  organization_id: string;
}

export interface CreateApiKeyRequestOut {
  api_key?: Maybe<ApiKeyOut>;
  organization_id?: Maybe<string>;
}

export interface CreateApiKeyResponseIn {
  api_key: ApiKeyIn | null;
  raw_key: string;
}

export interface CreateApiKeyResponseOut {
  api_key?: Maybe<ApiKeyOut>;
  raw_key?: Maybe<string>;
}

export interface GetApiKeyRequestIn {
  id: string;
}

export interface GetApiKeyRequestOut {
  id?: Maybe<string>;
}

export interface DeleteApiKeyRequestIn {
  id: string;
}

export interface DeleteApiKeyRequestOut {
  id?: Maybe<string>;
}

export interface ListApiKeysRequestIn {
  page_size: number;
  page_token: string;
  user_id: string;
  key_type: string;
  is_active?: Maybe<boolean>;
  search: string;
  order_by: string;
}

export interface ListApiKeysRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  user_id?: Maybe<string>;
  key_type?: Maybe<string>;
  is_active?: Maybe<boolean>;
  search?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListApiKeysResponseIn {
  api_keys: readonly ApiKeyIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListApiKeysResponseOut {
  api_keys?: Maybe<readonly ApiKeyOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface LoginRequestIn {
  email: string;
  password: string;
  otp: string;
}

export interface LoginRequestOut {
  email?: Maybe<string>;
  password?: Maybe<string>;
  otp?: Maybe<string>;
}

export interface LoginResponseIn {
  tokens: AuthTokensIn | null;
  user: UserProfileIn | null;
}

export interface LoginResponseOut {
  tokens?: Maybe<AuthTokensOut>;
  user?: Maybe<UserProfileOut>;
}

export interface AuthTokensIn {
  access_token: string;
  refresh_token: string;
  access_expires_in: number;
  refresh_expires_in: number;
  token_type: string;
}

export interface AuthTokensOut {
  access_token?: Maybe<string>;
  refresh_token?: Maybe<string>;
  access_expires_in?: Maybe<number>;
  refresh_expires_in?: Maybe<number>;
  token_type?: Maybe<string>;
}

export interface RefreshTokensRequestIn {
  refresh_token: string;
}

export interface RefreshTokensRequestOut {
  refresh_token?: Maybe<string>;
}

export interface RefreshTokensResponseIn {
  tokens: AuthTokensIn | null;
}

export interface RefreshTokensResponseOut {
  tokens?: Maybe<AuthTokensOut>;
}

export interface GetProfileRequestIn {
}

export interface GetProfileRequestOut {
}

export interface UserProfileIn {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  is_admin: boolean;
  has_password: boolean;
  password_change_required: boolean;
  memberships: readonly UserMembershipIn[];
  default_organization_id: string;
  capabilities: readonly string[];
  principal: string;
  created_at: TimestampIn | null;
  last_login_at: TimestampIn | null;
  second_factor_enabled: boolean;
}

export interface UserProfileOut {
  id?: Maybe<string>;
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  is_admin?: Maybe<boolean>;
  has_password?: Maybe<boolean>;
  password_change_required?: Maybe<boolean>;
  memberships?: Maybe<readonly UserMembershipOut[]>;
  default_organization_id?: Maybe<string>;
  capabilities?: Maybe<readonly string[]>;
  principal?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  last_login_at?: Maybe<TimestampOut>;
  second_factor_enabled?: Maybe<boolean>;
}

export interface UserMembershipIn {
  organization_id: string;
  organization_name: string;
  role: string;
  status: string;
  manage_endpoints: boolean;
  manage_base_stations: boolean;
  organization_state: string;
}

export interface UserMembershipOut {
  organization_id?: Maybe<string>;
  organization_name?: Maybe<string>;
  role?: Maybe<string>;
  status?: Maybe<string>;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
  organization_state?: Maybe<string>;
}

export interface GetAuthSettingsRequestIn {
}

export interface GetAuthSettingsRequestOut {
}

export interface AuthSettingsIn {
  enabled: boolean;
  local_login_enabled: boolean;
  registration_enabled: boolean;
  refresh_enabled: boolean;
  oidc: ProviderSettingsIn | null;
  oauth2: ProviderSettingsIn | null;
  password_policy: PasswordPolicyIn | null;
  edition: string;
  login_notice: string;
  second_factor_required: boolean;
}

export interface AuthSettingsOut {
  enabled?: Maybe<boolean>;
  local_login_enabled?: Maybe<boolean>;
  registration_enabled?: Maybe<boolean>;
  refresh_enabled?: Maybe<boolean>;
  oidc?: Maybe<ProviderSettingsOut>;
  oauth2?: Maybe<ProviderSettingsOut>;
  password_policy?: Maybe<PasswordPolicyOut>;
  edition?: Maybe<string>;
  login_notice?: Maybe<string>;
  second_factor_required?: Maybe<boolean>;
}

export interface ProviderSettingsIn {
  enabled: boolean;
  login_url: string;
  login_label: string;
  auto_redirect: boolean;
  logout_url: string;
}

export interface ProviderSettingsOut {
  enabled?: Maybe<boolean>;
  login_url?: Maybe<string>;
  login_label?: Maybe<string>;
  auto_redirect?: Maybe<boolean>;
  logout_url?: Maybe<string>;
}

export interface PasswordPolicyIn {
  min_length: number;
  max_length: number;
  requires_letter: boolean;
  requires_digit: boolean;
  denies_common: boolean;
  denies_identity: boolean;
}

export interface PasswordPolicyOut {
  min_length?: Maybe<number>;
  max_length?: Maybe<number>;
  requires_letter?: Maybe<boolean>;
  requires_digit?: Maybe<boolean>;
  denies_common?: Maybe<boolean>;
  denies_identity?: Maybe<boolean>;
}

export interface LogoutRequestIn {
  refresh_token: string;
  all_sessions: boolean;
}

export interface LogoutRequestOut {
  refresh_token?: Maybe<string>;
  all_sessions?: Maybe<boolean>;
}

export interface LogoutResponseIn {
  sessions_ended: number;
}

export interface LogoutResponseOut {
  sessions_ended?: Maybe<number>;
}

export interface ChangePasswordRequestIn {
  current_password: string;
  new_password: string;
  keep_current_session?: Maybe<boolean>;
}

export interface ChangePasswordRequestOut {
  current_password?: Maybe<string>;
  new_password?: Maybe<string>;
  keep_current_session?: Maybe<boolean>;
}

export interface ChangePasswordResponseIn {
  sessions_ended: number;
  tokens: AuthTokensIn | null;
}

export interface ChangePasswordResponseOut {
  sessions_ended?: Maybe<number>;
  tokens?: Maybe<AuthTokensOut>;
}

export interface ExchangeOIDCRequestIn {
  code: string;
  state: string;
  iss: string;
}

export interface ExchangeOIDCRequestOut {
  code?: Maybe<string>;
  state?: Maybe<string>;
  iss?: Maybe<string>;
}

export interface ExchangeOAuth2RequestIn {
  code: string;
  state: string;
  iss: string;
}

export interface ExchangeOAuth2RequestOut {
  code?: Maybe<string>;
  state?: Maybe<string>;
  iss?: Maybe<string>;
}

export interface RegisterAccountRequestIn {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  company_name: string;
  invite_token: string;
}

export interface RegisterAccountRequestOut {
  email?: Maybe<string>;
  password?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  company_name?: Maybe<string>;
  invite_token?: Maybe<string>;
}

export interface RegisterAccountResponseIn {
  user: UserProfileIn | null;
  tokens: AuthTokensIn | null;
  organization_id: string;
  approval_required: boolean;
}

export interface RegisterAccountResponseOut {
  user?: Maybe<UserProfileOut>;
  tokens?: Maybe<AuthTokensOut>;
  organization_id?: Maybe<string>;
  approval_required?: Maybe<boolean>;
}

export interface UserIn {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  company_name: string;
  note: string;
  is_admin: boolean;
  is_active?: Maybe<boolean>;
  has_password: boolean;
  password_change_required: boolean;
  external_provider: string;
  membership_count: number;
  last_login_at: TimestampIn | null;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
  default_organization_id?: Maybe<string>;
}

export interface UserOut {
  id?: Maybe<string>;
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  company_name?: Maybe<string>;
  note?: Maybe<string>;
  is_admin?: Maybe<boolean>;
  is_active?: Maybe<boolean>;
  has_password?: Maybe<boolean>;
  password_change_required?: Maybe<boolean>;
  external_provider?: Maybe<string>;
  membership_count?: Maybe<number>;
  last_login_at?: Maybe<TimestampOut>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
  default_organization_id?: Maybe<string>;
}

export interface CreateUserRequestIn {
  user: UserIn | null;
  password: string;
  memberships: readonly InitialMembershipIn[];
}

export interface CreateUserRequestOut {
  user?: Maybe<UserOut>;
  password?: Maybe<string>;
  memberships?: Maybe<readonly InitialMembershipOut[]>;
}

export interface InitialMembershipIn {
  organization_id: string;
  role: string;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
}

export interface InitialMembershipOut {
  organization_id?: Maybe<string>;
  role?: Maybe<string>;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
}

export interface GetUserRequestIn {
  id: string;
}

export interface GetUserRequestOut {
  id?: Maybe<string>;
}

export interface UpdateUserRequestIn {
  user: UserIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateUserRequestOut {
  user?: Maybe<UserOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteUserRequestIn {
  id: string;
}

export interface DeleteUserRequestOut {
  id?: Maybe<string>;
}

export interface ListUsersRequestIn {
  page_size: number;
  page_token: string;
  search: string;
  organization_id: string;
  is_active?: Maybe<boolean>;
  is_admin?: Maybe<boolean>;
  order_by: string;
}

export interface ListUsersRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  search?: Maybe<string>;
  organization_id?: Maybe<string>;
  is_active?: Maybe<boolean>;
  is_admin?: Maybe<boolean>;
  order_by?: Maybe<string>;
}

export interface ListUsersResponseIn {
  users: readonly UserIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListUsersResponseOut {
  users?: Maybe<readonly UserOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface UpdateUserPasswordRequestIn {
  id: string;
  new_password: string;
  require_change?: Maybe<boolean>;
}

export interface UpdateUserPasswordRequestOut {
  id?: Maybe<string>;
  new_password?: Maybe<string>;
  require_change?: Maybe<boolean>;
}

export interface UpdateUserPasswordResponseIn {
  sessions_ended: number;
}

export interface UpdateUserPasswordResponseOut {
  sessions_ended?: Maybe<number>;
}

export interface OrganizationIn {
  id: string;
  name: string;
  description: string;
  state: string;
  external_id: string;
  tags: Readonly<Record<string, string>>;
  is_default: boolean;
  member_count: number;
  endpoint_count: number;
  base_station_count: number;
  max_endpoints?: Maybe<number>;
  max_base_stations?: Maybe<number>;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface OrganizationOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  state?: Maybe<string>;
  external_id?: Maybe<string>;
  tags?: Maybe<Readonly<Record<string, string>>>;
  is_default?: Maybe<boolean>;
  member_count?: Maybe<number>;
  endpoint_count?: Maybe<number>;
  base_station_count?: Maybe<number>;
  max_endpoints?: Maybe<number>;
  max_base_stations?: Maybe<number>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface CreateOrganizationRequestIn {
  organization: OrganizationIn | null;
  owner_user_id: string;
}

export interface CreateOrganizationRequestOut {
  organization?: Maybe<OrganizationOut>;
  owner_user_id?: Maybe<string>;
}

export interface GetOrganizationRequestIn {
  id: string;
}

export interface GetOrganizationRequestOut {
  id?: Maybe<string>;
}

export interface UpdateOrganizationRequestIn {
  organization: OrganizationIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateOrganizationRequestOut {
  organization?: Maybe<OrganizationOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteOrganizationRequestIn {
  id: string;
  force: boolean;
}

export interface DeleteOrganizationRequestOut {
  id?: Maybe<string>;
  force?: Maybe<boolean>;
}

export interface ListOrganizationsRequestIn {
  page_size: number;
  page_token: string;
  search: string;
  state: string;
  order_by: string;
}

export interface ListOrganizationsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  search?: Maybe<string>;
  state?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListOrganizationsResponseIn {
  organizations: readonly OrganizationIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListOrganizationsResponseOut {
  organizations?: Maybe<readonly OrganizationOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface OrganizationUserIn {
  organization_id: string;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  manage_endpoints: boolean;
  manage_base_stations: boolean;
  status: string;
  last_login_at: TimestampIn | null;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface OrganizationUserOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  role?: Maybe<string>;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
  status?: Maybe<string>;
  last_login_at?: Maybe<TimestampOut>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface AddOrganizationUserRequestIn {
  organization_id: string;
  user_id: string;
  email: string;
  role: string;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
}

export interface AddOrganizationUserRequestOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
  email?: Maybe<string>;
  role?: Maybe<string>;
  manage_endpoints?: Maybe<boolean>;
  manage_base_stations?: Maybe<boolean>;
}

export interface GetOrganizationUserRequestIn {
  organization_id: string;
  user_id: string;
}

export interface GetOrganizationUserRequestOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
}

export interface UpdateOrganizationUserRequestIn {
  member: OrganizationUserIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateOrganizationUserRequestOut {
  member?: Maybe<OrganizationUserOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface RemoveOrganizationUserRequestIn {
  organization_id: string;
  user_id: string;
}

export interface RemoveOrganizationUserRequestOut {
  organization_id?: Maybe<string>;
  user_id?: Maybe<string>;
}

export interface ListOrganizationUsersRequestIn {
  page_size: number;
  page_token: string;
  organization_id: string;
  role: string;
  status: string;
  search: string;
  order_by: string;
}

export interface ListOrganizationUsersRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  organization_id?: Maybe<string>;
  role?: Maybe<string>;
  status?: Maybe<string>;
  search?: Maybe<string>;
  order_by?: Maybe<string>;
}

export interface ListOrganizationUsersResponseIn {
  members: readonly OrganizationUserIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListOrganizationUsersResponseOut {
  members?: Maybe<readonly OrganizationUserOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface ListUserOrganizationsRequestIn {
  page_size: number;
  page_token: string;
  user_id: string;
}

export interface ListUserOrganizationsRequestOut {
  page_size?: Maybe<number>;
  page_token?: Maybe<string>;
  user_id?: Maybe<string>;
}

export interface ListUserOrganizationsResponseIn {
  memberships: readonly UserMembershipIn[];
  total_count: number;
  next_page_token: string;
}

export interface ListUserOrganizationsResponseOut {
  memberships?: Maybe<readonly UserMembershipOut[]>;
  total_count?: Maybe<number>;
  next_page_token?: Maybe<string>;
}

export interface EmptyIn {
}

export interface EmptyOut {
}
