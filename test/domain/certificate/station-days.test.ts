import t from 'tap';
import type { Seen } from '../../../src/domain/alert/seen.ts';
import { stationDays } from '../../../src/domain/certificate/station-days.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { bsEui, openLog, populate, T0 } from '../message/log-store.ts';

t.test('the newest certificate of a station counts, shown or issued, as long as it is not revoked', async t => {
  const log = openLog(t, ':memory:');
  populate(log, 1, 3);
  const told: Seen[] = [];
  const watch = stationDays(log.db, { observe: seen => void told.push(seen) });
  const days = (now: number, judgedAt = now) => {
    told.length = 0;
    watch.tick(now, judgedAt);
    return told.map(seen => [seen.source.id, 'level' in seen ? seen.level : 'over']);
  };
  const issue = (serial: string, until: number, revoked: number | null = null) =>
    log.db
      .prepare(
        `INSERT INTO certificate (uuid, org, kind, eui, serial, fingerprint, not_before_at, not_after_at, pem, created_at, revoked_at)
         VALUES (?, 1, 'bs', ?, ?, ?, 0, ?, '', 0, ?)`,
      )
      .run(serial, bsEui(2), serial, serial, until, revoked);
  t.same(days(T0), [], 'nothing is known of any');
  log.db.prepare('UPDATE base_station SET certificate_expires_at = ? WHERE id = 1').run(T0 + 20 * DAY_MS);
  log.db.prepare('UPDATE base_station SET certificate_expires_at = ? WHERE id = 2').run(T0 + 5 * DAY_MS);
  t.same(days(T0 + 1000), [], 'rows are read once a minute');
  t.match(days(T0 + MINUTE_MS, T0), [
    [1, 20],
    [2, 5],
  ]);
  t.same(days(T0 + 2 * MINUTE_MS, T0), [], 'what is the same is not told again');
  issue('aa', T0 + 400 * DAY_MS);
  t.same(days(T0 + 3 * MINUTE_MS, T0), [[2, 400]], 'issued anew');
  issue('bb', T0 + 500 * DAY_MS, T0);
  t.same(days(T0 + 4 * MINUTE_MS, T0), [], 'revoked');
  watch.forget();
  t.equal(days(T0 + 4 * MINUTE_MS + 1, T0).length, 2, 'a write failed');
  t.match(days(T0 + 9 * MINUTE_MS, T0 + 21 * DAY_MS), [
    [1, -1],
    [2, 379],
  ]);
});
