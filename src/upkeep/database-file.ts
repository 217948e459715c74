import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config/load.ts';
import { type Db, type Engine, engineOf, openDb } from '../database/driver.ts';
import { mustExist } from '../database/files.ts';
import { readableFrom, schemaVersion } from '../database/migrate.ts';
import { countRows, tablesOf } from '../database/snapshot/snapshot.ts';
import { listSnapshots } from '../database/snapshot/snapshot-files.ts';
import { type InstallationAlert, installationAlerts } from '../domain/alert/installation.ts';
import { type ChainTrouble, checkChains, troubleText } from '../domain/event/audit-check.ts';
import { type StoredTimes, storedTimes } from '../domain/installation/stored-times.ts';
import { migrations } from '../domain/migrations/all.ts';
import type { Finding as Trouble } from '../kit/faults/finding.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { freeBytes, syncPath } from '../kit/folder.ts';
import { present } from '../kit/present.ts';
import type { Clock } from '../kit/time/clock.ts';
import { NO_ROOM, noRoomFinding } from './disk/no-room.ts';
import { giveToOwner } from './owner.ts';

export interface DatabaseStatus {
  readonly path: string;
  readonly schema: number;
  /** The oldest schema whose program may run on it. */
  readonly readable_from: number;
  /** Newest schema this release knows. */
  readonly known_schema: number;
  readonly bytes: number;
  readonly wal_bytes: number;
  readonly page_bytes: number;
  readonly free_pages: number;
  readonly rows: Readonly<Record<string, number>>;
  /** Milliseconds; null while there is none. */
  readonly oldest_message_at: number | null;
  readonly newest_message_at: number | null;
  readonly last_snapshot: { readonly name: string; readonly taken_at: number; readonly bytes: number } | null;
}

/** What a database holds. Reads only, beside a running server or not. */
export function databaseStatus(path: string, engine: Engine, snapshots: string): DatabaseStatus {
  return reading(path, engine, db => {
    const schema = schemaVersion(db);
    const rows = countRows(db);
    const messages = 'message' in rows;
    const [newest] = listSnapshots(snapshots);
    return {
      path,
      schema,
      readable_from: readableFrom(db),
      known_schema: migrations.at(-1)?.id ?? 0,
      bytes: statSync(path).size,
      wal_bytes: sizeOf(`${path}-wal`),
      page_bytes: number(db, 'PRAGMA page_size'),
      free_pages: number(db, 'PRAGMA freelist_count'),
      rows,
      oldest_message_at: messages ? storedAt(db, 'ASC') : null,
      newest_message_at: messages ? storedAt(db, 'DESC') : null,
      last_snapshot: newest ? { name: newest.name, taken_at: newest.takenAt, bytes: newest.bytes } : null,
    };
  });
}

/** What is wrong with the service center by the alerts that are open; nothing in a database of an older release. */
export function openAlertsIn(path: string, engine: Engine): readonly InstallationAlert[] {
  return reading(path, engine, db => (tablesOf(db).includes('alert') ? installationAlerts(db)() : []));
}

/** Whether it is larger than it may be, and cannot be made smaller. */
export function noRoomIn(path: string, engine: Engine): Trouble | undefined {
  return reading(path, engine, db => {
    if (!tablesOf(db).includes('meta')) return undefined;
    const stored = db.prepare('SELECT value FROM meta WHERE key = ?').get(NO_ROOM) as { value: string } | undefined;
    const pages = number(db, 'PRAGMA page_count') - number(db, 'PRAGMA freelist_count');
    return noRoomFinding(stored?.value, pages * number(db, 'PRAGMA page_size'));
  });
}

/** One thing that must be so, and what there is of the contrary. */
export interface Finding {
  readonly check: string;
  /** Empty: it is so. */
  readonly problems: readonly string[];
}

/** A file of this size is read in a few seconds from a memory card. */
const QUICK_BYTES = 128 * 1024 * 1024;

/** More of one kind say nothing new. */
const MAX_PROBLEMS = 10;

