import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { CATALOG_INDEX, type IndexEntry } from '../../src/compose/catalog.ts';
import { RELEASE_ASSET, type Release } from '../../src/config/release.ts';
import { DOCUMENT_FILES, documentAsset } from '../../src/rest/docs/names.ts';
import { ROOT_ASSET } from '../../src/update/anchor.ts';
import { isPackedTwice, PACKED_INDEX, PACKED_TYPES, packedAs } from '../../src/web/packed-names.ts';
import { buildConsole } from '../../web/build.ts';

export interface Bundle {
  /** JavaScript that the executable runs first; it starts the program, which is among the assets. */
  readonly main: string;
  /** Files inside the executable: name → path. */
  readonly assets: Record<string, string>;
  /** Where everything in it came from, relative to the project's folder. */
  readonly inputs: readonly string[];
}

/** Files that are read as they are. */
const FILES = ['proto/platform.json', 'proto/platform.binpb', 'proto/rest.json', ROOT_ASSET];
/**
 * Packages that few starts need, each large: they stay files of their own inside the executable, and cost memory when they are
 * first required. What another package or the program shares objects with cannot be one of them.
 */
const LATE = [
  '@peculiar/x509',
  '@tufjs/models',
  'aedes',
  'fflate',
  'jose',
  'mqtt-packet',
  'nats',
  'nodemailer/lib/mail-composer',
  'nodemailer/lib/smtp-connection',
  'openid-client',
  'pino-pretty',
  'tar',
  'ws',
  'yaml',
];
/** Those that share objects with each other are one, by what the sources import of them. */
const LATE_TOGETHER: Readonly<Record<string, string>> = { nats: 'src/integrations/drivers/nats/library.ts' };
/** A tenth larger than with the most patience, in a tenth of the time. */
const QUICKLY = { [constants.BROTLI_PARAM_QUALITY]: 9 };
/** Asset of the program, which `entry.ts` starts. */
const PROGRAM = 'program.js';
/** What the package offers for bundlers: its other form asks for its files in a way that none of them sees. */
export const INSTEAD = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };
/**
 * Reached by what is never done in the executable: a native add-on cannot be loaded from inside of it (operations 3). ws does without
 * its two.
 */
export const LEFT_OUT = ['better-sqlite3', 'bufferutil', 'utf-8-validate'];

/** Joins the program, and each of its threads, into one file; everything that is imported is inside. */
export async function bundle(root: string, dir: string, release: Release): Promise<Bundle> {
  const main = join(dir, 'main.js');
  const program = join(dir, PROGRAM);
  const metafiles = [
    await joined(root, 'scripts/package/entry.ts', main),
    await joined(root, 'src/main.ts', program, LATE),
  ];
  // A function as every module of the old kind is.
  writeFileSync(program, `(function(module,exports,require){${readFileSync(program, 'latin1')}\n})`);
  const assets: Record<string, string> = { [PROGRAM]: program };
  for (const late of LATE) {
    const name = `packages/${late}.js`;
    assets[name] = join(dir, name);
    metafiles.push(await joinedLate(root, late, assets[name]));
  }
  for (const thread of threadsOf(join(root, 'src'))) {
    const name = `threads/${thread}.js`;
    assets[name] = join(dir, name);
    metafiles.push(await joined(root, `src/${thread}.ts`, assets[name]));
  }
  // `packedCode` of src/kit/program.ts reads it.
  for (const [name, path] of Object.entries(assets)) {
    assets[name] = `${path}.br`;
    writeFileSync(assets[name], brotliCompressSync(readFileSync(path), { params: QUICKLY }));
  }
  for (const name of [...FILES, ...catalogFiles(root)]) assets[name] = join(root, name);
  const documents = documentFiles(root);
  for (const [asset, path] of documents) {
    assets[asset] = join(dir, asset);
    mkdirSync(dirname(assets[asset]), { recursive: true });
    writeFileSync(assets[asset], brotliCompressSync(readFileSync(join(root, path))));
  }
  const { inputs, files } = await consoleFiles();
  for (const [asset, bytes] of files) {
    assets[asset] = join(dir, asset);
    mkdirSync(dirname(assets[asset]), { recursive: true });
    writeFileSync(assets[asset], bytes);
  }
  assets[RELEASE_ASSET] = join(dir, RELEASE_ASSET);
  writeFileSync(assets[RELEASE_ASSET], JSON.stringify(release));
  return {
    main,
    assets,
    inputs: [
      ...new Set([...metafiles.flatMap(each => Object.keys(each.inputs)), ...documents.values(), ...inputs]),
    ].sort(),
  };
}

/** The console as it is served: each of its files compressed both ways, since browsers take brotli over TLS only. */
async function consoleFiles(): Promise<{
  readonly inputs: readonly string[];
  readonly files: Map<string, Uint8Array>;
}> {
  const { index, files, inputs } = await buildConsole();
  const types = Object.fromEntries(files.map(({ path, type }) => [`/${path}`, type]));
  return {
    inputs,
    files: new Map([
      [PACKED_INDEX, Buffer.from(index)],
      [PACKED_TYPES, Buffer.from(JSON.stringify(types))],
      ...files.map(({ path, bytes }): [string, Uint8Array] => [packedAs(`/${path}`, 'br'), brotliCompressSync(bytes)]),
      ...files
        .filter(({ type }) => isPackedTwice(type))
        .map(({ path, bytes }): [string, Uint8Array] => [
          packedAs(`/${path}`, 'gz'),
          gzipSync(bytes, { level: GZIP_LEVEL }),
        ]),
    ]),
  };
}
const GZIP_LEVEL = 9;

