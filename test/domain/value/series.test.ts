import t, { type Test } from 'tap';
import { complete } from '../../../src/database/scan.ts';
import type { StoredMessage } from '../../../src/domain/message/log.ts';
import { best } from '../../../src/domain/message/reception.ts';
import {
  type Aggregation,
  aggregations,
  POINT_BYTES,
  type PointValue,
  type Series,
  type SeriesQuery,
  valueSeries,
} from '../../../src/domain/value/series.ts';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { some } from '../../whole.ts';
import { addModel, assign } from '../blueprint/log-catalog.ts';
import { type Copy, openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';
import { pruneLog, pruneRows } from '../retention/retention-scene.ts';

const ENDPOINTS = 3;
/** With a fraction of a millisecond, numbers, what is no number, and a name that the radio has too. */
const layout = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [
    {
      payload: [
        { name: 'level', size: 8, type: 'int', unit: 'cm' },
        { name: 'sometimes', size: 8, type: 'uint', condition: '$level > 0' },
        { name: 'open', size: 8, type: 'bool' },
        { name: 'word', size: 8, type: 'string' },
        { name: 'snr', size: 8, type: 'uint', condition: '$level > 100' },
      ],
    },
  ],
});

interface Point {
  readonly at: number;
  readonly value: PointValue;
}

function scene(test: Test) {
  const log = openLog(test, undefined, { blockMessages: 16, sliceRows: 8 });
  populate(log, ENDPOINTS, 2);
  const { model } = addModel(log, 'Meter', layout);
  // The last one is not decoded.
  for (let endpoint = 1; endpoint < ENDPOINTS; endpoint++) assign(log, endpoint, { model });
  log.stores.uplinks.forget();
  return log;
}

/** All that messages say in a window, oldest first: the plainest way. */
function naive({ stores }: TestLog, { endpoint, keys, fromMs, toMs }: SeriesQuery): Map<string, Point[]> {
  const [found, radio] = [new Map<string, Point[]>(), new Map<string, Point[]>()];
  const messages = stores.messages
    .after(0, 1_000_000)
    .filter(message => message.endpoint === endpoint)
    .filter(({ rxTime }) => rxTime >= BigInt(fromMs) * MS_NS && rxTime < BigInt(toMs) * MS_NS)
    .sort((a, b) => (a.rxTime === b.rxTime ? a.seq - b.seq : a.rxTime < b.rxTime ? -1 : 1));
  for (const message of messages) {
    const { rssi, snr, eqSnr } = best(message.receptions);
    const decoded = stores.messages.decoded(message).values ?? new Map();
    const said = keys ? { rssi, snr, eqSnr, packetCnt: message.packetCnt } : {};
    for (const [to, values] of [[radio, Object.entries(said)] as const, [found, [...decoded]] as const]) {
      for (const [key, value] of values) {
        if ((keys && !keys.includes(key)) || value === undefined || value === null) continue;
        const points = to.get(key) ?? [];
        to.set(key, points);
        points.push({ at: Number(message.rxTime / MS_NS), value: value as PointValue });
      }
    }
  }
  return new Map([...radio, ...found]);
}

function summed(points: readonly Point[], stepMs: number, aggregation: Aggregation): Point[] {
  const buckets = new Map<number, number[]>();
  for (const { at, value } of points) {
    if (typeof value !== 'number') continue;
    const bucket = Math.floor(at / stepMs) * stepMs;
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), value]);
  }
  const figures = {
    avg: (all: number[]) => figures.sum(all) / all.length,
    sum: (all: number[]) => all.reduce((a, b) => a + b, 0),
    min: (all: number[]) => Math.min(...all),
    max: (all: number[]) => Math.max(...all),
    count: (all: number[]) => all.length,
    last: (all: number[]) => all.at(-1) ?? 0,
  };
  return [...buckets].sort(([a], [b]) => a - b).map(([at, all]) => ({ at, value: figures[aggregation](all) }));
}

const pointsOf = ({ times, values }: Series): Point[] => times.map((at, n) => ({ at, value: values[n] ?? '' }));
/** Decimals differ in their last bits by the order in which they are added. */
const rounded = (points: readonly Point[]) =>
  points.map(({ at, value }) => `${at} ${typeof value === 'number' ? Math.round(value * 1e6 + 0.317) : value}`);
const plain = (found: ReadonlyMap<string, readonly Point[]>) =>
  Object.fromEntries(
    [...found]
      .filter(([, points]) => points.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, points]) => [key, rounded(points)]),
  );
const shown = (series: readonly Series[]) => plain(new Map(series.map(one => [one.key, pointsOf(one)])));

const everything = { limit: 10_000, room: 1e9, descending: false };
const words: readonly Aggregation[] = ['avg', 'min', 'max', 'sum', 'count', 'last'];
const STEPS = [60_000, 90 * 60_000, HOUR_MS, 3 * HOUR_MS, DAY_MS, 7 * DAY_MS];

