// Long: for CI and `npm test -- --long`.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { explain } from '../../src/cli/explain.ts';
import { lockDataDir } from '../../src/config/lock.ts';
import { openDb } from '../../src/database/driver.ts';
import { filled } from '../upkeep/filled.ts';
import { anyPorts, main, waystation } from './waystation.ts';

interface Mistake {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: 1 | 2 | 78;
  readonly says: RegExp;
  readonly env?: Record<string, string>;
}

const KEY = ['--passphrase-file', 'passphrase'];

/** What goes wrong when an operator installs or repairs a box. `data` is in order, `box` has nothing. */
const mistakes: readonly Mistake[] = [
  {
    what: 'a folder that may not be made',
    args: ['serve', '--data-dir', '/sys/waystation'],
    code: 1,
    says: /^waystation: \/sys\/waystation (may not be used|is on a disk that is mounted read-only)/,
  },
  {
    what: 'a folder where none can be made',
    args: ['serve', '--data-dir', '/proc/waystation/data'],
    code: 1,
    says: /^waystation: \/proc\/waystation does not exist/,
  },
  {
    what: 'a data directory below a file',
    args: ['serve', '--data-dir', 'passphrase/data'],
    code: 1,
    says: /^waystation: .*passphrase\/data lies below something that is no folder/,
  },
  {
    what: 'a configuration file that is not there',
    args: ['doctor', '--config', 'nowhere.yaml'],
    code: 78,
    says: /fail {2}configuration: .*nowhere\.yaml: cannot be read \(ENOENT\)/,
  },
  {
    what: 'YAML that is none',
    args: ['backup', 'b', '--config', 'wrong.yaml', ...KEY],
    code: 78,
    says: /^The configuration is wrong:\n {2}.*wrong\.yaml: /,
  },
  {
    what: 'no passphrase and no terminal to ask at',
    args: ['backup', 'b'],
    code: 2,
    says: /nobody can be asked for it: give --passphrase-file, or --without-key/,
  },
  {
    what: 'a passphrase file that is not there',
    args: ['backup', 'b', '--passphrase-file', 'none'],
    code: 1,
    says: /^waystation: the passphrase file none does not exist/,
  },
  {
    what: 'a key that is a credential elsewhere',
    args: ['backup', 'b', ...KEY],
    env: { PLATFORM_MASTER_KEY_FILE: '/run/nowhere/waystation.master-key' },
    code: 1,
    says: /^waystation: the master key \/run\/nowhere\/waystation\.master-key is not there: name its file with PLATFORM_MASTER_KEY_FILE/,
  },
  {
    what: 'another file than a backup',
    args: ['restore', 'wrong.yaml', ...KEY],
    code: 1,
    says: /^waystation: .*wrong\.yaml is not a backup of Waystation/,
  },
  {
    what: 'the wrong passphrase',
    args: ['restore', 'good.tar.gz', '--passphrase-file', 'other'],
    code: 1,
    says: /^waystation: the passphrase is wrong/,
  },
  {
    what: 'no passphrase for a backup that needs one',
    args: ['restore', 'good.tar.gz'],
    code: 2,
    says: /nobody can be asked for it: give --passphrase-file/,
  },
  {
    what: 'a file that is no database',
    args: ['database', 'status', '--data-dir', 'torn'],
    code: 1,
    says: /^waystation: the database is damaged: stop and start the service/,
  },
  {
    what: 'a master key of somewhere else',
    args: ['certs', 'base-station', '70b3d59cd0000001', '--data-dir', 'foreign'],
    code: 1,
    says: /^waystation: a secret cannot be opened with the master key/,
  },
  {
    what: 'a second user of the data',
    args: ['serve', '--data-dir', 'busy'],
    code: 1,
    says: /^waystation: .*busy is in use by process \d+/,
  },
  {
    what: 'a restore beside a server',
    args: ['restore', 'good.tar.gz', '--data-dir', 'busy', ...KEY],
    code: 1,
    says: /^waystation: .*busy is in use by process \d+: stop it first/,
  },
  {
    what: 'certificates in a restore that was broken off',
    args: ['certs', 'status', '--data-dir', 'halfway'],
    code: 1,
    says: /^waystation: a restore into .*halfway is not finished/,
  },
];

