import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { type Config, configFrom } from '../../../src/config/load.ts';
import { type Engine, openDb } from '../../../src/database/driver.ts';
import { listSnapshots } from '../../../src/database/snapshot/snapshot-files.ts';
import { freshKey } from '../../../src/domain/apikey/format.ts';
import { createLog } from '../../../src/kit/log.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { checkAudit, exportAudit } from '../../../src/upkeep/audit-file.ts';
import { manifestOf, pack } from '../../../src/upkeep/backup/archive.ts';
import { type BackupOptions, backUpTo } from '../../../src/upkeep/backup/backup.ts';
import { type RestoreOptions, restore } from '../../../src/upkeep/backup/restore.ts';
import { finishSwitchOver } from '../../../src/upkeep/backup/switch-over.ts';
import { rekey } from '../../../src/upkeep/rekey.ts';
import { tryAll } from '../../../src/upkeep/sealed.ts';
import { finishUnfinished } from '../../../src/upkeep/unfinished.ts';
import { Center, until } from '../../peers/center.ts';
import { METER, uplink } from '../../peers/telegrams.ts';
import { APP_KEY, configAt, filled, NEAR } from '../filled.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const PASSPHRASE = 'correct horse';
const NOW = Date.UTC(2026, 4, 3, 12);

const RX = 1_767_225_600_123_456_789n;

/** A backup of what lies in a folder. */
function backup(dir: string, file: string, options: Partial<BackupOptions> = {}, config = configAt(dir)) {
  const passphrase = 'passphrase' in options ? options.passphrase : PASSPHRASE;
  return backUpTo(file, {
    configFile: undefined,
    version: '1.2.3',
    now: NOW,
    scryptCost: 16,
    ...options,
    config,
    passphrase,
  });
}

function restored(dir: string, file: string, options: Partial<RestoreOptions> = {}, config: Config = configAt(dir)) {
  mkdirSync(dir, { recursive: true });
  const passphrase = () => Promise.resolve(PASSPHRASE);
  return restore({ configFile: undefined, now: NOW, passphrase, ...options, config, file });
}

/** What is in a folder, by name, without what only a running server makes. */
function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return Object.fromEntries(
    files
      .filter(({ name }) => !/-(shm|wal)$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map(path => [path.slice(dir.length + 1), readFileSync(path, 'hex')]),
  );
}

/**
 * A compressed file with one byte changed, the next one that matters: of a run of zeros it may say in two ways where they are
 * copied from.
 */
