import { listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { statementsOf } from '../../database/statements.ts';
import type { NamedPosition } from '../../kit/named-page.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import { SEEN } from '../endpoint/endpoint-columns.ts';
import { columns as mediaColumns } from '../media/media-columns.ts';
import {
  configuredColumns,
  type Device,
  type DeviceImage,
  type DeviceItem,
  type DeviceSensor,
  deviceColumns,
  type PhysicalDevice,
  physicalColumns,
  type WrappedEndpoint,
} from './device-columns.ts';

export type DeviceOrder = 'name' | 'createdAt' | 'lastSeen';

export interface DeviceQuery {
  readonly org: number;
  /** Part of the name, in lower case. */
  readonly search: string | undefined;
  /** `null`: the built-in one. */
  readonly connection: string | null | undefined;
  readonly client: string | undefined;
  /** Uuid of a sensor template. */
  readonly template: string | undefined;
  /** Milliseconds: only what was changed then or later. */
  readonly updatedSince: number | undefined;
  readonly orderBy: DeviceOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Behind which device the page begins: what it is sorted by, which is its name or when it was made, and its uuid. */
  readonly from: NamedPosition | undefined;
}

type PhysicalRow = RowOf<typeof physicalColumns> &
  RowOf<typeof configuredColumns> & {
    eui: string | null;
    seen_ns: string | null;
    nwk_key_set: number;
    nwk_sn_key_set: number;
    app_key_set: number;
    model_interval_s: number | null;
  };

interface SensorRow {
  uuid: string;
  template: string;
  created_at: number;
  updated_at: number;
  mapping_uuid: string | null;
  source_path: string | null;
  mapped_at: number | null;
  mapping_updated_at: number | null;
}

interface ItemRow {
  id: number;
  uuid: string;
  name: string;
  created_at: number;
  updated_at: number;
  physical_uuid: string | null;
  client: string | null;
  connection: string | null;
  seen_ns: string | null;
}

const WRAPPED = 'LEFT JOIN endpoint e ON e.id = p.endpoint LEFT JOIN endpoint_heard h ON h.endpoint = e.id';

/** Whatever the direction, a device that was never seen comes last. What sorts is short: all of it is in an index but the times. */
const SORT: Readonly<Record<DeviceOrder, readonly [ascending: string, descending: string]>> = {
  name: ['d.name, d.uuid', 'd.name DESC, d.uuid DESC'],
  createdAt: ['d.created_at, d.uuid', 'd.created_at DESC, d.uuid DESC'],
  lastSeen: [`nullif(${SEEN}, 0) ASC NULLS LAST, d.uuid`, `nullif(${SEEN}, 0) DESC NULLS LAST, d.uuid DESC`],
};

/** What a page behind a device goes by. */
const CURSOR: Readonly<Partial<Record<DeviceOrder, string>>> = { name: 'd.name', createdAt: 'd.created_at' };

/** Reads digital devices. */
export function deviceReader(db: Db, { typeOfModel }: Pick<EffectiveBlueprints, 'typeOfModel'>) {
  const statement = statementsOf(db);
  const byUuid = db.prepare(`SELECT id, ${listed(deviceColumns)} FROM device WHERE org = ? AND uuid = ?`);
  const physicalOf = db.prepare(
    `SELECT ${listed(physicalColumns, 'p')}, ${listed(configuredColumns, 'e')}, e.eui, CAST(${SEEN} AS TEXT) AS seen_ns,
       e.nwk_key IS NOT NULL AS nwk_key_set, e.nwk_sn_key IS NOT NULL AS nwk_sn_key_set, e.app_key IS NOT NULL AS app_key_set,
       m.uplink_interval_s AS model_interval_s
     FROM physical_device p ${WRAPPED} LEFT JOIN device_model m ON m.uuid = e.device_model WHERE p.device = ?`,
  );
  const sensorsOf = db.prepare(
    `SELECT s.uuid, s.template, s.created_at, s.updated_at, m.uuid AS mapping_uuid, m.source_path, m.created_at AS mapped_at,
       m.updated_at AS mapping_updated_at
     FROM device_sensor s LEFT JOIN sensor_mapping m ON m.sensor = s.id WHERE s.device = ? ORDER BY s.id`,
  );
  const imagesOf = db.prepare(
    `SELECT ${listed(mediaColumns, 'm')}, i.is_cover, i.position FROM device_image i JOIN media m ON m.id = i.media
     WHERE i.device = ? ORDER BY i.position, m.uuid`,
  );
  const secretsOf = db.prepare('SELECT secrets FROM physical_device WHERE device = ?');
  const shows = db.prepare('SELECT 1 FROM device_image WHERE media = ? LIMIT 1');
  const uses = db.prepare(
    'SELECT 1 FROM device_sensor s JOIN device d ON d.id = s.device WHERE s.template = ? AND d.org = ? LIMIT 1',
  );
  const bound = db.prepare('SELECT count(*) AS count FROM physical_device WHERE org = ? AND connection IS NULL');
  const lastSeen = db.prepare(
    `SELECT CAST(max(${SEEN}) AS TEXT) AS seen_ns FROM physical_device p ${WRAPPED} WHERE p.org = ? AND p.connection IS NULL`,
  );
  const itemSensors = db.prepare(
    `SELECT device, uuid, template FROM device_sensor WHERE device IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );

  const physicalFrom = (row: PhysicalRow): PhysicalDevice => {
    const { uuid, endpoint, connection, client_device_id, configuration, given, created_by_api } = row;
    const own = { uuid, endpoint, connection, client_device_id, configuration, given, created_by_api };
    const times = { created_at: row.created_at, updated_at: row.updated_at };
    return { ...own, ...times, wrapped: row.eui === null ? undefined : wrappedFrom(row, row.eui) };
  };

  const wrappedFrom = (row: PhysicalRow, eui: string): WrappedEndpoint => ({
    eui,
    ep_class: row.ep_class,
    sh_addr: row.sh_addr,
    pre_attach: row.pre_attach,
    dual_chan: row.dual_chan,
    repetition: row.repetition,
    wide_carr_off: row.wide_carr_off,
    long_blk_dist: row.long_blk_dist,
    type_eui: row.device_model === null ? row.type_eui : typeOfModel(row.device_model),
    device_model: row.device_model,
    blueprint: row.blueprint,
    tags: row.tags,
    uplink_interval_s: row.uplink_interval_s,
    nwk_key_set: row.nwk_key_set,
    nwk_sn_key_set: row.nwk_sn_key_set,
    app_key_set: row.app_key_set,
    model_interval_s: row.model_interval_s ?? 0,
  });

  return {
    find(org: number, uuid: string): Device | undefined {
      const row = byUuid.get(org, uuid) as (RowOf<typeof deviceColumns> & { id: number }) | undefined;
      if (!row) return undefined;
      const physical = physicalOf.get(row.id) as PhysicalRow | undefined;
      return {
        ...row,
        seenNs: seen(physical?.seen_ns),
        physical: physical && physicalFrom(physical),
        sensors: (sensorsOf.all(row.id) as SensorRow[]).map(sensorFrom),
        images: withCover(imagesOf.all(row.id) as ImageRow[]),
      };
    },

    /** Sealed JSON of what the configuration of a device has as `***`. @param device row id */
    secrets(device: number): Uint8Array | undefined {
      return (secretsOf.get(device) as { secrets: Uint8Array | null } | undefined)?.secrets ?? undefined;
    },

    /** @returns `next`: where the next page begins, unless the list ends; not of devices by when they were seen, which changes all the time */
    list(query: DeviceQuery): { rows: DeviceItem[]; total: number; next?: NamedPosition } {
      const { org, search, connection, client, template, updatedSince, orderBy, descending, limit, offset, from } =
        query;
      const where = ['d.org = ?'];
      const values: SqlValue[] = [org];
      const joined = 'physical_device p ON p.device = d.id';
      const joins = new Set<string>();
      if (search !== undefined) {
        where.push('instr(d.name_key, ?) > 0');
        values.push(search);
      }
      if (connection !== undefined) {
        joins.add(`JOIN ${joined}`);
        where.push(connection === null ? 'p.connection IS NULL' : 'p.connection = ?');
        if (connection !== null) values.push(connection);
      }
      if (client !== undefined) {
        where.push(
          `d.id IN (SELECT device FROM physical_device WHERE endpoint IN (SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL)
             UNION ALL SELECT device FROM physical_device WHERE org = ? AND client_device_id = ?)`,
        );
        values.push(client.toLowerCase(), org, client);
      }
      if (template !== undefined) {
        where.push('d.id IN (SELECT device FROM device_sensor WHERE template = ?)');
        values.push(template);
      }
      if (updatedSince !== undefined) {
        where.push('d.updated_at >= ?');
        values.push(updatedSince);
      }
      const source = `FROM device d ${[...joins].join(' ')}`;
      const filter = `WHERE ${where.join(' AND ')}`;
      const { total } = statement(`SELECT count(*) AS total ${source} ${filter}`).get(...values) as { total: number };
      if (offset >= total) return { rows: [], total };
      const by = CURSOR[orderBy];
      const behind = from && by !== undefined ? `AND (${by}, d.uuid) ${descending ? '<' : '>'} (?, ?)` : '';
      const bySeen = orderBy === 'lastSeen';
      const physical = joins.size > 0 || !bySeen ? '' : `LEFT JOIN ${joined}`;
      const sort = SORT[orderBy][descending ? 1 : 0];
      // Only ids are passed over: the rest is read for the page.
      const ids = `SELECT d.id ${source} ${bySeen ? `${physical} ${WRAPPED}` : ''} ${filter} ${behind} ORDER BY ${sort} LIMIT ? OFFSET ?`;
      const rows = statement(
        `WITH page AS (${ids})
         SELECT d.id, d.uuid, d.name, d.created_at, d.updated_at, p.uuid AS physical_uuid, coalesce(e.eui, p.client_device_id) AS client,
           p.connection, CAST(${SEEN} AS TEXT) AS seen_ns
         FROM page CROSS JOIN device d ON d.id = page.id LEFT JOIN ${joined} ${WRAPPED} ORDER BY ${sort}`,
      ).all(...values, ...(behind === '' ? [] : (from ?? [])), limit + 1, offset) as ItemRow[];
      const last = rows.length > limit && by !== undefined ? rows[limit - 1] : undefined;
      const next = last && ([orderBy === 'name' ? last.name : last.created_at, last.uuid] as const);
      return { rows: withSensors(rows.slice(0, limit)), total, ...(next && { next }) };
    },

    /** Whether a device shows an image. @param image row id of the media item */
    showsImage(image: number): boolean {
      return shows.get(image) !== undefined;
    },

    /** Whether a sensor is of a template. */
    usesTemplate(org: number, template: string): boolean {
      return uses.get(template, org) !== undefined;
    },

    /** Devices on the built-in connection, and when one of them was heard last: nanoseconds as text. */
    builtIn(org: number): { devices: number; seenNs: string | undefined } {
      const { count } = bound.get(org) as { count: number };
      return { devices: count, seenNs: seen((lastSeen.get(org) as { seen_ns: string | null }).seen_ns) };
    },
  };

  function withSensors(rows: readonly ItemRow[]): DeviceItem[] {
    const all = itemSensors.all(JSON.stringify(rows.map(({ id }) => id))) as {
      device: number;
      uuid: string;
      template: string;
    }[];
    const sensors = Map.groupBy(all, ({ device }) => device);
    return rows.map(({ physical_uuid, client, connection, seen_ns, ...row }) => ({
      ...row,
      seenNs: seen(seen_ns),
      physical: physical_uuid === null ? undefined : { uuid: physical_uuid, client: client ?? '', connection },
      sensors: sensors.get(row.id) ?? [],
    }));
  }
}
export type DeviceReader = ReturnType<typeof deviceReader>;

type ImageRow = RowOf<typeof mediaColumns> & { is_cover: number; position: number };

/** The first one where none is said to be: the cover may have been deleted. */
function withCover(rows: readonly ImageRow[]): DeviceImage[] {
  const cover = Math.max(
    rows.findIndex(row => row.is_cover !== 0),
    0,
  );
  return rows.map(({ is_cover: _, ...row }, at) => ({ ...row, isCover: at === cover }));
}

function sensorFrom({ mapping_uuid, source_path, mapped_at, mapping_updated_at, ...sensor }: SensorRow): DeviceSensor {
  const mapping =
    mapping_uuid === null
      ? undefined
      : {
          uuid: mapping_uuid,
          source_path: source_path ?? '',
          created_at: mapped_at ?? 0,
          updated_at: mapping_updated_at ?? 0,
        };
  return { ...sensor, mapping };
}

function seen(ns: string | null | undefined): string | undefined {
  return ns === null || ns === undefined || ns === '0' ? undefined : ns;
}
