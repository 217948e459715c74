import { closeSync, copyFileSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { type Db, openDb } from '../../src/database/driver.ts';
import { latestOf } from '../../src/database/migrate.ts';
import { madeMark, prepareDatabase } from '../../src/database/prepare.ts';
import { writeSnapshot } from '../../src/database/snapshot/snapshot.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { contents } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { openLog, populate, T0 } from '../domain/message/log-store.ts';
import { engine } from './engine.ts';

export const PAGE = 4096;
export const ENDPOINTS = 20;
/** Messages in the snapshot, and in the database when it was torn. */
export const THEN = 380;
export const NOW = 780;

export type Scene = Awaited<ReturnType<typeof torn>>;

/** A database that a power cut ended: some of its history is in a snapshot, some was added after it. */
export async function torn(t: Pick<Test, 'teardown'> & { testdir(): string }, snapshot = true) {
  const dir = t.testdir();
  const path = join(dir, 'waystation.db');
  const snapshots = join(dir, 'backups');
  mkdirSync(join(dir, 'before'));
  const log = openLog(t, join(dir, 'before', 'waystation.db'));
  const { db } = log;
  populate(log, ENDPOINTS, 3);
  peers(db);
  const hear = (from: number, to: number) => {
    for (let packetCnt = from; packetCnt < to; packetCnt++) {
      const rxNs = BigInt(T0 + packetCnt * 1000) * 1_000_000n;
      const userData = Buffer.alloc(100, packetCnt);
      const copies = Array.from({ length: ENDPOINTS }, (_, at) => ({ endpoint: at + 1, packetCnt, rxNs, userData }));
      log.write(copies, T0 + packetCnt * 1000);
    }
  };
  hear(1, 20);
  const taken = nextSnapshot(snapshots, T0, latestOf(migrations));
  if (snapshot) await writeSnapshot({ source: log.path, target: taken, engine });
  hear(20, 40);
  db.exec(
    "INSERT INTO downlink (org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by, created_at, line) VALUES (1, 1, 'pending', x'', 0, 0, 0, 9e15, '', '', '', 0, 0)",
  );
  db.exec(
    "INSERT INTO event (uuid, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title) VALUES ('e', '', '', '', '', '', 0, 0, '')",
  );
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(log.path, path);
  writeFileSync(madeMark(path), 'of another boot');
  const options = { path, engine, contents, snapshots, now: T0 + DAY_MS };
  const withReader = <T>(fn: (db: Db) => T): T => {
    const reader = openDb(path, { engine, mode: 'reader' });
    try {
      return fn(reader);
    } finally {
      reader.close();
    }
  };
  return {
    dir,
    path,
    snapshots,
    taken,
    options,
    withReader,
    /** What the next start does first. */
    prepare: (step?: (name: string) => void) => prepareDatabase({ ...options, ...(step && { step }) }),
    rows: (sql: string) =>
      withReader(reader =>
        reader
          .prepare(sql)
          .all()
          .map(row => ({ ...(row as object) })),
      ),
    number: (sql: string) => withReader(reader => Object.values(reader.prepare(sql).get() as object)[0] as number),
    /** Overwrites the page that a table or an index begins with. */
    breakTable(name: string): void {
      const root = withReader(reader => reader.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name));
      overwrite(path, ((root as { rootpage: number }).rootpage - 1) * PAGE, Buffer.alloc(PAGE, 0xff));
    },
  };
}

function peers(db: Db): void {
  db.exec(`INSERT INTO session (id, station, sn_bs_uuid, sn_sc_uuid, version, state, connected_at, last_sc, last_bs)
    VALUES (1, 1, x'01', x'02', '1.0.0', 'active', 1, -7, 9);
    INSERT INTO operation (session, op_id, command, content, created_at) VALUES (1, -7, 'attPrp', x'00', 1);
    INSERT INTO center_session (id, uuid, org, ac_eui, sn_ac_uuid, sn_sc_uuid, version, status, cursor, counted, vendor, model, name,
      sw_version, remote_address, tls_version, cipher_suite, certificate_fingerprint, certificate_subject, connected_at, last_activity_at)
    VALUES (1, 'c', 1, 'ac', x'01', x'02', '1.0.0', 'active', 0, 0, '', '', '', '', '', '', '', '', '', 1, 1);
    INSERT INTO downlink (org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by, created_at, line)
      VALUES (1, 2, 'queued', x'', 0, 0, 0, 9e15, '', '', '', 0, 0);
    INSERT INTO center_operation (session, op_id, seq, receptions) VALUES (1, -1, 1, 1)`);
}

export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}