/** What must be so in every database, besides what SQLite checks: each query gives one row of text per mistake. */
const INVARIANTS: readonly { check: string; tables: readonly string[]; sql: string }[] = [
  {
    check: 'one default organization',
    tables: ['organization'],
    sql: `SELECT count(*) || ' default organizations' FROM organization WHERE is_default = 1 HAVING count(*) <> 1`,
  },
  {
    check: 'messages belong to endpoints',
    tables: ['message', 'endpoint'],
    sql: `SELECT 'message ' || m.seq || ' is of endpoint ' || m.endpoint || ', which is not there' FROM message m
      LEFT JOIN endpoint e ON e.id = m.endpoint WHERE m.endpoint <> 0 AND e.id IS NULL`,
  },
  {
    check: 'no place of the log is taken twice',
    tables: ['message', 'late_reception', 'notice', 'integration_notice', 'downlink'],
    // From the short tables into the long one: nothing of its length is sorted or kept in memory.
    sql: `SELECT 'place ' || o.seq || ' is taken by a message and by a ' || o.kind FROM (
        SELECT seq, 'late copy' AS kind FROM late_reception UNION ALL SELECT seq, 'notice' FROM notice
        UNION ALL SELECT seq, 'notice of integrations' FROM integration_notice
        UNION ALL SELECT feed_seq, 'downlink' FROM downlink WHERE feed_seq IS NOT NULL) o JOIN message m ON m.seq = o.seq`,
  },
  {
    check: 'blocks of the log do not overlap',
    tables: ['block'],
    sql: `SELECT 'block ' || b.first_seq || ' begins inside of ' || a.first_seq FROM block a JOIN block b
      ON b.first_seq = (SELECT min(first_seq) FROM block WHERE first_seq > a.first_seq) WHERE b.first_seq <= a.last_seq`,
  },
  {
    check: 'postings count what they list',
    tables: ['posting', 'block'],
    sql: `SELECT 'posting ' || p.kind || '/' || p.key || ' of block ' || p.block || ' has no block' FROM posting p
      LEFT JOIN block b ON b.first_seq = p.block WHERE b.first_seq IS NULL OR p.count < 1`,
  },
  {
    check: 'a downlink has a final state when it is over',
    tables: ['downlink'],
    sql: `SELECT 'downlink ' || que_id || ' is over and ' || state FROM downlink
      WHERE finished_at IS NOT NULL AND state IN ('pending', 'dispatched', 'queued', 'revoking')`,
  },
  {
    check: 'a base station has one session at most',
    tables: ['session'],
    sql: `SELECT 'base station ' || station || ' has ' || count(*) || ' open sessions' FROM session
      WHERE state = 'active' GROUP BY station HAVING count(*) > 1`,
  },
];

/**
 * Reads all of a database and reports what is wrong with it, check by check. Takes as long as the file is large.
 * @param progress the check that comes next
 */
export function checkDatabase(
  path: string,
  engine: Engine,
  progress: (check: string, done: number, of: number) => void,
): Finding[] {
  return reading(path, engine, db => {
    const tables = new Set(tablesOf(db));
    const invariants = INVARIANTS.filter(each => each.tables.every(table => tables.has(table)));
    const checks: { check: string; run(): string[] }[] = [
      {
        check: 'pages, rows and indexes',
        run: () => texts(db, `PRAGMA integrity_check(${MAX_PROBLEMS})`).filter(text => text !== 'ok'),
      },
      { check: 'references between tables', run: () => strayRows(db) },
      ...(tables.has('audit_chain')
        ? [{ check: 'audit events are as they were stored', run: () => chainProblems(db) }]
        : []),
      ...invariants.map(({ check, sql }) => ({ check, run: () => texts(db, `${sql} LIMIT ${MAX_PROBLEMS}`) })),
    ];
    return checks.map(({ check, run }, done) => {
      progress(check, done, checks.length);
      return { check, problems: attempt(run) };
    });
  });
}

/** @returns the schema version of a database file, and the oldest whose program may run on it */
export function schemaOf(path: string, engine: Engine): { readonly schema: number; readonly readable_from: number } {
  return reading(path, engine, db => ({ schema: schemaVersion(db), readable_from: readableFrom(db) }));
}

/** When a service began to use a database, by its clock then (milliseconds); undefined: none has yet, or the file cannot be asked. */
export function begunAt(path: string, engine: Engine): number | undefined {
  try {
    return reading(path, engine, db => {
      const row = db.prepare('SELECT min(created_at) AS at FROM organization').get() as { at: number | null };
      return row.at ?? undefined;
    });
  } catch {
    // The checks of the file say what is wrong with it.
    return undefined;
  }
}

/** What a database file knows of the time of day; nothing when there is none, or one that cannot be asked. */
export function timesIn(path: string, engine: Engine): StoredTimes {
  const nothing = { committed: 0, witnessed: 0, doubt: undefined };
  if (!existsSync(path)) return nothing;
  try {
    return reading(path, engine, db => storedTimes(db)());
  } catch {
    // The checks of the file say what is wrong with it.
    return nothing;
  }
}

/** The EUI of the service center; undefined before the first start. */
export function scEuiOf({ service_center, store }: Config): string | undefined {
  if (service_center.eui || !existsSync(store.path)) return service_center.eui;
  return reading(store.path, engineOf(store.engine), db => {
    if (!tablesOf(db).includes('meta')) return undefined;
    const row = db.prepare("SELECT value FROM meta WHERE key = 'sc_eui'").get() as { value: string } | undefined;
    return row?.value;
  });
}

/** Whether the service knows a certificate of a peer: one that it has issued, or that was shown to it. */
export function knowsCertificateOf({ store }: Config, eui: string): boolean {
  if (!present(store.path)) return false;
  return reading(store.path, engineOf(store.engine), db => {
    if (!tablesOf(db).includes('certificate')) return false;
    return db.prepare('SELECT 1 AS found FROM certificate WHERE eui = ? LIMIT 1').get(eui) !== undefined;
  });
}

/** How far a quick check got in its time. */
export interface QuickCheck {
  /** The first that is wrong. */
  readonly problem: string | undefined;
  readonly checked: number;
  readonly of: number;
}

