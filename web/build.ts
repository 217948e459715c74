// The one build of the console: for the package, for the server that runs from source, and for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type BuildResult, build, type BuildOptions as EsbuildOptions, type Metafile, type Plugin } from 'esbuild';
import { sharedChunk } from './shared-chunk.ts';

/** A file that is served as it is; `path` is what follows the first slash of its address. */
export interface ConsoleFile {
  path: string;
  bytes: Uint8Array;
  type: string;
}

export interface ConsoleBuild {
  /** The page of every route, with the placeholders `{{lang}}` and `{{theme}}`. */
  index: string;
  files: readonly ConsoleFile[];
  /** What it was made of, relative to the repository, for the list of libraries in the executable. */
  inputs: readonly string[];
}

export interface BuildOptions {
  /** Readable code with source maps, for people who work on it. */
  development?: boolean;
  /** Where the program begins, for the page of examples. */
  entry?: string;
}

/** What the build depends on, from the root of the repository. */
export const SOURCES: readonly string[] = ['web', 'package-lock.json'];

const here = import.meta.dirname;
const root = join(here, '..');
const STYLE = 'web/style/main.css';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A library that is no module of its own would bring a file of helpers into every page: as one it stands alone. */
const ALONE: Plugin = {
  name: 'alone',
  setup(build) {
    build.onLoad({ filter: /[\\/]jsqr[\\/]dist[\\/]jsQR\.js$/ }, ({ path }) => {
      const begin = 'const module = { exports: {} };\nconst { exports } = module;\n';
      return { contents: `${begin}${readFileSync(path, 'utf8')}\nexport default module.exports;\n`, loader: 'js' };
    });
  },
};

/** @throws BuildFailure of esbuild, with file and line of each mistake */
export async function buildConsole({
  development = false,
  entry = 'web/main.tsx',
}: BuildOptions = {}): Promise<ConsoleBuild> {
  const options = {
    absWorkingDir: root,
    entryPoints: [entry, STYLE],
    outdir: 'out',
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    publicPath: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    legalComments: 'none',
    charset: 'utf8',
    minify: !development,
    sourcemap: development ? 'linked' : false,
    metafile: true,
    write: false,
    logLevel: 'silent',
    plugins: [ALONE],
  } satisfies EsbuildOptions;
  const { metafile } = await build(options);
  const result = await build({
    ...options,
    plugins: [ALONE, sharedChunk(metafile, root, path => readFileSync(path, 'utf8'))],
  });
  const files = [...filesOf(result), ...still()];
  return { index: indexOf(result.metafile, entry), files, inputs: Object.keys(metafile.inputs) };
}

function filesOf(result: BuildResult<{ write: false }>): ConsoleFile[] {
  return result.outputFiles.map(({ path, contents }) =>
    file(relative(join(root, 'out'), path).replaceAll('\\', '/'), contents),
  );
}

/** Files without a hash in their name. */
function still(): ConsoleFile[] {
  return ['favicon.svg', 'manifest.webmanifest'].map(name => file(name, readFileSync(join(here, 'still', name))));
}

function file(path: string, bytes: Uint8Array): ConsoleFile {
  return { path, bytes, type: TYPES[extname(path)] ?? 'application/octet-stream' };
}

function indexOf({ outputs }: Metafile, entry: string): string {
  const named = Object.entries(outputs).map(([path, output]) => ({ path: path.replace(/^out\//, '/'), output }));
  const script = named.find(({ path, output }) => output.entryPoint === entry && path.endsWith('.js'));
  const style = named.find(({ path, output }) => output.entryPoint === STYLE && path.endsWith('.css'));
  const font = named.find(({ path }) => /\/inter-latin-wght-normal-\w+\.woff2$/.test(path));
  if (!script || !style || !font) throw new Error('the build has no script, style sheet or font');
  const preloads = script.output.imports
    .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
    .map(({ path }) => path.replace(/^out\//, '/'));
  const head = [
    `<link rel="preload" href="${font.path}" as="font" type="font/woff2" crossorigin>`,
    `<link rel="stylesheet" href="${style.path}">`,
    ...preloads.map(path => `<link rel="modulepreload" href="${path}">`),
    `<script type="module" src="${script.path}"></script>`,
  ].join('\n    ');
  return readFileSync(join(here, 'index.html'), 'utf8')
    .replace('<!-- head -->', () => head)
    .replace('<!-- sprite -->', () => sprite());
}

/** Every icon as a symbol, so that a page draws it by name without another request. */
function sprite(): string {
  const folder = join(here, 'icons');
  const symbols = readdirSync(folder)
    .filter(name => name.endsWith('.svg'))
    .sort()
    .map(name => {
      const svg = readFileSync(join(folder, name), 'utf8');
      const [, attributes = '', body = ''] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? [];
      const box = /viewBox="([^"]+)"/.exec(attributes)?.[1] ?? '0 0 24 24';
      return `<symbol id="i-${basename(name, '.svg')}" viewBox="${box}">${body.trim().replace(/>\s+</g, '><')}</symbol>`;
    });
  return `<svg aria-hidden="true" width="0" height="0" class="sprite">${symbols.join('')}</svg>`;
}