for (const seed of some([1, 2, 3], 1)) {
  t.test(`series are as the messages say, whatever of them is added up, seed ${seed}`, async t => {
    const log = scene(t);
    const next = random(seed);
    const pick = (n: number) => Math.floor(next() * n);
    let packetCnt = 0;
    for (let step = 0; step < 120; step++) {
      const now = T0 + Math.floor((step * 6 * DAY_MS) / 120);
      const kind = next();
      if (kind < 0.6) {
        // One millisecond apart at least: figures of a day know no more of what was last.
        const copies = Array.from({ length: 1 + pick(12) }, (): Copy => {
          const rx = now - (next() < 0.2 ? pick(2 * DAY_MS) : pick(20) * 60_000) - (++packetCnt % 1000);
          return {
            ...{ endpoint: 1 + pick(ENDPOINTS), packetCnt, arrivedAt: now },
            rxNs: BigInt(Math.floor(rx / 1000) * 1000 + (packetCnt % 1000)) * MS_NS,
            userData: Buffer.from([pick(256), pick(256), pick(2), 65 + pick(26), pick(256)]),
            ...(next() < 0.3 && { reception: { eqSnr: pick(30) } }),
          };
        });
        log.write(copies, now + 500);
      } else if (kind < 0.75) log.db.atomic(() => log.stores.values.begin(now));
      else if (kind < 0.95) {
        const batch = log.stores.values.collect(1 + pick(20));
        if (batch) log.db.atomic(() => log.stores.values.put(batch));
      } else log.reopen();
      if (step % 6 > 0) continue;

      const endpoint = 1 + pick(ENDPOINTS);
      const fromMs = now - pick(7 * DAY_MS);
      const chosen = ['level', 'word', 'snr', 'rssi', 'eqSnr', 'packetCnt', 'nothing'].filter(() => next() < 0.6);
      const query = {
        ...{ org: 1, endpoint, fromMs: next() < 0.3 ? fromMs - (fromMs % HOUR_MS) : fromMs },
        toMs: fromMs + 1 + pick(next() < 0.2 ? HOUR_MS : 7 * DAY_MS),
        keys: next() < 0.4 ? undefined : chosen,
      };
      const expected = naive(log, query);
      const points = complete(log.stores.values.points({ ...query, ...everything }));
      t.same(shown(points.series), plain(expected), `points, step ${step}`);
      t.notOk(points.truncated);
      const turned = complete(log.stores.values.points({ ...query, ...everything, descending: true }));
      t.same(
        shown(turned.series.map(one => ({ ...one, times: one.times.toReversed(), values: one.values.toReversed() }))),
        plain(expected),
        'the other way round',
      );
      for (const stepMs of STEPS) {
        const aggregation = words[pick(words.length)] ?? 'avg';
        const sums = complete(log.stores.values.sums({ ...query, aggregation, stepMs }));
        const wanted = new Map([...expected].map(([key, all]) => [key, summed(all, stepMs, aggregation)] as const));
        t.same(shown(sums), plain(wanted), `${aggregation} of ${stepMs} ms, step ${step}`);
      }
    }
  });
}

const LEVELS = { org: 1, endpoint: 1, keys: ['level'], fromMs: T0 - DAY_MS, toMs: T0 + 200 * DAY_MS };
const send = (log: TestLog, count: number, everyMs = 60_000) =>
  log.write(
    Array.from({ length: count }, (_, n) => ({
      ...{ endpoint: 1, packetCnt: n + 1, rxNs: BigInt(T0 + n * everyMs) * MS_NS },
      userData: Buffer.from([n % 100, 1, n % 2, 65, 0]),
    })),
  );

t.test('of more points than asked for the first are given, and that is said', async t => {
  const log = scene(t);
  send(log, 40);
  const read = (more: object) => complete(log.stores.values.points({ ...LEVELS, ...everything, ...more }));
  const first = read({ limit: 3 });
  t.match(first, { truncated: true, series: [{ key: 'level', unit: 'cm', values: [0, 1, 2] }] });
  t.same(first.series[0]?.times, [T0, T0 + 60_000, T0 + 120_000]);
  t.match(read({ limit: 3, descending: true }), { truncated: true, series: [{ values: [39, 38, 37] }] });
  t.notOk(read({ limit: 40 }).truncated, 'as many as there are');
  t.equal(read({ limit: 39 }).truncated, true);
  t.match(read({ keys: ['nothing'] }), { truncated: false, series: [] }, 'an unknown key has no series');
  const { series, truncated, room } = read({ room: 10 * POINT_BYTES, keys: undefined });
  t.ok(truncated, 'what fits into an answer is bounded');
  t.ok(room <= 0);
  t.ok(series.reduce((sum, { times }) => sum + times.length, 0) <= 16);
});

t.test('a key that is rare is read to the end while a frequent one is full', async t => {
  const log = scene(t);
  log.write(
    Array.from({ length: 30 }, (_, n) => ({
      ...{ endpoint: 1, packetCnt: n + 1, rxNs: BigInt(T0 + n * 60_000) * MS_NS },
      userData: Buffer.from([n === 29 ? 5 : -5 & 0xff, 7, 1, 65, 0]),
    })),
  );
  const { series, truncated } = complete(
    log.stores.values.points({ ...LEVELS, ...everything, keys: ['level', 'sometimes'], limit: 2 }),
  );
  t.match(series, [
    { key: 'level', values: [-5, -5] },
    { key: 'sometimes', values: [7] },
  ]);
  t.ok(truncated);
});

