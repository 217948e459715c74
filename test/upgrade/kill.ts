/**
 * Kills upgrades and recoveries at random moments, up to three times in a row, and compares in the end what is there with what was.
 * Usage: node test/upgrade/kill.ts [--rounds 36]
 */
import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { schemaVersion } from '../../src/database/migrate.ts';
import { madeMark, suspectMark } from '../../src/database/prepare.ts';
import { setAsides } from '../../src/database/recovery/set-aside.ts';
import { countRows, writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { overwrite, PAGE } from '../database/recovery-scene.ts';
import { frozen, thaw } from './frozen.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '36' } } });
const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
/** Twice as many messages each time: the work has to last long enough to be hit. */
const DOUBLINGS = 12;
const LONGEST_MS = 700;
const KILLS = 3;

const work = mkdtempSync(join(tmpdir(), 'waystation-kill-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const before = join(work, 'before');
await build();
const due = look(before, 'better-sqlite3');
let killed = 0;
let wrong = 0;
const rounds = Number(options.rounds);
for (let round = 0; round < rounds; round++) {
  const act = round % 2 === 0 ? 'upgrade' : 'recovery';
  const engine = ENGINES[Math.floor(round / 2) % ENGINES.length] ?? 'better-sqlite3';
  const dir = join(work, 'now');
  rmSync(dir, { recursive: true, force: true });
  cpSync(before, dir, { recursive: true });
  if (act === 'recovery') damage(join(dir, 'waystation.db'));
  for (let kill = 0; kill < KILLS; kill++) {
    if ((await run(dir, engine, act, Math.random() * LONGEST_MS)) === 0) break;
    killed++;
  }
  const problems = [(await run(dir, engine, act)) === 0 ? undefined : 'does not start', ...compare(dir, engine, act)];
  for (const problem of problems.filter(found => found !== undefined)) {
    wrong++;
    console.log(`round ${round}, ${act}, ${engine}: ${problem}`);
  }
}
console.log(`${rounds} rounds, ${killed} kills, ${wrong} wrong`);
process.exitCode = wrong === 0 && killed > 0 ? 0 : 1;

/** A frozen database with a longer history, in use when the power failed, and a snapshot of it. */
async function build(): Promise<void> {
  const path = thaw(frozen().at(-1) ?? '', before, 'better-sqlite3');
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  const columns =
    'org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags, receptions, decode_status';
  for (let i = 0; i < DOUBLINGS; i++) db.exec(`INSERT INTO message (${columns}) SELECT ${columns} FROM message`);
  const target = nextSnapshot(`${path}.backups`, Date.now(), schemaVersion(db));
  await writeSnapshot({ source: path, target, engine: 'better-sqlite3' });
  db.exec("UPDATE meta SET value = 'yes' WHERE key = 'running'");
  db.close();
  writeFileSync(madeMark(path), 'of another boot');
}

function damage(path: string): void {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'rx_status'").get() as { rootpage: number };
  db.close();
  overwrite(path, (row.rootpage - 1) * PAGE, Buffer.alloc(PAGE, 0xff));
  writeFileSync(suspectMark(path), '');
}

/** @returns the exit code; null when it was killed */
function run(dir: string, engine: Engine, act: string, killAfterMs?: number): Promise<number | null> {
  const child = fork(new URL('./kill-process.ts', import.meta.url), [join(dir, 'waystation.db'), engine, act]);
  let timer: NodeJS.Timeout | undefined;
  if (killAfterMs !== undefined) {
    child.once('message', () => {
      timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    });
  }
  return new Promise(resolve => {
    child.once('exit', code => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

function look(dir: string, engine: Engine) {
  const db = openDb(join(dir, 'waystation.db'), { engine, mode: 'reader' });
  try {
    const { message, endpoint, base_station } = countRows(db);
    const [checked] = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    return JSON.stringify({ message, endpoint, base_station, integrity: checked?.integrity_check });
  } finally {
    db.close();
  }
}

function compare(dir: string, engine: Engine, act: string): (string | undefined)[] {
  const found = look(dir, engine);
  const path = join(dir, 'waystation.db');
  const names = [...readdirSync(dir), ...readdirSync(`${path}.backups`)];
  const left = names.filter(name => /\.(recovery|upgrade|part|suspect)/.test(name));
  const asides = setAsides(path).length;
  return [
    found === due ? undefined : `${found} in place of ${due}`,
    left.length === 0 ? undefined : `left: ${left.join(', ')}`,
    asides === (act === 'recovery' ? 1 : 0) ? undefined : `${asides} damaged files are kept`,
  ];
}
