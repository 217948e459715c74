import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadMasterKey, MASTER_KEY_CREDENTIAL } from '../../src/pki/master-key.ts';

t.test('the first start makes a key that only its owner can read, later starts read it', async t => {
  const file = join(t.testdir(), 'data', 'master.key');
  const made = loadMasterKey({ file, mayCreate: true });
  t.equal(made.length, 32);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.same(readdirSync(join(file, '..')), ['master.key'], 'no temporary file stays');
  t.same(loadMasterKey({ file, mayCreate: false }), made);
});

t.test('no key is made while secrets under an earlier one exist', async t => {
  const dir = t.testdir();
  t.throws(() => loadMasterKey({ file: join(dir, 'master.key'), mayCreate: false }), /missing but secrets .* backup/);
  t.same(readdirSync(dir), []);
});

t.test('the systemd credential wins over the file, whatever its mode', async t => {
  const dir = t.testdir({ [MASTER_KEY_CREDENTIAL]: '' });
  const credential = Buffer.alloc(32, 9);
  writeFileSync(join(dir, MASTER_KEY_CREDENTIAL), credential);
  chmodSync(join(dir, MASTER_KEY_CREDENTIAL), 0o440);
  const file = join(dir, 'master.key');
  t.same(loadMasterKey({ file, credentialsDirectory: dir, mayCreate: true }), credential);
  t.throws(() => readFileSync(file), { code: 'ENOENT' });
});

t.test('without the credential in its folder the file is used', async t => {
  const dir = t.testdir({ empty: {} });
  const file = join(dir, 'master.key');
  const made = loadMasterKey({ file, mayCreate: true });
  t.same(loadMasterKey({ file, credentialsDirectory: join(dir, 'empty'), mayCreate: false }), made);
});

t.test('a key that others can read, or of a wrong length, is refused', async t => {
  const file = join(t.testdir(), 'master.key');
  loadMasterKey({ file, mayCreate: true });
  for (const mode of [0o640, 0o604]) {
    chmodSync(file, mode);
    t.throws(() => loadMasterKey({ file, mayCreate: true }), /can be read by others .* chmod 600/);
  }
  chmodSync(file, 0o600);
  writeFileSync(file, 'short');
  t.throws(() => loadMasterKey({ file, mayCreate: true }), /has 5 bytes instead of 32/);
});
