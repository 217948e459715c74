import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { unique } from '../../database/listing.ts';
import { fault } from '../../kit/faults.ts';
import type { SealedKeys } from '../attach/records.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import type { EndpointColumns } from '../endpoint/columns.ts';
import type { Acting, RequestSource } from '../event/acting.ts';

/** An endpoint as it is registered, and how it is changed where it is registered already; keys are sealed for its EUI. */
export interface GivenEndpoint {
  readonly eui: string;
  readonly columns: EndpointColumns;
  readonly changes: Partial<EndpointColumns>;
  /** Most endpoints of the installation; undefined is no limit. */
  readonly limit: number | undefined;
  /** By which way it is asked for, which is said of one that is registered. */
  readonly origin: RequestSource;
}

/** What is stored beside what a device is bound to. */
interface Kept {
  /** JSON */
  readonly configuration: string;
  /** JSON */
  readonly given: string;
}

/** What a device is to be bound to: an endpoint, or what another connection calls a device. */
export type GivenPhysical = Kept & { readonly uuid: string } & (
    | { readonly endpoint: GivenEndpoint; readonly client?: undefined }
    | {
        readonly endpoint?: undefined;
        readonly client: {
          readonly connection: string;
          readonly id: string;
          /** Sealed. */
          readonly secrets: Uint8Array | null;
        };
      }
  );

/** The endpoint stays, and is changed. */
export interface ConfigurationChange extends Kept {
  readonly endpoint?: undefined;
  readonly client?: undefined;
  readonly eui: string;
  readonly changes: Partial<EndpointColumns>;
  /** The sealed keys the change was worked out from. */
  readonly seen: SealedKeys | undefined;
}

export type PhysicalChange = GivenPhysical | ConfigurationChange;

interface Row extends Kept {
  readonly uuid: string;
  readonly endpoint: number | null;
  readonly connection: string | null;
  readonly client_device_id: string | null;
  readonly secrets: Uint8Array | null;
  readonly created_by_api: number;
  readonly created_at: number;
}

const BOUND = [
  'endpoint',
  'connection',
  'client_device_id',
  'configuration',
  'given',
  'secrets',
  'created_by_api',
] as const;

/** What devices are bound to. */
export function physicalDevices(db: Db, endpoints: EndpointWriter) {
  const of = db.prepare(`SELECT uuid, ${BOUND.join(', ')}, created_at FROM physical_device WHERE device = ?`);
  const registered = db.prepare('SELECT id, org FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const wrapping = db.prepare('SELECT device FROM physical_device WHERE endpoint = ?');
  const insert = inserter(db, 'physical_device', {
    ...{ device: 'integer', uuid: 'text', org: 'integer', endpoint: 'integer?', connection: 'text?' },
    ...{ client_device_id: 'text?', configuration: 'text', given: 'text', secrets: 'blob?', created_by_api: 'integer' },
    ...{ created_at: 'integer', updated_at: 'integer' },
  } as const);
  const save = db.prepare(
    `UPDATE physical_device SET ${BOUND.map(name => `${name} = ?`).join(', ')}, updated_at = ? WHERE device = ?`,
  );
  const drop = db.prepare('DELETE FROM physical_device WHERE device = ?');
  const unmap = db.prepare(
    'DELETE FROM sensor_mapping WHERE sensor IN (SELECT id FROM device_sensor WHERE device = ?)',
  );

  const rowOf = (device: number): Row | undefined => of.get(device) as Row | undefined;
  const taken = (client: string) => fault('PhysicalDeviceAlreadyBound', { clientDeviceId: client });

  /** Registers an endpoint, or changes it where it is registered already and no other device wraps it. */
  const wrap = (
    org: number,
    device: number,
    { eui, columns, changes, limit, origin }: GivenEndpoint,
    acting: Acting,
  ) => {
    const there = registered.get(eui) as { id: number; org: number } | undefined;
    if (!there) {
      if (columns.pre_attach !== 0 && columns.nwk_key === null && columns.nwk_sn_key === null) {
        throw fault('EndPointKeyRequired');
      }
      const endpoint = endpoints.insert({ org, eui, columns, limit, origin }, acting);
      return { endpoint, created_by_api: 1, concerned: columns.pre_attach !== 0 };
    }
    if (there.org !== org) throw fault('EndPointEUIExists', { ep_eui: eui });
    const by = wrapping.get(there.id) as { device: number } | undefined;
    if (by && by.device !== device) throw taken(eui);
    const concerned = Object.keys(changes).length > 0 && endpoints.update({ id: there.id, eui, changes }, acting);
    return { endpoint: there.id, created_by_api: 0, concerned };
  };

  const bound = (org: number, device: number, { configuration, given, ...to }: GivenPhysical, acting: Acting) => {
    if (to.endpoint) {
      const { concerned, ...wrapped } = wrap(org, device, to.endpoint, acting);
      const row = { ...wrapped, connection: null, client_device_id: null, configuration, given, secrets: null };
      return { row, concerned, client: to.endpoint.eui };
    }
    const { connection, id, secrets } = to.client;
    const row = { connection, client_device_id: id, configuration, given, secrets, endpoint: null, created_by_api: 0 };
    return { row, concerned: false, client: id };
  };

  /** Binds a device that is bound to nothing. @returns whether stations must hear of its endpoint */
  const bind = (org: number, device: number, physical: GivenPhysical, acting: Acting): boolean => {
    const { row, concerned, client } = bound(org, device, physical, acting);
    const { now } = acting;
    unique(
      () => {
        insert({ ...row, device, uuid: physical.uuid, org, created_at: now, updated_at: now });
      },
      () => taken(client),
    );
    return concerned;
  };

  return {
    of: rowOf,
    bind,

    /** Changes what a device is bound to, or how that is configured. */
    change(org: number, device: number, to: PhysicalChange, acting: Acting): { changed: boolean; concerned: boolean } {
      const before = rowOf(device);
      if (!before) {
        if (!to.endpoint && !to.client) throw fault('ConcurrentModification');
        return { changed: true, concerned: bind(org, device, to, acting) };
      }
      if (!to.endpoint && !to.client) {
        const { eui, changes, seen, configuration, given } = to;
        if (before.endpoint === null) throw fault('ConcurrentModification');
        const change = { id: before.endpoint, eui, changes, seen };
        const concerned = Object.keys(changes).length > 0 && endpoints.update(change, acting);
        return { changed: write({ ...before, configuration, given }, before), concerned };
      }
      const { row, concerned, client } = bound(org, device, to, acting);
      const kept = row.endpoint !== null && row.endpoint === before.endpoint;
      const after = { ...before, ...row, ...(kept && { created_by_api: before.created_by_api }) };
      let changed = false;
      unique(
        () => {
          changed = write(after, before);
        },
        () => taken(client),
      );
      return { changed, concerned };

      function write(next: Row, last: Row): boolean {
        if (BOUND.every(name => same(next[name], last[name]))) return false;
        save.run(...BOUND.map(name => next[name]), acting.now, device);
        return true;
      }
    },

    /** @returns whether it was bound to anything */
    unbind(device: number): boolean {
      unmap.run(device);
      return drop.run(device).changes > 0;
    },
  };
}

function same(a: Row[(typeof BOUND)[number]], b: Row[(typeof BOUND)[number]]): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}
