import { existsSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import { type SnapshotReport, verifySnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { listSnapshots, nextSnapshot, removeUnfinished } from '../../../src/database/snapshot/snapshot-files.ts';
import type { NewEvent } from '../../../src/domain/event/catalog.ts';
import { createLog } from '../../../src/kit/log.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { giveWay, Snapshots } from '../../../src/upkeep/backup/snapshots.ts';
import { overwrite, PAGE } from '../../database/recovery-scene.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const START = Date.UTC(2026, 10, 21, 15, 15, 30);
const silent = await createLog({ level: 'silent', format: 'json' });

/** Snapshots that are files of ten bytes, on a disk with so much room. */
function upkeep(dir: string, { keep = 3, room = 1e9 } = {}) {
  const clock = new ManualClock(START);
  const events: NewEvent[] = [];
  const made: string[] = [];
  const database = join(dir, 'waystation.db');
  writeFileSync(database, 'x'.repeat(10));
  const backups = join(dir, 'backups');
  const disk = { room, failure: undefined as Error | undefined };
  const snapshots = new Snapshots({
    ...{ clock, log: silent, database, dir: backups, keep, schema: 5, scEui: '0011223344556677' },
    store: {
      async snapshot(target, _signal, refresh): Promise<SnapshotReport> {
        if (disk.failure) throw disk.failure;
        const bytes = statSync(database).size;
        made.push(refresh ? `${basename(refresh.base)} beside ${basename(refresh.newest)}` : 'a whole copy');
        if (refresh) renameSync(refresh.base, target);
        writeFileSync(target, 'x'.repeat(bytes));
        return { bytes, schema: 5, rows: {}, written: refresh ? 1 : bytes };
      },
    },
    async raise(event) {
      events.push(event);
      return true;
    },
    spare: async () => disk.room - (existsSync(backups) ? used() : 0),
  });
  const grown = (bytes: number) => writeFileSync(database, 'x'.repeat(bytes));
  const used = () => readdirSync(backups).reduce((sum, name) => sum + statSync(join(backups, name)).size, 0);
  const names = () => listSnapshots(backups).map(({ name }) => name);
  return { clock, events, snapshots, backups, disk, names, made, grown };
}

t.test('a snapshot is taken a day after the newest one, and the newest are kept', async t => {
  const { clock, events, snapshots, names } = upkeep(t.testdir());
  await snapshots.tick();
  t.same(names(), ['waystation-20261121T151530Z-schema5.db']);
  await clock.advance(DAY_MS - 1000);
  await snapshots.tick();
  t.equal(names().length, 1);
  for (let day = 1; day < 5; day++) {
    await clock.advance(DAY_MS);
    await snapshots.tick();
  }
  t.same(names(), [
    'waystation-20261126T151529Z-schema5.db',
    'waystation-20261125T151529Z-schema5.db',
    'waystation-20261124T151529Z-schema5.db',
  ]);
  t.same(events.at(-1)?.data, { bytes: 10, seconds: 0 });
});

t.test('a clock that is ahead, and doubted, makes none due, and names none by its time', async t => {
  const { clock, snapshots, backups, names } = upkeep(t.testdir());
  await snapshots.tick();
  clock.doubt();
  clock.jump(40 * DAY_MS);
  await snapshots.tick();
  t.equal(names().length, 1);
  await clock.advance(DAY_MS);
  await snapshots.tick();
  t.same(names(), ['waystation-20261122T151530Z-schema5.db', 'waystation-20261121T151530Z-schema5.db']);
  t.ok((listSnapshots(backups)[0]?.writtenAt ?? 0) < START + 2 * DAY_MS);
});

t.test('a clock that is set back neither stops the snapshots nor makes an old one the newest', async t => {
  const { clock, snapshots, backups, names } = upkeep(t.testdir());
  mkdirSync(backups);
  const ahead = nextSnapshot(backups, START + 1000 * DAY_MS, 5);
  writeFileSync(ahead, '');
  utimesSync(ahead, (START + 1000 * DAY_MS) / 1000, (START + 1000 * DAY_MS) / 1000);
  await snapshots.tick();
  t.equal(names().length, 2);
  const [newest] = listSnapshots(backups);
  t.equal(newest?.bytes, 10, 'the one of now comes first');
  await clock.advance(HOUR_MS);
  await snapshots.tick();
  t.equal(names().length, 2, 'and is a day old tomorrow');
});

t.test('none is taken where they are switched off', async t => {
  const { snapshots, names } = upkeep(t.testdir(), { keep: 0 });
  await snapshots.tick();
  t.same(names(), []);
});

t.test('a failure is told once, shows on the health page, and is tried again', async t => {
  const { clock, events, snapshots, disk, names } = upkeep(t.testdir());
  disk.failure = new Error('disk I/O error');
  await snapshots.tick();
  await snapshots.tick();
  t.match(events, [{ type: 'system.backup_failed', data: { message: 'disk I/O error' } }]);
  t.match(snapshots.finding, { level: 'warn', text: 'no snapshot of the database: disk I/O error' });
  disk.failure = undefined;
  await clock.advance(HOUR_MS);
  await snapshots.tick();
  t.equal(snapshots.finding, undefined);
  t.equal(names().length, 1);
});

t.test('the oldest one becomes the next when there are as many as are kept', async t => {
  const { clock, snapshots, backups, made } = upkeep(t.testdir(), { keep: 2 });
  for (let day = 0; day < 4; day++) {
    await snapshots.tick();
    await clock.advance(DAY_MS);
  }
  const name = (day: number) => `waystation-202611${day}T151530Z-schema5.db`;
  t.same(made, ['a whole copy', 'a whole copy', `${name(21)} beside ${name(22)}`, `${name(22)} beside ${name(23)}`]);
  const part = join(backups, 'waystation-20261101T000000Z-schema5.db.part');
  writeFileSync(part, '');
  await snapshots.tick();
  t.equal(made.at(-1), `${basename(part)} beside ${name(24)}`, 'or what was not finished');
});

t.test('while the disk is low old snapshots go, the newest never', async t => {
  const { clock, snapshots, backups, disk, names, events, grown, made } = upkeep(t.testdir());
  mkdirSync(backups);
  writeFileSync(nextSnapshot(backups, START - DAY_MS, 4, true), 'x'.repeat(10));
  for (let day = 0; day < 2; day++) {
    await snapshots.tick();
    await clock.advance(DAY_MS);
  }
  disk.room = 35;
  await snapshots.tick();
  t.match(made.at(-1), /beside/, 'no room for another whole one');
  t.equal(names().length, 3, 'nor was it needed');
  grown(20);
  await clock.advance(DAY_MS);
  await snapshots.tick();
  t.same(
    names(),
    ['waystation-20261124T151530Z-schema5.db', 'waystation-20261123T151530Z-schema5.db'],
    'a copy from before an upgrade has made room',
  );
  grown(60);
  await clock.advance(DAY_MS);
  await snapshots.tick();
  t.ok(names().includes('waystation-20261124T151530Z-schema5.db'));
  t.match(snapshots.finding, { text: /no room for a snapshot/ });
  t.match(events.at(-1), { type: 'system.backup_failed' });
});

t.test('old snapshots go before messages do, the newest never', async t => {
  const dir = t.testdir();
  const database = join(dir, 'waystation.db');
  writeFileSync(database, '');
  const backups = join(dir, 'backups');
  for (let day = 0; day < 4; day++) writeFileSync(nextSnapshot(backups, START + day * DAY_MS, 5, day === 0), '');
  const left = () => listSnapshots(backups).map(({ takenAt }) => (takenAt - START) / DAY_MS);
  await giveWay(backups, database, async () => left().length <= 3);
  t.same(left(), [3, 2, 1]);
  await giveWay(backups, database, async () => false);
  t.same(left(), [3]);
  await giveWay(join(dir, 'nowhere'), database, async () => false);
});

t.test('what a crash left of a snapshot is removed, but for a base for the next', async t => {
  const dir = t.testdir({
    'waystation-20261121T151530Z-schema5.db': '',
    'waystation-20261120T151530Z-schema5.db.part': '',
    'waystation-20261121T151530Z-schema5.db.part': '',
    'waystation-20261121T151530Z-schema5.db.part-journal': '',
    'of-the-operator.part': '',
  });
  removeUnfinished(dir);
  t.same(readdirSync(dir).sort(), [
    'of-the-operator.part',
    'waystation-20261121T151530Z-schema5.db',
    'waystation-20261121T151530Z-schema5.db.part',
  ]);
});

t.test('where snapshots are switched off nothing unfinished stays', async t => {
  const { snapshots, backups } = upkeep(t.testdir(), { keep: 0 });
  mkdirSync(backups);
  writeFileSync(join(backups, 'waystation-20261121T151530Z-schema5.db.part'), '');
  await snapshots.tick();
  t.same(readdirSync(backups), []);
});

t.test('the store copies itself while it is written', async t => {
  const dir = t.testdir();
  for (const engine of ['better-sqlite3', 'node:sqlite'] as const) {
    const path = join(dir, `${engine.replace(':', '-')}.db`);
    const store = await openStore({ path, engine, synchronous: 'normal' });
    const target = nextSnapshot(join(dir, 'backups'), START, 5);
    let taken = false;
    const snapshot = store.snapshot(target).finally(() => {
      taken = true;
    });
    for (let n = 0; !taken; n++) await store.write.installation.setValue('n', String(n));
    const report = await snapshot;
    t.match(report, verifySnapshot(target, engine));
    t.equal(statSync(target).mode & 0o777, 0o600);
    t.equal(statSync(join(dir, 'backups')).mode & 0o777, 0o700);
    await store.close();
  }
});

t.test('a copy that is not whole makes the next start look at the database', async t => {
  const dir = t.testdir();
  const path = join(dir, 'waystation.db');
  const settings = { path, engine: 'node:sqlite', synchronous: 'normal' } as const;
  await (await openStore(settings)).close();
  const db = openDb(path, { engine: 'node:sqlite', mode: 'reader' });
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'message_by_time'").get();
  db.close();
  overwrite(path, ((row as { rootpage: number }).rootpage - 1) * PAGE, Buffer.alloc(PAGE, 0xff));
  {
    const store = await openStore(settings);
    t.same(store.prepared, {}, 'nothing is known of it');
    await t.rejects(store.snapshot(nextSnapshot(join(dir, 'backups'), START, 5)), {
      message: /malformed|not a good copy/,
    });
    await store.close();
  }
  const store = await openStore(settings);
  t.match(store.prepared, { recovered: { why: /page/ } });
  await store.close();
});

t.test('a snapshot is given up when the service stops', async t => {
  const dir = t.testdir();
  const store = await openStore({ path: join(dir, 'waystation.db'), engine: 'better-sqlite3', synchronous: 'normal' });
  const target = nextSnapshot(join(dir, 'backups'), START, 5);
  const stop = new AbortController();
  const stopped = t.rejects(store.snapshot(target, stop.signal), { message: /given up/ });
  stop.abort();
  await stopped;
  const closed = t.rejects(store.snapshot(target), { message: /given up/ });
  await store.close();
  await closed;
  t.notOk(existsSync(target));
});
