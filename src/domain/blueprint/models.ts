import { inserter, listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import { intake } from '../../database/marks.ts';
import type { Position } from '../../database/scan.ts';
import { fault } from '../../kit/faults/faults.ts';
import { nameKey } from '../../kit/name-key.ts';
import { uuid7 } from '../../kit/uuid.ts';
import {
  type CatalogScope,
  differing,
  type Editor,
  freeCode,
  MAX_MODELS,
  mayChange,
  mostOf,
  type RaiseOfCatalog,
  searching,
  visible,
} from './catalog.ts';
import type { TypeEuiOwners } from './type-euis.ts';

const stored = {
  uuid: 'text',
  org: 'integer?',
  manufacturer: 'integer',
  name: 'text',
  name_key: 'text',
  code: 'text',
  type_eui: 'text?',
  description: 'text',
  datasheet_url: 'text',
  ep_class: 'text',
  uplink_interval_s: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;
type Stored = RowOf<typeof stored>;

/** A device model as readers get it. Times in milliseconds. */
export interface ModelRow extends Stored {
  id: number;
  manufacturer_uuid: string;
  manufacturer_name: string;
  /** Its own Type EUI, or that of its default blueprint. */
  shown_type_eui: string | null;
  default_blueprint: string | null;
  blueprint_count: number;
  /** Endpoints of the organization that asks. */
  endpoint_count: number;
}

/** What may be changed of it. */
export type ModelChanges = Partial<
  Pick<Stored, 'name' | 'type_eui' | 'description' | 'datasheet_url' | 'ep_class' | 'uplink_interval_s'>
>;

export interface NewModel extends Required<ModelChanges> {
  /** Uuid of its manufacturer. */
  readonly manufacturer: string;
  /** Whether it is one of the system, where its manufacturer is. */
  readonly system: boolean;
  /** Undefined: made of the name. */
  readonly code: string | undefined;
  /** Made when it is left out. */
  readonly uuid?: string;
}

export interface ModelQuery {
  readonly org: number;
  readonly scope: CatalogScope;
  /** Uuid of a manufacturer. */
  readonly manufacturer?: string | undefined;
  readonly typeEui?: string | undefined;
  readonly search?: string | undefined;
  readonly descending: boolean;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

const SOURCE = `
  SELECT m.id, ${listed(stored, 'm')}, f.uuid AS manufacturer_uuid, f.name AS manufacturer_name
  FROM device_model m JOIN manufacturer f ON f.id = m.manufacturer`;
const COLUMNS = `id, ${listed(stored)}, manufacturer_uuid, manufacturer_name`;
type Found = Stored & Pick<ModelRow, 'id' | 'manufacturer_uuid' | 'manufacturer_name'>;
type Counted = Pick<ModelRow, 'default_blueprint' | 'blueprint_count' | 'endpoint_count'>;

/** Two `?`: twice the Type EUI that is shown of a model. */
const HAS_TYPE =
  '(type_eui = ? OR (type_eui IS NULL AND id IN (SELECT b.device_model FROM blueprint b WHERE b.type_eui = ? AND b.is_default <> 0)))';

export function modelReader(db: Db) {
  const read = listReader(db);
  const find = db.prepare(`${SOURCE} WHERE m.uuid = ? AND ${visible('m.org')}`);
  const counts = db.prepare(
    `SELECT b.uuid AS default_blueprint, b.type_eui AS default_type,
       (SELECT count(*) FROM blueprint WHERE device_model = m.id) AS blueprint_count,
       (SELECT count(*) FROM endpoint e WHERE e.device_model = m.uuid AND e.org = ? AND e.deleted_at IS NULL) AS endpoint_count
     FROM device_model m LEFT JOIN blueprint b ON b.device_model = m.id AND b.is_default <> 0 WHERE m.id = ?`,
  );
  const complete = (row: Found, org: number): ModelRow => {
    const { default_type, ...counted } = counts.get(org, row.id) as Counted & { default_type: string | null };
    return { ...row, ...counted, shown_type_eui: row.type_eui ?? default_type };
  };

  return {
    /** One that the organization can see. */
    find(org: number, uuid: string): ModelRow | undefined {
      const row = find.get(uuid, org) as Found | undefined;
      return row && complete(row, org);
    },

    /** By name, ignoring case. */
    list({ org, scope, manufacturer, typeEui, search, descending, after, size }: ModelQuery): ListPage<ModelRow> {
      const where = [visible('org', scope)];
      const values: SqlValue[] = [org];
      if (manufacturer !== undefined) {
        where.push('manufacturer = (SELECT id FROM manufacturer WHERE uuid = ?)');
        values.push(manufacturer);
      }
      if (typeEui !== undefined) {
        where.push(HAS_TYPE);
        values.push(typeEui, typeEui);
      }
      const { rows, total, more } = read<Found>({
        source: SOURCE,
        sourceValues: [],
        where,
        values,
        columns: COLUMNS,
        orderBy: 'name_key',
        descending,
        after,
        size,
        keep: searching(search, row => [row.name, row.code, row.description, row.manufacturer_name]),
      });
      return { rows: rows.map(row => complete(row, org)), total, more };
    },
  };
}

/** Writes device models, each change with its event. */
export function modelWriter(
  db: Db,
  {
    raise,
    types,
    catalogChanged,
  }: {
    raise: RaiseOfCatalog;
    types: TypeEuiOwners;
    /** What decodes an endpoint may be another blueprint from now on. */
    catalogChanged(): void;
  },
) {
  const insert = inserter(db, 'device_model', stored);
  const mayBeMore = mostOf(db, 'device_model', MAX_MODELS);
  const maker = db.prepare(`SELECT id, org FROM manufacturer f WHERE uuid = ? AND ${visible('f.org')}`);
  const current = db.prepare(
    `SELECT m.id, ${listed(stored, 'm')} FROM device_model m WHERE uuid = ? AND ${visible('m.org')}`,
  );
  const named = db.prepare('SELECT id FROM device_model WHERE manufacturer = ? AND name_key = ? AND org IS ?');
  const coded = db.prepare('SELECT id FROM device_model WHERE manufacturer = ? AND code = ? AND org IS ?');
  const inUse = db.prepare(
    `SELECT 1 FROM blueprint WHERE device_model = ?
     UNION ALL SELECT 1 FROM endpoint WHERE device_model = ? AND deleted_at IS NULL LIMIT 1`,
  );
  const update = db.prepare(
    `UPDATE device_model SET name = ?, name_key = ?, type_eui = ?, description = ?, datasheet_url = ?, ep_class = ?,
       uplink_interval_s = ?, updated_at = ? WHERE id = ?`,
  );
  const remove = db.prepare('DELETE FROM device_model WHERE id = ?');

  /** @throws fault `DeviceModelNotFound` or `SystemCatalogProtected` */
  const found = (uuid: string, by: Editor): Stored & { id: number } => {
    const row = current.get(uuid, by.org) as (Stored & { id: number }) | undefined;
    if (!row) throw fault('DeviceModelNotFound', { device_model_id: uuid });
    mayChange(row, by);
    return row;
  };
  const free = (manufacturer: number, name: string, org: number | null): void => {
    if (named.get(manufacturer, nameKey(name), org)) throw fault('DeviceModelNameExists', { name });
  };

  return {
    found,

    /**
     * A manufacturer of the system may have models of the system and of organizations.
     * @returns its uuid
     * @throws fault `SystemCatalogProtected`, `ManufacturerNotFound`
     */
    insert: intake(
      ({ manufacturer: made, system, code: given, uuid: kept, ...columns }: NewModel, by: Editor): string => {
        const { now } = by;
        const uuid = kept ?? uuid7(now);
        const { name, type_eui } = columns;
        const manufacturer = maker.get(made, by.org) as { id: number; org: number | null } | undefined;
        if (!manufacturer) throw fault('ManufacturerNotFound', { manufacturer_id: made });
        // An administrator who may change no row of the organization makes nothing but what is of the system.
        const org = manufacturer.org === null && (system || by.onlySystem) ? null : by.org;
        mayChange({ org }, by);
        free(manufacturer.id, name, org);
        mayBeMore(org);
        const code = freeCode(
          given,
          name,
          wanted => coded.get(manufacturer.id, wanted, org) !== undefined,
          taken => fault('DeviceModelCodeExists', { code: taken }),
        );
        types.mayHave(org, type_eui, undefined);
        const times = { created_at: now, updated_at: now };
        insert({ ...columns, ...times, uuid, org, manufacturer: manufacturer.id, name_key: nameKey(name), code });
        if (type_eui !== null) catalogChanged();
        raise('device_model.created', { org, uuid, name }, by);
        return uuid;
      },
    ),

    /** Changes what differs; nothing is written and no event raised when nothing does. */
    update: intake((uuid: string, changes: ModelChanges, by: Editor): void => {
      const before = found(uuid, by);
      const changed = differing<Stored>(before, changes);
      if (changed.length === 0) return;
      const { id, org, manufacturer, ...after } = { ...before, ...changes };
      const { name, type_eui, description, datasheet_url, ep_class, uplink_interval_s } = after;
      if (nameKey(name) !== before.name_key) free(manufacturer, name, org);
      if (changed.includes('type_eui')) {
        types.mayHave(org, type_eui, id);
        catalogChanged();
      }
      update.run(name, nameKey(name), type_eui, description, datasheet_url, ep_class, uplink_interval_s, by.now, id);
      raise('device_model.updated', { org, uuid, name }, by);
    }),

    remove(uuid: string, by: Editor): void {
      const row = found(uuid, by);
      if (inUse.get(row.id, uuid)) throw fault('DeviceModelInUse', { id: uuid });
      remove.run(row.id);
      // It may have stood before a model of the system with the same Type EUI.
      if (row.type_eui !== null) catalogChanged();
      raise('device_model.deleted', row, by);
    },
  };
}
export type ModelWriter = ReturnType<typeof modelWriter>;
export type ModelReader = ReturnType<typeof modelReader>;
