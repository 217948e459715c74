import type { Db, SqlValue } from './driver.ts';

/** What SQLite gives for a column; `?` where it may be NULL. */
type Kind = 'text' | 'integer' | 'real' | 'blob';

/** The columns of an entity, listed once: its statements and the type of its rows come from them. */
export type Columns = Readonly<Record<string, Kind | `${Kind}?`>>;

type Value<K> = K extends `${infer Plain}?`
  ? Value<Plain> | null
  : K extends 'text'
    ? string
    : K extends 'blob'
      ? Uint8Array
      : number;

/** A row as a statement that selects these columns gives it. */
export type RowOf<C extends Columns> = { -readonly [N in keyof C]: Value<C[N]> };

export function namesOf<C extends Columns>(columns: C): readonly (keyof C & string)[] {
  return Object.keys(columns);
}

/** As a SELECT lists them. @param table the name that the statement has for it */
export function listed(columns: Columns, table?: string): string {
  return Object.keys(columns)
    .map(name => (table === undefined ? name : `${table}.${name}`))
    .join(', ');
}

/** Inserts whole rows. @param otherwise what follows when there is one already. @returns gives the row id */
export function inserter<C extends Columns>(
  db: Db,
  table: string,
  columns: C,
  otherwise = '',
): (row: Readonly<RowOf<C>>) => number {
  const names = namesOf(columns);
  const places = names.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT INTO ${table} (${listed(columns)}) VALUES (${places}) ${otherwise}`);
  return row => insert.run(...names.map((name): SqlValue => row[name])).lastInsertRowid;
}
