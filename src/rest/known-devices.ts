import type { KnownDevice } from '../domain/device/known.ts';
import type { Store } from '../domain/domain.ts';
import { fault } from '../kit/faults/faults.ts';
import type { Call } from '../rpc/call/define.ts';

/** A device of the caller's organization. @throws fault `DeviceNotFound` */
export function findDevice(store: Store, { org }: Pick<Call, 'org'>, id: string): KnownDevice {
  const device = store.read.devices.known(org, id);
  if (!device) throw fault('DeviceNotFound', { id });
  return device;
}

/** Devices by the endpoints they wrap, each read once: for one answer or batch. */
export function wrappedBy(store: Store): (endpoint: number) => KnownDevice | undefined {
  const known = new Map<number, KnownDevice | undefined>();
  return endpoint => {
    if (!known.has(endpoint)) known.set(endpoint, store.read.devices.wrapping(endpoint));
    return known.get(endpoint);
  };
}
