import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { BundleSource } from '../../src/update/bundle-source.ts';
import { type TarEntry, tar } from './tar.ts';

const FILE: TarEntry = { path: 'metadata/1.root.json', content: '{"a":1}' };

async function all(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read).toString();
}

t.test('a bundle gives its files, whole and from a place on', async t => {
  const path = join(t.testdir(), 'a.wsu');
  writeFileSync(
    path,
    tar([{ path: 'metadata/', type: '5' }, FILE, { path: 'targets/x', content: 'a'.repeat(3_000_000) }]),
  );
  using source = new BundleSource(path);
  t.equal(source.name, 'a.wsu');
  t.equal(Buffer.from((await source.read('metadata/1.root.json', 100)) ?? []).toString(), '{"a":1}');
  t.equal(await source.read('metadata/2.root.json', 100), undefined);
  t.equal((await all(source.stream('targets/x', 0))).length, 3_000_000);
  t.equal((await all(source.stream('targets/x', 2_999_990))).length, 10);
  await t.rejects(source.read('metadata/1.root.json', 3), { reason: 'too_large', message: /more than the 3 bytes/ });
  await t.rejects(all(source.stream('targets/y', 0)), { reason: 'missing', message: /a\.wsu has no targets\/y/ });
});

t.test('one made by tar is read', async t => {
  const folder = t.testdir({
    metadata: { '1.root.json': '{}' },
    targets: { [`${'a'.repeat(64)}.waystation_10.10.10_amd64.deb`]: 'x' },
  });
  const { status } = spawnSync('tar', ['--format=ustar', '-cf', 'b.wsu', 'metadata', 'targets'], { cwd: folder });
  t.equal(status, 0);
  using source = new BundleSource(join(folder, 'b.wsu'));
  t.equal(await all(source.stream(`targets/${'a'.repeat(64)}.waystation_10.10.10_amd64.deb`, 0)), 'x');
});

const wrong: readonly [string, readonly TarEntry[] | Buffer, RegExp][] = [
  ['a link in it', [{ path: 'metadata/1.root.json', type: '2', link: '/etc/shadow' }], /something else than files/],
  ['a hard link in it', [{ path: 'metadata/1.root.json', type: '1', link: 'metadata/x' }], /something else than files/],
  ['a name that leads out of it', [{ path: 'metadata/../../x' }], /a name that none has/],
  ['an absolute name', [{ path: '/metadata/x' }], /a name that none has/],
  ['a file of another folder', [{ path: 'other/x' }], /a name that none has/],
  ['a name twice', [FILE, FILE], /twice/],
  ['a size beyond its end', [{ ...FILE, bytes: 1e9 }], /its end is missing/],
  ['no end', tar([FILE], { end: false }), /its end is missing/],
  ['text in place of an archive', Buffer.from('<html>'.repeat(500)), /no tar archive/],
  ['nothing in it', Buffer.alloc(0), /its end is missing/],
  ['a damaged header', Buffer.from(tar([FILE])).fill('x', 0, 3), /no tar archive, or damaged/],
  ['far too many files', Array.from({ length: 1001 }, (_, at) => ({ path: `targets/${at}` })), /more than 1000 files/],
];
for (const [what, content, message] of wrong) {
  t.test(`${what} is refused`, async t => {
    const path = join(t.testdir(), 'a.wsu');
    writeFileSync(path, Buffer.isBuffer(content) ? content : tar(content));
    t.throws(() => new BundleSource(path), { reason: 'malformed', message });
  });
}

t.test('a link, a folder and a pipe are no bundle, and nothing waits for them', async t => {
  const folder = t.testdir();
  writeFileSync(join(folder, 'a.wsu'), tar([FILE]));
  symlinkSync('a.wsu', join(folder, 'link.wsu'));
  mkdirSync(join(folder, 'folder.wsu'));
  t.equal(spawnSync('mkfifo', [join(folder, 'pipe.wsu')]).status, 0);
  for (const name of ['link.wsu', 'folder.wsu', 'pipe.wsu']) {
    t.throws(() => new BundleSource(join(folder, name)), { reason: 'not_a_file', message: /no plain file/ }, name);
  }
});

t.test('what gets the name while it is read is not read', async t => {
  const folder = t.testdir();
  const path = join(folder, 'a.wsu');
  writeFileSync(path, tar([FILE]));
  using source = new BundleSource(path);
  renameSync(path, join(folder, 'before.wsu'));
  writeFileSync(join(folder, 'evil.wsu'), tar([{ ...FILE, content: '{"evil":1}' }]));
  symlinkSync('evil.wsu', path);
  t.equal(Buffer.from((await source.read('metadata/1.root.json', 100)) ?? []).toString(), '{"a":1}');
});

t.test('a bundle that becomes shorter while it is read is refused', async t => {
  const path = join(t.testdir(), 'a.wsu');
  writeFileSync(path, tar([FILE]));
  using source = new BundleSource(path);
  truncateSync(path, 514);
  await t.rejects(source.read('metadata/1.root.json', 100), { reason: 'malformed', message: /became shorter/ });
});
