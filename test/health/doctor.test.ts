import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { type Config, configFrom, type DeepPartial } from '../../src/config/load.ts';
import { lockDataDir, lockHolder } from '../../src/config/lock.ts';
import { readRelease } from '../../src/config/release.ts';
import { openDb } from '../../src/database/driver.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { checks } from '../../src/health/doctor/checks.ts';
import { type Check, examine, type Scene } from '../../src/health/doctor/examine.ts';
import { fileSystem, judgeWrites } from '../../src/health/doctor/machine.ts';
import { type Finding, ok } from '../../src/kit/faults/finding.ts';
import { type Clock, systemClock } from '../../src/kit/time/clock.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { RESTORE_JOURNAL } from '../../src/upkeep/backup/switch-over.ts';
import { diskFinding, diskLimits } from '../../src/upkeep/disk/disk-space.ts';
import { NO_ROOM } from '../../src/upkeep/disk/no-room.ts';
import { rekey } from '../../src/upkeep/rekey.ts';
import { Center } from '../peers/center.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { METER } from '../peers/telegrams.ts';
import { configAt, filled, NEAR } from '../upkeep/filled.ts';

/** The machine's own time, or another, in which everything takes as long as it does. */
function clockAt(now: number): Clock {
  return { ...systemClock, now: () => now };
}

function sceneAt(
  dir: string,
  { settings = {}, ...over }: Partial<Scene> & { settings?: DeepPartial<Config> } = {},
): Scene {
  const config = configFrom({ ...configAt(dir), ...settings });
  return {
    ...{
      config,
      configFile: undefined,
      warnings: [],
      clock: systemClock,
      version: readRelease().version,
      builtAt: 0,
      server: undefined,
      debianPackage: undefined,
      listeners: [],
    },
    ...over,
  };
}

async function found(scene: Scene, ...names: string[]): Promise<Finding[]> {
  const all: Finding[] = [];
  const chosen = names.length > 0 ? checks.filter(({ name }) => names.includes(name)) : checks;
  await examine(chosen, scene, each => all.push(each));
  return all;
}

/** Levels and texts, to be matched in one go. */
async function said(scene: Scene, name: string): Promise<string> {
  const all = await found(scene, name);
  return all.map(({ level, text, todo }) => `${level} ${text}${todo === undefined ? '' : ` (${todo})`}`).join('\n');
}

t.test('every check has a name of its own, and says what to do where it is not content', async t => {
  const names = checks.map(({ name }) => name);
  t.same([...new Set(names)], names);
  const all = await found(sceneAt(join(t.testdir(), 'none')));
  for (const { level, todo, check } of all) t.equal(level === 'ok', todo === undefined, check);
  t.match(
    all.find(({ check }) => check === 'files'),
    { level: 'warn', text: /none is not there$/ },
  );
});

t.test('a check that throws or hangs is a line like every other', async t => {
  const clock = new ManualClock();
  const all: Finding[] = [];
  const rows: Check[] = [
    { name: 'throws', run: () => Promise.reject(new Error('no such thing')) },
    { name: 'hangs', run: () => new Promise(() => {}) },
    { name: 'works', run: () => ok('fine') },
  ];
  const level = examine(rows, sceneAt(t.testdir(), { clock }), each => all.push(each));
  await clock.advance(1);
  await clock.advance(10_000);
  t.equal(await level, 'fail');
  t.match(all, [
    { check: 'throws', level: 'fail', text: 'no such thing' },
    { check: 'hangs', level: 'warn', text: 'no result within 10 s' },
    { check: 'works', level: 'ok' },
  ]);
});

