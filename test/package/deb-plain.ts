import type { Checks } from './checks.ts';
import { bring, DATA, type Debs, healthy, identity, installed, SETTINGS } from './deb-files.ts';
import type { Machine } from './debian-machine.ts';

const SERVE = 'setpriv --reuid waystation --regid waystation --init-groups waystation serve';

/** The life of the package where no service manager is, from the first installation to the last. */
export async function plainLife(machine: Machine, debs: Debs, checks: Checks): Promise<void> {
  bring(machine, debs);
  const first = machine.run('dpkg -i /root/now.deb');
  installed(checks, 'installs without systemd', first);
  checks.ok(
    'says two lines',
    first.output.split('\n').filter(line => /Waystation|waystation\(1\)/.test(line)).length === 2,
    first.output,
  );
  checks.ok('nothing of it is in /etc', machine.run('dpkg -L waystation | grep ^/etc').output === '');
  const user = machine.run('getent passwd waystation').output;
  checks.ok(
    'made the user',
    /^waystation:x:\d{1,3}:\d+:.*:\/var\/lib\/waystation:\/usr\/sbin\/nologin$/m.test(user),
    user,
  );
  const folder = machine.run(`stat -c '%U:%G %a' ${DATA}`).output.trim();
  checks.ok('made the data directory for it alone', folder === 'waystation:waystation 750', folder);

  machine.run(`mkdir -p /etc/waystation && printf 'service_center:\\n  name: gate seven\\n' > ${SETTINGS}`);
  await startByHand(machine, checks, 'starts by hand as the user waystation');
  const shown = machine.run('waystation config print').output;
  checks.ok(
    'reads its settings from /etc and its data from /var/lib',
    /name: gate seven/.test(shown) && shown.includes(DATA),
    shown,
  );
  const renewed = machine.run(
    `waystation certs base-station 70b3d59cd0000001 --out /root/station && ls -l ${DATA}/pki`,
  );
  checks.ok(
    'what root issues belongs to the service',
    renewed.code === 0 && !/ root /.test(renewed.output),
    renewed.output,
  );
  stopByHand(machine, checks);
  rootMayDoIt(machine, checks);
  const before = identity(machine);

  installed(checks, 'upgrades', machine.run('dpkg -i /root/next.deb'));
  checks.ok('the upgrade keeps data and settings', identity(machine) === before, identity(machine));
  await startByHand(machine, checks, 'starts after the upgrade');
  stopByHand(machine, checks);
  const back = machine.run('dpkg -i /root/now.deb');
  checks.ok('downgrades', back.code === 0, back.output);
  checks.ok('the downgrade keeps data and settings', identity(machine) === before, identity(machine));
  await startByHand(machine, checks, 'starts after the downgrade');
  stopByHand(machine, checks);

  const removed = machine.run('dpkg -r waystation');
  installed(checks, 'is removed', removed);
  checks.ok('says that the data stays', removed.output.includes(DATA), removed.output);
  checks.ok('the removal keeps data and settings', identity(machine) === before, identity(machine));
  installed(checks, 'is installed again', machine.run('dpkg -i /root/now.deb'));
  checks.ok('finds its data again', identity(machine) === before, identity(machine));

  machine.run(`chown -R nobody ${DATA} && chmod 700 ${DATA}`);
  machine.run('dpkg -i /root/next.deb');
  const kept = machine.run(`stat -c '%U %a' ${DATA}`).output.trim();
  checks.ok('an upgrade changes no owner and no mode that the administrator gave', kept === 'nobody 700', kept);

  const purged = machine.run('dpkg -P waystation');
  installed(checks, 'is purged', purged);
  checks.ok('the purge takes the data', machine.run(`test -e ${DATA}`).code !== 0);
  checks.ok(
    'and leaves the settings of the administrator, and says so',
    machine.run(`test -e ${SETTINGS}`).code === 0 && purged.output.includes('/etc/waystation'),
    purged.output,
  );
  checks.ok('nothing else is left', leftovers(machine) === '', leftovers(machine));
  installed(checks, 'is installed after a purge', machine.run('dpkg -i /root/now.deb'));
  await startByHand(machine, checks, 'starts with new keys after a purge');
  stopByHand(machine, checks);
  machine.run(`rm -r /etc/waystation; dpkg -P waystation`);
}

/** What an administrator does as root while it stands still must leave nothing that the service cannot read. */
function rootMayDoIt(machine: Machine, checks: Checks): void {
  machine.run('echo correct-horse-battery > /root/passphrase && chmod 600 /root/passphrase');
  for (const command of ['backup /root/backup.tar.gz --passphrase-file /root/passphrase', 'rekey', 'init']) {
    const { code, output } = machine.run(`cd /root && waystation ${command}`);
    checks.ok(`root runs ${command.split(' ')[0]}`, code === 0, output);
  }
  const restored = machine.run('cd /root && waystation restore /root/backup.tar.gz --passphrase-file /root/passphrase');
  checks.ok('root runs restore', restored.code === 0, restored.output);
  const others = machine.run(`find ${DATA} ! -user waystation`);
  checks.ok('and everything belongs to the service', others.output === '', others.output);
  machine.run('rm -f /root/waystation.yaml');
}

async function startByHand(machine: Machine, checks: Checks, what: string): Promise<void> {
  machine.run(`cd / && (${SERVE} > /tmp/log 2>&1 & echo $! > /tmp/pid)`);
  const answer = await healthy(machine);
  checks.ok(what, / 200 /.test(answer.output), `${answer.output}\n${machine.run('tail -20 /tmp/log').output}`);
}

function stopByHand(machine: Machine, checks: Checks): void {
  const ended = machine.run(
    `kill $(cat /tmp/pid); for i in $(seq 100); do grep -q '"stopped"' /tmp/log && exit 0; sleep 0.1; done; exit 1`,
  );
  checks.ok('ends within ten seconds', ended.code === 0, machine.run('tail -5 /tmp/log').output);
}

/** What is in the file system and belongs to the package or its user. */
function leftovers(machine: Machine): string {
  return machine.run(
    "find / -xdev -path /proc -prune -o \\( -user waystation -o -name '*waystation*' \\) -print | grep -v -e ^/etc/waystation -e ^/root -e ^/tmp -e ^/var/log -e ^/in",
  ).output;
}
