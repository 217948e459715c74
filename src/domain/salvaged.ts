import type { SalvagedTables } from '../database/recovery/salvaged-tables.ts';
import { salvagedAccounts } from './account/account-store.ts';
import { salvagedAlerts } from './alert/alert-store.ts';
import { salvagedCatalog } from './blueprint/catalog.ts';
import { salvagedDecodings } from './blueprint/decodings.ts';
import { salvagedDashboards } from './dashboard/dashboard-store.ts';
import { salvagedDevices } from './device/device-store.ts';
import { salvagedDownlinks } from './downlink/downlink-store.ts';
import { salvagedEndpoints } from './endpoint/endpoint-store.ts';
import { salvagedAudit } from './event/event-store.ts';
import { salvagedInstallation } from './installation/installation-store.ts';
import { salvagedIntegrations } from './integration/integration-store.ts';
import { salvagedIntegrationNotices } from './integration/notices.ts';
import { salvagedMedia } from './media/media-store.ts';
import { salvagedHistory } from './message/history.ts';
import { salvagedNotices } from './message/notices.ts';
import { salvagedNotifications } from './notification/notification-store.ts';
import { salvagedRules } from './rule/rule-rows.ts';
import { salvagedRxStatus } from './rx-status/rx-status-store.ts';
import { salvagedSecondFactors } from './second-factor/contents.ts';
import { salvagedSignIns } from './signin/contents.ts';
import { salvagedBaseStations } from './station/station-store.ts';
import { salvagedTransmissions } from './transmission/transmission-store.ts';
import { salvagedUplinks } from './uplink/uplink-store.ts';

/** What is salvaged from a damaged database only together. */
export const salvagedTables: readonly SalvagedTables[] = [
  salvagedInstallation,
  salvagedAudit,
  salvagedAccounts,
  salvagedAlerts,
  salvagedNotifications,
  salvagedEndpoints,
  salvagedDevices,
  salvagedBaseStations,
  salvagedCatalog,
  salvagedUplinks,
  salvagedDecodings,
  salvagedNotices,
  salvagedHistory,
  salvagedDownlinks,
  salvagedRxStatus,
  salvagedTransmissions,
  salvagedIntegrations,
  salvagedIntegrationNotices,
  salvagedMedia,
  salvagedDashboards,
  salvagedRules,
  salvagedSignIns,
  salvagedSecondFactors,
];
