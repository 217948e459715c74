// Long: for CI and `npm test -- --long`.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { Repository } from '../update/repository.ts';
import { tar } from '../update/tar.ts';
import { bareEnvironment, type Result, waystation } from './waystation.ts';

const root = new URL('../../', import.meta.url).pathname;
const YEAR_MS = 365 * 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** A repository of releases of now, for this machine. */
function releases(): Repository {
  const repository = new Repository();
  for (const role of [repository.root, repository.timestamp, repository.snapshot, repository.targets]) {
    role.expires = new Date(Date.now() + YEAR_MS).toISOString();
  }
  repository.publishRoot();
  repository.release('9.9.9', { architecture: process.arch, security: true, notes: 'Mends a hole.\nAnd more.' });
  return repository;
}

/** The program as it would be made with the keys of a repository: run from links to the sources, beside another first root. */
function madeWith(folder: string, repository: Repository) {
  for (const name of ['src', 'node_modules', 'package.json', 'proto', 'catalog'])
    symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'packaging/update'), { recursive: true });
  writeFileSync(join(folder, 'packaging/update/root.json'), repository.publishRoot());
  mkdirSync(join(folder, 'data'));
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, 'src/main.ts')];
  return (args: string[], env: Record<string, string> = {}): Promise<Result> =>
    new Promise(resolve => {
      const options = { cwd: folder, env: { ...bareEnvironment, ...env } };
      const child = execFile(process.execPath, [...flags, 'update', ...args], options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
}

const bundleOf = (repository: Repository) => tar([...repository.files].map(([path, content]) => ({ path, content })));

t.test('without keys in the program nothing is trusted, and it says what to do', async t => {
  const folder = t.testdir({ data: {} });
  for (const command of ['check', 'fetch', 'status']) {
    const { code, stderr } = await waystation(folder, ['update', command], {
      PLATFORM_UPDATE_URL: 'http://127.0.0.1:1/',
    });
    t.equal(code, 1, command);
    t.match(stderr, /made without keys for updates.*install packages by hand/);
  }
  t.same(readdirSync(join(folder, 'data')), []);
});

t.test('a program that runs from source is none that was signed for', async t => {
  const result = await waystation(t.testdir(), ['version', '--verify']);
  t.match(result, { code: 1, stderr: /this runs from source: what is signed for is the executable/ });
});

t.test('what cannot be updated says so, and changes nothing', async t => {
  const folder = t.testdir({ data: {} });
  for (const args of [['apply'], ['apply', '--file', 'a.wsu'], ['--file', 'a.wsu']]) {
    const { code, stderr } = await waystation(folder, ['update', ...args]);
    t.equal(code, 1, args.join(' '));
    t.match(stderr, /this runs from source: update the sources|this is a container, whose image has no updater/);
  }
  t.same(readdirSync(join(folder, 'data')), []);
  const alone = await waystation(folder, ['update']);
  t.match(alone, { code: 2, stderr: /Usage: waystation update/ });
});

t.test('a new program rehearses its upgrade on a copy, and leaves nothing', async t => {
  const folder = t.testdir();
  const before = await waystation(folder, ['update', 'rehearse']);
  t.match(before, { code: 0, stdout: /^{"upgrade_ms":0,"readable_from":\d+,"carries":true}\n$/ });
});

t.test('a bundle: looked at, verified, fetched', async t => {
  const folder = t.testdir();
  const repository = releases();
  const update = madeWith(folder, repository);
  writeFileSync(join(folder, 'a.wsu'), bundleOf(repository));

  const none = await update(['check']);
  t.equal(none.code, 1);
  t.match(none.stderr, /no web server of releases is known: set update\.url, or name a bundle by --file/);
  const before = await update(['status']);
  t.match(before.stdout, /trusted +root 1, no list of releases yet\nhighest +0\.1\.0/);

  const checked = await update(['check', '--file', 'a.wsu']);
  t.equal(checked.code, 0, checked.stderr);
  t.match(checked.stdout, /releases +a\.wsu: root 1, list 2, signed until/);
  t.match(
    checked.stdout,
    /found +9\.9\.9, closes a hole: waystation-linux-x64, 0\.0 MB, whole and as it was signed for\n +Mends a hole\.\n +And more\./,
  );
  t.notOk(existsSync(join(folder, 'data/update/release')), 'nothing is fetched');
  const json = JSON.parse((await update(['check', '--file', 'a.wsu', '--json'])).stdout) as Record<string, unknown>;
  t.match(json, { root: 1, list: 2, stale: [], release: { version: '9.9.9', security: true } });

  const fetched = await update(['fetch', '--file', 'a.wsu', '--json']);
  t.equal(fetched.code, 0, fetched.stderr);
  const { path } = JSON.parse(fetched.stdout) as { path: string };
  t.equal(path, join(folder, 'data/update/release/waystation-linux-x64'));
  t.equal(readFileSync(path, 'utf8'), 'the executable of 9.9.9');
  t.match(
    (await update(['fetch', '--file', 'a.wsu'])).stdout,
    /9\.9\.9 is as it was signed for: .*\ninstall +stop the service, put .* in the place/,
  );
  t.match((await update(['status'])).stdout, /trusted +root 1, list 2, known until .* UTC\nhighest +0\.1\.0/);
});

t.test('a bundle that is wrong is refused in a sentence, and by its reason in JSON', async t => {
  const folder = t.testdir();
  const repository = releases();
  const update = madeWith(folder, repository);
  const cases: [string, RegExp, string, () => Buffer][] = [
    [
      'content',
      /not the file that was signed for/,
      'evil',
      () => {
        const [path] = [...repository.files.keys()].filter(each => each.startsWith('targets/')).slice(-1);
        return tar(
          [...repository.files].map(([each, content]) => ({
            path: each,
            content: each === path ? 'the executable of 6.6.6' : content,
          })),
        );
      },
    ],
    ['malformed', /no bundle of releases/, 'text', () => Buffer.from('hello')],
    [
      'expired',
      /timestamp\.json held until .*--stale/,
      'old',
      () => {
        repository.timestamp.version++;
        repository.timestamp.expires = inDays(-1);
        repository.publish();
        return bundleOf(repository);
      },
    ],
  ];
  for (const [reason, message, name, make] of cases) {
    writeFileSync(join(folder, name), make());
    const { code, stdout, stderr } = await update(['check', '--file', name, '--json']);
    t.equal(code, 1, name);
    t.match(stderr, message, name);
    t.match(JSON.parse(stdout), { refused: reason }, name);
    t.notMatch(stderr, /\n +at /, 'no stack');
  }
  const stale = await update(['check', '--file', 'old', '--stale']);
  t.equal(stale.code, 0, stale.stderr);
  t.match(stale.stdout, /stale +taken as the newest, as you say: timestamp\.json held until/);
  const missing = await update(['check', '--file', 'nowhere.wsu']);
  t.match(missing, { code: 1, stderr: /nowhere\.wsu/ });
});

t.test('a clock that is behind what was stored is not asked: dates count from there', async t => {
  const folder = t.testdir();
  const repository = releases();
  const update = madeWith(folder, repository);
  // What was built or stored last is the floor; the sources were changed after this date.
  repository.timestamp.expires = '2020-01-02T00:00:00Z';
  repository.publish();
  writeFileSync(join(folder, 'a.wsu'), bundleOf(repository));
  const fake = join(folder, 'clock.mjs');
  writeFileSync(fake, 'Date.now = () => Date.parse("2020-01-01T00:00:00Z");');
  const { code, stderr } = await update(['check', '--file', 'a.wsu'], { NODE_OPTIONS: `--import=${fake}` });
  t.equal(code, 1);
  t.match(stderr, /clock not set: it says 2020-01-01 00:00.*dates of releases are judged as of 20(?!20)/);
  t.match(stderr, /timestamp\.json held until 2020-01-02 00:00, and it is at least 20(?!20)/);
});

t.test('a web server: looked at and fetched', async t => {
  const folder = t.testdir();
  const repository = releases();
  const update = madeWith(folder, repository);
  const server = createServer((request, response) => {
    const bytes = repository.files.get((request.url ?? '').slice(1));
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const env = { PLATFORM_UPDATE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  t.match(await update(['check'], env), { code: 0, stdout: /found +9\.9\.9/ });
  t.match(await update(['fetch'], env), { code: 0, stdout: /9\.9\.9 is as it was signed for/ });
  t.match(await update(['check', '--stale'], env), { code: 1, stderr: /--stale is for a bundle/ });
});
