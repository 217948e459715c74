/**
 * Whether a database stays under its cap for years: fills it day by day with what endpoints leave behind, of all tables that grow by
 * themselves, and has retention run after each. Ends with 1 when it was above the cap after a run, when a message of the newest 30 days was
 * gone, or when something was there after its age.
 * Usage: node test/bench/room.ts [--years 10] [--endpoints 500] [--cap-mb 60] [--per-day 2] [--payload 24]
 * [--receptions 48] [--figures-days 1096] [--dir DIR]; payload and receptions are the bytes of both in a message.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '../../src/database/driver.ts';
import { type Domain, domain, type Store } from '../../src/domain/domain.ts';
import { tables } from '../../src/domain/retention/tables.ts';
import { createLog } from '../../src/kit/log.ts';
import { type Clock, credibleMs, type Timer } from '../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { NO_ROOM } from '../../src/upkeep/disk/no-room.ts';
import { Retention, type RetentionSettings } from '../../src/upkeep/disk/retention.ts';
import { openEmpty } from '../domain/database.ts';

const { values: options } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    endpoints: { type: 'string', default: '500' },
    'cap-mb': { type: 'string', default: '60' },
    'per-day': { type: 'string', default: '2' },
    payload: { type: 'string', default: '24' },
    receptions: { type: 'string', default: '48' },
    'figures-days': { type: 'string', default: '1096' },
    dir: { type: 'string', default: tmpdir() },
  },
});
const YEARS = Number(options.years);
const ENDPOINTS = Number(options.endpoints);
const CAP_MB = Number(options['cap-mb']);
const PER_DAY = Number(options['per-day']);
const WIDTH = { payload: Number(options.payload), receptions: Number(options.receptions) };
const FIRST = Date.UTC(2026, 0, 1);
const DAYS = Math.round(YEARS * 365.25);
const MB = 2 ** 20;
const KEPT_DAYS = 30;
/** So often it is looked for the messages of those days: one that is gone is missed at the next look, too. */
const LOOKED_AT = 10;

const SETTINGS: RetentionSettings = {
  ...{ messages_days: 90, events_days: 30, audit_days: 730, alerts_days: 365, value_hours_days: 90 },
  ...{ figures_days: Number(options['figures-days']), max_database_mb: CAP_MB },
};
/** What is counted at the end, and how old it may be: a day more where it goes by whole blocks, or hours. */
const AGES: Readonly<Record<string, { readonly at: string; readonly days: number }>> = {
  message: { at: 'min(stored_at)', days: 92 },
  activity: { at: 'min(start_at)', days: SETTINGS.figures_days + 2 },
  value_day: { at: `min(id) / 4294967296 * ${DAY_MS}`, days: SETTINGS.figures_days + 2 },
  decode_failure: { at: 'min(start_at)', days: SETTINGS.figures_days + 2 },
  center_count: { at: 'min(start_at)', days: SETTINGS.figures_days + 2 },
  event: { at: "min(CASE WHEN category <> 'audit' THEN stored_at END)", days: SETTINGS.events_days + 2 },
  rule_execution: { at: 'min(stored_at)', days: SETTINGS.events_days + 2 },
  presence: { at: 'min(connected_at)', days: 402 },
};

/** It goes by days; nothing waits. */
class DayClock implements Clock {
  day = 0;
  now = () => FIRST + this.day * DAY_MS + DAY_MS / 2;
  credible = () => credibleMs(this.now());
  nowNs = () => BigInt(this.now()) * 1_000_000n;
  monotonic = () => this.now() - FIRST;
  every = (): Timer => ({ cancel: () => undefined });
  after(_ms: number, fn: () => void): Timer {
    const soon = setImmediate(fn);
    return { cancel: () => clearImmediate(soon) };
  }
}

