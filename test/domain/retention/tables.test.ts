import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { walks } from '../../../src/domain/retention/retention-rows.ts';
import { roomOrder, tables, walksFor } from '../../../src/domain/retention/tables.ts';
import { openEmpty } from '../database.ts';

const sources = join(import.meta.dirname, '../../../src');

t.test('every table of the schema has a line, and every line a table', t => {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  const there = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  t.same(Object.keys(tables).sort(), (there as { name: string }[]).map(({ name }) => name).sort());
  const columnsOf = (table: string) =>
    (db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[]).map(({ name }) => name);
  for (const [name, { age }] of Object.entries(tables)) {
    if ('by' in age) t.ok(columnsOf(name).includes(age.by), `${name} has its times in ${age.by}`);
    if ('with' in age) t.ok(Object.hasOwn(tables, age.with) && age.with !== name, `${name} goes with ${age.with}`);
  }
  t.end();
});

t.test('whatever walks through rows is of a table, and what is of a table walks', t => {
  const named = Object.values(tables).flatMap(({ age }) => ('walks' in age && age.walks !== 'log' ? age.walks : []));
  // These go with the last message that needs them.
  t.same([...named, 'decodings', 'receivers'].sort(), [...walks].sort());
  t.end();
});

t.test('every bound that is named is one of the sources', t => {
  const all = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && file.name.endsWith('.ts') && file.name !== 'tables.ts')
    .map(file => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');
  for (const [name, { most }] of Object.entries(tables)) {
    for (const [constant] of most.matchAll(/\b[A-Z]+_[A-Z_]+\b|\bPART\b/g)) {
      t.ok(new RegExp(`const ${constant}\\b`).test(all), `${constant} bounds ${name}`);
    }
    for (const [setting] of most.matchAll(/\b[a-z]+\.[a-z_]+\b/g)) {
      t.ok(new RegExp(`\\b${setting.split('.')[1]}:`).test(all), `${setting} bounds ${name}`);
    }
  }
  t.end();
});

t.test('room is made of what is of no use, then of the long past, then of the rest', t => {
  t.same(walksFor('hours'), ['hours']);
  t.same(walksFor('messages'), []);
  t.ok(
    ['activity', 'failures', 'valueDays', 'centerFigures'].every(walk => walksFor('figures').includes(walk as never)),
  );
  t.ok(walksFor('rows').includes('events'));
  const place = (take: string, beforeDays: number) =>
    roomOrder.findIndex(each => each.take === take && each.beforeDays === beforeDays);
  t.ok(place('figures', 30) < place('messages', 0), 'figures of the long past go before the newest messages');
  t.ok(place('rows', 30) < place('messages', 0));
  t.end();
});
