import t from 'tap';
import { movedOn, NO_COUNTERS } from '../../../src/domain/uplink/last-counters.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { some } from '../../whole.ts';
import { random, T0 } from '../message/log-store.ts';
import { watching } from './watching.ts';

const TICK_MS = 10 * SECOND_MS;

t.test(
  'silence is counted in whole intervals of the endpoint, from its last telegram, and ends with the next',
  async t => {
    const scene = watching(t);
    scene.interval(1, 60);
    scene.tick(T0);
    for (let at = T0; at < T0 + 3 * MINUTE_MS; at += TICK_MS) scene.tick(at);
    t.same(
      scene.taken(),
      ['endpoint_silent 1 1', 'endpoint_silent 1 2'],
      'from the start of the process at the earliest',
    );
    scene.tick(T0 + 3 * MINUTE_MS);
    t.same(scene.taken(), ['endpoint_silent 1 3']);
    scene.heard(1, T0 + 3 * MINUTE_MS + 1);
    t.ok(scene.taken().includes('endpoint_silent 1 over'));
    scene.heard(1, T0 + 3 * MINUTE_MS + 2);
    t.same(scene.taken(), [], 'what is the same is not told again');
    for (const s of [20, 40, 60]) scene.tick(T0 + 3 * MINUTE_MS + s * SECOND_MS);
    t.same(scene.taken(), []);
    scene.tick(T0 + 4 * MINUTE_MS + 2);
    t.same(scene.taken(), ['endpoint_silent 1 1']);
  },
);

t.test('what an operator changes counts at the next tick', async t => {
  const scene = watching(t);
  scene.interval(1, 60);
  scene.tick(T0);
  for (let at = T0; at <= T0 + 5 * MINUTE_MS; at += TICK_MS) scene.tick(at);
  t.equal(scene.taken().at(-1), 'endpoint_silent 1 5');
  scene.interval(1, 600);
  scene.tick(T0 + 5 * MINUTE_MS + TICK_MS);
  t.same(scene.taken(), ['endpoint_silent 1 over', 'endpoint_inactive 1 over']);
  scene.interval(1, 0);
  scene.interval(2, 60);
  scene.log.db.exec('UPDATE endpoint SET suspended = 1 WHERE id = 2');
  for (let at = T0 + 6 * MINUTE_MS; at <= T0 + 30 * MINUTE_MS; at += TICK_MS) scene.tick(at);
  t.notOk(
    scene.taken().some(line => /silent . \d/.test(line)),
    'no interval, or suspended',
  );
  scene.interval(3, 60);
  scene.tick(T0 + 30 * MINUTE_MS + TICK_MS);
  scene.log.db.exec('UPDATE endpoint SET deleted_at = 1 WHERE id = 3');
  scene.watch.changed(3);
  scene.taken();
  for (let at = T0 + 31 * MINUTE_MS; at <= T0 + 40 * MINUTE_MS; at += TICK_MS) scene.tick(at);
  t.same(scene.taken(), [], 'deleted');
});

t.test('time in which no station listened is no silence, whichever way the clock went', async t => {
  for (const jump of [HOUR_MS, -HOUR_MS, 2 * MINUTE_MS]) {
    const scene = watching(t);
    scene.interval(1, 60);
    scene.tick(T0);
    let at = T0 + jump;
    let listened = T0 + TICK_MS;
    scene.tick(at, listened);
    t.same(scene.taken(), [], `${jump}`);
    for (let n = 0; n < 5; n++) {
      at += TICK_MS;
      listened += TICK_MS;
      scene.tick(at, listened);
    }
    t.same(scene.taken(), ['endpoint_silent 1 1'], 'a minute later');
  }
});

t.test('an endpoint without an interval is inactive after the activity window', async t => {
  const scene = watching(t, { activityMs: 10 * MINUTE_MS });
  for (let at = T0; at <= T0 + 10 * MINUTE_MS; at += TICK_MS) scene.tick(at);
  t.same(scene.taken(), []);
  scene.tick(T0 + 10 * MINUTE_MS + TICK_MS);
  scene.tick(T0 + 10 * MINUTE_MS + 2 * TICK_MS);
  t.same(scene.taken(), ['endpoint_inactive 1 1', 'endpoint_inactive 2 1', 'endpoint_inactive 3 1'], 'each once');
  scene.heard(2, T0 + 11 * MINUTE_MS);
  t.ok(scene.taken().includes('endpoint_inactive 2 over'));
});

