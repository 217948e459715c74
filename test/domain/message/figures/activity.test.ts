import t, { type Test } from 'tap';
import { activityStore } from '../../../../src/domain/message/figures/activity.ts';
import { eachCell } from '../../../../src/domain/message/figures/activity-rows.ts';
import { bucketStart, type Grain } from '../../../../src/domain/message/figures/grain.ts';
import { Samples } from '../../../../src/domain/message/figures/samples.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../../../src/kit/units.ts';
import { openLog, random, T0 } from '../log-store.ts';

/** Several rows of neighbours, and several of these in one that waits. */
const ENDPOINTS = 1500;
const START = Math.floor(T0 / DAY_MS) * DAY_MS;

function scene(t: Test) {
  const { db } = openLog(t);
  const activity = activityStore(db, { sealedUpTo: () => 1000 });
  const next = random(11);
  const expected = new Map<number, number>();
  const block = (): Samples => {
    const samples = new Samples();
    for (let n = 0; n < 700; n++) {
      const endpoint = 1 + Math.floor(next() * ENDPOINTS);
      const atMs = START + Math.floor(next() * 3 * HOUR_MS);
      samples.message({ org: 1, endpoint, duplicate: false, atMs, bytes: 1 }, { snr: 1, rssi: -90 }, 0);
      expected.set(endpoint, (expected.get(endpoint) ?? 0) + 1);
    }
    return samples;
  };
  const inOrder = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b);
  const check = (when: string): void => {
    for (const grain of [HOUR_S, DAY_S] as const) {
      const found = new Map<number, number>();
      let organization = 0;
      for (const { startAt, packedAt, cells } of activity.activityIn(grain, 1, 'endpoints', START, START + DAY_MS)) {
        if (startAt !== bucketStart(packedAt, grain)) t.fail(`${startAt} is not the bucket of ${packedAt}`);
        eachCell(cells, (key, messages) => found.set(key / 2, (found.get(key / 2) ?? 0) + messages));
      }
      for (const { cells } of activity.activityIn(grain, 1, 'organization', START, START + DAY_MS)) {
        eachCell(cells, (_key, messages) => {
          organization += messages;
        });
      }
      t.same(inOrder(found), inOrder(expected), `${when}, ${grain}`);
      t.equal(
        organization,
        [...expected.values()].reduce((sum, count) => sum + count, 0),
      );
    }
    for (const endpoint of [1, 64, 65, 700, ENDPOINTS]) {
      let found = 0;
      for (const { cells } of activity.activityIn(HOUR_S, 1, endpoint, START, START + DAY_MS)) {
        eachCell(cells, (key, messages) => {
          if (key === endpoint * 2) found += messages;
          if (Math.floor(key / 128) !== Math.floor(endpoint / 64)) t.fail(`${key / 2} is no neighbour of ${endpoint}`);
        });
      }
      t.equal(found, expected.get(endpoint) ?? 0);
    }
  };
  return { db, activity, block, check };
}

t.test('what waits is whole after every step in which it is put together', async t => {
  const { db, activity, block, check } = scene(t);
  for (let n = 1; n <= 4; n++) for (const _ of activity.putActivity(n, block()));
  check('all of it waits');
  let steps = 0;
  for (let more = true; more; steps++) {
    more = activity.mergeActivity();
    if (steps % 5 === 0) check(`after step ${steps}`);
  }
  check('nothing waits');
  t.ok(steps > 8, `${steps} steps`);
  t.same(db.prepare('SELECT count(*) AS n FROM pending_activity').get(), { n: 0 });
  t.same(db.prepare('SELECT count(*) AS n FROM activity_round').get(), { n: 0 });
});

t.test('blocks are put together, and others counted, while a block is being sealed', async t => {
  const { activity, block, check } = scene(t);
  for (let n = 1; n <= 3; n++) for (const _ of activity.putActivity(n, block()));
  for (const _ of activity.putActivity(10, block())) {
    activity.mergeActivity();
    for (const _ of activity.putActivity(20, block()));
  }
  check('one behind the other');
});

t.test('a message whose time cannot be is counted for its own organization, in its own hour', async t => {
  const { db } = openLog(t);
  const activity = activityStore(db, { sealedUpTo: () => 1000 });
  const samples = new Samples();
  const lastMs = Number((2n ** 63n - 1n) / 1_000_000n);
  for (const atMs of [0, lastMs]) {
    samples.message({ org: 1, endpoint: 7, duplicate: false, atMs, bytes: 1 }, { snr: 1, rssi: -90 }, 0);
  }
  for (const _ of activity.putActivity(1, samples));
  const hoursOf = (org: number) =>
    (['organization', 'endpoints'] as const).map(place =>
      activity.activityIn(HOUR_S, org, place, 0, lastMs + HOUR_MS).map(({ startAt }) => startAt),
    );
  const hours = [0, Math.floor(lastMs / HOUR_MS) * HOUR_MS];
  t.same(hoursOf(1), [hours, hours]);
  t.same([hoursOf(0), hoursOf(2)].flat(2), []);
});

/** One message of each of these endpoints, or of one in each of these hours. */
function samplesOf(endpoints: readonly number[], hours: readonly number[] = [0]): Samples {
  const samples = new Samples();
  for (const endpoint of endpoints) {
    for (const hour of hours) {
      const atMs = START + hour * HOUR_MS;
      samples.message({ org: 1, endpoint, duplicate: false, atMs, bytes: 1 }, { snr: 1, rssi: -90 }, 0);
    }
  }
  return samples;
}

