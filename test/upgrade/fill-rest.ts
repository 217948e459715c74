import type { Db, SqlValue } from '../../src/database/driver.ts';
import { tablesOf } from '../../src/database/snapshot/snapshot.ts';
import { sealedColumns } from '../../src/domain/sealed.ts';
import type { Sealer } from '../../src/kit/seal.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}
interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string | null;
}

/** What a row must say so that a service can go on with it, where the type of the column does not tell. */
const MEANT: Readonly<Record<string, Readonly<Record<string, SqlValue>>>> = {
  integration: { kind: 'http', enabled: 0, settings: '{"url":"http://127.0.0.1:9/"}' },
  notification_channel: { name: 'email', enabled: 0 },
  rule: { enabled: 0 },
  user: { is_active: 0, words: 'filled' },
  identity_provider: { enabled: 0 },
  alert: { severity: 'warning', state: 'resolved' },
  device: { name_key: 'filled' },
  physical_device: { endpoint: null, connection: 'plant', client_device_id: 'pump 7', given: '[]' },
  sign_in: { ended_by: 'logout' },
  once: { result: '{}' },
};
/** Columns that hold JSON of which nothing has to be there. */
const JSON_COLUMNS =
  /^(settings|data|detail|details|filter|condition|actions|layout|content|configuration|mapping|spec|query|about|tags)$/;
const LISTS = /^(given|scopes|event_types|ep_euis|ids|members|codes)$/;
const DIGEST_BYTES = 32;

/**
 * Puts a row into every table that has none, whatever a migration has made: keys of others are those that are there, secrets are
 * sealed under the key.
 * @throws Error that names the tables into which none could be put, and why
 */
export function fillRest(db: Db, now: number, { seal }: Sealer): void {
  let left = emptyTables(db);
  for (;;) {
    const problems: string[] = [];
    const before = left.length;
    for (const table of left) {
      try {
        insertRow(db, table, now, seal);
      } catch (cause) {
        problems.push(`${table}: ${String(cause)}`);
      }
    }
    left = emptyTables(db);
    if (left.length === 0) return;
    if (left.length === before) throw new Error(`no row could be put into these:\n${problems.join('\n')}`);
  }
}

export function emptyTables(db: Db): string[] {
  return tablesOf(db).filter(table => db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() === undefined);
}

function insertRow(db: Db, table: string, now: number, seal: Sealer['seal']): void {
  const columns = db
    .prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)')
    .all(table) as Column[];
  const references = db
    .prepare('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)')
    .all(table) as Reference[];
  const row: Record<string, SqlValue> = {};
  for (const { table: parent, from, to } of references) row[from] = parentKey(db, parent, to);
  for (const column of columns) {
    const needed = (column.notnull === 1 || column.pk > 0) && column.dflt_value === null;
    if (needed) row[column.name] ??= plainValue(column, now);
  }
  Object.assign(
    row,
    Object.fromEntries(Object.entries(MEANT[table] ?? {}).filter(([name]) => columns.some(c => c.name === name))),
  );
  for (const sealed of sealedColumns.filter(each => each.table === table && !each.where)) {
    const value = seal(Buffer.from('{}'), sealed.about(row));
    row[sealed.column] = sealed.base64 ? Buffer.from(value).toString('base64') : value;
  }
  const names = Object.keys(row).map(name => `"${name}"`);
  db.prepare(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
}

/** One that is there. */
function parentKey(db: Db, parent: string, to: string | null): SqlValue {
  const key =
    to ?? (db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk = 1').get(parent) as { name: string }).name;
  const found = db.prepare(`SELECT "${key}" AS value FROM "${parent}" LIMIT 1`).get() as
    | { value: SqlValue }
    | undefined;
  if (!found) throw new Error(`${parent} has no row yet`);
  return found.value;
}

function plainValue({ name, type }: Column, now: number): SqlValue {
  if (type === 'BLOB') return Buffer.alloc(DIGEST_BYTES, 7);
  if (type === 'REAL') return 1;
  if (type === 'INTEGER') return /_at$|_until$/.test(name) ? now : 1;
  if (LISTS.test(name)) return '[]';
  if (JSON_COLUMNS.test(name)) return '{}';
  if (name === 'uuid') return '0190b6a0-0000-7000-8000-00000000f111';
  return 'filled';
}
