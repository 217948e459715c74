import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { checkDatabase, compactDatabase, databaseStatus } from '../../src/upkeep/database-file.ts';
import { Center, until } from '../peers/center.ts';
import { uplink } from '../peers/telegrams.ts';
import { filled, NEAR } from './filled.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];

t.test('of a database', async t => {
  const root = t.testdir();
  const original = await filled(join(root, 'original'));
  const copyOf = (name: string) => {
    cpSync(original, join(root, name), { recursive: true });
    return join(root, name, 'waystation.db');
  };
  const change = (path: string, sql: string) => {
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'upkeep' });
    db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    db.close();
  };
  const failing = (path: string) =>
    checkDatabase(path, 'node:sqlite', () => {})
      .filter(({ problems }) => problems.length > 0)
      .map(({ check }) => check);

  await t.test('the status is told while it is written, and nothing is changed by it', async t => {
    await using center = await Center.start({ dir: join(root, 'live') });
    const station = await center.baseStation({ bsEui: NEAR });
    await center.endpoint({ ep_eui: uplink().epEui });
    await station.hear(uplink());
    await center.clock.advance(1000);
    await until(async () => (await center.visible()) === 1);
    const path = center.database;
    const snapshot = nextSnapshot(join(root, 'live/backups'), center.clock.now(), 6);
    await writeSnapshot({ source: path, target: snapshot, engine: 'better-sqlite3' });
    for (const engine of ENGINES) {
      const found = databaseStatus(path, engine, join(root, 'live/backups'));
      t.match(found, { path, rows: { message: 1, endpoint: 1, base_station: 1 } });
      t.equal(found.schema, found.known_schema);
      t.ok(found.wal_bytes > 0);
      t.equal(found.newest_message_at, found.oldest_message_at);
      t.ok(Number(found.newest_message_at) > 0);
      t.equal(found.last_snapshot?.bytes, statSync(snapshot).size);
      t.same(
        checkDatabase(path, engine, () => {}).flatMap(({ problems }) => problems),
        [],
      );
    }
  });

  await t.test('an empty one has neither messages nor snapshots', async t => {
    const found = databaseStatus(copyOf('empty'), 'node:sqlite', join(root, 'nowhere'));
    t.match(found, { newest_message_at: null, last_snapshot: null });
  });

  await t.test('what is wrong is found', async t => {
    const cases: [sql: string, check: string][] = [
      ['UPDATE organization SET is_default = 0', 'one default organization'],
      [
        `INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags, receptions, decode_status, decode_error)
         VALUES (7, 1, 99, 0, 1, 1, 1, 1, x'00', 0, 0, x'00', 'skipped', '')`,
        'messages belong to endpoints',
      ],
      ['UPDATE operation SET session = 99', 'references between tables'],
      [
        'INSERT INTO block (first_seq, last_seq, min_rx_ns, max_rx_ns, sealed_at) VALUES (1, 9, 0, 0, 0), (5, 12, 0, 0, 0)',
        'blocks of the log do not overlap',
      ],
    ];
    for (const [n, [sql, check]] of cases.entries()) {
      const path = copyOf(`wrong-${n}`);
      t.same(failing(path), []);
      change(path, sql);
      t.same(failing(path), [check]);
    }
  });

  for (const engine of ENGINES) {
    await t.test(`is smaller afterwards, and as it was otherwise, ${engine}`, async t => {
      const path = copyOf(`compact-${engine.replace(':', '-')}`);
      change(
        path,
        'CREATE TABLE ballast (content BLOB); INSERT INTO ballast VALUES (zeroblob(2000000)); DROP TABLE ballast',
      );
      const before = databaseStatus(path, engine, '');
      t.ok(before.free_pages > 400);
      const { bytesBefore, bytesAfter } = compactDatabase(path, engine);
      t.ok(bytesAfter < bytesBefore - 1_900_000);
      const after = databaseStatus(path, engine, '');
      t.match(after, { rows: before.rows, schema: before.schema, free_pages: 0 });
      t.equal(statSync(path).mode & 0o777, 0o600);
      t.same(
        readdirSync(join(path, '..')).filter(name => name.includes('compact')),
        [],
      );
      const db = openDb(path, { engine, mode: 'writer' });
      t.same(db.prepare('PRAGMA auto_vacuum').get(), { auto_vacuum: 2 }, 'pages are still given back in small steps');
      db.close();
    });
  }

  await t.test('that is not there, none is made', async t => {
    const path = join(root, 'none.db');
    for (const act of [
      () => databaseStatus(path, 'node:sqlite', ''),
      () => checkDatabase(path, 'node:sqlite', () => {}),
      () => compactDatabase(path, 'node:sqlite'),
    ]) {
      t.throws(act, /there is no database/);
    }
    t.notOk(existsSync(path));
  });
});
