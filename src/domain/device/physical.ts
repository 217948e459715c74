import { inserter, listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { unique } from '../../database/listing.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { SealedKeys } from '../attach/attach-records.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import type { EndpointColumns } from '../endpoint/endpoint-columns.ts';
import type { Acting, RequestSource } from '../event/acting.ts';
import { type Configuration, configurationText, merged } from './configuration.ts';
import { configuredColumns } from './device-columns.ts';

/** An endpoint as it is registered, and how it is changed where it is registered already; keys are sealed for its EUI. */
export interface GivenEndpoint {
  readonly eui: string;
  readonly columns: EndpointColumns;
  readonly changes: Partial<EndpointColumns>;
  /** As of an endpoint's change. */
  readonly equal: Partial<SealedKeys>;
  /** Whether one that is registered is only linked: what it has already stays, and another value is refused. */
  readonly linksOnly: boolean;
  /** Most endpoints of the installation; undefined is no limit. */
  readonly limit: number | undefined;
  /** By which way it is asked for, which is said of one that is registered. */
  readonly origin: RequestSource;
}

/** What is stored beside what a device is bound to. */
interface DeviceContent {
  /** JSON */
  readonly configuration: string;
  /** JSON */
  readonly given: string;
}

/** What a device is to be bound to: an endpoint, or what another connection calls a device. */
export type GivenPhysical = DeviceContent & { readonly uuid: string } & (
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

/** The endpoint stays, and is changed; what becomes of the rest is worked out from what is stored then. */
export interface ConfigurationChange {
  readonly endpoint?: undefined;
  readonly client?: undefined;
  readonly eui: string;
  /** Of the endpoint. */
  readonly changes: Partial<EndpointColumns>;
  /** As of an endpoint's change. */
  readonly equal: Partial<SealedKeys>;
  /** What is kept beside it is merged with this one level deep; null removes. */
  readonly patch: Configuration;
  /** Names of fields of the endpoint that are given, and of those that are removed. */
  readonly given: readonly string[];
  readonly removed: readonly string[];
}

export type PhysicalChange = GivenPhysical | ConfigurationChange;

/** Whether the device stays bound to its endpoint. */
export function isConfiguration(to: PhysicalChange | null | undefined): to is ConfigurationChange {
  return Boolean(to && !to.endpoint && !to.client);
}

interface Row extends DeviceContent {
  readonly uuid: string;
  readonly endpoint: number | null;
  readonly connection: string | null;
  readonly client_device_id: string | null;
  readonly secrets: Uint8Array | null;
  readonly created_by_api: number;
  readonly created_at: number;
}

/** Columns of an endpoint that a configuration calls otherwise. */
const KEYS: Partial<Record<keyof EndpointColumns, string>> = {
  device_model: 'device_model_id',
  blueprint: 'blueprint_id',
};

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
  const columnsOf = db.prepare(
    `SELECT ${listed(configuredColumns)}, nwk_key, nwk_sn_key, app_key FROM endpoint WHERE id = ?`,
  );
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

  /** What of the given values an endpoint has not yet. @throws fault `EndPointExists` for one that is another (clarification T8) */
  const missing = (
    id: number,
    eui: string,
    given: Partial<EndpointColumns>,
    equal: Partial<SealedKeys>,
  ): Partial<EndpointColumns> => {
    const stored = columnsOf.get(id) as EndpointColumns;
    const added = Object.entries(given).filter(([name, value]) => {
      const column = name as keyof EndpointColumns;
      // How often it is to send is said of the device.
      if (column === 'uplink_interval_s') return true;
      const before = stored[column];
      if (same(before, value) || (before !== null && same(before, equal[column as keyof SealedKeys] ?? null)))
        return false;
      if (before === null || (column === 'tags' && before === '{}')) return true;
      const field = `device.physical_device.configuration.${KEYS[column] ?? column}`;
      throw fault('EndPointExists', { field, ep_eui: eui });
    });
    return Object.fromEntries(added);
  };

  /** Registers an endpoint, or changes or links it where it is registered already and no other device wraps it. */
  const wrap = (
    org: number,
    device: number,
    { eui, columns, changes: given, equal, limit, linksOnly, origin }: GivenEndpoint,
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
    const changes = linksOnly ? missing(there.id, eui, given, equal) : given;
    const concerned =
      Object.keys(changes).length > 0 && endpoints.update({ id: there.id, eui, changes, equal }, acting);
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

    /** Whether a device wraps the endpoint with this EUI, which is what a change of its configuration goes by. */
    wraps(device: number, eui: string): boolean {
      const there = registered.get(eui) as { id: number } | undefined;
      return there !== undefined && rowOf(device)?.endpoint === there.id;
    },

    /** Changes what a device is bound to, or how that is configured. */
    change(org: number, device: number, to: PhysicalChange, acting: Acting): { changed: boolean; concerned: boolean } {
      const before = rowOf(device);
      if (!before) {
        if (!to.endpoint && !to.client) throw new Error('the device wraps nothing');
        return { changed: true, concerned: bind(org, device, to, acting) };
      }
      if (!to.endpoint && !to.client) {
        const { eui, changes, equal, patch } = to;
        if (before.endpoint === null) throw new Error('the device wraps no endpoint');
        const change = { id: before.endpoint, eui, changes, equal };
        const concerned = Object.keys(changes).length > 0 && endpoints.update(change, acting);
        const configuration = configurationText(merged(JSON.parse(before.configuration) as Configuration, patch));
        const said = new Set([...(JSON.parse(before.given) as string[]), ...to.given]);
        for (const name of to.removed) said.delete(name);
        const given = JSON.stringify([...said].sort());
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

function same(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}
