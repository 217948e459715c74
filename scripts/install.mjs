// Runs on the Node.js of the host, which may be old, before anything is installed: only built-in modules, no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
/** The pinned Node.js that runs everything else. */
export const node = join(bin, 'node');

/** The environment of the tools: the pinned Node.js comes first. */
export const environment = { ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') };

/**
 * What the product is started with, here and by bin/: bounds on its resident memory. A cache of the stripped sources
 * keeps the stripper from being loaded at all, which also halves the time of a start; and one malloc arena keeps the threads
 * from holding back what each of them has freed. What the user has set stays.
 */
export const productFlags = [
  // Every telegram is forgotten when it is answered; a nursery this small is swept for less CPU by one thread than by five.
  '--max-semi-space-size=2',
  '--no-parallel-scavenge',
  // What a stream sends lives for one of its batches; taken for long-lived at once, it would be collected from among what is.
  '--no-allocation-site-pretenuring',
  // Garbage is collected before a heap grows much, in each thread: 10 to 25 MB less under load, for more CPU at full load.
  '--memory-saver-mode',
  '--heap-growing-percent=40',
  // Without the middle one of the compilers it is as fast, and 8 MB smaller.
  '--no-maglev',
].filter(flag => !givenFlags().includes(flag.split('=')[0]));
export const productEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'waystation'),
  MALLOC_ARENA_MAX: '1',
  ...environment,
};

/** Oldest Node.js of the host that these scripts and its npm work on. */
const HOST_MAJOR = 20;
/** The only package whose install script is run: it links the Node.js binary that npm has already fetched. */
const SCRIPTED = 'node';
/** More than the reports of a thoroughly broken tree. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Installs what is missing; does nothing, and asks no network, when everything is there. */
export function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < HOST_MAJOR) {
    fail(
      `Waystation needs Node.js ${HOST_MAJOR} or newer to install, and this is ${process.versions.node}: please update it.`,
    );
  }
  if (!packagesMatch()) {
    console.error('Installing dependencies …');
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!existsSync(node) || spawnSync(node, ['--version']).status !== 0) {
    npm(['rebuild', SCRIPTED, '--ignore-scripts=false', '--loglevel=error']);
    if (!existsSync(node)) fail('The pinned Node.js could not be installed: delete node_modules and try again.');
  }
  if (!existsSync(DOCUMENT)) makeDocument();
}

/** The document of the REST API, which follows from the schema and the rows: it is in no commit. */
const DOCUMENT = join(root, 'docs', 'openapi.json');
/** What it is made of. */
const DESCRIBED = ['proto', 'src', 'scripts'];

/** Makes the document anew when something that it is made of has changed since: for tests, checks and packages, not for every start. */
export function ensureFreshDocument() {
  const { mtimeMs } = statSync(DOCUMENT);
  const isNewer = folder =>
    readdirSync(folder, { recursive: true }).some(file => statSync(join(folder, file)).mtimeMs > mtimeMs);
  if (DESCRIBED.some(name => isNewer(join(root, name)))) makeDocument();
}

function makeDocument() {
  console.error('Describing the API …');
  const { code, output } = run(node, [join('scripts', 'generate.ts'), '--document']);
  if (code !== 0) fail(`docs/openapi.json could not be made:\n${output}`);
}

/** Runs a program in the project's folder to its end: its exit code, and what it wrote unless the terminal is its own. */
export function run(program, args, { stdio = 'pipe' } = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', stdio, stdio],
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return { code: status ?? 1, output: (stdout ?? '') + (stderr ?? '') + (error ? `${error.message}\n` : '') };
}

/** Hands the terminal, the signals and the exit code through to a program in the caller's folder. */
export function become(program, args, env = environment) {
  const child = spawn(program, args, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', error => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 143)));
}

/** Everything the lock file asks for is there in its version, apart from what is only for other platforms. */
function packagesMatch() {
  const wanted = packages(join(root, 'package-lock.json'));
  const present = packages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      path === '' || present[path]?.version === version || (!present[path] && (optional || peer)),
  );
}

function packages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Flags of Node.js itself as the user spells them for every program. */
function givenFlags() {
  return `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`.replaceAll('_', '-');
}

function npm(args) {
  // Its report goes to stderr: stdout belongs to the program that is run.
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error?.code === 'ENOENT')
    fail('Waystation needs npm to install what it depends on, and there is none: install npm first.');
  if (status !== 0) fail(`npm ${args[0]} failed: see above. Is the npm registry reachable?`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
