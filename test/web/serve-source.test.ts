import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type BuiltFiles, sourceConsole } from '../../src/web/build-from-source.ts';
import { ConsoleTrouble } from '../../src/web/console.ts';
import { Center } from '../peers/center.ts';
import { ask } from './http.ts';

const PAGE = { accept: 'text/html' };

/** A console of one page whose text is the only source. */
class Sources {
  built = 0;
  mistake: Error | undefined;
  readonly root: string;
  #at = 1_700_000_000;

  constructor(root: string) {
    this.root = root;
    mkdirSync(join(root, 'web'));
    this.write('one');
  }

  write(text: string): void {
    const file = join(this.root, 'web/text');
    writeFileSync(file, text);
    this.#at++;
    utimesSync(file, this.#at, this.#at);
  }

  console() {
    return sourceConsole({
      root: this.root,
      cache: join(this.root, 'cache'),
      builder: async () => ({ sources: ['web'], build: () => this.#build() }),
      routes: async () => path => path === '/',
    });
  }

  async #build(): Promise<BuiltFiles> {
    this.built++;
    if (this.mistake) throw this.mistake;
    const file = { path: `assets/main-${this.built}.js`, bytes: Buffer.from('1'), type: 'text/javascript' };
    return { index: `<html>${this.built}</html>`, files: [file] };
  }
}

t.test('the console is built once, again when a file has changed, and not again by the next start', async t => {
  const sources = new Sources(t.testdir());
  const source = sources.console();
  t.equal(sources.built, 0);
  const [first, same] = await Promise.all([source.newest(), source.newest()]);
  t.equal(sources.built, 1, 'two who come at once wait for one build');
  t.equal(first, same);
  t.ok(first?.file('/assets/main-1.js'));
  sources.write('two');
  t.match((await source.newest()).index, '2');
  t.equal(sources.built, 2);
  const next = sources.console();
  t.match((await next.shown()).index, '2', 'kept by the last run');
  t.ok((await next.newest()).file('/assets/main-2.js'));
  t.equal(sources.built, 2);
  t.equal(readdirSync(join(sources.root, 'cache')).length, 1, 'the last one alone');
});

t.test('a mistake is told with its place, and is over when it is mended', async t => {
  const dir = t.testdir({ project: {}, data: {} });
  const sources = new Sources(join(dir, 'project'));
  const location = { file: 'web/main.tsx', line: 7, lineText: '  <b>oops' };
  sources.mistake = Object.assign(new Error('Build failed'), { errors: [{ text: 'Unexpected end', location }] });
  const source = sources.console();
  await t.rejects(source.newest(), { name: ConsoleTrouble.name });
  await using center = await Center.start({ dir: join(dir, 'data'), consoleSource: source });
  const { gateway: port } = center.ports;
  const { status, body, headers } = await ask(port, 'GET', '/', PAGE);
  t.equal(status, 500);
  t.match(headers, { 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  t.match(body.toString(), /web\/main\.tsx:7: Unexpected end/);
  t.notMatch(body.toString(), '<b>');
  sources.mistake = undefined;
  sources.write('mended');
  t.equal((await ask(port, 'GET', '/', PAGE)).status, 200);
});

t.test('without esbuild, or without sources, the page says so and everything else works', async t => {
  const missing = (what: string) => Object.assign(new Error(`Cannot find ${what}`), { code: 'ERR_MODULE_NOT_FOUND' });
  for (const [what, words] of [
    ["package 'esbuild'", /needs esbuild/],
    ["module '/x/web/build.ts'", /are not here/],
  ] as const) {
    const consoleSource = sourceConsole({
      ...{ root: t.testdirName, cache: t.testdirName },
      builder: () => Promise.reject(missing(what)),
      routes: async () => path => path === '/',
    });
    await using center = await Center.start({ dir: t.testdir(), consoleSource });
    const { gateway: port } = center.ports;
    const { status, body } = await ask(port, 'GET', '/', PAGE);
    t.equal(status, 500, what);
    t.match(body.toString(), words);
    t.equal((await ask(port, 'GET', '/api/docs', PAGE)).status, 200);
  }
});
