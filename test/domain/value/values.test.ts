// Long: for CI and `npm test -- --long`.
import t, { type Test } from 'tap';
import { complete } from '../../../src/database/scan.ts';
import type { ChartPoint } from '../../../src/domain/value/chart.ts';
import { MOST_KEYS } from '../../../src/domain/value/day.ts';
import { includedOf, valueRows } from '../../../src/domain/value/value-rows.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MS_NS } from '../../../src/kit/units.ts';
import { some } from '../../whole.ts';
import { addModel, addVersion, assign, EDITOR } from '../blueprint/log-catalog.ts';
import { type Copy, openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';
import { pruneLog, pruneRows } from '../retention/retention-scene.ts';

const ENDPOINTS = 6;
const RANGE = { fromMs: T0 - 10 * DAY_MS, toMs: T0 + 20 * DAY_MS };

/** Numbers of several kinds, one that is not always there, and what is no number. */
const layout = (factor: number) =>
  JSON.stringify({
    version: `f${factor}`,
    typeEui: '70b3d56770ff0001',
    uplink: [
      {
        payload: [
          { name: 'level', size: 8, type: 'int', func: `$*${factor}` },
          { name: 'tenths', size: 8, type: 'uint', func: '$*0.1' },
          { name: 'odd', size: 8, type: 'uint', func: `$/7*${factor}` },
          { name: 'sometimes', size: 8, type: 'uint', condition: '$level > 0' },
          { name: 'open', size: 1, type: 'bool' },
        ],
      },
      { id: 1, crypto: 1, payload: [] },
    ],
  });

interface Said {
  readonly seq: number;
  readonly endpoint: number;
  readonly atMs: number;
  readonly values: readonly (readonly [name: string, value: number])[];
}

/** What each message said when it was last seen; of days of which messages are gone, what they said before. */
class Ledger {
  readonly said = new Map<number, Said>();
  readonly condensed = new Set<number>();

  look({ db, stores }: TestLog): void {
    const state = valueRows(db).state();
    for (const message of stores.messages.after(0, 1_000_000)) {
      const { seq, endpoint } = message;
      const atMs = Number(message.rxTime / MS_NS);
      const added = seq <= includedOf(state, endpoint);
      if (this.said.has(seq) && added && Math.floor(atMs / DAY_MS) <= state.gone_day) continue;
      const values = [...(stores.messages.decoded(message).values ?? [])].flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, value] as const] : [],
      );
      this.said.set(seq, { seq, endpoint, atMs, values });
    }
  }

  /** By name and start. */
  chart(endpoint: number, step: 'hour' | 'day'): Map<string, ChartPoint[]> {
    const found = new Map<string, Map<string, { atMs: number; seq: number; value: number }[]>>();
    for (const { seq, endpoint: of, atMs, values } of this.said.values()) {
      if (of !== endpoint) continue;
      const day = Math.floor(atMs / DAY_MS);
      const seconds = step === 'day' || this.condensed.has(day) ? DAY_S : HOUR_S;
      const place = `${Math.floor(atMs / (seconds * 1000)) * seconds * 1000} ${seconds}`;
      for (const [name, value] of values) {
        const places = found.get(name) ?? new Map();
        found.set(name, places);
        places.set(place, [...(places.get(place) ?? []), { atMs, seq, value }]);
      }
    }
    return new Map(
      [...found].map(([name, places]) => [
        name,
        [...places]
          .map(([place, all]) => {
            const [start = 0, seconds = 0] = place.split(' ').map(Number);
            const second = (at: number) => Math.floor(at / 1000);
            const [last] = all.toSorted((a, b) => second(b.atMs) - second(a.atMs) || b.seq - a.seq);
            const values = all.map(({ value }) => value);
            const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
            const [min, max] = [Math.min(...values), Math.max(...values)];
            return { start, seconds, n: all.length, mean, min, max, last: last?.value ?? 0 };
          })
          .sort((a, b) => a.start - b.start),
      ]),
    );
  }
}

/** Decimals differ in their last bits by the order in which they are added. */
const rounded = (points: ReadonlyMap<string, readonly ChartPoint[]>) =>
  Object.fromEntries(
    [...points]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, all]) => [
        name,
        all.map(point =>
          Object.entries(point)
            .map(([key, value]) => `${key} ${Math.round(value * 1e6 + 0.317)}`)
            .join(', '),
        ),
      ]),
  );

function agree(test: Test, log: TestLog, ledger: Ledger, about: string): void {
  ledger.look(log);
  for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) {
    for (const step of ['hour', 'day'] as const) {
      const { points, leftOut } = log.stores.values.chart({ endpoint, ...RANGE, step });
      test.same(rounded(points), rounded(ledger.chart(endpoint, step)), `${about}: endpoint ${endpoint} by ${step}`);
      test.notOk(leftOut);
    }
  }
}

/** One step of what adds values up. @returns whether there may be more */
function addUp(log: TestLog, limit: number): boolean {
  const batch = log.stores.values.collect(limit);
  return batch !== undefined && log.db.atomic(() => log.stores.values.put(batch));
}

