import type { SalvagedTables } from '../database/salvaged-tables.ts';
import { salvagedAccounts } from './account/store.ts';
import { salvagedAlerts } from './alert/store.ts';
import { salvagedCatalog } from './blueprint/catalog.ts';
import { salvagedDecodings } from './blueprint/decodings.ts';
import { salvagedDashboards } from './dashboard/store.ts';
import { salvagedDevices } from './device/store.ts';
import { salvagedDownlinks } from './downlink/store.ts';
import { salvagedEndpoints } from './endpoint/store.ts';
import { salvagedAudit } from './event/store.ts';
import { salvagedInstallation } from './installation/store.ts';
import { salvagedIntegrationNotices } from './integration/notices.ts';
import { salvagedIntegrations } from './integration/store.ts';
import { salvagedMedia } from './media/store.ts';
import { salvagedHistory } from './message/history.ts';
import { salvagedNotices } from './message/notices.ts';
import { salvagedNotifications } from './notification/store.ts';
import { salvagedRules } from './rule/rows.ts';
import { salvagedRxStatus } from './rx-status/store.ts';
import { salvagedSecondFactors } from './second-factor/contents.ts';
import { salvagedSignIns } from './signin/contents.ts';
import { salvagedBaseStations } from './station/store.ts';
import { salvagedTransmissions } from './transmission/store.ts';
import { salvagedUplinks } from './uplink/store.ts';

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