/** What a folder holds, in bytes. */
function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const all = files.map(({ parentPath, name }) => join(parentPath, name));
  // A process that opens and closes the file of its own lock has lost the lock.
  const paths = all.filter(path => !/-(wal|shm)$|\/lock\.held$/.test(path));
  return Object.fromEntries(paths.map(path => [path, readFileSync(path, 'hex')]));
}

t.test('every mistake is one sentence, with its exit code and no stack trace', async t => {
  const cwd = t.testdir({
    passphrase: 'correct horse\n',
    other: 'another horse\n',
    'wrong.yaml': 'bssci_port: [1,\n',
    box: {},
    torn: { 'waystation.db': 'no database at all, but long enough to be one at first sight'.repeat(20) },
    halfway: { 'restore.json': '{}' },
  });
  await filled(join(cwd, 'data'));
  for (const name of ['busy', 'foreign']) cpSync(join(cwd, 'data'), join(cwd, name), { recursive: true });
  writeFileSync(join(cwd, 'foreign/master.key'), Buffer.alloc(32, 1));
  const made = await waystation(cwd, ['backup', 'good.tar.gz', ...KEY]);
  t.same({ code: made.code, stderr: made.stderr }, { code: 0, stderr: '' });
  const lock = await lockDataDir(join(cwd, 'busy'));
  const before = contents(cwd);
  const run = async (chosen: readonly Mistake[]) => {
    for (const { what, args, code, says, env = {} } of chosen) {
      const found = await waystation(cwd, [...args], { PLATFORM_LOG_LEVEL: 'warn', ...env });
      const told = found.stderr + found.stdout;
      t.equal(found.code, code, what);
      t.match(told, says, what);
      t.notMatch(told, /\n {4}at |node:internal/, `${what}: no stack trace`);
      if (code === 1) t.equal(found.stderr.trim().split('\n').length, 1, `${what}: one sentence`);
    }
  };
  // Those that have the data for themselves go one after the other.
  const restoring = (each: Mistake) => each.args[0] === 'restore';
  await Promise.all([run(mistakes.filter(restoring)), run(mistakes.filter(each => !restoring(each)))]);
  t.same(contents(cwd), before, 'nothing was made, changed or left behind');
  await lock.release();
});

t.test('a full disk is one sentence, too', async t => {
  const cwd = t.testdir({ passphrase: 'correct horse\n' });
  await filled(join(cwd, 'data'));
  const command = `exec "$0" "$1" backup - --passphrase-file passphrase > /dev/full`;
  const child = spawn('sh', ['-c', command, process.execPath, main], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', chunk => {
    told += chunk;
  });
  const code = await new Promise(resolve => child.on('exit', resolve));
  t.equal(code, 1);
  t.match(told, /^waystation: .*the disk is full: make room and try again\n$/);
});

t.test('what check finds is an exit code', async t => {
  const cwd = t.testdir();
  await filled(join(cwd, 'data'));
  const bytes = readFileSync(join(cwd, 'data/waystation.db'));
  bytes.fill(0xff, 8192, 16_384);
  writeFileSync(join(cwd, 'data/waystation.db'), bytes);
  const { code, stdout } = await waystation(cwd, ['database', 'check']);
  t.equal(code, 1);
  t.match(stdout, /^fail {2}pages, rows and indexes\n/);
});

t.test(
  'a database that this release refuses has an exit code of its own: no further start would do better',
  async t => {
    const cwd = t.testdir();
    await filled(join(cwd, 'data'));
    const db = openDb(join(cwd, 'data/waystation.db'), { engine: 'better-sqlite3', mode: 'upkeep' });
    db.exec('PRAGMA user_version = 9999; PRAGMA application_id = 9999');
    db.close();
    const { code, stderr } = await waystation(cwd, ['serve'], { ...anyPorts, PLATFORM_LOG_LEVEL: 'warn' });
    t.equal(code, 65);
    t.match(
      stderr,
      /waystation: the database has schema version 9999, this release knows \d+: start the newer release/,
    );
  },
);

t.test(
  'what a call of the API was answered is one sentence, too, whatever number stands where others have a code',
  async t => {
    const answered = (details: string) =>
      explain(Object.assign(new Error(`13 INTERNAL: ${details}`), { code: 13, details }));
    t.equal(answered('ErrTokenInternal: something'), 'ErrTokenInternal: something');
    t.match(answered('ErrTokenKeyMaterialUnavailable: it'), /^a secret cannot be opened with the master key/);
    t.equal(explain(Object.assign(new Error('not stored'), { code: 5 })), 'not stored');
  },
);
