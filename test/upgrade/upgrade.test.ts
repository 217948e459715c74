import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Db, type Engine, openDb } from '../../src/database/driver.ts';
import { latestOf, type Migration, migrate, schemaVersion } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { contents as ofDomain } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { columnsOfAll, contents, dump, frozen, RELEASED, thaw } from './frozen.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;
const latest = latestOf(migrations);
/** What the next release may do: a table more, a column more, and a table that others refer to made anew. */
const later: Migration = {
  id: latest + 1,
  up: `CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; ALTER TABLE message ADD COLUMN later INTEGER;
    CREATE TABLE copied AS SELECT * FROM session; DROP TABLE session; ALTER TABLE copied RENAME TO session;
    CREATE UNIQUE INDEX session_id ON session (id)`,
};
const dropsRows: Migration = {
  id: latest + 1,
  up: 'DELETE FROM endpoint_heard; DELETE FROM message WHERE seq = (SELECT min(seq) FROM message)',
};

t.ok(frozen().length > 0);

for (const name of frozen()) {
  for (const engine of ENGINES) {
    /** What the database holds now, or held in columns that it may have more of now. */
    const look = (path: string, columns?: ReturnType<typeof columnsOfAll>) => {
      const db = openDb(path, { engine, mode: 'reader' });
      try {
        return { schema: schemaVersion(db), contents: contents(db, columns), columns: columnsOfAll(db) };
      } finally {
        db.close();
      }
    };
    const metaOf = (path: string) => {
      const db = openDb(path, { engine, mode: 'reader' });
      const rows = db.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
      db.close();
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    };
    const upgradeTo = (path: string, all: readonly Migration[]) =>
      prepareDatabase({
        path,
        engine,
        contents: { ...ofDomain, migrations: all },
        snapshots: join(path, '..', 'backups'),
        now: Date.now(),
      });

    t.test(`${name} has a row in every table, and is what was frozen: ${engine}`, async t => {
      const path = thaw(name, t.testdir(), engine);
      for (const [table, { rows }] of Object.entries(look(path).contents)) t.ok(rows > 0, table);
      const db = openDb(path, { engine, mode: 'reader' });
      t.equal(dump(db), readFileSync(join(RELEASED, name), 'utf8'));
      db.close();
    });

    // Before a release: node test/upgrade/generate.ts
    t.test(`the migrations up to ${name} are as they were released: ${engine}`, async t => {
      const dir = t.testdir();
      const path = thaw(name, dir, engine);
      const made = openDb(join(dir, 'made.db'), { engine, mode: 'writer', synchronous: 'normal' });
      migrate(made, migrations, look(path).schema);
      const kept = openDb(path, { engine, mode: 'reader' });
      const parts = (db: Db) => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
      t.same(parts(made), parts(kept));
      kept.close();
      made.close();
    });

    t.test(`${name} is brought to the newest schema with everything in it: ${engine}`, async t => {
      const path = thaw(name, t.testdir(), engine);
      // What roll-ups had counted is in `activity` from then on (`figures.test.ts`).
      const { rollup: _, pending_figures: _pending, activity: _activity, meta: _meta, ...columns } = look(path).columns;
      const before = look(path, columns);
      const known = metaOf(path);
      for (const [all, to] of [
        [migrations, latest],
        [[...migrations, later], latest + 1],
      ] as const) {
        await upgradeTo(path, all);
        const after = look(path, columns);
        t.equal(after.schema, to);
        t.same(after.contents, before.contents);
        const { times_ahead: latestTime, ...others } = metaOf(path);
        t.same(others, known, 'all of it');
        t.ok(Number(latestTime) > 0, 'and up to when a clock may have been ahead');
      }
    });

    t.test(`${name} is left alone by a migration that loses rows: ${engine}`, async t => {
      const path = thaw(name, t.testdir(), engine);
      await upgradeTo(path, migrations);
      const before = look(path);
      await t.rejects(upgradeTo(path, [...migrations, dropsRows]), { message: /endpoint_heard had .* message had/ });
      t.same(look(path), before);
    });
  }

  t.test(`a service center runs on ${name}`, async t => {
    const dir = t.testdir();
    thaw(name, dir, 'better-sqlite3');
    await using center = await Center.start({ dir });
    const { endpoints } = await center.api.call('ListEndPoints', {});
    t.ok(endpoints.some(({ ep_eui }) => ep_eui === METER));
    const { base_stations } = await center.api.call('ListBaseStations', {});
    t.ok(base_stations.some(({ bs_eui }) => bs_eui === NEAR));
    await center.clock.advance(WINDOW_MS);
    const { messages } = await center.api.call('ListMessages', {});
    t.ok(messages.length > 1, 'messages of then');
    const newest = messages.reduce((most, { seq }) => Math.max(most, Number(seq)), 0);
    await using near = await center.baseStation({ bsEui: NEAR, register: false });
    await near.start('ulData', uplink({ packetCnt: 1000, rxTime: near.nowNs() }));
    using follower = center.follow(String(newest));
    await center.clock.advance(WINDOW_MS);
    // A window that was open when the file was frozen closes before the list or after it.
    let arrived = await follower.next();
    while (arrived.packet_cnt !== 1000) arrived = await follower.next();
    t.equal(arrived.ep_eui, METER);
    t.same(near.complaints, []);
  });
}
