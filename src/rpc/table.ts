import type { Row } from './define.ts';
import { apiKeys } from './groups/api-keys.ts';
import { baseStations } from './groups/base-stations.ts';
import { certificates } from './groups/certificates.ts';
import { dlRx } from './groups/dl-rx.ts';
import { downlinks } from './groups/downlinks.ts';
import { endpointStats } from './groups/endpoint-stats.ts';
import { endpoints } from './groups/endpoints.ts';
import { identity } from './groups/identity.ts';
import { later } from './groups/later.ts';
import { messages } from './groups/messages.ts';
import { scaci } from './groups/scaci.ts';
import { serverCertificates } from './groups/server-certificates.ts';
import { stationControl } from './groups/station-control.ts';
import { stationMessages } from './groups/station-messages.ts';
import { system } from './groups/system.ts';
import { ulTransmit } from './groups/ul-transmit.ts';

/** Every group of the service. A row is in exactly one of them. */
export const groups: readonly (readonly Row[])[] = [
  identity,
  apiKeys,
  endpoints,
  baseStations,
  messages,
  stationMessages,
  downlinks,
  ulTransmit,
  stationControl,
  dlRx,
  system,
  endpointStats,
  scaci,
  certificates,
  serverCertificates,
  later,
];

export type Table = ReadonlyMap<string, Row>;

/** The rows by name. Rows of `instead` take the place of those with the same name (the enterprise edition's handlers). */
export function rpcTable(parts: readonly (readonly Row[])[] = groups, instead: readonly Row[] = []): Table {
  const table = new Map<string, Row>();
  for (const row of parts.flat()) {
    if (table.has(row.name)) throw new Error(`RPC ${row.name} has two rows`);
    table.set(row.name, row);
  }
  for (const row of instead) {
    if (!table.has(row.name)) throw new Error(`RPC ${row.name} has no row to replace`);
    table.set(row.name, row);
  }
  return table;
}