const dir = mkdtempSync(join(options.dir, 'waystation-room-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const db = openEmpty(join(dir, 'waystation.db'));
db.exec('PRAGMA synchronous = OFF');
const all = domain(db);
const clock = new DayClock();
let [steps, longestMs, longest] = [0, 0, ''];
const retention = new Retention({
  ...{ clock, store: storeOf(db, all), settings: SETTINGS },
  ...{ log: await createLog({ level: 'silent', format: 'json' }), duplicateWindowMs: 300_000, logBytes: () => 0 },
});
const fill = filler(db);
const wrong: string[] = [];
const number = (sql: string): number => (db.prepare(sql).get() as { value: number | null }).value ?? 0;

let highest = 0;
for (let day = 0; day < DAYS; day++) {
  clock.day = day;
  db.atomic(() => fill(day));
  // It numbers events by itself.
  all.events.forget();
  // Once for ages, once more for what that has left: it is asked every minute.
  for (let runs = 0; runs < 2; runs++) await retention.run();
  const { used } = all.retention.size();
  highest = Math.max(highest, used);
  if (used > CAP_MB * MB) wrong.push(`day ${day}: ${(used / MB).toFixed(1)} MB`);
  if (day % LOOKED_AT === 0 || day === DAYS - 1) lookForMessages(day);
  for (const [table, { at, days }] of day % 30 === 29 ? Object.entries(AGES) : []) {
    const oldest = number(`SELECT ${at} AS value FROM ${table}`);
    if (oldest > 0 && oldest < clock.now() - days * DAY_MS)
      wrong.push(`day ${day}: ${table} of ${new Date(oldest).toISOString()}`);
  }
  if (day % 365 === 364) report(day);
}
if (all.installation.value(NO_ROOM)) wrong.push(`at the end: ${all.installation.value(NO_ROOM)}`);
console.log(
  `at its highest ${(highest / MB).toFixed(1)} of ${CAP_MB} MB; ${steps} steps, the longest ${longestMs.toFixed(0)} ms (${longest})`,
);
for (const line of wrong.slice(0, 20)) console.log(`wrong: ${line}`);
console.log(wrong.length === 0 ? 'as it must be' : `${wrong.length} wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
db.close();

function lookForMessages(day: number): void {
  const expected = ENDPOINTS * PER_DAY * Math.min(day + 1, KEPT_DAYS);
  const since = clock.now() - KEPT_DAYS * DAY_MS;
  const there = number(
    `SELECT count(*) AS value FROM message NOT INDEXED WHERE seq > (SELECT max(seq) FROM message) - ${expected} AND stored_at > ${since}`,
  );
  if (there < expected) wrong.push(`day ${day}: ${there} of ${expected} messages of the newest ${KEPT_DAYS} days`);
}

function report(day: number): void {
  const line = Object.entries(AGES).map(([table, { at }]) => {
    const oldest = number(`SELECT ${at} AS value FROM ${table}`);
    return `${table} ${number(`SELECT count(*) AS value FROM ${table}`)} (${Math.round((clock.now() - oldest) / DAY_MS)} d)`;
  });
  const decodings = number('SELECT count(*) AS value FROM decoding');
  console.log(
    `year ${Math.round(day / 365)}: ${(all.retention.size().used / MB).toFixed(1)} MB; ${line.join(', ')}, decoding ${decodings}`,
  );
}

/** The functions of the domain over one connection: a write is a transaction. */
function storeOf(db: Db, all: Domain): Pick<Store, 'read' | 'write'> {
  const write = Object.fromEntries(
    Object.entries(all).map(([name, group]) => [
      name,
      Object.fromEntries(
        Object.entries(group).map(([method, run]) => [
          method,
          async (...args: unknown[]) => {
            // Computing time: beside other work the clock would say what that takes.
            const begun = process.cpuUsage();
            const result = db.atomic(() => (run as (...args: unknown[]) => unknown)(...args));
            if (name === 'retention') {
              steps++;
              const { user, system } = process.cpuUsage(begun);
              const tookMs = (user + system) / 1000;
              if (tookMs > longestMs)
                [longestMs, longest] = [tookMs, `${method} ${typeof args[0] === 'string' ? args[0] : ''}`.trim()];
            }
            return result;
          },
        ]),
      ),
    ]),
  );
  return { read: all, write } as unknown as Pick<Store, 'read' | 'write'>;
}

/** What a day leaves behind: rows as wide as they are. */
function filler(db: Db): (day: number) => void {
  for (const table of Object.keys(AGES)) if (!tables[table]) throw new Error(`no table ${table}`);
  db.exec(`CREATE TEMP TABLE n (n INTEGER PRIMARY KEY);
    WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < ${Math.max(ENDPOINTS, 1000)}) INSERT INTO n SELECT n FROM c;
    INSERT OR IGNORE INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'o', 'o', 0, 0);
    INSERT INTO base_station (id, org, eui, name, created_at, updated_at) VALUES (1, 1, '70b3d59cd0000001', 'b', 0, 0);
    INSERT INTO decoded_document (blueprint, checksum, version, type_eui, document) VALUES ('b', 'c', '1', 't', '{}');`);
  const message = db.prepare(
    `INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
       receptions, skipped, decode_status)
     SELECT ? + n, 1, n, 0, ?, (? + n) * 1000000, ?, ?, randomblob(${WIDTH.payload}), 0, 0, randomblob(${WIDTH.receptions}), 0, 'success' FROM n WHERE n <= ?`,
  );
  const count = db.prepare(
    `INSERT INTO counter (org, name, value) VALUES (1, 'messages', ?) ON CONFLICT (org, name) DO UPDATE SET value = value + excluded.value`,
  );
  const block = db.prepare(
    'INSERT INTO block (first_seq, last_seq, min_rx_ns, max_rx_ns, sealed_at, sealing) VALUES (?, ?, ?, ?, ?, 0)',
  );
  const posting = db.prepare(
    'INSERT INTO posting (block, kind, key, count, seqs) SELECT ?, 1, n, 1, randomblob(4) FROM n WHERE n <= ?',
  );
  const activity = db.prepare(
    'INSERT INTO activity (grain, start_at, place, cells) SELECT ?, ?, 4294967296 + n, randomblob(900) FROM n WHERE n <= ?',
  );
  const values = db.prepare(
    'INSERT INTO value_day (id, data) SELECT ? * 4294967296 + n, randomblob(120) FROM n WHERE n <= ?',
  );
  const valuesAre = db.prepare(
    'INSERT OR REPLACE INTO value_state (one, seq, condensed) VALUES (1, ?, 9007199254740991)',
  );
  const failure = db.prepare('INSERT OR IGNORE INTO decode_failure (org, start_at, messages) VALUES (1, ?, 3)');
  const centers = db.prepare(
    "INSERT OR IGNORE INTO center_count (org, start_at, command, succeeded, failed) VALUES (1, ?, 'ulData', 99, 1)",
  );
  const decoding = db.prepare('INSERT INTO decoding (document, calibration, last_seq) VALUES (1, ?, ?)');
  const event = db.prepare(
    `INSERT INTO event (uuid, org, event_type, category, severity, source_type, source_id, timestamp_at, stored_at, title, data)
     SELECT hex(randomblob(16)), 1, 'endpoint.inactive', 'lifecycle', 'info', 'endpoint', 'fe00000000000001', ?, ?, 'An event', '{"a":1}'
     FROM n WHERE n <= ?`,
  );
  const execution = db.prepare(
    `INSERT INTO rule_execution (uuid, rule, version, endpoint, ep_eui, device, fired_at, stored_at, found, actions)
     SELECT hex(randomblob(16)), 1, 1, n, 'fe00000000000001', '', ?, ?, '{"t":1}', '[]' FROM n WHERE n <= 20`,
  );
  const presence = db.prepare('INSERT INTO presence (station, connected_at, disconnected_at) VALUES (1, ?, ?)');

  let seq = 0;
  return day => {
    const start = FIRST + day * DAY_MS;
    for (let k = 0; k < PER_DAY; k++) {
      // All before noon, when retention looks.
      const at = start + Math.floor((k * 12) / PER_DAY) * HOUR_MS;
      const first = seq + 1;
      message.run(seq, day * PER_DAY + k, at, at, at, ENDPOINTS);
      seq += ENDPOINTS;
      count.run(ENDPOINTS);
      block.run(first, seq, BigInt(at) * 1_000_000n, BigInt(at + ENDPOINTS) * 1_000_000n, at);
      posting.run(first, ENDPOINTS);
      activity.run(3600, at, Math.ceil(ENDPOINTS / 64));
      failure.run(at);
      centers.run(at);
    }
    activity.run(86_400, start, Math.ceil(ENDPOINTS / 64));
    values.run(start / DAY_MS, ENDPOINTS);
    valuesAre.run(seq);
    for (let n = 0; n < 5; n++) decoding.run(`{"day":${day},"n":${n}}`, seq);
    event.run(start, start, Math.ceil(ENDPOINTS / 10));
    execution.run(start, start);
    presence.run(start, start + HOUR_MS);
  };
}
