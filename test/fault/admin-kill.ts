import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataDir } from '../../src/config/lock.ts';
import { createLog } from '../../src/kit/log.ts';
import { masterSealer } from '../../src/pki/master-key.ts';
import { verifySnapshot } from '../../src/store/snapshot.ts';
import { backUpTo } from '../../src/upkeep/backup.ts';
import { tryAll } from '../../src/upkeep/sealed.ts';
import { finishUnfinished } from '../../src/upkeep/unfinished.ts';
import { main } from '../cli/waystation.ts';
import { configAt, filled } from '../upkeep/filled.ts';

/**
 * Kills `rekey` and `restore` at random moments, many times on the same folder, and looks each time whether all of it can
 * be read afterwards: `node test/fault/admin-kill.ts --rounds 100`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const root = mkdtempSync(join(tmpdir(), 'waystation-admin-kill-'));
const original = await filled(join(root, 'original'));
const file = join(root, 'backup.tar.gz');
const passphrase = 'correct horse';
await backUpTo(file, {
  config: configAt(original),
  configFile: undefined,
  version: '0',
  now: Date.now(),
  passphrase,
  scryptCost: 16,
});
writeFileSync(join(root, 'passphrase'), passphrase);
const dir = join(root, 'data');
cpSync(original, dir, { recursive: true });
const log = await createLog({ level: 'silent', format: 'json' });
const whole = look();
const ended = { rekey: 0, restore: 0 };
const changed = { rekey: 0, restore: 0 };

/** How long a command takes that is not killed; the moments are spread over it. */
const lasts = { rekey: await lasting('rekey'), restore: await lasting('restore') };

for (let round = 0; round < Number(values.rounds); round += 1) {
  const command = round % 2 === 0 ? 'rekey' : 'restore';
  const before = readFileSync(join(dir, 'master.key'));
  const child = start(command);
  const timer = setTimeout(() => child.kill('SIGKILL'), (0.5 + Math.random()) * lasts[command]);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  if (code === 0) ended[command] += 1;
  const lock = await lockDataDir(dir);
  // What is there now is what commands without the lock, and a start, find.
  finishUnfinished(configAt(dir), log);
  await lock.release();
  if (look() !== whole) throw new Error(`round ${round}: ${command} has left ${look()} secrets of ${whole} in ${dir}`);
  if (!readFileSync(join(dir, 'master.key')).equals(before)) changed[command] += 1;
}
rmSync(root, { recursive: true });
console.log(
  JSON.stringify({ rounds: Number(values.rounds), secrets: whole, lasts, not_killed: ended, new_key_after: changed }),
);

function start(command: 'rekey' | 'restore') {
  const args = command === 'rekey' ? ['rekey'] : ['restore', file, '--passphrase-file', join(root, 'passphrase')];
  return spawn(process.execPath, [main, ...args, '--data-dir', dir], { cwd: root, stdio: 'ignore' });
}

async function lasting(command: 'rekey' | 'restore'): Promise<number> {
  const from = performance.now();
  const [code] = await once(start(command), 'exit');
  if (code !== 0) throw new Error(`${command} fails also when it is not killed`);
  return performance.now() - from;
}

/** Number of secrets that open; a damaged database, or one that does not open, throws. */
function look(): number {
  const place = { file: join(dir, 'master.key'), mayCreate: false };
  const { count, failed } = tryAll(
    join(dir, 'waystation.db'),
    'node:sqlite',
    join(dir, 'pki'),
    masterSealer(dir, place),
  );
  if (failed.length > 0) throw new Error(`cannot be read: ${failed.join(', ')} in ${dir}`);
  verifySnapshot(join(dir, 'waystation.db'), 'node:sqlite');
  return count;
}
