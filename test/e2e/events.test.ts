import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tokenOf } from '../../src/cli/api.ts';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const STATION = '70b3d59cd0000001';
const MINUTE_MS = 60_000;

const dataOf = (center: Center, type: string) =>
  center
    .rows(`SELECT data FROM event WHERE event_type = '${type}' ORDER BY seq`)
    .map(({ data }) => JSON.parse(String(data)));

t.test('an endpoint is told when it is heard first, when it falls silent and when it is back', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings: { endpoint: { activity_window_s: 240 } } });
  await using station = await center.baseStation({ bsEui: STATION });
  await center.endpoint({ ep_eui: METER });
  const hear = async (packetCnt: number) => {
    await station.start('ulData', uplink({ packetCnt, rxTime: center.clock.nowNs() }));
    await center.clock.advance(1000);
  };
  await hear(1);
  await until(() => dataOf(center, 'endpoint.first_seen').length === 1);
  t.same(dataOf(center, 'endpoint.first_seen'), [{ bsEui: STATION }]);
  await center.clock.advance(4 * MINUTE_MS - 2000);
  t.same(dataOf(center, 'endpoint.inactive'), []);
  await center.clock.advance(2 * MINUTE_MS);
  await until(() => dataOf(center, 'endpoint.inactive').length === 1);
  await center.stop();
  await center.begin();
  await center.clock.advance(3 * MINUTE_MS);
  t.equal(dataOf(center, 'endpoint.inactive').length, 1, 'a restart does not say it again');
  const listed = await center.api.call('ListEndPointEvents', { ep_eui: METER, event_types: ['endpoint.inactive'] });
  t.match(listed.events, [{ severity: 'warning', source_id: METER }]);
});

t.test('too many requests, and an upgrade that failed before, are among the events', async t => {
  const dir = t.testdir();
  await using center = await Center.start({ dir, settings: { limits: { requests_per_s: 1 } } });
  const tokens = await Promise.all(
    Array.from({ length: 5 }, () => center.api.call('GetReleaseInfo', {}).then(() => '', tokenOf)),
  );
  t.ok(tokens.includes('ErrTokenRateLimited'));
  await until(() => dataOf(center, 'security.rate_limited').length === 1);
  t.match(dataOf(center, 'security.rate_limited'), [{ principal: 'operator', remoteAddress: /127\.0\.0\.1/ }]);
  await center.stop();
  const failure = { from: 6, to: 21, message: 'no room', at: center.clock.now() - 1000 };
  writeFileSync(join(dir, 'waystation.db.upgrade-failed'), JSON.stringify(failure));
  await center.begin();
  const { at: _, ...told } = failure;
  t.same(dataOf(center, 'system.migration_failed'), [told]);
});
