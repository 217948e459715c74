// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { AlertIn, AlertOut, FieldMaskIn, FieldMaskOut, Int64, IntegrationIn, IntegrationOut, ListValueIn, ListValueOut, StructIn, StructOut, SystemStatusIn, SystemStatusOut, TimestampIn, TimestampOut, ValueIn, ValueOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'actuator_command.v2.ActuatorCommandService/ListActuatorCommands': { request: ListActuatorCommandsRequestIn; response: ListActuatorCommandsResponseOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/SendActuatorCommand': { request: SendActuatorCommandRequestIn; response: CommandOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/GetCommand': { request: GetCommandRequestIn; response: CommandOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/ListCommands': { request: ListCommandsRequestIn; response: ListCommandsResponseOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/CancelCommand': { request: CancelCommandRequestIn; response: CommandOut; stream: false };
  'connection.ConnectionService/ListConnections': { request: ListConnectionsRequestIn; response: ListConnectionsResponseOut; stream: false };
  'connection.ConnectionService/GetConnection': { request: GetConnectionRequestIn; response: ConnectionOut; stream: false };
  'connection.ConnectionService/CreateConnection': { request: CreateConnectionRequestIn; response: ConnectionOut; stream: false };
  'connection.ConnectionService/UpdateConnection': { request: UpdateConnectionRequestIn; response: ConnectionOut; stream: false };
  'connection.ConnectionService/DeleteConnection': { request: DeleteConnectionRequestIn; response: DeleteConnectionResponseOut; stream: false };
  'connector.ConnectorService/ListConnectors': { request: ListConnectorsRequestIn; response: ListConnectorsResponseOut; stream: false };
  'connector.ConnectorService/GetConnector': { request: GetConnectorRequestIn; response: ConnectorOut; stream: false };
  'widget.v2.WidgetService/ListWidgets': { request: ListWidgetsRequestIn; response: ListWidgetsResponseOut; stream: false };
  'widget.v2.WidgetService/GetWidget': { request: GetWidgetRequestIn; response: WidgetOut; stream: false };
  'widget.v2.WidgetService/CreateWidget': { request: CreateWidgetRequestIn; response: WidgetOut; stream: false };
  'widget.v2.WidgetService/UpdateWidget': { request: UpdateWidgetRequestIn; response: WidgetOut; stream: false };
  'widget.v2.WidgetService/DeleteWidget': { request: DeleteWidgetRequestIn; response: DeleteWidgetResponseOut; stream: false };
  'widget.v2.WidgetService/GetWidgetData': { request: GetWidgetDataRequestIn; response: GetWidgetDataResponseOut; stream: false };
  'dashboard.v2.DashboardService/ListDashboards': { request: ListDashboardsRequestIn; response: ListDashboardsResponseOut; stream: false };
  'dashboard.v2.DashboardService/GetDashboard': { request: GetDashboardRequestIn; response: DashboardOut; stream: false };
  'dashboard.v2.DashboardService/CreateDashboard': { request: CreateDashboardRequestIn; response: DashboardOut; stream: false };
  'dashboard.v2.DashboardService/UpdateDashboard': { request: UpdateDashboardRequestIn; response: DashboardOut; stream: false };
  'dashboard.v2.DashboardService/DeleteDashboard': { request: DeleteDashboardRequestIn; response: DeleteDashboardResponseOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/ListDevices': { request: ListDevicesRequestIn; response: ListDevicesResponseOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/CreateDevice': { request: CreateDeviceRequestIn; response: DeviceOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/GetDevice': { request: GetDeviceRequestIn; response: DeviceOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/UpdateDevice': { request: UpdateDeviceRequestIn; response: DeviceOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/DeleteDevice': { request: DeleteDeviceRequestIn; response: DeleteDeviceResponseOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/ListConnectorKeys': { request: ListConnectorKeysRequestIn; response: ListConnectorKeysResponseOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/AddSensors': { request: AddSensorsRequestIn; response: DeviceOut; stream: false };
  'digitaldevice.v2.DigitalDeviceService/RemoveSensors': { request: RemoveSensorsRequestIn; response: DeviceOut; stream: false };
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
  'rest.v1.RestService/AcceptMembership': { request: InvitationRequestIn; response: InvitationOut; stream: false };
  'rest.v1.RestService/DeclineMembership': { request: InvitationRequestIn; response: InvitationOut; stream: false };
  'rest.v1.RestService/ListSubscriptions': { request: ListSubscriptionsRequestIn; response: ListSubscriptionsResponseOut; stream: false };
  'rest.v1.RestService/ListOwnSignIns': { request: ListOwnSignInsRequestIn; response: ListOwnSignInsResponseOut; stream: false };
  'rest.v1.RestService/EndOwnSignIn': { request: EndOwnSignInRequestIn; response: EndOwnSignInResponseOut; stream: false };
  'rest.v1.RestService/ListApiKeys': { request: ListOwnKeysRequestIn; response: ListOwnKeysResponseOut; stream: false };
  'rest.v1.RestService/GetApiKey': { request: GetKeyRequestIn; response: KeyOut; stream: false };
  'rest.v1.RestService/CreateApiKey': { request: CreateKeyRequestIn; response: IssuedKeyOut; stream: false };
  'rest.v1.RestService/DeleteApiKey': { request: GetKeyRequestIn; response: DeleteKeyResponseOut; stream: false };
  'rest.v1.RestService/FindAlerts': { request: FindAlertsRequestIn; response: FindAlertsResponseOut; stream: false };
  'rest.v1.RestService/GetAlert': { request: GetAlertRequestIn; response: AlertOut; stream: false };
  'rest.v1.RestService/AcknowledgeAlert': { request: NoteAlertRequestIn; response: AlertOut; stream: false };
  'rest.v1.RestService/ResolveAlert': { request: NoteAlertRequestIn; response: AlertOut; stream: false };
  'rest.v1.RestService/ListSilences': { request: ListSilencesRequestIn; response: ListSilencesResponseOut; stream: false };
  'rest.v1.RestService/CreateSilence': { request: CreateSilenceRequestIn; response: SilenceOut; stream: false };
  'rest.v1.RestService/GetSilence': { request: GetSilenceRequestIn; response: SilenceOut; stream: false };
  'rest.v1.RestService/DeleteSilence': { request: DeleteSilenceRequestIn; response: DeleteSilenceResponseOut; stream: false };
  'rest.v1.RestService/ListAlertChannels': { request: ListAlertChannelsRequestIn; response: AlertChannelsOut; stream: false };
  'rest.v1.RestService/TestEmail': { request: TestEmailRequestIn; response: TestEmailResponseOut; stream: false };
  'rest.v1.RestService/FindCertificates': { request: FindCertificatesRequestIn; response: FindCertificatesResponseOut; stream: false };
  'rest.v1.RestService/RevokeCertificate': { request: RevokeCertificateRequestIn; response: IssuedCertificateOut; stream: false };
  'rest.v1.RestService/IssueCenterCertificate': { request: IssueCenterCertificateRequestIn; response: CenterCertificateOut; stream: false };
  'rest.v1.RestService/ReportRadio': { request: ReportRadioRequestIn; response: RadioReportOut; stream: false };
  'rest.v1.RestService/ExportAudit': { request: ExportAuditRequestIn; response: AuditLinesOut; stream: false };
  'rest.v1.RestService/FindEvents': { request: FindEventsRequestIn; response: FindEventsResponseOut; stream: false };
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
  'rest.v1.RestService/ReadHealth': { request: ReadHealthRequestIn; response: HealthOut; stream: false };
  'rest.v1.RestService/ListBackups': { request: ListBackupsRequestIn; response: ListBackupsResponseOut; stream: false };
  'rest.v1.RestService/OfferBackup': { request: OfferBackupRequestIn; response: OfferBackupResponseOut; stream: false };
  'rest.v1.RestService/ReadBugReport': { request: ReadBugReportRequestIn; response: BugReportOut; stream: false };
  'rest.v1.RestService/ReadUpdate': { request: ReadUpdateRequestIn; response: UpdateOut; stream: false };
  'rest.v1.RestService/RequestUpdate': { request: RequestUpdateRequestIn; response: UpdateOut; stream: false };
  'rest.v1.RestService/ListDeviceSensors': { request: ListDeviceSensorsRequestIn; response: ListDeviceSensorsResponseOut; stream: false };
  'rest.v1.RestService/SetSensorMapping': { request: SetSensorMappingRequestIn; response: DeviceSensorOut; stream: false };
  'rest.v1.RestService/LinkAllDevices': { request: LinkAllDevicesRequestIn; response: LinkAllDevicesResponseOut; stream: false };
  'rest.v1.RestService/CreateMedia': { request: CreateMediaRequestIn; response: MediaOut; stream: false };
  'rest.v1.RestService/GetMedia': { request: GetMediaRequestIn; response: MediaContentOut; stream: false };
  'rest.v1.RestService/GetSignedMedia': { request: GetSignedMediaRequestIn; response: MediaContentOut; stream: false };
  'rest.v1.RestService/DeleteMedia': { request: DeleteMediaRequestIn; response: DeleteMediaResponseOut; stream: false };
  'rest.v1.RestService/GetDeviceLatest': { request: GetDeviceLatestRequestIn; response: GetDeviceLatestResponseOut; stream: false };
  'rest.v1.RestService/GetDeviceTelemetry': { request: GetDeviceTelemetryRequestIn; response: GetDeviceTelemetryResponseOut; stream: false };
  'rest.v1.RestService/ListDeviceMessages': { request: ListDeviceMessagesRequestIn; response: ListDeviceMessagesResponseOut; stream: false };
  'rest.v1.RestService/ListDiscoveredEndpoints': { request: ListDiscoveredEndpointsRequestIn; response: ListDiscoveredEndpointsResponseOut; stream: false };
  'rest.v1.RestService/IgnoreDiscoveredEndpoint': { request: IgnoreDiscoveredEndpointRequestIn; response: IgnoreDiscoveredEndpointResponseOut; stream: false };
  'rest.v1.RestService/ListDiscoveredBaseStations': { request: ListDiscoveredBaseStationsRequestIn; response: ListDiscoveredBaseStationsResponseOut; stream: false };
  'rest.v1.RestService/GetEndpointTelemetry': { request: GetEndpointTelemetryRequestIn; response: GetEndpointTelemetryResponseOut; stream: false };
  'rest.v1.RestService/ListEndpointValues': { request: ListEndpointValuesRequestIn; response: ListEndpointValuesResponseOut; stream: false };
  'rest.v1.RestService/EncodePayload': { request: EncodePayloadRequestIn; response: EncodePayloadResponseOut; stream: false };
  'rest.v1.RestService/SendDeviceCommand': { request: SendDeviceCommandRequestIn; response: CommandOut; stream: false };
  'rest.v1.RestService/StreamDeviceMessages': { request: StreamDeviceMessagesRequestIn; response: DeviceMessageOut; stream: true };
  'rest.v1.RestService/StreamDeviceEvents': { request: StreamDeviceEventsRequestIn; response: DeviceEventOut; stream: true };
  'rest.v1.RestService/StreamTelemetry': { request: StreamTelemetryRequestIn; response: TelemetryItemOut; stream: true };
  'rest.v1.RestService/CreateStreamTicket': { request: CreateStreamTicketRequestIn; response: StreamTicketOut; stream: false };
  'rest.v1.RestService/ListRules': { request: ListRulesRequestIn; response: ListRulesResponseOut; stream: false };
  'rest.v1.RestService/GetRule': { request: GetRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/CreateRule': { request: CreateRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/ReplaceRule': { request: ReplaceRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/UpdateRule': { request: UpdateRuleRequestIn; response: RuleOut; stream: false };
  'rest.v1.RestService/DeleteRule': { request: DeleteRuleRequestIn; response: DeleteRuleResponseOut; stream: false };
  'rest.v1.RestService/SimulateRule': { request: SimulateRuleRequestIn; response: SimulateRuleResponseOut; stream: false };
  'rest.v1.RestService/ListRuleExecutions': { request: ListRuleExecutionsRequestIn; response: ListRuleExecutionsResponseOut; stream: false };
  'sensor_template.v2.SensorTemplateService/ListSensorTemplates': { request: ListSensorTemplatesRequestIn; response: ListSensorTemplatesResponseOut; stream: false };
  'sensor_template.v2.SensorTemplateService/GetSensorTemplate': { request: GetSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/CreateSensorTemplate': { request: CreateSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/UpdateSensorTemplate': { request: UpdateSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/DeleteSensorTemplate': { request: DeleteSensorTemplateRequestIn; response: DeleteSensorTemplateResponseOut; stream: false };
  'sensorquery.v1.SensorQueryService/ListKeys': { request: ListKeysRequestIn; response: ListKeysResponseOut; stream: false };
  'sensorquery.v1.SensorQueryService/GetLatest': { request: GetLatestRequestIn; response: GetLatestResponseOut; stream: false };
  'sensorquery.v1.SensorQueryService/QueryRange': { request: QueryRangeRequestIn; response: QueryRangeResponseOut; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'actuator_command.v2.ActuatorCommandService/ListActuatorCommands': { request: ListActuatorCommandsRequestOut; response: ListActuatorCommandsResponseIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/SendActuatorCommand': { request: SendActuatorCommandRequestOut; response: CommandIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/GetCommand': { request: GetCommandRequestOut; response: CommandIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/ListCommands': { request: ListCommandsRequestOut; response: ListCommandsResponseIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/CancelCommand': { request: CancelCommandRequestOut; response: CommandIn; stream: false };
  'connection.ConnectionService/ListConnections': { request: ListConnectionsRequestOut; response: ListConnectionsResponseIn; stream: false };
  'connection.ConnectionService/GetConnection': { request: GetConnectionRequestOut; response: ConnectionIn; stream: false };
  'connection.ConnectionService/CreateConnection': { request: CreateConnectionRequestOut; response: ConnectionIn; stream: false };
  'connection.ConnectionService/UpdateConnection': { request: UpdateConnectionRequestOut; response: ConnectionIn; stream: false };
  'connection.ConnectionService/DeleteConnection': { request: DeleteConnectionRequestOut; response: DeleteConnectionResponseIn; stream: false };
  'connector.ConnectorService/ListConnectors': { request: ListConnectorsRequestOut; response: ListConnectorsResponseIn; stream: false };
  'connector.ConnectorService/GetConnector': { request: GetConnectorRequestOut; response: ConnectorIn; stream: false };
  'widget.v2.WidgetService/ListWidgets': { request: ListWidgetsRequestOut; response: ListWidgetsResponseIn; stream: false };
  'widget.v2.WidgetService/GetWidget': { request: GetWidgetRequestOut; response: WidgetIn; stream: false };
  'widget.v2.WidgetService/CreateWidget': { request: CreateWidgetRequestOut; response: WidgetIn; stream: false };
  'widget.v2.WidgetService/UpdateWidget': { request: UpdateWidgetRequestOut; response: WidgetIn; stream: false };
  'widget.v2.WidgetService/DeleteWidget': { request: DeleteWidgetRequestOut; response: DeleteWidgetResponseIn; stream: false };
  'widget.v2.WidgetService/GetWidgetData': { request: GetWidgetDataRequestOut; response: GetWidgetDataResponseIn; stream: false };
  'dashboard.v2.DashboardService/ListDashboards': { request: ListDashboardsRequestOut; response: ListDashboardsResponseIn; stream: false };
  'dashboard.v2.DashboardService/GetDashboard': { request: GetDashboardRequestOut; response: DashboardIn; stream: false };
  'dashboard.v2.DashboardService/CreateDashboard': { request: CreateDashboardRequestOut; response: DashboardIn; stream: false };
  'dashboard.v2.DashboardService/UpdateDashboard': { request: UpdateDashboardRequestOut; response: DashboardIn; stream: false };
  'dashboard.v2.DashboardService/DeleteDashboard': { request: DeleteDashboardRequestOut; response: DeleteDashboardResponseIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/ListDevices': { request: ListDevicesRequestOut; response: ListDevicesResponseIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/CreateDevice': { request: CreateDeviceRequestOut; response: DeviceIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/GetDevice': { request: GetDeviceRequestOut; response: DeviceIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/UpdateDevice': { request: UpdateDeviceRequestOut; response: DeviceIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/DeleteDevice': { request: DeleteDeviceRequestOut; response: DeleteDeviceResponseIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/ListConnectorKeys': { request: ListConnectorKeysRequestOut; response: ListConnectorKeysResponseIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/AddSensors': { request: AddSensorsRequestOut; response: DeviceIn; stream: false };
  'digitaldevice.v2.DigitalDeviceService/RemoveSensors': { request: RemoveSensorsRequestOut; response: DeviceIn; stream: false };
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
  'rest.v1.RestService/AcceptMembership': { request: InvitationRequestOut; response: InvitationIn; stream: false };
  'rest.v1.RestService/DeclineMembership': { request: InvitationRequestOut; response: InvitationIn; stream: false };
  'rest.v1.RestService/ListSubscriptions': { request: ListSubscriptionsRequestOut; response: ListSubscriptionsResponseIn; stream: false };
  'rest.v1.RestService/ListOwnSignIns': { request: ListOwnSignInsRequestOut; response: ListOwnSignInsResponseIn; stream: false };
  'rest.v1.RestService/EndOwnSignIn': { request: EndOwnSignInRequestOut; response: EndOwnSignInResponseIn; stream: false };
  'rest.v1.RestService/ListApiKeys': { request: ListOwnKeysRequestOut; response: ListOwnKeysResponseIn; stream: false };
  'rest.v1.RestService/GetApiKey': { request: GetKeyRequestOut; response: KeyIn; stream: false };
  'rest.v1.RestService/CreateApiKey': { request: CreateKeyRequestOut; response: IssuedKeyIn; stream: false };
  'rest.v1.RestService/DeleteApiKey': { request: GetKeyRequestOut; response: DeleteKeyResponseIn; stream: false };
  'rest.v1.RestService/FindAlerts': { request: FindAlertsRequestOut; response: FindAlertsResponseIn; stream: false };
  'rest.v1.RestService/GetAlert': { request: GetAlertRequestOut; response: AlertIn; stream: false };
  'rest.v1.RestService/AcknowledgeAlert': { request: NoteAlertRequestOut; response: AlertIn; stream: false };
  'rest.v1.RestService/ResolveAlert': { request: NoteAlertRequestOut; response: AlertIn; stream: false };
  'rest.v1.RestService/ListSilences': { request: ListSilencesRequestOut; response: ListSilencesResponseIn; stream: false };
  'rest.v1.RestService/CreateSilence': { request: CreateSilenceRequestOut; response: SilenceIn; stream: false };
  'rest.v1.RestService/GetSilence': { request: GetSilenceRequestOut; response: SilenceIn; stream: false };
  'rest.v1.RestService/DeleteSilence': { request: DeleteSilenceRequestOut; response: DeleteSilenceResponseIn; stream: false };
  'rest.v1.RestService/ListAlertChannels': { request: ListAlertChannelsRequestOut; response: AlertChannelsIn; stream: false };
  'rest.v1.RestService/TestEmail': { request: TestEmailRequestOut; response: TestEmailResponseIn; stream: false };
  'rest.v1.RestService/FindCertificates': { request: FindCertificatesRequestOut; response: FindCertificatesResponseIn; stream: false };
  'rest.v1.RestService/RevokeCertificate': { request: RevokeCertificateRequestOut; response: IssuedCertificateIn; stream: false };
  'rest.v1.RestService/IssueCenterCertificate': { request: IssueCenterCertificateRequestOut; response: CenterCertificateIn; stream: false };
  'rest.v1.RestService/ReportRadio': { request: ReportRadioRequestOut; response: RadioReportIn; stream: false };
  'rest.v1.RestService/ExportAudit': { request: ExportAuditRequestOut; response: AuditLinesIn; stream: false };
  'rest.v1.RestService/FindEvents': { request: FindEventsRequestOut; response: FindEventsResponseIn; stream: false };
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
  'rest.v1.RestService/ReadHealth': { request: ReadHealthRequestOut; response: HealthIn; stream: false };
  'rest.v1.RestService/ListBackups': { request: ListBackupsRequestOut; response: ListBackupsResponseIn; stream: false };
  'rest.v1.RestService/OfferBackup': { request: OfferBackupRequestOut; response: OfferBackupResponseIn; stream: false };
  'rest.v1.RestService/ReadBugReport': { request: ReadBugReportRequestOut; response: BugReportIn; stream: false };
  'rest.v1.RestService/ReadUpdate': { request: ReadUpdateRequestOut; response: UpdateIn; stream: false };
  'rest.v1.RestService/RequestUpdate': { request: RequestUpdateRequestOut; response: UpdateIn; stream: false };
  'rest.v1.RestService/ListDeviceSensors': { request: ListDeviceSensorsRequestOut; response: ListDeviceSensorsResponseIn; stream: false };
  'rest.v1.RestService/SetSensorMapping': { request: SetSensorMappingRequestOut; response: DeviceSensorIn; stream: false };
  'rest.v1.RestService/LinkAllDevices': { request: LinkAllDevicesRequestOut; response: LinkAllDevicesResponseIn; stream: false };
  'rest.v1.RestService/CreateMedia': { request: CreateMediaRequestOut; response: MediaIn; stream: false };
  'rest.v1.RestService/GetMedia': { request: GetMediaRequestOut; response: MediaContentIn; stream: false };
  'rest.v1.RestService/GetSignedMedia': { request: GetSignedMediaRequestOut; response: MediaContentIn; stream: false };
  'rest.v1.RestService/DeleteMedia': { request: DeleteMediaRequestOut; response: DeleteMediaResponseIn; stream: false };
  'rest.v1.RestService/GetDeviceLatest': { request: GetDeviceLatestRequestOut; response: GetDeviceLatestResponseIn; stream: false };
  'rest.v1.RestService/GetDeviceTelemetry': { request: GetDeviceTelemetryRequestOut; response: GetDeviceTelemetryResponseIn; stream: false };
  'rest.v1.RestService/ListDeviceMessages': { request: ListDeviceMessagesRequestOut; response: ListDeviceMessagesResponseIn; stream: false };
  'rest.v1.RestService/ListDiscoveredEndpoints': { request: ListDiscoveredEndpointsRequestOut; response: ListDiscoveredEndpointsResponseIn; stream: false };
  'rest.v1.RestService/IgnoreDiscoveredEndpoint': { request: IgnoreDiscoveredEndpointRequestOut; response: IgnoreDiscoveredEndpointResponseIn; stream: false };
  'rest.v1.RestService/ListDiscoveredBaseStations': { request: ListDiscoveredBaseStationsRequestOut; response: ListDiscoveredBaseStationsResponseIn; stream: false };
  'rest.v1.RestService/GetEndpointTelemetry': { request: GetEndpointTelemetryRequestOut; response: GetEndpointTelemetryResponseIn; stream: false };
  'rest.v1.RestService/ListEndpointValues': { request: ListEndpointValuesRequestOut; response: ListEndpointValuesResponseIn; stream: false };
  'rest.v1.RestService/EncodePayload': { request: EncodePayloadRequestOut; response: EncodePayloadResponseIn; stream: false };
  'rest.v1.RestService/SendDeviceCommand': { request: SendDeviceCommandRequestOut; response: CommandIn; stream: false };
  'rest.v1.RestService/StreamDeviceMessages': { request: StreamDeviceMessagesRequestOut; response: DeviceMessageIn; stream: true };
  'rest.v1.RestService/StreamDeviceEvents': { request: StreamDeviceEventsRequestOut; response: DeviceEventIn; stream: true };
  'rest.v1.RestService/StreamTelemetry': { request: StreamTelemetryRequestOut; response: TelemetryItemIn; stream: true };
  'rest.v1.RestService/CreateStreamTicket': { request: CreateStreamTicketRequestOut; response: StreamTicketIn; stream: false };
  'rest.v1.RestService/ListRules': { request: ListRulesRequestOut; response: ListRulesResponseIn; stream: false };
  'rest.v1.RestService/GetRule': { request: GetRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/CreateRule': { request: CreateRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/ReplaceRule': { request: ReplaceRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/UpdateRule': { request: UpdateRuleRequestOut; response: RuleIn; stream: false };
  'rest.v1.RestService/DeleteRule': { request: DeleteRuleRequestOut; response: DeleteRuleResponseIn; stream: false };
  'rest.v1.RestService/SimulateRule': { request: SimulateRuleRequestOut; response: SimulateRuleResponseIn; stream: false };
  'rest.v1.RestService/ListRuleExecutions': { request: ListRuleExecutionsRequestOut; response: ListRuleExecutionsResponseIn; stream: false };
  'sensor_template.v2.SensorTemplateService/ListSensorTemplates': { request: ListSensorTemplatesRequestOut; response: ListSensorTemplatesResponseIn; stream: false };
  'sensor_template.v2.SensorTemplateService/GetSensorTemplate': { request: GetSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/CreateSensorTemplate': { request: CreateSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/UpdateSensorTemplate': { request: UpdateSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/DeleteSensorTemplate': { request: DeleteSensorTemplateRequestOut; response: DeleteSensorTemplateResponseIn; stream: false };
  'sensorquery.v1.SensorQueryService/ListKeys': { request: ListKeysRequestOut; response: ListKeysResponseIn; stream: false };
  'sensorquery.v1.SensorQueryService/GetLatest': { request: GetLatestRequestOut; response: GetLatestResponseIn; stream: false };
  'sensorquery.v1.SensorQueryService/QueryRange': { request: QueryRangeRequestOut; response: QueryRangeResponseIn; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
}

export interface ListActuatorCommandsRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListActuatorCommandsRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListActuatorCommandsResponseIn {
  actuator_commands: readonly ActuatorCommandIn[];
  total: number;
}

export interface ListActuatorCommandsResponseOut {
  actuator_commands?: Maybe<readonly ActuatorCommandOut[]>;
  total?: Maybe<number>;
}

export interface ActuatorCommandIn {
  id: string;
  name: string;
  description: string;
  parameters: StructIn | null;
  format: number;
}

export interface ActuatorCommandOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  parameters?: Maybe<StructOut>;
  format?: Maybe<number>;
}

export interface SendActuatorCommandRequestIn {
  organization_id: string;
  device_id: string;
  command_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  parameters: StructIn | null;
  options: CommandOptionsIn | null;
}

export interface SendActuatorCommandRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  command_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  parameters?: Maybe<StructOut>;
  options?: Maybe<CommandOptionsOut>;
}

export interface CommandOptionsIn {
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at: TimestampIn | null;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface CommandOptionsOut {
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface GetCommandRequestIn {
  organization_id: string;
  id: string;
}

export interface GetCommandRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CancelCommandRequestIn {
  organization_id: string;
  id: string;
}

export interface CancelCommandRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface ListCommandsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  device_id: string;
  status: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  cursor?: Maybe<string>;
}

export interface ListCommandsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  device_id?: Maybe<string>;
  status?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  cursor?: Maybe<string>;
}

export interface ListCommandsResponseIn {
  commands: readonly CommandIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListCommandsResponseOut {
  commands?: Maybe<readonly CommandOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface CommandIn {
  id: string;
  device_id?: Maybe<string>;
  client_device_id: string;
  payload: Uint8Array;
  payload_hex: string;
  format: number;
  priority: number;
  confirmed: boolean;
  expires_at: TimestampIn | null;
  ref: string;
  status: string;
  error: string;
  created_at: TimestampIn | null;
  sent_at: TimestampIn | null;
  acknowledged_at: TimestampIn | null;
}

export interface CommandOut {
  id?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  status?: Maybe<string>;
  error?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  sent_at?: Maybe<TimestampOut>;
  acknowledged_at?: Maybe<TimestampOut>;
}

export interface ConnectionIn {
  id: string;
  name: string;
  connector_id: string;
  organization_id: string;
  built_in: boolean;
  enabled: boolean;
  settings: StructIn | null;
  status: string;
  device_count: number;
  last_activity_at: TimestampIn | null;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface ConnectionOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  connector_id?: Maybe<string>;
  organization_id?: Maybe<string>;
  built_in?: Maybe<boolean>;
  enabled?: Maybe<boolean>;
  settings?: Maybe<StructOut>;
  status?: Maybe<string>;
  device_count?: Maybe<number>;
  last_activity_at?: Maybe<TimestampOut>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface ListConnectionsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListConnectionsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListConnectionsResponseIn {
  connections: readonly ConnectionIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListConnectionsResponseOut {
  connections?: Maybe<readonly ConnectionOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface GetConnectionRequestIn {
  organization_id: string;
  id: string;
}

export interface GetConnectionRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateConnectionRequestIn {
  organization_id: string;
  connection: ConnectionIn | null;
}

export interface CreateConnectionRequestOut {
  organization_id?: Maybe<string>;
  connection?: Maybe<ConnectionOut>;
}

export interface UpdateConnectionRequestIn {
  organization_id: string;
  connection: ConnectionIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateConnectionRequestOut {
  organization_id?: Maybe<string>;
  connection?: Maybe<ConnectionOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteConnectionRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteConnectionRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteConnectionResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteConnectionResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface ConnectorIn {
  id: string;
  name: string;
  description: string;
  built_in: boolean;
  configuration_schema: StructIn | null;
  connection_schema: StructIn | null;
}

export interface ConnectorOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  built_in?: Maybe<boolean>;
  configuration_schema?: Maybe<StructOut>;
  connection_schema?: Maybe<StructOut>;
}

export interface ListConnectorsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListConnectorsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListConnectorsResponseIn {
  connectors: readonly ConnectorIn[];
  total: number;
}

export interface ListConnectorsResponseOut {
  connectors?: Maybe<readonly ConnectorOut[]>;
  total?: Maybe<number>;
}

export interface GetConnectorRequestIn {
  organization_id: string;
  id: string;
}

export interface GetConnectorRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface WidgetIn {
  id: string;
  dashboard_id: string;
  kind: string;
  title: string;
  x?: Maybe<number>;
  y?: Maybe<number>;
  w?: Maybe<number>;
  h?: Maybe<number>;
  query: WidgetQueryIn | null;
  settings: StructIn | null;
}

export interface WidgetOut {
  id?: Maybe<string>;
  dashboard_id?: Maybe<string>;
  kind?: Maybe<string>;
  title?: Maybe<string>;
  x?: Maybe<number>;
  y?: Maybe<number>;
  w?: Maybe<number>;
  h?: Maybe<number>;
  query?: Maybe<WidgetQueryOut>;
  settings?: Maybe<StructOut>;
}

export interface WidgetQueryIn {
  device_ids: readonly string[];
  keys: readonly string[];
  from?: Maybe<number>;
  aggregation: string;
  interval?: Maybe<number>;
}

export interface WidgetQueryOut {
  device_ids?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
  from?: Maybe<number>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
}

export interface ListWidgetsRequestIn {
  organization_id: string;
  dashboard_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListWidgetsRequestOut {
  organization_id?: Maybe<string>;
  dashboard_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListWidgetsResponseIn {
  widgets: readonly WidgetIn[];
  total: number;
}

export interface ListWidgetsResponseOut {
  widgets?: Maybe<readonly WidgetOut[]>;
  total?: Maybe<number>;
}

export interface GetWidgetRequestIn {
  organization_id: string;
  id: string;
}

export interface GetWidgetRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateWidgetRequestIn {
  organization_id: string;
  widget: WidgetIn | null;
}

export interface CreateWidgetRequestOut {
  organization_id?: Maybe<string>;
  widget?: Maybe<WidgetOut>;
}

export interface UpdateWidgetRequestIn {
  organization_id: string;
  widget: WidgetIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateWidgetRequestOut {
  organization_id?: Maybe<string>;
  widget?: Maybe<WidgetOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteWidgetRequestIn {
  organization_id: string;
  id: string;
  dashboard_id: string;
}

export interface DeleteWidgetRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  dashboard_id?: Maybe<string>;
}

export interface DeleteWidgetResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteWidgetResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface GetWidgetDataRequestIn {
  organization_id: string;
  id: string;
  dashboard_id: string;
}

export interface GetWidgetDataRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  dashboard_id?: Maybe<string>;
}

export interface GetWidgetDataResponseIn {
  series: readonly WidgetSeriesIn[];
  truncated: boolean;
}

export interface GetWidgetDataResponseOut {
  series?: Maybe<readonly WidgetSeriesOut[]>;
  truncated?: Maybe<boolean>;
}

export interface WidgetSeriesIn {
  device_id: string;
  key: string;
  unit: string;
  points: readonly ListValueIn[];
  resolution?: Maybe<number>;
}

export interface WidgetSeriesOut {
  device_id?: Maybe<string>;
  key?: Maybe<string>;
  unit?: Maybe<string>;
  points?: Maybe<readonly ListValueOut[]>;
  resolution?: Maybe<number>;
}

export interface DashboardIn {
  id: string;
  name: string;
  description: string;
  is_default: boolean;
  layout: DashboardLayoutIn | null;
  widgets: readonly WidgetIn[];
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface DashboardOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  is_default?: Maybe<boolean>;
  layout?: Maybe<DashboardLayoutOut>;
  widgets?: Maybe<readonly WidgetOut[]>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface DashboardLayoutIn {
  columns?: Maybe<number>;
}

export interface DashboardLayoutOut {
  columns?: Maybe<number>;
}

export interface ListDashboardsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListDashboardsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListDashboardsResponseIn {
  dashboards: readonly DashboardIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListDashboardsResponseOut {
  dashboards?: Maybe<readonly DashboardOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface GetDashboardRequestIn {
  organization_id: string;
  id: string;
}

export interface GetDashboardRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateDashboardRequestIn {
  organization_id: string;
  dashboard: DashboardIn | null;
}

export interface CreateDashboardRequestOut {
  organization_id?: Maybe<string>;
  dashboard?: Maybe<DashboardOut>;
}

export interface UpdateDashboardRequestIn {
  organization_id: string;
  dashboard: DashboardIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateDashboardRequestOut {
  organization_id?: Maybe<string>;
  dashboard?: Maybe<DashboardOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteDashboardRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteDashboardRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteDashboardResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteDashboardResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface DeviceIn {
  id: string;
  name: string;
  organization_id: string;
  last_seen: TimestampIn | null;
  physical_device: PhysicalDeviceIn | null;
  sensors: readonly SensorIn[];
  images: readonly ImageIn[];
  data_sending_interval: DataSendingIntervalIn | null;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
  sensor_template_ids: readonly string[];
}

export interface DeviceOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  organization_id?: Maybe<string>;
  last_seen?: Maybe<TimestampOut>;
  physical_device?: Maybe<PhysicalDeviceOut>;
  sensors?: Maybe<readonly SensorOut[]>;
  images?: Maybe<readonly ImageOut[]>;
  data_sending_interval?: Maybe<DataSendingIntervalOut>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
  sensor_template_ids?: Maybe<readonly string[]>;
}

export interface PhysicalDeviceIn {
  id: string;
  client_device_id?: Maybe<string>;
  connection_id?: Maybe<string>;
  configuration: StructIn | null;
  sensor_mappings: readonly SensorMappingIn[];
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface PhysicalDeviceOut {
  id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  connection_id?: Maybe<string>;
  configuration?: Maybe<StructOut>;
  sensor_mappings?: Maybe<readonly SensorMappingOut[]>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface SensorMappingIn {
  id: string;
  sensor_id: string;
  source_path: string;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface SensorMappingOut {
  id?: Maybe<string>;
  sensor_id?: Maybe<string>;
  source_path?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface SensorIn {
  id: string;
  sensor_template_id: string;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface SensorOut {
  id?: Maybe<string>;
  sensor_template_id?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface ImageIn {
  id: string;
  filename: string;
  content_type: string;
  url: string;
  is_cover: boolean;
  position?: Maybe<number>;
  size_bytes: number;
  created_at: TimestampIn | null;
  media_id?: Maybe<string>;
}

export interface ImageOut {
  id?: Maybe<string>;
  filename?: Maybe<string>;
  content_type?: Maybe<string>;
  url?: Maybe<string>;
  is_cover?: Maybe<boolean>;
  position?: Maybe<number>;
  size_bytes?: Maybe<number>;
  created_at?: Maybe<TimestampOut>;
  media_id?: Maybe<string>;
}

export interface DataSendingIntervalIn {
  unit: string;
  value: number;
}

export interface DataSendingIntervalOut {
  unit?: Maybe<string>;
  value?: Maybe<number>;
}

export interface ListDevicesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  connection_id: string;
  client_device_id: string;
  sensor_template_id: string;
  sort: string;
  cursor?: Maybe<string>;
  updated_since: TimestampIn | null;
  unlinked: boolean;
}

export interface ListDevicesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  connection_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  sensor_template_id?: Maybe<string>;
  sort?: Maybe<string>;
  cursor?: Maybe<string>;
  updated_since?: Maybe<TimestampOut>;
  unlinked?: Maybe<boolean>;
}

export interface ListDevicesResponseIn {
  devices: readonly DeviceItemIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListDevicesResponseOut {
  devices?: Maybe<readonly DeviceItemOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface DeviceItemIn {
  id?: Maybe<string>;
  name: string;
  organization_id: string;
  last_seen: TimestampIn | null;
  physical_device: PhysicalDeviceItemIn | null;
  sensors: readonly SensorItemIn[];
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface DeviceItemOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  organization_id?: Maybe<string>;
  last_seen?: Maybe<TimestampOut>;
  physical_device?: Maybe<PhysicalDeviceItemOut>;
  sensors?: Maybe<readonly SensorItemOut[]>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface PhysicalDeviceItemIn {
  id?: Maybe<string>;
  client_device_id: string;
  connection_id: string;
}

export interface PhysicalDeviceItemOut {
  id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  connection_id?: Maybe<string>;
}

export interface SensorItemIn {
  id: string;
  sensor_template_id: string;
}

export interface SensorItemOut {
  id?: Maybe<string>;
  sensor_template_id?: Maybe<string>;
}

export interface CreateDeviceRequestIn {
  organization_id: string;
  device: DeviceIn | null;
}

export interface CreateDeviceRequestOut {
  organization_id?: Maybe<string>;
  device?: Maybe<DeviceOut>;
}

export interface GetDeviceRequestIn {
  organization_id: string;
  id: string;
}

export interface GetDeviceRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface UpdateDeviceRequestIn {
  organization_id: string;
  device: DeviceIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateDeviceRequestOut {
  organization_id?: Maybe<string>;
  device?: Maybe<DeviceOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteDeviceRequestIn {
  organization_id: string;
  id: string;
  delete_endpoint?: Maybe<boolean>;
}

export interface DeleteDeviceRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  delete_endpoint?: Maybe<boolean>;
}

export interface DeleteDeviceResponseIn {
  id: string;
  deleted: boolean;
  endpoint_deleted: boolean;
}

export interface DeleteDeviceResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
  endpoint_deleted?: Maybe<boolean>;
}

export interface ListConnectorKeysRequestIn {
  organization_id: string;
  id: string;
  connection_id: string;
  client_device_id: string;
}

export interface ListConnectorKeysRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  connection_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
}

export interface ListConnectorKeysResponseIn {
  connector_keys: readonly ConnectorKeyIn[];
}

export interface ListConnectorKeysResponseOut {
  connector_keys?: Maybe<readonly ConnectorKeyOut[]>;
}

export interface ConnectorKeyIn {
  name: string;
  timestamp: number;
  value: StructIn | null;
}

export interface ConnectorKeyOut {
  name?: Maybe<string>;
  timestamp?: Maybe<number>;
  value?: Maybe<StructOut>;
}

export interface AddSensorsRequestIn {
  organization_id: string;
  id: string;
  sensor_template_ids: readonly string[];
}

export interface AddSensorsRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  sensor_template_ids?: Maybe<readonly string[]>;
}

export interface RemoveSensorsRequestIn {
  organization_id: string;
  id: string;
  sensor_ids: readonly string[];
  sensor_template_ids: readonly string[];
}

export interface RemoveSensorsRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  sensor_ids?: Maybe<readonly string[]>;
  sensor_template_ids?: Maybe<readonly string[]>;
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
  cursor?: Maybe<string>;
}

export interface ListRoleAssignmentsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListRoleAssignmentsResponseIn {
  role_assignments: readonly RoleAssignmentIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListRoleAssignmentsResponseOut {
  role_assignments?: Maybe<readonly RoleAssignmentOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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
  cursor?: Maybe<string>;
  alert_id: string;
}

export interface FindAlertsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  status?: Maybe<readonly string[]>;
  severity?: Maybe<readonly string[]>;
  rule?: Maybe<readonly string[]>;
  cursor?: Maybe<string>;
  alert_id?: Maybe<string>;
}

export interface FindAlertsResponseIn {
  alerts: readonly AlertIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface FindAlertsResponseOut {
  alerts?: Maybe<readonly AlertOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface GetAlertRequestIn {
  organization_id: string;
  id: string;
}

export interface GetAlertRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
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

export interface GetSilenceRequestIn {
  organization_id: string;
  id: string;
}

export interface GetSilenceRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
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

export interface ListOwnKeysRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListOwnKeysRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListOwnKeysResponseIn {
  api_keys: readonly KeyIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListOwnKeysResponseOut {
  api_keys?: Maybe<readonly KeyOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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
  created_by: string;
  created_by_left: boolean;
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
  created_by?: Maybe<string>;
  created_by_left?: Maybe<boolean>;
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

export interface FindCertificatesRequestIn {
  organization_id: string;
  kind?: Maybe<string>;
  status?: Maybe<string>;
  eui: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface FindCertificatesRequestOut {
  organization_id?: Maybe<string>;
  kind?: Maybe<string>;
  status?: Maybe<string>;
  eui?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface FindCertificatesResponseIn {
  certificates: readonly IssuedCertificateIn[];
  total: string;
}

export interface FindCertificatesResponseOut {
  certificates?: Maybe<readonly IssuedCertificateOut[]>;
  total?: Maybe<string | number | Int64>;
}

export interface IssuedCertificateIn {
  id: string;
  kind: string;
  eui?: Maybe<string>;
  subject: string;
  issuer: string;
  serial_number: string;
  fingerprint: string;
  not_before: TimestampIn | null;
  not_after: TimestampIn | null;
  days_until_expiry: number;
  status: string;
  key_type: string;
  dns_names: readonly string[];
  ip_addresses: readonly string[];
  revoked_at?: Maybe<TimestampIn>;
  revoked_reason?: Maybe<string>;
}

export interface IssuedCertificateOut {
  id?: Maybe<string>;
  kind?: Maybe<string>;
  eui?: Maybe<string>;
  subject?: Maybe<string>;
  issuer?: Maybe<string>;
  serial_number?: Maybe<string>;
  fingerprint?: Maybe<string>;
  not_before?: Maybe<TimestampOut>;
  not_after?: Maybe<TimestampOut>;
  days_until_expiry?: Maybe<number>;
  status?: Maybe<string>;
  key_type?: Maybe<string>;
  dns_names?: Maybe<readonly string[]>;
  ip_addresses?: Maybe<readonly string[]>;
  revoked_at?: Maybe<TimestampOut>;
  revoked_reason?: Maybe<string>;
}

export interface RevokeCertificateRequestIn {
  organization_id: string;
  id: string;
  reason: string;
}

export interface RevokeCertificateRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  reason?: Maybe<string>;
}

export interface IssueCenterCertificateRequestIn {
  organization_id: string;
  ac_eui: string;
  csr_pem: string;
  format: string;
  passphrase: string;
}

export interface IssueCenterCertificateRequestOut {
  organization_id?: Maybe<string>;
  ac_eui?: Maybe<string>;
  csr_pem?: Maybe<string>;
  format?: Maybe<string>;
  passphrase?: Maybe<string>;
}

export interface CenterCertificateIn {
  content: Uint8Array;
  content_type: string;
}

export interface CenterCertificateOut {
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
}

export interface ListAlertChannelsRequestIn {
  organization_id: string;
}

export interface ListAlertChannelsRequestOut {
  organization_id?: Maybe<string>;
}

export interface AlertChannelsIn {
  email: EmailChannelIn | null;
  heartbeat: HeartbeatChannelIn | null;
  integrations: readonly string[];
}

export interface AlertChannelsOut {
  email?: Maybe<EmailChannelOut>;
  heartbeat?: Maybe<HeartbeatChannelOut>;
  integrations?: Maybe<readonly string[]>;
}

export interface EmailChannelIn {
  configured: boolean;
  from?: Maybe<string>;
  to: readonly string[];
  host?: Maybe<string>;
  port?: Maybe<number>;
  tls?: Maybe<string>;
}

export interface EmailChannelOut {
  configured?: Maybe<boolean>;
  from?: Maybe<string>;
  to?: Maybe<readonly string[]>;
  host?: Maybe<string>;
  port?: Maybe<number>;
  tls?: Maybe<string>;
}

export interface HeartbeatChannelIn {
  configured: boolean;
}

export interface HeartbeatChannelOut {
  configured?: Maybe<boolean>;
}

export interface TestEmailRequestIn {
  organization_id: string;
  to: string;
}

export interface TestEmailRequestOut {
  organization_id?: Maybe<string>;
  to?: Maybe<string>;
}

export interface TestEmailResponseIn {
  ok: boolean;
  steps: readonly TestEmailStepIn[];
  reason?: Maybe<string>;
  dialogue: readonly string[];
}

export interface TestEmailResponseOut {
  ok?: Maybe<boolean>;
  steps?: Maybe<readonly TestEmailStepOut[]>;
  reason?: Maybe<string>;
  dialogue?: Maybe<readonly string[]>;
}

export interface TestEmailStepIn {
  name: string;
  ok: boolean;
  detail: string;
}

export interface TestEmailStepOut {
  name?: Maybe<string>;
  ok?: Maybe<boolean>;
  detail?: Maybe<string>;
}

export interface SendDeviceCommandRequestIn {
  organization_id: string;
  device_id: string;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  command?: Maybe<string>;
  parameters: StructIn | null;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at: TimestampIn | null;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface SendDeviceCommandRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  command?: Maybe<string>;
  parameters?: Maybe<StructOut>;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface ListDeviceSensorsRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDeviceSensorsRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDeviceSensorsResponseIn {
  sensors: readonly DeviceSensorIn[];
  total: number;
}

export interface ListDeviceSensorsResponseOut {
  sensors?: Maybe<readonly DeviceSensorOut[]>;
  total?: Maybe<number>;
}

export interface DeviceSensorIn {
  id: string;
  sensor_template_id: string;
  name: string;
  unit: string;
  source_path?: Maybe<string>;
  last_value: ValueIn | null;
  last_timestamp: TimestampIn | null;
}

export interface DeviceSensorOut {
  id?: Maybe<string>;
  sensor_template_id?: Maybe<string>;
  name?: Maybe<string>;
  unit?: Maybe<string>;
  source_path?: Maybe<string>;
  last_value?: Maybe<ValueOut>;
  last_timestamp?: Maybe<TimestampOut>;
}

export interface SetSensorMappingRequestIn {
  organization_id: string;
  device_id: string;
  sensor_id: string;
  source_path: string;
}

export interface SetSensorMappingRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  sensor_id?: Maybe<string>;
  source_path?: Maybe<string>;
}

export interface LinkAllDevicesRequestIn {
  organization_id: string;
  sensor_template_ids: readonly string[];
}

export interface LinkAllDevicesRequestOut {
  organization_id?: Maybe<string>;
  sensor_template_ids?: Maybe<readonly string[]>;
}

export interface LinkAllDevicesResponseIn {
  created: number;
  total: number;
}

export interface LinkAllDevicesResponseOut {
  created?: Maybe<number>;
  total?: Maybe<number>;
}

export interface DiscoveredEndpointIn {
  ep_eui: string;
  count: string;
  first_seen_at: TimestampIn | null;
  last_seen_at: TimestampIn | null;
  best_bs_eui: string;
  snr: number;
  rssi: number;
  stations: number;
  ignored: boolean;
}

export interface DiscoveredEndpointOut {
  ep_eui?: Maybe<string>;
  count?: Maybe<string | number | Int64>;
  first_seen_at?: Maybe<TimestampOut>;
  last_seen_at?: Maybe<TimestampOut>;
  best_bs_eui?: Maybe<string>;
  snr?: Maybe<number>;
  rssi?: Maybe<number>;
  stations?: Maybe<number>;
  ignored?: Maybe<boolean>;
}

export interface ListDiscoveredEndpointsRequestIn {
  organization_id: string;
  search: string;
  ignored: boolean;
  sort: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDiscoveredEndpointsRequestOut {
  organization_id?: Maybe<string>;
  search?: Maybe<string>;
  ignored?: Maybe<boolean>;
  sort?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDiscoveredEndpointsResponseIn {
  endpoints: readonly DiscoveredEndpointIn[];
  total: number;
}

export interface ListDiscoveredEndpointsResponseOut {
  endpoints?: Maybe<readonly DiscoveredEndpointOut[]>;
  total?: Maybe<number>;
}

export interface IgnoreDiscoveredEndpointRequestIn {
  organization_id: string;
  ep_eui: string;
  ignored: boolean;
}

export interface IgnoreDiscoveredEndpointRequestOut {
  organization_id?: Maybe<string>;
  ep_eui?: Maybe<string>;
  ignored?: Maybe<boolean>;
}

export interface IgnoreDiscoveredEndpointResponseIn {
  ep_eui: string;
  ignored: boolean;
}

export interface IgnoreDiscoveredEndpointResponseOut {
  ep_eui?: Maybe<string>;
  ignored?: Maybe<boolean>;
}

export interface DiscoveredBaseStationIn {
  bs_eui: string;
  remote_address: string;
  reason: string;
  count: string;
  first_seen_at: TimestampIn | null;
  last_seen_at: TimestampIn | null;
  registered: boolean;
}

export interface DiscoveredBaseStationOut {
  bs_eui?: Maybe<string>;
  remote_address?: Maybe<string>;
  reason?: Maybe<string>;
  count?: Maybe<string | number | Int64>;
  first_seen_at?: Maybe<TimestampOut>;
  last_seen_at?: Maybe<TimestampOut>;
  registered?: Maybe<boolean>;
}

export interface ListDiscoveredBaseStationsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDiscoveredBaseStationsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
}

export interface ListDiscoveredBaseStationsResponseIn {
  base_stations: readonly DiscoveredBaseStationIn[];
  total: number;
}

export interface ListDiscoveredBaseStationsResponseOut {
  base_stations?: Maybe<readonly DiscoveredBaseStationOut[]>;
  total?: Maybe<number>;
}

export interface GetDeviceLatestRequestIn {
  organization_id: string;
  device_id: string;
  keys: readonly string[];
}

export interface GetDeviceLatestRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  keys?: Maybe<readonly string[]>;
}

export interface GetDeviceLatestResponseIn {
  values: readonly DeviceValueIn[];
}

export interface GetDeviceLatestResponseOut {
  values?: Maybe<readonly DeviceValueOut[]>;
}

export interface DeviceValueIn {
  key: string;
  value: ValueIn | null;
  unit: string;
  timestamp: TimestampIn | null;
  sensor_id?: Maybe<string>;
}

export interface DeviceValueOut {
  key?: Maybe<string>;
  value?: Maybe<ValueOut>;
  unit?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  sensor_id?: Maybe<string>;
}

export interface GetDeviceTelemetryRequestIn {
  organization_id: string;
  device_id: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  keys: readonly string[];
  limit?: Maybe<number>;
  order: string;
  aggregation: string;
  interval?: Maybe<number>;
}

export interface GetDeviceTelemetryRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  keys?: Maybe<readonly string[]>;
  limit?: Maybe<number>;
  order?: Maybe<string>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
}

export interface GetDeviceTelemetryResponseIn {
  series: readonly TelemetrySeriesIn[];
  truncated: boolean;
}

export interface GetDeviceTelemetryResponseOut {
  series?: Maybe<readonly TelemetrySeriesOut[]>;
  truncated?: Maybe<boolean>;
}

export interface TelemetrySeriesIn {
  key: string;
  unit: string;
  points: readonly ListValueIn[];
  resolution?: Maybe<number>;
}

export interface TelemetrySeriesOut {
  key?: Maybe<string>;
  unit?: Maybe<string>;
  points?: Maybe<readonly ListValueOut[]>;
  resolution?: Maybe<number>;
}

export interface ListDeviceMessagesRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  from: TimestampIn | null;
  to: TimestampIn | null;
  cursor?: Maybe<string>;
}

export interface ListDeviceMessagesRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  cursor?: Maybe<string>;
}

export interface ListDeviceMessagesResponseIn {
  messages: readonly DeviceMessageIn[];
  total: number;
  total_is_minimum?: Maybe<boolean>;
  next_cursor?: Maybe<string>;
}

export interface ListDeviceMessagesResponseOut {
  messages?: Maybe<readonly DeviceMessageOut[]>;
  total?: Maybe<number>;
  total_is_minimum?: Maybe<boolean>;
  next_cursor?: Maybe<string>;
}

export interface DeviceMessageIn {
  id: string;
  time: TimestampIn | null;
  packet_cnt: number;
  payload: Uint8Array;
  payload_hex: string;
  format: number;
  rssi: number;
  snr: number;
  eq_snr?: Maybe<number>;
  base_stations: readonly MessageBaseStationIn[];
  decoded: StructIn | null;
  decode_status: string;
  seq?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
}

export interface DeviceMessageOut {
  id?: Maybe<string>;
  time?: Maybe<TimestampOut>;
  packet_cnt?: Maybe<number>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  rssi?: Maybe<number>;
  snr?: Maybe<number>;
  eq_snr?: Maybe<number>;
  base_stations?: Maybe<readonly MessageBaseStationOut[]>;
  decoded?: Maybe<StructOut>;
  decode_status?: Maybe<string>;
  seq?: Maybe<string | number | Int64>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
}

export interface MessageBaseStationIn {
  bs_eui: string;
  name: string;
  rssi: number;
  snr: number;
  eq_snr?: Maybe<number>;
  time: TimestampIn | null;
}

export interface MessageBaseStationOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  rssi?: Maybe<number>;
  snr?: Maybe<number>;
  eq_snr?: Maybe<number>;
  time?: Maybe<TimestampOut>;
}

export interface GetEndpointTelemetryRequestIn {
  organization_id: string;
  ep_eui: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  keys: readonly string[];
  limit?: Maybe<number>;
  order: string;
  aggregation: string;
  interval?: Maybe<number>;
}

export interface GetEndpointTelemetryRequestOut {
  organization_id?: Maybe<string>;
  ep_eui?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  keys?: Maybe<readonly string[]>;
  limit?: Maybe<number>;
  order?: Maybe<string>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
}

export interface GetEndpointTelemetryResponseIn {
  series: readonly TelemetrySeriesIn[];
  truncated: boolean;
  interval?: Maybe<number>;
}

export interface GetEndpointTelemetryResponseOut {
  series?: Maybe<readonly TelemetrySeriesOut[]>;
  truncated?: Maybe<boolean>;
  interval?: Maybe<number>;
}

export interface ListEndpointValuesRequestIn {
  organization_id: string;
  ep_euis: readonly string[];
  keys: readonly string[];
}

export interface ListEndpointValuesRequestOut {
  organization_id?: Maybe<string>;
  ep_euis?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
}

export interface ListEndpointValuesResponseIn {
  endpoints: readonly EndpointValuesIn[];
}

export interface ListEndpointValuesResponseOut {
  endpoints?: Maybe<readonly EndpointValuesOut[]>;
}

export interface EndpointValuesIn {
  ep_eui: string;
  values: readonly EndpointValueIn[];
}

export interface EndpointValuesOut {
  ep_eui?: Maybe<string>;
  values?: Maybe<readonly EndpointValueOut[]>;
}

export interface EndpointValueIn {
  key: string;
  value: ValueIn | null;
  unit: string;
  timestamp: TimestampIn | null;
}

export interface EndpointValueOut {
  key?: Maybe<string>;
  value?: Maybe<ValueOut>;
  unit?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
}

export interface EncodePayloadRequestIn {
  organization_id: string;
  blueprint_id: string;
  spec: StructIn | null;
  format?: Maybe<number>;
  object: StructIn | null;
}

export interface EncodePayloadRequestOut {
  organization_id?: Maybe<string>;
  blueprint_id?: Maybe<string>;
  spec?: Maybe<StructOut>;
  format?: Maybe<number>;
  object?: Maybe<StructOut>;
}

export interface EncodePayloadResponseIn {
  payload_hex?: Maybe<string>;
  decoded: StructIn | null;
  error?: Maybe<EncodeErrorIn>;
}

export interface EncodePayloadResponseOut {
  payload_hex?: Maybe<string>;
  decoded?: Maybe<StructOut>;
  error?: Maybe<EncodeErrorOut>;
}

export interface EncodeErrorIn {
  reason: string;
  field?: Maybe<string>;
  detail: string;
}

export interface EncodeErrorOut {
  reason?: Maybe<string>;
  field?: Maybe<string>;
  detail?: Maybe<string>;
}

export interface StreamDeviceMessagesRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
}

export interface StreamDeviceMessagesRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
}

export interface StreamDeviceEventsRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
  category: readonly string[];
  severity: readonly string[];
}

export interface StreamDeviceEventsRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
  category?: Maybe<readonly string[]>;
  severity?: Maybe<readonly string[]>;
}

export interface StreamTelemetryRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
  keys: readonly string[];
}

export interface StreamTelemetryRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
  keys?: Maybe<readonly string[]>;
}

export interface TelemetryItemIn {
  seq: string;
  device_id?: Maybe<string>;
  client_device_id: string;
  timestamp: TimestampIn | null;
  values: readonly TelemetryItemValueIn[];
}

export interface TelemetryItemOut {
  seq?: Maybe<string | number | Int64>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  values?: Maybe<readonly TelemetryItemValueOut[]>;
}

export interface TelemetryItemValueIn {
  key: string;
  value: ValueIn | null;
  unit: string;
  sensor_id?: Maybe<string>;
}

export interface TelemetryItemValueOut {
  key?: Maybe<string>;
  value?: Maybe<ValueOut>;
  unit?: Maybe<string>;
  sensor_id?: Maybe<string>;
}

export interface DeviceEventIn {
  id: string;
  type: string;
  category: string;
  severity: string;
  title: string;
  description: string;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp: TimestampIn | null;
  data: StructIn | null;
  seq?: Maybe<string>;
}

export interface DeviceEventOut {
  id?: Maybe<string>;
  type?: Maybe<string>;
  category?: Maybe<string>;
  severity?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  data?: Maybe<StructOut>;
  seq?: Maybe<string | number | Int64>;
}

export interface CreateStreamTicketRequestIn {
  organization_id: string;
}

export interface CreateStreamTicketRequestOut {
  organization_id?: Maybe<string>;
}

export interface StreamTicketIn {
  ticket: string;
  expires_at: TimestampIn | null;
}

export interface StreamTicketOut {
  ticket?: Maybe<string>;
  expires_at?: Maybe<TimestampOut>;
}

export interface FindEventsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  category: readonly string[];
  severity: readonly string[];
  from: TimestampIn | null;
  to: TimestampIn | null;
  device_id: string;
  cursor?: Maybe<string>;
}

export interface FindEventsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  category?: Maybe<readonly string[]>;
  severity?: Maybe<readonly string[]>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  device_id?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface FindEventsResponseIn {
  events: readonly DeviceEventIn[];
  total: number;
  total_is_minimum?: Maybe<boolean>;
  next_cursor?: Maybe<string>;
}

export interface FindEventsResponseOut {
  events?: Maybe<readonly DeviceEventOut[]>;
  total?: Maybe<number>;
  total_is_minimum?: Maybe<boolean>;
  next_cursor?: Maybe<string>;
}

export interface ExportAuditRequestIn {
  organization_id: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  after?: Maybe<string>;
  installation: boolean;
}

export interface ExportAuditRequestOut {
  organization_id?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  after?: Maybe<string | number | Int64>;
  installation?: Maybe<boolean>;
}

export interface AuditLinesIn {
  content: Uint8Array;
  content_type: string;
}

export interface AuditLinesOut {
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
}

export interface FindIntegrationsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  kind: string;
  state: string;
  cursor?: Maybe<string>;
}

export interface FindIntegrationsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  kind?: Maybe<string>;
  state?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface FindIntegrationsResponseIn {
  integrations: readonly IntegrationIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface FindIntegrationsResponseOut {
  integrations?: Maybe<readonly IntegrationOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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

export interface MediaIn {
  id: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  url: string;
  created_at: TimestampIn | null;
}

export interface MediaOut {
  id?: Maybe<string>;
  filename?: Maybe<string>;
  content_type?: Maybe<string>;
  size_bytes?: Maybe<number>;
  url?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
}

export interface CreateMediaRequestIn {
  organization_id: string;
  content: Uint8Array;
  content_type: string;
  content_disposition: string;
}

export interface CreateMediaRequestOut {
  organization_id?: Maybe<string>;
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
  content_disposition?: Maybe<string>;
}

export interface GetMediaRequestIn {
  organization_id: string;
  id: string;
}

export interface GetMediaRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface GetSignedMediaRequestIn {
  id: string;
  expires: string;
  signature: string;
}

export interface GetSignedMediaRequestOut {
  id?: Maybe<string>;
  expires?: Maybe<string>;
  signature?: Maybe<string>;
}

export interface MediaContentIn {
  content: Uint8Array;
  content_type: string;
}

export interface MediaContentOut {
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
}

export interface DeleteMediaRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteMediaRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteMediaResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteMediaResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface ListUsersRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListUsersRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListUsersResponseIn {
  users: readonly UserIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListUsersResponseOut {
  users?: Maybe<readonly UserOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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

export interface InvitationRequestIn {
  id: string;
}

export interface InvitationRequestOut {
  id?: Maybe<string>;
}

export interface InvitationIn {
  organization_id: string;
  status: string;
}

export interface InvitationOut {
  organization_id?: Maybe<string>;
  status?: Maybe<string>;
}

export interface ListMembersRequestIn {
  organization_id: string;
  id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListMembersRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListMembersResponseIn {
  members: readonly UserIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListMembersResponseOut {
  members?: Maybe<readonly UserOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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

export interface ListOwnSignInsRequestIn {
  organization_id: string;
}

export interface ListOwnSignInsRequestOut {
  organization_id?: Maybe<string>;
}

export interface ListOwnSignInsResponseIn {
  sessions: readonly SignInIn[];
}

export interface ListOwnSignInsResponseOut {
  sessions?: Maybe<readonly SignInOut[]>;
}

export interface SignInIn {
  id: string;
  current: boolean;
  created_at: TimestampIn | null;
  last_used_at: TimestampIn | null;
  remote_address: string;
  user_agent: string;
}

export interface SignInOut {
  id?: Maybe<string>;
  current?: Maybe<boolean>;
  created_at?: Maybe<TimestampOut>;
  last_used_at?: Maybe<TimestampOut>;
  remote_address?: Maybe<string>;
  user_agent?: Maybe<string>;
}

export interface EndOwnSignInRequestIn {
  organization_id: string;
  id: string;
}

export interface EndOwnSignInRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface EndOwnSignInResponseIn {
  id: string;
  deleted: boolean;
}

export interface EndOwnSignInResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
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

export interface ReportRadioRequestIn {
  organization_id: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  tag: readonly string[];
  format: string;
}

export interface ReportRadioRequestOut {
  organization_id?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  tag?: Maybe<readonly string[]>;
  format?: Maybe<string>;
}

export interface RadioReportIn {
  from: TimestampIn | null;
  to: TimestampIn | null;
  base_stations: readonly ReportedStationIn[];
  endpoints: readonly ReportedEndpointIn[];
  silent: readonly SilentEndpointIn[];
  page?: Maybe<Uint8Array>;
  page_type?: Maybe<string>;
}

export interface RadioReportOut {
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  base_stations?: Maybe<readonly ReportedStationOut[]>;
  endpoints?: Maybe<readonly ReportedEndpointOut[]>;
  silent?: Maybe<readonly SilentEndpointOut[]>;
  page?: Maybe<Uint8Array>;
  page_type?: Maybe<string>;
}

export interface ReportedStationIn {
  bs_eui: string;
  name: string;
  messages: string;
  endpoints: string;
  only_messages: string;
  only_endpoints: string;
  availability?: Maybe<number>;
  duty_cycle?: Maybe<number>;
  downlinks_sent: string;
}

export interface ReportedStationOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  messages?: Maybe<string | number | Int64>;
  endpoints?: Maybe<string | number | Int64>;
  only_messages?: Maybe<string | number | Int64>;
  only_endpoints?: Maybe<string | number | Int64>;
  availability?: Maybe<number>;
  duty_cycle?: Maybe<number>;
  downlinks_sent?: Maybe<string | number | Int64>;
}

export interface ReportedEndpointIn {
  ep_eui: string;
  name: string;
  messages: string;
  lost?: Maybe<string>;
  median_snr?: Maybe<number>;
  margin?: Maybe<number>;
  last_seen_at: TimestampIn | null;
  base_stations: readonly ReportedShareIn[];
}

export interface ReportedEndpointOut {
  ep_eui?: Maybe<string>;
  name?: Maybe<string>;
  messages?: Maybe<string | number | Int64>;
  lost?: Maybe<string | number | Int64>;
  median_snr?: Maybe<number>;
  margin?: Maybe<number>;
  last_seen_at?: Maybe<TimestampOut>;
  base_stations?: Maybe<readonly ReportedShareOut[]>;
}

export interface ReportedShareIn {
  bs_eui: string;
  name: string;
  share: number;
}

export interface ReportedShareOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  share?: Maybe<number>;
}

export interface SilentEndpointIn {
  ep_eui: string;
  name: string;
  last_seen_at: TimestampIn | null;
}

export interface SilentEndpointOut {
  ep_eui?: Maybe<string>;
  name?: Maybe<string>;
  last_seen_at?: Maybe<TimestampOut>;
}

export interface ListRulesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  cursor?: Maybe<string>;
}

export interface ListRulesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListRulesResponseIn {
  rules: readonly RuleIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListRulesResponseOut {
  rules?: Maybe<readonly RuleOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
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

export interface ReadSystemStatusRequestIn {
  organization_id: string;
}

export interface ReadSystemStatusRequestOut {
  organization_id?: Maybe<string>;
}

export interface ReadHealthRequestIn {
  organization_id: string;
}

export interface ReadHealthRequestOut {
  organization_id?: Maybe<string>;
}

export interface HealthIn {
  status: string;
  findings: readonly HealthFindingIn[];
  facts: HealthFactsIn | null;
}

export interface HealthOut {
  status?: Maybe<string>;
  findings?: Maybe<readonly HealthFindingOut[]>;
  facts?: Maybe<HealthFactsOut>;
}

export interface HealthFindingIn {
  name: string;
  state: string;
  code: string;
  data: StructIn | null;
  text: string;
  todo?: Maybe<string>;
  about?: Maybe<string>;
}

export interface HealthFindingOut {
  name?: Maybe<string>;
  state?: Maybe<string>;
  code?: Maybe<string>;
  data?: Maybe<StructOut>;
  text?: Maybe<string>;
  todo?: Maybe<string>;
  about?: Maybe<string>;
}

export interface HealthFactsIn {
  clock: TimestampIn | null;
  uptime: string;
  memory: string;
  load: number;
}

export interface HealthFactsOut {
  clock?: Maybe<TimestampOut>;
  uptime?: Maybe<string | number | Int64>;
  memory?: Maybe<string | number | Int64>;
  load?: Maybe<number>;
}

export interface ListBackupsRequestIn {
  organization_id: string;
}

export interface ListBackupsRequestOut {
  organization_id?: Maybe<string>;
}

export interface ListBackupsResponseIn {
  snapshots: readonly SnapshotIn[];
}

export interface ListBackupsResponseOut {
  snapshots?: Maybe<readonly SnapshotOut[]>;
}

export interface SnapshotIn {
  name: string;
  bytes: string;
  created_at: TimestampIn | null;
  verified: boolean;
  before_upgrade: boolean;
}

export interface SnapshotOut {
  name?: Maybe<string>;
  bytes?: Maybe<string | number | Int64>;
  created_at?: Maybe<TimestampOut>;
  verified?: Maybe<boolean>;
  before_upgrade?: Maybe<boolean>;
}

export interface OfferBackupRequestIn {
  organization_id: string;
  passphrase: string;
}

export interface OfferBackupRequestOut {
  organization_id?: Maybe<string>;
  passphrase?: Maybe<string>;
}

export interface OfferBackupResponseIn {
  url: string;
  expires_at: TimestampIn | null;
}

export interface OfferBackupResponseOut {
  url?: Maybe<string>;
  expires_at?: Maybe<TimestampOut>;
}

export interface ReadBugReportRequestIn {
  organization_id: string;
}

export interface ReadBugReportRequestOut {
  organization_id?: Maybe<string>;
}

export interface BugReportIn {
  file: Uint8Array;
  file_type: string;
}

export interface BugReportOut {
  file?: Maybe<Uint8Array>;
  file_type?: Maybe<string>;
}

export interface ReadUpdateRequestIn {
  organization_id: string;
}

export interface ReadUpdateRequestOut {
  organization_id?: Maybe<string>;
}

export interface RequestUpdateRequestIn {
  organization_id: string;
}

export interface RequestUpdateRequestOut {
  organization_id?: Maybe<string>;
}

export interface UpdateIn {
  current: string;
  built_at: TimestampIn | null;
  schema: number;
  newest?: Maybe<NewerReleaseIn>;
  how: string;
  looked_at: TimestampIn | null;
  problem?: Maybe<string>;
  waits?: Maybe<string>;
}

export interface UpdateOut {
  current?: Maybe<string>;
  built_at?: Maybe<TimestampOut>;
  schema?: Maybe<number>;
  newest?: Maybe<NewerReleaseOut>;
  how?: Maybe<string>;
  looked_at?: Maybe<TimestampOut>;
  problem?: Maybe<string>;
  waits?: Maybe<string>;
}

export interface NewerReleaseIn {
  version: string;
  security: boolean;
  notes: string;
  first_seen_at: TimestampIn | null;
}

export interface NewerReleaseOut {
  version?: Maybe<string>;
  security?: Maybe<boolean>;
  notes?: Maybe<string>;
  first_seen_at?: Maybe<TimestampOut>;
}

export interface SensorTemplateIn {
  id: string;
  name: string;
  description: string;
  kind: string;
  unit: string;
  value_type: string;
  default_key: string;
  min?: Maybe<number>;
  max?: Maybe<number>;
  decimals?: Maybe<number>;
  is_system: boolean;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface SensorTemplateOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  kind?: Maybe<string>;
  unit?: Maybe<string>;
  value_type?: Maybe<string>;
  default_key?: Maybe<string>;
  min?: Maybe<number>;
  max?: Maybe<number>;
  decimals?: Maybe<number>;
  is_system?: Maybe<boolean>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface ListSensorTemplatesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  kind: string;
  cursor?: Maybe<string>;
}

export interface ListSensorTemplatesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  kind?: Maybe<string>;
  cursor?: Maybe<string>;
}

export interface ListSensorTemplatesResponseIn {
  sensor_templates: readonly SensorTemplateIn[];
  total: number;
  next_cursor?: Maybe<string>;
}

export interface ListSensorTemplatesResponseOut {
  sensor_templates?: Maybe<readonly SensorTemplateOut[]>;
  total?: Maybe<number>;
  next_cursor?: Maybe<string>;
}

export interface GetSensorTemplateRequestIn {
  organization_id: string;
  id: string;
}

export interface GetSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateSensorTemplateRequestIn {
  organization_id: string;
  sensor_template: SensorTemplateIn | null;
}

export interface CreateSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  sensor_template?: Maybe<SensorTemplateOut>;
}

export interface UpdateSensorTemplateRequestIn {
  organization_id: string;
  sensor_template: SensorTemplateIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  sensor_template?: Maybe<SensorTemplateOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteSensorTemplateRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteSensorTemplateResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteSensorTemplateResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface ListKeysRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListKeysRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListKeysResponseIn {
  keys: readonly ValueKeyIn[];
  total: number;
}

export interface ListKeysResponseOut {
  keys?: Maybe<readonly ValueKeyOut[]>;
  total?: Maybe<number>;
}

export interface ValueKeyIn {
  key: string;
  unit: string;
  last_timestamp: TimestampIn | null;
}

export interface ValueKeyOut {
  key?: Maybe<string>;
  unit?: Maybe<string>;
  last_timestamp?: Maybe<TimestampOut>;
}

export interface GetLatestRequestIn {
  organization_id: string;
  device_ids: readonly string[];
  keys: readonly string[];
}

export interface GetLatestRequestOut {
  organization_id?: Maybe<string>;
  device_ids?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
}

export interface GetLatestResponseIn {
  values: readonly LatestValueIn[];
}

export interface GetLatestResponseOut {
  values?: Maybe<readonly LatestValueOut[]>;
}

export interface LatestValueIn {
  device_id: string;
  key: string;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
  unit: string;
  timestamp: TimestampIn | null;
  sensor_id?: Maybe<string>;
}

export interface LatestValueOut {
  device_id?: Maybe<string>;
  key?: Maybe<string>;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
  unit?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  sensor_id?: Maybe<string>;
}

export interface QueryRangeRequestIn {
  organization_id: string;
  device_ids: readonly string[];
  keys: readonly string[];
  from: TimestampIn | null;
  to: TimestampIn | null;
  aggregation: string;
  interval?: Maybe<number>;
  limit?: Maybe<number>;
}

export interface QueryRangeRequestOut {
  organization_id?: Maybe<string>;
  device_ids?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
  limit?: Maybe<number>;
}

export interface QueryRangeResponseIn {
  series: readonly ValueSeriesIn[];
  truncated: boolean;
}

export interface QueryRangeResponseOut {
  series?: Maybe<readonly ValueSeriesOut[]>;
  truncated?: Maybe<boolean>;
}

export interface ValueSeriesIn {
  device_id: string;
  key: string;
  unit: string;
  points: readonly ValuePointIn[];
  resolution?: Maybe<number>;
}

export interface ValueSeriesOut {
  device_id?: Maybe<string>;
  key?: Maybe<string>;
  unit?: Maybe<string>;
  points?: Maybe<readonly ValuePointOut[]>;
  resolution?: Maybe<number>;
}

export interface ValuePointIn {
  timestamp: TimestampIn | null;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
}

export interface ValuePointOut {
  timestamp?: Maybe<TimestampOut>;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
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