function changedBehind(bytes: Buffer, from: number): { at: number; changed: Buffer } {
  const content = gunzipSync(bytes);
  for (let at = from; ; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (bytes[at] ?? 0) ^ 0x10;
    try {
      if (gunzipSync(changed).equals(content)) continue;
    } catch {
      // It is no compressed file any more.
    }
    return { at, changed };
  }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

/** What a folder holds, without what a database that was opened has beside it. */
const namesIn = (dir: string) =>
  readdirSync(dir)
    .filter(name => !/-(shm|wal)$|\.made$|^before-restore-/.test(name))
    .sort();
const DATA = ['master.key', 'pki', 'waystation.db'];

const keyOf = (dir: string) => readFileSync(join(dir, 'master.key'));
const openedAt = (dir: string) =>
  tryAll(join(dir, 'waystation.db'), 'node:sqlite', join(dir, 'pki'), sealer(keyOf(dir)));

// Many backups and restores, one after the other.
t.setTimeout(120_000);

t.test('a backup', async t => {
  const root = t.testdir();
  const original = await filled(join(root, 'original'));
  const whole = openedAt(original);
  // Sessions end with a restore, and so does the answer that is kept for one that refreshes.
  const afterwards = { ...whole, count: whole.count - 1 };
  const file = join(root, 'whole.tar.gz');
  await backup(original, file);
  const copy = (name: string) => {
    cpSync(original, join(root, name), { recursive: true });
    return join(root, name);
  };

  await t.test('says what it is, and has no secret in clear', async t => {
    const manifest = await manifestOf(file);
    t.match(manifest, { version: '1.2.3', key: 'sealed', host: hostname(), created_at: '2026-05-03T12:00:00.000Z' });
    t.match(manifest?.sc_eui, /^[0-9a-f]{16}$/);
    t.same(
      manifest?.parts.map(({ name }) => name),
      ['pki/ca.crt', 'pki/ca.key', 'pki/revoked', 'pki/server.crt', 'pki/server.key', 'waystation.db'],
    );
    t.equal(statSync(file).mode & 0o777, 0o600);
    t.same(
      readdirSync(root).filter(name => name.startsWith('whole')),
      ['whole.tar.gz'],
      'nothing stays beside it',
    );
  });

  for (const engine of ENGINES) {
    await t.test(`brings another box to life, ${engine}`, async t => {
      const dir = join(root, `box-${engine.replace(':', '-')}`);
      const made = join(root, `${engine.replace(':', '-')}.tar.gz`);
      await backup(original, made, {}, configAt(original, engine));
      const settings = { pki: { server_names: ['box.example.org', 'localhost'] } };
      const config = configFrom({ ...configAt(dir, engine), pki: { ...configAt(dir).pki, ...settings.pki } });
      const done = await restored(dir, made, {}, config);
      t.same(done.aside, []);
      t.match(done.warnings, [/the server certificate lacks box\.example\.org: run waystation certs renew/]);
      t.same(openedAt(dir), afterwards);
      t.same(namesIn(dir), DATA);
      t.equal(statSync(join(dir, 'master.key')).mode & 0o777, 0o600);
      t.equal(statSync(join(dir, 'pki')).mode & 0o777, 0o700);
      t.equal(readFileSync(join(dir, 'pki/ca.crt'), 'utf8'), readFileSync(join(original, 'pki/ca.crt'), 'utf8'));
    });
  }

  await t.test('taken while the server runs, goes on behind everything that was given out', async t => {
    const dir = copy('live');
    const later = join(root, 'live.tar.gz');
    let seq = '';
    let scEui = '';
    {
      await using center = await Center.start({ dir });
      const station = await center.baseStation({ bsEui: NEAR, register: false });
      const follower = center.follow();
      await station.hear(uplink({ packetCnt: 1 }));
      await center.clock.advance(1000);
      await follower.next();
      await backup(dir, later);
      await station.hear(uplink({ packetCnt: 2, rxTime: RX + 10_000_000_000n }));
      await center.clock.advance(1000);
      seq = (await follower.next()).seq;
      scEui = (await center.api.call('GetReleaseInfo', {})).sc_eui;
      follower[Symbol.dispose]();
    }
    const before = contents(dir);
    const { aside } = await restored(dir, later);
    t.same(aside, [join(dir, 'before-restore-20260503T120000Z')]);
    t.same(contents(aside[0] ?? '')['waystation.db'], before['waystation.db']);
    const looked = checkAudit(join(dir, 'waystation.db'), 'better-sqlite3', { monotonic: () => 0 }, 1);
    t.match(looked, { all: true, troubles: { length: 0 } }, 'the chain of audit goes on');
    let audited = '';
    const everything = { organization: undefined, from: 0, to: Number.MAX_SAFE_INTEGER };
    exportAudit(join(dir, 'waystation.db'), 'better-sqlite3', everything, lines => {
      audited += lines;
    });
    t.match(audited, /"event_type":"system.restore_started".*"size":\d+/);
    await using center = await Center.start({ dir });
    t.equal((await center.api.call('GetReleaseInfo', {})).sc_eui, scEui);
    t.equal(await center.visible(), 1, 'as of the backup');
    const station = await center.baseStation({ bsEui: NEAR, register: false });
    await station.hear(uplink({ packetCnt: 3, rxTime: RX + 20_000_000_000n }));
    await center.clock.advance(1000);
    await until(async () => (await center.visible()) === 2);
    const [newest] = center.rows('SELECT max(seq) AS seq FROM message');
    t.ok(Number(newest?.seq) > Number(seq), 'no place of the log is given twice');
    const { app_key } = await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['app_key'] });
    t.equal(app_key, APP_KEY);
  });

  await t.test('killed at any moment of the restore, the old or the new data is there, whole', async t => {
    const other = copy('other');
    rekey(configAt(other));
    const otherKey = keyOf(other);
    const steps: string[] = [];
    const dry = join(root, 'dry');
    cpSync(other, dry, { recursive: true });
    await restored(dry, file, { step: name => steps.push(name) });
    t.same(
      steps.filter(name => !/aside|^end/.test(name)),
      ['journal', 'waystation.db', 'pki', 'master.key'],
    );
    for (const [n, name] of steps.entries()) {
      const dir = join(root, `killed-${n}`);
      cpSync(other, dir, { recursive: true });
      let count = 0;
      const step = () => {
        if (count++ === n) throw new Error('killed');
      };
      await t.rejects(restored(dir, file, { step }), /killed/);
      t.equal(finishSwitchOver(configAt(dir)), n > 0, name);
      t.same(openedAt(dir).failed, [], name);
      t.equal(keyOf(dir).equals(otherKey), n === 0, name);
      t.same(namesIn(dir), DATA, name);
    }
  });

  await t.test('killed twice, it is finished all the same', async t => {
    const dir = copy('killed-twice');
    const at = (n: number) => {
      let count = 0;
      return () => {
        if (count++ === n) throw new Error('killed');
      };
    };
    await t.rejects(restored(dir, file, { step: at(2) }), /killed/);
    t.throws(() => finishSwitchOver(configAt(dir), at(1)), /killed/);
    await restored(dir, file);
    t.same(openedAt(dir), afterwards);
  });

  await t.test('killed in the middle, it is finished by the next start of the service', async t => {
    const dir = copy('started');
    rekey(configAt(dir));
    const kill = (name: string) => {
      if (name === 'pki') throw new Error('killed');
    };
    await t.rejects(restored(dir, file, { step: kill }), /killed/);
    t.notOk(existsSync(join(dir, 'pki')));
    await using center = await Center.start({ dir });
    const { app_key } = await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['app_key'] });
    t.equal(app_key, APP_KEY);
    t.equal(center.app.pki.caPem(), readFileSync(join(original, 'pki/ca.crt'), 'utf8'));
    t.same(keyOf(dir), keyOf(original));
    t.match(center.log.join(''), /a restore that was broken off is finished/);
  });

  await t.test('goes where the configuration wants the database and the key', async t => {
    const dir = join(root, 'apart/data');
    const config = configFrom({
      ...configAt(dir),
      store: { path: join(root, 'apart/disk/w.db') },
      master_key_file: join(root, 'apart/keys/key'),
    });
    for (const folder of ['disk', 'keys']) mkdirSync(join(root, 'apart', folder), { recursive: true });
    let steps = 0;
    await t.rejects(
      restored(
        dir,
        file,
        {
          step: () => {
            if (++steps === 3) throw new Error('killed');
          },
        },
        config,
      ),
      /killed/,
    );
    await finishUnfinished(config, await createLog({ level: 'silent', format: 'json' }));
    const key = readFileSync(config.master_key_file);
    const read = tryAll(config.store.path, 'node:sqlite', join(dir, 'pki'), sealer(key));
    t.same(read, afterwards);
    t.same(namesIn(dir), ['pki']);
    t.same(namesIn(join(root, 'apart/disk')), ['w.db']);
    t.same(namesIn(join(root, 'apart/keys')), ['key']);
    const { aside } = await restored(dir, file, {}, config);
    t.same(
      aside,
      ['disk', 'data', 'keys'].map(folder => join(root, 'apart', folder, 'before-restore-20260503T120000Z')),
    );
    t.ok(existsSync(join(dir, 'before-restore-20260503T120000Z/pki/ca.key')));
  });

  await t.test('with a wrong passphrase, a byte changed or cut off changes nothing', async t => {
    const dir = copy('untouched');
    const before = contents(dir);
    const wrong = await failure(restored(dir, file, { passphrase: () => Promise.resolve('another one') }));
    t.equal(wrong, 'the passphrase is wrong, or the backup was changed: nothing was restored');
    const bytes = readFileSync(file);
    const damaged = join(root, 'damaged.tar.gz');
    for (const from of [40, 400, Math.floor(bytes.length / 2), bytes.length - 6]) {
      const { at, changed } = changedBehind(bytes, from);
      writeFileSync(damaged, changed);
      t.type(await failure(restored(dir, damaged)), 'string', `byte ${at} changed`);
    }
    for (const length of [0, 10, 500, bytes.length - 1]) {
      writeFileSync(damaged, bytes.subarray(0, length));
      t.match(await failure(restored(dir, damaged)), /damaged|not a backup/, `cut to ${length}`);
    }
    writeFileSync(damaged, 'something else');
    t.match(await failure(restored(dir, damaged)), /is not a backup of Waystation/);
    t.match(await failure(restored(dir, join(root, 'nowhere'))), /does not exist/);
    t.match(await failure(restored(dir, root)), /is a folder/);
    t.same(contents(dir), before);
    t.same(namesIn(dir), DATA);
  });

  await t.test('with a manifest that is not as we write it is damaged', async t => {
    const dir = copy('manifest');
    const before = contents(dir);
    const manifest = await manifestOf(file);
    const [first, ...parts] = manifest?.parts ?? [];
    const changes = [
      { parts: [null] },
      { parts: [{ ...first, name: 1 }, ...parts] },
      { parts: [{ ...first, bytes: 'many' }] },
      { schema: '3' },
      { key: 'none' },
      { host: null },
    ];
    for (const change of changes) {
      const work = join(root, 'manifest-work');
      mkdirSync(work, { recursive: true });
      writeFileSync(join(work, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
      const changed = join(root, 'manifest.tar.gz');
      await pack(work, ['manifest.json'], createWriteStream(changed));
      t.match(await failure(restored(dir, changed)), /manifest\.tar\.gz is damaged, .*: use another backup$/);
    }
    t.same(contents(dir), before);
  });

  await t.test('of a newer schema is refused before anything is unpacked', async t => {
    const dir = copy('newer');
    const db = openDb(join(dir, 'waystation.db'), { engine: 'node:sqlite', mode: 'writer' });
    db.exec('PRAGMA user_version = 999');
    db.close();
    const made = join(root, 'newer.tar.gz');
    await backup(dir, made);
    const target = join(root, 'older');
    t.match(
      await failure(restored(target, made)),
      /schema version 999, this release knows \d+: restore it with release 1\.2\.3/,
    );
    t.same(readdirSync(target), []);
  });

  await t.test('without its key needs that key in place, and says what is lost otherwise', async t => {
    const made = join(root, 'without.tar.gz');
    const { manifest } = await backup(original, made, { passphrase: undefined });
    t.equal(manifest.key, 'without');
    const dir = join(root, 'without');
    t.match(
      await failure(restored(dir, made)),
      /there is no master key .* without it the certificate authority and all \d+ secrets/,
    );
    writeFileSync(join(dir, 'master.key'), Buffer.alloc(32, 1), { mode: 0o600 });
    t.match(await failure(restored(dir, made)), /is not the master key of this backup/);
    writeFileSync(join(dir, 'master.key'), keyOf(original));
    await restored(dir, made);
    t.same(openedAt(dir), afterwards);
  });

  await t.test('brings the configuration along for the administrator to compare', async t => {
    const configFile = join(root, 'waystation.yaml');
    writeFileSync(configFile, 'bssci_port: 5555\n');
    const made = join(root, 'configured.tar.gz');
    await backup(original, made, { configFile });
    const dir = join(root, 'configured');
    const { warnings } = await restored(dir, made);
    t.match(warnings, [/the configuration in the backup differs .*waystation\.yaml\.restored/]);
    t.equal(readFileSync(join(dir, 'waystation.yaml.restored'), 'utf8'), 'bssci_port: 5555\n');
    const same = join(root, 'same');
    t.same((await restored(same, made, { configFile })).warnings, []);
    t.notOk(existsSync(join(same, 'waystation.yaml.restored')));
  });

  await t.test('keeps what was revoked since, and sets the snapshots of the old data aside', async t => {
    const dir = copy('revoked');
    writeFileSync(join(dir, 'pki/revoked'), '{"revoked":"serial","serial":"ab"}\n');
    mkdirSync(join(dir, 'backups'));
    writeFileSync(join(dir, 'backups/waystation-20260101T000000Z-schema5.db'), 'old');
    await restored(dir, file);
    t.match(readFileSync(join(dir, 'pki/revoked'), 'utf8'), /"ab"/);
    t.same(listSnapshots(join(dir, 'backups')), []);
    t.same(readdirSync(join(dir, 'backups')), ['before-restore-20260503T120000Z']);
  });

  await t.test('keeps API keys deleted that were deleted since, or says that it cannot know', async t => {
    const dir = copy('keys');
    const operator = { now: 1, userId: 'x', userEmail: 'x', actor: 'x' };
    const path = join(dir, 'waystation.db');
    const opened = () => openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
    const before = await opened();
    const asked = { org: 1, user: undefined, scopes: ['*'], expiresAt: null };
    const made = (name: string) => before.write.apiKeys.insert({ ...asked, ...freshKey(), name }, operator);
    const [gone, kept] = [await made('gone'), await made('kept')];
    await before.close();
    const withKeys = join(root, 'keys.tar.gz');
    await backup(dir, withKeys);
    const since = await opened();
    await since.write.apiKeys.remove(1, gone?.uuid ?? '', undefined, operator);
    await since.close();
    t.same((await restored(dir, withKeys)).warnings, []);
    const names = async () => {
      const store = await opened();
      try {
        return [gone, kept].map(key => store.read.apiKeys.find(1, key?.uuid ?? '', undefined)?.name);
      } finally {
        await store.close();
      }
    };
    t.same(await names(), [undefined, 'kept']);
    await restored(dir, withKeys, { now: NOW + 1000 });
    t.same(await names(), [undefined, 'kept'], 'also when the one that saw it is gone');
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
    writeFileSync(path, Buffer.alloc(8192, 7));
    t.match((await restored(dir, withKeys, { now: NOW + 2000 })).warnings, [
      /may be back: look at waystation api-keys/,
    ]);
    t.same(await names(), ['gone', 'kept']);
    t.same(
      (await restored(join(root, 'elsewhere-keys'), withKeys)).warnings,
      [],
      'on another box there is nothing to know',
    );
  });

  await t.test('lets no user in who was put out since, or says that it cannot know', async t => {
    const dir = copy('users');
    const acting = { now: 1, userId: undefined, userEmail: undefined, actor: 'x' };
    const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
    const path = join(dir, 'waystation.db');
    const opened = () => openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
    const before = await opened();
    const person = { first_name: '', last_name: '', company_name: '', note: '', is_admin: false, is_active: true };
    const given = { ...person, password_change_required: false, password: undefined, memberships: [] };
    const make = (email: string) => before.write.accounts.createUser({ ...given, email }, acting);
    const [gone, kept] = [await make('gone@a.de'), await make('kept@a.de')];
    const doomed = await before.write.accounts.createOrganization({ name: 'Doomed' }, kept.uuid, acting);
    await before.close();
    const withUsers = join(root, 'users.tar.gz');
    await backup(dir, withUsers);
    const since = await opened();
    await since.write.accounts.deleteUser(gone.uuid, box, acting);
    await since.write.accounts.deleteOrganization(doomed, true, box, acting);
    await since.close();
    t.same((await restored(dir, withUsers)).warnings, []);
    const left = async () => {
      const { read, close } = await opened();
      const { user, organization } = read.accounts;
      const found = [gone, kept].map(({ uuid }) => user(uuid)?.email);
      const name = organization(doomed)?.name;
      await close();
      return [...found, name];
    };
    t.same(await left(), [undefined, 'kept@a.de', undefined]);
    await restored(dir, withUsers, { now: NOW + 1000 });
    t.same(await left(), [undefined, 'kept@a.de', undefined], 'also when the one that saw it is gone');
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
    writeFileSync(path, Buffer.alloc(8192, 7));
    t.match((await restored(dir, withUsers, { now: NOW + 2000 })).warnings, [/may be back: look at their lists/]);
    t.same(await left(), ['gone@a.de', 'kept@a.de', 'Doomed']);
  });

  await t.test('is not made while only a part of the secrets is under the new master key', async t => {
    const dir = copy('changing');
    const kill = (name: string) => {
      if (name === 'pki/ca.key') throw new Error('killed');
    };
    t.throws(() => rekey(configAt(dir), { step: kill }), /killed/);
    const made = join(root, 'changing.tar.gz');
    t.match(await failure(backup(dir, made)), /the change of the master key is not finished/);
    mkdirSync(join(dir, 'restoring'));
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    await finishUnfinished(configAt(dir), await createLog({ level: 'info', format: 'json', destination }));
    t.match(lines, [/the change of the master key is finished/]);
    t.same(namesIn(dir), DATA);
    await backup(dir, made);
    await restored(join(root, 'changed'), made);
    t.same(openedAt(join(root, 'changed')), afterwards);
  });

  await t.test('never replaces a file that is something else, nor a good backup by half of one', async t => {
    const precious = join(root, 'precious');
    writeFileSync(precious, 'precious');
    t.match(await failure(backup(original, precious)), /is there already and is no backup/);
    t.match(await failure(backup(original, join(root, 'no/where'))), /the folder .* does not exist/);
    t.match(await failure(backup(original, root)), /is a folder/);
    t.equal(readFileSync(precious, 'utf8'), 'precious');
    const dir = copy('broken');
    const good = join(root, 'good.tar.gz');
    await backup(dir, good);
    const bytes = readFileSync(good);
    writeFileSync(join(dir, 'waystation.db'), Buffer.alloc(8192, 7));
    t.type(await failure(backup(dir, good)), 'string');
    t.same(readFileSync(good), bytes);
    writeFileSync(join(dir, 'master.key'), Buffer.alloc(32, 1));
    cpSync(join(original, 'waystation.db'), join(dir, 'waystation.db'));
    t.match(await failure(backup(dir, good)), /opens none of the secrets/);
    t.same(readFileSync(good), bytes);
    t.same(
      readdirSync(root).filter(name => name.startsWith('good')),
      ['good.tar.gz'],
    );
  });
});
