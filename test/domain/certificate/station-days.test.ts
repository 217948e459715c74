import t from 'tap';
import type { Observation } from '../../../src/domain/alert/seen.ts';
import { stationDays } from '../../../src/domain/certificate/station-days.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { bsEui, openLog, populate, T0 } from '../message/log-store.ts';

t.test('the certificate of a station that was issued last counts, as long as it is not revoked', async t => {
  const log = openLog(t, ':memory:');
  populate(log, 1, 3);
  const told: Observation[] = [];
  const watch = stationDays(log.db, { observe: seen => void told.push(seen) });
  const saw = () => told.splice(0).map(seen => [seen.source.id, 'level' in seen ? seen.level : 'over']);
  const days = (now: number, judgedAt = now) => {
    told.length = 0;
    watch.tick(now, judgedAt);
    return saw();
  };
  const issue = (serial: string, until: number, notBefore: number, revoked: number | null = null) =>
    log.db
      .prepare(
        `INSERT INTO certificate (uuid, org, kind, eui, serial, fingerprint, not_before_at, not_after_at, pem, created_at, revoked_at)
         VALUES (?, 1, 'bs', ?, ?, ?, ?, ?, '', ?, ?)`,
      )
      .run(serial, bsEui(2), serial, serial, notBefore, until, notBefore, revoked);
  t.same(
    days(T0),
    [
      [1, 'over'],
      [2, 'over'],
      [3, 'over'],
    ],
    'nothing is known of any',
  );
  const show = log.db.prepare(
    'UPDATE base_station SET certificate_fingerprint = ?, certificate_expires_at = ?, connected_at = 5 WHERE id = ?',
  );
  show.run('f1', T0 + 20 * DAY_MS, 1);
  show.run('f2', T0 + 5 * DAY_MS, 2);
  t.same(days(T0 + 1000), [], 'rows are read once a minute');
  t.match(days(T0 + MINUTE_MS, T0), [
    [1, 20],
    [2, 5],
  ]);
  t.same(days(T0 + 2 * MINUTE_MS, T0 + MINUTE_MS), [
    [1, 19.9],
    [2, 4.9],
  ]);
  t.same(days(T0 + 3 * MINUTE_MS, T0 + MINUTE_MS), [], 'what is the same is not told again');
  issue('aa', T0 + 400 * DAY_MS, 10);
  watch.changed(bsEui(2), T0 + 4 * MINUTE_MS);
  t.same(saw(), [[2, 399.9]], 'issued anew: at once, by the time by which certificates are judged');
  issue('bb', T0 + 3 * DAY_MS, 20);
  t.same(
    days(T0 + 5 * MINUTE_MS, T0),
    [
      [1, 20],
      [2, 3],
    ],
    'issued later, for a shorter time',
  );
  issue('cc', T0 + 500 * DAY_MS, 30, T0);
  t.same(days(T0 + 6 * MINUTE_MS, T0), [], 'revoked');
  watch.forget();
  t.equal(days(T0 + 6 * MINUTE_MS + 1, T0).length, 3, 'a write failed');
  t.match(days(T0 + 9 * MINUTE_MS, T0 + 21 * DAY_MS), [
    [1, -1],
    [2, -18],
  ]);
  log.db.prepare('UPDATE certificate SET revoked_at = ?').run(T0);
  show.run('bb', T0 + 3 * DAY_MS, 2);
  watch.changed(bsEui(2), T0 + 9 * MINUTE_MS);
  t.same(saw(), [[2, 'over']], 'there is none any more');
});
