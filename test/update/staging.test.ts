import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { UpdateRefused } from '../../src/update/refusal.ts';
import { type ReleaseFile, releaseFiles } from '../../src/update/releases.ts';
import type { Source } from '../../src/update/source.ts';
import { isStaged, stage, verifyContent } from '../../src/update/staging.ts';
import { smallDisk } from '../upgrade/small-disk.ts';
import { Box, Repository } from './repository.ts';

const CONTENT = 'an executable';

async function world(): Promise<{ repository: Repository; file: ReleaseFile }> {
  const repository = new Repository();
  const { targets } = await new Box(repository).look(repository);
  const [file] = releaseFiles(targets);
  if (!file) throw new Error('no release');
  return { repository, file };
}

/** A source that gives these parts, whatever is asked for. */
const giving = (parts: () => AsyncIterable<Uint8Array>): Source => ({
  name: 'test',
  read: async () => undefined,
  stream: parts,
});

t.test('a file of a release is copied, compared, and named then', async t => {
  const folder = join(t.testdir(), 'release');
  const { repository, file } = await world();
  const shown: number[] = [];
  const path = await stage(repository, file, { folder, progress: done => shown.push(done) });
  t.equal(path, join(folder, 'waystation-linux-x64'));
  t.equal(readFileSync(path, 'utf8'), CONTENT);
  t.same(shown, [CONTENT.length]);
  t.equal(statSync(path).mode & 0o777, 0o600);
  repository.files.clear();
  t.equal(await stage(repository, file, { folder }), path, 'what is there is not fetched again');
});

const bad: readonly [string, string, string, RegExp][] = [
  ['other bytes of the same length', 'AN EXECUTABLE', 'content', /not the file that was signed for: its SHA-256/],
  ['bytes behind its end', `${CONTENT}!`, 'content', /more than its 13 bytes/],
  ['an end too early', 'an exec', 'unreachable', /ended after 7 of its 13 bytes: try again/],
];
for (const [what, content, reason, message] of bad) {
  t.test(`${what}: nothing gets the name`, async t => {
    const folder = t.testdir();
    const { file } = await world();
    const source = giving(async function* () {
      yield Buffer.from(content);
    });
    await t.rejects(stage(source, file, { folder }), { reason, message });
    await t.rejects(verifyContent(source, file), { reason, message });
    t.notOk(existsSync(join(folder, file.name)));
  });
}

t.test('a source without end is left at the end of the file', async t => {
  const folder = t.testdir();
  const { file } = await world();
  const given = { parts: 0 };
  const endless = giving(async function* () {
    for (; given.parts < 1000; given.parts++) yield Buffer.alloc(10);
  });
  await t.rejects(stage(endless, file, { folder }), { reason: 'content', message: /./ });
  t.equal(given.parts, 1);
  t.same(readdirSync(folder), []);
});

t.test('what was cut off goes on where it ended, and a part that was changed meanwhile is no use', async t => {
  const { repository, file } = await world();
  for (const [part, ending] of [
    ['an exec', 'good'],
    ['AN EXEC', 'content'],
    [`${CONTENT} and more`, 'content'],
  ] as const) {
    const folder = t.testdir();
    writeFileSync(join(folder, `${file.sha256}.part`), part);
    const asked: number[] = [];
    const source: Source = {
      ...giving(() => repository.stream(file.path, 0)),
      stream: (path, from) => {
        asked.push(from);
        return repository.stream(path, from);
      },
    };
    const outcome = await stage(source, file, { folder }).catch((cause: UpdateRefused) => cause.reason);
    if (ending === 'good') t.equal(readFileSync(outcome, 'utf8'), CONTENT);
    else t.equal(outcome, ending);
    t.same(asked, part.length > CONTENT.length ? [] : [7]);
    t.equal(readFileSync(await stage(repository, file, { folder }), 'utf8'), CONTENT, 'the next time it is whole');
  }
});

