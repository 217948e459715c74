import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileTrouble } from '../kit/faults/file-trouble.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { syncPath } from '../kit/folder.ts';
import type { Contents } from './contents.ts';
import { type AnyEngine, type Db, openDb, withReader } from './driver.ts';
import { touch } from './files.ts';
import { isUsable, latestOf, schemaVersion } from './migrate.ts';
import type { Recovered } from './recovery/recovered.ts';
import { recover, removeNew } from './recovery/recovery.ts';
import { setAsides } from './recovery/set-aside.ts';
import { BadSnapshot, tablesOf } from './snapshot/snapshot.ts';
import { listSnapshots, removeUnfinished } from './snapshot/snapshot-files.ts';
import { StoreUnusable, unusable } from './sqlite-error.ts';
import { type FailedUpgrade, finishSwap, removeCopy, takeFailedUpgrade, type Upgraded, upgrade } from './upgrade.ts';

export interface PrepareOptions {
  readonly path: string;
  readonly engine: AnyEngine;
  readonly contents: Contents;
  /** Folder of the snapshots; need not exist. */
  readonly snapshots: string;
  readonly now: number;
  /** Called with the name of each step before it; what it throws ends the preparation there, as a kill would. */
  readonly step?: (name: string) => void;
}

/** What had to be done before the database could be used; nothing in it after an ordinary start. */
export interface Prepared {
  readonly recovered?: Recovered;
  readonly upgraded?: Upgraded;
  /** An upgrade that an earlier start had tried. */
  readonly failedUpgrade?: FailedUpgrade;
}

/** Lies beside a database that has been in use: when that is gone or empty, it is not a first start. Holds the boot id of then. */
export const madeMark = (path: string): string => `${path}.made`;
/** Lies beside a database that failed while it was in use: its file is checked at the next start. */
export const suspectMark = (path: string): string => `${path}.suspect`;

/**
 * Makes sure that there is a database of this release's schema that can be used: recovers a damaged one, migrates an older
 * one, leaves a new one to be made. The caller has the database for itself (operations 5).
 * @throws SchemaRefused, StoreUnusable: one sentence each
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Prepared> {
  const { path, snapshots } = options;
  try {
    removeUnfinished(snapshots);
    finishSwap(path, snapshots);
    takeBackUnfinished(options);
    const why = damageOf(options);
    let recovered = why === undefined ? undefined : recover({ ...options, why });
    rmSync(suspectMark(path), { force: true });
    removeNew(path);
    removeCopy(path);
    touch(path);
    let upgraded: Upgraded | undefined;
    try {
      if (statSync(path).size > 0) upgraded = await upgrade({ ...options, migrations: options.contents.migrations });
    } catch (cause) {
      // An upgrade reads all of the database, and may be the first to do so in a long time.
      if (recovered !== undefined || !(cause instanceof BadSnapshot)) throw cause;
      recovered = recover({ ...options, why: reasonOf(cause) });
    }
    const failedUpgrade = takeFailedUpgrade(path);
    return { ...(recovered && { recovered }), ...(upgraded && { upgraded }), ...(failedUpgrade && { failedUpgrade }) };
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/**
 * A loss of power while a database took its form (a first start, an upgrade) leaves a journal: only a connection that may write takes
 * back what is half done, and all others find the file unreadable until then.
 */
function takeBackUnfinished({ path, engine }: PrepareOptions): void {
  if (!existsSync(path) || !existsSync(`${path}-journal`)) return;
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    schemaVersion(db);
  } catch (cause) {
    // Whoever looks at the file says what is wrong with it.
    if (fileTrouble(cause) !== 'damaged') throw cause;
  } finally {
    db.close();
  }
}

/** Why the database cannot be used; undefined when it can, or there is none yet. */
function damageOf({ path, engine, contents, snapshots }: PrepareOptions): string | undefined {
  const known = () => existsSync(madeMark(path)) || listSnapshots(snapshots).length > 0 || setAsides(path).length > 0;
  if (!existsSync(path)) return known() ? 'the file was gone' : undefined;
  if (!statSync(path).isFile()) throw new StoreUnusable(path, 'closed', undefined);
  // Whatever is in its log: SQLite throws that of an empty file away.
  if (statSync(path).size === 0) return known() ? 'the file was empty' : undefined;
  try {
    return withReader(path, engine, db => {
      // A file that was made has its schema's version in its first page, whatever became of the tables.
      const made = schemaVersion(db) > 0 || known();
      if (tablesOf(db).length === 0) return made ? 'there were no tables in it' : undefined;
      // Of tables that this release cannot use nothing is known; it is refused later.
      const check = isUsable(db, latestOf(contents.migrations)) ? checkFor(db, path, contents) : undefined;
      if (check === undefined) return undefined;
      const [first] = db.prepare(check).all() as object[];
      const found = String(Object.values(first ?? { none: 'no answer' })[0]);
      return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ');
    });
  } catch (cause) {
    if (fileTrouble(cause) === 'damaged') return reasonOf(cause);
    throw cause;
  }
}

/** The database is about to be written. */
export function markInUse(path: string): void {
  const mark = madeMark(path);
  const known = existsSync(mark);
  if (known && readFileSync(mark, 'utf8') === bootId()) return;
  writeFileSync(mark, bootId(), { mode: 0o600 });
  if (known) return;
  syncPath(mark);
  syncPath(dirname(path));
}

/** Names the time since the machine was switched on; empty where the system does not say. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    return '';
  }
}

/**
 * How the file is checked. That takes long with a long history, so only when the service did not end in order; and not when
 * the machine has run ever since, for the end of a process tears no file.
 */
function checkFor(db: Db, path: string, contents: Contents): string | undefined {
  if (existsSync(suspectMark(path))) return 'PRAGMA integrity_check(1)';
  if (contents.endedInOrder(db)) return undefined;
  const mark = madeMark(path);
  const boot = bootId();
  const sameBoot = boot !== '' && existsSync(mark) && readFileSync(mark, 'utf8') === boot;
  return sameBoot ? undefined : 'PRAGMA quick_check(1)';
}
