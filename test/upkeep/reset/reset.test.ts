import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startWaystation } from '../../../src/app.ts';
import { createLog } from '../../../src/kit/log.ts';
import { KINDS, RemainsOfBox } from '../../../src/upkeep/reset/remains.ts';
import { reset } from '../../../src/upkeep/reset/reset.ts';
import { RESET_MARK } from '../../../src/upkeep/reset/unfinished-reset.ts';
import { finishUnfinished, refuseUnfinished } from '../../../src/upkeep/unfinished.ts';
import { configAt, filled } from '../filled.ts';

const original = await filled(join(t.testdir(), 'data'));
const log = await createLog({ level: 'fatal', format: 'json' });

/** What a box gathers in a long life, by the names its parts give. */
const GATHERED = [
  'waystation.db-wal',
  'waystation.db.made',
  'waystation.db.suspect',
  'waystation.db.upgrade-wal',
  'waystation.db.upgrade-failed',
  'waystation.db.damaged-20260101T000000Z-wal',
  'master.key.next',
  'master.key.0123456789ab.tmp',
  'pki/retired/server-1.key',
  'restore.json',
  'restoring/pki/ca.key',
  'backup-download.work/pki/ca.key',
  'before-restore-20260101T000000Z/master.key',
  'before-restore-20260101T000000Z/pki/ca.key',
  'waystation.yaml.restored',
  'backups/waystation-20260101T000000Z-schema80.db',
  'backups/waystation-20260102T000000Z-schema80-pre-upgrade.db',
  'backups/waystation-20260103T000000Z-schema80.db.part',
  'backups/before-restore-20260101T000000Z/waystation-20260101T000000Z-schema80.db',
  'update/trusted.json',
  'update/release/waystation_0.2.0_amd64.deb',
  'control',
];

function box(dir: string): string {
  const data = join(dir, 'data');
  cpSync(original, data, { recursive: true });
  for (const name of GATHERED) put(join(data, name), `content of ${name}`);
  return data;
}

/** The same names with little in them, where many boxes are needed. */
function smallBox(data: string): string {
  const names = ['waystation.db', 'master.key', 'pki/ca.key', 'pki/ca.crt', 'pki/server.key', 'pki/server.crt'];
  for (const name of [...names, ...GATHERED]) put(join(data, name), `content of ${name}`);
  return data;
}

function put(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content, { mode: 0o600 });
}

function resetIn(dir: string) {
  using found = new RemainsOfBox(configAt(dir));
  return reset(found);
}

t.test('everything that a box has gathered is removed, and the next start makes another one', async t => {
  const dir = box(t.testdir());
  const authority = readFileSync(join(dir, 'pki/ca.crt'), 'utf8');
  const { removed, overwritten, spared, left } = resetIn(dir);
  t.same(readdirSync(dir), [], 'nothing is left');
  t.same([left, spared], [[], []]);
  t.same([...new Set(removed.map(({ kind }) => kind))], KINDS);
  const keys = [...new Set(overwritten.map(path => path.slice(dir.length + 1)))].sort();
  t.same(keys, [
    'backup-download.work/pki/ca.key',
    'before-restore-20260101T000000Z/master.key',
    'before-restore-20260101T000000Z/pki/ca.key',
    'master.key',
    'master.key.0123456789ab.tmp',
    'master.key.next',
    'pki/ca.key',
    'pki/retired/server-1.key',
    'pki/server.key',
    'restoring/pki/ca.key',
  ]);
  const next = await startWaystation({ ...anyPorts(dir) });
  await next.stop();
  t.not(readFileSync(join(dir, 'pki/ca.crt'), 'utf8'), authority, 'of another authority');
});

