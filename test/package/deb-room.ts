import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../../src/database/driver.ts';
import type { Checks } from './checks.ts';
import { DATA, healthy, SETTINGS } from './deb-files.ts';
import type { Machine } from './debian-machine.ts';

/** The packages, and the program that the earlier one has: its schema is an older one. */
export interface Upgrade {
  readonly earlier: string;
  readonly now: string;
  readonly earlierProgram: string;
}

const DISK_MB = 240;
const MB = 1 << 20;
const EVENT_BYTES = 20_000;
const WAIT_S = 60;

/** An upgrade by dpkg where the data is on a small disk: with a database of half of it, and with one that has room beside it. */
export async function roomLife(machine: Machine, packages: Upgrade, checks: Checks): Promise<void> {
  machine.put(packages.earlier, '/root/earlier.deb');
  machine.put(packages.now, '/root/now.deb');
  machine.run(`install -d ${DATA} && mount -t tmpfs -o size=${DISK_MB}m,mode=750 tmpfs ${DATA}`);
  // Nothing is to be removed for its age or for its size.
  const settings = 'retention:\\n  max_database_mb: 0\\n  events_days: 365\\nbackup:\\n  keep: 0\\n';
  machine.run(`mkdir -p /etc/waystation && printf '${settings}' > ${SETTINGS}`);
  const installed = machine.run('dpkg -i /root/earlier.deb');
  checks.ok('the earlier package is installed', installed.code === 0, installed.output);

  await serveDatabase(machine, packages.earlierProgram, 0.5);
  const [pid, version] = [property(machine, 'MainPID'), versionOf(machine)];
  const events = countOf(machine);
  const refused = machine.run('dpkg -i /root/now.deb');
  checks.ok('dpkg refuses where the database has half of the disk', refused.code !== 0, refused.output);
  const sentence =
    /^Waystation: bringing the database up to date needs \d+ MB in \/var\/lib\/waystation, \d+ MB are free or can be made free\. Make room .*; the installed version stays as it is\.$/m;
  checks.ok('and says what is missing in a sentence', sentence.test(refused.output), refused.output);
  checks.ok('the old service runs on', / 200 /.test((await healthy(machine)).output), journal(machine));
  checks.ok('without a restart', property(machine, 'MainPID') === pid && pid !== '0', property(machine, 'MainPID'));
  checks.ok('from the old program', versionOf(machine) === version, versionOf(machine));
  const state = machine.run('dpkg -s waystation').output;
  checks.ok('the old package is installed as before', /^Status: install ok installed$/m.test(state), state);
  checks.ok('with all of its events', countOf(machine) >= events && events > 0, `${events}, ${countOf(machine)}`);

  await serveDatabase(machine, packages.earlierProgram, 0.3);
  const before = countOf(machine);
  const upgraded = machine.run('dpkg -i /root/now.deb', 600_000);
  checks.ok('with 0.3 of the disk dpkg takes the new package', upgraded.code === 0, upgraded.output);
  checks.ok('whose service runs', / 200 /.test((await healthy(machine, WAIT_S)).output), journal(machine));
  checks.ok('from another program', versionOf(machine) !== version, versionOf(machine));
  checks.ok('with all of the events', countOf(machine) >= before && before > 0, `${before}, ${countOf(machine)}`);
  const kept = machine.run(`ls ${DATA}/backups`).output;
  checks.ok('the database from before is kept', /pre-?upgrade|schema\d+/.test(kept), kept);
}

/** Has the installed service run on a database of the earlier program that has so much of the disk. */
async function serveDatabase(machine: Machine, program: string, part: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-room-life-'));
  try {
    const data = join(dir, 'data');
    await begun(program, data);
    fill(join(data, 'waystation.db'), part * DISK_MB * MB);
    const archive = join(dir, 'data.tar');
    execFileSync('tar', ['-C', data, '-cf', archive, '.']);
    machine.run('systemctl stop waystation');
    machine.put(archive, '/root/data.tar');
    machine.run(`find ${DATA} -mindepth 1 -delete; tar -C ${DATA} -xf /root/data.tar && rm /root/data.tar`);
    machine.run(
      `chown -R waystation:waystation ${DATA} && systemctl reset-failed waystation; systemctl start waystation`,
    );
    const answer = await healthy(machine, WAIT_S);
    if (!/ 200 /.test(answer.output)) throw new Error(`the earlier service does not run: ${journal(machine)}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A data folder as the program makes it at its first start. */
async function begun(program: string, data: string): Promise<void> {
  const portsFile = join(data, '..', 'ports');
  const ports = ['BSSCI', 'SCACI', 'GATEWAY', 'CORE', 'HEALTH_CORE', 'HEALTH_GATEWAY'];
  const env = Object.fromEntries(ports.map(name => [`PLATFORM_${name}_PORT`, '0']));
  const child = spawn(program, ['serve', '--data-dir', data, '--ports-file', portsFile], { env, stdio: 'ignore' });
  const ended = new Promise(resolve => child.once('exit', resolve));
  execFileSync('sh', ['-c', `for i in $(seq 600); do [ -s ${portsFile} ] && exit; sleep 0.1; done; exit 1`]);
  child.kill('SIGTERM');
  await ended;
}

/** Makes the file as large with events that are new. */
function fill(path: string, bytes: number): void {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  const more = db.prepare(
    `INSERT INTO event (uuid, org, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title, data)
     VALUES (hex(randomblob(16)), 1, 'endpoint.inactive', 'lifecycle', 'info', 'endpoint', 'fe00000000000001', ?, ?, 'An event', ?)`,
  );
  const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  const text = JSON.stringify({ text: 'x'.repeat(EVENT_BYTES) });
  const now = Date.now();
  db.atomic(() => {
    for (let size = page_count * 4096; size < bytes; size += text.length + 700) more.run(now, now, text);
  });
  db.close();
}

function countOf(machine: Machine): number {
  const url = 'http://127.0.0.1:9090/platform.api.v1.PlatformService/ListEvents';
  const asked = `curl -s ${url} -H 'content-type: application/json' -d '{"pageSize":1}'`;
  return Number(/"totalCount":"?(\d+)/.exec(machine.run(asked).output)?.[1] ?? 0);
}

const versionOf = (machine: Machine): string =>
  machine.run('dpkg -s waystation | grep ^Version; sha256sum < /usr/bin/waystation').output;

function property(machine: Machine, name: string): string {
  return machine.run(`systemctl show --value --property=${name} waystation`).output.trim();
}

function journal(machine: Machine): string {
  return machine.run('journalctl --no-pager --output=cat --unit=waystation | tail -20').output;
}