/** Of endpoints that are far from each other: none is in a row that waits with another. */
const far = (n: number) => 1 + n * 1000;

function sparse(t: Test) {
  const { db } = openLog(t);
  const sealed = { upTo: 1000 };
  const activity = activityStore(db, { sealedUpTo: () => sealed.upTo });
  const found = (grain: Grain, fromMs = START, toMs = START + DAY_MS) => {
    const counts = new Map<number, number>();
    for (const { cells } of activity.activityIn(grain, 1, 'endpoints', fromMs, toMs)) {
      eachCell(cells, (key, messages) => counts.set(key / 2, (counts.get(key / 2) ?? 0) + messages));
    }
    return [...counts].sort(([a], [b]) => a - b);
  };
  /** Ends after a while even when it never would. */
  const mergeAll = (step: () => boolean, after: () => void): void => {
    let left = 1000;
    while (step() && left-- > 0) after();
    t.ok(left > 0, 'it comes to an end');
    after();
  };
  const waits = () => (db.prepare('SELECT count(*) AS n FROM pending_activity').get() as { n: number }).n;
  return { db, sealed, activity, found, mergeAll, waits };
}

t.test('a round takes only blocks up to its end, wherever the rows of others lie', async t => {
  const { sealed, activity, found, mergeAll, waits } = sparse(t);
  // Rows of the block behind it come first, between and last, in places with and without others.
  const behind = activity.putActivity(9, samplesOf([far(0), far(1), far(3), far(5), far(7)]));
  behind.next();
  behind.next();
  const first = activity.putActivity(5, samplesOf([far(1), far(2), far(4), far(6)]));
  first.next();
  first.next();
  behind.next();
  for (const _ of first);
  const unsealed = activity.putActivity(2000, samplesOf([far(1), far(8)]));
  for (const _ of unsealed);
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map(n => [far(n), n === 1 ? 2 : 1]);
  let added = false;
  mergeAll(
    () => activity.mergeSomeActivity(5) && activity.mergeSomeActivity(5),
    () => {
      if (added) t.same(found(HOUR_S), all);
      if (added) return;
      for (const _ of behind);
      // Of the same part of the log, but it was not there when the round began.
      for (const _ of activity.putActivity(5, samplesOf([far(2), far(3.5)])));
      added = true;
      all.splice(4, 0, [far(3.5), 1]);
      (all[2] ?? [])[1] = 2;
      t.same(found(DAY_S), all);
    },
  );
  t.same(found(DAY_S), all);
  mergeAll(activity.mergeActivity, () => t.same(found(DAY_S), all));
  t.equal(waits(), 3, 'what is not sealed');
  sealed.upTo = 2000;
  (all[1] ?? [])[1] = 3;
  all.push([far(8), 1]);
  t.same(found(HOUR_S), all);
  mergeAll(activity.mergeActivity, () => t.same(found(HOUR_S), all));
  t.equal(waits(), 0);
});

t.test('what gets the row number of something withdrawn is not taken for it', async t => {
  const { activity, found, mergeAll, waits } = sparse(t);
  for (const _ of activity.putActivity(5, samplesOf([far(0), far(1)])));
  for (const _ of activity.putActivity(2000, samplesOf([far(0), far(1), far(2)])));
  // The organization and both endpoints.
  for (let step = 0; step < 3; step++) t.ok(activity.mergeActivity());
  activity.withdrawActivity();
  for (const _ of activity.putActivity(5, samplesOf([far(0)])));
  const all = [
    [far(0), 2],
    [far(1), 1],
  ];
  t.same(found(HOUR_S), all);
  mergeAll(activity.mergeActivity, () => t.same(found(HOUR_S), all));
  mergeAll(activity.mergeActivity, () => t.same(found(DAY_S), all));
  t.equal(waits(), 0);
});

t.test('more than is dropped at once is counted once', async t => {
  const { activity, found, mergeAll, waits } = sparse(t);
  const hours = Array.from({ length: 1100 }, (_, hour) => hour);
  for (const _ of activity.putActivity(5, samplesOf([7], hours)));
  const all = (grain: Grain) => found(grain, START, START + 1200 * HOUR_MS);
  mergeAll(activity.mergeActivity, () => t.same([all(HOUR_S), all(DAY_S)], [[[7, 1100]], [[7, 1100]]]));
  t.equal(waits(), 0);
});

t.test('of what waits only the asked time is told, and that it waits', async t => {
  const { activity, found, mergeAll } = sparse(t);
  for (const _ of activity.putActivity(5, samplesOf([7], [0, 1, 2, 2])));
  const check = (pending: boolean): void => {
    t.same(found(HOUR_S, START + HOUR_MS, START + 2 * HOUR_MS), [[7, 1]]);
    t.same(found(HOUR_S, START + 2 * HOUR_MS, START + 3 * HOUR_MS), [[7, 2]]);
    const rows = activity.activityIn(HOUR_S, 1, 7, START, START + DAY_MS);
    t.ok(rows.length === 3 && rows.every(row => row.pending === pending));
  };
  check(true);
  mergeAll(activity.mergeActivity, () => undefined);
  check(false);
});