function redecodeSome(log: TestLog, next: () => number): void {
  const seqs = complete(log.stores.redecode.places({ org: 1 })).seqs.filter(() => next() < 0.3);
  for (let left = seqs; left.length > 0; ) {
    left = left.slice(log.db.atomic(() => log.stores.redecode.step(left)).done);
  }
}

function scene(test: Test) {
  const log = openLog(test, undefined, { blockMessages: 16, sliceRows: 8 });
  populate(log, ENDPOINTS, 2);
  const { model } = addModel(log, 'Meter', layout(1));
  for (let endpoint = 1; endpoint < ENDPOINTS; endpoint++) assign(log, endpoint, { model });
  log.stores.uplinks.forget();
  return { log, model };
}

for (const seed of some([1, 2, 3, 4], 2)) {
  t.test(`charts are as the log says, whatever comes between, seed ${seed}`, async t => {
    const { log, model } = scene(t);
    const next = random(seed);
    const pick = (n: number) => Math.floor(next() * n);
    const ledger = new Ledger();
    let packetCnt = 0;
    for (let step = 0; step < 240; step++) {
      const at = T0 + Math.floor((step * 9 * DAY_MS) / 240);
      const kind = next();
      if (kind < 0.45) {
        const copies = Array.from({ length: 1 + pick(12) }, (): Copy => {
          // Late ones, of the days before, too; counters that were used before, and two in one second.
          packetCnt = next() < 0.05 ? pick(20) : packetCnt + 1 + pick(2);
          const rx = at - (next() < 0.2 ? pick(3 * DAY_MS) : pick(20) * 500);
          const userData = Buffer.from(
            [pick(256), pick(256), pick(256), pick(256), pick(256)].slice(0, next() < 0.1 ? 2 : 5),
          );
          const format = next() < 0.05 ? 1 : 0;
          return {
            endpoint: 1 + pick(ENDPOINTS),
            packetCnt,
            rxNs: BigInt(rx) * MS_NS,
            arrivedAt: at,
            userData,
            format,
          };
        });
        log.write(copies, at + 500);
      } else if (kind < 0.6) {
        log.db.atomic(() => log.stores.values.begin(at));
      } else if (kind < 0.8) {
        for (let left = pick(8); left > 0 && addUp(log, 1 + pick(9)); ) left--;
      } else if (kind < 0.86) {
        const uuid = addVersion(log, model, layout(1 + pick(5)));
        log.stores.blueprints.setDefault(uuid, EDITOR);
        redecodeSome(log, next);
      } else if (kind < 0.9) {
        log.reopen();
      } else if (kind < 0.93) {
        // A crash between two commits: nothing of the second is there.
        const batch = log.stores.values.collect(5);
        if (batch) {
          t.throws(() =>
            log.db.atomic(() => {
              log.stores.values.put(batch);
              throw new Error('crash');
            }),
          );
        }
        log.reopen();
      } else if (kind < 0.97) {
        ledger.look(log);
        pruneLog(log, { until: at - (2 + pick(3)) * DAY_MS, now: at });
      } else {
        const until = at - 4 * DAY_MS;
        pruneRows(log, 0, { valueHoursUntil: until, only: 'values' });
        const { condensed } = valueRows(log.db).state();
        for (let day = 0; day < 30_000; day++) {
          if (day * 2 ** 32 < condensed) ledger.condensed.add(day);
        }
      }
      ledger.look(log);
      if (step % 12 === 0) agree(t, log, ledger, `step ${step}`);
    }
    agree(t, log, ledger, 'in the end');
  });
}

