import t from 'tap';
import { componentOf } from '../../../src/health/probes.ts';
import { fail } from '../../../src/kit/faults/finding.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import type { Call } from '../../../src/rpc/call/define.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

t.test('the status names every service and is as bad as the worst of them', async t => {
  const { call, hear, services, live } = await openTraffic(t);
  await hear({ packetCnt: 1 }, { ep: 2, packetCnt: 1 }, { ep: 3, packetCnt: 1 });
  live.set(1, { station: 1, bsEui: BS[1], bidi: true, lastSeenAt: START, remoteAddress: '' });
  const status = await call('GetSystemStatus', {});
  t.match(status, {
    version: '1.2.3',
    status: 'healthy',
    uptime: { seconds: String((START - HOUR_MS) / 1000) },
    active_endpoints: 3,
    active_basestations: 1,
    messages_processed: '3',
    services: [{ name: 'database', healthy: true, latency_ms: 1 }],
  });
  services.push(componentOf('web', false, 0, [{ check: 'web', ...fail('gone', 'look for it') }]));
  t.equal((await call('GetSystemStatus', {})).status, 'degraded');
  services.push(componentOf('bssci', true, 0, [{ check: 'bssci', ...fail('gone', 'look for it') }]));
  t.equal((await call('GetSystemStatus', {})).status, 'unhealthy');
});

t.test('statistics of the organization cover exactly their window', async t => {
  const { call, hear, live, refusal } = await openTraffic(t);
  const heard = (ep: number, packetCnt: number, ms: number, station = 1) => ({
    ep,
    packetCnt,
    station,
    rxTime: BigInt(START + ms) * 1_000_000n,
  });
  await hear(
    heard(1, 1, -HOUR_MS),
    heard(1, 2, -HOUR_MS - 1),
    heard(2, 3, -10),
    heard(2, 3, -9, 2),
    heard(2, 4, -5, 2),
    heard(3, 5, -5),
    heard(1, 6, 0),
  );
  live.set(2, { station: 2, bsEui: BS[2], bidi: true, lastSeenAt: START, remoteAddress: '' });
  live.set(3, { station: 3, bsEui: BS[3], bidi: true, lastSeenAt: START, remoteAddress: '' });
  const found = await call('GetStatistics', {
    start_time: at(START - HOUR_MS),
    end_time: at(START),
    granularity: 'hour',
  });
  t.match(found, {
    total_messages: '3',
    total_endpoints: 2,
    total_basestations: 2,
    active_endpoints: 2,
    online_basestations: 1,
    downlinks_sent: '0',
    message_counts: [{ value: '1' }, { value: '2' }],
    top_endpoints: [
      { eui: EP[2], name: 'Meter 2', count: '2' },
      { eui: EP[1], count: '1' },
    ],
    top_basestations: [
      { eui: BS[1], count: '3' },
      { eui: BS[2], count: '2' },
    ],
    oldest_message_at: { seconds: String((START - HOUR_MS) / 1000 - 1) },
  });
  t.ok(Number(found.database_bytes) > 0);
  t.equal((await call('GetStatistics', {})).message_counts.length, 2, 'a day of 24 hours touches two');
  t.equal(await refusal('GetStatistics', { granularity: 'x' }), 'InvalidGranularity');
  t.equal(await refusal('GetStatistics', { start_time: at(START), end_time: at(START) }), 'InvalidTimeRange');
  t.equal(await refusal('GetStatistics', { start_time: at(START - 367 * DAY_MS) }), 'TimeRangeTooLarge');
});

t.test('the release is shown to every caller', async t => {
  const { call } = await openTraffic(t);
  t.match(await call('GetReleaseInfo', {}), { version: '1.2.3', schema_version: 1 });
});

t.test('size and age of the database are for the operator only', async t => {
  const { rows } = await openTraffic(t);
  const row = rows.get('GetStatistics');
  const asked = { range: { startNs: 0n, endNs: BigInt(HOUR_MS) * 1_000_000n }, granularity: 'day' };
  const as = (kind: string) => {
    const call = { org: 1, principal: { kind }, signal: new AbortController().signal } as unknown as Call;
    return row?.handle?.(asked as never, call);
  };
  const all = Object.keys((await as('operator')) as object);
  const shown = Object.keys((await as('user')) as object);
  t.same(
    all.filter(name => !shown.includes(name)),
    ['database_bytes', 'oldest_message_at'],
  );
});
