import t from 'tap';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { listening } from './watching.ts';

const TICK_MS = 10 * SECOND_MS;
type Scene = ReturnType<typeof listening>;

/** Ticks for a time; the stations hear something every so many milliseconds. */
function pass({ watch }: Scene, from: number, ms: number, periods: Readonly<Record<number, number>>): number {
  let at = from;
  for (; at < from + ms; at += TICK_MS) {
    for (const [station, period] of Object.entries(periods)) if (at % period === 0) watch.heard(Number(station), at);
    watch.tick(at);
  }
  return at;
}

const levels = ({ told }: Scene) => told.map(seen => ('level' in seen ? seen.level : 'over'));

t.test('a station that is connected and hears nothing while others do is deaf, in its own pauses', async t => {
  const scene = listening(t);
  const periods = { 1: 5 * MINUTE_MS, 2: 2 * MINUTE_MS };
  let at = pass(scene, T0, 3 * HOUR_MS, periods);
  t.notOk(
    levels(scene).some(level => level !== 'over' && level > 1),
    'as long as it hears',
  );
  scene.told.length = 0;
  at = pass(scene, at, 24 * MINUTE_MS, { 2: periods[2] });
  const found = scene.told.filter(seen => 'level' in seen);
  t.ok(found.every(({ rule, source }) => rule === 'basestation_deaf' && source.id === 1));
  t.ok(Math.max(...levels(scene).map(Number)) < 6);
  at = pass(scene, at, 8 * MINUTE_MS, { 2: periods[2] });
  t.ok(Math.max(...levels(scene).map(Number)) > 6);
  scene.told.length = 0;
  scene.watch.heard(1, at);
  t.same(levels(scene), ['over']);
});

t.test('it is not when it is not connected, or no station hears anything, or too little is known of it', async t => {
  const away = listening(t);
  let at = pass(away, T0, 3 * HOUR_MS, { 1: MINUTE_MS, 2: MINUTE_MS });
  away.told.length = 0;
  away.log.db.exec("UPDATE session SET state = 'disconnected' WHERE station = 1");
  at = pass(away, at, HOUR_MS, { 2: MINUTE_MS });
  t.same(away.told, []);
  away.log.db.exec(`UPDATE session SET state = 'active', connected_at = ${at} WHERE station = 1`);
  at = pass(away, at, 5 * MINUTE_MS, { 2: MINUTE_MS });
  t.ok(Math.max(0, ...levels(away).map(Number)) <= 5, 'from its connect on');

  const night = listening(t);
  at = pass(night, T0, 3 * HOUR_MS, { 1: MINUTE_MS, 2: MINUTE_MS });
  night.told.length = 0;
  pass(night, at, 10 * HOUR_MS, {});
  t.same(night.told, []);

  const fresh = listening(t);
  at = pass(fresh, T0, 10 * MINUTE_MS, { 1: MINUTE_MS, 2: MINUTE_MS });
  fresh.told.length = 0;
  pass(fresh, at, 10 * HOUR_MS, { 2: MINUTE_MS });
  t.same(fresh.told, []);
});

t.test('telegrams that come together by turns make no short pauses', async t => {
  const scene = listening(t);
  let at = T0;
  // Ten sensors within five minutes of every hour.
  for (let hour = 0; hour < 48; hour++) {
    for (let n = 0; n < 360; n++) {
      if (n < 30 && n % 3 === 0) scene.watch.heard(1, at);
      if (n % 6 === 0) scene.watch.heard(2, at);
      scene.watch.tick(at);
      at += TICK_MS;
    }
  }
  t.ok(
    Math.max(
      0,
      ...levels(scene)
        .filter(level => level !== 'over')
        .map(Number),
    ) < 6,
  );
});
