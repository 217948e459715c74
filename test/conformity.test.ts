import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import t from 'tap';
import { everyCommand } from '../src/cli/program.ts';
import type { Setting } from '../src/config/kinds.ts';
import { type Section, schema } from '../src/config/schema.ts';
import { ruleNames } from '../src/domain/alert/rules.ts';
import { eventCatalog } from '../src/domain/event/catalog.ts';

const root = new URL('..', import.meta.url).pathname;
const folder = join(root, 'docs/conformity');
const papers = readdirSync(folder).map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** What a paper may name: commands of the system, words of formats. */
const WORDS: ReadonlySet<string> = new Set([
  ...['….cdx.json', '….vex.cdx.json', 'metadata.component', 'waystation:hash-of', 'support_until', 'master.key'],
  ...['supplier', 'supportUntil', 'journalctl -u waystation', 'systemctl edit waystation', 'lsblk -f'],
  'systemd-analyze security waystation',
]);
/** What is served and is neither of REST nor a page of the console. */
const PAGES: ReadonlySet<string> = new Set(['/health', '/.well-known/security.txt']);

const isSetting = (each: object): boolean => 'about' in each;
const settings = new Set<string>();
const leaves = new Map<string, Setting<unknown>>();
const ports = new Set<number>();
(function walk(section: Section, path: string): void {
  for (const [key, each] of Object.entries(section)) {
    const name = path === '' ? key : `${path}.${key}`;
    settings.add(name);
    if (!isSetting(each)) walk(each as Section, name);
    else {
      const leaf = each as Setting<unknown>;
      leaves.set(name, leaf);
      if (/(^|[._])port$/.test(name)) ports.add(Number(leaf.shown));
    }
  }
})(schema, '');

const operations = new Set(
  readdirSync(join(root, 'src/rest'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .flatMap(name => readFileSync(join(root, 'src/rest', name), 'utf8').match(/(?<=at: ')[A-Z]+ [^']+/g) ?? []),
);
const program = await everyCommand();
const methods = new Set(
  [...readFileSync(join(root, 'proto/platform/api/v1/platform.proto'), 'utf8').matchAll(/rpc (\w+)\(/g)].map(
    ([, name]) => name,
  ),
);

/** What is wrong with a command line as a paper has it; undefined: it can be typed. */
function wrongCommand(words: readonly string[]): string | undefined {
  let command: Command = program;
  for (const word of words) {
    if (word.startsWith('--')) {
      if (!command.options.some(({ long }) => long === word)) return `${command.name()} has no ${word}`;
      continue;
    }
    const next = command.commands.find(each => each.name() === word);
    if (!next) return `there is no command ${word}`;
    command = next;
  }
  return command.commands.length > 0 ? `${words.join(' ')} is a group of commands` : undefined;
}

/** What is wrong with what stands in backquotes. */
function wrongCode(code: string): string | undefined {
  if (WORDS.has(code) || PAGES.has(code)) return undefined;
  if (/^(test|src|scripts|docs|packaging|systemd|proto|catalog)\//.test(code) || code === 'package-lock.json') {
    return existsSync(join(root, code)) ? undefined : 'there is no such file';
  }
  if (code.startsWith('waystation ')) return wrongCommand(code.split(' ').slice(1));
  if (/^[A-Z]\w+$/.test(code)) return methods.has(code) ? undefined : 'there is no such call';
  if (/^(GET|POST|PUT|PATCH|DELETE) /.test(code))
    return operations.has(code) ? undefined : 'there is no such operation';
  const [key = '', value, ...more] = code.split(': ');
  if (/^[a-z_0-9]+(\.[a-z_0-9]+)*$/.test(key) && more.length === 0) {
    const setting = leaves.get(key);
    if (value === undefined && settings.has(key)) return undefined;
    if (value !== undefined && setting?.accept(setting.fromText(value)) !== undefined) return undefined;
    return key in eventCatalog || ruleNames.some(rule => rule === key)
      ? undefined
      : 'there is no such setting, event or alert';
  }
  return 'it is not known what this names';
}

/** Everything that a text names and that is not there. */
function wrongIn(text: string): string[] {
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
  const named = [...text.matchAll(/\bport (\d+)/g)].map(([, port]) => Number(port));
  return [
    ...codes.flatMap(code => {
      const wrong = wrongCode(code);
      return wrong === undefined ? [] : [`\`${code}\`: ${wrong}`];
    }),
    ...links.flatMap(link => (existsSync(resolve(folder, link)) ? [] : [`${link}: there is no such document`])),
    ...named.flatMap(port => (ports.has(port) ? [] : [`port ${port}: no setting has it`])),
  ];
}

t.test('every test, setting, port, command, call and document that a paper names is there', async t => {
  t.ok(settings.has('gateway.reflection') && ports.has(9090) && methods.has('GetReleaseInfo'));
  for (const { name, text } of papers) t.same(wrongIn(text), [], name);
});

t.test('what is not there is noticed', async t => {
  const wrong = [
    '`test/nowhere.test.ts`',
    '`core.enable`',
    '`core.enabled: maybe`',
    '`waystation resett`',
    '`waystation reset --no`',
    '`waystation certs`',
    '`GetReleaseInfos`',
    '`system.begun`',
    '`update.auto: sometimes`',
    '`GET /api/v2/system/updates`',
    '[a](nowhere.md)',
    'port 9091',
    '`/nowhere`',
  ];
  for (const each of wrong) t.equal(wrongIn(`| ${each} |`).length, 1, each);
  const right = '`core.enabled: false` `waystation version --verify` `system.started` [a](../releasing.md) port 5000';
  t.same(wrongIn(right), []);
});

t.test('each paper says what it does not say, and claims nothing', async t => {
  for (const { name, text } of papers) {
    t.match(text, /\n## What this does not say\n\n\S/, name);
    if (name === 'declaration-template.md') continue;
    t.notMatch(text, /\b(complies|compliant|conforms|fulfils|is in conformity|is certified)\b/i, name);
  }
});

t.test('each row about a law, a standard or a risk names a test, or says that none shows it', async t => {
  for (const name of ['cra.md', 'risk-assessment.md', 'en18031-1-for-box-makers.md']) {
    const { text = '' } = papers.find(each => each.name === name) ?? {};
    const [head = '', , ...rows] = text.split('\n').filter(line => line.startsWith('|'));
    const column = head.split('|').findIndex(each => each.trim() === 'Shown by');
    t.ok(column > 0 && rows.length >= 10, name);
    for (const row of rows)
      t.match(row.split('|')[column], /`(test|scripts|systemd)\/|\.md\)| none /, row.slice(0, 60));
  }
});
