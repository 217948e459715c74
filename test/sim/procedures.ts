import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/compose/store.ts';
import { type Db, openDb } from '../../src/database/driver.ts';
import { latestOf, migrate, schemaVersion } from '../../src/database/migrate.ts';
import type { Store } from '../../src/domain/domain.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { makeDatabase } from '../domain/database.ts';
import { openLog, populate, T0 } from '../domain/message/log-store.ts';
import { by } from './base.ts';
import { Content, PAGE } from './content.ts';
import type { Image } from './disk.ts';
import type { Machine } from './machine.ts';
import { DATABASE, SNAPSHOTS } from './node-files.ts';
import { isWholeSnapshot } from './snapshots.ts';

/** Migrations that an upgrade has to run here: each takes its part of a second. */
const BEHIND = 2;
const SNAPSHOT = join(SNAPSHOTS, 'waystation-20260304T120000Z-schema1.db');
const TELEGRAMS = 12;

/** Something the program does to its files, from its start to its end. */
export interface Procedure {
  readonly image: Image;
  /** @throws what the program says when it cannot */
  run(machine: Machine): Promise<void>;
  /** What has to hold once it went through. @returns what does not */
  judge(db: Db, machine: Machine): readonly string[];
}

/** Everything that is tried, by name. */
export function procedures(): Readonly<Record<string, Procedure>> {
  const whole = filled();
  const image = imageOf(whole);
  const damaged = Buffer.from(whole);
  // A page in the middle of the tables.
  damaged.fill(0xa5, 40 * PAGE, 44 * PAGE);
  return {
    start: { image, run: machine => using(machine, async () => undefined), judge: db => telegrams(db, TELEGRAMS) },
    migration: { image: imageOf(behind()), run: machine => using(machine, async () => undefined), judge: upgraded },
    commit: {
      image,
      run: machine => using(machine, store => registrations(machine, store)),
      judge: db => [...telegrams(db, TELEGRAMS), ...count(db, 'SELECT count(*) AS n FROM user', 3)],
    },
    snapshot: {
      image,
      run: machine => using(machine, async store => void (await store.snapshot(SNAPSHOT))),
      judge: (db, machine) => [...telegrams(db, TELEGRAMS), ...isWholeSnapshot(machine, SNAPSHOT)],
    },
    recovery: {
      image: new Map([...imageOf(damaged), [SNAPSHOT, Content.of(whole)], [`${DATABASE}.suspect`, new Content()]]),
      run: machine => using(machine, async () => undefined),
      judge: db => telegrams(db, TELEGRAMS),
    },
  };
}

/** Starts the store, and ends it in order whatever happens. */
async function using(machine: Machine, work: (store: Store) => Promise<void>): Promise<void> {
  const settings = { path: DATABASE, engine: machine.engine, synchronous: 'full', snapshots: SNAPSHOTS } as const;
  const store = await openStore({ ...settings, now: machine.now }, { blockMessages: 6 });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function registrations(machine: Machine, store: Store): Promise<void> {
  for (let n = 0; n < 3; n++) {
    const wanted = { email: `${n}@example.org`, password: 'x', requireChange: false, onlyFirst: false };
    // One that was stored before the disk failed is there already.
    const exists = (cause: unknown) => {
      if (!(cause instanceof Error && cause.message.includes('e-mail'))) throw cause;
    };
    await store.write.administrators.create(wanted, { ...by, now: machine.now }).catch(exists);
  }
  await store.write.uplinks.close(machine.now, listenedMs(machine.now));
}

function imageOf(bytes: Uint8Array): Map<string, Content> {
  return new Map([[DATABASE, Content.of(bytes)]]);
}

function inFolder(make: (dir: string) => string): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-sim-'));
  try {
    return readFileSync(make(dir));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** A database of this release with messages. */
function filled(): Buffer {
  return inFolder(dir => {
    const path = join(dir, 'filled.db');
    makeDatabase(path);
    const ends: (() => void)[] = [];
    const scope = { testdir: () => dir, teardown: (end: () => void) => void ends.push(end) };
    const log = openLog(scope as never, path);
    populate(log, 3, 2);
    const copies = Array.from({ length: TELEGRAMS }, (_, n) => ({
      ...{ endpoint: 1 + (n % 3), packetCnt: n, rxNs: BigInt(T0) * 1_000_000n + BigInt(n) },
    }));
    log.write(copies);
    log.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const end of ends) end();
    return path;
  });
}

/** One of a release before, with what was stored then. */
function behind(): Buffer {
  return inFolder(dir => {
    const path = join(dir, 'behind.db');
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
    migrate(db, migrations, migrations.at(-1 - BEHIND)?.id);
    populate({ db }, 3, 2);
    db.close();
    return path;
  });
}

function upgraded(db: Db): string[] {
  const schema = schemaVersion(db);
  return [
    ...(schema === latestOf(migrations) ? [] : [`schema ${schema}`]),
    ...count(db, 'SELECT count(*) AS n FROM endpoint', 3),
    ...count(db, 'SELECT count(*) AS n FROM base_station', 2),
  ];
}

function telegrams(db: Db, wanted: number): string[] {
  return count(db, 'SELECT count(*) AS n FROM message', wanted);
}

function count(db: Db, sql: string, wanted: number): string[] {
  const { n } = db.prepare(sql).get() as { n: number };
  return n === wanted ? [] : [`${n} instead of ${wanted}: ${sql}`];
}
