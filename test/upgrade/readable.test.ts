import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Db, openDb, withReader } from '../../src/database/driver.ts';
import { latestOf, type Migration, migrate, readableFrom, schemaVersion } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { contents } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { schemaOf } from '../../src/upkeep/database-file.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { breakages } from './readable.ts';

const engine = 'better-sqlite3';
const latest = latestOf(migrations);
const WINDOW_MS = 500;
const NEAR = '70b3d59cd0000001';
/** From here on each migration says what it is; those before are what no released program had to read. */
const FIRST_THAT_SAYS = 81;

/** What a release may do so that the one before runs on its file. */
const additive: Migration = {
  id: latest + 1,
  readableFrom: latest,
  up: `CREATE TABLE later (id INTEGER PRIMARY KEY, endpoint INTEGER REFERENCES endpoint (id) ON DELETE CASCADE) STRICT;
    ALTER TABLE message ADD COLUMN later INTEGER; ALTER TABLE endpoint ADD COLUMN more TEXT NOT NULL DEFAULT 'x';
    CREATE INDEX message_later ON message (later)`,
};
const breaking: Migration = { id: latest + 2, up: 'CREATE TABLE much_later (id INTEGER PRIMARY KEY) STRICT' };

function made(all: readonly Migration[], to = latestOf(all)): Db {
  const db = openDb(':memory:', { engine, mode: 'writer' });
  migrate(db, all, to);
  return db;
}

t.test('a file says which programs may run on it', async t => {
  for (const [all, schema, readable] of [
    [migrations, latest, 75],
    [[...migrations, additive], latest + 1, latest],
    [[...migrations, additive, { ...additive, id: latest + 2, up: '', readableFrom: latest - 5 }], latest + 2, latest],
    [[...migrations, additive, breaking], latest + 2, latest + 2],
    [
      [...migrations, additive, breaking, { ...breaking, id: latest + 3, up: '', readableFrom: latest }],
      latest + 3,
      latest + 2,
    ],
  ] as const) {
    const db = made(all);
    t.same([schemaVersion(db), readableFrom(db)], [schema, readable]);
    db.close();
  }
  const before = made(migrations);
  before.exec('PRAGMA application_id = 0');
  t.equal(readableFrom(before), latest, 'one of before says nothing, and is for its own');
  migrate(before, [...migrations, additive]);
  t.equal(readableFrom(before), latest);
  before.close();
});

t.test('every migration that says that an older program runs on its file is one', async t => {
  t.same(
    migrations.filter(each => each.id >= FIRST_THAT_SAYS && each.readableFrom === undefined).map(({ id }) => id),
    [],
    'each says what it is: its own number where it breaks something',
  );
  for (const { id, readableFrom: from = id } of migrations) {
    if (from === id) continue;
    const [before, after] = [made(migrations, from), made(migrations, id)];
    t.same(breakages(before, after), [], `${id}, readable from ${from}`);
    before.close();
    after.close();
  }
});

t.test('what an older program would not find or fill is seen', async t => {
  const wrong: readonly [string, RegExp][] = [
    ['ALTER TABLE message ADD COLUMN needed INTEGER NOT NULL', /column message\.needed has no default|Cannot add/],
    ['ALTER TABLE message DROP COLUMN mac', /message/],
    ['ALTER TABLE endpoint RENAME COLUMN name TO title', /column endpoint\.name is gone/],
    ['DROP TABLE endpoint_heard', /table endpoint_heard is gone/],
    ['CREATE UNIQUE INDEX one_name ON endpoint (name)', /index one_name binds rows/],
    ['CREATE TRIGGER hook AFTER INSERT ON message BEGIN SELECT 1; END', /trigger hook binds rows/],
    [
      'CREATE TABLE holds (id INTEGER PRIMARY KEY, e INTEGER REFERENCES endpoint (id))',
      /table holds keeps rows of endpoint/,
    ],
    ['ALTER TABLE endpoint ADD COLUMN other INTEGER CHECK (other > 5)', /table endpoint has other rules/],
  ];
  for (const [up, seen] of wrong) {
    const [before, after] = [made(migrations), made(migrations)];
    try {
      after.exec(up);
      t.match(breakages(before, after).join('; '), seen, up);
    } catch (cause) {
      // What SQLite itself refuses is no migration.
      t.match(
        (cause as Error).message,
        seen.source.includes('Cannot') ? /Cannot add/ : /no such column|cannot drop/,
        up,
      );
    }
    before.close();
    after.close();
  }
  const [before, after] = [made(migrations), made([...migrations, additive])];
  t.same(breakages(before, after), [], 'and what it would is not');
  before.close();
  after.close();
});

/** A folder with a database of the next release, as that leaves it. */
async function nextRelease(dir: string, all: readonly Migration[]) {
  const path = join(dir, 'waystation.db');
  const snapshots = join(dir, 'backups');
  const prepare = (each: readonly Migration[], now = Date.now()) =>
    prepareDatabase({ path, engine, contents: { ...contents, migrations: each }, snapshots, now });
  await (await Center.start({ dir }))[Symbol.asyncDispose]();
  await prepare(all);
  return { path, snapshots, prepare };
}

t.test('this release runs on the file of the next, and the next goes on with it', async t => {
  const dir = t.testdir();
  const { path, prepare } = await nextRelease(dir, [...migrations, additive]);
  t.same(schemaOf(path, engine), { schema: latest + 1, readable_from: latest });
  {
    await using center = await Center.start({ dir });
    await center.api.call('CreateEndPoint', { endpoint: { ep_eui: METER, name: 'meter' } });
    await using near = await center.baseStation({ bsEui: NEAR });
    await near.start('ulData', uplink({ packetCnt: 7, rxTime: near.nowNs() }));
    using follower = center.follow('0');
    await center.clock.advance(WINDOW_MS);
    t.match(await follower.next(), { ep_eui: METER, packet_cnt: 7 });
    t.same(near.complaints, []);
  }
  t.same(schemaOf(path, engine), { schema: latest + 1, readable_from: latest }, 'it is left as it is');
  t.equal((await prepare([...migrations, additive])).upgraded, undefined);
  const rows = withReader(path, engine, db => db.prepare('SELECT more FROM endpoint').all());
  t.same(rows, [{ more: 'x' }]);
});

t.test('a file that this release cannot run on is refused as ever', async t => {
  const dir = t.testdir();
  const { prepare } = await nextRelease(dir, [...migrations, additive, breaking]);
  await t.rejects(prepare(migrations), {
    message: new RegExp(`schema version ${latest + 2}, this release knows ${latest}`),
  });
  await t.rejects(Center.start({ dir }), { message: /start the newer release again/ });
});

t.test('a damaged file of the next release is replaced by a snapshot of it', async t => {
  const dir = t.testdir();
  const { path, snapshots, prepare } = await nextRelease(dir, [...migrations, additive]);
  const snapshot = nextSnapshot(snapshots, Date.now() + 1000, latest + 1);
  await writeSnapshot({ source: path, target: snapshot, engine, alone: true });
  copyFileSync('/dev/null', path);
  const { recovered } = await prepare(migrations, Date.now() + 2000);
  t.match(recovered, { why: 'the file was empty', snapshot: /./ });
  t.same(schemaOf(path, engine), { schema: latest + 1, readable_from: latest });
  await (await Center.start({ dir }))[Symbol.asyncDispose]();
});
