/**
 * Cuts the power at every write that daily snapshots have made, whole copies and those that are made of an older one in its place, in several ways
 * each, and shows that the newest snapshot that was reported is there and as it was, that no other file has the name of a snapshot unless it is one,
 * and that the next snapshot can be taken. Once with all syncs there were, and once without those that SQLite makes of a copy because it writes to it
 * while it is verified: what makes a snapshot last is to be what names it. Usage: node test/fault/disk/power-cut-snapshots.ts [--points 10000] [--days 5] [--engine better-sqlite3|node:sqlite] [--seed N]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../src/database/driver.ts';
import { verifySnapshot } from '../../../src/database/snapshot/snapshot.ts';
import { isSnapshotName, listSnapshots, removeUnfinished } from '../../../src/database/snapshot/snapshot-files.ts';
import { sequence } from '../harness/run.ts';
import { Disk, LOSSES, type Loss } from './disk.ts';
import { type Act, readRecording, straceOptions } from './recording.ts';
import { openBoxOfSnapshots } from './snapshot-box.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '10000' },
    days: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'better-sqlite3' },
    seed: { type: 'string', default: '1' },
  },
});
const engine = options.engine as Engine;
/** Every so many points the next snapshot is taken on what is left. */
const GO_ON_EVERY = 250;

const dir = mkdtempSync(join(tmpdir(), 'waystation-power-snapshots-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
const random = sequence(Number(options.seed));
const cut = join(dir, 'cut');
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const acts = await recorded();
const writes = acts.filter(({ kind }) => kind === 'write' || kind === 'truncate').length;
const changes = acts.filter(({ kind }) => kind !== 'acknowledged').length;
const WAYS: readonly (readonly [name: string, acts: readonly Act[]])[] = [
  ['all syncs', acts],
  ['none of SQLite', withoutSyncsOfSqlite(acts)],
];
const perChange = Math.ceil(Number(options.points) / changes / WAYS.length);
/** The newest that was reported, and what every reported one held. */
let newest: string | undefined;
const known = new Map<string, string>();
const failures: string[] = [];
let [points, goneOn, taken] = [0, 0, 0];
for (const [name, which] of WAYS) {
  const disk = new Disk();
  newest = undefined;
  for (const [index, act] of which.entries()) {
    disk.apply(act);
    if (act.kind === 'acknowledged') {
      const [name = '', digest = ''] = act.line.split(' ');
      known.set(name, digest);
      newest = name;
      taken++;
      continue;
    }
    for (let way = 0; way < perChange; way++) {
      const loss = LOSSES[(points + way) % LOSSES.length] as Loss;
      points++;
      const left = disk.after(loss, random);
      const wrong = judge(left);
      if (points % GO_ON_EVERY === 0) wrong.push(...(await goOn(left)));
      for (const text of wrong) failures.push(`${name}: act ${index} (${act.kind}), ${loss}: ${text}`);
    }
  }
}
console.log(
  `${engine}: ${taken / WAYS.length} snapshots, ${points} cuts at ${writes} writes and ${changes - writes} other changes, gone on after ${goneOn}: ${failures.length} failures`,
);
for (const failure of failures.slice(0, 20)) console.log(failure);
process.exitCode = failures.length === 0 && goneOn > 0 ? 0 : 1;

/** A sync of a file that has a journal beside it is SQLite's. In its place stands what changes nothing, since acts are counted. */
function withoutSyncsOfSqlite(all: readonly Act[]): Act[] {
  const journals = new Set<string>();
  return all.map(act => {
    if (act.kind === 'create') journals.add(act.file);
    if (act.kind === 'unlink') journals.delete(act.file);
    return act.kind === 'sync' && journals.has(`${act.file}-journal`) ? { kind: 'create', file: act.file } : act;
  });
}

/** @returns what is wrong with the files that are left */
function judge(left: ReadonlyMap<string, Buffer>): string[] {
  const wrong: string[] = [];
  if (newest !== undefined) {
    const bytes = left.get(newest);
    if (!bytes) wrong.push(`the newest, ${newest}, is gone`);
    else if (digestOf(bytes) !== known.get(newest)) wrong.push(`the newest, ${newest}, holds something else`);
  }
  for (const [name, bytes] of left) {
    if (!isSnapshotName(name) || known.get(name) === digestOf(bytes)) continue;
    const path = join(dir, 'looked.db');
    writeFileSync(path, bytes);
    try {
      verifySnapshot(path, engine);
    } catch (cause) {
      wrong.push(`${name} is none: ${cause instanceof Error ? cause.message : cause}`);
    }
  }
  return wrong;
}

/** Starts on what is left, and takes the next one. */
async function goOn(left: ReadonlyMap<string, Buffer>): Promise<string[]> {
  goneOn++;
  rmSync(cut, { recursive: true, force: true });
  const backups = join(cut, 'backups');
  mkdirSync(backups, { recursive: true });
  for (const [name, bytes] of left) writeFileSync(join(backups, name), bytes);
  copyFileSync(join(dir, 'waystation.db'), join(cut, 'waystation.db'));
  removeUnfinished(backups);
  await using box = await openBoxOfSnapshots(join(cut, 'waystation.db'), backups, engine, Date.UTC(2026, 1, 1));
  await box.snapshots.take();
  if (box.snapshots.finding) return [`no snapshot afterwards: ${box.snapshots.finding.text}`];
  const [made] = listSnapshots(backups);
  if (!made || known.has(made.name)) return ['none was taken afterwards'];
  verifySnapshot(made.path, engine);
  return [];
}

/** Takes snapshots and returns what that did to their files. */
async function recorded(): Promise<Act[]> {
  const trace = join(dir, 'trace');
  const program = fileURLToPath(new URL('./power-cut-snapshots-process.ts', import.meta.url));
  mkdirSync(join(dir, 'backups'));
  const { status, error } = spawnSync(
    'strace',
    [...straceOptions(trace), process.execPath, program, dir, engine, options.days],
    { stdio: ['ignore', 1, 2] },
  );
  if (error) throw new Error('strace is needed to record what is written: install the package strace');
  if (status !== 0) throw new Error(`the snapshots ended with ${status}`);
  const found = await readRecording(trace, {
    folder: join(dir, 'backups'),
    files: () => true,
    journal: join(dir, 'taken'),
  });
  rmSync(trace);
  const lines = readFileSync(join(dir, 'taken'), 'utf8').trim().split('\n').length;
  const seen = found.filter(({ kind }) => kind === 'acknowledged').length;
  if (seen !== lines) throw new Error(`${lines} snapshots, ${seen} of them in the record`);
  return found;
}
