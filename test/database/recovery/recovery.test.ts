import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { latestOf, migrate } from '../../../src/database/migrate.ts';
import { prepareDatabase, suspectMark } from '../../../src/database/prepare.ts';
import { setAsides } from '../../../src/database/recovery/set-aside.ts';
import { writeSnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../../src/database/snapshot/snapshot-files.ts';
import { contents } from '../../../src/domain/contents.ts';
import { domain } from '../../../src/domain/domain.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { T0 } from '../../domain/message/log-store.ts';
import { engine } from '../engine.ts';
import { ENDPOINTS, NOW, overwrite, PAGE, type Scene, THEN, torn } from '../recovery-scene.ts';

/** What the database is about, and what SQLite says of it. */
const sound = (scene: Scene) => ({
  check: scene.rows('PRAGMA quick_check'),
  orphans: scene.rows('PRAGMA foreign_key_check'),
  endpoints: scene.number('SELECT count(*) FROM endpoint'),
});
const SOUND = { check: [{ quick_check: 'ok' }], orphans: [], endpoints: ENDPOINTS };

const withoutFile: Record<string, (path: string) => void> = {
  'no database at all': path => writeFileSync(path, 'x'.repeat(10 * PAGE)),
  'all zeros': path => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'a wrong header': path => overwrite(path, 0, Buffer.alloc(100, 1)),
  empty: path => truncateSync(path, 0),
  gone: path => rmSync(path),
};

for (const [name, damage] of Object.entries(withoutFile)) {
  t.test(`a database that is ${name} is replaced by the newest snapshot and kept`, async t => {
    const scene = await torn(t);
    damage(scene.path);
    const left = existsSync(scene.path) ? readFileSync(scene.path) : undefined;
    const { recovered } = await scene.prepare();
    t.equal(recovered?.snapshot, basename(scene.taken));
    t.same(sound(scene), SOUND);
    t.equal(scene.number('SELECT count(*) FROM message'), THEN);
    if (left) t.same(readFileSync(recovered?.aside ?? ''), left, 'the damaged file is kept as it was');
    else t.equal(recovered?.aside, undefined);
    t.equal(statSync(scene.path).mode & 0o777, 0o600);
    t.same(await scene.prepare(), {}, 'once is enough');
  });
}

t.test('what was given out since the snapshot is not given again', async t => {
  const scene = await torn(t);
  overwrite(scene.path, 0, Buffer.alloc(100, 1));
  await scene.prepare();
  const db = openDb(scene.path, { engine, mode: 'writer' });
  const { uplinks, messages, events } = domain(db);
  t.ok(messages.edges().newest > NOW, 'a cursor that was told stays behind');
  t.ok(db.atomic(() => uplinks.takePlace()) > NOW);
  t.ok(db.atomic(() => uplinks.takePlace()) < Number.MAX_SAFE_INTEGER / 1000);
  events.raise({ type: 'system.started', org: null, at: 0, storedAt: 0 });
  const { seq } = db.prepare('SELECT max(seq) AS seq FROM event').get() as { seq: number };
  t.ok(seq > 2 ** 32);
  db.exec(`INSERT INTO downlink (org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by,
      created_at, line) VALUES (1, 1, 'pending', x'', 0, 0, 0, 0, '', '', '', 0, 0)`);
  const { id } = db.prepare('SELECT max(que_id) AS id FROM downlink').get() as { id: number };
  t.ok(id > 2 ** 32);
  const open = db.prepare('SELECT count(*) AS n FROM downlink WHERE expires_at > ?').get(T0 + DAY_MS);
  t.match(open, { n: 0 }, 'what may have been sent is not sent again');
  db.close();
});

t.test('stations and application centers begin anew, and it is told', async t => {
  const scene = await torn(t);
  truncateSync(scene.path, 0);
  await scene.prepare();
  t.same(scene.rows('SELECT state FROM session'), [{ state: 'retired' }]);
  t.same(scene.rows('SELECT status FROM center_session'), [{ status: 'terminated' }]);
  t.equal(scene.number('SELECT count(*) FROM center_operation'), 0);
  const [event] = scene.rows("SELECT severity, data FROM event WHERE event_type = 'system.database_error'");
  t.match(event, { severity: 'critical', data: /the file was empty.*restored from waystation-/ });
  t.match(scene.rows("SELECT value FROM meta WHERE key = 'recovered'"), [{ value: /restored from/ }]);
});

t.test('a snapshot that is damaged too is passed over for an older one', async t => {
  const scene = await torn(t);
  const newer = nextSnapshot(scene.snapshots, T0, migrations.at(-1)?.id ?? 0);
  await writeSnapshot({ source: scene.path, target: newer, engine });
  overwrite(newer, 20 * PAGE, Buffer.alloc(3 * PAGE, 0xff));
  overwrite(scene.path, 0, Buffer.alloc(100, 1));
  const { recovered } = await scene.prepare();
  t.match(recovered, { snapshot: basename(scene.taken), rejected: [basename(newer)] });
  t.ok(existsSync(newer));
});

t.test('what is whole in the damaged file goes before the snapshot', async t => {
  const scene = await torn(t);
  scene.breakTable('rx_status');
  const { recovered } = await scene.prepare();
  t.equal(recovered?.snapshot, basename(scene.taken));
  t.same(sound(scene), SOUND);
  t.equal(scene.number('SELECT count(*) FROM message'), NOW, 'acknowledged uplinks since the snapshot are there');
  t.notOk(recovered?.salvage?.whole.includes('downlink'), 'downlinks go with what is reported about them');
  t.same(scene.rows('SELECT state FROM session'), [{ state: 'retired' }]);
});

t.test('a number of a downlink that was given is not given again, also when its downlink is gone', async t => {
  const scene = await torn(t);
  const GIVEN = 500;
  const writer = openDb(scene.path, { engine, mode: 'writer' });
  writer.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'downlink'").run(GIVEN);
  writer.close();
  scene.breakTable('event');
  const { recovered } = await scene.prepare();
  t.ok(recovered?.salvage?.whole.includes('downlink'));
  t.equal(scene.number("SELECT seq FROM sqlite_sequence WHERE name = 'downlink'"), GIVEN);
});

t.test('a snapshot of an older schema is brought up to date', async t => {
  const latest = latestOf(migrations);
  for (const [damage, messages] of [
    [(scene: Scene) => truncateSync(scene.path, 0), 0],
    [(scene: Scene) => scene.breakTable('rx_status'), NOW],
  ] as const) {
    const scene = await torn(t, false);
    const older = openDb(nextSnapshot(scene.snapshots, T0, latest - 1, true), { engine, mode: 'upkeep' });
    migrate(older, migrations, latest - 1);
    older.close();
    damage(scene);
    const { recovered } = await scene.prepare();
    t.match(recovered, { snapshot: /pre-upgrade/ });
    t.equal(scene.number('PRAGMA user_version'), latest);
    t.equal(scene.number('SELECT count(*) FROM message'), messages);
    t.same(scene.rows('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
  }
});

t.test('rows that refer to registrations are not put beside older registrations', async t => {
  const scene = await torn(t);
  scene.breakTable('endpoint');
  const { recovered } = await scene.prepare();
  t.same(recovered?.salvage?.whole, []);
  t.same(sound(scene), SOUND);
  t.equal(scene.number('SELECT count(*) FROM message'), THEN);
});

t.test('without a snapshot everything that can be read is taken over', async t => {
  const scene = await torn(t, false);
  // Somewhere in the middle of the log.
  const page = Math.floor(readFileSync(scene.path).lastIndexOf(Buffer.alloc(100, 20)) / PAGE);
  overwrite(scene.path, page * PAGE, Buffer.alloc(PAGE, 0xff));
  const { recovered } = await scene.prepare();
  t.equal(recovered?.snapshot, undefined);
  t.same(sound(scene), SOUND);
  const messages = scene.number('SELECT count(*) FROM message');
  t.ok(messages > NOW - 100 && messages < NOW, `${messages} of ${NOW} messages`);
  t.equal(scene.number('SELECT count(*) FROM organization'), 2);
  scene.withReader(db => {
    const { messages: reader } = domain(db);
    t.equal(reader.after(0, 5000).length, messages, 'they can be listed');
  });
});

t.test('registrations whose index is damaged are read without it', async t => {
  const scene = await torn(t, false);
  scene.breakTable('endpoint_eui');
  const { recovered } = await scene.prepare();
  t.ok(recovered?.salvage?.partial.includes('endpoint'));
  t.same(sound(scene), SOUND);
  t.equal(scene.number('SELECT count(*) FROM message'), NOW);
});

t.test('without a snapshot and with nothing to read it starts empty and keeps the file', async t => {
  const scene = await torn(t, false);
  overwrite(scene.path, 0, Buffer.alloc(100, 1));
  const { recovered } = await scene.prepare();
  t.match(recovered, { snapshot: undefined, salvage: undefined });
  t.equal(setAsides(scene.path).length, 1);
  t.equal(scene.number('SELECT count(*) FROM message'), 0);
  t.equal(scene.number('PRAGMA auto_vacuum'), 2);
});

t.test('a first page without tables is damage before the first snapshot, too', async t => {
  const scene = await torn(t, false);
  rmSync(`${scene.path}.made`, { force: true });
  // An empty leaf page in place of the schema; the header before it is whole.
  overwrite(scene.path, 100, Buffer.from([0x0d, 0, 0, 0, 0]));
  const { recovered } = await scene.prepare();
  t.match(recovered, { why: 'there were no tables in it', snapshot: undefined });
  t.equal(setAsides(scene.path).length, 1);
  t.equal(scene.number("SELECT count(*) FROM event WHERE event_type = 'system.database_error'"), 1, 'it is told');
  t.equal(scene.number("SELECT count(*) FROM meta WHERE key = 'recovered'"), 1, 'and on the health page for a day');
});

t.test('a log that a power cut has torn is no damage', async t => {
  const scene = await torn(t);
  const db = openDb(scene.path, { engine, mode: 'writer' });
  db.exec("INSERT INTO meta (key, value) VALUES ('first', '')");
  const { size } = statSync(`${scene.path}-wal`);
  db.exec("INSERT INTO meta (key, value) VALUES ('second', '')");
  const log = readFileSync(`${scene.path}-wal`);
  const file = readFileSync(scene.path);
  db.close();
  writeFileSync(scene.path, file);
  writeFileSync(`${scene.path}-wal`, log.subarray(0, size + 1000));
  t.same(await scene.prepare(), {});
  t.same(scene.rows("SELECT key FROM meta WHERE key IN ('first', 'second')"), [{ key: 'first' }]);
});

t.test('an end at any moment of the recovery loses nothing', async t => {
  const scene = await torn(t);
  const log = "INSERT INTO meta (key, value) VALUES ('in the log', '')";
  const db = openDb(scene.path, { engine, mode: 'writer' });
  db.exec(log);
  const wal = readFileSync(`${scene.path}-wal`);
  const whole = readFileSync(scene.path);
  db.close();
  for (const end of ['base', 'salvage', 'aside', 'aside, log', 'swap', 'done']) {
    for (const name of readdirSync(scene.dir)) if (name.startsWith('waystation.db')) rmSync(join(scene.dir, name));
    writeFileSync(scene.path, whole);
    writeFileSync(`${scene.path}-wal`, wal);
    scene.breakTable('rx_status');
    writeFileSync(suspectMark(scene.path), '');
    await t.rejects(
      scene.prepare(name => {
        if (name === end) throw new Error('killed');
      }),
      { message: 'killed' },
      end,
    );
    await scene.prepare();
    t.same(sound(scene), SOUND, end);
    t.equal(scene.number('SELECT count(*) FROM message'), NOW, end);
    const [aside, ...more] = setAsides(scene.path);
    t.same(more, [], end);
    t.same(readFileSync(`${aside}-wal`), wal, `${end}: with its log`);
    const strays = readdirSync(scene.dir).filter(name => name.includes('recovery'));
    t.same(strays, [], end);
  }
});

t.test('a first start, broken off or not, is none of this', async t => {
  const dir = t.testdir();
  const options = {
    path: join(dir, 'waystation.db'),
    engine,
    contents,
    snapshots: join(dir, 'backups'),
    now: T0,
  };
  t.same(await prepareDatabase(options), {});
  t.same(await prepareDatabase(options), {}, 'with the empty file that is there then');
});
