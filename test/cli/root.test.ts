// Long: for CI and `npm test -- --long`.
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { filled, NEAR } from '../upkeep/filled.ts';
import { waystation } from './waystation.ts';

/** Stands for the user of the service: has no files on any machine. */
const SERVICE = 65_534;
const skip = process.getuid?.() === 0 ? false : 'SKIPPED: only root can act as another user';
const KEY = ['--passphrase-file', 'private/passphrase'];

// Each command is a process of its own.
t.setTimeout(120_000);

// Not below the sources: the user of the service must reach it.
const root = mkdtempSync(join(tmpdir(), 'waystation-root-'));
process.once('exit', () => rmSync(root, { recursive: true }));
chmodSync(root, 0o755);
if (skip === false) await filled(join(root, 'original'));

/** A box as the package makes it: everything is root's but the data directory. */
function box(): string {
  const cwd = mkdtempSync(join(root, 'box-'));
  chmodSync(cwd, 0o755);
  cpSync(join(root, 'original'), join(cwd, 'data'), { recursive: true });
  for (const name of ['victim', 'victim2', 'private']) mkdirSync(join(cwd, name), { mode: 0o700 });
  writeFileSync(join(cwd, 'victim/f'), 'of root', { mode: 0o600 });
  writeFileSync(join(cwd, 'private/passphrase'), 'correct horse\n', { mode: 0o600 });
  give(join(cwd, 'data'));
  return cwd;
}

function give(dir: string): void {
  chownSync(dir, SERVICE, SERVICE);
  for (const name of readdirSync(dir, { recursive: true })) chownSync(join(dir, String(name)), SERVICE, SERVICE);
}

/** With a place of root's in the configuration a command has to stay root. */
const WAYS = [
  { how: 'as the owner of the data', env: {}, says: 'may not be used by this user' },
  { how: 'as root', env: { PLATFORM_BACKUP_DIR: '../victim2' }, says: 'is a link' },
];

/** What in the folder is not its owner's. */
const strange = (dir: string) =>
  readdirSync(dir, { recursive: true })
    .map(String)
    .filter(name => lstatSync(join(dir, name)).uid !== SERVICE);

t.test(
  'commands of root give the service what they have made, and read and write what only root may',
  { skip },
  async t => {
    const cwd = box();
    const data = join(cwd, 'data');
    for (const args of [
      ['backup', 'private/b.tar.gz', ...KEY],
      ['certs', 'status'],
      ['certs', 'renew'],
      ['certs', 'revoke', NEAR],
      ['certs', 'export-ca', 'private/ca.crt'],
      ['certs', 'base-station', NEAR, '--out', 'private/station'],
      ['database', 'status'],
      ['database', 'check'],
      ['database', 'compact'],
      ['rekey', '--out', 'private/new.key'],
      ['restore', 'private/b.tar.gz', ...KEY],
    ]) {
      const { code, stderr } = await waystation(cwd, args);
      t.equal(code, 0, `${args.join(' ')} ${stderr}`);
      t.same(strange(data), [], `${args.join(' ')}: everything belongs to the service`);
    }
    for (const name of ['b.tar.gz', 'ca.crt', 'new.key', 'station/client.key']) {
      t.equal(statSync(join(cwd, 'private', name)).uid, 0, name);
    }
  },
);

t.test('a credential that only root can read is changed as before', { skip }, async t => {
  const cwd = box();
  renameSync(join(cwd, 'data/master.key'), join(cwd, 'private/waystation.master-key'));
  chownSync(join(cwd, 'private/waystation.master-key'), 0, 0);
  const env = { PLATFORM_MASTER_KEY_FILE: join(cwd, 'private/waystation.master-key') };
  const { code, stderr } = await waystation(cwd, ['rekey', '--out', 'private/new.key'], env);
  t.equal(code, 0, stderr);
  const made = await waystation(cwd, ['certs', 'renew'], { PLATFORM_MASTER_KEY_FILE: env.PLATFORM_MASTER_KEY_FILE });
  t.equal(made.code, 0, made.stderr);
  t.same(strange(join(cwd, 'data')), []);
});

for (const { how, env, says } of WAYS) {
  t.test(`${how}, a journal that the service has written moves nothing of root's`, { skip }, async t => {
    const cwd = box();
    const made = await waystation(cwd, ['backup', 'private/b.tar.gz', ...KEY]);
    t.equal(made.code, 0, made.stderr);
    const journal = { moves: [{ place: '../victim/f', staged: 'evil/x', aside: 'a/b' }], emptied: ['../victim2'] };
    mkdirSync(join(cwd, 'data/evil'));
    writeFileSync(join(cwd, 'data/evil/x'), 'evil');
    writeFileSync(join(cwd, 'data/restore.json'), JSON.stringify(journal));
    give(join(cwd, 'data'));
    for (const args of [['rekey'], ['restore', 'private/b.tar.gz', ...KEY], ['database', 'compact']]) {
      const { code, stderr } = await waystation(cwd, args, env);
      t.equal(code, 1, args.join(' '));
      t.match(stderr, /restore\.json names .*victim\/f, which no restore/);
    }
    t.equal(readFileSync(join(cwd, 'victim/f'), 'utf8'), 'of root');
    t.same(readdirSync(cwd).sort(), ['data', 'private', 'victim', 'victim2']);
  });

  t.test(`${how}, links in the PKI folder lead root nowhere`, { skip }, async t => {
    const cwd = box();
    const pki = join(cwd, 'data/pki');
    rmSync(join(pki, 'revoked'), { force: true });
    symlinkSync('../../victim/f', join(pki, 'revoked'));
    const revoked = await waystation(cwd, ['certs', 'revoke', NEAR], env);
    t.equal(revoked.code, 1);
    t.match(revoked.stderr, new RegExp(`pki/revoked ${says}`));
    t.equal(readFileSync(join(cwd, 'victim/f'), 'utf8'), 'of root');
    rmSync(join(pki, 'revoked'));
    cpSync(join(pki, 'retired'), join(pki, 'before'), { recursive: true });
    rmSync(join(pki, 'retired'), { recursive: true });
    chmodSync(join(cwd, 'victim2'), 0o755);
    symlinkSync('../../victim2', join(pki, 'retired'));
    const status = await waystation(cwd, ['certs', 'renew'], env);
    t.equal(status.code, 1);
    t.match(status.stderr, new RegExp(`pki/retired ${says}`));
    t.equal(statSync(join(cwd, 'victim2')).mode & 0o777, 0o755);
    t.same(readdirSync(join(cwd, 'victim2')), []);
  });

  t.test(`${how}, the old master key is not overwritten through a link`, { skip }, async t => {
    const cwd = box();
    const key = readFileSync(join(cwd, 'data/master.key'));
    writeFileSync(join(cwd, 'victim/key'), key, { mode: 0o600 });
    rmSync(join(cwd, 'data/master.key'));
    symlinkSync('../victim/key', join(cwd, 'data/master.key'));
    const { code, stderr } = await waystation(cwd, ['rekey'], env);
    t.equal(code, 1);
    t.match(stderr, new RegExp(`master[.]key ${says}`));
    t.ok(readFileSync(join(cwd, 'victim/key')).equals(key));
  });
}
