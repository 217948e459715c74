/** The named services of the public API (REST section 15): by REST, gRPC, gRPC-Web and POST. */
export const SERVICES = [
  'userprofile.UserProfileService',
  'sensor_template.v2.SensorTemplateService',
  'dashboard.v2.DashboardService',
  'widget.v2.WidgetService',
  'digitaldevice.v2.DigitalDeviceService',
  'connector.ConnectorService',
  'connection.ConnectionService',
  'actuator_command.v2.ActuatorCommandService',
  'sensorquery.v1.SensorQueryService',
] as const;

/** What REST has beside them: no client of gRPC sees it. */
export const REST_SERVICE = 'rest.v1.RestService';