t.test('what is read through a file that was opened before is noise, not the key', async t => {
  const dir = box(t.testdir());
  const names = ['master.key', 'pki/ca.key', 'pki/server.key'];
  const before = names.map(name => ({ key: readFileSync(join(dir, name)), opened: openSync(join(dir, name), 'r') }));
  chmodSync(join(dir, 'pki/server.key'), 0o400);
  resetIn(dir);
  for (const [at, { key, opened }] of before.entries()) {
    const found = Buffer.alloc(key.length);
    t.equal(readSync(opened, found, 0, key.length, 0), key.length);
    const same = key.filter((byte, place) => byte === found[place]).length;
    t.ok(same < key.length / 2, `${names[at]}: ${same} of ${key.length} bytes are as they were`);
  }
});

t.test('what others have put there stays, and is named', async t => {
  const dir = box(t.testdir());
  for (const name of ['notes.txt', 'backups/own.tar.gz', 'waystation.dbx', 'masterkey', 'server.pem'])
    put(join(dir, name), 'mine');
  const { left } = resetIn(dir);
  t.same(left.map(({ path }) => path.slice(dir.length + 1)).sort(), [
    'backups/own.tar.gz',
    'masterkey',
    'notes.txt',
    'server.pem',
    'waystation.dbx',
  ]);
  t.equal(readFileSync(join(dir, 'backups/own.tar.gz'), 'utf8'), 'mine');
});

t.test('no link is followed, and nothing with a second name is written over', async t => {
  const root = t.testdir({ victim: { 'waystation-20260101T000000Z-schema1.db': 'of root', 'ca.key': 'of root' } });
  const dir = box(root);
  const victim = join(root, 'victim');
  const moved = (name: string) => rmSync(join(dir, name), { recursive: true });
  for (const name of ['backups', 'pki', 'restoring', 'master.key', 'update', 'waystation.db-wal']) moved(name);
  for (const name of ['backups', 'pki', 'restoring']) symlinkSync(victim, join(dir, name));
  symlinkSync(join(victim, 'ca.key'), join(dir, 'master.key'));
  mkdirSync(join(dir, 'update'));
  symlinkSync(victim, join(dir, 'update/release'));
  symlinkSync('/', join(dir, 'waystation.db-wal'));
  linkSync(join(victim, 'ca.key'), join(dir, 'master.key.abcdef'));
  const { overwritten, spared, left } = resetIn(dir);
  t.same(readdirSync(victim).sort(), ['ca.key', 'waystation-20260101T000000Z-schema1.db']);
  t.equal(readFileSync(join(victim, 'ca.key'), 'utf8'), 'of root');
  t.notOk(overwritten.some(path => path.includes('abcdef')));
  t.same(spared, [join(dir, 'master.key.abcdef')], 'it is said');
  t.same(
    left.map(({ path, why }) => [path, /link/.test(why)]),
    [[join(dir, 'backups'), true]],
    'a folder of the configuration that is a link is left alone',
  );
  t.same(readdirSync(dir), ['backups']);
});

t.test('a database, a key and snapshots that lie elsewhere go, and nothing beside them', async t => {
  const root = t.testdir({ ssd: {}, keys: {}, stick: {}, data: {} });
  const at = (name: string) => join(root, name);
  for (const name of ['ssd/box.db', 'ssd/box.db-wal', 'ssd/box.dbase', 'keys/k', 'keys/other', 'data/master.key'])
    put(at(name), 'x');
  for (const name of ['stick/waystation-20260101T000000Z-schema80.db', 'stick/photo.jpg']) put(at(name), 'x');
  const base = configAt(at('data'));
  const config = {
    ...base,
    store: { ...base.store, path: at('ssd/box.db') },
    backup: { ...base.backup, dir: at('stick') },
    master_key_file: at('keys/k'),
  };
  using found = new RemainsOfBox(config);
  const { overwritten } = reset(found);
  t.same([...overwritten].sort(), [at('data/master.key'), at('keys/k')]);
  t.same(readdirSync(root, { recursive: true }).sort(), [
    'data',
    'keys',
    'keys/other',
    'ssd',
    'ssd/box.dbase',
    'stick',
    'stick/photo.jpg',
  ]);
});

