import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { countRows, verifySnapshot, writeSnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { engine } from '../engine.ts';

const NOT_GOOD = { message: /is not a good copy/ };

/** A database of some megabytes, open for writing. */
function filled(dir: string) {
  const source = join(dir, 'waystation.db');
  const db = openDb(source, { engine, mode: 'writer', synchronous: 'normal' });
  db.exec(
    'CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; CREATE INDEX line_text ON line (text)',
  );
  db.exec('CREATE TABLE other (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID; PRAGMA user_version = 5');
  const insert = db.prepare('INSERT INTO line (text) VALUES (?)');
  db.atomic(() => {
    for (let i = 0; i < 5000; i++) insert.run(`${i}`.padEnd(500, '.'));
  });
  return { db, insert, source, target: join(dir, 'copy.db') };
}

t.test('a snapshot is the state at which it began, while the database is written', async t => {
  const { db, insert, source, target } = filled(t.testdir());
  const writing = setInterval(() => insert.run('written meanwhile'), 1);
  const report = await writeSnapshot({ source, target, engine });
  clearInterval(writing);
  insert.run('written later');
  t.match(report, { schema: 5, rows: { line: 5000, other: 0 } });
  t.equal(report.bytes, statSync(target).size);
  t.ok((countRows(db).line ?? 0) > 5000);
  db.close();
  t.match(report, verifySnapshot(target, engine));
  t.equal(report.written, report.bytes);
  t.equal(statSync(target).mode & 0o777, 0o600);
  t.same(readdirSync(join(target, '..')).sort(), ['copy.db', 'waystation.db'], 'nothing else is left');
});

t.test('a snapshot that cannot be made leaves what has its name', async t => {
  const { db, source, target } = filled(t.testdir());
  writeFileSync(target, 'the one before');
  db.close();
  // The middle of the tables is gone.
  truncateSync(source, statSync(source).size / 2);
  await t.rejects(writeSnapshot({ source, target, engine }));
  t.equal(readFileSync(target, 'utf8'), 'the one before');
  t.same(
    readdirSync(join(target, '..')).filter(name => name.includes('part')),
    [],
  );
});

t.test('a damaged snapshot is found out', async t => {
  const { db, source, target } = filled(t.testdir());
  db.close();
  await writeSnapshot({ source, target, engine });
  const whole = readFileSync(target);
  const damages: Record<string, Buffer> = {
    'a page of zeros': Buffer.concat([whole.subarray(0, 40_960), Buffer.alloc(4096), whole.subarray(45_056)]),
    'cut off': whole.subarray(0, whole.length - 4096),
    'no database': Buffer.from('x'.repeat(8192)),
    'a wrong header': Buffer.concat([Buffer.alloc(16), whole.subarray(16)]),
    empty: Buffer.alloc(0),
  };
  for (const [name, content] of Object.entries(damages)) {
    writeFileSync(target, content);
    t.throws(() => verifySnapshot(target, engine), NOT_GOOD, name);
  }
  const absent = join(target, '..', 'absent.db');
  t.throws(() => verifySnapshot(absent, engine), NOT_GOOD);
  t.notOk(existsSync(absent), 'looking for it does not make it');
});
