import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';

export const targets = ['x64', 'arm64'] as const;
export type Target = (typeof targets)[number];

/**
 * The Node.js of each target, as the npm registry has it: too large to be fetched just for a run of the tests, so it is no
 * dependency and is fetched when something is packaged. Its version is that of the package `node`.
 */
export const BASE_VERSION = '24.21.0';
const INTEGRITY: Record<Target, string> = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
const TRIPLET: Record<Target, string> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** The archive a target is taken from, by name, and its SHA-512 as npm writes it. */
export const archiveOf = (target: Target): { readonly name: string; readonly integrity: string } => ({
  name: `node-linux-${target}-${BASE_VERSION}.tgz`,
  integrity: INTEGRITY[target],
});

export interface Base {
  /** The Node.js binary, without symbols where a stripper for the target was found. */
  readonly binary: string;
  /** Its licenses, those of the libraries in it included. */
  readonly license: string;
  /** The program that has stripped it. */
  readonly strippedBy: string | undefined;
}

/** The binary a target is made from; asks the registry once, through npm, and keeps it below `cache`. */
export async function base(target: Target, cache: string): Promise<Base> {
  if (process.versions.node !== BASE_VERSION) {
    throw new Error(
      `Node.js is ${process.versions.node} and the base binaries are ${BASE_VERSION}: renew scripts/package/base.ts`,
    );
  }
  const archive = await fetched(target, cache);
  const dir = join(cache, `node-${BASE_VERSION}-${target}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await extract({ file: archive, cwd: dir, strip: 1 }, ['package/bin/node', 'package/LICENSE']);
  const binary = join(dir, 'bin', 'node');
  return { binary, license: join(dir, 'LICENSE'), strippedBy: strip(binary, target) };
}

async function fetched(target: Target, cache: string): Promise<string> {
  const name = `node-linux-${target}`;
  const archive = join(cache, archiveOf(target).name);
  if (existsSync(archive) && integrity(archive) === INTEGRITY[target]) return archive;
  const part = join(cache, 'part');
  mkdirSync(part, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['pack', `${name}@${BASE_VERSION}`, '--pack-destination', part, '--loglevel=error'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const got = join(part, archiveOf(target).name);
  if (status !== 0 || !existsSync(got)) throw new Error(`${name} could not be fetched: is the npm registry reachable?`);
  if (integrity(got) !== INTEGRITY[target]) throw new Error(`${name} ${BASE_VERSION} is not the one that is expected`);
  renameSync(got, archive);
  return archive;
}

function integrity(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}

/** Takes the symbols out, before anything is put in: a stripper would take that for symbols, too. */
function strip(binary: string, target: Target): string | undefined {
  const stripped = `${binary}.stripped`;
  for (const program of [`${TRIPLET[target]}-strip`, 'strip', 'llvm-strip', 'eu-strip']) {
    copyFileSync(binary, stripped);
    // Each knows only some machines; one that does not know this one says so.
    const { status } = spawnSync(program, [stripped], { stdio: 'ignore' });
    if (status === 0 && statSync(stripped).size < statSync(binary).size) {
      renameSync(stripped, binary);
      return program;
    }
  }
  rmSync(stripped, { force: true });
  return undefined;
}
