// Joins the program, and each of its threads, into few files: tests start hundreds of both, and most of what a start costs is finding
// and loading hundreds of files. Without `npm test` a test starts them from their sources.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { openDb } from '../src/database/driver.ts';
import { migrate } from '../src/database/migrate.ts';
import { migrations } from '../src/domain/migrations/all.ts';
import { INSTEAD, LEFT_OUT, threadsOf } from './package/bundle.ts';

const root = join(import.meta.dirname, '..');
/** What an earlier run made of other sources may still be read by it. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
/** Stands for every source: in the threads, addresses of files are made from the same depth. */
const source = pathToFileURL(join(root, 'src/kit/program.ts')).href;
const outdir = join(root, 'node_modules/.cache/waystation-threads');

/**
 * What is loaded late and exports by `module.exports` gets the names that Node.js finds in it: in files that are split, esbuild gives it but a
 * default.
 */
const named: Plugin = {
  name: 'named',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isLate = kind === 'dynamic-import' && !isBuiltin(path) && !LEFT_OUT.includes(path);
      return isLate ? { path, namespace: 'late' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter(name => /^[a-z_$][\w$]*$/i.test(name));
      const exported = names.map((name, at) => `const _${at} = all.${name};\nexport { _${at} as ${name} };\n`);
      return { contents: `import * as all from '${path}';\n${exported.join('')}`, resolveDir: root };
    });
  },
};

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
  // A command loads what it needs: to read and compile all of the program takes longer than most commands do.
  splitting: true,
  plugins: [named],
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
const made = [...once.outputFiles, ...again.outputFiles];
for (const { path, text } of made) {
  if (textOf(path) === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
makeEmpty(join(outdir, 'empty.db'));
const current = new Set(made.map(({ path }) => path));
for (const name of readdirSync(outdir)) {
  const path = join(outdir, name);
  if (!current.has(path) && isUnused(path)) rmSync(path, { force: true });
}

/** For scripts/test-empty.mjs. */
function makeEmpty(path: string): void {
  const temp = `${path}.${process.pid}`;
  const db = openDb(temp, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations);
  db.close();
  // As the database of a box.
  chmodSync(temp, 0o600);
  renameSync(temp, path);
}

function isUnused(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.mtimeMs < Date.now() - UNUSED_MS;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
