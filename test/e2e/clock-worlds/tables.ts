import { type Db, openDb } from '../../../src/database/driver.ts';
import { tablesOf } from '../../../src/database/snapshot/snapshot.ts';

/** Column by column, as SQL writes it: a number, 'text', X'bytes' or NULL. */
export type Row = Readonly<Record<string, string>>;

/** Another table that a column names rows of. */
export interface Reference {
  readonly column: string;
  readonly table: string;
}

export interface Table {
  readonly rows: readonly Row[];
  /** The column whose value the table itself gives to a new row; undefined: there is none. */
  readonly id: string | undefined;
  readonly references: readonly Reference[];
}

/** Every table that there is, by its name. */
export type Contents = ReadonlyMap<string, Table>;

export function contentsOf(path: string): Contents {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  try {
    return new Map(tablesOf(db).map(name => [name, tableOf(db, name)]));
  } finally {
    db.close();
  }
}

function tableOf(db: Db, name: string): Table {
  const columns = db.prepare(`SELECT name, type, pk FROM pragma_table_info('${name}')`).all() as {
    name: string;
    type: string;
    pk: number;
  }[];
  const quoted = columns.map(column => `quote("${column.name}") AS "${column.name}"`).join(', ');
  const rows = db.prepare(`SELECT ${quoted} FROM "${name}"`).all() as unknown as Row[];
  const keys = columns.filter(({ pk }) => pk > 0);
  const [key] = keys;
  const id = keys.length === 1 && key?.type === 'INTEGER' ? key.name : undefined;
  const references = db.prepare(`SELECT "from" AS "column", "table" FROM pragma_foreign_key_list('${name}')`).all();
  return { rows, id, references: references as unknown as Reference[] };
}
