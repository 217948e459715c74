import t from 'tap';
import type { Observation } from '../../../src/domain/alert/seen.ts';
import { TrafficWatch } from '../../../src/domain/radio/traffic.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { openLog, populate, random, T0 } from '../message/log-store.ts';

const BEGIN = Math.ceil(T0 / HOUR_MS) * HOUR_MS;
const WEEK = 168;

t.test('an hour is compared with the same hour of the last four weeks, restarts between', async t => {
  for (const seed of [1, 2]) {
    const log = openLog(t, ':memory:');
    populate(log, 1, 1);
    const pick = random(seed);
    const told: Observation[] = [];
    const start = () => new TrafficWatch(log.db, seen => void told.push(seen));
    let watch = start();
    /** What each hour brought; undefined: it was not watched whole. */
    const hours: (number | undefined)[] = [];
    watch.tick(BEGIN);
    for (let hour = 0; hour < 7 * WEEK; hour++) {
      const from = BEGIN + hour * HOUR_MS;
      const messages = Math.floor(pick() * 400);
      const broken = hour === 0 ? false : pick() < 0.05;
      watch.tick(from);
      told.length = 0;
      watch.stored(1, Math.floor(messages / 2), from + MINUTE_MS);
      if (broken) watch = start();
      watch.stored(1, Math.ceil(messages / 2), from + 30 * MINUTE_MS);
      hours[hour] = broken ? undefined : messages;
      watch.tick(from + HOUR_MS);
      const same = [1, 2, 3, 4].map(weeks => hours[hour - weeks * WEEK]).filter(count => count !== undefined);
      const expected = same.reduce((sum, count) => sum + count, 0) / same.length;
      const found = told.filter(({ source }) => source.org === 1);
      if (broken || same.length === 0 || expected < 100) t.same(found, [], `seed ${seed}, hour ${hour}`);
      else t.match(found, [{ rule: 'traffic_drop', level: messages / expected }], `seed ${seed}, hour ${hour}`);
      if (!t.passing()) return;
    }
  }
});

t.test('after the clock was set the hour is none', async t => {
  const log = openLog(t, ':memory:');
  populate(log, 1, 1);
  const watch = new TrafficWatch(log.db, () => {});
  watch.tick(BEGIN);
  watch.stored(1, 500, BEGIN + MINUTE_MS);
  watch.tick(BEGIN + 5 * HOUR_MS + MINUTE_MS);
  watch.stored(1, 500, BEGIN + 5 * HOUR_MS + 2 * MINUTE_MS);
  watch.tick(BEGIN + 6 * HOUR_MS);
  t.equal(log.db.prepare('SELECT count(*) AS count FROM traffic_hour').get()?.['count' as never], 0);
  watch.stored(1, 500, BEGIN + 6 * HOUR_MS + MINUTE_MS);
  watch.tick(BEGIN + 7 * HOUR_MS);
  t.equal(
    log.db.prepare('SELECT count(*) AS count FROM traffic_hour').get()?.['count' as never],
    2,
    'of each organization',
  );
});