t.test('an end before any step leaves a box, or a folder that no start and no command takes for one', async t => {
  const root = t.testdir();
  const steps: string[] = [];
  const resetUntil = (dir: string, until?: number) => {
    using found = new RemainsOfBox(configAt(dir));
    let count = 0;
    reset(found, name => {
      if (until === undefined) steps.push(name);
      else if (count++ === until) throw new Error('ended');
    });
  };
  resetUntil(smallBox(join(root, 'all')));
  t.ok(steps.length > 25, `${steps.length} steps`);
  t.same([steps[0], steps.at(-1)], ['mark', 'end']);
  for (const [at, name] of steps.entries()) {
    const dir = smallBox(join(root, `end-${at}`));
    t.throws(() => resetUntil(dir, at), { message: 'ended' });
    t.equal(existsSync(join(dir, RESET_MARK)), at > 0, `${name}: only before the first step is everything there`);
    if (at > 0) {
      t.throws(
        () => refuseUnfinished(dir),
        /a reset of .* was cut before its end and keys are gone: run waystation reset/,
      );
      await t.rejects(finishUnfinished(configAt(dir), log), { name: 'ResetUnfinished' });
    }
    resetIn(dir);
    t.same(readdirSync(dir), [], `${name}: the next call goes on`);
    rmSync(dir, { recursive: true });
  }
});

t.test('the same of a process that is killed', async t => {
  const root = t.testdir();
  for (const at of [0, 1, 7, 20]) {
    const dir = smallBox(join(root, `kill-${at}`));
    t.equal(killed(dir, at), 'SIGKILL');
    t.equal(existsSync(join(dir, RESET_MARK)), at > 0);
    resetIn(dir);
    t.same(readdirSync(dir), []);
  }
});

t.test('a start on a half of a box refuses in words, and makes nothing', async t => {
  const dir = box(t.testdir());
  killed(dir, 12);
  const before = readdirSync(dir, { recursive: true }).sort();
  await t.rejects(startWaystation({ ...anyPorts(dir) }), /run waystation reset again, then start/);
  t.same(readdirSync(dir, { recursive: true }).sort(), before);
});

t.test('a folder that is swapped for a link while it is emptied leads nowhere', async t => {
  const root = t.testdir({ victim: { 'ca.key': 'of root' } });
  const dir = box(root);
  using found = new RemainsOfBox(configAt(dir));
  reset(found, name => {
    if (name !== `overwrite ${join(dir, 'pki/ca.key')}`) return;
    renameSync(join(dir, 'pki'), join(root, 'moved'));
    symlinkSync(join(root, 'victim'), join(dir, 'pki'));
  });
  t.equal(readFileSync(join(root, 'victim/ca.key'), 'utf8'), 'of root');
  t.equal(lstatSync(join(dir, 'pki'), { throwIfNoEntry: false }), undefined, 'the link is gone');
});

t.test('nor does the data directory, when its name is given to a link', async t => {
  const root = t.testdir({ victim: { 'master.key': 'of root', pki: { 'ca.key': 'of root' } } });
  const dir = box(root);
  using found = new RemainsOfBox(configAt(dir));
  reset(found, name => {
    if (name !== `overwrite ${join(dir, 'master.key')}`) return;
    renameSync(dir, join(root, 'moved'));
    symlinkSync(join(root, 'victim'), dir);
  });
  t.equal(readFileSync(join(root, 'victim/master.key'), 'utf8'), 'of root');
  t.equal(readFileSync(join(root, 'victim/pki/ca.key'), 'utf8'), 'of root');
  t.same(readdirSync(join(root, 'moved')), [], 'what was opened is emptied');
});

function killed(dir: string, at: number) {
  const file = new URL('./reset-process.ts', import.meta.url).pathname;
  return spawnSync(process.execPath, [file, dir, String(at)]).signal;
}

function anyPorts(dir: string) {
  return {
    data_dir: dir,
    bssci_port: 0,
    scaci_port: 0,
    gateway_port: 0,
    core_port: 0,
    health: { core_port: 0, gateway_port: 0 },
    pki: { key_type: 'ec-p256' },
    log: { level: 'fatal' },
  } as Parameters<typeof startWaystation>[0];
}