t.test('sums outlive their messages, by the hour and later by the day', async t => {
  const log = scene(t);
  send(log, 64, HOUR_MS / 4);
  log.db.atomic(() => log.stores.values.begin(T0 + DAY_MS));
  for (;;) {
    const batch = log.stores.values.collect(1000);
    if (!batch || !log.db.atomic(() => log.stores.values.put(batch))) break;
  }
  const sums = (stepMs: number, aggregation: Aggregation = 'count') =>
    complete(log.stores.values.sums({ ...LEVELS, stepMs, aggregation }))[0];
  const before = sums(HOUR_MS, 'avg');
  t.equal(before?.times.length, 16);
  const now = T0 + 100 * DAY_MS;
  t.equal(pruneLog(log, { until: now - 90 * DAY_MS, now }), 64);
  t.same(sums(HOUR_MS, 'avg'), before);
  t.same(sums(60_000), undefined, 'what is finer is gone with them');
  pruneRows(log, 0, { valueHoursUntil: now, only: 'values' });
  const days = [T0 - (T0 % DAY_MS), T0 - (T0 % DAY_MS) + DAY_MS];
  t.match(sums(HOUR_MS), { times: days, values: [48, 16] }, 'a day is where it begins');
});

t.test(
  'days of which no hours are kept are made of their messages while these are there, and say so when they are not',
  async t => {
    const log = scene(t);
    const day = T0 - (T0 % DAY_MS);
    send(log, 64, HOUR_MS / 2);
    const now = T0 + 200 * DAY_MS;
    log.db.atomic(() => log.stores.values.begin(now));
    for (let batch = log.stores.values.collect(1000); batch; batch = log.stores.values.collect(1000)) {
      const taken = batch;
      log.db.atomic(() => log.stores.values.put(taken));
    }
    const sums = (stepMs: number, more = {}) =>
      complete(log.stores.values.sums({ ...LEVELS, aggregation: 'count', stepMs, ...more }))[0];
    const steps = [60_000, 90 * 60_000, HOUR_MS, 7 * HOUR_MS, 36 * HOUR_MS, DAY_MS];
    const within = { fromMs: T0 + 5 * HOUR_MS + 1, toMs: T0 + 20 * HOUR_MS + 7 };
    const before = steps.map(step => [sums(step), sums(step, within)]);
    pruneRows(log, 0, { valueHoursUntil: now, only: 'values' });
    t.same(
      steps.map(step => [sums(step), step === DAY_MS ? before.at(-1)?.[1] : sums(step, within)]),
      before,
      'nothing is coarser while the messages are there',
    );
    t.ok(pruneLog(log, { until: now - 90 * DAY_MS, now }) > 0);
    for (const step of steps.slice(0, -1)) {
      const { times, resolution, values } = sums(step) ?? {};
      t.same([times?.every(at => at % DAY_MS === 0), resolution], [true, 86_400], `${step} ms`);
      t.equal(
        values?.reduce<number>((sum, value) => sum + Number(value), 0),
        64,
      );
      t.equal(times?.[0], day);
    }
    t.equal(sums(DAY_MS)?.resolution, undefined);
  },
);

t.test('a window that is far longer than the history costs nothing', async t => {
  const log = scene(t);
  send(log, 20);
  const always = { ...LEVELS, fromMs: 946_684_800_000, toMs: 253_402_300_799_000 };
  let steps = 0;
  const scan = log.stores.values.sums({ ...always, stepMs: 31 * DAY_MS, aggregation: 'count' });
  for (let step = scan.next(0); ; step = scan.next(0)) {
    if (step.done) {
      t.match(step.value, [{ values: [20] }]);
      break;
    }
    steps++;
  }
  t.ok(steps < 100, `${steps} steps`);
});

t.test('the words for what is put together', async t => t.same([...words, 'none'].sort(), [...aggregations].sort()));

t.test('what is put together is of all messages, however many there are', t => {
  const count = 250_001;
  const message = { rxTime: 0n, packetCnt: 1, receptions: [{ rssi: -90, snr: 1 }] } as unknown as StoredMessage;
  const series = valueSeries({
    messages: {
      *select() {
        for (let n = 0; n < count; n++) yield { item: message };
      },
    },
    decoded: () => ({ values: undefined, shown: [], status: 'skipped' }) as never,
    *days() {
      yield;
      return new Map();
    },
  });
  const query = { org: 1, endpoint: 1, keys: ['packetCnt'], fromMs: 0, toMs: 60_000, stepMs: 60_000 };
  const [found] = complete(series.sums({ ...query, aggregation: 'count' }));
  t.same(found?.values, [count]);
  const { truncated } = complete(series.points({ ...query, descending: false, limit: 1e9, room: 1e9 }));
  t.ok(truncated, 'of single points it says that there are more');
  t.end();
});
