import { type MethodName, type Needs, type Row, refusedRpc, type Scope } from './define.ts';

/** An RPC of the contract that this release does not serve yet: who may call it is settled, what it does is not. */
function notServed(needs: Needs, scope: Scope, names: readonly MethodName[]): Row[] {
  return names.map(name => refusedRpc(name, { access: 'org', needs, scope, refuse: 'MethodUnknown' }));
}

/** Every RPC that answers `ErrTokenMethodUnknown`, with the access rule that will hold for it (identity API section 7.3). */
export const unserved: readonly Row[] = [
  // Integrations
  ...notServed('I', 'integrations:write', ['CreateIntegration', 'UpdateIntegration', 'DeleteIntegration']),
  ...notServed('I', 'integrations:read', ['GetIntegration', 'ListIntegrations']),
  // Analytics
  ...notServed('R', 'analytics:read', ['GetAnalyticsOverview', 'GetActivityAnalytics', 'GetSignalQualityAnalytics']),
  // Events and alerts
  ...notServed('R', 'events:read', ['StreamEvents', 'StreamBaseStationEvents', 'StreamEndPointEvents']),
];
