/**
 * Kills `rekey` and `restore` at a change of a file each, many times on the same folder, and looks each time whether all of it is
 * there and can be read afterwards: secrets, endpoints and messages. The changes are counted in a run that is not killed.
 * Usage: node test/fault/service/admin-kill.ts [--rounds 40] [--seed N]
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataDir } from '../../../src/config/lock.ts';
import { openDb } from '../../../src/database/driver.ts';
import { verifySnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { createLog } from '../../../src/kit/log.ts';
import { masterSealer } from '../../../src/pki/master-key.ts';
import { backUpTo } from '../../../src/upkeep/backup/backup.ts';
import { tryAll } from '../../../src/upkeep/sealed.ts';
import { finishUnfinished } from '../../../src/upkeep/unfinished.ts';
import { main } from '../../cli/waystation.ts';
import { Center, until } from '../../peers/center.ts';
import { uplink } from '../../peers/telegrams.ts';
import { configAt, filled } from '../../upkeep/filled.ts';
import { sequence } from '../harness/run.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
/** What changes a file or makes a change last; the main thread does it, apart from unpacking a backup. */
const CHANGES = [
  ...['fsync', 'fdatasync', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'rmdir'],
  ...['pwrite64', 'ftruncate', 'mkdir', 'mkdirat', 'fchmod', 'fchown'],
].join(',');
/** Of the rounds; a command that ends before it is killed shows nothing. */
const MUST_BE_KILLED = 0.9;
const MESSAGES = 30;
const passphrase = 'correct horse';
type Command = 'rekey' | 'restore';

/** The n-th call of this name in the main thread. */
interface Change {
  readonly call: string;
  readonly nth: number;
}

const root = mkdtempSync(join(tmpdir(), 'waystation-admin-kill-'));
const dir = join(root, 'data');
const file = join(root, 'backup.tar.gz');
const random = sequence(Number(values.seed));
try {
  await run();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function run(): Promise<void> {
  await prepare();
  const log = await createLog({ level: 'silent', format: 'json' });
  const whole = look();
  const changes = { rekey: changesOf('rekey'), restore: changesOf('restore') };
  const killed = { rekey: 0, restore: 0 };
  const newKeys = { rekey: 0, restore: 0 };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const command: Command = round % 2 === 0 ? 'rekey' : 'restore';
    const at = changes[command][Math.floor(random() * changes[command].length)] as Change;
    const before = readFileSync(join(dir, 'master.key'));
    const child = spawn('strace', [...injecting(at), ...commandLine(command)], { cwd: root, stdio: 'ignore' });
    const [code, signal] = await once(child, 'exit');
    if (signal === 'SIGKILL') killed[command] += 1;
    else if (code !== 0) throw new Error(`round ${round}: ${command} has failed with ${code}`);
    const lock = await lockDataDir(dir);
    // What is there now is what commands without the lock, and a start, find.
    await finishUnfinished(configAt(dir), log);
    await lock.release();
    const left = look();
    if (left !== whole)
      throw new Error(`round ${round}: ${command}, killed at ${at.call} ${at.nth}, has left ${left} of ${whole}`);
    if (!readFileSync(join(dir, 'master.key')).equals(before)) newKeys[command] += 1;
  }
  const moments = { rekey: changes.rekey.length, restore: changes.restore.length };
  const report = { rounds: Number(values.rounds), messages: MESSAGES, moments, killed, new_key_after: newKeys };
  console.log(JSON.stringify(report));
  const total = killed.rekey + killed.restore;
  if (total < MUST_BE_KILLED * Number(values.rounds)) throw new Error(`only ${total} commands were killed`);
}

/** A folder with a secret of every kind and messages, and a backup of it. */
async function prepare(): Promise<void> {
  await filled(dir);
  {
    await using center = await Center.start({ dir });
    const station = await center.baseStation({ bsEui: '70b3d59cd0000009' });
    for (let packetCnt = 1; packetCnt <= MESSAGES; packetCnt += 1) {
      await station.hear(uplink({ packetCnt, rxTime: BigInt(center.clock.now() + packetCnt) * 1_000_000n }));
    }
    await center.clock.advance(1000);
    await until(async () => (await center.visible()) === MESSAGES);
  }
  const config = configAt(dir);
  await backUpTo(file, { config, configFile: undefined, version: '0', now: Date.now(), passphrase, scryptCost: 16 });
  writeFileSync(join(root, 'passphrase'), passphrase);
}

function commandLine(command: Command): string[] {
  const args = command === 'rekey' ? ['rekey'] : ['restore', file, '--passphrase-file', join(root, 'passphrase')];
  return [process.execPath, main, ...args, '--data-dir', dir];
}

/** Without a filter in the kernel: with it the signal is not sent. */
function injecting({ call, nth }: Change): string[] {
  return [
    ...['-f', '-qq', '-o', '/dev/null', '-e', `trace=${CHANGES}`],
    ...['-e', `inject=${call}:signal=SIGKILL:when=${nth}`],
  ];
}

/** Changes of the main thread in a run on a copy that is not killed. */
function changesOf(command: Command): Change[] {
  const [trace, kept] = [join(root, 'trace'), join(root, 'kept')];
  cpSync(dir, kept, { recursive: true });
  const args = ['-f', '--seccomp-bpf', '-qq', '-o', trace, '-e', `trace=${CHANGES}`, ...commandLine(command)];
  const { status, error } = spawnSync('strace', args, { cwd: root, stdio: 'ignore' });
  if (error) throw new Error('strace is needed to end a command at a change: install the package strace');
  if (status !== 0) throw new Error(`${command} fails also when it is not killed`);
  rmSync(dir, { recursive: true });
  cpSync(kept, dir, { recursive: true });
  rmSync(kept, { recursive: true });
  const lines = readFileSync(trace, 'latin1').split('\n');
  const thread = lines[0]?.split(' ')[0];
  const seen = new Map<string, number>();
  return lines.flatMap(line => {
    const [, id, call = ''] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (id !== thread) return [];
    const nth = (seen.get(call) ?? 0) + 1;
    seen.set(call, nth);
    return { call, nth };
  });
}

/** What is there: secrets that open, endpoints and messages. A damaged database, or a secret that does not open, throws. */
function look(): string {
  const path = join(dir, 'waystation.db');
  const place = { file: join(dir, 'master.key'), mayCreate: false };
  const { count: secrets, failed } = tryAll(path, 'node:sqlite', join(dir, 'pki'), masterSealer(dir, place));
  if (failed.length > 0) throw new Error(`cannot be read: ${failed.join(', ')} in ${dir}`);
  verifySnapshot(path, 'node:sqlite');
  const db = openDb(path, { engine: 'node:sqlite', mode: 'reader' });
  try {
    const rows = (sql: string) => (db.prepare(sql).all() as { text: string }[]).map(({ text }) => text).join(' ');
    const endpoints = rows('SELECT eui AS text FROM endpoint ORDER BY eui');
    const messages = rows(`SELECT m.seq || ':' || e.eui || ':' || m.packet_cnt || ':' || hex(m.user_data) AS text
      FROM message m JOIN endpoint e ON e.id = m.endpoint ORDER BY m.seq`);
    return JSON.stringify({ secrets, endpoints, messages });
  } finally {
    db.close();
  }
}
