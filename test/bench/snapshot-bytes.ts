/**
 * How much daily snapshots write: a long history of endpoints that report every minute (days that are copies of one that the store has written),
 * then days of 72,000 uplinks with retention behind them, and a snapshot each day. The first ones, which are whole in any case, are copies of the file. Usage: node test/bench/snapshot-bytes.ts [--mb 200] [--days 6] [--keep 2] [--engine better-sqlite3|node:sqlite] [--dir DIR]
 * DIR takes three times the size of the database, and more with a higher --keep. Ends with 1 when a snapshot wrote more than the day's uplinks.
 */
import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../../src/cli/api.ts';
import { openStore } from '../../src/compose/store.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { latestOf, schemaVersion } from '../../src/database/migrate.ts';
import { nextSnapshot } from '../../src/database/snapshot/snapshot-files.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { createLog } from '../../src/kit/log.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { Snapshots } from '../../src/upkeep/backup/snapshots.ts';
import { Retention } from '../../src/upkeep/disk/retention.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { buildHistory } from './rig/build-history.ts';
import { startCenterProcess } from './rig/process.ts';
import { endpointEui, stationEui } from './rig/rig.ts';

const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '200' },
    days: { type: 'string', default: '6' },
    keep: { type: 'string', default: '2' },
    engine: { type: 'string', default: 'better-sqlite3' },
    dir: { type: 'string' },
  },
});
const ENGINE = options.engine as Engine;
const BYTES = Number(options.mb) * 1e6;
const KEEP = Number(options.keep);
const A_DAY = 72_000;
/** What an uplink among many writes, see docs/sizing.md. */
const UPLINK_BYTES = 1520;
const SHAPE = { stations: 4, endpoints: 50, heardTwiceEvery: 3 };
const T0 = Date.UTC(2026, 0, 1);

