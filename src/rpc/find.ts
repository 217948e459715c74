import type { Store } from '../domain/domain.ts';
import type { EndpointRow } from '../domain/endpoint/endpoint-store.ts';
import { fault } from '../kit/faults/faults.ts';
import type { Call } from './call/define.ts';

/** An endpoint of the caller's organization, without the status, which depends on the time. @throws fault `EndPointNotFound` */
export function findEndpoint(store: Store, { org }: Call, ep_eui: string): Omit<EndpointRow, 'status'> {
  const row = store.read.endpoints.find(org, ep_eui, 0);
  if (!row) throw fault('EndPointNotFound', { ep_eui });
  return row;
}

/** What a reader of the history needs of an endpoint of the caller's organization. @throws fault `EndPointNotFound` */
export function findRegistration(store: Store, { org }: Call, ep_eui: string) {
  const registration = store.read.directory.endpoint(org, ep_eui);
  if (!registration) throw fault('EndPointNotFound', { ep_eui });
  return registration;
}

/** Row id of a base station of the caller's organization. @throws fault `BaseStationNotFound` */
export function findStationId(store: Store, { org }: Call, bs_eui: string): number {
  const id = store.read.directory.stationId(org, bs_eui);
  if (id === undefined) throw fault('BaseStationNotFound', { bs_eui });
  return id;
}
