import { type Access, type MethodName, type Needs, type Row, refusedRpc, type Scope } from '../define.ts';

/** An RPC of the contract that this release does not serve yet: who may call it is settled, what it does is not. */
function notYet(needs: Needs, scope: Scope, names: readonly MethodName[], access: Access = 'org'): Row[] {
  return names.map(name => refusedRpc(name, { access, needs, scope, refuse: 'MethodUnknown' }));
}

/** Everything that answers `ErrTokenMethodUnknown`, with the access rule it will have (identity API section 7.3). */
export const later: readonly Row[] = [
  // Integrations
  ...notYet('I', 'integrations:write', ['CreateIntegration', 'UpdateIntegration', 'DeleteIntegration']),
  ...notYet('I', 'integrations:read', ['GetIntegration', 'ListIntegrations']),
  // Analytics
  ...notYet('R', 'analytics:read', ['GetAnalyticsOverview', 'GetActivityAnalytics', 'GetSignalQualityAnalytics']),
  // Events and alerts
  ...notYet('R', 'events:read', ['ListEvents', 'ListBaseStationEvents', 'ListEndPointEvents']),
  ...notYet('R', 'events:read', ['StreamEvents', 'StreamBaseStationEvents', 'StreamEndPointEvents']),
  ...notYet('R', 'events:read', ['ListAlerts', 'GetAlertSummary']),
  // Certificates
  // Manufacturers
  ...notYet('E', 'catalog:write', ['CreateManufacturer', 'UpdateManufacturer', 'DeleteManufacturer']),
  ...notYet('R', 'catalog:read', ['GetManufacturer', 'ListManufacturers']),
  // Device models
  ...notYet('E', 'catalog:write', ['CreateDeviceModel', 'UpdateDeviceModel', 'DeleteDeviceModel']),
  ...notYet('R', 'catalog:read', ['GetDeviceModel', 'ListDeviceModels']),
  // Blueprints
  ...notYet('E', 'catalog:write', ['CreateBlueprint', 'UpdateBlueprint', 'DeleteBlueprint', 'SetDefaultBlueprint']),
  ...notYet('E', 'catalog:write', ['SubmitBlueprintToRegistry', 'CreateDeviceModelWithBlueprint']),
  ...notYet('R', 'catalog:read', ['GetBlueprint', 'ListBlueprints', 'DecodePreview']),
];