const work = mkdtempSync(join(options.dir ?? tmpdir(), 'waystation-snapshot-bytes-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const path = join(work, 'data', 'waystation.db');
const backups = join(work, 'backups');
const silent = await createLog({ level: 'silent', format: 'json' });

await register();
mkdirSync(backups);
let day = 0;
oneMoreDay();
copyDay();
const history = day;
console.log(`${size()} MB after ${history} days of ${A_DAY} uplinks, ${ENGINE}, ${KEEP} snapshots kept`);
for (let n = 1; n <= KEEP + Number(options.days); n++) {
  oneMoreDay();
  await retain();
  if (n <= KEEP) copyWhole();
  else await snapshot(n - KEEP);
}

function oneMoreDay(): void {
  const after = { telegrams: day * A_DAY, at: T0 + day * DAY_MS };
  buildHistory(path, ENGINE, { ...SHAPE, messages: A_DAY, days: 1, after });
  day++;
}

/** Puts copies of the day that there is behind it, row by row, until the database is as large as it is to be. */
function copyDay(): void {
  const db = openDb(path, { engine: ENGINE, mode: 'writer', synchronous: 'normal' });
  const { last } = db.prepare('SELECT max(last_seq) AS last FROM block').get() as { last: number };
  // What no block has yet is not copied.
  db.exec(`DELETE FROM message WHERE seq > ${last}`);
  const columnsOf = (table: string) =>
    (db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]).map(({ name }) => name);
  const copy = (table: string, moved: Readonly<Record<string, string>>, which: string) => {
    const columns = columnsOf(table).filter(name => moved[name] !== '');
    const wrong = Object.keys(moved).filter(name => !columnsOf(table).includes(name));
    if (wrong.length > 0) throw new Error(`${table} has no ${wrong}`);
    const values = columns.map(name => (moved[name] === undefined ? name : `${name} + ${moved[name]}`));
    db.exec(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${which}`);
  };
  const hours = `start_at < ${T0 + DAY_MS}`;
  while (statSync(path).size < BYTES) {
    const [seqs, ms, ns] = [`${last * day}`, `${DAY_MS * day}`, `${DAY_MS * day}000000`];
    db.atomic(() => {
      copy('message', { seq: seqs, rx_time_ns: ns, arrived_at: ms, stored_at: ms }, `seq <= ${last}`);
      const range = { first_seq: seqs, last_seq: seqs, min_rx_ns: ns, max_rx_ns: ns, sealed_at: ms };
      copy('block', range, `first_seq <= ${last}`);
      copy('posting', { block: seqs }, `block <= ${last}`);
      copy('activity', { id: '', start_at: ms }, hours);
    });
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    day++;
  }
  db.close();
}

/** What a service does with what is too old at the end of a day. */
async function retain(): Promise<void> {
  const now = T0 + day * DAY_MS;
  const clock = new ManualClock(now);
  const store = await openStore({ path, engine: ENGINE, synchronous: 'normal', snapshots: backups });
  const retention = new Retention({
    ...{ clock, log: silent, store, lastTime: now, duplicateWindowMs: 300_000, logBytes: () => 0 },
    settings: {
      ...{ messages_days: history, events_days: 30, audit_days: 730, alerts_days: 365 },
      ...{ value_hours_days: 90, figures_days: 1096, max_database_mb: 0 },
    },
  });
  let over = false;
  const ran = retention.run().finally(() => {
    over = true;
  });
  while (!over) {
    await clock.advance(1000);
    await new Promise(setImmediate);
  }
  await ran;
  await store.close();
}

/** A snapshot as the service makes one where it has none to make it of: the same pages. */
function copyWhole(): void {
  const db = openDb(path, { engine: ENGINE, mode: 'writer', synchronous: 'normal' });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const schema = schemaVersion(db);
  db.close();
  const target = nextSnapshot(backups, T0 + day * DAY_MS, schema);
  copyFileSync(path, target, constants.COPYFILE_FICLONE);
  const copy = openDb(target, { engine: ENGINE, mode: 'upkeep' });
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
}

/** The snapshot of a day. */
async function snapshot(n: number): Promise<void> {
  const clock = new ManualClock(T0 + day * DAY_MS);
  const store = await openStore({ path, engine: ENGINE, synchronous: 'normal', snapshots: backups });
  const begun = performance.now();
  let written = 0;
  const schema = latestOf(migrations);
  const snapshots = new Snapshots({
    ...{ clock, log: silent, database: path, dir: backups, keep: KEEP, schema, scEui: '0011223344556677' },
    store: {
      async snapshot(...args) {
        const report = await store.snapshot(...args);
        written = report.written;
        return report;
      },
    },
    raise: async () => true,
    spare: async () => Number.MAX_SAFE_INTEGER,
  });
  await snapshots.take();
  if (snapshots.finding) throw new Error(snapshots.finding.text);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await store.close();
  const part = ((100 * written) / (A_DAY * UPLINK_BYTES)).toFixed(0);
  if (written > A_DAY * UPLINK_BYTES) process.exitCode = 1;
  console.log(
    `day ${n}: ${size()} MB, ${(written / 1e6).toFixed(1)} MB written in ${seconds} s, ${part} % of the uplinks' ${((A_DAY * UPLINK_BYTES) / 1e6).toFixed(0)} MB`,
  );
}

function size(): string {
  return (statSync(path).size / 1e6).toFixed(0);
}

async function register(): Promise<void> {
  const center = await startCenterProcess(join(work, 'data'), {
    ...{ PLATFORM_STORE_ENGINE: ENGINE, PLATFORM_LIMITS_REQUESTS_PER_S: '0', PLATFORM_BACKUP_KEEP: '0' },
  });
  const api = openApi(center.ports.gateway);
  for (let i = 1; i <= SHAPE.stations; i++) {
    await api.call('CreateBaseStation', { base_station: { bs_eui: stationEui(i), name: `station ${i}` } });
  }
  for (let i = 1; i <= SHAPE.endpoints; i++) {
    const endpoint = { ep_eui: endpointEui(i), name: `endpoint ${i}`, nwk_key: '01'.repeat(16), pre_attach: true };
    await api.call('CreateEndPoint', { endpoint });
  }
  api.close();
  center.kill('SIGTERM');
  await center.exited;
}
