import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * node test/contract/generators.ts: makes a client of the document with each of three generators and compiles it strictly. They are
 * fetched for the run, and are no part of the project.
 */
const GENERATORS = [
  { name: 'openapi-typescript', version: '7.13.0', args: ['openapi.json', '-o', 'types.ts'], made: 'types.ts' },
  {
    name: 'swagger-typescript-api',
    version: '13.13.0',
    args: ['generate', '-p', 'openapi.json', '-o', 'made', '-n', 'client.ts'],
    made: 'made/client.ts',
  },
  {
    name: 'openapi-typescript-codegen',
    bin: 'openapi',
    version: '0.31.0',
    args: ['--input', 'openapi.json', '--output', 'made', '--client', 'fetch'],
    made: 'made/index.ts',
  },
];
const STRICT =
  '--strict --noEmit --noUncheckedIndexedAccess --target es2022 --module esnext --moduleResolution bundler --types node';
const TYPES = '--typeRoots node_modules/@types --lib es2022,dom,dom.iterable';
/** That of the project: its types come with it. */
const TYPESCRIPT = resolve('node_modules/typescript/bin/tsc');

const dir = mkdtempSync(join(tmpdir(), 'generators-'));
try {
  for (const { name, bin = name, version, args, made } of GENERATORS) {
    const own = join(dir, name);
    cpSync('docs/openapi.json', join(own, 'openapi.json'));
    writeFileSync(join(own, 'package.json'), '{"private":true,"type":"module"}');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`, nodeTypes()];
    run(own, name, 'is installed', 'npm', install);
    run(own, name, 'makes a client', join(own, 'node_modules/.bin', bin), args);
    run(own, name, 'its client compiles', process.execPath, [TYPESCRIPT, ...`${STRICT} ${TYPES} ${made}`.split(' ')]);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** Codegen's client of `fetch` types its requests by those of Node.js. */
function nodeTypes(): string {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return `@types/node@${devDependencies['@types/node']}`;
}

function run(cwd: string, name: string, what: string, program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} ${what}`);
  if (status === 0) return;
  process.stdout.write(`${error?.message ?? ''}${stdout}${stderr}`);
  process.exitCode = 1;
}
