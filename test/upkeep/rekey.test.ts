import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { configFrom } from '../../src/config/load.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { sealedColumns } from '../../src/domain/sealed.ts';
import { sealer } from '../../src/kit/seal.ts';
import { masterSealer, NEXT_MASTER_KEY } from '../../src/pki/master-key.ts';
import { finishRekey, rekey } from '../../src/upkeep/rekey.ts';
import { sealedFiles, sealedValues, tryAll } from '../../src/upkeep/sealed.ts';
import { Center } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';
import { APP_KEY, configAt, filled } from './filled.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];

/** What the secrets of a folder open with, at this file's key and at another. */
function opened(dir: string, key: Uint8Array, engine: Engine = 'better-sqlite3') {
  return tryAll(join(dir, 'waystation.db'), engine, join(dir, 'pki'), sealer(key));
}

const keyOf = (dir: string) => readFileSync(join(dir, 'master.key'));

/** A change that is killed before its n-th step, and what had been done by then. */
function killed(dir: string, n: number, out?: string, config = configAt(dir)): string[] {
  const steps: string[] = [];
  const step = (name: string) => {
    if (steps.length === n) throw new Error('killed');
    steps.push(name);
  };
  try {
    rekey(config, { step, out });
  } catch (error) {
    if (!(error instanceof Error && error.message === 'killed')) throw error;
  }
  return steps;
}

