import t, { type Test } from 'tap';
import { activityStore } from '../../../src/domain/message/activity.ts';
import { eachCell } from '../../../src/domain/message/activity-rows.ts';
import { Samples } from '../../../src/domain/message/samples.ts';
import { DAY_MS, DAY_S, HOUR_MS, HOUR_S } from '../../../src/kit/units.ts';
import { openLog, random, T0 } from './log-store.ts';

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
      for (const { cells } of activity.activityIn(grain, 1, 'endpoints', START, START + DAY_MS)) {
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