/** Tables that grow without end: they come last. */
const LONG_TABLES = ['event', 'posting', 'message'];

/** Checks a database table by table, and begins no further table when the time is over (milliseconds). */
export function quickCheck(path: string, engine: Engine, clock: Pick<Clock, 'monotonic'>, ms: number): QuickCheck {
  const begun = clock.monotonic();
  try {
    return reading(path, engine, db => {
      const tables = tablesOf(db).sort((a, b) => LONG_TABLES.indexOf(a) - LONG_TABLES.indexOf(b));
      let checked = 0;
      for (const table of tables) {
        // One call reads a whole table and cannot be ended: the longest is left out of what is large.
        const long = LONG_TABLES.includes(table) && statSync(path).size > QUICK_BYTES;
        if (long || clock.monotonic() - begun > ms) continue;
        const [found] = texts(db, `PRAGMA quick_check("${table}")`);
        if (found !== 'ok') return { problem: found ?? 'no answer', checked, of: tables.length };
        checked += 1;
      }
      return { problem: undefined, checked, of: tables.length };
    });
  } catch (cause) {
    return { problem: reasonOf(cause), checked: 0, of: 0 };
  }
}

export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** What a compacted copy is called until it takes over. */
const COMPACT = '.compact';

/**
 * Writes a database anew without its free pages. The caller has the data directory for itself; a kill leaves the old or
 * the new file.
 * @throws Error with one sentence; the database is as it was then
 */
export function compactDatabase(path: string, engine: Engine): Compacted {
  const copy = path + COMPACT;
  rmSync(copy, { force: true });
  const { bytes, needed } = measure(path, engine);
  const room = freeBytes(dirname(path));
  if (room < needed) {
    const [free, wanted] = [room, needed].map(each => Math.ceil(each / 1e6));
    throw new Error(
      `${dirname(path)} has ${free} MB of free space, and a compacted copy needs ${wanted}: make room first`,
    );
  }
  try {
    const rows = reading(path, engine, db => {
      // SQLite would let every user read it.
      closeSync(openSync(copy, 'wx', 0o600));
      db.prepare('VACUUM INTO ?').run(copy);
      return countRows(db);
    });
    verifyCopy(copy, engine, rows);
    giveToOwner(copy);
    syncPath(copy);
    // Everything of the log is in the copy; left behind it would be taken for the new file's.
    endLog(path, engine);
    renameSync(copy, path);
    syncPath(dirname(path));
    return { bytesBefore: bytes, bytesAfter: statSync(path).size };
  } finally {
    rmSync(copy, { force: true });
  }
}

function measure(path: string, engine: Engine) {
  return reading(path, engine, db => {
    const pages = number(db, 'PRAGMA page_count') - number(db, 'PRAGMA freelist_count');
    const bytes = statSync(path).size + sizeOf(`${path}-wal`);
    return { bytes, needed: pages * number(db, 'PRAGMA page_size') };
  });
}

function verifyCopy(copy: string, engine: Engine, rows: Readonly<Record<string, number>>): void {
  const db = openDb(copy, { engine, mode: 'upkeep' });
  try {
    const [problem] = texts(db, 'PRAGMA integrity_check(1)').filter(text => text !== 'ok');
    const found = countRows(db);
    const wrong = problem ?? Object.keys(rows).find(table => rows[table] !== found[table]);
    if (wrong !== undefined)
      throw new Error(`the compacted copy is not like the database (${wrong}): nothing was changed`);
  } finally {
    db.close();
  }
}

function endLog(path: string, engine: Engine): void {
  const db = openDb(path, { engine, mode: 'upkeep' });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** @throws Error where there is no database */
function reading<T>(path: string, engine: Engine, use: (db: Db) => T): T {
  mustExist(path);
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

function attempt(run: () => string[]): string[] {
  try {
    return run();
  } catch (cause) {
    // A damaged file ends a query; that is what was to be found out.
    return [reasonOf(cause)];
  }
}

/** Gaps that were noted when the database was put together are known: nothing is wrong with it now. */
function chainProblems(db: Db): string[] {
  let troubles: readonly ChainTrouble[] = [];
  for (const looked of checkChains(db)) troubles = looked.troubles;
  return troubles.filter(({ notedAt }) => notedAt === undefined).map(troubleText);
}

function strayRows(db: Db): string[] {
  const rows = db.prepare('SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?').all(MAX_PROBLEMS) as {
    table: string;
    rowid: number | null;
    parent: string;
  }[];
  return rows.map(({ table, rowid, parent }) => `${table} ${rowid ?? ''} refers to a ${parent} that is not there`);
}

function texts(db: Db, sql: string): string[] {
  return (db.prepare(sql).all() as Record<string, unknown>[]).map(row => String(Object.values(row)[0]));
}

function number(db: Db, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() as Record<string, number>)[0]);
}

function storedAt(db: Db, order: 'ASC' | 'DESC'): number | null {
  const row = db.prepare(`SELECT stored_at FROM message ORDER BY seq ${order} LIMIT 1`).get() as
    | { stored_at: number }
    | undefined;
  return row?.stored_at ?? null;
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
