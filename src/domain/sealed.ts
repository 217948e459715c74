import type { SealedColumn } from '../database/sealed-column.ts';
import { sealedInFormerEndpoints } from './attach/contents.ts';
import { sealedInCertificates } from './certificate/certificate-store.ts';
import { sealedInDevices } from './device/device-store.ts';
import { sealedInEndpoints } from './endpoint/endpoint-store.ts';
import { sealedInInstallation } from './installation/installation-store.ts';
import { sealedInIntegrations } from './integration/integration-store.ts';
import { sealedInOnce } from './once/contents.ts';
import { sealedInSecondFactors } from './second-factor/contents.ts';
import { sealedInSessions } from './session/operations.ts';
import { sealedInSignIns } from './signin/contents.ts';

/** Everything in the database that is sealed under the master key: whatever is not here is lost with a new key. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedInInstallation,
  ...sealedInOnce,
  ...sealedInEndpoints,
  ...sealedInFormerEndpoints,
  ...sealedInDevices,
  ...sealedInCertificates,
  ...sealedInSessions,
  ...sealedInIntegrations,
  ...sealedInSignIns,
  ...sealedInSecondFactors,
];
