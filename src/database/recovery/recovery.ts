import { constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileTrouble } from '../../kit/faults/file-trouble.ts';
import { freeBytes, syncPath } from '../../kit/folder.ts';
import type { Contents } from '../contents.ts';
import { type AnyEngine, type Db, openDb, withReader } from '../driver.ts';
import { replaceFile, touch } from '../files.ts';
import { isUsable, latestOf, migrate, schemaVersion } from '../migrate.ts';
import { BadSnapshot, verifySnapshot } from '../snapshot/snapshot.ts';
import { listSnapshots, timeText } from '../snapshot/snapshot-files.ts';
import { StoreUnusable } from '../sqlite-error.ts';
import type { Recovered } from './recovered.ts';
import { removeOrphans, type Salvage, salvage } from './salvage.ts';
import { ASIDE, setAsides } from './set-aside.ts';

export interface RecoveryOptions {
  readonly path: string;
  readonly engine: AnyEngine;
  readonly contents: Contents;
  readonly snapshots: string;
  readonly now: number;
  /** Why it cannot be used as it is. */
  readonly why: string;
  /** Called with the name of each step before it; what it throws ends the recovery there, as a kill would. */
  readonly step?: (name: string) => void;
}

/** Ends the name of the database that is put together; it means nothing until it has the database's own name. */
const NEW = '.recovery';
/** What a database may grow by while it is put together. */
const SPARE_FACTOR = 2;
/** In which the system counts what a file takes. */
const BLOCK_BYTES = 512;

/**
 * Puts a usable database in the place of a damaged one, which is kept under another name: the newest snapshot that is
 * good, and what is whole in the damaged file. The caller has the database for itself. Whenever this ends, the damaged files are
 * all there, and the next start goes on.
 */
export function recover(options: RecoveryOptions): Recovered {
  const { path, now, step = () => {} } = options;
  removeNew(path);
  const aside = finishAside(path);
  const damaged = existsSync(path) ? path : aside;
  const setAsideAs = damaged === path ? freeName(path, now) : aside;
  const found = buildWithRoom(options, damaged, setAsideAs);
  step('aside');
  if (damaged === path && setAsideAs !== undefined) setAside(path, setAsideAs, step);
  step('swap');
  replaceFile(path + NEW, path);
  step('done');
  return found;
}

/** @throws StoreUnusable that says what is missing, where the disk has no room */
function buildWithRoom(options: RecoveryOptions, damaged: string | undefined, aside: string | undefined): Recovered {
  try {
    return build(options, damaged, aside);
  } catch (cause) {
    const { path, snapshots } = options;
    const room = fileTrouble(cause) === 'full' ? recoveryRoom(path, snapshots) : undefined;
    if (!room) throw cause;
    const sentence = `it is damaged, and a whole one cannot be put together beside it and its snapshot: that ${roomLacking(room)}; make room there and start again`;
    throw new StoreUnusable(path, 'full', cause, sentence);
  }
}

/** What putting a database together takes on its disk, bytes. */
export interface RecoveryRoom {
  readonly folder: string;
  readonly needed: number;
  /** With what goes there to make room for it. */
  readonly obtainable: number;
}

/** What it would take now; undefined without a snapshot: then there is only what is whole in the damaged file. */
export function recoveryRoom(path: string, snapshots: string): RecoveryRoom | undefined {
  const [newest, ...older] = listSnapshots(snapshots);
  if (!newest) return undefined;
  const folder = dirname(path);
  const { dev } = statSync(folder);
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false });
  const others = [...older.map(each => each.path), ...setAsides(path).slice(1)].flatMap(file => {
    const found = sizeOf(file);
    return found?.dev === dev ? [found.blocks * BLOCK_BYTES] : [];
  });
  // The copy of the snapshot grows by what is whole in the damaged file, which is about as large.
  const needed = Math.max(sizeOf(newest.path)?.size ?? 0, sizeOf(path)?.size ?? 0);
  return { folder, needed, obtainable: others.reduce((sum, bytes) => sum + bytes, freeBytes(folder)) };
}

/** What is said of too little. */
export function roomLacking({ folder, needed, obtainable }: RecoveryRoom): string {
  return `needs ${Math.ceil(needed / 1e6)} MB in ${folder}, ${Math.floor(obtainable / 1e6)} MB are free or can be made free`;
}

/** Puts the new database together; when what is left of the damaged one stands in the way, without it. */
function build(options: RecoveryOptions, damaged: string | undefined, setAsideAs: string | undefined): Recovered {
  try {
    return putTogether(options, damaged, setAsideAs);
  } catch (cause) {
    removeNew(options.path);
    const trouble = fileTrouble(cause);
    const surroundings = trouble !== undefined && trouble !== 'damaged';
    if (damaged === undefined || surroundings) throw cause;
    return putTogether(options, undefined, setAsideAs);
  }
}