t.test('a link or a second name in the place of the part leads nowhere', async t => {
  const { repository, file } = await world();
  const folder = t.testdir({ victim: 'unharmed', release: {} });
  const release = join(folder, 'release');
  const part = join(release, `${file.sha256}.part`);
  symlinkSync('../victim', part);
  t.equal(readFileSync(await stage(repository, file, { folder: release }), 'utf8'), CONTENT);
  t.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'unharmed');
  renameSync(join(release, file.name), join(folder, 'x'));
  linkSync(join(folder, 'victim'), part);
  t.equal(readFileSync(await stage(repository, file, { folder: release }), 'utf8'), CONTENT);
  t.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'unharmed');
});

t.test('what was put in the place of a file after it was found good is not that file', async t => {
  const { repository, file } = await world();
  const folder = t.testdir({ evil: 'an evil thing', release: {} });
  const release = join(folder, 'release');
  const path = await stage(repository, file, { folder: release });
  t.ok(isStaged(path, file));
  writeFileSync(join(folder, 'good'), CONTENT);
  renameSync(path, join(folder, 'before'));
  for (const target of ['../evil', '../good']) {
    symlinkSync(target, path);
    t.notOk(isStaged(path, file), `a link to ${target}`);
    renameSync(path, join(folder, 'link'));
  }
  writeFileSync(path, 'an evil thing');
  t.notOk(isStaged(path, file), 'another file');
  t.equal(readFileSync(await stage(repository, file, { folder: release }), 'utf8'), CONTENT, 'and is replaced');
});

t.test('what is left of other releases goes', async t => {
  const { repository, file } = await world();
  const folder = t.testdir({ 'waystation_0.1.9_amd64.deb': 'old', 'ab.part': 'half' });
  mkdirSync(join(folder, 'a-folder'));
  await stage(repository, file, { folder });
  t.same(readdirSync(folder), [file.name]);
});

t.test('a disk without room is said before a byte is fetched', async t => {
  const { file } = await world();
  const folder = t.testdir();
  const untouched = giving(() => t.fail('asked') as never);
  await t.rejects(stage(untouched, file, { folder, free: () => 64 * 1024 * 1024 }), {
    reason: 'disk_full',
    message: /has no room: make 68 MB free/,
  });
});

t.test('a disk that gets full on the way is said, and the part goes', async t => {
  const { file } = await world();
  const folder = t.testdir();
  const full = giving(async function* () {
    yield Buffer.from('an exec');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  await t.rejects(stage(full, file, { folder }), { reason: 'disk_full', message: /no room/ });
  t.same(readdirSync(folder), []);
  const { repository } = await world();
  t.ok(await stage(repository, file, { folder }), 'with room it works');
});

t.test('a disk that is full for real is said the same way', async t => {
  const disk = smallDisk(1);
  if (!disk) return t.pass('nothing may be mounted here');
  try {
    const { file } = await world();
    const large = { ...file, bytes: 4 * 1024 * 1024 };
    const source = giving(async function* () {
      for (let part = 0; part < 64; part++) yield Buffer.alloc(64 * 1024, 'x');
    });
    const outcome = stage(source, large, { folder: disk.dir, free: () => Number.POSITIVE_INFINITY });
    await t.rejects(outcome, { reason: 'disk_full', message: /has no room: make 72 MB free/ });
    t.same(readdirSync(disk.dir), [], 'and what was written takes no room');
  } finally {
    disk.end();
  }
});

t.test('what only stopped keeps its part', async t => {
  const { file } = await world();
  const folder = t.testdir();
  const lost = giving(async function* () {
    yield Buffer.from('an exec');
    throw new UpdateRefused('unreachable', 'gone');
  });
  await t.rejects(stage(lost, file, { folder }), { reason: 'unreachable', message: /./ });
  t.same(readdirSync(folder), [`${file.sha256}.part`]);
});
