import { listed, type RowOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { type ListPage, listReader } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import { type CatalogScope, searching, visible } from './catalog.ts';

/** What is stored of a blueprint, its document excepted. Lists are JSON texts, times milliseconds. */
export const storedBlueprint = {
  uuid: 'text',
  org: 'integer?',
  device_model: 'integer',
  version: 'text',
  name: 'text',
  description: 'text',
  is_default: 'integer',
  type_eui: 'text?',
  spec_type_eui: 'text',
  uplink_formats: 'text',
  downlink_formats: 'text',
  output_names: 'text',
  checksum: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** A blueprint as readers get it. */
export interface BlueprintRow extends RowOf<typeof storedBlueprint> {
  id: number;
  registry_state: string;
  registry_url: string;
  model_uuid: string;
  /** Its own Type EUI, or that of its model; else the placeholder of its document. */
  shown_type_eui: string;
  /** Endpoints of the organization that asks. */
  pinned_endpoints: number;
  /** As received; only where it is asked for. */
  document?: string | undefined;
}

export interface BlueprintQuery {
  readonly org: number;
  readonly scope: CatalogScope;
  /** Uuid of a device model. */
  readonly model?: string | undefined;
  readonly typeEui?: string | undefined;
  readonly isDefault?: boolean | undefined;
  readonly search?: string | undefined;
  readonly documents: boolean;
  readonly descending: boolean;
  readonly after?: Position<string | number> | undefined;
  readonly size: number;
}

/** What a page of long documents may have, so that its answer is not too long for a client. */
const PAGE_BYTES = 2 * 1024 * 1024;

const MORE = 'registry_state, registry_url, model_uuid, shown_type_eui';
const SOURCE = `
  SELECT b.id, ${listed(storedBlueprint, 'b')}, b.registry_state, b.registry_url, m.uuid AS model_uuid,
    coalesce(b.type_eui, m.type_eui, b.spec_type_eui) AS shown_type_eui
  FROM blueprint b JOIN device_model m ON m.id = b.device_model`;
const COLUMNS = `id, ${listed(storedBlueprint)}, ${MORE}`;
type Found = Omit<BlueprintRow, 'pinned_endpoints' | 'document'>;

export function blueprintReader(db: Db) {
  const read = listReader(db);
  const find = db.prepare(`${SOURCE} WHERE b.uuid = ? AND ${visible('b.org')}`);
  const pinned = db.prepare(
    'SELECT count(*) AS pinned_endpoints FROM endpoint WHERE blueprint = ? AND org = ? AND deleted_at IS NULL',
  );
  const document = db.prepare('SELECT document FROM blueprint_document WHERE blueprint = ?');
  const documentOf = (id: number) => (document.get(id) as { document: string } | undefined)?.document;

  const complete = (row: Found, org: number, withDocument: boolean): BlueprintRow => {
    const counted = pinned.get(row.uuid, org) as Pick<BlueprintRow, 'pinned_endpoints'>;
    return { ...row, ...counted, ...(withDocument && { document: documentOf(row.id) }) };
  };

  /** As many as one answer can carry, and one at least. */
  const completed = (rows: readonly Found[], { org, documents }: BlueprintQuery): BlueprintRow[] => {
    const taken: BlueprintRow[] = [];
    let bytes = 0;
    for (const each of rows) {
      const row = complete(each, org, documents);
      bytes += Buffer.byteLength(row.output_names) + Buffer.byteLength(row.document ?? '');
      if (bytes > PAGE_BYTES && taken.length > 0) break;
      taken.push(row);
    }
    return taken;
  };

  return {
    /** One that the organization can see, with its document. */
    find(org: number, uuid: string): BlueprintRow | undefined {
      const row = find.get(uuid, org) as Found | undefined;
      return row && complete(row, org, true);
    },

    /** By time of creation. A page ends early where its documents are long. */
    list(query: BlueprintQuery): ListPage<BlueprintRow> {
      const { org, scope, model, typeEui, isDefault, search, descending, after, size } = query;
      const where = [visible('org', scope)];
      const values: SqlValue[] = [org];
      const add = (condition: string, value: SqlValue | undefined): void => {
        if (value === undefined) return;
        where.push(condition);
        values.push(value);
      };
      add('device_model = (SELECT id FROM device_model WHERE uuid = ?)', model);
      add('shown_type_eui = ?', typeEui);
      add('is_default = ?', isDefault === undefined ? undefined : Number(isDefault));
      const { rows, total, more } = read<Found>({
        source: SOURCE,
        sourceValues: [],
        where,
        values,
        columns: COLUMNS,
        orderBy: 'created_at',
        descending,
        after,
        size,
        keep: searching(search, ({ name, version, description }) => [name, version, description]),
      });
      const taken = completed(rows, query);
      return { rows: taken, total, more: more || taken.length < rows.length };
    },
  };
}
export type BlueprintReader = ReturnType<typeof blueprintReader>;
