import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { writeBundle } from '../../scripts/release/bundle.ts';
import { makeKey, readKey } from '../../scripts/release/keys.ts';
import { ReleaseRepository, releaseInputs } from '../../scripts/release/repository.ts';
import { isPlaceholder, ROOT_ASSET } from '../../src/update/anchor.ts';
import { BundleSource } from '../../src/update/bundle-source.ts';
import { releaseFiles } from '../../src/update/releases.ts';
import { verifyContent } from '../../src/update/staging.ts';
import { verifyRepository } from '../../src/update/verification.ts';

const root = new URL('../../', import.meta.url).pathname;
const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();

function release(cwd: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts/release/main.ts'), ...args],
      { cwd },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

/** A repository with a signed root, and the keys by their names. */
function world(folder: string) {
  const keys = Object.fromEntries(
    ['a', 'b', 'c', 'targets', 'online'].map(name => [name, makeKey(join(folder, name))] as const),
  ) as Record<'a' | 'b' | 'c' | 'targets' | 'online', ReturnType<typeof makeKey>>;
  const repository = new ReleaseRepository(join(folder, 'repository'), NOW);
  const signers = (...names: (keyof typeof keys)[]) => names.map(name => keys[name].publicKey);
  const file = repository.proposeRoot({
    root: { keys: signers('a', 'b', 'c'), threshold: 2 },
    targets: { keys: signers('targets'), threshold: 1 },
    snapshot: { keys: signers('online'), threshold: 1 },
    timestamp: { keys: signers('online'), threshold: 1 },
  });
  for (const key of [keys.a, keys.c]) repository.signRoot(file, key);
  const first = readFileSync(file);
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/waystation-linux-x64'), Buffer.concat([Buffer.from('ELF'), first]));
  writeFileSync(join(folder, 'dist/waystation_0.2.0_amd64.deb'), 'a package');
  const add = (version: string, at = NOW) =>
    new ReleaseRepository(join(folder, 'repository'), at).addRelease(
      releaseInputs(join(folder, 'dist'), version),
      { version, notes: 'New:\n"quoted" \\ and more' },
      keys.targets,
    );
  const publish = (at = NOW) =>
    new ReleaseRepository(join(folder, 'repository'), at).publish({ snapshot: keys.online, timestamp: keys.online });
  const look = async (at = NOW) => {
    const bundle = join(folder, 'a.wsu');
    await writeBundle(repository, bundle);
    using source = new BundleSource(bundle);
    const verified = await verifyRepository({ source, trusted: { root: first }, now: at });
    const files = releaseFiles(verified.targets);
    for (const each of files.filter(({ version }) => version === files.at(-1)?.version))
      await verifyContent(source, each);
    return { ...verified, files };
  };
  return { keys, repository, signers, first, add, publish, look };
}

t.test('what is released here a box takes, out of a bundle', async t => {
  const { add, publish, look } = world(t.testdir());
  add('0.2.0');
  publish();
  const { files, expires } = await look();
  t.same(
    files.map(({ name, form, architecture, version }) => ({ name, form, architecture, version })),
    [
      { name: 'waystation-0.2.0-linux-x64', form: 'executable', architecture: 'x64', version: '0.2.0' },
      { name: 'waystation_0.2.0_amd64.deb', form: 'deb', architecture: 'x64', version: '0.2.0' },
    ],
  );
  t.equal(files[0]?.notes, 'New:\n"quoted" \\ and more');
  const days = Object.fromEntries(Object.entries(expires).map(([role, at]) => [role, Math.round((at - NOW) / DAY_MS)]));
  t.same(days, { root: 730, targets: 365, snapshot: 90, timestamp: 30 });
});

t.test('a month later a new timestamp is enough, and after two the snapshot is renewed with it', async t => {
  const folder = t.testdir();
  const { add, publish, look } = world(folder);
  add('0.2.0');
  publish();
  await t.rejects(look(NOW + 31 * DAY_MS), { reason: 'expired', message: /timestamp/ });
  publish(NOW + 29 * DAY_MS);
  t.ok(await look(NOW + 31 * DAY_MS));
  const snapshots = () => readdirSync(join(folder, 'repository/metadata')).filter(name => name.includes('snapshot'));
  t.same(snapshots(), ['1.snapshot.json']);
  publish(NOW + 58 * DAY_MS);
  t.same(snapshots(), ['1.snapshot.json', '2.snapshot.json']);
  t.ok(await look(NOW + 85 * DAY_MS));
});

t.test('a bundle has the files of the highest release alone, the list has all', async t => {
  const { add, publish, look, repository } = world(t.testdir());
  add('0.2.0');
  add('0.10.0');
  publish();
  t.equal((await look()).files.length, 3);
  t.same(
    repository
      .bundled()
      .filter(name => name.startsWith('targets/'))
      .map(name => name.slice(-28)),
    ['.waystation-0.10.0-linux-x64'],
  );
  t.throws(() => add('0.2.0'), /is in the list already: a release is never changed/);
});

t.test('a lost key is replaced by the other two, and a stolen one by a new root', async t => {
  const folder = t.testdir();
  const { keys, repository, signers, add, publish, look } = world(folder);
  add('0.2.0');
  publish();
  const [d, online] = [makeKey(join(folder, 'd')), makeKey(join(folder, 'online2'))];
  const file = repository.proposeRoot({
    root: { keys: [...signers('a', 'b'), d.publicKey], threshold: 2 },
    targets: { keys: signers('targets'), threshold: 1 },
    snapshot: { keys: [online.publicKey], threshold: 1 },
    timestamp: { keys: [online.publicKey], threshold: 1 },
  });
  t.throws(() => repository.signRoot(file, keys.targets), /signs neither for 2\.root\.json nor for the root before/);
  repository.signRoot(file, keys.a);
  repository.signRoot(file, d);
  t.throws(() => publish(), /root 2 does not let [0-9a-f]{8} sign snapshot\.json/);
  repository.publish({ snapshot: online, timestamp: online });
  await t.rejects(look(), { reason: 'signature', message: /root 2, by the root before, is signed by 1/ });
  repository.signRoot(file, keys.b);
  t.match(await look(), { root: 2 });
});

t.test('a targets key is replaced, and the list signed anew with the other', async t => {
  const folder = t.testdir();
  const { keys, repository, signers, add, publish, look } = world(folder);
  add('0.2.0');
  publish();
  const other = makeKey(join(folder, 'other'));
  const file = repository.proposeRoot({
    root: { keys: signers('a', 'b', 'c'), threshold: 2 },
    targets: { keys: [other.publicKey], threshold: 1 },
    snapshot: { keys: signers('online'), threshold: 1 },
    timestamp: { keys: signers('online'), threshold: 1 },
  });
  for (const key of [keys.a, keys.b]) repository.signRoot(file, key);
  await t.rejects(look(), { reason: 'signature', message: /targets\.json is signed by 0/ });
  t.throws(() => repository.renewList(keys.targets), /root 2 does not let [0-9a-f]{8} sign targets\.json/);
  repository.renewList(other);
  publish();
  t.match(await look(), { root: 2, version: 2, files: { length: 2 } });
});

t.test('a key is for its owner alone, never replaced, and opens with its passphrase only', async t => {
  const folder = t.testdir({ words: 'correct horse\n' });
  const plain = join(folder, 'plain');
  makeKey(plain);
  t.equal(statSync(plain).mode & 0o777, 0o600);
  t.throws(() => makeKey(plain), { code: 'EEXIST' });
  t.equal((await release(folder, ['key', 'secret', '--passphrase-file', 'words'])).code, 0);
  const secret = join(folder, 'secret');
  t.match(readFileSync(secret, 'utf8'), /ENCRYPTED/);
  t.throws(() => readKey(secret), /is encrypted: say --passphrase-file/);
  t.throws(() => readKey(secret, 'wrong'));
  t.ok(readKey(secret, 'correct horse'));
});

t.test('the commands, from keys to a verified bundle and sums', async t => {
  const folder = t.testdir({ dist: {} });
  const run = async (...args: string[]) => {
    const { code, output } = await release(folder, args);
    t.equal(code, 0, `${args.join(' ')}: ${output}`);
    return output;
  };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const key of ['a', 'b', 'c', 'targets', 'online', 'minisign']) makeKey(join(folder, key));
  const rootKeys = ['a', 'b', 'c'].flatMap(name => ['--root', `${name}.pub`]);
  await run(
    'root',
    'repo',
    ...rootKeys,
    '--targets',
    'targets.pub',
    '--snapshot',
    'online.pub',
    '--timestamp',
    'online.pub',
  );
  for (const key of ['b', 'c']) await run('sign', 'repo/metadata/1.root.json', '--key', key);
  writeFileSync(join(folder, 'dist/waystation-linux-x64'), 'made with another root');
  const refused = await release(folder, ['add', 'repo', '--key', 'targets']);
  t.match(refused, { code: 1, output: /was not made with a root of this repository/ });
  writeFileSync(join(folder, 'dist/waystation-linux-x64'), readFileSync(join(folder, 'repo/metadata/1.root.json')));
  for (const [option, value, says] of [
    ['--rollout', '101', /--rollout is a whole number from 0 to 100/],
    ['--not-before', 'soon', /--not-before is a time such as/],
  ] as const) {
    const wrong = await release(folder, ['add', 'repo', '--key', 'targets', option, value]);
    t.match(wrong, { code: 1, output: says });
  }
  await run('add', 'repo', '--key', 'targets', '--security', '--rollout', '10');
  const unknown = await release(folder, ['wave', 'repo', '--key', 'targets', '--release', '9.9.9', '--rollout', '50']);
  t.match(unknown, { code: 1, output: /9\.9\.9 is not in the list/ });
  const wave = ['--release', version, '--rollout', '50', '--not-before', '2027-01-31T02:00:00Z'];
  await run('wave', 'repo', '--key', 'targets', ...wave);
  const custom = (list: number) =>
    Object.values(
      JSON.parse(readFileSync(join(folder, `repo/metadata/${list}.targets.json`), 'utf8')).signed.targets as Record<
        string,
        { custom: object }
      >,
    )[0]?.custom;
  t.match(custom(1), { version, security: true, rollout: 10 });
  t.match(custom(2), { version, security: true, rollout: 50, notBefore: '2027-01-31T02:00:00.000Z' });
  await run('publish', 'repo', '--key', 'online');
  await run('bundle', 'repo', 'dist/a.wsu');
  t.match(
    await run('verify', 'dist/a.wsu', '--root', 'repo/metadata/1.root.json'),
    new RegExp(`waystation-${version}-linux-x64: as it was signed for\nroot holds until`),
  );
  await run('sums', 'dist', '--key', 'minisign');
  const sums = readFileSync(join(folder, 'dist/SHA256SUMS'), 'utf8');
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, 'dist/a.wsu')))
    .digest('hex');
  t.match(sums, `${sum}  a.wsu\n`);
  t.ok(existsSync(join(folder, 'dist/SHA256SUMS.minisig')));
  t.match(await release(folder, ['what']), { code: 2, output: /npm run release/ });
  t.match(await release(folder, ['publish', 'nowhere', '--key', 'online']), { code: 1, output: /there is no root/ });
});

t.test('the root in the repository of this project is a placeholder: no key of ours is trusted', t => {
  t.ok(isPlaceholder(readFileSync(join(root, ROOT_ASSET))));
  t.end();
});