function putTogether(options: RecoveryOptions, damaged: string | undefined, setAsideAs: string | undefined): Recovered {
  const { path, engine, now, why, step = () => {} } = options;
  const copy = path + NEW;
  step('base');
  const base = putBase(options, copy);
  step('salvage');
  const db = openDb(copy, { engine, mode: 'upkeep' });
  try {
    // Whatever ends this, the file is thrown away; its bytes are synced before it gets the name.
    db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
    // Of a new database only; must come before its first table.
    if (base.snapshot === undefined) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    const saved = damaged === undefined ? undefined : salvageFrom(damaged, db, options, base.snapshot !== undefined);
    migrate(db, options.contents.migrations);
    db.exec('PRAGMA foreign_keys = OFF');
    const found = { why, aside: setAsideAs, ...base, salvage: saved };
    db.atomic(() => {
      removeOrphans(db);
      options.contents.settle(db, found, now);
    });
    const [checked] = db.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
    if (checked?.integrity_check !== 'ok') throw new Error(`put together wrong: ${checked?.integrity_check}`);
    return found;
  } finally {
    db.close();
  }
}

export function removeNew(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + NEW + suffix, { force: true });
}

/** A recovery may have ended between the names: the log of a file that is aside belongs beside it. */
function finishAside(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const [aside] = setAsides(path);
  if (aside !== undefined) moveLog(path, aside);
  return aside;
}

function freeName(path: string, now: number): string {
  let name = path + ASIDE + timeText(now);
  for (let n = 2; existsSync(name); n++) name = `${path}${ASIDE}${timeText(now)}-${n}`;
  return name;
}

/** The file goes first: a log without its file is found and follows it, a file without its log would be taken for whole. */
function setAside(path: string, aside: string, step: (name: string) => void): void {
  renameSync(path, aside);
  syncPath(dirname(path));
  step('aside, log');
  moveLog(path, aside);
  syncPath(dirname(path));
}

/** A log or a journal that was left beside the name would be taken for one of the database that gets it. */
function moveLog(path: string, aside: string): void {
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(path + suffix) && !existsSync(aside + suffix)) renameSync(path + suffix, aside + suffix);
  }
  rmSync(`${path}-shm`, { force: true });
}

/** The newest good snapshot as a file of its own, or an empty database. */
function putBase({ engine, contents, snapshots }: RecoveryOptions, copy: string) {
  const rejected: string[] = [];
  const known = latestOf(contents.migrations);
  for (const { path, name, schema } of listSnapshots(snapshots)) {
    try {
      const { bytes } = verifySnapshot(path, engine);
      if (schema > known && !withReader(path, engine, db => isUsable(db, known))) continue;
      freeSpace(copy, path, bytes);
      copyFileSync(path, copy, constants.COPYFILE_FICLONE);
      return { snapshot: name, rejected };
    } catch (cause) {
      if (!(cause instanceof BadSnapshot)) throw cause;
      rejected.push(name);
    }
  }
  touch(copy);
  return { snapshot: undefined, rejected };
}

/**
 * A disk that damages files again and again must not be full of them, nor of snapshots: where space is needed, damaged files but the newest
 * go, then snapshots but the one that was found whole, the oldest first.
 */
function freeSpace(copy: string, base: string, bytes: number): void {
  const asides = setAsides(copy.slice(0, -NEW.length)).slice(1);
  const snapshots = listSnapshots(dirname(base)).map(({ path }) => path);
  const { dev } = statSync(dirname(copy));
  const others = [...snapshots.filter(path => path !== base && statSync(path).dev === dev), ...asides];
  while (freeBytes(dirname(copy)) < bytes * SPARE_FACTOR) {
    const oldest = others.pop();
    if (oldest === undefined) return;
    for (const suffix of ['', '-wal']) rmSync(oldest + suffix, { force: true });
  }
}

function salvageFrom(
  damaged: string,
  onto: Db,
  { engine, contents: { migrations, salvaged } }: RecoveryOptions,
  hasRows: boolean,
): Salvage | undefined {
  // SQLite throws the log of an empty file away.
  if (statSync(damaged).size === 0) return undefined;
  try {
    return withReader(damaged, engine, from => {
      const schema = schemaVersion(from);
      const base = schemaVersion(onto);
      // A file of an unknown schema says nothing this release understands; of a newer one it makes no tables, but a snapshot may have them.
      if (schema === 0 || schema < base || (schema > latestOf(migrations) && schema !== base)) return undefined;
      if (schema > base) migrate(onto, migrations, schema);
      onto.exec('PRAGMA foreign_keys = OFF');
      return salvage(from, damaged, onto, hasRows, salvaged);
    });
  } catch (cause) {
    if (fileTrouble(cause) !== 'damaged') throw cause;
    return undefined;
  }
}
