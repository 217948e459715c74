import { inserter, listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
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
  MAX_MANUFACTURERS,
  mayChange,
  mostOf,
  type RaiseOfCatalog,
  searching,
  visible,
} from './catalog.ts';

const stored = {
  uuid: 'text',
  org: 'integer?',
  name: 'text',
  name_key: 'text',
  code: 'text',
  description: 'text',
  website: 'text',
  contact_email: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const;
type Stored = RowOf<typeof stored>;

/** A manufacturer as readers get it. Times in milliseconds. */
export interface ManufacturerRow extends Stored {
  id: number;
  /** Models that the organization that asks can see. */
  device_model_count: number;
}

/** What may be changed of it. */
export type ManufacturerChanges = Partial<Pick<Stored, 'name' | 'description' | 'website' | 'contact_email'>>;

export interface NewManufacturer extends Required<ManufacturerChanges> {
  /** Undefined: made of the name. */
  readonly code: string | undefined;
  readonly system: boolean;
  /** Made when it is left out. */
  readonly uuid?: string;
}

export interface ManufacturerQuery {
  readonly org: number;
  readonly scope: CatalogScope;
  readonly search?: string | undefined;
  readonly descending: boolean;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

const COLUMNS = `id, ${listed(stored)}`;
const SOURCE = `SELECT ${COLUMNS} FROM manufacturer`;
type Found = Stored & { id: number };

export function manufacturerReader(db: Db) {
  const read = listReader(db);
  const find = db.prepare(`${SOURCE} f WHERE uuid = ? AND ${visible('f.org')}`);
  const models = db.prepare(
    `SELECT count(*) AS device_model_count FROM device_model m WHERE manufacturer = ? AND ${visible('m.org')}`,
  );
  const complete = (row: Found, org: number): ManufacturerRow =>
    Object.assign(row, models.get(row.id, org) as Pick<ManufacturerRow, 'device_model_count'>);

  return {
    /** One that the organization can see. */
    find(org: number, uuid: string): ManufacturerRow | undefined {
      const row = find.get(uuid, org) as Found | undefined;
      return row && complete(row, org);
    },

    /** By name, ignoring case. */
    list({ org, scope, search, descending, after, size }: ManufacturerQuery): ListPage<ManufacturerRow> {
      const { rows, total, more } = read<Found>({
        source: SOURCE,
        sourceValues: [],
        where: [visible('org', scope)],
        values: [org],
        columns: COLUMNS,
        orderBy: 'name_key',
        descending,
        after,
        size,
        keep: searching(search, ({ name, code, description }) => [name, code, description]),
      });
      return { rows: rows.map(row => complete(row, org)), total, more };
    },
  };
}

/** Writes manufacturers, each change with its event. */
export function manufacturerWriter(db: Db, { raise }: { raise: RaiseOfCatalog }) {
  const insert = inserter(db, 'manufacturer', stored);
  const mayBeMore = mostOf(db, 'manufacturer', MAX_MANUFACTURERS);
  const current = db.prepare(`${SOURCE} f WHERE uuid = ? AND ${visible('f.org')}`);
  const named = db.prepare('SELECT id FROM manufacturer WHERE name_key = ? AND org IS ?');
  const coded = db.prepare('SELECT id FROM manufacturer WHERE code = ? AND org IS ?');
  const hasModels = db.prepare('SELECT 1 FROM device_model WHERE manufacturer = ? LIMIT 1');
  const update = db.prepare(
    `UPDATE manufacturer SET name = ?, name_key = ?, description = ?, website = ?, contact_email = ?, updated_at = ? WHERE id = ?`,
  );
  const remove = db.prepare('DELETE FROM manufacturer WHERE id = ?');

  const found = (uuid: string, by: Editor): Found => {
    const row = current.get(uuid, by.org) as Found | undefined;
    if (!row) throw fault('ManufacturerNotFound', { id: uuid });
    mayChange(row, by);
    return row;
  };
  const free = (name: string, org: number | null): void => {
    if (named.get(nameKey(name), org)) throw fault('ManufacturerNameExists', { name });
  };

  return {
    /** @returns its uuid */
    insert: intake(({ code: given, system, uuid: kept, ...columns }: NewManufacturer, by: Editor): string => {
      const { now } = by;
      const uuid = kept ?? uuid7(now);
      const { name } = columns;
      const org = system ? null : by.org;
      mayChange({ org }, by);
      free(name, org);
      mayBeMore(org);
      const code = freeCode(
        given,
        name,
        wanted => coded.get(wanted, org) !== undefined,
        taken => fault('ManufacturerCodeExists', { code: taken }),
      );
      insert({ ...columns, uuid, org, name_key: nameKey(name), code, created_at: now, updated_at: now });
      raise('manufacturer.created', { org, uuid, name }, by);
      return uuid;
    }),

    /** Changes what differs; nothing is written and no event raised when nothing does. */
    update: intake((uuid: string, changes: ManufacturerChanges, by: Editor): void => {
      const before = found(uuid, by);
      if (differing<Stored>(before, changes).length === 0) return;
      const { name, description, website, contact_email, org, id } = { ...before, ...changes };
      if (nameKey(name) !== before.name_key) free(name, org);
      update.run(name, nameKey(name), description, website, contact_email, by.now, id);
      raise('manufacturer.updated', { org, uuid, name }, by);
    }),

    remove(uuid: string, by: Editor): void {
      const row = found(uuid, by);
      if (hasModels.get(row.id)) throw fault('ManufacturerInUse', { id: uuid });
      remove.run(row.id);
      raise('manufacturer.deleted', row, by);
    },
  };
}
export type ManufacturerWriter = ReturnType<typeof manufacturerWriter>;
export type ManufacturerReader = ReturnType<typeof manufacturerReader>;
