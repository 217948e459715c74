import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from './checks.ts';
import { ask, bring, DATA, type Debs, healthy, identity, installed, SETTINGS } from './deb-files.ts';
import type { Machine } from './debian-machine.ts';

const STATION = '70b3d59cd0000001';
const API = 'http://127.0.0.1:9090/platform.api.v1.PlatformService';
const ENDPOINT =
  '{"endpoint":{"epEui":"fe0000000000e101","name":"meter","epClass":"Z","nwkKey":"000102030405060708090a0b0c0d0e0f"}}';

/** The life of the package where systemd is the first process, under all directives of the unit. */
export async function serviceLife(machine: Machine, debs: Debs, checks: Checks): Promise<void> {
  bring(machine, debs);
  policyForbids(machine, checks);
  await runs(machine, checks);
  confined(machine, checks);
  await acknowledges(machine, checks);
  await reloads(machine, checks);
  await survives(machine, checks);
  await upgrades(machine, checks);
  await takesCredential(machine, checks);
}

/** A machine whose administrator says that no package starts anything (policy-rc.d). */
function policyForbids(machine: Machine, checks: Checks): void {
  machine.run("printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d");
  installed(checks, 'installs where policy-rc.d forbids to start', machine.run('dpkg -i /root/now.deb'));
  checks.ok('and is not started', property(machine, 'ActiveState') === 'inactive');
  machine.run('dpkg -i /root/next.deb');
  checks.ok('nor by an upgrade', property(machine, 'ActiveState') === 'inactive');
  machine.run('dpkg -P waystation; rm /usr/sbin/policy-rc.d');
}

async function runs(machine: Machine, checks: Checks): Promise<void> {
  installed(checks, 'installs under systemd', machine.run('dpkg -i /root/now.deb'));
  checks.ok('is enabled', machine.run('systemctl is-enabled waystation').output.trim() === 'enabled');
  const answer = await healthy(machine);
  checks.ok('answers its health page', / 200 /.test(answer.output), answer.output + journal(machine));
  const state = `${property(machine, 'ActiveState')}/${property(machine, 'SubState')}`;
  checks.ok('has told systemd that it is ready', state === 'active/running', state + journal(machine));
  checks.ok(
    'says how it is',
    property(machine, 'StatusText') !== '',
    machine.run('systemctl status waystation').output,
  );
  const names = machine.run(`grep -c . ${DATA}/pki/server.crt; waystation certs status`).output;
  checks.ok('found its own addresses for the certificate', /127\.0\.0\.1/.test(names), names);
  const errors = journal(machine).match(/"level":[56]0.*/g) ?? [];
  checks.ok('logs no error', errors.length === 0, errors.join('\n'));
}

/** What the unit takes from the process, as the kernel shows it. */
function confined(machine: Machine, checks: Checks): void {
  const pid = property(machine, 'MainPID');
  const status = machine.run(`cat /proc/${pid}/status`).output;
  const is = (field: string, value: string) => new RegExp(`^${field}:\\s+${value}$`, 'm').test(status);
  checks.ok('has no capability', is('CapEff', '0+') && is('CapBnd', '0+'), status);
  checks.ok('can get no new privileges and is filtered', is('NoNewPrivs', '1') && is('Seccomp', '2'), status);
  const within = (command: string) => machine.run(`nsenter --target ${pid} --mount ${command}`);
  const refused = ['/usr', '/etc', '/etc/waystation', '/var', '/var/log', '/root', '/home'].filter(
    folder => within(`sh -c 'echo > ${folder}/probe'`).code === 0,
  );
  checks.ok('can write nowhere else', refused.length === 0, refused.join(' '));
  checks.ok('can write its data', within(`sh -c 'echo > ${DATA}/probe && rm ${DATA}/probe'`).code === 0);
  const seen = within('ls /proc').output.split('\n');
  checks.ok('sees of /proc only processes', !seen.includes('meminfo') && seen.includes(pid), seen.join(' '));
}

/** Real uplinks over TLS through the confined service. */
async function acknowledges(machine: Machine, checks: Checks): Promise<void> {
  machine.run(`printf 'bssci:\\n  register_unknown: true\\n' > ${SETTINGS} && systemctl restart waystation`);
  await healthy(machine);
  const issued = machine.run(`waystation certs base-station ${STATION} --out /root/station`);
  checks.ok('root issues a certificate while it runs', issued.code === 0, issued.output);
  const made = machine.run(`curl -s ${API}/CreateEndPoint -H 'content-type: application/json' -d '${ENDPOINT}'`);
  checks.ok('registers an endpoint', /fe0000000000e101/i.test(made.output), made.output);
  const sent = machine.run('waystation simulate base-station --bundle /root/station --count 500', 120_000);
  checks.ok('acknowledges 500 uplinks', sent.code === 0, sent.output + journal(machine));
}

