import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import t from 'tap';
import { circles } from '../circles.ts';

const root = join(import.meta.dirname, '../../web');

/** What a folder of web may import besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  model: ['gen'],
  data: ['model', 'gen', 'words', 'routes.ts'],
  words: ['model'],
  parts: ['model', 'words'],
  pages: ['model', 'words', 'parts', 'data', 'gen'],
  app: ['model', 'words', 'parts', 'data', 'pages', 'routes.ts'],
  'main.tsx': ['app', 'data', 'words'],
  'routes.ts': [],
  gen: [],
};

/** What a source must not contain, and where it may all the same. */
const FORBIDDEN: readonly { pattern: RegExp; why: string; except: readonly string[] }[] = [
  { pattern: /\bfetch\(/, why: 'the server is called from data alone', except: ['data'] },
  {
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    why: 'time comes from model/text/clock.ts',
    except: ['model/text/clock.ts'],
  },
  { pattern: /#[0-9a-f]{6}\b|\brgba?\(/i, why: 'colours are in tokens.css', except: ['style/tokens.css'] },
  { pattern: /\binnerHTML\b|\beval\(|new Function\(|dangerouslySet/, why: 'Trusted Types forbid it', except: [] },
  { pattern: /https?:\/\/(?!www\.w3\.org)/, why: 'the console asks no other host', except: [] },
];

const ENGLISH = />\s*[A-Za-z][A-Za-z ,.']{3,}\s*</;
const LONGEST = 300;
/** Tables of words and of rules of style may be longer. */
const LONG = ['words', 'style'];

const sources = readdirSync(root, { recursive: true })
  .map(file => String(file).replaceAll('\\', '/'))
  .filter(file => /\.(tsx?|css)$/.test(file) && !/^(gen|icons)\//.test(file) && file !== 'build.ts')
  .sort();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const layerOf = (file: string): string => file.split('/')[0] ?? file;
const isIn = (file: string, places: readonly string[]): boolean =>
  places.some(place => file === place || file.startsWith(`${place}/`));
/** The page of examples stands in for a designer's eye and is no page of the console. */
const isExample = (file: string): boolean => file.startsWith('parts/examples/') || file === 'style/examples.css';

const programs = sources.filter(file => /\.tsx?$/.test(file));
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), target)),
  );

t.test('the console imports downwards, and no page another page', async t => {
  for (const file of programs) {
    for (const to of importsOf(file)) {
      const [from, into] = [layerOf(file), layerOf(to)];
      const page = (path: string) => path.split('/')[1];
      t.notMatch(to, /^\.\./, `${file} imports ${to}, outside of web`);
      if (from === into) t.ok(from !== 'pages' || page(file) === page(to), `${file} imports the page ${to}`);
      else t.ok(LAYERS[from]?.includes(into), `${file} imports ${to}`);
    }
  }
});

t.test('no files of the console import each other in a circle', async t => {
  const found = circles(new Map(programs.map(file => [file, importsOf(file).filter(to => programs.includes(to))])));
  t.same(found, []);
});

t.test('what one place does is done nowhere else', async t => {
  for (const file of sources.filter(file => !isExample(file))) {
    const text = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '');
    for (const { pattern, why, except } of FORBIDDEN) {
      if (!isIn(file, except)) t.notMatch(text, pattern, `${file}: ${why}`);
    }
  }
});

t.test('no text of a page stands in its markup', async t => {
  for (const file of sources.filter(file => file.endsWith('.tsx') && !isExample(file))) {
    const found = ENGLISH.exec(read(file).replace(/=>\s/g, ''))?.[0] ?? '';
    t.ok(found === '' || /Waystation/.test(found), `${file}: ${found}`);
  }
});

t.test('files stay small', async t => {
  for (const file of sources) {
    if (!LONG.includes(layerOf(file))) t.ok(read(file).split('\n').length <= LONGEST, file);
  }
});
