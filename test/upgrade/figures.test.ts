import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Db, openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { Packed } from '../../src/domain/message/packing.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/units.ts';
import { engine } from '../database/engine.ts';
import { type FiguresOf, figuresOf, openLog, populate, T0 } from '../domain/message/log-store.ts';

const BEFORE = 55;
const START = Math.floor(T0 / DAY_MS) * DAY_MS - 40 * DAY_MS;

/** One row of a roll-up. */
interface Rollup {
  readonly grain: number;
  readonly at: number;
  readonly scope: number;
  readonly key: number;
  readonly other?: number;
  readonly messages?: number;
  readonly duplicates?: number;
  readonly receptions: number;
  readonly firsts?: number;
  readonly words?: string;
}

/** A database of the release before, with figures of messages that are gone. */
function older(t: Test): { path: string; db: Db; add(row: Rollup): void } {
  const path = join(t.testdir(), 'waystation.db');
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations, BEFORE);
  populate({ db }, 3, 3);
  const insert = db.prepare(
    `INSERT INTO rollup (grain, start_at, scope, key, other, messages, duplicates, firsts, receptions, bytes, lost, resets, snr_sum,
       rssi_sum, eq_snr_sum, eq_snr_count, rssi_min, rssi_max, first_at, last_at, profiles, modes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 3, 1, ?, ?, ?, ?, -104.25, -90, ?, ?, ?, NULL)`,
  );
  const add = ({
    grain,
    at,
    scope,
    key,
    other = 0,
    messages = 0,
    duplicates = 0,
    receptions,
    firsts = 0,
    words,
  }: Rollup): void => {
    const count = scope === 2 ? messages : receptions;
    const counted = [
      messages,
      duplicates,
      firsts,
      receptions,
      count * 10,
      count * 1.5,
      count * -95.5,
      count * 2,
      count,
    ];
    insert.run(grain, at, scope, key, other, ...counted, at + 1000, at + 2000 + other, words ?? null);
  };
  return { path, db, add };
}

const read = (t: Test, path: string, of: FiguresOf, from: number, to: number, by: 'hour' | 'day' = 'day') =>
  figuresOf(openLog(t, path), of, from, to, by);

t.test('what roll-ups alone had counted of endpoints and stations is told as before', async t => {
  const { path, db, add } = older(t);
  const hour = START + 5 * HOUR_MS;
  for (const [grain, at] of [
    [3600, hour],
    [86_400, START],
  ] as const) {
    add({ grain, at, scope: 2, key: 2, messages: 8, duplicates: 2, receptions: 12 });
    add({ grain, at, scope: 3, key: 2, other: 1, receptions: 8, firsts: 8 });
    add({ grain, at, scope: 3, key: 2, other: 3, receptions: 4 });
    add({ grain, at, scope: 4, key: 1, receptions: 8, duplicates: 2, firsts: 7, words: '[["EU1",6],["EU2",2]]' });
    add({ grain, at, scope: 4, key: 3, receptions: 4 });
    add({ grain, at, scope: 1, key: 1, messages: 8, receptions: 12 });
    add({ grain, at, scope: 5, key: 1, other: 2, receptions: 8 });
  }
  migrate(db, migrations);
  db.close();
  for (const [from, to, by] of [
    [hour, hour + HOUR_MS, 'hour'],
    [START, START + DAY_MS, 'day'],
  ] as const) {
    const at = by === 'hour' ? hour : START;
    t.same(read(t, path, ['endpoint', 2], from, to, by), {
      ...{ messages: 8, duplicates: 2, bytes: 80, lost: 3, resets: 1, firstAt: at + 1000, lastAt: at + 2000 },
      ...{ snrSum: 12, rssiSum: -764, eqSnrSum: 16, eqSnrCount: 8, rssiMin: -104.25, rssiMax: -90 },
      ...{ profiles: {}, modes: {}, stations: { 1: [8, at + 2001], 3: [4, at + 2003] } },
    });
    t.same(read(t, path, ['station', 1], from, to, by), {
      ...{ messages: 8, duplicates: 2, bytes: 80, lost: 7, resets: 0, firstAt: at + 1000, lastAt: at + 2000 },
      ...{ snrSum: 12, rssiSum: -764, eqSnrSum: 16, eqSnrCount: 8, rssiMin: -104.25, rssiMax: -90 },
      ...{ profiles: { EU1: 6, EU2: 2 }, modes: {}, stations: {} },
    });
    t.match(read(t, path, ['station', 3], from, to, by), { messages: 4, lost: 0 });
  }
});

t.test('what waited for the roll-ups is there, and nothing of a block that was never sealed', async t => {
  const { path, db, add } = older(t);
  add({ grain: 3600, at: START, scope: 4, key: 1, receptions: 2, firsts: 2, words: '[["EU1",2]]' });
  add({ grain: 86_400, at: START, scope: 4, key: 1, receptions: 2, firsts: 2, words: '[["EU1",2]]' });
  db.exec(
    `INSERT INTO block (first_seq, last_seq, min_rx_ns, max_rx_ns, sealed_at, sealing) VALUES (1, 8, 0, 1, 0, 0), (9, 16, 0, 1, 0, 1)`,
  );
  const pending = db.prepare('INSERT INTO pending_figures (last_seq, part, figures) VALUES (?, ?, ?)');
  const packed = (at: number) => {
    const out = new Packed();
    for (const value of [at / HOUR_MS, 4, 1, 0]) out.whole(value);
    for (const count of [0, 1, 3, 4, 40, 0, 0]) out.whole(count);
    for (const sum of [10.5, -400, 0]) out.number(sum);
    out.whole(0);
    out.number(-110.125);
    out.number(-95);
    out.whole(500);
    out.whole(2500);
    out.words(
      new Map([
        ['EU1', 3],
        ['EU3', 1],
      ]),
    );
    out.words(new Map([['ulp', 4]]));
    return Buffer.from(out.bytes());
  };
  pending.run(8, 4 * 2 ** 40, packed(START));
  pending.run(8, 4 * 2 ** 40, packed(START + 2 * HOUR_MS));
  pending.run(16, 4 * 2 ** 40, packed(START + 3 * HOUR_MS));
  migrate(db, migrations);
  db.close();
  const hour = read(t, path, ['station', 1], START, START + HOUR_MS);
  t.match(hour, { messages: 6, duplicates: 1, lost: 5, firstAt: START + 500, lastAt: START + 3000, rssiMin: -110.125 });
  t.same([hour.profiles, hour.modes], [{ EU1: 5, EU3: 1 }, { ulp: 4 }]);
  const day = read(t, path, ['station', 1], START, START + DAY_MS);
  t.match(day, { messages: 10, duplicates: 2, lost: 8, lastAt: START + 2 * HOUR_MS + 3000 });
  t.same([day.profiles, day.modes], [{ EU1: 8, EU3: 2 }, { ulp: 8 }]);
});