t.test('with a new master key', async t => {
  const root = t.testdir();
  const original = await filled(join(root, 'original'));
  const oldKey = keyOf(original);
  const before = opened(original, oldKey);
  const copy = (name: string) => {
    const dir = join(root, name);
    cpSync(original, dir, { recursive: true });
    return dir;
  };

  await t.test('the data has a secret of every kind that is listed', async t => {
    const db = openDb(join(original, 'waystation.db'), { engine: 'better-sqlite3', mode: 'reader' });
    const found = new Set([...sealedValues(db)].map(({ column }) => column));
    db.close();
    t.same(
      sealedColumns.filter(column => !found.has(column)),
      [],
    );
    t.same(
      sealedFiles(join(original, 'pki')).map(({ about }) => about),
      ['pki/ca.key', 'pki/server.key'],
    );
    t.same(before.failed, []);
  });

  for (const engine of ENGINES) {
    await t.test(`nothing opens with the old one and everything with the new one, ${engine}`, async t => {
      const dir = copy(engine.replace(':', '-'));
      const done = rekey(configAt(dir, engine));
      t.match(done, { secrets: before.count, toInstall: false, left: [] });
      const newKey = keyOf(dir);
      t.notSame(newKey, oldKey);
      t.equal(statSync(join(dir, 'master.key')).mode & 0o777, 0o600);
      t.same(opened(dir, newKey, engine), { count: before.count, failed: [] });
      t.equal(opened(dir, oldKey, engine).count, 0);
      t.notOk(existsSync(join(dir, NEXT_MASTER_KEY)));
      t.notOk(
        readFileSync(join(dir, 'waystation.db')).includes(endpointKey(original)),
        'nor in a free page of the database',
      );
    });
  }

  await t.test('the service goes on with its keys and certificates', async t => {
    const dir = copy('goes-on');
    const ca = readFileSync(join(dir, 'pki/ca.crt'), 'utf8');
    rekey(configAt(dir));
    await using center = await Center.start({ dir });
    const { app_key } = await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['app_key'] });
    t.equal(app_key, APP_KEY);
    t.equal(center.app.pki.caPem(), ca);
    await center.baseStation({ bsEui: '70b3d59cd0000002' });
  });

  await t.test('killed before any of its steps, everything opens, and the next start brings it to its end', async t => {
    const all = killed(copy('whole'), Number.POSITIVE_INFINITY);
    t.same(all, ['new key', 'database', 'pki/ca.key', 'pki/server.key', 'key in its place', 'end']);
    for (const [n, name] of all.entries()) {
      const dir = copy(`killed-${n}`);
      killed(dir, n);
      const either = masterSealer(dir, { file: join(dir, 'master.key'), mayCreate: false });
      t.same(
        tryAll(join(dir, 'waystation.db'), 'node:sqlite', join(dir, 'pki'), either).failed,
        [],
        `readable before: ${name}`,
      );
      t.equal(finishRekey(configAt(dir)), n === 0 ? 'none' : 'finished', name);
      t.same(opened(dir, keyOf(dir)), { count: before.count, failed: [] }, name);
      t.equal(opened(dir, oldKey).count, n === 0 ? before.count : 0, name);
      t.notOk(existsSync(join(dir, NEXT_MASTER_KEY)));
    }
  });

  await t.test('a copy of the database in backups is readable with it, and a damaged one is named', async t => {
    const dir = copy('snapshots');
    mkdirSync(join(dir, 'backups'));
    const one = join(dir, 'backups/one.db');
    await writeSnapshot({ source: join(dir, 'waystation.db'), target: one, engine: 'better-sqlite3' });
    writeFileSync(join(dir, 'backups/torn.db'), 'no database at all');
    const done = rekey(configAt(dir));
    t.match(done, { snapshots: 1, left: [join(dir, 'backups/torn.db')] });
    t.same(readdirSync(join(dir, 'backups')).sort(), ['one.db', 'torn.db']);
    t.same(tryAll(one, 'node:sqlite', '', sealer(keyOf(dir))).failed, []);
  });

  await t.test('a secret that cannot be opened stops it before anything is changed', async t => {
    const dir = copy('unreadable');
    const db = openDb(join(dir, 'waystation.db'), { engine: 'node:sqlite', mode: 'writer' });
    db.prepare('UPDATE endpoint SET app_key = ? WHERE eui = ?').run(Buffer.alloc(45, 1), METER);
    db.close();
    t.throws(
      () => rekey(configAt(dir)),
      /the application key \(app_key\) of endpoint fe\w+ cannot be opened .* nothing was changed/,
    );
    t.same(keyOf(dir), oldKey);
    writeFileSync(join(dir, 'master.key'), Buffer.alloc(32, 5));
    t.throws(() => rekey(configAt(dir)), /opens none of the secrets here/);
    t.notOk(existsSync(join(dir, NEXT_MASTER_KEY)));
  });

  await t.test(
    'a credential is changed by the administrator: until then, and after it, everything can be read',
    async t => {
      const dir = copy('credential');
      const credential = join(root, 'credentials/waystation.master-key');
      mkdirSync(dirname(credential));
      writeFileSync(credential, oldKey, { mode: 0o440 });
      const config = configFrom({ ...configAt(dir), master_key_file: credential });
      t.throws(() => rekey(config), /is a credential .* --out/);
      const out = join(root, 'new-key');
      t.match(rekey(config, { out }), { toInstall: true, secrets: before.count });
      t.equal(statSync(out).mode & 0o777, 0o600);
      t.same(readFileSync(credential), oldKey);
      t.same(opened(dir, readFileSync(out)).failed, []);
      const place = { file: credential, credentialsDirectory: dirname(credential), mayCreate: false };
      const still = masterSealer(dir, place);
      t.same(tryAll(join(dir, 'waystation.db'), 'node:sqlite', join(dir, 'pki'), still).failed, []);
      t.equal(finishRekey(config), 'to install');

      await using center = await Center.start({ dir, settings: { master_key_file: credential } });
      const { app_key } = await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['app_key'] });
      t.equal(app_key, APP_KEY, 'the service runs with the old one');
      t.match(center.log.join(''), /a new master key waits: install it as the credential/);
      await center.stop();

      const again = join(root, 'again');
      rekey(config, { out: again });
      t.same(readFileSync(again), readFileSync(out), 'one that waits to be installed is not followed by another');
      writeFileSync(out, Buffer.alloc(32));
      t.throws(() => rekey(config, { out }), /is there already/);

      writeFileSync(credential, readFileSync(again));
      t.equal(finishRekey(config), 'finished');
      t.notOk(existsSync(join(dir, NEXT_MASTER_KEY)));
      t.same(tryAll(join(dir, 'waystation.db'), 'node:sqlite', join(dir, 'pki'), masterSealer(dir, place)).failed, []);
    },
  );

  await t.test('a folder for the new key that is not there is told before anything is changed', async t => {
    const dir = copy('no-folder');
    const files = () =>
      ['waystation.db', 'master.key', 'pki/ca.key', 'pki/server.key'].map(name => readFileSync(join(dir, name), 'hex'));
    const before = files();
    const out = join(root, 'nowhere/new.key');
    t.throws(
      () => rekey(configAt(dir), { out }),
      /the folder .*nowhere does not exist: make it first; nothing was changed/,
    );
    t.same(files(), before);
    t.notOk(existsSync(join(dir, NEXT_MASTER_KEY)));
  });

  await t.test('killed while the key is a credential, the next call goes on with the same new key', async t => {
    for (let n = 1; n < 5; n += 1) {
      const dir = copy(`credential-${n}`);
      const credential = join(root, `credentials-${n}/waystation.master-key`);
      mkdirSync(dirname(credential));
      writeFileSync(credential, oldKey);
      const config = configFrom({ ...configAt(dir), master_key_file: credential });
      const out = join(root, `out-${n}`);
      killed(dir, n, out, config);
      t.notOk(existsSync(out), 'the new key is handed out when everything is under it');
      rekey(config, { out });
      t.same(opened(dir, readFileSync(out)), { count: before.count, failed: [] });
    }
  });
});

/** A sealed key as it is stored. */
function endpointKey(dir: string): Buffer {
  const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'reader' });
  const row = db.prepare('SELECT app_key FROM endpoint WHERE eui = ?').get(METER) as { app_key: Uint8Array };
  db.close();
  return Buffer.from(row.app_key);
}
