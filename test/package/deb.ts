/**
 * Installs, upgrades, removes and purges the Debian packages of dist/ in Debian systems of their own, without and with systemd:
 * `node test/package/deb.ts [--architecture amd64|arm64] [--only plain|service|first|lint|room] [--previous FILE] [--cache DIR]`.
 * With the executable of an earlier schema in FILE its package is upgraded on a small disk, too (`room`).
 * Needs root, debootstrap and, at the first time, a Debian mirror. Exit code 1 when something is not as it must be.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Architecture, buildDeb } from '../../scripts/package/deb.ts';
import { createChecks } from './checks.ts';
import type { Debs } from './deb-files.ts';
import { firstValue } from './deb-first-value.ts';
import { lint } from './deb-lint.ts';
import { plainLife } from './deb-plain.ts';
import { roomLife } from './deb-room.ts';
import { serviceLife } from './deb-service.ts';
import { startMachine } from './debian-machine.ts';

const root = join(import.meta.dirname, '..', '..');

const { values } = parseArgs({
  options: {
    architecture: { type: 'string', default: 'amd64' },
    only: { type: 'string' },
    previous: { type: 'string' },
    dist: { type: 'string', default: join(root, 'dist') },
    cache: { type: 'string', default: join(tmpdir(), 'waystation-debian') },
  },
});
const architecture: Architecture = values.architecture === 'arm64' ? 'arm64' : 'amd64';
const executable = join(values.dist, `waystation-linux-${architecture === 'arm64' ? 'arm64' : 'x64'}`);
if (!existsSync(executable)) throw new Error(`${executable} is not there: npm run package makes it`);
if (process.getuid?.() !== 0) throw new Error('this needs root: it starts Debian systems in namespaces of their own');

/** What a Debian server has and the smallest system has not. */
const SYSTEM = ['systemd-sysv', 'dbus', 'procps', 'curl', 'man-db'];
const checks = createChecks();
const scratch = mkdtempSync(join(tmpdir(), 'waystation-deb-test-'));
const wanted = (part: string): boolean => values.only === undefined || values.only === part;
try {
  if (wanted('lint')) lint(packageIn(values.dist), executable, checks);
  if (wanted('first') && architecture === 'amd64') {
    await inMachine(true, SYSTEM, async machine => {
      machine.put(packageIn(values.dist), '/root/now.deb');
      await firstValue(machine, checks);
    });
  }
  if (wanted('plain') || wanted('service')) {
    const debs = await bothVersions();
    if (wanted('plain')) await inMachine(false, [], machine => plainLife(machine, debs, checks));
    if (wanted('service') && architecture === 'amd64') {
      await inMachine(true, SYSTEM, machine => serviceLife(machine, debs, checks));
    }
  }
  const { previous } = values;
  if (wanted('room') && architecture === 'amd64' && previous !== undefined) {
    const packages = { ...(await upgradeFrom(previous)), earlierProgram: previous };
    await inMachine(true, SYSTEM, machine => roomLife(machine, packages, checks));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(checks.failed === 0 ? 'everything is as it must be' : `${checks.failed} FAILED`);
process.exitCode = checks.failed === 0 ? 0 : 1;

type Life = Parameters<typeof plainLife>[0];

async function inMachine(
  boot: boolean,
  packages: readonly string[],
  live: (machine: Life) => Promise<void>,
): Promise<void> {
  console.log(boot ? '\nwith systemd as the first process' : '\nwithout systemd');
  const machine = await startMachine({ cache: values.cache, architecture, packages, boot });
  try {
    await live(machine);
  } finally {
    await machine.off();
  }
}

/** The same executable under two versions, packed quickly. */
async function bothVersions(): Promise<Debs> {
  return { now: await packed(executable, '0.1.0'), next: await packed(executable, '0.2.0-rc.1') };
}

async function upgradeFrom(previous: string) {
  return { earlier: await packed(previous, '0.0.9'), now: await packed(executable, '0.1.0') };
}

function packed(program: string, version: string): Promise<string> {
  const nodeLicence = join(root, 'LICENSE');
  const of = { architecture, out: scratch, nodeLicence, packages: [], compression: '0' };
  return buildDeb({ ...of, executable: program, version });
}

function packageIn(dist: string): string {
  const found = readdirSync(dist).filter(name => name.endsWith(`_${architecture}.deb`));
  const newest = found.sort((a, b) => statSync(join(dist, a)).mtimeMs - statSync(join(dist, b)).mtimeMs).at(-1);
  if (newest === undefined) throw new Error(`there is no package for ${architecture}: npm run package makes it`);
  return join(dist, newest);
}
