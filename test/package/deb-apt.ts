import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from './checks.ts';
import { healthy } from './deb-files.ts';
import type { Machine } from './debian-machine.ts';

export interface AptReleases {
  /** Packages of two programs that work and of one that ends when it is to serve. */
  readonly old: string;
  readonly next: string;
  readonly broken: string;
}

const LONGEST_MS = 1_500_000;
/** Each look is a start of the program. */
const POLL_MS = 3000;

/** Upgrades by dpkg and apt: what they bring is on trial, and what does not work is gone again. */
export async function aptLife(machine: Machine, releases: AptReleases, checks: Checks): Promise<void> {
  machine.put(releases.old, '/root/old.deb');
  machine.put(releases.next, '/root/next.deb');
  machine.put(releases.broken, '/root/broken.deb');
  checks.ok('installs the release before', machine.run('dpkg -i /root/old.deb').code === 0);
  await healthy(machine);
  await betweenUnpackingAndConfiguring(machine, checks);
  await onTrial(machine, checks);
  await kept(machine, checks);
  await takenBack(machine, checks);
  await agreed(machine, checks);
}

/** Whatever happens in the midst of dpkg's work is not met by a program that nobody has tried. */
async function betweenUnpackingAndConfiguring(machine: Machine, checks: Checks): Promise<void> {
  const unpacked = machine.run('dpkg --unpack /root/next.deb');
  checks.ok('is unpacked', unpacked.code === 0, unpacked.output);
  machine.run(`kill -KILL ${property(machine, 'MainPID')}`);
  await sleep(8000);
  const answer = await healthy(machine);
  checks.ok('a service that ends then is started from the old program', serves(answer.output, '0.1.0'), answer.output);
  const again = machine.run('dpkg --unpack /root/next.deb');
  checks.ok('may be unpacked again', again.code === 0, again.output);
}

async function onTrial(machine: Machine, checks: Checks): Promise<void> {
  const configured = machine.run('dpkg --configure waystation');
  const said = /0\.2\.0 is on trial, 0\.1\.0 takes over again/.test(configured.output);
  checks.ok('dpkg has it tried and says so', configured.code === 0 && said, configured.output);
  checks.ok('and does not wait for the end', last(machine) !== 'installed', status(machine));
  checks.ok('for dpkg it is installed', packaged(machine) === '0.2.0 ok installed', packaged(machine));
  checks.ok('the old program is in its place', /0\.1\.0/.test(machine.run('waystation --version').output));
  checks.ok('doctor finds nothing wrong with that', doctor(machine) === 'ok', doctor(machine));
  const busy = machine.run('dpkg -i /root/broken.deb');
  checks.ok('another package has to wait', busy.code !== 0 && /an update is under way/.test(busy.output), busy.output);
  checks.ok('and leaves dpkg as it was', packaged(machine) === '0.2.0 ok installed', packaged(machine));
  checks.ok('with nothing to be mended', machine.run('dpkg --audit').output === '', machine.run('dpkg --audit').output);
}

async function kept(machine: Machine, checks: Checks): Promise<void> {
  checks.ok('what works stays', (await ended(machine)) === 'installed', said(machine));
  checks.ok('its program is in the place', /0\.2\.0/.test(machine.run('waystation --version').output));
  const verified = machine.run('dpkg -V waystation').output;
  checks.ok('every file is as the package has it', verified.trim() === '', verified);
  checks.ok('nothing of the trial is left', left(machine) === '', left(machine));
  machine.run('systemctl restart waystation');
  const answer = await healthy(machine);
  checks.ok('it starts again as ever', serves(answer.output, '0.2.0'), answer.output);
}

