import { fileTrouble } from '../../kit/faults/file-trouble.ts';
import type { Db, SqlValue } from '../driver.ts';
import { tablesOf } from '../snapshot/snapshot.ts';
import type { SalvagedTables } from './salvaged-tables.ts';

/** What was read out of a damaged database. */
export interface Salvage {
  /** Tables that are as they were at the moment of the damage. */
  readonly whole: readonly string[];
  /** Tables of which rows may be missing. */
  readonly partial: readonly string[];
  /** Tables of which nothing was taken. */
  readonly left: readonly string[];
}

/**
 * Takes over what a damaged database still says, into one of the same schema. Over a snapshot (`onto` has rows) only tables that
 * are whole, in place of the snapshot's; into an empty one every row that can be read. Foreign keys must be off in `onto`.
 * @param path of the damaged file
 * @param together what means something only together: what refers to a registration by its row id is of no use beside
 * registrations of another time
 */
export function salvage(
  damaged: Db,
  path: string,
  onto: Db,
  hasRows: boolean,
  together: readonly SalvagedTables[],
): Salvage {
  const groups = Map.groupBy(together, ({ group }) => group);
  const derived = together.flatMap(each => (each.derived ? each.tables : []));
  const found = new Set(tablesOf(damaged));
  const tables = tablesOf(onto).filter(table => found.has(table));
  const whole = new Set(tables.filter(table => isWhole(damaged, table)));
  if (hasRows) {
    for (const group of groups.values()) {
      const names = group.flatMap(each => each.tables);
      if (names.every(name => whole.has(name))) continue;
      if (group.some(each => each.required)) return { whole: [], partial: [], left: tables };
      for (const name of names) whole.delete(name);
    }
  } else if (!derived.every(name => whole.has(name))) {
    for (const name of derived) whole.delete(name);
  }
  // The connection in `damaged` stays: closing the last one would write to the file.
  onto.prepare('ATTACH ? AS damaged').run(path);
  const partial = hasRows ? [] : tables.filter(table => !whole.has(table) && !derived.includes(table));
  onto.atomic(() => {
    for (const table of [...whole, ...partial]) onto.exec(`DELETE FROM "${table}"`);
    for (const table of whole) copyTable(onto, table);
    for (const table of partial) copyRows(damaged, onto, table);
    for (const table of [...whole, ...partial])
      if (givesNumbersOnce(onto, table)) keepGivenNumbers(damaged, onto, table);
  });
  onto.exec('DETACH damaged');
  const left = tables.filter(table => !whole.has(table) && !partial.includes(table));
  return { whole: [...whole], partial, left };
}

/** A table that another connection holds may be whole. */
function ofDamage(cause: unknown): boolean {
  const trouble = fileTrouble(cause);
  return trouble !== undefined && trouble !== 'busy';
}

function isWhole(db: Db, table: string): boolean {
  try {
    const [first] = db.prepare(`PRAGMA quick_check("${table}")`).all() as { quick_check: string }[];
    return first?.quick_check === 'ok';
  } catch (cause) {
    if (!ofDamage(cause)) throw cause;
    return false;
  }
}

/** Both tables were made by the same migrations: without names of columns, SQLite copies page by page where it can. */
function copyTable(to: Db, table: string): void {
  const hidden = to.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden > 0').all(table);
  if (hidden.length === 0) {
    to.exec(`INSERT INTO main."${table}" SELECT * FROM damaged."${table}"`);
    return;
  }
  const names = columnsOf(to, table)
    .map(name => `"${name}"`)
    .join(', ');
  to.exec(`INSERT INTO main."${table}" (${names}) SELECT ${names} FROM damaged."${table}"`);
}

function columnsOf(db: Db, table: string): string[] {
  const rows = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').all(table) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Copies rows from the front, and where a page cannot be read, from the end as well: two damaged places lose what is between. */
function copyRows(from: Db, to: Db, table: string): void {
  const columns = columnsOf(to, table);
  const key = keyOf(to, table);
  const names = columns.map(name => `"${name}"`).join(', ');
  const insert = to.prepare(
    `INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const take = (order: 'ASC' | 'DESC') => {
    const sorted = key.map(name => `"${name}" ${order}`).join(', ');
    const rows = from.prepare(`SELECT ${names} FROM "${table}" NOT INDEXED ORDER BY ${sorted}`, { bigint: true });
    for (const row of rows.iterate() as Iterable<Record<string, SqlValue>>) {
      try {
        insert.run(...columns.map(name => row[name] ?? null));
      } catch (cause) {
        // What lies in the row is not what its column takes; trouble with the new file is another matter.
        if (fileTrouble(cause) !== undefined) throw new NewFileTrouble(cause);
      }
    }
  };
  for (const order of ['ASC', 'DESC'] as const) {
    try {
      take(order);
      return;
    } catch (cause) {
      if (cause instanceof NewFileTrouble) throw cause.cause;
      if (fileTrouble(cause) !== 'damaged') throw cause;
    }
  }
}

/** Trouble with the file that is written, not with the damaged one. */
class NewFileTrouble extends Error {
  constructor(cause: unknown) {
    super('the new file cannot be written', { cause });
  }
}

/** The columns a table is sorted by on the disk. */
function keyOf(db: Db, table: string): readonly string[] {
  const rows = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk').all(table) as {
    name: string;
  }[];
  return rows.length > 0 ? rows.map(({ name }) => name) : ['rowid'];
}

function givesNumbersOnce(db: Db, table: string): boolean {
  const { sql } = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) as { sql: string };
  return sql.includes('AUTOINCREMENT');
}

/** How far the numbers of such a table are given is not in its rows. */
function keepGivenNumbers(from: Db, to: Db, table: string): void {
  let seq = 0;
  try {
    const row = from.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
    seq = (row as { seq: number } | undefined)?.seq ?? 0;
  } catch (cause) {
    if (!ofDamage(cause)) throw cause;
  }
  const given = to.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(seq, table);
  if (given.changes === 0) to.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, seq);
}

/** Removes rows whose parent is missing, and then the rows below those, until every reference leads somewhere. */
export function removeOrphans(db: Db): void {
  const references = tablesOf(db).flatMap(table =>
    (
      db
        .prepare(
          'SELECT "table" AS parent, "from" AS child, coalesce("to", \'id\') AS key FROM pragma_foreign_key_list(?)',
        )
        .all(table) as { parent: string; child: string; key: string }[]
    ).map(reference => ({ table, ...reference })),
  );
  let removed = 1;
  while (removed > 0) {
    removed = 0;
    for (const { table, parent, child, key } of references) {
      removed += db
        .prepare(
          `DELETE FROM "${table}" WHERE "${child}" IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM "${parent}" p WHERE p."${key}" = "${table}"."${child}")`,
        )
        .run().changes;
    }
  }
}
