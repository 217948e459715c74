import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import type { Acting } from '../event/acting.ts';
import type { MediaReader } from '../media/media-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { type Device, type Interval, MAX_DEVICES } from './device-columns.ts';
import { type GivenPhysical, isConfiguration, type PhysicalChange, physicalDevices } from './physical.ts';
import type { DeviceReader } from './reader.ts';
import type { SensorStore } from './sensors.ts';

export const salvagedDevices: SalvagedTables = {
  group: 'devices',
  tables: ['device', 'physical_device', 'device_sensor', 'sensor_mapping', 'device_image'],
};

/** What the sealed secrets of a physical device are bound to. */
export function configurationAbout(uuid: string): string {
  return `physical-device:${uuid}:secrets`;
}

export const sealedInDevices: readonly SealedColumn[] = [
  {
    ...{ table: 'physical_device', column: 'secrets', key: ['device'], reads: ['uuid', 'client_device_id'] },
    about: ({ uuid }) => configurationAbout(String(uuid)),
    words: ({ client_device_id }) => `the secrets in the configuration of device ${client_device_id}`,
  },
];

export interface GivenImage {
  /** Uuid of the media item. */
  readonly media: string;
  readonly isCover: boolean;
  readonly position: number;
}

export interface NewDevice {
  readonly org: number;
  readonly name: string;
  readonly interval: Interval | undefined;
  readonly physical: GivenPhysical | undefined;
  readonly images: readonly GivenImage[];
  /** Uuids of sensor templates. */
  readonly templates: readonly string[];
  /** Names of values that its endpoint has sent. */
  readonly keys: readonly string[];
}

/** What differs is changed; what is left out stays. */
export interface DeviceChange {
  readonly org: number;
  readonly uuid: string;
  /** What another binding was worked out from; the rest is worked out from what is stored then. */
  readonly version: number | undefined;
  readonly wanted: WantedVersions;
  readonly name?: string;
  /** null: none any more */
  readonly interval?: Interval | null;
  /** null: none any more */
  readonly physical?: PhysicalChange | null;
  readonly images?: readonly GivenImage[];
}

/** A device after a change. */
export interface ChangedDevice {
  readonly device: Device;
  /** Whether stations must hear of its endpoint. */
  readonly concerned: boolean;
}

