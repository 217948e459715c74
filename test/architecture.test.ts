import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import t from 'tap';
import { nouns } from '../src/domain/nouns.ts';
import { circles } from './circles.ts';

const root = new URL('..', import.meta.url).pathname;

/** What a folder below src may import besides itself and kit; `type:` only as `import type`. `*` is everything. */
const layers: Record<string, readonly string[]> = {
  kit: [],
  config: ['domain/alert/rules.ts'],
  protocol: [],
  database: [],
  domain: ['database'],
  pki: ['type:domain'],
  bssci: ['protocol', 'domain'],
  scaci: ['protocol', 'domain'],
  integrations: ['domain', 'type:database'],
  rpc: ['domain', 'type:database'],
  rest: ['rpc', 'domain'],
  web: ['rpc', 'domain'],
  identity: ['rpc', 'domain'],
  notify: ['domain'],
  health: ['config', 'database', 'domain', 'pki', 'upkeep'],
  simulate: [
    'protocol',
    'bssci/operations.ts',
    'scaci/operations.ts',
    'domain/blueprint/codec',
    'integrations/drivers/mqtt/connection.ts',
  ],
  upkeep: ['config', 'domain', 'database', 'pki', 'type:notify', 'type:integrations'],
  update: [],
  cli: ['*'],
  'app.ts': ['*'],
  compose: ['*'],
  'main.ts': ['cli'],
};

/** What of the console in the browser the server reads: its routes, and from source how it is built. */
const outside: readonly { readonly file: string; readonly from: string; readonly typeOnly: boolean }[] = [
  { file: '../web/routes.ts', from: 'web', typeOnly: false },
  { file: '../web/build.ts', from: 'web', typeOnly: true },
];

/** No other layer may import these. */
const reserved: Record<string, readonly string[]> = {
  identity: ['compose'],
  'app.ts': ['cli'],
  compose: ['app.ts'],
  cli: ['main.ts'],
  simulate: ['cli'],
};

/** Packages and built-in modules that one place knows. */
const packages: Record<string, readonly string[]> = {
  'better-sqlite3': ['database/driver.ts'],
  // config/lock.ts: the locks of SQLite are the only ones of Node.js that end with the process
  'node:sqlite': ['database/driver.ts', 'config/lock.ts'],
  'node:sea': ['kit/program.ts'],
  'node:timers': ['kit/time/clock.ts'],
  timers: [],
  'prom-client': ['health/metrics.ts'],
  pino: ['kit/log.ts'],
  ws: ['integrations/drivers/mqtt/stream.ts'],
  tar: ['upkeep/backup/archive.ts'],
  '@tufjs/models': ['update'],
  'mqtt-packet': ['integrations/drivers/mqtt'],
  nodemailer: ['notify/email'],
  'pino-pretty': ['kit/log.ts'],
  commander: ['cli'],
  yaml: ['config', 'cli'],
  'jsonc-parser': ['domain/blueprint/codec/json-tree.ts'],
  // for test certificates only
  selfsigned: [],
  '@peculiar/x509': ['pki'],
  jose: ['identity/signin/tokens.ts'],
  'openid-client': ['identity/external'],
  // cli: the demo and the acts of an administrator speak to a service center as any client does
  '@grpc/grpc-js': ['rpc', 'cli'],
  '@grpc/proto-loader': ['cli'],
};

