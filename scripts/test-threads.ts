// Joins the program, and each of its threads, into one file: tests start hundreds of both, and most of what a start costs is finding
// and loading hundreds of files. Without `npm test` a test starts them from their sources.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { INSTEAD, LEFT_OUT, threadsOf } from './package/bundle.ts';

const root = join(import.meta.dirname, '..');
/** Stands for every source: in the threads, addresses of files are made from the same depth. */
const source = pathToFileURL(join(root, 'src/kit/program.ts')).href;
const outdir = join(root, 'node_modules/.cache/waystation-threads');

const joined = (entries: readonly string[]) =>
  ({
    absWorkingDir: root,
    entryPoints: entries.map(entry => `src/${entry}.ts`),
    outbase: 'src',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: `node${process.versions.node}`,
    define: { 'import.meta.url': JSON.stringify(source) },
    external: LEFT_OUT,
    alias: INSTEAD,
    // Another run may be reading them.
    write: false,
    logLevel: 'warning',
  }) satisfies BuildOptions;

const once = await build({
  ...joined(['main', ...threadsOf(join(root, 'src'))]),
  outdir,
  format: 'esm',
  banner: {
    js: `import{createRequire as requireFrom}from'node:module';const require=requireFrom(${JSON.stringify(source)});`,
  },
});
// Those of the store may begin again and again in one thread (scripts/test-pool-thread.mjs).
const again = await build({
  ...joined(threadsOf(join(root, 'src')).filter(name => name.startsWith('compose/'))),
  outdir: join(outdir, 'pooled'),
  format: 'cjs',
  banner: { js: 'export function run(require, module) {' },
  footer: { js: '}' },
});
for (const { path, text } of [...once.outputFiles, ...again.outputFiles]) {
  if (textOf(path) === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
