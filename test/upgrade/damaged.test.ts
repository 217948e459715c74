import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { listSnapshots } from '../../src/database/snapshot/snapshot-files.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const AC = '70b3d59cd00000a1';
const WINDOW_MS = 500;
/** As often it is looked whether a snapshot is due. */
const LOOK_MS = 300_000;

interface Health {
  status: string;
  components: { name: string; detail: string }[];
}

async function health(center: Center): Promise<Health> {
  const answer = await fetch(`http://127.0.0.1:${center.ports.health_core}/health`);
  return (await answer.json()) as Health;
}

t.test('a service center goes on from its snapshot when its database is damaged, and says so', async t => {
  const dir = t.testdir();
  await using center = await Center.start({ dir });
  const first = await center.baseStation({ bsEui: NEAR });
  const opened = await center.applicationCenter({ acEui: AC });
  await center.endpoint({ ep_eui: METER });
  await first[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  const snapshots = join(dir, 'backups');
  await center.clock.advance(LOOK_MS);
  await until(() => listSnapshots(snapshots).length === 1);
  await until(() => center.events().includes('system.backup_completed'));
  const before = await center.baseStation({ bsEui: NEAR, register: false, session: first.session });
  const app = await center.applicationCenter({ acEui: AC, session: opened.session });
  t.ok(before.connected?.snResume && app.connected?.snResume, 'sessions of the snapshot go on');
  await before.start('ulData', uplink({ packetCnt: 8 }));
  using earlier = center.follow();
  await center.clock.advance(WINDOW_MS);
  const told = BigInt((await earlier.next()).seq);
  await app.next('ulData');
  await center.stop();
  const file = openSync(center.database, 'r+');
  writeSync(file, Buffer.alloc(200, 7), 0, 200, 0);
  closeSync(file);

  await center.begin();
  t.ok(readdirSync(dir).some(name => name.startsWith('waystation.db.damaged-')));
  const { status, components } = await health(center);
  t.equal(status, 'degraded');
  t.match(
    components.find(({ name }) => name === 'database')?.detail,
    /was damaged.*restored from waystation-.*kept as/,
  );
  t.ok(center.events().includes('system.database_error'));
  await using after = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  t.notOk(after.connected?.snResume, 'the station begins anew');
  await using again = await center.applicationCenter({ acEui: AC, session: app.session });
  t.notOk(again.connected?.snResume, 'so does the application center');
  await after.start('ulData', uplink({ packetCnt: 9 }));
  using messages = center.follow();
  await center.clock.advance(WINDOW_MS);
  const { seq, packet_cnt } = await messages.next();
  t.equal(packet_cnt, 9);
  t.ok(BigInt(seq) > told, 'no place of the log is given twice');
  t.match(await again.next('ulData'), { packetCnt: 9 });
  t.same([...after.complaints, ...again.complaints], []);
  await center.stop();
  await center.clock.advance(DAY_MS);
  await center.begin();
  t.equal((await health(center)).status, 'healthy', 'a day later it is not told any more');
});

t.test('a database that fails while it is used ends the service, and the next start replaces it', async t => {
  const dir = t.testdir();
  await using center = await Center.start({ dir });
  await center.endpoint({ ep_eui: METER });
  const [row] = center.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'message'");
  const file = openSync(center.database, 'r+');
  center.sabotage('PRAGMA wal_checkpoint(TRUNCATE)');
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, (Number(row?.rootpage) - 1) * 4096);
  closeSync(file);
  // Connections hold what they have read: another one has to look.
  await t.rejects(center.api.call('GetStatistics', {}));
  await until(() => existsSync(`${center.database}.suspect`));
  t.match(await center.app.lost, { message: /malformed/ });
  await center.stop();
  await center.begin();
  t.ok(center.events().includes('system.database_error'));
  t.notOk(existsSync(`${center.database}.suspect`));
});

t.test('a place that cannot be used is told in one sentence', async t => {
  const dir = t.testdir({ 'a-folder.db': { inside: '' }, 'a-file': '' });
  const places = [
    join(dir, 'a-folder.db'),
    join(dir, 'a-file', 'waystation.db'),
    join(dir, 'nowhere', 'waystation.db'),
  ];
  // A folder that cannot be written to.
  places.push('/proc/self/waystation.db');
  for (const path of places) {
    for (const engine of ['better-sqlite3', 'node:sqlite'] as const) {
      const opened = openStore({ path, engine, synchronous: 'normal', snapshots: join(dir, 'backups') });
      await t.rejects(opened, { message: /^the database \S+ cannot be opened: [^\n]+$/ }, `${path} ${engine}`);
    }
  }
});
