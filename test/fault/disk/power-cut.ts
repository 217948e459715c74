/**
 * Cuts the power of a service center at every write its database has made under load, in several ways each, and shows that
 * what was acknowledged until then is there when the database is opened again, without any repair. Before that it records what the
 * commands of an administrator do to all other files (keys, certificates, revocations, backups), and judges what they leave.
 * Usage: node test/fault/disk/power-cut.ts [--points 10000 (0: only the commands)] [--rounds 150] [--engine better-sqlite3|node:sqlite] [--seed N]
 *        [--synchronous full|normal]  `normal` is the counter-check: it loses what it acknowledged
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openStore } from '../../../src/compose/store.ts';
import { type Engine, openDb } from '../../../src/database/driver.ts';
import { filled } from '../../upkeep/filled.ts';
import { sequence } from '../harness/run.ts';
import { Disk, LOSSES, type Loss } from './disk.ts';
import { judgeCommands } from './durable-names.ts';
import { type Act, filesOf, readRecording, straceOptions } from './recording.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '150' },
    engine: { type: 'string', default: 'node:sqlite' },
    synchronous: { type: 'string', default: 'full' },
    seed: { type: 'string', default: '1' },
  },
});
const engine = options.engine as Engine;
const DATABASE = 'waystation.db';
/** Every so many points the whole store is started on what is left, not only the file opened. */
const START_EVERY = 100;
const REPORT_EVERY = 1000;

const dir = mkdtempSync(join(tmpdir(), 'waystation-power-'));
const random = sequence(Number(options.seed));
try {
  await main();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const undone = await judgeCommands(dir, filled);
  for (const text of undone) console.log(text);
  if (undone.length > 0) process.exitCode = 1;
  console.log(`files of the administrator's commands: ${undone.length} that a loss of power could undo`);
  if (options.points === '0') return;
  const acts = await recorded();
  const writes = acts.filter(({ kind }) => kind === 'write' || kind === 'truncate').length;
  const perWrite = Math.ceil(Number(options.points) / writes);
  console.error(`${writes} writes, ${acts.filter(({ kind }) => kind === 'sync').length} syncs recorded`);
  const disk = new Disk();
  const due: Due = { uplink: new Set(), endpoint: new Set(), downlink: new Set() };
  const failures: string[] = [];
  let points = 0;
  const begun = performance.now();
  for (const [index, act] of acts.entries()) {
    disk.apply(act);
    if (act.kind === 'acknowledged') {
      const [kind = '', key = ''] = act.line.split(' ');
      due[kind as keyof Due].add(key);
    }
    if (act.kind !== 'write' && act.kind !== 'truncate') continue;
    for (let way = 0; way < perWrite; way++) {
      const loss = LOSSES[(points + way) % LOSSES.length] as Loss;
      points++;
      const wrong = await check(disk.after(loss, random), due, points % START_EVERY === 0);
      for (const text of wrong) failures.push(`act ${index}, ${loss}: ${text}`);
      if (points % REPORT_EVERY === 0) {
        console.error(
          `${((performance.now() - begun) / 1000).toFixed(0)} s: ${points} points, ${failures.length} failures`,
        );
      }
    }
  }
  const total = due.uplink.size + due.endpoint.size + due.downlink.size;
  console.log(
    `${engine}, synchronous ${options.synchronous}: ${points} points at ${writes} writes, ${total} acknowledged ` +
      `(${due.uplink.size} uplinks), ${failures.length} failures, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  for (const failure of failures.slice(0, 20)) console.log(failure);
  if (failures.length > 0) process.exitCode = 1;
}

/** Runs the load and returns what it did to the files of its database. */
async function recorded(): Promise<Act[]> {
  const trace = join(dir, 'trace');
  const load = fileURLToPath(new URL('./power-cut-process.ts', import.meta.url));
  const command = [process.execPath, load, dir, engine, options.synchronous, options.rounds];
  mkdirSync(join(dir, 'data'));
  const { status, error } = spawnSync('strace', [...straceOptions(trace), ...command], { stdio: ['ignore', 1, 2] });
  if (error) throw new Error('strace is needed to record what the database writes: install the package strace');
  if (status !== 0) throw new Error(`the load ended with ${status}`);
  const acts = await readRecording(trace, {
    folder: join(dir, 'data'),
    files: filesOf(DATABASE),
    journal: join(dir, 'acknowledged'),
  });
  rmSync(trace);
  const lines = readFileSync(join(dir, 'acknowledged'), 'utf8').trim().split('\n').length;
  const seen = acts.filter(({ kind }) => kind === 'acknowledged').length;
  if (seen !== lines) throw new Error(`${lines} acknowledgements, ${seen} of them in the record`);
  return acts;
}

type Due = Record<'uplink' | 'endpoint' | 'downlink', Set<string>>;

/** Opens what is left and compares. @returns what is wrong */
async function check(files: ReadonlyMap<string, Buffer>, due: Due, start: boolean): Promise<string[]> {
  const at = join(dir, 'cut');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at);
  // The index of the log lies in memory: it does not survive.
  for (const [name, content] of files) if (!name.endsWith('-shm')) writeFileSync(join(at, name), content);
  const path = join(at, DATABASE);
  try {
    if (start) await (await openStore({ path, engine, synchronous: 'normal' })).close();
    return compare(path, due);
  } catch (cause) {
    return [`not opened: ${cause instanceof Error ? cause.message : cause}`];
  }
}

function compare(path: string, due: Due): string[] {
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  try {
    const [first] = db.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
    if (first?.quick_check !== 'ok') return [`quick_check: ${first?.quick_check}`];
    const tables = new Set(
      (db.prepare('SELECT name FROM sqlite_schema').all() as { name: string }[]).map(row => row.name),
    );
    const keys = (table: string, sql: string) =>
      tables.has(table) ? (db.prepare(sql).all() as { key: string }[]).map(({ key }) => key) : [];
    const uplinks = keys(
      'message',
      `SELECT e.eui || ':' || u.packet_cnt AS key
       FROM (SELECT endpoint, packet_cnt FROM uplink UNION ALL SELECT endpoint, packet_cnt FROM message) u
       JOIN endpoint e ON e.id = u.endpoint`,
    );
    const found = {
      uplink: new Set(uplinks),
      endpoint: new Set(keys('endpoint', 'SELECT eui AS key FROM endpoint')),
      downlink: new Set(keys('downlink', 'SELECT CAST(que_id AS TEXT) AS key FROM downlink')),
    };
    const wrong = found.uplink.size === uplinks.length ? [] : [`${uplinks.length - found.uplink.size} uplinks doubled`];
    for (const kind of ['uplink', 'endpoint', 'downlink'] as const) {
      const lost = [...due[kind].difference(found[kind])];
      if (lost.length > 0) wrong.push(`${lost.length} ${kind}s lost, such as ${lost[0]}`);
    }
    return wrong;
  } finally {
    db.close();
  }
}