async function takenBack(machine: Machine, checks: Checks): Promise<void> {
  for (const command of ['apt-get install -y /root/broken.deb', 'apt-get install -y --reinstall /root/broken.deb']) {
    const installed = machine.run(command);
    checks.ok(`${command.split('/')[0]}: ends well`, installed.code === 0, installed.output);
    checks.ok('what does not work is gone again', (await ended(machine)) === 'rolled_back', said(machine));
    const answer = await healthy(machine);
    checks.ok('the one before serves', serves(answer.output, '0.2.0'), answer.output);
  }
  checks.ok('for dpkg it is installed, and whole', packaged(machine) === '0.3.0 ok installed', packaged(machine));
  const audit = machine.run('dpkg --audit; apt-get check 2>&1 >/dev/null').output;
  checks.ok('apt has nothing to mend', audit === '', audit);
  checks.ok('doctor says that it is another', doctor(machine) === 'warn', doctor(machine));
  checks.ok('so does update status', /package +0\.3\.0 for dpkg/.test(status(machine)), status(machine));
  await sleep(15_000);
  const alerts = machine.run('waystation alerts list').output;
  checks.ok('an alert says so', /0\.3\.0 did not work here.*For dpkg 0\.3\.0 is installed/s.test(alerts), alerts);
  machine.run('systemctl restart waystation waystation-update.path');
  const answer = await healthy(machine);
  checks.ok('the one before is started again', serves(answer.output, '0.2.0'), answer.output);
  checks.ok('nothing of the trial is left', left(machine) === '', left(machine));
}

/** The ways out that doctor names. */
async function agreed(machine: Machine, checks: Checks): Promise<void> {
  const back = machine.run('apt-get install -y --allow-downgrades /root/next.deb');
  checks.ok('the release that runs can be installed again', back.code === 0, back.output);
  const answer = await healthy(machine);
  checks.ok('without a trial', serves(answer.output, '0.2.0') && last(machine) === 'rolled_back', answer.output);
  checks.ok('and dpkg agrees', packaged(machine) === '0.2.0 ok installed' && doctor(machine) === 'ok', doctor(machine));
  machine.run('systemctl stop waystation');
  const plain = machine.run('apt-get install -y --allow-downgrades /root/old.deb');
  checks.ok('a service that stands still gets a release without a trial', plain.code === 0, plain.output);
  machine.run('systemctl start waystation');
  const old = await healthy(machine);
  checks.ok('and serves by it', serves(old.output, '0.1.0'), old.output);
  const purged = machine.run('dpkg -P waystation');
  const folders = '/usr/lib/waystation /var/lib/waystation-update /usr/lib/systemd/system/waystation.service.d';
  const files = machine.run(`ls -d ${folders} 2>/dev/null`).output.trim();
  checks.ok('a purge leaves nothing of updates', purged.code === 0 && files === '', purged.output + files);
}

const serves = (health: string, version: string): boolean => health.includes(`"version":"${version}"`);
const status = (machine: Machine): string => machine.run('waystation update status').output;

function last(machine: Machine): string | undefined {
  const { output } = machine.run('waystation update status --json');
  return (JSON.parse(output) as { last: { phase: string } | null }).last?.phase;
}

/** How the update ends that has begun. */
async function ended(machine: Machine): Promise<string | undefined> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
    const { output } = machine.run('waystation update status --json');
    const found = (JSON.parse(output) as { last: { phase: string; isOpen: boolean } | null }).last;
    const waits = machine.run('test -e /var/lib/waystation-update/request').code === 0;
    if (found && !found.isOpen && !waits) return found.phase;
    await sleep(POLL_MS);
  }
  return undefined;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own way of naming a field
const FIELDS = '${Version} ${db:Status-Eflag} ${db:Status-Status}';
const packaged = (machine: Machine): string => machine.run(`dpkg-query -W -f '${FIELDS}' waystation`).output.trim();

function doctor(machine: Machine): string {
  const { output } = machine.run('waystation doctor --json');
  const { findings } = JSON.parse(output) as { findings: { check: string; level: string }[] };
  return findings.find(({ check }) => check === 'package')?.level ?? output;
}

/** What a trial has to leave nowhere. */
function left(machine: Machine): string {
  const folders = ['/usr/lib/waystation', '/usr/lib/systemd/system/waystation.service.d'];
  return machine.run(
    `find ${folders.join(' ')} /run/systemd/system/waystation.service.d /usr/bin/waystation.part -mindepth 1 2>/dev/null; ls -a /usr/lib/systemd/system | grep part`,
  ).output;
}

function property(machine: Machine, name: string): string {
  return machine.run(`systemctl show --value --property=${name} waystation`).output.trim();
}

function said(machine: Machine): string {
  return machine.run(
    'waystation update status; journalctl --no-pager --output=cat --unit=waystation-update --unit=waystation | tail -40',
  ).output;
}