async function reloads(machine: Machine, checks: Checks): Promise<void> {
  const pid = property(machine, 'MainPID');
  machine.run(`printf 'log:\\n  level: debug\\n' >> ${SETTINGS}`);
  const { code, output } = machine.run('waystation certs renew && systemctl reload waystation');
  checks.ok('renews and reloads', code === 0, output);
  await sleep(2000);
  const later = property(machine, 'MainPID');
  checks.ok('goes on with the same process', pid === later && property(machine, 'ActiveState') === 'active');
}

async function survives(machine: Machine, checks: Checks): Promise<void> {
  const pid = property(machine, 'MainPID');
  const restarts = Number(property(machine, 'NRestarts'));
  machine.run(`kill -KILL ${pid}`);
  await sleep(3000);
  const answer = await healthy(machine);
  const again = Number(property(machine, 'NRestarts')) - restarts;
  checks.ok('comes back after SIGKILL', / 200 /.test(answer.output) && again === 1, answer.output + journal(machine));
  // A process that stands still gives no sign of life within WatchdogSec=30.
  machine.run(`kill -STOP ${property(machine, 'MainPID')}`);
  for (let waited = 0; waited < 50 && Number(property(machine, 'NRestarts')) === restarts + 1; waited++)
    await sleep(1000);
  checks.ok('is started anew when it stands still', /Watchdog timeout/.test(journal(machine)), journal(machine));
  await healthy(machine);
  const begun = performance.now();
  machine.run('systemctl stop waystation');
  const seconds = (performance.now() - begun) / 1000;
  checks.ok(
    'stops within ten seconds, done',
    seconds < 10 && property(machine, 'Result') === 'success',
    `${seconds} s`,
  );
  machine.run('systemctl start waystation');
  checks.ok('starts again', / 200 /.test((await healthy(machine)).output));
}

async function upgrades(machine: Machine, checks: Checks): Promise<void> {
  const [pid, before] = [property(machine, 'MainPID'), identity(machine)];
  // While it runs the new program is on trial, which has to be of the version that its package says: `deb-apt.ts`.
  machine.run('systemctl stop waystation');
  installed(checks, 'upgrades while it stands still', machine.run('dpkg -i /root/next.deb'));
  checks.ok(
    'the upgrade starts it',
    property(machine, 'MainPID') !== pid && property(machine, 'ActiveState') === 'active',
  );
  await healthy(machine);
  checks.ok('with its data and settings', identity(machine) === before, identity(machine));
  const kept = machine.run(`curl -s ${API}/ListEndPoints -H 'content-type: application/json' -d '{}'`).output;
  checks.ok('knows its endpoint', /fe0000000000e101/i.test(kept), kept);
  machine.run('systemctl disable --now waystation');
  machine.run('dpkg -i /root/now.deb');
  checks.ok('leaves it off when the administrator switched it off', property(machine, 'ActiveState') === 'inactive');
  checks.ok('and disabled', machine.run('systemctl is-enabled waystation').output.trim() === 'disabled');
  machine.run('systemctl enable --now waystation');
  await healthy(machine);
  const removed = machine.run('dpkg -r waystation');
  installed(checks, 'is removed while it runs', removed);
  checks.ok('nothing of it runs any more', machine.run('pgrep -u waystation').output.trim() === '');
  checks.ok('its data is there', machine.run(`test -s ${DATA}/waystation.db`).code === 0);
}

/** The master key as a credential of systemd's, in place of a file in the data directory. */
async function takesCredential(machine: Machine, checks: Checks): Promise<void> {
  machine.run('dpkg -P waystation');
  checks.ok('the purge takes the data', machine.run(`test -e ${DATA}`).code !== 0);
  machine.run(
    'install -d -m 0700 /etc/credstore && head -c 32 /dev/urandom > /etc/credstore/waystation.master-key && chmod 600 /etc/credstore/waystation.master-key',
  );
  installed(checks, 'installs where a master key waits as a credential', machine.run('dpkg -i /root/now.deb'));
  const answer = await healthy(machine);
  checks.ok('starts with it', / 200 /.test(answer.output), answer.output + journal(machine));
  const files = machine.run(`ls ${DATA}`).output;
  checks.ok('and makes no key of its own', !/master\.key/.test(files), files);
  const purged = machine.run('dpkg -P waystation');
  checks.ok('the purge names the credential that is left', purged.output.includes('/etc/credstore'), purged.output);
  checks.ok('the health page is gone', ask(machine, 8086, '/health').code !== 0);
}

function property(machine: Machine, name: string): string {
  return machine.run(`systemctl show --value --property=${name} waystation`).output.trim();
}

function journal(machine: Machine): string {
  return machine.run('journalctl --no-pager --output=cat --unit=waystation | tail -40').output;
}