/** What a source must not contain, and where it may all the same. */
const forbidden: readonly { pattern: RegExp; why: string; except: readonly string[] }[] = [
  { pattern: /\bDate\.now\(/, why: 'time comes from kit/time/clock.ts', except: ['kit/time/clock.ts'] },
  { pattern: /\bnew Date\(\)/, why: 'time comes from kit/time/clock.ts', except: ['kit/time/clock.ts'] },
  {
    pattern: /(?<![.\w])set(Timeout|Interval)\(/,
    why: 'timers come from kit/time/clock.ts',
    // those of the clock do not keep a process alive, which a simulated peer does between two connections
    except: ['kit/time/clock.ts', 'simulate/keep-alive.ts'],
  },
  { pattern: /\bperformance\.now\(/, why: 'time comes from kit/time/clock.ts', except: ['kit/time/clock.ts'] },
  { pattern: /\bsetImmediate\(/, why: 'turns come from kit/time/clock.ts', except: ['kit/time/clock.ts'] },
  {
    pattern:
      /\bMath\.random\b|\bcrypto\.random\w*\(|\{[^}]*\brandom(?:Bytes|Int|UUID|Fill|FillSync)\b[^}]*\} from 'node:crypto'/,
    why: 'chance comes from kit/random.ts',
    except: ['kit/random.ts'],
  },
  { pattern: /\.\.\/shared\b|\/work\//, why: 'the product refers to nothing outside itself', except: [] },
  { pattern: /\bextends EventEmitter\b/, why: 'parts call each other by functions', except: [] },
  {
    pattern: /\bnew Worker\(|\bimport\.meta\.(url|dirname|filename)\b(?!\))/,
    why: 'threads and files of the program come from kit/program.ts',
    except: ['kit/program.ts', 'config/release.ts'],
  },
  {
    pattern: /\bvoid (?:this\b|[a-zA-Z#])[\w.#?!]*\(/,
    why: 'who hears of a failure of what is not waited for is named to kit/background.ts',
    except: [],
  },
  { pattern: /^(export )?let /m, why: 'two centers fit in one process: no module-level state', except: [] },
];

interface Import {
  target: string;
  typeOnly: boolean;
  dynamic: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(typeof\s+)?(?:import|require)\('([^']+)'\)(\.\w)?/g;

const sources = readdirSync(join(root, 'src'), { recursive: true })
  .map(String)
  .filter(file => file.endsWith('.ts'))
  .sort();

function read(file: string): string {
  return readFileSync(join(root, 'src', file), 'utf8');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function importsOf(file: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(IMPORT)].map(([, type, fixed, kind, dynamic, member]) => {
    const name = fixed ?? dynamic ?? '';
    return {
      target: name.startsWith('.') ? normalize(join(dirname(file), name)) : name,
      // `import('x').Y` and `typeof import('x')` are types, too
      typeOnly: type !== undefined || member !== undefined || kind !== undefined,
      dynamic: dynamic !== undefined,
    };
  });
}

const layerOf = (file: string): string => file.split('/')[0] ?? file;
const isOneOf = (file: string, places: readonly string[]): boolean =>
  places.some(place => file === place || file.startsWith(`${place}/`));

/** Why this import is forbidden, undefined when it is not. */
function objection(file: string, { target, typeOnly, dynamic }: Import, known: readonly string[]): string | undefined {
  const places = Object.entries(packages).find(([name]) => target === name || target.startsWith(`${name}/`))?.[1];
  if (places)
    return typeOnly || isOneOf(file, places) ? undefined : `only ${places.join(', ') || 'tests'} may import ${target}`;
  if (outside.some(each => each.file === target && each.from === layerOf(file) && (typeOnly || !each.typeOnly)))
    return undefined;
  if (!known.includes(target)) return target.startsWith('..') ? `${target} is outside of src` : undefined;
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === to || to === 'kit') return undefined;
  const only = reserved[to];
  if (only && !isOneOf(file, only)) return `only ${only.join(', ')} may import ${to}`;
  if (to === 'identity' && !dynamic && !typeOnly)
    return 'identity is loaded by import() in the enterprise edition only';
  const allowed = layers[from] ?? [];
  if (allowed.includes('*') || isOneOf(target, allowed)) return undefined;
  if (typeOnly && allowed.includes(`type:${to}`)) return undefined;
  return `${from} may not import ${to}`;
}

t.test('every folder of src has its place among the layers', async t => {
  const unknown = [...new Set(sources.map(layerOf))].filter(layer => !(layer in layers));
  t.same(unknown, []);
});

t.test('imports go from the outer layers to the inner ones only', async t => {
  const problems = sources.flatMap(file =>
    importsOf(file, read(file)).flatMap(each => {
      const why = objection(file, each, sources);
      return why === undefined ? [] : [`src/${file}: ${why} (${each.target})`];
    }),
  );
  t.same(problems, []);
});

t.test('no file imports itself by way of others, types included', async t => {
  const known = new Set(sources);
  const found = circles(
    new Map(
      sources.map(file => [
        file,
        importsOf(file, read(file))
          .map(each => each.target)
          .filter(each => known.has(each)),
      ]),
    ),
  );
  t.same(
    found.map(files => files.join(' → ')),
    [],
  );
});

t.test('a group of RPCs knows no other group, and what they share knows none', async t => {
  const folderOf = (file: string) => (file.startsWith('rpc/') ? file.split('/').at(-2) : undefined);
  const problems = sources
    .filter(file => folderOf(file) !== undefined)
    .flatMap(file =>
      importsOf(file, read(file))
        .map(({ target }) => target)
        .filter(target => ![undefined, 'rpc', 'call', folderOf(file)].includes(folderOf(target)))
        .map(target => `src/${file} imports ${target}`),
    );
  t.same(problems, []);
});

/** The noun of a file in domain/; undefined for those that join them. */
const nounOf = (file: string): string | undefined => /^domain\/([^/]+)\//.exec(file)?.[1];

/** Folders in domain/ that are no nouns. */
const besideNouns: readonly string[] = ['migrations', 'parts'];

/** Whether a noun imports one that is not before it in the stated order. */
function isUpwards(file: string, target: string): boolean {
  const order: readonly string[] = nouns;
  const [from, to] = [nounOf(file), nounOf(target)];
  if (from === undefined || besideNouns.includes(from) || from === to || !target.startsWith('domain/')) return false;
  return to === undefined || order.indexOf(to) === -1 || order.indexOf(to) > order.indexOf(from);
}

t.test('the nouns of the domain import each other only downwards in their order', async t => {
  const folders = [...new Set(sources.flatMap(file => nounOf(file) ?? []))].filter(noun => !besideNouns.includes(noun));
  t.same(folders.toSorted(), [...nouns].sort(), 'each folder is a noun that nouns.ts names');
  const problems = sources.flatMap(file =>
    importsOf(file, read(file)).flatMap(({ target }) =>
      isUpwards(file, target) ? [`src/${file}: ${target} comes after it`] : [],
    ),
  );
  t.same(problems, []);
  t.ok(isUpwards('domain/event/a.ts', 'domain/uplink/b.ts'));
  t.ok(isUpwards('domain/uplink/a.ts', 'domain/domain.ts'), 'no noun imports what joins them');
  t.ok(isUpwards('domain/uplink/a.ts', 'domain/parts/b.ts'), 'nor a part of it');
  t.notOk(isUpwards('domain/uplink/a.ts', 'domain/event/b.ts'));
});

t.test('a part of the domain is known to what joins them alone', async t => {
  const problems = sources
    .filter(file => file !== 'domain/domain.ts')
    .flatMap(file =>
      importsOf(file, read(file))
        .filter(({ target }) => target.startsWith('domain/parts/'))
        .map(({ target }) => `src/${file} imports ${target}`),
    );
  t.same(problems, []);
});

t.test('what decodes payloads is pure, and makes no program of a text', async t => {
  const codec = 'domain/blueprint/codec';
  const problems = sources
    .filter(file => file.startsWith(`${codec}/`))
    .flatMap(file => {
      const text = withoutComments(read(file));
      const outside = importsOf(file, text)
        .map(({ target }) => target)
        .filter(target => !isOneOf(target, [codec, 'kit', 'jsonc-parser']));
      return [...outside, ...(/\beval\b|\bFunction\(|new Function|node:vm/.test(text) ? ['eval'] : [])].map(
        what => `src/${file}: ${what}`,
      );
    });
  t.same(problems, []);
});

t.test('no barrels', async t => {
  t.same(
    sources.filter(file => /(^|\/)index\.ts$/.test(file)),
    [],
  );
});

t.test('sources keep off the clock, the surroundings and state of their own', async t => {
  const problems = sources.flatMap(file => {
    const text = withoutComments(read(file));
    return forbidden
      .filter(({ pattern, except }) => pattern.test(text) && !isOneOf(file, except))
      .map(({ why }) => `src/${file}: ${why}`);
  });
  t.same(problems, []);
});

t.test('a circle is seen, however long and whatever it hangs on', async t => {
  const found = (imports: Record<string, string[]>) => circles(new Map(Object.entries(imports)));
  t.same(found({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }), [], 'two ways to one file are none');
  t.same(found({ a: ['a'] }), [['a']]);
  t.same(found({ a: ['b'], b: ['c'], c: ['d', 'b'], d: ['e'], e: ['d'] }), [
    ['d', 'e'],
    ['b', 'c'],
  ]);
  const texts = {
    'a.ts': "import { b } from './b.ts';",
    'b.ts': "export type A = import('./c.ts').A;",
    'c.ts': "import type { A } from './a.ts';",
  };
  const read = Object.entries(texts).map(
    ([file, text]) => [file, importsOf(file, text).map(each => each.target)] as const,
  );
  t.same(circles(new Map(read)), [['a.ts', 'b.ts', 'c.ts']], 'types included');
});

t.test('these rules see what they forbid', async t => {
  const known = [
    'domain/a.ts',
    'pki/b.ts',
    'database/b.ts',
    'rpc/c.ts',
    'identity/d.ts',
    'app.ts',
    'bssci/operations.ts',
    'bssci/handlers.ts',
  ];
  const wrong = (file: string, text: string) => importsOf(file, text).map(each => objection(file, each, known));
  t.same(wrong('domain/a.ts', "import { b } from '../pki/b.ts';"), ['domain may not import pki']);
  t.same(wrong('domain/a.ts', "import {\n  b,\n} from '../pki/b.ts';"), ['domain may not import pki']);
  t.same(wrong('rpc/c.ts', "import type { B } from '../database/b.ts';"), [undefined]);
  t.same(wrong('rpc/c.ts', "import { b } from '../pki/b.ts';"), ['rpc may not import pki']);
  t.same(wrong('pki/b.ts', "import Database from 'better-sqlite3';"), [
    'only database/driver.ts may import better-sqlite3',
  ]);
  t.same(wrong('rpc/c.ts', "import { setTimeout as pause } from 'node:timers/promises';"), [
    'only kit/time/clock.ts may import node:timers/promises',
  ]);
  t.same(wrong('compose/e.ts', "const d = await import('../identity/d.ts');"), [undefined]);
  t.match(wrong('compose/e.ts', "import { d } from '../identity/d.ts';"), [/import\(\)/]);
  t.same(wrong('simulate/e.ts', "import { bssci } from '../bssci/operations.ts';"), [undefined]);
  t.same(wrong('simulate/e.ts', "import { h } from '../bssci/handlers.ts';"), ['simulate may not import bssci']);
  const chance = forbidden.find(({ why }) => why.startsWith('chance'))?.pattern;
  for (const text of ["import { createHash, randomBytes } from 'node:crypto';", 'x = Math.random;'])
    t.ok(chance?.test(text), text);
  t.notOk(chance?.test("import { createHash } from 'node:crypto';\nimport { randomBytes } from '../kit/random.ts';"));
  const floating = forbidden.find(({ why }) => why.includes('background'))?.pattern;
  for (const text of ['void act();', 'if (a) void this.#act(b);', '() => void a.b()']) t.ok(floating?.test(text), text);
  for (const text of ['act(): void {', '(a: A) => void;', 'a.void();']) t.notOk(floating?.test(text), text);
});
