import type { Db } from '../../database/driver.ts';
import { parseEui } from '../../kit/eui.ts';

/** An endpoint as rules look at it. */
export interface RuleDevice {
  /** Row id. */
  readonly endpoint: number;
  readonly org: number;
  readonly epEui: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Uuid of the device that it is; empty: of none. */
  readonly device: string;
  /** Nothing is taken of it. */
  readonly suspended: boolean;
}

/** Which device an endpoint is, and the other way round. */
export interface DeviceIds {
  /** Uuid; undefined: it is of no device. */
  ofEndpoint(endpoint: number): string | undefined;
  /** Row id; undefined: there is no such device, or it has none. @param id uuid */
  endpointOf(org: number, id: string): number | undefined;
  /** Whether there is such a device, with an endpoint or without. */
  exists(org: number, id: string): boolean;
}

interface Row {
  id: number;
  org: number;
  eui: string;
  name: string;
  tags: string;
  suspended: number;
}

/** Devices for rules: by their uuids, and endpoints by their EUIs, which need not be of any device. */
export function ruleDevices(db: Db, ids: DeviceIds) {
  const byId = db.prepare(
    'SELECT id, org, eui, name, tags, suspended FROM endpoint WHERE id = ? AND deleted_at IS NULL',
  );
  const byEui = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND org = ? AND deleted_at IS NULL');

  const byDeviceId = (org: number, id: string): number | undefined =>
    parseEui(id) === undefined ? ids.endpointOf(org, id) : (byEui.get(id, org) as { id: number } | undefined)?.id;

  return {
    /** Undefined: it is gone. */
    find(endpoint: number): RuleDevice | undefined {
      const row = byId.get(endpoint) as Row | undefined;
      if (!row) return undefined;
      const tags = JSON.parse(row.tags) as Record<string, string>;
      const { id, org, eui: epEui, name } = row;
      const suspended = row.suspended !== 0;
      return { endpoint: id, org, epEui, name, tags, suspended, device: ids.ofEndpoint(id) ?? '' };
    },

    /** Row id of the endpoint that is meant. @param id uuid of a device, or EUI of an endpoint */
    endpointOf: byDeviceId,

    exists: (org: number, id: string): boolean => byDeviceId(org, id) !== undefined || ids.exists(org, id),
  };
}
export type RuleDevices = ReturnType<typeof ruleDevices>;