const addAll = (log: TestLog, now: number, limit = 1000) => {
  log.db.atomic(() => log.stores.values.begin(now));
  while (addUp(log, limit));
};
const rowsIn = ({ db }: TestLog, table: string) =>
  (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
const level = (log: TestLog, endpoint: number | number[] = 1) =>
  log.stores.values.chart({ endpoint, keys: ['level'], ...RANGE, step: 'hour' });
let counter = 0;
const store = (log: TestLog, of: readonly number[], atMs = T0, bytes = (n: number) => Buffer.alloc(5, n)) =>
  log.write(
    of.map((endpoint, n) => {
      return { endpoint, packetCnt: ++counter, rxNs: BigInt(atMs + n) * MS_NS, userData: bytes(n) };
    }),
  );
/** Sixteen messages are a block. */
const BLOCK = Array.from({ length: 16 }, () => 1);

t.test('what was read before something else was added, or decoded again, is not added', async t => {
  const { log, model } = scene(t);
  store(log, BLOCK);
  log.db.atomic(() => log.stores.values.begin(T0));
  addUp(log, 1000);
  t.equal(rowsIn(log, 'value_key'), 4, 'names have their numbers first');
  const [one, two] = [log.stores.values.collect(1000), log.stores.values.collect(1000)];
  if (!one || !two) throw new Error('nothing to add');
  log.db.atomic(() => log.stores.values.put(one));
  log.db.atomic(() => log.stores.values.put(two));
  t.equal(rowsIn(log, 'value_day'), 1);
  t.match(level(log).points.get('level'), [{ n: 16, min: 0, max: 15, last: 15, mean: 7.5 }], 'once');

  log.stores.blueprints.setDefault(addVersion(log, model, layout(2)), EDITOR);
  redecodeSome(log, () => 0);
  const stale = log.stores.values.collect(1000);
  log.stores.blueprints.setDefault(addVersion(log, model, layout(3)), EDITOR);
  redecodeSome(log, () => 0);
  if (!stale) throw new Error('nothing to make anew');
  log.db.atomic(() => log.stores.values.put(stale));
  t.equal(rowsIn(log, 'value_again'), 1, 'still to be made anew');
  t.match(level(log).points.get('level'), [{ n: 16, max: 45 }]);
  addAll(log, T0);
  t.equal(rowsIn(log, 'value_again'), 0);
  t.match(level(log).points.get('level'), [{ n: 16, max: 45 }]);
});

t.test('what was read before days lost their hours does not bring them back', async t => {
  const { log } = scene(t);
  store(log, BLOCK);
  addAll(log, T0);
  store(log, BLOCK, T0 + HOUR_MS);
  log.db.atomic(() => log.stores.values.begin(T0 + DAY_MS));
  const stale = log.stores.values.collect(1000);
  if (!stale) throw new Error('nothing to add');
  pruneRows(log, 0, { valueHoursUntil: T0 + 10 * DAY_MS, only: 'values' });
  log.db.atomic(() => log.stores.values.put(stale));
  t.match(level(log).points.get('level'), [{ n: 32, seconds: DAY_S }]);
  addAll(log, T0 + DAY_MS);
  t.match(level(log).points.get('level'), [{ n: 32, seconds: DAY_S }]);
});

t.test('values are kept when their messages go, which wait until they are added', async t => {
  const { log } = scene(t);
  store(log, BLOCK);
  const before = level(log);
  const now = T0 + 100 * DAY_MS;
  t.equal(pruneLog(log, { until: now - 90 * DAY_MS, now }), 16);
  t.same(level(log), before);
  t.equal(before.points.get('level')?.[0]?.n, 16);
});

t.test('where nothing is decoded, nothing is read or written', async t => {
  const log = openLog(t, undefined, { blockMessages: 16 });
  populate(log, 1, 1);
  store(log, BLOCK);
  t.notOk(log.db.atomic(() => log.stores.values.begin(T0)));
  t.equal(log.stores.values.collect(1000), undefined);
  t.same([rowsIn(log, 'value_day'), rowsIn(log, 'value_key')], [0, 0]);
  t.same(level(log), { points: new Map(), leftOut: false });
});

t.test('once a day, or when much has come, what was sealed is taken up', async t => {
  const { log } = scene(t);
  store(log, BLOCK);
  const begin = (now: number) => log.db.atomic(() => log.stores.values.begin(now));
  t.ok(begin(T0), 'at first');
  addAll(log, T0);
  store(log, BLOCK, T0 + HOUR_MS);
  t.notOk(begin(T0 + HOUR_MS));
  t.equal(level(log).points.get('level')?.length, 2, 'it is read from the log');
  t.ok(begin(T0 + DAY_MS));
  addAll(log, T0 + DAY_MS);
  t.notOk(begin(T0 + DAY_MS));
  for (let n = 0; n < 64; n++) store(log, BLOCK, T0 + 2 * HOUR_MS + n * 1000);
  t.ok(begin(T0 + DAY_MS), 'many blocks');
});

t.test('of too many values the first are kept, and that is said', async t => {
  const { log } = scene(t);
  const payload = Array.from({ length: MOST_KEYS + 5 }, (_, n) => ({ name: `v${n}`, size: 1, type: 'uint' }));
  const text = JSON.stringify({ version: 'wide', typeEui: '70b3d56770ff0002', uplink: [{ payload }] });
  const { model } = addModel(log, 'Wide', text);
  assign(log, 1, { model });
  log.stores.uplinks.forget();
  const bytes = () => Buffer.alloc(20, 0xff);
  const read = () => log.stores.values.chart({ endpoint: 1, ...RANGE, step: 'day' });
  store(log, [1, 2], T0, bytes);
  for (const about of ['in the log', 'added']) {
    const { points, leftOut } = read();
    t.equal(points.size, MOST_KEYS, about);
    t.ok(points.has('v99'));
    t.ok(leftOut);
    t.notOk(level(log, 2).leftOut);
    store(log, BLOCK, T0 + HOUR_MS, bytes);
    addAll(log, T0 + HOUR_MS);
  }
});

t.test('an endpoint that was registered again goes on', async t => {
  const { log } = scene(t);
  store(log, BLOCK);
  store(
    log,
    BLOCK.map(() => 2),
  );
  t.match(level(log, [1, 2]).points.get('level'), [{ n: 32 }]);
  addAll(log, T0);
  pruneRows(log, 0, { valueHoursUntil: T0 + 10 * DAY_MS, only: 'values' });
  t.match(level(log, [1, 2]).points.get('level'), [{ n: 32, seconds: DAY_S }]);
  t.same(level(log).points.get('level')?.[0]?.start, Math.floor(T0 / DAY_MS) * DAY_MS);
});