t.test('beside a running server it asks its listeners', async t => {
  const dir = join(t.testdir(), 'data');
  await using center = await Center.start({ dir });
  const pid = (await lockHolder(dir, new ManualClock()))?.pid;
  t.equal(pid, process.pid);
  const { ports } = center;
  const listeners = [
    { name: 'bssci', host: '127.0.0.1', port: ports.bssci },
    { name: 'scaci', host: '127.0.0.1', port: ports.scaci ?? 0 },
    { name: 'gateway', host: '127.0.0.1', port: ports.gateway },
    { name: 'health_core', host: '127.0.0.1', port: ports.health_core },
  ];
  const scene = sceneAt(dir, { listeners, server: process.pid, clock: clockAt(Date.now() + 2000) });
  t.match(await said(scene, 'ports'), /^ok bssci: port \d+ is answered\nok scaci.*\nok gateway/);
  t.match(await said(scene, 'served certificates'), /^ok certificate of bssci until .*\nok certificate of scaci/);
  const later = { ...scene, clock: clockAt(Date.now() + 500 * DAY_MS) };
  t.match(
    await said(later, 'served certificates'),
    /^fail certificate of bssci has expired on .*\(run waystation certs renew\)/,
  );
  t.match(
    await said(later, 'certificates'),
    /ok own authority.*\nfail server certificate has expired.*\(run waystation certs renew\)/,
  );
  t.match(await said(scene, 'database'), /^ok whole, \d+ MB, schema \d+$/);
  t.match(await said(scene, 'health'), /^ok healthy, \d parts$/);
  t.match(
    await said({ ...scene, version: '99.0.0' }, 'health'),
    /\nwarn the server runs release .*, this is 99\.0\.0 \(restart the service\)/,
  );
  const page = `http://127.0.0.1:${ports.health_core}/health`;
  const { components } = (await (await fetch(page)).json()) as { components: { name: string }[] };
  t.same(
    components.map(({ name }) => name),
    ['core', 'bssci', 'database', 'scaci', 'integrations'],
  );
  t.match(await said(scene, 'server'), new RegExp(`as process ${process.pid}`));
  t.same(
    (await found(scene)).filter(({ level, check }) => level === 'fail' && check !== 'file system'),
    [],
  );
  const silent = sceneAt(dir, { listeners: [{ name: 'bssci', host: '127.0.0.1', port: 1 }], server: process.pid });
  t.match(await said(silent, 'ports'), /^fail bssci: the server runs, but nobody answers/);
});

t.test('it says of a running server what its health page says, in the same words as of the disk itself', async t => {
  const dir = join(t.testdir(), 'data');
  const MB = 1_048_576;
  const space = { free: 99 * MB, total: 1000 * MB };
  await using center = await Center.start({ dir, diskSpace: async () => space });
  const listeners = [{ name: 'health_core', host: '127.0.0.1', port: center.ports.health_core }];
  const scene = sceneAt(dir, { listeners, server: process.pid });
  const low = diskFinding('low', space, diskLimits(space.total, { lowFreeMb: undefined, minFreeMb: undefined }));
  const text = await said(scene, 'health');
  t.match(text, /^warn degraded, bssci: 0 connected; certificate of bssci until .* left; database: /);
  t.ok(text.includes(low.text), text);
  t.ok(center.log.some(line => line.includes(low.text)));
});

t.test('without a server it looks whether ports are free', async t => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const listeners = [
    { name: 'bssci', host: '127.0.0.1', port },
    { name: 'scaci', host: '192.0.2.99', port: 5001 },
    { name: 'core', host: '127.0.0.1', port: 0 },
  ];
  const text = await said(sceneAt(t.testdir(), { listeners }), 'ports');
  taken.close();
  t.match(
    text,
    /^fail bssci: port \d+ .* in use by another program \(stop .*\nfail scaci: .* no address of this machine.*\nok core/,
  );
});

