/**
 * Updates a box whose first process is systemd, by a bundle and by its package, to a release that works and to one that does not:
 * `node test/package/deb-update.ts --old FILE --new FILE --keys FILE [--only bundle|apt] [--cache DIR]`. `old` and `new` are executables of versions 0.1.0 and 0.2.0
 * that were packed with the root of `update-keys.ts`, which makes the keys, too. Needs root and debootstrap.
 */
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildDeb } from '../../scripts/package/deb.ts';
import { Repository, type Signer } from '../update/repository.ts';
import { tar } from '../update/tar.ts';
import { createChecks } from './checks.ts';
import { aptLife } from './deb-apt.ts';
import { healthy } from './deb-files.ts';
import { type Machine, startMachine } from './debian-machine.ts';

const { values } = parseArgs({
  options: {
    old: { type: 'string', default: '' },
    new: { type: 'string', default: '' },
    keys: { type: 'string', default: '' },
    only: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'waystation-debian') },
  },
});
const SYSTEM = ['systemd-sysv', 'dbus', 'procps', 'curl', 'man-db'];
const YEAR_MS = 365 * 24 * 3_600_000;
const UPDATE_MS = 900_000;
/** Line of a program that ends when it is to serve. */
const ENDS = '[ "$1" != serve ] || exit 78';
const scratch = mkdtempSync(join(tmpdir(), 'waystation-update-test-'));
const checks = createChecks();
try {
  if (values.only !== 'apt') await inMachine(updates);
  if (values.only !== 'bundle') {
    const [old, next] = [await packed(values.old, '0.1.0'), await packed(values.new, '0.2.0')];
    await inMachine(async machine => {
      machine.put(values.new, '/opt/program', 0o755);
      await aptLife(machine, { old, next, broken: await packed(script(ENDS), '0.3.0') }, checks);
    });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(checks.failed === 0 ? 'everything is as it must be' : `${checks.failed} FAILED`);
process.exitCode = checks.failed === 0 ? 0 : 1;

async function inMachine(live: (machine: Machine) => Promise<void>): Promise<void> {
  const machine = await startMachine({ cache: values.cache, architecture: 'amd64', packages: SYSTEM, boot: true });
  try {
    await live(machine);
  } finally {
    await machine.off();
  }
}

async function updates(machine: Machine): Promise<void> {
  const releases = repository();
  machine.put(await packed(values.old, '0.1.0'), '/root/old.deb');
  machine.put(values.new, '/opt/program', 0o755);
  checks.ok('installs the release before', machine.run('dpkg -i /root/old.deb').code === 0);
  await healthy(machine);

  await offer(machine, releases, '0.2.0', values.new);
  const good = machine.run('waystation update --file /root/bundle.wsu', UPDATE_MS);
  checks.ok(
    'updates by one command',
    good.code === 0 && /it works: it stays/.test(good.output),
    said(machine, good.output),
  );
  checks.ok('the package is the new one', /0\.2\.0/.test(machine.run('dpkg -s waystation | grep ^Version').output));
  checks.ok('the program is the new one', /0\.2\.0/.test(machine.run('waystation --version').output));
  checks.ok('and serves', /"version":"0\.2\.0"/.test((await healthy(machine)).output));
  checks.ok('nothing of the trial is left', trial(machine) === '', trial(machine));
  checks.ok('nor of what lay ready', machine.run('ls -A /usr/lib/waystation').output.trim() === '');
  const pid = property(machine, 'MainPID');
  machine.run('systemctl restart waystation');
  checks.ok('it starts again as ever', /"version":"0\.2\.0"/.test((await healthy(machine)).output));
  checks.ok(
    'with its ordinary program',
    property(machine, 'MainPID') !== pid && /\/usr\/bin\/waystation/.test(property(machine, 'ExecStart')),
  );

  await offer(machine, releases, '0.3.0', script(ENDS));
  const bad = machine.run('waystation update apply --file /root/bundle.wsu', UPDATE_MS);
  checks.ok(
    'a release that ends is gone again',
    bad.code === 1 && /the one from before serves again/.test(bad.output),
    said(machine, bad.output),
  );
  checks.ok('the one before serves', /"version":"0\.2\.0"/.test((await healthy(machine)).output), said(machine, ''));
  checks.ok('nothing of the trial is left', trial(machine) === '', trial(machine));
  checks.ok('the package is as it was', /0\.2\.0/.test(machine.run('dpkg -s waystation | grep ^Version').output));
  await sleep(15_000);
  const alerts = machine.run('waystation alerts list').output;
  checks.ok('an alert says so', /0\.3\.0 did not work here/.test(alerts), alerts);

  await offer(machine, releases, '0.4.0', script('[ "$1" != serve ] || exec sleep 600'));
  machine.run('waystation update apply --file /root/bundle.wsu >/root/out 2>&1 & sleep 1');
  for (
    let tries = 0;
    tries < 120 && !/0\.4\.0[\s\S]*it takes over/.test(machine.run('waystation update status').output);
    tries++
  )
    await sleep(1000);
  machine.run('systemctl kill --signal=KILL waystation-update.service');
  for (
    let tries = 0;
    tries < 400 && !/0\.4\.0[\s\S]*serves again/.test(machine.run('waystation update status').output);
    tries++
  )
    await sleep(1000);
  const after = machine.run('waystation update status').output;
  checks.ok(
    'what was killed in a trial goes on, and back',
    /for the 2\. time[\s\S]*serves again/.test(after),
    said(machine, after),
  );
  checks.ok('the one before serves', /"version":"0\.2\.0"/.test((await healthy(machine)).output));

  const purged = machine.run('dpkg -P waystation');
  checks.ok(
    'a purge leaves nothing of updates',
    purged.code === 0 &&
      machine.run('ls -d /usr/lib/waystation /var/lib/waystation-update 2>/dev/null').output.trim() === '',
    purged.output,
  );
}

/** A program that does as the line says, and else is the real one. */
function script(line: string): string {
  const path = join(scratch, 'script');
  writeFileSync(path, `#!/bin/sh\n${line}\nexec /opt/program "$@"\n`, { mode: 0o755 });
  return path;
}

async function offer(machine: Machine, releases: Repository, version: string, program: string): Promise<void> {
  const file = await packed(program, version);
  const about = { version, architecture: 'x64', form: 'deb' };
  releases.addTarget(`waystation_${version}_amd64.deb`, readFileSync(file), about);
  releases.publish({ next: true });
  const bundle = join(scratch, 'bundle.wsu');
  writeFileSync(bundle, tar([...releases.files].map(([path, bytes]) => ({ path, content: bytes }))));
  machine.put(bundle, '/root/bundle.wsu');
}

function packed(executable: string, version: string): Promise<string> {
  const nodeLicence = join(import.meta.dirname, '../../LICENSE');
  return buildDeb({
    executable,
    architecture: 'amd64',
    out: scratch,
    nodeLicence,
    packages: [],
    version,
    compression: '0',
  });
}

function repository(): Repository {
  const releases = new Repository();
  const kept = JSON.parse(readFileSync(values.keys, 'utf8')) as Record<
    string,
    { id: string; key: object; pem: string }[]
  >;
  for (const role of ['root', 'timestamp', 'snapshot', 'targets'] as const) {
    releases[role].expires = new Date(Date.now() + YEAR_MS).toISOString();
    releases.roles[role].keys = (kept[role] ?? []).map(
      ({ id, key, pem }): Signer => ({ id, key, privateKey: createPrivateKey(pem) }),
    );
  }
  return releases;
}

function trial(machine: Machine): string {
  return machine.run('ls /run/systemd/system/waystation.service.d 2>/dev/null').output.trim();
}

function property(machine: Machine, name: string): string {
  return machine.run(`systemctl show --value --property=${name} waystation`).output.trim();
}

function said(machine: Machine, output: string): string {
  const lines = machine.run(
    'journalctl --no-pager --output=cat --unit=waystation-update --unit=waystation | tail -40',
  ).output;
  return `${output}\n${lines}`;
}