t.test(
  'failures in a row, losses and batteries are told when they change, and again after a write that failed',
  async t => {
    const scene = watching(t);
    const code = 'format_not_found';
    scene.heard(1, T0, { failures: 4, decoded: { code } });
    t.ok(scene.taken().includes('decode_failing 1 4'));
    scene.heard(1, T0 + 1, { failures: 4 });
    t.same(scene.taken(), [], 'not decoded: nothing new');
    scene.heard(1, T0 + 2, { failures: 5, decoded: { code } });
    t.match(scene.told, [
      { rule: 'decode_failing', level: 5, data: { code }, source: { type: 'endpoint', id: 1, org: 1 } },
    ]);
    scene.taken();
    scene.heard(1, T0 + 3, { decoded: { code: '', battery: { unit: 'percent', value: 19 } } });
    t.same(scene.taken(), ['decode_failing 1 0', 'endpoint_battery 1 19']);
    scene.heard(1, T0 + 4, { decoded: { code: '', battery: { unit: 'volts', value: 2.9 } } });
    t.same(scene.taken(), ['endpoint_battery 1 25'], '0.1 V above the limit are 5 points');
    let counters = NO_COUNTERS;
    for (let n = 0; n < 50; n++) counters = movedOn(counters, 1 + (n % 2));
    scene.heard(1, T0 + 5, { counters });
    t.same(
      scene.taken(),
      ['endpoint_loss 1 0.32'].map(() => 'endpoint_loss 1 0.34', 'endpoint_single_path 1 0'),
    );
    scene.heard(1, T0 + 6, { counters });
    t.same(scene.taken(), []);
    scene.watch.forget();
    scene.heard(1, T0 + 7, { counters, failures: 0, decoded: { code: '' } });
    t.same(scene.taken(), [
      'endpoint_silent 1 over',
      'endpoint_inactive 1 over',
      'decode_failing 1 0',
      'endpoint_loss 1 0.34',
      'endpoint_single_path 1 0',
    ]);
  },
);

t.test('one path only: known for a week, and where there are several stations', async t => {
  const since = T0 - 30 * DAY_MS;
  const scene = watching(t);
  scene.log.db.exec(`UPDATE endpoint SET created_at = ${since} WHERE id <> 3`);
  const sole = (endpoint: number, sharedAt: number) => {
    scene.heard(endpoint, T0, { sharedAt });
    return scene.taken().filter(line => line.includes('path'));
  };
  t.same(sole(1, T0 - 7 * DAY_MS), ['endpoint_single_path 1 0']);
  t.same(sole(1, T0 - 7 * DAY_MS - 1), ['endpoint_single_path 1 1']);
  t.same(sole(3, 0), [], 'registered an hour ago');
  const alone = watching(t, { stationsInUse: () => 1 });
  alone.log.db.exec(`UPDATE endpoint SET created_at = ${since}`);
  alone.heard(1, T0, { sharedAt: 0 });
  t.notOk(alone.taken().some(line => line.includes('path')));
});

t.test('the margin is the median of a day above the weakest ever', async t => {
  const scene = watching(t);
  const day = Math.ceil(T0 / DAY_MS) * DAY_MS;
  const pick = random(7);
  const all: number[] = [];
  for (let n = 0; n < 200; n++) {
    const snr = 5 + 10 * pick();
    all.push(snr);
    scene.heard(1, day + n * MINUTE_MS, { top: { snr }, weakestSnr: 4 });
  }
  for (let n = 0; n < 3; n++) scene.heard(2, day + n * MINUTE_MS, { top: { snr: 5 }, weakestSnr: 4 });
  t.notOk(scene.taken().some(line => line.includes('margin')));
  scene.tick(day + DAY_MS);
  const median = all.toSorted((a, b) => a - b)[100] ?? 0;
  const [found] = scene.told.filter(({ rule }) => rule === 'endpoint_margin');
  t.match(found, { source: { id: 1 } });
  t.ok(found && 'level' in found && Math.abs(found.level - (median - 4)) <= 0.6);
  t.equal(scene.taken().filter(line => line.includes('margin')).length, 1, 'three telegrams have no median');
});

t.test('silence with restarts and failed writes between: as a list of telegrams says', async t => {
  for (const seed of some([1, 2, 3, 4], 2)) {
    const pick = random(seed);
    const scene = watching(t);
    const intervals = [0, 60, 300, 45];
    for (const endpoint of [1, 2, 3]) scene.interval(endpoint, intervals[endpoint] ?? 0);
    /** From when on each is waited for, and what an engine would know of it. */
    const since = new Map<number, number>();
    const level = new Map<number, number>();
    let at = T0;
    const restarted = () => {
      for (const endpoint of [1, 2, 3]) since.set(endpoint, at);
    };
    restarted();
    const apply = () => {
      for (const seen of scene.told) {
        if (seen.rule !== 'endpoint_silent') continue;
        level.set(Number(seen.source.id), 'level' in seen ? seen.level : 0);
      }
      scene.told.length = 0;
    };
    scene.tick(at);
    for (let n = 0; n < 3000; n++) {
      at += TICK_MS;
      if (pick() < 0.1) {
        const endpoint = 1 + Math.floor(pick() * 3);
        scene.heard(endpoint, at);
        since.set(endpoint, at);
        apply();
        t.equal(level.get(endpoint), 0);
      }
      if (pick() < 0.002) {
        scene.restart();
        restarted();
      }
      if (pick() < 0.01) scene.watch.forget();
      scene.tick(at);
      apply();
      for (const endpoint of [1, 2, 3]) {
        const expected = Math.floor((at - (since.get(endpoint) ?? 0)) / ((intervals[endpoint] ?? 0) * SECOND_MS));
        // After a start the level stays what it was until an interval is over.
        if (expected >= 1) t.equal(level.get(endpoint), expected, `seed ${seed}, step ${n}, endpoint ${endpoint}`);
      }
      if (!t.passing()) return;
    }
  }
});
