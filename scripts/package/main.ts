// `npm run package`: what is shipped, in dist/. One step after the other, each says what it has made.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Release, releaseIn } from '../../src/config/release.ts';
import { installed, knownWeaknesses, openPoints } from '../bill/advisories.ts';
import { softwareBill } from '../bill/bill.ts';
import { type Package, packagesOf, sha512Of } from '../bill/component.ts';
import { vex } from '../bill/vex.ts';
import { archiveOf, base, type Target, targets } from './base.ts';
import { bundle } from './bundle.ts';
import { buildDeb } from './deb.ts';
import { executable } from './executable.ts';
import { licenseTexts } from './licenses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const cache = join(root, 'node_modules', '.cache', 'waystation-package');

/** What Debian calls a target. */
const DEBIAN = { x64: 'amd64', arm64: 'arm64' } as const;

const USAGE = `npm run package [-- --target x64|arm64] [-- --no-deb] [-- --test]

  --target   only this one; both without it
  --no-deb   only the executables: compressing a Debian package takes a minute
  --test     afterwards run what was made: test/package/run.ts

Example, the quickest: npm run package -- --target x64 --no-deb`;

const started = Date.now();

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    deb: { type: 'boolean', default: true },
    test: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowNegative: true,
});
const chosen = targets.filter(target => values.target === undefined || target === values.target);
if (values.help || chosen.length === 0) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
await build(chosen);
if (values.test) {
  const { status } = spawnSync(process.execPath, [join(root, 'test/package/run.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

async function build(chosen: readonly Target[]): Promise<void> {
  mkdirSync(dist, { recursive: true });
  mkdirSync(cache, { recursive: true });
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const release = { ...releaseIn(new URL('../../', import.meta.url)), ...committed() };
  begin('bundling');
  const joined = await bundle(root, join(cache, 'bundle'), release);
  const packages = packagesOf(root, joined.inputs);
  say('bundled', `${joined.inputs.length} files, ${packages.length} packages`, megabytes(statSync(joined.main).size));
  const weaknesses = knownWeaknesses(root);
  for (const point of openPoints(weaknesses, installed(root))) say('note', point, '');
  /** Beside each file that is shipped, what is in it and what is known of that. */
  const billed = (target: Target, file: string) => {
    const { name: archive, integrity } = archiveOf(target);
    const bytes = readFileSync(file);
    const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
    const artifact = { name: basename(file), sha256: hash('sha256'), sha512: hash('sha512') };
    const node = { archive, sha512: sha512Of(integrity, archive) };
    const bill = softwareBill({ description, release, artifact, packages, node, weaknesses });
    writeFileSync(`${file}.cdx.json`, bill);
    writeFileSync(`${file}.vex.cdx.json`, vex(bill, weaknesses, release));
  };
  for (const target of chosen) {
    begin(`Node.js for ${target}`);
    const node = await base(target, cache);
    const by = node.strippedBy ?? 'not stripped: no stripper for this machine is installed';
    say(`Node.js for ${target}`, by, megabytes(statSync(node.binary).size));
    writeFileSync(join(dist, 'waystation-licenses.txt'), licenseTexts(root, node.license, packages));
    const output = join(dist, `waystation-linux-${target}`);
    begin(`joining waystation-linux-${target}`);
    await executable(target, node, joined, output);
    say(`waystation-linux-${target}`, '', megabytes(statSync(output).size));
    billed(target, output);
    const deb = values.deb ? await debian(target, output, node.license, packages) : undefined;
    if (deb !== undefined) billed(target, deb);
  }
  const sums = readdirSync(dist).filter(name => !name.startsWith('SHA256SUMS') && !name.endsWith('.part'));
  writeFileSync(join(dist, 'SHA256SUMS'), sums.sort().map(sumLine).join(''));
  say('dist', 'SHA256SUMS', `${sums.length} files`);
}

async function debian(
  target: Target,
  executable: string,
  nodeLicence: string,
  packages: readonly Package[],
): Promise<string | undefined> {
  if (spawnSync('dpkg-deb', ['--version']).error) {
    say('Debian package', 'not made: dpkg-deb is not on this machine', '');
    return undefined;
  }
  begin(`compressing the Debian package of ${target}, a minute or two`);
  const file = await buildDeb({ executable, architecture: DEBIAN[target], out: dist, nodeLicence, packages });
  say(basename(file), '', megabytes(statSync(file).size));
  return file;
}

/** The build date is the commit's, so that the same commit gives the same files. */
function committed(): Partial<Release> {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    if (git('status', '--porcelain', '--', 'src', 'proto', 'package-lock.json') !== '') {
      say('note', 'there are changes that are not committed', '');
    }
    return { builtAt: Number(git('show', '-s', '--format=%ct', 'HEAD')) * 1000 };
  } catch {
    // A copy without its history: the date of package.json has to do.
    return {};
  }
}

function sumLine(name: string): string {
  return `${createHash('sha256')
    .update(readFileSync(join(dist, name)))
    .digest('hex')}  ${name}\n`;
}

/** Before what takes long. */
function begin(what: string): void {
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${what} …`);
}

function say(what: string, how: string, figure: string): void {
  console.log(`${what.padEnd(24)} ${how.padEnd(40)} ${figure}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
