import { join } from 'node:path';
import t from 'tap';
import { type AnyEngine, type Db, type Engine, engineOf, openDb } from '../../src/database/driver.ts';
import { hostEngine } from '../sim/engine.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const simulated = await hostEngine();

for (const engine of [...ENGINES, simulated] satisfies AnyEngine[]) {
  const name = typeof engine === 'object' ? engine.name : engine;
  const opened = (dir: string, mode: 'writer' | 'reader' | 'upkeep' = 'writer'): Db =>
    openDb(join(dir, 'driver.db'), { engine, mode, synchronous: 'normal' });

  t.test(`${name}: values come back as they were given, integers as numbers or as bigints`, async t => {
    const db = opened(t.testdir());
    t.teardown(() => db.close());
    db.exec('CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, b BLOB) STRICT');
    const insert = db.prepare('INSERT INTO thing (n, r, s, b) VALUES (?, ?, ?, ?)');
    t.strictSame(insert.run(7, 1.5, 'a\u0000ü', Buffer.of(0, 255)), { changes: 1, lastInsertRowid: 1 });
    t.strictSame(insert.run(2n ** 62n, null, null, null), { changes: 1, lastInsertRowid: 2 });
    const row = db.prepare('SELECT n, r, s, b FROM thing WHERE id = ?').get(1) as Record<string, unknown>;
    t.match(row, { n: 7, r: 1.5, s: 'a\u0000ü' });
    t.ok(row.b instanceof Uint8Array);
    t.strictSame([...(row.b as Uint8Array)], [0, 255]);
    const wide = db.prepare('SELECT n FROM thing ORDER BY id', { bigint: true });
    t.strictSame(
      wide.all().map(found => ({ ...(found as object) })),
      [{ n: 7n }, { n: 2n ** 62n }],
    );
    t.equal(db.prepare('SELECT n FROM thing WHERE id = ?').get(3), undefined);
  });

  t.test(`${name}: rows are read one by one, and reading may end early`, async t => {
    const db = opened(t.testdir());
    t.teardown(() => db.close());
    const numbers = db.prepare(
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n',
    );
    const seen: number[] = [];
    for (const row of numbers.iterate(1000)) if (seen.push((row as { i: number }).i) === 3) break;
    t.strictSame(seen, [1, 2, 3]);
    t.equal([...numbers.iterate(5)].length, 5, 'the statement is free again');
  });

  t.test(`${name}: a transaction is kept as a whole or not at all, parts of it by savepoints`, async t => {
    const db = opened(t.testdir());
    t.teardown(() => db.close());
    db.exec('CREATE TABLE thing (name TEXT PRIMARY KEY) STRICT');
    const insert = db.prepare('INSERT INTO thing (name) VALUES (?)');
    const names = () =>
      db
        .prepare('SELECT name FROM thing ORDER BY name')
        .all()
        .map(row => (row as { name: string }).name);
    const twice = () => {
      insert.run('lost');
      insert.run('lost');
    };
    t.throws(() => db.atomic(twice), /UNIQUE constraint failed: thing\.name/);
    t.strictSame(names(), []);
    const count = db.atomic(() => {
      insert.run('kept');
      db.exec('SAVEPOINT part');
      t.throws(twice, /UNIQUE/);
      db.exec('ROLLBACK TO part; RELEASE part');
      return names().length;
    });
    t.equal(count, 1);
    t.strictSame(names(), ['kept']);
    t.throws(() => insert.run('kept'), /UNIQUE/);
    t.doesNotThrow(() => db.atomic(() => insert.run('after a failure')));
  });

  t.test(`${name}: a writer sets the form of the file, a reader sees what is committed and writes nothing`, async t => {
    const dir = t.testdir();
    const writer = opened(dir);
    t.teardown(() => writer.close());
    writer.exec(
      'CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE child (parent INTEGER REFERENCES parent (id)) STRICT',
    );
    const reader = opened(dir, 'reader');
    t.teardown(() => reader.close());
    const pragma = (db: Db, name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() as object)[0];
    t.equal(pragma(reader, 'journal_mode'), 'wal');
    t.equal(pragma(reader, 'auto_vacuum'), 2);
    t.equal(pragma(writer, 'synchronous'), 1);
    for (const db of [writer, reader]) {
      t.equal(pragma(db, 'foreign_keys'), 1);
      t.equal(pragma(db, 'trusted_schema'), 0);
    }
    const count = reader.prepare('SELECT count(*) AS n FROM parent');
    writer.atomic(() => {
      writer.prepare('INSERT INTO parent (id) VALUES (?)').run(1);
      t.match(count.get(), { n: 0 }, 'not committed yet');
    });
    t.match(count.get(), { n: 1 });
    t.throws(() => writer.prepare('INSERT INTO child (parent) VALUES (?)').run(2), /FOREIGN KEY/);
    t.throws(() => reader.exec('DELETE FROM parent'), /readonly/);
  });

  t.test(`${name}: a copy is made in steps, and given up between two of them`, async t => {
    const dir = t.testdir();
    const db = opened(dir);
    t.teardown(() => db.close());
    db.exec('CREATE TABLE thing (b BLOB) STRICT');
    const insert = db.prepare('INSERT INTO thing (b) VALUES (zeroblob(?))');
    db.atomic(() => {
      for (let n = 0; n < 40; n++) insert.run(100_000);
    });
    let steps = 0;
    await db.copyTo(join(dir, 'copy.db'), () => {
      steps++;
    });
    t.ok(steps >= 2, `${steps} steps`);
    const copy = openDb(join(dir, 'copy.db'), { engine, mode: 'upkeep' });
    t.match(copy.prepare('SELECT count(*) AS n, sum(length(b)) AS bytes FROM thing').get(), {
      n: 40,
      bytes: 4_000_000,
    });
    copy.close();
    const enough = new Error('enough');
    const given = db.copyTo(join(dir, 'other.db'), () => {
      throw enough;
    });
    await t.rejects(given, enough);
  });

  t.test(`${name}: a statement says what is wrong with it when it is first run`, async t => {
    const db = opened(t.testdir());
    t.teardown(() => db.close());
    const wrong = db.prepare('SELECT name FROM nowhere');
    t.throws(() => wrong.get(), /no such table: nowhere/);
    t.equal(db.engine, name);
  });
}

t.test('from source, the engine is better-sqlite3 unless another one is set', async t => {
  t.equal(engineOf('auto'), 'better-sqlite3');
  for (const engine of ENGINES) t.equal(engineOf(engine), engine);
});