/** Digital devices by hand, each with its endpoint in one write. */
export function deviceStore(
  db: Db,
  {
    reader,
    media,
    sensors,
    endpoints,
    repeatable,
  }: {
    reader: DeviceReader;
    media: MediaReader;
    sensors: SensorStore;
    endpoints: EndpointWriter;
    repeatable: Repeatable;
  },
) {
  const { bind, change, unbind, wraps, of: physicalOf } = physicalDevices(db, endpoints);
  const full = db.prepare('SELECT 1 FROM device WHERE org = ? LIMIT 1 OFFSET ?');
  const insert = inserter(db, 'device', {
    ...{ uuid: 'text', org: 'integer', name: 'text', name_key: 'text', interval_unit: 'text?' },
    ...{ interval_value: 'integer?', version: 'integer', created_at: 'integer', updated_at: 'integer' },
  } as const);
  const current = db.prepare(
    'SELECT id, name, interval_unit, interval_value, version FROM device WHERE org = ? AND uuid = ?',
  );
  const update = db.prepare(
    `UPDATE device SET name = ?, name_key = ?, interval_unit = ?, interval_value = ?, version = version + 1, updated_at = ?
     WHERE id = ?`,
  );
  const touch = db.prepare('UPDATE device SET version = version + 1, updated_at = ? WHERE id = ?');
  const drop = db.prepare('DELETE FROM device WHERE id = ?');
  const ofDeleted = db.prepare(
    `DELETE FROM device WHERE id IN
       (SELECT id FROM device WHERE org IN (SELECT id FROM organization WHERE deleted_at IS NOT NULL) LIMIT ?)`,
  );
  const imagesOf = db.prepare('SELECT media, is_cover, position FROM device_image WHERE device = ? ORDER BY media');
  const addImage = db.prepare('INSERT INTO device_image (device, media, is_cover, position) VALUES (?, ?, ?, ?)');
  const dropImages = db.prepare('DELETE FROM device_image WHERE device = ?');
  const loseImage = db.prepare(
    'UPDATE device SET updated_at = ? WHERE id IN (SELECT device FROM device_image WHERE media = ?)',
  );
  const wrapping = db.prepare('SELECT device FROM physical_device WHERE endpoint = ?');

  interface Current {
    id: number;
    name: string;
    interval_unit: string | null;
    interval_value: number | null;
    version: number;
  }

  /** @throws fault `DeviceNotFound` */
  const found = (org: number, uuid: string): Current => {
    const row = current.get(org, uuid) as Current | undefined;
    if (!row) throw fault('DeviceNotFound', { id: uuid });
    return row;
  };
  const stored = (org: number, uuid: string): Device => {
    const device = reader.find(org, uuid);
    if (!device) throw new Error('a device that was not stored');
    return device;
  };

  /** @returns whether they are others than before */
  const setImages = (org: number, device: number, given: readonly GivenImage[]): boolean => {
    const rows = given
      .map(({ media: uuid, isCover, position }) => {
        const item = media.find(org, uuid);
        if (!item) throw fault('MediaNotFound', { id: uuid });
        return { media: item.id, is_cover: Number(isCover), position };
      })
      .sort((a, b) => a.media - b.media);
    if (JSON.stringify(rows) === JSON.stringify(imagesOf.all(device))) return false;
    dropImages.run(device);
    for (const { media: item, is_cover, position } of rows) addImage.run(device, item, is_cover, position);
    return true;
  };

  return {
    /**
     * Makes a device, and registers or links its endpoint.
     * @throws fault of the endpoint's registration; `PhysicalDeviceAlreadyBound`, `EndPointEUIExists`, `MediaNotFound`,
     * `SensorTemplateNotFound`, `TooManyItems`
     */
    create: intake(
      repeatable((device: NewDevice, acting: Acting): ChangedDevice => {
        const { org, name, interval, physical, images, templates, keys } = device;
        const { now } = acting;
        if (full.get(org, MAX_DEVICES - 1)) throw fault('TooManyItems', { limit: MAX_DEVICES });
        const uuid = uuid7(now);
        const id = insert({
          ...{ uuid, org, name, name_key: nameKey(name) },
          ...{ interval_unit: interval?.unit ?? null, interval_value: interval?.value ?? null },
          ...{ version: 1, created_at: now, updated_at: now },
        });
        const concerned = physical !== undefined && bind(org, id, physical, acting);
        setImages(org, id, images);
        if (templates.length > 0) sensors.add(org, id, templates, physical?.endpoint ? keys : [], now);
        return { device: stored(org, uuid), concerned };
      }),
    ),

    /**
     * @returns undefined: what the device is bound to was changed meanwhile, and is to be read again
     * @throws fault `DeviceNotFound`, `ConcurrentModification`, and those of `create`
     */
    change: intake((given: DeviceChange, acting: Acting): ChangedDevice | undefined => {
      const { org, uuid, version, wanted, physical, images } = given;
      const before = found(org, uuid);
      expectVersion(before.version, wanted);
      const { id } = before;
      const isOther = version !== undefined && before.version !== version;
      if (isOther || (isConfiguration(physical) && !wraps(id, physical.eui))) return undefined;
      const name = given.name ?? before.name;
      const interval =
        given.interval === undefined
          ? { unit: before.interval_unit, value: before.interval_value }
          : (given.interval ?? { unit: null, value: null });
      const own =
        name !== before.name || interval.unit !== before.interval_unit || interval.value !== before.interval_value;
      const bound =
        physical === undefined
          ? { changed: false, concerned: false }
          : physical === null
            ? { changed: unbind(id), concerned: false }
            : change(org, id, physical, acting);
      const others = images !== undefined && setImages(org, id, images);
      if (own) update.run(name, nameKey(name), interval.unit, interval.value, acting.now, id);
      else if (bound.changed || others) touch.run(acting.now, id);
      return { device: stored(org, uuid), concerned: bound.concerned };
    }),

    /**
     * @param endpointToo whether its endpoint is deleted with it; undefined: when it was registered with it
     * @returns whether an endpoint is deleted
     * @throws fault `DeviceNotFound`, `ConcurrentModification`
     */
    remove(
      org: number,
      uuid: string,
      endpointToo: boolean | undefined,
      wanted: WantedVersions,
      acting: Acting,
    ): boolean {
      const { id, version } = found(org, uuid);
      expectVersion(version, wanted);
      const physical = physicalOf(id);
      drop.run(id);
      const endpoint = physical?.endpoint ?? undefined;
      if (endpoint === undefined || !(endpointToo ?? physical?.created_by_api === 1)) return false;
      endpoints.remove(endpoint, acting);
      return true;
    },

    /**
     * Attaches a sensor for each template, all or none. @param keys names of values that its endpoint has sent
     * @throws fault `DeviceNotFound`, `SensorTemplateNotFound`, `SensorAlreadyAttached`, `TooManyItems`
     */
    addSensors: intake(
      repeatable(
        (org: number, uuid: string, templates: readonly string[], keys: readonly string[], { now }: Acting): Device => {
          const { id } = found(org, uuid);
          sensors.add(org, id, templates, physicalOf(id) ? keys : [], now);
          touch.run(now, id);
          return stored(org, uuid);
        },
      ),
    ),

    /** Detaches sensors, all that are named or none. @throws fault `DeviceNotFound`, `ConcurrentModification`, `SensorNotFound` */
    removeSensors(
      org: number,
      uuid: string,
      { sensors: uuids, templates }: { readonly sensors: readonly string[]; readonly templates: readonly string[] },
      wanted: WantedVersions,
      { now }: Acting,
    ): Device {
      const { id, version } = found(org, uuid);
      expectVersion(version, wanted);
      sensors.remove(id, uuids, templates);
      touch.run(now, id);
      return stored(org, uuid);
    },

    /**
     * Says where a sensor takes its values from. @param path empty: nowhere
     * @throws fault `DeviceNotFound`, `ConcurrentModification`, `PhysicalDeviceRequired`, `SensorNotFound`
     */
    map: intake(
      (org: number, uuid: string, sensor: string, path: string, wanted: WantedVersions, { now }: Acting): Device => {
        const { id, version } = found(org, uuid);
        expectVersion(version, wanted);
        const isPhysical = physicalOf(id) !== undefined;
        if (sensors.map(id, sensor, path, isPhysical, now)) touch.run(now, id);
        return stored(org, uuid);
      },
    ),

    /** An endpoint is deleted: the device that wraps it goes on as a virtual one. @param endpoint row id */
    endpointDeleted(endpoint: number, now: number): void {
      const row = wrapping.get(endpoint) as { device: number } | undefined;
      if (!row) return;
      unbind(row.device);
      touch.run(now, row.device);
    },

    /** An image is about to be deleted: devices that show it lose it with its row. @param image row id of the media item */
    imageRemoved(image: number, now: number): void {
      loseImage.run(now, image);
    },

    /** Of organizations that are deleted. @param limit devices. @returns how many have gone */
    removeOfDeleted: (limit: number): number => ofDeleted.run(limit).changes,
  };
}
export type DeviceStore = ReturnType<typeof deviceStore>;
