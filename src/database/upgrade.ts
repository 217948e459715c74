import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileTrouble } from '../kit/faults/file-trouble.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { syncPath } from '../kit/folder.ts';
import { type AnyEngine, type Db, openDb, withReader } from './driver.ts';
import { replaceFile } from './files.ts';
import { isUsable, latestOf, type Migration, migrate, NewerSchema, SchemaRefused, schemaVersion } from './migrate.ts';
import { BadSnapshot, countRows, verifySnapshot, writeSnapshot } from './snapshot/snapshot.ts';
import { isSnapshotName, listSnapshots, nextSnapshot } from './snapshot/snapshot-files.ts';
import { lacking, makeRoom, onOneDisk, type RoomOptions, type UpgradeDisk, upgradeRoom } from './upgrade-room.ts';

export interface UpgradeOptions {
  readonly path: string;
  readonly engine: AnyEngine;
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

/** An upgrade that was given up, as it is noted beside the database: it cannot be said in there. */
export interface FailedUpgrade {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A migration did not do what it should, or there is no room for it. Nothing of the database was changed. */
export class UpgradeRefused extends SchemaRefused {}

/** Another program has the database open: the next start may find it gone. */
export class DatabaseOpenElsewhere extends Error {}

/** Ends the name of the copy that is migrated; it means nothing until it has the database's own name. */
const COPY = '.upgrade';
/** How long another program that only reads may take; after that this start is refused and can be tried again. */
const READER_MS = 500;
/** Snapshots from before an upgrade that are kept. */
const KEPT_UPGRADES = 2;

/**
 * Migrates a copy of the database, compares it with the original, and gives it the original's name; the original becomes the snapshot from
 * before the upgrade, by a name of its own. Whenever this ends, the database is the old one or the new one, whole. Where the disk is
 * too small, what jobs have left behind goes first. The caller has the database for itself.
 * @returns undefined when there was nothing to do
 * @throws SchemaRefused, or the cause
 */
export async function upgrade(options: UpgradeOptions): Promise<Upgraded | undefined> {
  const { path, engine, migrations, snapshots, now, step = () => {} } = options;
  const to = latestOf(migrations);
  const { from, usable } = withReader(path, engine, db => ({ from: schemaVersion(db), usable: isUsable(db, to) }));
  if (from > to && !usable) {
    throw new NewerSchema(from, to, listSnapshots(snapshots).find(({ schema }) => schema <= to)?.name);
  }
  if (from === 0 || from >= to) return undefined;

  const copy = path + COPY;
  removeCopy(path);
  const snapshot = nextSnapshot(snapshots, now, from, true);
  const linked = onOneDisk(path, snapshots) && mayHaveTwoNames(path, replaced(snapshot));
  const room = roomFor({ path, snapshots, linked }, engine);
  step('room');
  makeRoom(room, 'first');
  step('checkpoint');
  emptyLog(path, engine);
  step('check');
  const { rows } = verifySnapshot(path, engine);
  makeRoom(room, 'last');
  try {
    if (!linked) {
      step('snapshot');
      await writeSnapshot({ source: path, target: snapshot, engine, alone: true });
    }
    step('copy');
    // Both files have it from here on, the one that becomes a snapshot and the one that becomes the database.
    chmodSync(path, 0o600);
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    step('migrate');
    migrateCopy(copy, rows, options, () => step('compare'));
  } catch (cause) {
    removeCopy(path);
    const failure = refusalOf(cause, from, to);
    noteFailure(path, { from, to, message: reasonOf(failure), at: now });
    throw failure;
  }
  if (linked) {
    step('second name');
    linkSync(path, replaced(snapshot));
    syncPath(dirname(snapshot));
  }
  step('swap');
  replaceFile(copy, path);
  step('snapshot name');
  if (linked) finishSwap(path, snapshots);
  step('done');
  for (const { path: old } of listSnapshots(snapshots)
    .filter(({ preUpgrade }) => preUpgrade)
    .slice(KEPT_UPGRADES)) {
    rmSync(old, { force: true });
  }
  return { from, to, snapshot };
}

/** @throws UpgradeRefused, or the cause; the copy is of no use then */
function migrateCopy(copy: string, before: Rows, { engine, migrations }: UpgradeOptions, compare: () => void): void {
  const db = openDb(copy, { engine, mode: 'upkeep' });
  try {
    // A failure or a power cut leaves a copy that is not used; its bytes are synced before it gets the name.
    db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
    const known = complaintsOf(db);
    const { from, to } = migrate(db, migrations);
    compare();
    const due = migrations.filter(({ id }) => id > from);
    const wrong = [...lostRows(before, countRows(db), due), ...complaintsOf(db).filter(one => !known.includes(one))];
    if (wrong.length > 0) throw notBrought(from, to, `${wrong.join('; ')}. Start the release before, and report this`);
  } finally {
    db.close();
  }
}

type Rows = Readonly<Record<string, number>>;

const notBrought = (from: number, to: number, why: string, cause?: unknown) =>
  new UpgradeRefused(`the database was not brought from schema ${from} to ${to}, it is as it was: ${why}`, { cause });

/** What no further start would do better is a refusal: each would write the whole copy again. */
function refusalOf(cause: unknown, from: number, to: number): unknown {
  const trouble = fileTrouble(cause);
  if (trouble === 'full') return notBrought(from, to, 'the disk is full: make room and start again', cause);
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  const ofSqlite = typeof errcode === 'number' || (typeof code === 'string' && /^(SQLITE|ERR_SQLITE)_/.test(code));
  if (trouble !== undefined || !ofSqlite) return cause;
  return notBrought(from, to, `${reasonOf(cause)}. Start the release before, and report this`, cause);
}

/** @throws UpgradeRefused, and nothing was removed, where there is not enough room whatever goes */
function roomFor(options: RoomOptions, engine: AnyEngine): readonly UpgradeDisk[] {
  const room = upgradeRoom(options);
  const why = lacking(room);
  if (why !== undefined) throw new UpgradeRefused(`bringing the database up to date ${why}: make room and start again`);
  if (room.every(({ free, needed }) => free >= needed)) return room;
  // The one that stays has to be one that a damaged database can be replaced by.
  const dailies = listSnapshots(options.snapshots).filter(({ preUpgrade }) => !preUpgrade);
  const keep = dailies.length > 1 ? dailies.find(each => isWhole(each.path, engine)) : dailies[0];
  return upgradeRoom({ ...options, keep: keep?.path });
}

function isWhole(path: string, engine: AnyEngine): boolean {
  try {
    verifySnapshot(path, engine);
    return true;
  } catch (cause) {
    if (cause instanceof BadSnapshot) return false;
    throw cause;
  }
}

/** Under this name the database that is about to be replaced waits to become a snapshot; it is none yet, for it may still be written. */
const REPLACED = '.replaced';
const replaced = (snapshot: string): string => snapshot + REPLACED;

function mayHaveTwoNames(path: string, second: string): boolean {
  try {
    linkSync(path, second);
    rmSync(second);
    return true;
  } catch {
    // FAT knows no such thing, and some systems forbid it for files of other users.
    return false;
  }
}

/** What an end about the swap has left: the second name of a database that was not replaced goes, of one that was it is a snapshot. */
export function finishSwap(path: string, snapshots: string): void {
  if (!existsSync(snapshots)) return;
  const inUse = statSync(path, { throwIfNoEntry: false });
  for (const name of readdirSync(snapshots).filter(each => each.endsWith(REPLACED))) {
    const second = join(snapshots, name);
    const snapshot = name.slice(0, -REPLACED.length);
    const { ino, dev } = statSync(second);
    if (inUse?.ino === ino && inUse.dev === dev) rmSync(second);
    else if (isSnapshotName(snapshot)) renameSync(second, join(snapshots, snapshot));
  }
  syncPath(snapshots);
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

/**
 * The log of the old file would be taken for one of the new file: everything in it goes into the file first, which then is one that needs no
 * other, as a snapshot is.
 */
function emptyLog(path: string, engine: AnyEngine): void {
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    db.exec(`PRAGMA busy_timeout = ${READER_MS}`);
    const done = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (done.busy !== 0) {
      throw new DatabaseOpenElsewhere(`${path} is read by another program: wait for its end and start again`);
    }
    if (!leavesLog(db)) throw new DatabaseOpenElsewhere(`${path} is open in another program: end that and start again`);
  } finally {
    db.close();
  }
  syncPath(path);
  syncPath(dirname(path));
}

/** @returns false when another connection holds the log */
function leavesLog(db: Db): boolean {
  try {
    return (db.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string }).journal_mode === 'delete';
  } catch (cause) {
    const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
    if (code === 'SQLITE_BUSY' || errcode === SQLITE_BUSY) return false;
    throw cause;
  }
}

const SQLITE_BUSY = 5;
