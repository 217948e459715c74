// The apt repository, as apt of Debian reads it: in folders of its own, with keys of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { publishApt } from '../../scripts/release/apt.ts';

const DAY_MS = 24 * 3_600_000;
/** Whatever this host's apt is told: dates count; and it runs as the user who runs this. */
const CHECKS = [
  'Acquire::Check-Date=true',
  'Acquire::Check-Valid-Until=true',
  'APT::Sandbox::User=root',
  'Debug::NoLocking=true',
];
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';

function world(folder: string) {
  // Sockets of gpg have short paths only.
  const home = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
  process.env.GNUPGHOME = home;
  const gpg = (...args: string[]) =>
    execFileSync('gpg', ['--batch', '--quiet', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  gpg('--passphrase', '', '--quick-generate-key', 'test@example.org', 'ed25519', 'sign', 'never');
  const keyring = join(folder, 'waystation.gpg');
  writeFileSync(keyring, gpg('--export', 'test@example.org'));
  const repository = join(folder, 'repository');
  for (const each of ['lists/partial', 'cache/archives/partial', 'etc/apt.conf.d', 'etc/preferences.d', 'state']) {
    mkdirSync(join(folder, 'apt', each), { recursive: true });
  }
  writeFileSync(join(folder, 'apt/state/status'), '');
  writeFileSync(
    join(folder, 'apt/etc/sources.list'),
    `deb [signed-by=${keyring} arch=${architecture}] file:${repository} stable main\n`,
  );
  const apt = (...args: string[]) => {
    const places = {
      'Dir::State': 'state',
      'Dir::State::lists': 'lists',
      'Dir::State::status': 'state/status',
      'Dir::Cache': 'cache',
      'Dir::Etc': 'etc',
    };
    const options = Object.entries(places).flatMap(([name, place]) => ['-o', `${name}=${join(folder, 'apt', place)}`]);
    const { status, stdout, stderr } = spawnSync(
      'apt-get',
      ['-q', ...options, ...CHECKS.flatMap(each => ['-o', each]), ...args],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
    );
    return { status, said: `${stdout}${stderr}` };
  };
  const end = () => {
    spawnSync('gpgconf', ['--kill', 'all']);
    execFileSync('rm', ['-r', home]);
    delete process.env.GNUPGHOME;
  };
  /** What apt has seen: with it, it goes on by the list of before. */
  const forget = () => {
    const lists = join(folder, 'apt/lists');
    rmSync(lists, { recursive: true });
    mkdirSync(join(lists, 'partial'), { recursive: true });
  };
  return { repository, apt, forget, end };
}

/** A small package of a version. */
function packageOf(folder: string, version: string): string {
  const tree = join(folder, `tree-${version}`);
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  const control = `Package: waystation\nVersion: ${version}\nArchitecture: ${architecture}\nMaintainer: Test <test@example.org>\nDescription: test\n A line more.\n`;
  writeFileSync(join(tree, 'DEBIAN/control'), control);
  const file = join(folder, `waystation_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, file], { stdio: 'ignore' });
  return file;
}

t.test('apt takes what is signed and fresh, newest first, and nothing else', async t => {
  const folder = t.testdir();
  const { repository, apt, forget, end } = world(folder);
  t.teardown(end);
  const publish = (packages: string[], now = Date.now()) =>
    publishApt({ folder: repository, packages, gpgKey: 'test@example.org', now });

  publish([packageOf(folder, '0.2.0')]);
  const first = apt('update');
  t.equal(first.status, 0, first.said);
  publish([packageOf(folder, '0.10.0')], Date.now() + 1000);
  t.equal(apt('update').status, 0);
  t.match(apt('--print-uris', 'install', 'waystation').said, /waystation_0\.10\.0_/);
  const got = apt('download', 'waystation');
  t.equal(got.status, 0, got.said);
  t.ok(readdirSync(folder).includes(`waystation_0.10.0_${architecture}.deb`));

  publish([], Date.now() - 5000);
  t.equal(apt('update').status, 0);
  t.match(apt('--print-uris', 'install', 'waystation').said, /0\.10\.0/, 'an older list changes nothing');

  forget();
  publish([], Date.now() - 31 * DAY_MS);
  t.match(apt('update'), { status: 100, said: /is expired|is not valid|expired/i }, 'past Valid-Until');
  forget();
  publish([]);
  const list = join(repository, 'dists/stable/InRelease');
  t.notOk(existsSync(`${list}.part`));
  writeFileSync(list, readFileSync(list, 'utf8').replace('Label: Waystation', 'Label: Somebody'));
  t.match(apt('update'), { status: 100, said: /BADSIG|invalid|not valid|signature/i }, 'changed after it was signed');
});
