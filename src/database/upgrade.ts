import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../kit/reason.ts';
import { type Db, type Engine, openDb } from './driver.ts';
import { replaceFile, syncPath } from './files.ts';
import { latestOf, type Migration, migrate, NewerSchema, schemaVersion } from './migrate.ts';
import { countRows, writeSnapshot } from './snapshot.ts';
import { listSnapshots, nextSnapshot } from './snapshot-files.ts';

export interface UpgradeOptions {
  readonly path: string;
  readonly engine: Engine;
  readonly migrations: readonly Migration[];
  /** Folder of the snapshots. */
  readonly snapshots: string;
  readonly now: number;
  /** Called with the name of each step before it; what it throws ends the upgrade there, as a kill would. */
  readonly step?: (name: string) => void;
}

/** What was brought up to date, and where the database from before is. */
export interface Upgraded {
  readonly from: number;
  readonly to: number;
  readonly snapshot: string;
}

/** An upgrade that was given up, as it is noted beside the database: nobody can say it in there. */
export interface FailedUpgrade {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A migration did not do what it should. Nothing of the database was changed. */
export class UpgradeRefused extends Error {}

/** Ends the name of the copy that is migrated; it means nothing until it has the database's own name. */
const COPY = '.upgrade';
/** Indexes that a migration makes are added to what the copy and the snapshot take. */
const SPARE = 1.2;
/** How long another program that only reads may take; after that this start is refused and can be tried again. */
const READER_MS = 500;
/** Snapshots from before an upgrade that are kept. */
const KEPT_UPGRADES = 2;

/**
 * Migrates a copy of the database, compares it with the original, and gives it the original's name. Whenever this ends,
 * the database is the old one or the new one, whole. The caller has the database for itself.
 * @returns undefined when there was nothing to do
 * @throws NewerSchema, UpgradeRefused, or the cause
 */
export async function upgrade(options: UpgradeOptions): Promise<Upgraded | undefined> {
  const { path, engine, migrations, snapshots, now, step = () => {} } = options;
  const to = latestOf(migrations);
  const from = withReader(path, engine, schemaVersion);
  if (from > to) throw new NewerSchema(from, to, listSnapshots(snapshots).find(({ schema }) => schema <= to)?.name);
  if (from === 0 || from === to) return undefined;

  const copy = path + COPY;
  removeCopy(path);
  const snapshot = nextSnapshot(snapshots, now, from, true);
  refuseWithoutSpace(path, snapshot);
  step('checkpoint');
  emptyLog(path, engine);
  step('snapshot');
  const before = await writeSnapshot({ source: path, target: snapshot, engine, alone: true });
  step('copy');
  copyFileSync(snapshot, copy, constants.COPYFILE_FICLONE);
  step('migrate');
  const db = openDb(copy, { engine, mode: 'upkeep' });
  try {
    // A power cut leaves a copy that nobody uses; its bytes are synced before it gets the name.
    db.exec('PRAGMA synchronous = OFF');
    const known = complaintsOf(db);
    migrate(db, migrations);
    step('compare');
    const due = migrations.filter(({ id }) => id > from);
    const wrong = [
      ...lostRows(before.rows, countRows(db), due),
      ...complaintsOf(db).filter(one => !known.includes(one)),
    ];
    if (wrong.length > 0) {
      throw new UpgradeRefused(
        `the database was not brought from schema ${from} to ${to}, it is as it was: ${wrong.join('; ')}. Start the release before, and report this`,
      );
    }
  } catch (cause) {
    db.close();
    removeCopy(path);
    noteFailure(path, { from, to, message: reasonOf(cause), at: now });
    throw cause;
  }
  db.close();
  step('swap');
  replaceFile(copy, path);
  step('done');
  for (const { path: old } of listSnapshots(snapshots)
    .filter(({ preUpgrade }) => preUpgrade)
    .slice(KEPT_UPGRADES)) {
    rmSync(old, { force: true });
  }
  return { from, to, snapshot };
}

/** Removes what an end in the middle of an upgrade has left. */
export function removeCopy(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + COPY + suffix, { force: true });
}

const failureNote = (path: string): string => `${path}.upgrade-failed`;

function noteFailure(path: string, failure: FailedUpgrade): void {
  try {
    writeFileSync(failureNote(path), JSON.stringify(failure), { mode: 0o600 });
  } catch {
    // The start fails all the same, and says why; on a full disk that is all there is.
  }
}

/** What was noted of an upgrade that failed, once. */
export function takeFailedUpgrade(path: string): FailedUpgrade | undefined {
  const note = failureNote(path);
  if (!existsSync(note)) return undefined;
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as FailedUpgrade;
  } catch {
    return undefined;
  } finally {
    rmSync(note, { force: true });
  }
}

/** What SQLite finds wrong with a database. */
export function complaintsOf(db: Db): string[] {
  const checked = db.prepare('PRAGMA quick_check(3)').all() as { quick_check: string }[];
  const orphans = db.prepare('PRAGMA foreign_key_check').all() as { table: string; parent: string }[];
  return [
    ...checked.map(row => row.quick_check).filter(text => text !== 'ok'),
    ...new Set(orphans.map(({ table, parent }) => `rows of ${table} without their ${parent}`)),
  ];
}

function lostRows(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  due: readonly Migration[],
): string[] {
  const meant = new Set(due.flatMap(({ changesRows = [] }) => changesRows));
  return Object.entries(before)
    .filter(([table, rows]) => after[table] !== rows && !meant.has(table))
    .map(([table, rows]) => `table ${table} had ${rows} rows and has ${after[table] ?? 'none of them'}`);
}

/** The log of the old file would be taken for one of the new file: everything in it goes into the file first. */
function emptyLog(path: string, engine: Engine): void {
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    db.exec(`PRAGMA busy_timeout = ${READER_MS}`);
    const done = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (done.busy !== 0)
      throw new UpgradeRefused(`${path} is read by another program: wait for its end and start again`);
  } finally {
    db.close();
  }
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    throw new UpgradeRefused(`${path} is open in another program: end that and start again`);
  }
  rmSync(log, { force: true });
  rmSync(`${path}-shm`, { force: true });
  syncPath(dirname(path));
}

function refuseWithoutSpace(path: string, snapshot: string): void {
  const size = statSync(path).size + (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);
  const [here, there] = [dirname(path), dirname(snapshot)];
  const one = size * SPARE;
  const needed =
    statSync(here).dev === statSync(there).dev
      ? [[here, one + size] as const]
      : [[here, one] as const, [there, size] as const];
  for (const [folder, bytes] of needed) {
    const free = freeBytes(folder);
    if (free >= bytes) continue;
    throw new UpgradeRefused(
      `bringing the database up to date needs ${megabytes(bytes)} MB in ${folder}, ${Math.floor(free / 1e6)} MB are free: make room and start again`,
    );
  }
}

/** What an ordinary user can still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Reads something of a database and closes it again. */
export function withReader<T>(path: string, engine: Engine, read: (db: Db) => T): T {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

/** Makes the file as one that only its owner reads; SQLite would let everybody, and the files beside take over its mode. */
export function touch(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}
