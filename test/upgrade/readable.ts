import type { Db } from '../../src/database/driver.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
  readonly hidden: number;
}

/**
 * What a program of one schema would miss or break in a file of a later one: it knows its tables and columns, fills them as it always
 * did, and everything that happens by itself with its rows happens as before.
 */
export function breakages(before: Db, after: Db): string[] {
  return [...ofTables(before, after), ...ofNewTables(before, after), ...ofIndexesAndTriggers(before, after)];
}

function ofTables(before: Db, after: Db): string[] {
  return [...sqlOf(before, 'table')].flatMap(([table, sql]) => {
    const now = sqlOf(after, 'table').get(table);
    if (now === undefined) return [`table ${table} is gone`];
    const [old, all] = [columns(before, table), columns(after, table)];
    const byName = new Map(all.map(each => [each.name, each]));
    const known = old.flatMap(each => {
      const same = JSON.stringify(byName.get(each.name)) === JSON.stringify(each);
      return same ? [] : [`column ${table}.${each.name} is gone or another`];
    });
    const unfilled = all
      .filter(({ name }) => !old.some(each => each.name === name))
      .filter(({ notnull, dflt_value, hidden }) => notnull === 1 && dflt_value === null && hidden === 0)
      .map(({ name }) => `column ${table}.${name} has no default`);
    // ALTER TABLE ADD COLUMN adds its text; a table that was made anew may have other rules.
    const rules = (text: string) => [...text.matchAll(/\b(UNIQUE|CHECK|REFERENCES|STRICT|WITHOUT ROWID)\b/gi)].length;
    const stricter = rules(now) === rules(sql) ? [] : [`table ${table} has other rules`];
    return [...known, ...unfilled, ...stricter];
  });
}

/** An older program removes rows without a thought of what refers to them since. */
function ofNewTables(before: Db, after: Db): string[] {
  const known = sqlOf(before, 'table');
  return [...sqlOf(after, 'table').keys()]
    .filter(table => !known.has(table))
    .flatMap(table => {
      const keys = after.prepare('SELECT "table" AS target, on_delete FROM pragma_foreign_key_list(?)').all(table);
      return (keys as { target: string; on_delete: string }[])
        .filter(({ target, on_delete }) => known.has(target) && !['CASCADE', 'SET NULL'].includes(on_delete))
        .map(({ target }) => `table ${table} keeps rows of ${target}`);
    });
}

function ofIndexesAndTriggers(before: Db, after: Db): string[] {
  const tables = new Set(sqlOf(before, 'table').keys());
  return (['index', 'trigger'] as const).flatMap(type => {
    const [old, now] = [sqlOf(before, type), sqlOf(after, type)];
    const changed = [...old].filter(
      ([name, sql]) => now.get(name) !== sql && (type === 'trigger' || /UNIQUE/i.test(sql)),
    );
    const added = [...now].filter(([name]) => !old.has(name));
    const onOld = added.filter(([, sql]) => tables.has(/\bON\s+"?(\w+)"?/i.exec(sql)?.[1] ?? ''));
    return [
      ...changed.map(([name]) => `${type} ${name} is gone or another`),
      ...onOld
        .filter(([, sql]) => type === 'trigger' || /UNIQUE/i.test(sql))
        .map(([name]) => `${type} ${name} binds rows of a table that was there`),
    ];
  });
}

function sqlOf(db: Db, type: string): Map<string, string> {
  const rows = db
    .prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY name')
    .all(type) as { name: string; sql: string }[];
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

function columns(db: Db, table: string): Column[] {
  return db
    .prepare('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)')
    .all(table) as Column[];
}