/** A package as a file of its own. nodemailer exports but a default, which only its form for `require` gives to who requires it. */
export function joinedLate(root: string, late: string, outfile: string): Promise<Metafile> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const entry = LATE_TOGETHER[late] ?? (late.startsWith('nodemailer/') ? resolve(late) : late);
  return joined(root, entry, outfile);
}

/** What the description of the API is served from, compressed: asset → path. */
function documentFiles(root: string): Map<string, string> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const names = Object.keys(DOCUMENT_FILES) as (keyof typeof DOCUMENT_FILES)[];
  return new Map(
    names.map(name => {
      const { package: of } = DOCUMENT_FILES[name];
      return [documentAsset(name), of ? relative(root, resolve(`${of}/${name}`)) : `docs/${name}`];
    }),
  );
}

/** The shipped blueprints and their list, as `src/compose/catalog.ts` asks for them. */
function catalogFiles(root: string): string[] {
  const entries = JSON.parse(readFileSync(join(root, CATALOG_INDEX), 'utf8')) as IndexEntry[];
  return [CATALOG_INDEX, ...entries.map(({ file }) => `catalog/${file}`)];
}

/** The threads of the program, as `src/kit/program.ts` is asked for them. */
export function threadsOf(src: string): string[] {
  const sources = readdirSync(src, { recursive: true }).map(String);
  const texts = sources.filter(file => file.endsWith('.ts')).map(file => readFileSync(join(src, file), 'utf8'));
  return [
    ...new Set(texts.flatMap(text => [...text.matchAll(/\bthread\('([^']+)'/g)].map(found => found[1] ?? ''))),
  ].sort();
}

/** One file of a program and of everything it imports; what is `late` stays outside. */
export async function joined(
  root: string,
  entry: string,
  outfile: string,
  late: readonly string[] = [],
): Promise<Metafile> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: `node${process.versions.node}`,
    // What a single executable can start; a dynamic import becomes a function that is called when it is reached.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'programUrl' },
    banner: { js: `const programUrl=require('node:url').pathToFileURL(process.execPath).href;${requiring(late)}` },
    // Names stay: they are in logs and in stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    external: [...LEFT_OUT, ...late],
    alias: INSTEAD,
    plugins: [requires, togetherOutside(root, late)],
    metafile: true,
    logLevel: 'warning',
  });
  checked(result, late);
  // A text of one byte per character is half of one of two; what is left of others stands in regular expressions.
  const text = readFileSync(outfile, 'utf8');
  writeFileSync(outfile, text.replace(NOT_ASCII, escaped));
  return result.metafile;
}

const NOT_ASCII = /[^\0-\x7f]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The `require` of a bundle that leaves packages to files of their own, as text. */
function requiring(late: readonly string[]): string {
  if (late.length === 0) return '';
  return `var require=((own,late,loaded)=>name=>{
    if(!late.has(name))return own(name);
    let module=loaded.get(name);
    if(!module){
      loaded.set(name,module={exports:{}});
      const file='packages/'+name+'.js';
      const code=own('node:zlib').brotliDecompressSync(Buffer.from(own('node:sea').getRawAsset(file))).toString('latin1');
      new(own('node:vm').Script)('(function(module,exports,require){'+code+'\\n})',{filename:file})
        .runInThisContext()(module,module.exports,own);
    }
    return module.exports;
  })(require,new Set(${JSON.stringify(late)}),new Map());`;
}

/** Leaves what `LATE_TOGETHER` has outside, under its name. */
function togetherOutside(root: string, late: readonly string[]): Plugin {
  const outside = new Map(Object.entries(LATE_TOGETHER).map(([name, file]) => [join(root, file), name]));
  return {
    name: 'together',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const name = outside.get(join(resolveDir, path));
        return name !== undefined && late.includes(name) ? { path: name, external: true } : undefined;
      });
    },
  };
}

/** A package that is wanted late and at once is required by hand, which a bundler does not see. */
const requires: Plugin = {
  name: 'requires',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replace(
        /\bcreateRequire\(import\.meta\.url\)\('([^']+)'\)/g,
        "require('$1')",
      ),
    }));
  },
};

function checked({ warnings, metafile }: BuildResult<{ metafile: true }>, late: readonly string[]): void {
  if (warnings.length > 0) throw new Error('the bundle has warnings: see above');
  const missing = Object.values(metafile.outputs)
    .flatMap(output => output.imports)
    .filter(({ path, external }) => external && !isBuiltin(path) && !LEFT_OUT.includes(path) && !late.includes(path));
  if (missing.length > 0) throw new Error(`not inside of the bundle: ${missing.map(({ path }) => path).join(', ')}`);
}
