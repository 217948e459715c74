import t, { type Test } from 'tap';
import { ListenedTime } from '../../../src/domain/uplink/listened.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

const FIRST = credibleMs(T0 - HOUR_MS);

/** Messages at a time of day, and at a time listened. */
function scene(t: Test) {
  const log = openLog(t, ':memory:');
  populate(log, 1, 1);
  let packetCnt = 0;
  return {
    log,
    say(now: number, listened: number): number {
      log.write(
        [{ endpoint: 1, packetCnt: ++packetCnt, rxNs: BigInt(now) * 1_000_000n, arrivedAt: now - 500 }],
        now,
        listened,
      );
      return packetCnt;
    },
    /** As another thread, or the next start, reads it. */
    fresh: () => new ListenedTime(log.db),
    rows: () =>
      log.db.prepare('SELECT after_seq, offset_ms, from_ms, upto_ms FROM listened ORDER BY id').all() as {
        after_seq: number;
      }[],
  };
}

t.test('one row for each time that the clock and what was listened came apart, and none for messages', async t => {
  const { say, rows, fresh } = scene(t);
  for (let n = 0; n < 10; n++) say(T0 + n * 1000, T0 + n * 1000);
  t.equal(rows().length, 1);
  say(T0 + 12 * HOUR_MS, T0 + 10_000);
  say(T0 + 12 * HOUR_MS + 1999, T0 + 10_000);
  say(T0 + 40 * DAY_MS, T0 + 20_000);
  say(T0 + 12 * HOUR_MS + 20_000, T0 + 30_000);
  const time = fresh();
  time.looked(listenedMs(T0 + HOUR_MS));
  t.same(
    rows().map(row => row.after_seq),
    [0, 10, 12, 13],
  );
  t.equal(time.at(10, T0 + 9000), T0 + 9000);
  t.equal(time.at(11, T0 + 12 * HOUR_MS), T0 + 10_000);
  t.equal(time.at(13, T0 + 40 * DAY_MS), T0 + 20_000);
  t.equal(time.at(14, T0 + 12 * HOUR_MS + 20_000), T0 + 30_000);
  t.equal(time.at(14, T0 + 41 * DAY_MS), T0 + HOUR_MS, 'never later than now');
  t.equal(time.at(11, T0 + 41 * DAY_MS), T0 + 20_000, 'and never behind what came after it');
});

t.test('a time of day is when it was that time', async t => {
  const { say, fresh } = scene(t);
  say(T0, T0);
  say(T0 + 40 * DAY_MS, T0 + MINUTE_MS);
  say(T0 + 2 * MINUTE_MS, T0 + 2 * MINUTE_MS);
  const time = fresh();
  time.looked(listenedMs(T0 + HOUR_MS));
  t.equal(time.during(T0 - DAY_MS), T0 - DAY_MS, 'before anything is known');
  t.equal(time.during(T0 + 30_000), T0 + 30_000);
  t.equal(time.during(T0 + 40 * DAY_MS + 30_000), T0 + MINUTE_MS + 30_000, 'the clock was ahead');
  t.equal(time.during(T0 + 50 * DAY_MS), T0 + HOUR_MS, 'it never was');
  t.equal(time.during(T0 + 3 * MINUTE_MS), T0 + 3 * MINUTE_MS);
});

t.test('the next start goes on where the last one came to', async t => {
  const { log, say, fresh } = scene(t);
  t.equal(fresh().before(FIRST), FIRST, 'a first start');
  say(T0, T0);
  say(T0 + 12 * HOUR_MS, T0 + MINUTE_MS);
  t.equal(fresh().before(FIRST), T0 + MINUTE_MS, 'killed: what came last is known');
  say(T0 + 12 * HOUR_MS + 3 * MINUTE_MS, T0 + 4 * MINUTE_MS);
  t.equal(fresh().before(FIRST), T0 + 4 * MINUTE_MS);
  const search = (later: number) =>
    log.stores.uplinks.searchSilent(T0 + 12 * HOUR_MS + later, listenedMs(T0 + MINUTE_MS + later));
  for (let minute = 4; minute <= 24; minute++) search(minute * MINUTE_MS);
  const known = fresh().before(FIRST) - T0;
  t.ok(known >= 15 * MINUTE_MS && known <= 25 * MINUTE_MS, 'nothing came: ten minutes are not known at most');
  log.stores.uplinks.keepListened(listenedMs(T0 + 25 * MINUTE_MS));
  t.equal(fresh().before(FIRST), T0 + 25 * MINUTE_MS, 'stopped in order');
  log.db.exec('DELETE FROM listened');
  t.equal(fresh().before(FIRST), T0 + 4 * MINUTE_MS, 'a table that was lost: when something arrived');
});

t.test('no more than 64 rows stay, however often it was started', async t => {
  const { say, rows, fresh } = scene(t);
  for (let n = 0; n < 200; n++) say(T0 + n * HOUR_MS, T0 + n * 1000);
  t.equal(rows().length, 64);
  const time = fresh();
  time.looked(listenedMs(T0 + 200_000));
  t.equal(time.at(200, T0 + 199 * HOUR_MS), T0 + 199_000);
  t.equal(time.at(137, T0 + 136 * HOUR_MS), T0 + 136_000);
  t.ok(time.at(1, T0) <= T0 + 136_000, 'what is behind them is no later');
});

t.test('a write that failed leaves nothing behind in memory', async t => {
  const { log, say, rows } = scene(t);
  say(T0, T0);
  t.throws(() =>
    log.db.atomic(() => {
      log.stores.uplinks.searchSilent(T0 + HOUR_MS, listenedMs(T0 + 1000));
      throw new Error('no');
    }),
  );
  log.stores.uplinks.forget();
  say(T0 + HOUR_MS + 1000, T0 + 2000);
  t.equal(rows().length, 2);
});
