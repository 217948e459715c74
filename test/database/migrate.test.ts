import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { type Migration, schemaVersion } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { verifySnapshot } from '../../src/database/snapshot/snapshot.ts';
import { listSnapshots, nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { contents } from '../../src/domain/contents.ts';
import { T0 } from '../domain/message/log-store.ts';
import { engine } from './engine.ts';

const first: Migration = {
  id: 1,
  up: `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE) STRICT;`,
};
/** Rebuilds a table whose children refer to it with a cascade: with foreign keys on, all of them would go. */
const rebuilt: Migration = {
  id: 2,
  up: `CREATE TABLE parent_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, extra INTEGER NOT NULL DEFAULT 7) STRICT;
    INSERT INTO parent_new (id, name) SELECT id, name FROM parent; DROP TABLE parent;
    ALTER TABLE parent_new RENAME TO parent;`,
};
const STEPS = [
  ...['room', 'checkpoint', 'check', 'copy', 'migrate', 'compare'],
  ...['second name', 'swap', 'snapshot name', 'done'],
];

/** A database of the first schema, as a crash leaves it: what it holds is partly in the log. */
function old(dir: string) {
  const path = join(dir, 'waystation.db');
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  db.exec(`${first.up} PRAGMA user_version = 1; INSERT INTO meta (key, value) VALUES ('running', 'no')`);
  const parent = db.prepare('INSERT INTO parent (id, name) VALUES (?, ?)');
  const child = db.prepare('INSERT INTO child (parent) VALUES (?)');
  for (let id = 1; id <= 50; id++) {
    parent.run(id, `parent ${id}`);
    child.run(id);
  }
  const files = ['', '-wal'].map(suffix => [path + suffix, readFileSync(path + suffix)] as const);
  db.close();
  const restore = () => {
    for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
    for (const [name, content] of files) writeFileSync(name, content);
  };
  restore();
  const snapshots = join(dir, 'backups');
  const prepare = (migrations: readonly Migration[], step: (name: string) => void = () => {}) =>
    prepareDatabase({ path, engine, contents: { ...contents, migrations }, snapshots, now: T0, step });
  const look = () => {
    const reader = openDb(path, { engine, mode: 'reader' });
    try {
      const rows = (sql: string) => (reader.prepare(sql).get() as { n: number }).n;
      return {
        schema: schemaVersion(reader),
        parents: rows('SELECT count(*) AS n FROM parent'),
        children: rows('SELECT count(*) AS n FROM child'),
      };
    } finally {
      reader.close();
    }
  };
  return { dir, path, snapshots, restore, prepare, look };
}
const OLD = { schema: 1, parents: 50, children: 50 };
const NEW = { ...OLD, schema: 2 };

t.test('a copy is migrated, and the old database kept as a snapshot', async t => {
  const { prepare, look, snapshots, path, dir } = old(t.testdir());
  const { upgraded } = await prepare([first, rebuilt]);
  t.match(upgraded, { from: 1, to: 2 });
  t.same(look(), NEW);
  const [kept, ...more] = listSnapshots(snapshots);
  t.same(more, []);
  t.match(kept, { schema: 1, preUpgrade: true, path: upgraded?.snapshot });
  t.match(verifySnapshot(kept?.path ?? '', engine), { schema: 1, rows: { parent: 50, child: 50, meta: 1 } });
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(statSync(snapshots).mode & 0o777, 0o700);
  t.same(
    readdirSync(dir).filter(name => /upgrade|part/.test(name)),
    [],
  );
  t.same(await prepare([first, rebuilt]), {}, 'once is enough');
});

t.test('an end at any moment of a migration leaves the old database or the new one', async t => {
  const { prepare, look, restore, dir } = old(t.testdir());
  for (const end of STEPS) {
    restore();
    const seen: string[] = [];
    const killed = prepare([first, rebuilt], name => {
      seen.push(name);
      if (name === end) throw new Error('killed');
    });
    await t.rejects(killed, { message: 'killed' }, end);
    t.same(seen, STEPS.slice(0, STEPS.indexOf(end) + 1));
    t.same(look(), ['snapshot name', 'done'].includes(end) ? NEW : OLD, end);
    await prepare([first, rebuilt]);
    t.same(look(), NEW, `${end}: the next start goes on`);
    const left = [...readdirSync(dir), ...readdirSync(join(dir, 'backups'))];
    t.same(
      left.filter(name => /\.upgrade|part|replaced/.test(name)),
      [],
      end,
    );
    const [kept, ...more] = listSnapshots(join(dir, 'backups'));
    t.same(more, [], end);
    t.match(verifySnapshot(kept?.path ?? '', engine), { schema: 1, rows: { parent: 50, child: 50 } }, end);
    t.equal(statSync(kept?.path ?? '').nlink, 1, `${end}: the snapshot is a file of its own`);
  }
});

t.test('a migration that loses rows is refused, and nothing changed', async t => {
  const { prepare, look, path } = old(t.testdir());
  const loses = { id: 2, up: 'DELETE FROM child WHERE id > 45' };
  await t.rejects(prepare([first, loses]), { message: /table child had 50 rows and has 45.*release before/ });
  t.same(look(), OLD);
  t.notOk(existsSync(`${path}.upgrade`));
  await t.rejects(prepare([first, { id: 2, up: 'DROP TABLE child' }]), { message: /child/ });
  await t.rejects(prepare([first, { id: 2, up: 'DELETE FROM parent WHERE id = 1', changesRows: ['parent'] }]), {
    message: /rows of child without their parent/,
  });
  await t.rejects(prepare([first, { id: 2, up: 'CREATE TABLE child (id INTEGER)' }]), { message: /already exists/ });
  t.same(look(), OLD);
});

t.test('the next start that works hears once of an upgrade that failed', async t => {
  const { prepare, path, dir } = old(t.testdir());
  await t.rejects(prepare([first, { id: 2, up: 'DELETE FROM child WHERE id > 45' }]));
  t.equal(statSync(`${path}.upgrade-failed`).mode & 0o777, 0o600);
  const { failedUpgrade } = await prepare([first]);
  t.match(failedUpgrade, { from: 1, to: 2, message: /table child had 50 rows and has 45/, at: T0 });
  t.same(await prepare([first]), {});
  writeFileSync(`${path}.upgrade-failed`, 'torn');
  t.same(await prepare([first]), {}, 'what cannot be read is nothing');
  t.notOk(readdirSync(dir).some(name => name.endsWith('-failed')));
});

t.test('a migration may say which tables it takes rows from', async t => {
  const { prepare, look } = old(t.testdir());
  await prepare([first, { id: 2, up: 'DELETE FROM child WHERE id > 45', changesRows: ['child'] }]);
  t.same(look(), { ...NEW, children: 45 });
});

t.test('a newer schema is refused with the snapshot that fits', async t => {
  const { prepare, look } = old(t.testdir());
  const { upgraded } = await prepare([first, rebuilt]);
  const name = upgraded?.snapshot.split('/').at(-1) ?? '';
  await t.rejects(prepare([first]), { message: new RegExp(`schema version 2, this release knows 1.*${name}`) });
  t.same(look(), NEW);
});

t.test('a database that another program reads is not swapped', async t => {
  const { prepare, look, path } = old(t.testdir());
  const reader = openDb(path, { engine, mode: 'reader' });
  reader.exec('PRAGMA busy_timeout = 0; BEGIN');
  reader.prepare('SELECT * FROM meta').all();
  const writer = openDb(path, { engine, mode: 'writer' });
  writer.exec("INSERT INTO meta (key, value) VALUES ('later', '')");
  await t.rejects(prepare([first, rebuilt]), { message: /another program/ });
  t.same(look(), OLD);
  reader.close();
  writer.close();
  await prepare([first, rebuilt]);
  t.same(look(), NEW);
});

t.test('of snapshots from before upgrades the newest two are kept', async t => {
  const { prepare, snapshots } = old(t.testdir());
  const migrations = [first, rebuilt];
  for (let id = 3; id <= 6; id++) migrations.push({ id, up: `CREATE TABLE t${id} (id INTEGER)` });
  const daily = nextSnapshot(snapshots, 0, 1);
  writeFileSync(daily, '');
  for (let to = 2; to <= 6; to++) await prepare(migrations.slice(0, to));
  t.same(
    listSnapshots(snapshots).map(({ schema, preUpgrade }) => ({ schema, preUpgrade })),
    [
      { schema: 5, preUpgrade: true },
      { schema: 4, preUpgrade: true },
      { schema: 1, preUpgrade: false },
    ],
  );
});
