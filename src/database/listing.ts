import type { Db, SqlValue } from './driver.ts';
import type { Position } from './scan.ts';
import { statementsOf } from './statements.ts';

/** One page of a list over registrations, in SQL. Every name in the SQL comes from the code; what a client sent is in the values. */
export interface Listing<Row> {
  /** A select whose rows have an `id` and the columns named below. */
  readonly source: string;
  readonly sourceValues: readonly SqlValue[];
  readonly where: readonly string[];
  readonly values: readonly SqlValue[];
  readonly columns: string;
  readonly orderBy: string;
  readonly descending: boolean;
  readonly after: Position<SqlValue> | undefined;
  readonly size: number;
  /** How many are left out before the first. */
  readonly offset?: number | undefined;
  /** What SQL cannot judge, above all letters beyond ASCII; every row is read then. */
  readonly keep: ((row: Row) => boolean) | undefined;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** Rows under the same filters, on all pages. */
  readonly total: number;
  readonly more: boolean;
}

/** Reads pages by key, so that rows that come or go meanwhile neither repeat nor push out others. */
export function listReader(db: Db) {
  const statement = statementsOf(db);

  return <Row>(listing: Listing<Row>): ListPage<Row> => {
    const { source, sourceValues, columns, orderBy, descending, after, size, offset = 0, keep } = listing;
    const filtered = `FROM (${source})${listing.where.length > 0 ? ` WHERE ${listing.where.join(' AND ')}` : ''}`;
    const values = [...sourceValues, ...listing.values];
    const way = descending ? 'DESC' : 'ASC';
    const cursor = `${listing.where.length > 0 ? 'AND' : 'WHERE'} (${orderBy}, id) ${descending ? '<' : '>'} (?, ?)`;
    const sort = `ORDER BY ${orderBy} ${way}, id ${way}`;
    const pageSql = `SELECT ${columns} ${filtered} ${after ? cursor : ''} ${sort}`;
    const pageValues = after ? [...values, ...after] : values;

    if (!keep) {
      const { total } = statement(`SELECT count(*) AS total ${filtered}`).get(...values) as { total: number };
      const rows = statement(`${pageSql} LIMIT ? OFFSET ?`).all(...pageValues, size + 1, offset) as Row[];
      return { rows: rows.slice(0, size), total, more: rows.length > size };
    }
    let total = 0;
    for (const row of statement(`SELECT ${columns} ${filtered}`).iterate(...values) as Iterable<Row>) {
      if (keep(row)) total++;
    }
    const rows: Row[] = [];
    let passed = 0;
    for (const row of statement(pageSql).iterate(...pageValues) as Iterable<Row>) {
      if (!keep(row) || passed++ < offset) continue;
      if (rows.length === size) return { rows, total, more: true };
      rows.push(row);
    }
    return { rows, total, more: false };
  };
}

/** A judge for `search` and `tags`; undefined when neither is asked for. */
export function textFilter<Row extends { readonly tags: string }>(
  search: string | undefined,
  tags: Readonly<Record<string, string>>,
  texts: (row: Row) => readonly string[],
): ((row: Row) => boolean) | undefined {
  const wanted = Object.entries(tags);
  const needle = search?.toLowerCase();
  if (needle === undefined && wanted.length === 0) return undefined;
  return row => {
    if (needle !== undefined && !texts(row).some(text => text.toLowerCase().includes(needle))) return false;
    if (wanted.length === 0) return true;
    const rowTags = JSON.parse(row.tags) as Record<string, string>;
    return wanted.every(([key, value]) => Object.hasOwn(rowTags, key) && rowTags[key] === value);
  };
}

/** Runs a write; a broken unique index becomes the caller's fault. */
export function unique(run: () => void, orElse: () => Error): void {
  try {
    run();
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('UNIQUE constraint failed')) throw orElse();
    throw cause;
  }
}
