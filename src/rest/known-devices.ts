import { fault } from '../kit/faults.ts';
import type { Call } from '../rpc/define.ts';

/** A digital device, as far as it leads to what its endpoint sends. */
export interface KnownDevice {
  readonly uuid: string;
  /** Row id of the endpoint that it wraps; undefined: it wraps none. */
  readonly endpoint: number | undefined;
  /** Sensors that take their values from somewhere: uuids by names of values. */
  readonly sensors: ReadonlyMap<string, string>;
}

export interface KnownDevices {
  find(org: number, uuid: string): KnownDevice | undefined;
  /** The device that wraps an endpoint. @param endpoint row id */
  wrapping(endpoint: number): KnownDevice | undefined;
}

/** A device of the caller's organization. @throws fault `DeviceNotFound` */
export function findDevice(devices: KnownDevices, { org }: Pick<Call, 'org'>, id: string): KnownDevice {
  const device = devices.find(org, id);
  if (!device) throw fault('DeviceNotFound', { id });
  return device;
}

/** Devices by the endpoints they wrap, each read once: for one answer or batch. */
export function wrappedBy(devices: KnownDevices): (endpoint: number) => KnownDevice | undefined {
  const known = new Map<number, KnownDevice | undefined>();
  return endpoint => {
    if (!known.has(endpoint)) known.set(endpoint, devices.wrapping(endpoint));
    return known.get(endpoint);
  };
}
