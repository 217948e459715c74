import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { withReader } from '../../src/database/driver.ts';
import { latestOf, type Migration, schemaVersion } from '../../src/database/migrate.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { systemClock } from '../../src/kit/time/clock.ts';
import { rehearseUpgrade } from '../../src/upkeep/rehearsal.ts';
import { Center } from '../peers/center.ts';

const engine = 'better-sqlite3';
const latest = latestOf(migrations);
const additive: Migration = {
  id: latest + 1,
  readableFrom: latest,
  up: 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT',
};

/** A database of this release, and what a program of these migrations finds out about it. */
async function box(t: { testdir(): string }) {
  const dir = t.testdir();
  await (await Center.start({ dir }))[Symbol.asyncDispose]();
  const path = join(dir, 'waystation.db');
  const snapshots = join(dir, 'backups');
  const config = { store: { path, engine: 'better-sqlite3' }, backup: { dir: snapshots } };
  const folder = join(dir, 'update');
  const rehearse = (all: readonly Migration[]) =>
    rehearseUpgrade(config as never, { folder, migrations: all, clock: systemClock });
  return { path, snapshots, folder, rehearse };
}

t.test('an upgrade is rehearsed on a copy, with a snapshot and without, and nothing of it is left', async t => {
  const { path, snapshots, folder, rehearse } = await box(t);
  const before = readFileSync(path);
  const alone = await rehearse([...migrations, additive]);
  t.equal(alone.readableFrom, latest);
  t.ok(alone.upgradeMs > 0);
  await writeSnapshot({ source: path, target: nextSnapshot(snapshots, Date.now(), latest), engine, alone: true });
  const names = readdirSync(snapshots);
  t.equal((await rehearse([...migrations, additive])).readableFrom, latest);
  t.same(readdirSync(folder), []);
  t.same(readdirSync(snapshots), names);
  t.ok(readFileSync(path).equals(before), 'the database is as it was');
  const now = Math.max(...migrations.map(({ id, readableFrom = id }) => readableFrom));
  t.same(await rehearse(migrations), { upgradeMs: 0, readableFrom: now }, 'nothing is to be done');
});

t.test('a change that breaks says so, one that fails or loses rows is refused', async t => {
  const { path, folder, rehearse } = await box(t);
  const next = (up: string): Migration[] => [...migrations, { id: latest + 1, up }];
  t.equal((await rehearse(next('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT'))).readableFrom, latest + 1);
  await t.rejects(rehearse(next('INSERT INTO nowhere VALUES (1)')), { message: /no such table: nowhere/ });
  await t.rejects(rehearse(next('DELETE FROM organization')), { message: /organization/ });
  t.same(readdirSync(folder), []);
  t.equal(withReader(path, engine, schemaVersion), latest);
});

t.test('a program of before says whether it could run on the database', async t => {
  const { rehearse } = await box(t);
  const older = migrations.slice(0, -1);
  const could = (migrations.at(-1)?.readableFrom ?? latest) <= latestOf(older);
  if (could) t.equal((await rehearse(older)).upgradeMs, 0);
  else await t.rejects(rehearse(older), { message: /this release knows/ });
});
