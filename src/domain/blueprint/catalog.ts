import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { type Fault, fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Acting } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';

export const salvagedCatalog: SalvagedTables = {
  group: 'catalog',
  tables: ['manufacturer', 'device_model', 'blueprint', 'blueprint_document', 'shipped_row'],
};

/** Who changes the catalog. */
export interface Editor extends Acting {
  /** Whose rows, beside those of the system; its row id. */
  readonly org: number;
  /** A server administrator, who may change rows of the system. */
  readonly administrator: boolean;
  /** Of the rows of the organization, he may change none. */
  readonly onlySystem?: boolean;
  /** A release that brings its catalog: no person acts, so no event is raised. */
  readonly silently?: boolean;
}

/** Rows of the system, rows of the organization, or both. */
export type CatalogScope = 'all' | 'system' | 'custom';

/** What an organization sees of the catalog. One `?`: its row id. @param org the column, as the statement names it */
export function visible(org: string, scope: CatalogScope = 'all'): string {
  if (scope === 'system') return `(${org} IS NULL AND ? > 0)`;
  return scope === 'custom' ? `${org} = ?` : `(${org} IS NULL OR ${org} = ?)`;
}

/** A judge for `search`; undefined when it is not asked for. */
export function searching<Row>(
  search: string | undefined,
  texts: (row: Row) => readonly string[],
): ((row: Row) => boolean) | undefined {
  const needle = search?.toLowerCase();
  if (needle === undefined) return undefined;
  return row => texts(row).some(text => text.toLowerCase().includes(needle));
}

/**
 * @throws fault `SystemCatalogProtected` for a row of the system, unless an administrator changes it; `PermissionDenied` for a row of an
 * organization in which an administrator may change none
 */
export function mayChange({ org }: { readonly org: number | null }, { administrator, onlySystem }: Editor): void {
  if (org === null && !administrator) throw fault('SystemCatalogProtected');
  if (org !== null && onlySystem) throw fault('PermissionDenied', { capability: 'E' });
}

/** Of one organization; what is of the system its administrators make. */
export const MAX_MANUFACTURERS = 1000;
export const MAX_MODELS = 5000;
export const MAX_BLUEPRINTS = 5000;
/** All documents of an organization's blueprints together: 5,000 of the usual ones are half of that, of the longest there would be more than a gigabyte. */
export const MAX_BLUEPRINT_BYTES = 128 << 20;

/** Decided inside the write. @returns what throws fault `TooManyItems` when an organization has so many rows of the table */
export function mostOf(db: Db, table: 'manufacturer' | 'device_model' | 'blueprint', limit: number) {
  const full = db.prepare(`SELECT 1 FROM ${table} WHERE org = ? LIMIT 1 OFFSET ${limit - 1}`);
  return (org: number | null): void => {
    if (org !== null && full.get(org)) throw fault('TooManyItems', { field: `${table}s`, limit });
  };
}

/** @throws fault `TooManyItems` for a document that an organization's others leave no room for */
export function bytesOfDocuments(db: Db) {
  // Read from the heads of rows; what does not fit beside is not looked at.
  const held = db.prepare(
    `SELECT coalesce(sum(octet_length(t.document)), 0) AS bytes FROM blueprint b JOIN blueprint_document t ON t.blueprint = b.id WHERE b.org = ?`,
  );
  /** @param instead of this one */
  return (org: number | null, text: string, instead = ''): void => {
    if (org === null) return;
    const { bytes } = held.get(org) as { bytes: number };
    const more = Buffer.byteLength(text) - Buffer.byteLength(instead);
    if (more > 0 && bytes + more > MAX_BLUEPRINT_BYTES)
      throw fault('TooManyItems', { field: 'blueprints', limit_bytes: MAX_BLUEPRINT_BYTES });
  };
}

const MAX_CODE = 63;
const ATTEMPTS = 100;

/** A name as a code: lower case, blanks as hyphens, nothing but letters, digits and single hyphens inside. May be empty. */
export function slug(name: string): string {
  const code = name
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '');
  return cut(code.replace(/-+/g, '-').replace(/^-/, ''), MAX_CODE);
}

function cut(code: string, length: number): string {
  return code.slice(0, length).replace(/-$/, '');
}

/** The given code, or one made of the name that is not taken yet. @throws what `exists` makes */
export function freeCode(
  given: string | undefined,
  name: string,
  taken: (code: string) => boolean,
  exists: (code: string) => Fault,
): string {
  if (given !== undefined) {
    if (taken(given)) throw exists(given);
    return given;
  }
  const base = slug(name) || `m-${randomBytes(4).toString('hex')}`;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const ending = attempt === 1 ? '' : `-${attempt}`;
    const code = cut(base, MAX_CODE - ending.length) + ending;
    if (!taken(code)) return code;
  }
  throw exists(base);
}

/** The columns that a change really changes. */
export function differing<Row extends object>(before: Row, changes: Partial<Row>): (keyof Row & string)[] {
  const given = Object.keys(changes) as (keyof Row & string)[];
  return given.filter(column => changes[column] !== before[column]);
}

/** What is told of a row of the catalog. */
interface CatalogFacts {
  readonly org: number | null;
  readonly uuid: string;
  readonly name: string;
  readonly version?: string;
}

/** Raises events of the catalog. */
export function catalogEvents(events: Events) {
  return (type: EventType, { org, uuid, name, version }: CatalogFacts, by: Editor): void => {
    if (by.silently) return;
    const { now, userId, userEmail, actor } = by;
    const source = userId === undefined ? 'api_key' : 'user';
    const who = { source, sourceId: userId, sourceName: actor, userId, userEmail } as const;
    const data = { id: uuid, name, ...(version !== undefined && { version }) };
    events.raise({ type, org, ...who, at: now, storedAt: now, data });
  };
}
export type RaiseOfCatalog = ReturnType<typeof catalogEvents>;
