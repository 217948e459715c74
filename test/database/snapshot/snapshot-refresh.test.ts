import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import { verifySnapshot, writeSnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { listSnapshots } from '../../../src/database/snapshot/snapshot-files.ts';
import { refreshSnapshot } from '../../../src/database/snapshot/snapshot-refresh.ts';
import { engine } from '../engine.ts';

const PAGE = 4096;

/** A database of some megabytes in use, and two snapshots of it: of a while ago, and of now. */
async function scene(dir: string) {
  const source = join(dir, 'waystation.db');
  const backups = join(dir, 'backups');
  mkdirSync(backups);
  const name = (day: number) => join(backups, `waystation-2026010${day}T000000Z-schema5.db`);
  const db = openDb(source, { engine, mode: 'writer', synchronous: 'normal' });
  db.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; PRAGMA user_version = 5');
  const insert = db.prepare('INSERT INTO line (text) VALUES (?)');
  const fill = (rows: number, letter: string) =>
    db.atomic(() => {
      for (let i = 0; i < rows; i++) insert.run(letter.repeat(500));
    });
  fill(5000, 'a');
  await writeSnapshot({ source, target: name(1), engine });
  fill(50, 'b');
  await writeSnapshot({ source, target: name(2), engine });
  const file = openSync(source, 'r');
  const refresh = (base = name(1)) => refreshSnapshot({ source, file, base, newest: name(2), target: name(3), engine });
  const end = () => {
    db.close();
    closeSync(file);
  };
  return { db, source, fill, refresh, name, backups, end };
}

/** What a database holds, page by page, but for the first: it says in which form its log is. */
const pages = (path: string) => readFileSync(path).subarray(PAGE);

t.test('an older snapshot becomes the next one, and only what differs is written', async t => {
  const { db, source, fill, refresh, name, backups, end } = await scene(t.testdir());
  fill(50, 'c');
  db.exec("UPDATE line SET text = 'changed' WHERE id = 2500; DELETE FROM line WHERE id = 100");
  const report = refresh();
  t.match(report, { schema: 5, rows: { line: 5099 }, bytes: statSync(name(3)).size });
  t.match(report, verifySnapshot(name(3), engine));
  t.ok(report.written > 10 * PAGE && report.written < 60 * PAGE, `${report.written} of ${report.bytes} bytes`);
  t.same(
    listSnapshots(backups).map(({ path }) => path),
    [name(3), name(2)],
  );
  t.equal(statSync(name(3)).mode & 0o777, 0o600);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  t.ok(pages(source).equals(pages(name(3))));
  end();
});

t.test('a database that has become smaller gives a smaller snapshot', async t => {
  const { db, source, refresh, name, end } = await scene(t.testdir());
  db.exec('DELETE FROM line WHERE id > 1000; PRAGMA incremental_vacuum');
  t.match(refresh(), { rows: { line: 1000 } });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  t.equal(statSync(name(3)).size, statSync(source).size);
  end();
});

t.test('whatever the base holds, the snapshot is right', async t => {
  for (const content of [Buffer.alloc(0), Buffer.alloc(3_000_001, 7), Buffer.alloc(100, 7)]) {
    const { fill, refresh, backups, name, end } = await scene(t.testdir());
    const base = join(backups, 'waystation-20250101T000000Z-schema5.db.part');
    writeFileSync(base, content);
    // What a crash has left beside it would be taken for a part of it.
    writeFileSync(`${name(3)}.part-journal`, readFileSync(name(2)));
    fill(10, 'd');
    t.match(refresh(base), { rows: { line: 5060 } });
    t.match(verifySnapshot(name(3), engine), { rows: { line: 5060 } });
    t.same(
      readdirSync(backups).sort(),
      [name(1), name(2), name(3)].map(path => path.slice(backups.length + 1)),
    );
    end();
  }
});

t.test('a newest one that is not whole any more is what is written over', async t => {
  const { refresh, name, backups, end } = await scene(t.testdir());
  const torn = readFileSync(name(2));
  torn.fill(0xff, 40 * PAGE, 41 * PAGE);
  writeFileSync(name(2), torn);
  refresh();
  t.same(
    listSnapshots(backups).map(({ path }) => path),
    [name(3), name(1)],
  );
  for (const { path } of listSnapshots(backups)) t.ok(verifySnapshot(path, engine));
  end();
});

t.test('one that fails leaves the newest as it was, and a base for the next', async t => {
  const { source, fill, refresh, name, backups, end } = await scene(t.testdir());
  fill(5000, 'e');
  const before = readFileSync(name(2));
  const short = join(dirname(source), 'short');
  copyFileSync(name(1), short);
  const file = openSync(short, 'r');
  t.throws(
    () => refreshSnapshot({ source, file, base: name(1), newest: name(2), target: name(3), engine }),
    /shorter than the database/,
  );
  closeSync(file);
  t.same(
    listSnapshots(backups).map(({ path }) => path),
    [name(2)],
  );
  t.ok(readFileSync(name(2)).equals(before));
  t.match(refresh(`${name(3)}.part`), { rows: { line: 10_050 } });
  end();
});

t.test('a snapshot is one state of a database that is written and checkpointed meanwhile', async t => {
  const dir = t.testdir();
  const path = join(dir, 'waystation.db');
  const store = await openStore({ path, engine, synchronous: 'normal' });
  const name = (day: number) => join(dir, 'backups', `waystation-2026010${day}T000000Z-schema5.db`);
  mkdirSync(join(dir, 'backups'));
  const write = (n: number) => store.write.installation.setValue(`n${n}`, `${n}`.padEnd(2000, '.'));
  for (let n = 0; n < 6000; n++) void (await write(n));
  await store.snapshot(name(1));
  await store.snapshot(name(2));
  for (let day = 3; day < 8; day++) {
    let taken = false;
    const snapshot = store
      .snapshot(name(day), undefined, { base: name(day - 2), newest: name(day - 1) })
      .finally(() => {
        taken = true;
      });
    for (let n = day * 10_000; !taken; n++) {
      await Promise.all([write(n), write(n + 1), write(n + 2)]);
      if (n % 20 === 0) await store.write.retention.truncateLog();
    }
    const report = await snapshot;
    t.match(report, verifySnapshot(name(day), engine));
    t.notOk(existsSync(name(day - 2)));
  }
  // The file was read beside SQLite: its locks are those of the process, and must all be there. Who wants a database for itself asks for
  // the lock of its file alone; a change of its journal would be refused for those of the log's index, too, which is another file.
  const other = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(process.argv[1]);
    try { db.exec('PRAGMA locking_mode = EXCLUSIVE'); console.log(db.prepare('SELECT count(*) > 0 AS read FROM sqlite_schema').get().read); }
    catch (cause) { console.log(cause.message); }`;
  // A simulated engine has its locks in memory.
  const isLocked = typeof engine === 'string' ? /locked/ : /1/;
  t.match(execFileSync(process.execPath, ['-e', other, path], { encoding: 'utf8' }), isLocked);
  await store.close();
  t.equal(execFileSync(process.execPath, ['-e', other, path], { encoding: 'utf8' }).trim(), '1');
});