t.test('what is wrong in a data directory is named with what to do', async t => {
  const root = t.testdir();
  const original = await filled(join(root, 'original'));
  const copyOf = (name: string) => {
    cpSync(original, join(root, name), { recursive: true });
    return join(root, name);
  };
  t.match(await said(sceneAt(original), 'files'), /^ok /);
  t.match(await said(sceneAt(original), 'master key'), /^ok .* opens the secrets here/);

  const lost = copyOf('lost');
  const edited = openDb(join(lost, 'waystation.db'), { engine: 'node:sqlite', mode: 'writer' });
  // Sealed for another EUI: the master key is right, the place is not.
  edited.prepare("UPDATE endpoint SET eui = 'fe0000000000e1ff' WHERE eui = ?").run(METER);
  edited.close();
  const found = await said(sceneAt(lost), 'master key');
  t.match(found, /^fail the network key \(nwk_key\) of endpoint fe0000000000e1ff cannot be opened with .*master\.key/);
  t.match(found, /\nfail the application key \(app_key\) of endpoint fe0000000000e1ff /);

  const open = copyOf('open');
  chmodSync(join(open, 'master.key'), 0o644);
  chmodSync(join(open, 'pki'), 0o755);
  const files = await said(sceneAt(open), 'files');
  t.match(files, /fail .*master\.key is open to others \(mode 0644\) \(chmod 0600 .*master\.key\)/);
  t.match(files, /fail .*pki is open to others \(mode 0755\) \(chmod 0700/);
  t.match(await said(sceneAt(open), 'master key'), /^fail The master key .* can be read by others/);

  const other = copyOf('other-key');
  writeFileSync(join(other, 'master.key'), Buffer.alloc(32, 1), { mode: 0o600 });
  t.match(await said(sceneAt(other), 'master key'), /^fail .* does not open the secrets here/);
  renameSync(join(other, 'master.key'), join(other, 'elsewhere'));
  t.match(await said(sceneAt(other), 'master key'), /^warn .* cannot be found/);

  const halfway = copyOf('halfway');
  const kill = (name: string) => {
    if (name === 'end') throw new Error('killed');
  };
  t.throws(() => rekey(configAt(halfway), { step: kill }), /killed/);
  writeFileSync(join(halfway, RESTORE_JOURNAL), '{}');
  t.match(
    await said(sceneAt(halfway), 'unfinished'),
    /^warn a restore was broken off .*\nwarn a change of the master key is not finished/,
  );

  const large = copyOf('large');
  const largeDb = openDb(join(large, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer' });
  largeDb
    .prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
    .run(NO_ROOM, JSON.stringify({ why: 'waiting', mostMb: 0 }));
  largeDb.close();
  t.match(await said(sceneAt(large), 'database'), /^warn the database takes \d+ MB, more than .* \(0\): what is left/);

  const damaged = copyOf('damaged');
  writeFileSync(join(damaged, 'waystation.db'), Buffer.alloc(65_536, 3));
  t.match(await said(sceneAt(damaged), 'database'), /^fail /);

  const newer = copyOf('newer');
  const db = openDb(join(newer, 'waystation.db'), { engine: 'node:sqlite', mode: 'writer' });
  db.exec('PRAGMA user_version = 999; PRAGMA application_id = 999');
  db.close();
  t.match(await said(sceneAt(newer), 'database'), /^fail the database has schema version 999/);

  const names = sceneAt(original, { settings: { pki: { server_names: ['localhost', 'box.example.org'] } } });
  t.match(await said(names, 'certificates'), /warn base stations cannot dial box\.example\.org/);
  const late = clockAt(Date.now() + 380 * DAY_MS);
  t.match(
    await said(sceneAt(original, { clock: late }), 'certificates'),
    /warn server certificate until .* 1\d days left/,
  );
});

t.test('snapshots are to be new and whole', async t => {
  const dir = await filled(join(t.testdir(), 'data'));
  const backups = join(dir, 'backups');
  t.match(await said(sceneAt(dir), 'snapshots'), /^ok daily, .* the first is taken within a day/);
  const dayAfter = clockAt(Date.now() + DAY_MS);
  t.match(await said(sceneAt(dir, { clock: dayAfter }), 'snapshots'), /^warn none in .*backups yet/);
  mkdirSync(backups, { recursive: true });
  const now = Date.now();
  const target = nextSnapshot(backups, now - DAY_MS, 6);
  await writeSnapshot({ source: join(dir, 'waystation.db'), target, engine: 'better-sqlite3' });
  t.match(await said(sceneAt(dir, { clock: clockAt(now) }), 'snapshots'), /^ok the newest is waystation-.* 1 days old/);
  t.match(await said(sceneAt(dir, { clock: clockAt(now + 2 * DAY_MS) }), 'snapshots'), /^warn .* 3 days old/);
  writeFileSync(target, Buffer.alloc(65_536, 3));
  t.match(await said(sceneAt(dir, { clock: clockAt(now) }), 'snapshots'), /^fail .* is damaged/);
  t.match(
    await said(sceneAt(dir, { settings: { backup: { keep: 0 } } }), 'snapshots'),
    /^warn daily snapshots are switched off/,
  );
});

t.test('a clock that cannot be right is found', async t => {
  const dir = join(t.testdir(), 'data');
  {
    await using center = await Center.start({ dir });
    await center.baseStation({ bsEui: NEAR });
  }
  const now = Date.now();
  t.match(await said(sceneAt(dir, { clock: clockAt(now + DAY_MS) }), 'clock'), /^ok 20/);
  t.match(
    await said(sceneAt(dir, { clock: clockAt(0), builtAt: now }), 'clock'),
    /^fail clock not set: it says 1970-01-01 00:00, and it is at least 20/,
  );
  t.match(
    await said(sceneAt(dir, { clock: clockAt(now - DAY_MS) }), 'clock'),
    /^warn .* is before what was stored last/,
  );
  t.match(
    await said(sceneAt(dir, { clock: clockAt(now - DAY_MS), server: null }), 'clock'),
    /^ok 20/,
    'a running service has seen it set back, and judged it',
  );
  const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'writer' });
  const status = 'UPDATE base_station SET last_status_at = ?, system_time_ns = CAST(? AS INTEGER) * 1000000';
  db.prepare(status).run(now, now - DAY_MS - 60_000);
  db.close();
  t.match(await said(sceneAt(dir, { clock: clockAt(now - DAY_MS) }), 'clock'), /^ok 20/, 'base stations say the same');
  t.match(await said(sceneAt(dir, { clock: clockAt(Date.UTC(2150, 1)) }), 'clock'), /^fail .* cannot be/);
});

t.test('settings that are not safe get a word', async t => {
  const settings = {
    gateway_host: '0.0.0.0',
    scaci_tls: { bind_certificate: false },
    store: { synchronous: 'normal' },
  } as const;
  const text = await said(sceneAt(t.testdir(), { settings }), 'security');
  t.match(text, /warn everybody who reaches 0\.0\.0\.0:9090 may use the API/);
  t.match(text, /warn scaci_tls\.bind_certificate is off/);
  t.match(text, /warn store\.synchronous is normal/);
  t.match(await said(sceneAt(t.testdir()), 'security'), /^ok /);
  const signIn = { gateway_host: '0.0.0.0', auth: { enabled: true } };
  t.match(await said(sceneAt(t.testdir(), { settings: signIn }), 'security'), /^ok the API asks who calls, over TLS/);
  const inClear = { ...signIn, gateway_tls: { enabled: false } };
  t.match(
    await said(sceneAt(t.testdir(), { settings: inClear }), 'security'),
    /warn keys and tokens travel to 0\.0\.0\.0:9090 for everybody to read/,
  );
});

t.test('the disk is judged by what it is and how quick it is', async t => {
  t.equal(fileSystem(0xef53).level, 'ok');
  t.match(fileSystem(0x0102_1994), { level: 'fail', text: /tmpfs/ });
  t.match(fileSystem(0x794c_7630), { level: 'fail', text: /overlay/ });
  t.match(fileSystem(0x4d44), { level: 'warn', text: /FAT/ });
  t.match(judgeWrites([2, 2, 2, 2]), { level: 'ok', text: /2\.0 ms \(p50\), 2\.0 ms \(p99\): 250 uplinks\/s/ });
  t.equal(judgeWrites([20, 20, 20, 400]).level, 'warn');
  t.equal(judgeWrites([300]).level, 'warn');
  const dir = t.testdir();
  t.match(await said(sceneAt(dir), 'write speed'), /a synced write takes/);
  const least = sceneAt(dir, { settings: { store: { min_free_mb: 1_000_000_000 } } });
  t.match(
    await said(least, 'disk space'),
    /^fail disk full: [\d.]+ of \d+ [MG]B free, nothing is accepted below 1000000000 MB/,
  );
});

t.test('who has a data directory can be asked without taking it', async t => {
  const dir = t.testdir();
  t.equal(await lockHolder(join(dir, 'none')), undefined);
  t.equal(await lockHolder(dir), undefined);
  t.notOk(existsSync(join(dir, 'lock')));
  const lock = await lockDataDir(dir);
  t.same(await lockHolder(dir, new ManualClock()), { pid: process.pid });
  await lock.release();
  t.equal(await lockHolder(dir), undefined);
});

t.test('a database whose damage could not be mended for want of room is told before', async t => {
  const dir = await filled(join(t.testdir(), 'data'));
  const scene = sceneAt(dir);
  t.match(await said(scene, 'recovery'), /^ok there is no snapshot to go back to yet/);
  const { path } = scene.config.store;
  const target = nextSnapshot(scene.config.backup.dir, Date.now(), 1);
  await writeSnapshot({ source: path, target, engine: 'better-sqlite3' });
  t.match(await said(scene, 'recovery'), /^ok there is room/);
  // As large as no disk is, and takes nothing.
  truncateSync(target, 2 ** 43);
  t.match(
    await said(scene, 'recovery'),
    /^warn no room to put the database together .* needs 8796094 MB in .* \(make room/,
  );
});
