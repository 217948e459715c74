import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { openRegistry, type Registry } from '../registry.ts';

const BS = '70b3d59cd0000001';
const eui = (n: number) => `70b3d567701${n.toString(16).padStart(5, '0')}`;
const at = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });

async function oneStation({ call }: Registry, endpoints: number) {
  await call('CreateBaseStation', { base_station: { bs_eui: BS } });
  await call('CreateBaseStation', { base_station: { bs_eui: '70b3d59cd0000002' } });
  for (let n = 1; n <= endpoints; n++)
    await call('CreateEndPoint', { endpoint: { ep_eui: eui(n), name: `meter ${n}` } });
}

t.test('a station that heard nothing has figures of zero and no averages', async t => {
  const registry = await openRegistry(t);
  await oneStation(registry, 0);
  const stats = await registry.call('GetBaseStationStats', { bs_eui: BS });
  t.match(stats, { uplinks: '0', unique_endpoints: 0, availability: 0, last_uplink_at: null, top_endpoints: [] });
  t.equal(stats.avg_rssi, undefined);
  t.equal(stats.buckets.length, 25, '24 hours from half past to half past touch 25');
  t.match(stats.buckets[0], { uplinks: '0', start: { seconds: String((START - DAY_MS - HOUR_MS / 2) / 1000) } });
  t.equal(stats.buckets[0]?.avg_rssi, undefined);
});

t.test('receptions are counted in their window, to the millisecond', async t => {
  const registry = await openRegistry(t);
  const { call, hear } = registry;
  await oneStation(registry, 3);
  const line = (n: number, packetCnt: number, atMs: number, station = 1) => ({
    ep: eui(n),
    station,
    packetCnt,
    atMs,
    snr: packetCnt,
    rssi: -100 + packetCnt,
  });
  const noon = START - HOUR_MS / 2;
  await hear(
    line(1, 1, noon - DAY_MS),
    line(1, 2, noon - 2 * HOUR_MS),
    line(1, 2, noon - 2 * HOUR_MS, 2),
    line(2, 3, noon - HOUR_MS - 1),
    line(2, 4, noon - HOUR_MS, 2),
    line(2, 4, noon - HOUR_MS, 1),
    line(3, 5, noon - HOUR_MS / 2),
  );
  const window = (from: number, to: number, granularity?: string) =>
    call('GetBaseStationStats', {
      bs_eui: BS,
      start_time: at(from),
      end_time: at(to),
      ...(granularity !== undefined && { granularity }),
    });

  const all = await call('GetBaseStationStats', { bs_eui: BS });
  t.match(all, { uplinks: '4', uplinks_first: '3', unique_endpoints: 3, avg_snr: 3.5, avg_rssi: -96.5 });
  t.match(all, { uplinks_last_24h: '5', uplinks_last_7d: '5', uplinks_last_30d: '5' });
  t.equal(all.last_uplink_at?.seconds, String((noon - HOUR_MS / 2) / 1000));
  t.match(
    all.top_endpoints.map(({ eui, name, count }) => [eui, name, count]),
    [
      [eui(2), 'meter 2', '2'],
      [eui(1), 'meter 1', '1'],
      [eui(3), 'meter 3', '1'],
    ],
  );
  t.equal((await window(noon - 2 * HOUR_MS, noon - HOUR_MS)).uplinks, '2', 'the end is exclusive');
  t.equal((await window(noon - 2 * HOUR_MS + 1, noon - HOUR_MS + 1)).uplinks, '2', 'the start is inclusive');
  t.equal((await window(noon - HOUR_MS, noon - HOUR_MS + 1)).uplinks, '1');
  t.equal((await window(noon - HOUR_MS + 1, noon - HOUR_MS / 2)).uplinks, '0');

  const hours = await window(noon - 3 * HOUR_MS, noon, 'hour');
  t.same(
    hours.buckets.map(({ uplinks }) => uplinks),
    ['0', '2', '2'],
  );
  for (const granularity of ['day', 'week', 'month']) {
    const { buckets, uplinks } = await window(noon - 3 * HOUR_MS, noon, granularity);
    t.same([buckets.length, buckets[0]?.uplinks, uplinks], [1, '4', '4'], granularity);
  }
  const weeks = await window(START - 10 * DAY_MS, START, 'week');
  t.same(
    weeks.buckets.map(({ start }) => new Date(Number(start?.seconds) * 1000).getUTCDay()),
    [1, 1, 1],
    'weeks begin on Monday',
  );
});

t.test('figures stay the same when the log is sealed', async t => {
  const registry = await openRegistry(t);
  const { call, hear } = registry;
  await oneStation(registry, 4);
  const BATCH = 700;
  const PER_MINUTE = 60_000;
  for (let batch = 0; batch < 6; batch++) {
    const telegrams = Array.from({ length: BATCH }, (_, n) => {
      const packetCnt = batch * BATCH + n;
      return {
        ep: eui(1 + (packetCnt % 4)),
        station: 1,
        packetCnt,
        atMs: START - 4200 * PER_MINUTE + packetCnt * PER_MINUTE,
      };
    });
    await hear(...telegrams);
  }
  t.ok(registry.store.read.history.sealedUpTo() > 4000, 'a block is sealed');
  const minutes = async (from: number, to: number, granularity = 'hour') => {
    const stats = await call('GetBaseStationStats', {
      bs_eui: BS,
      start_time: at(START - from * PER_MINUTE),
      end_time: at(START - to * PER_MINUTE),
      granularity,
    });
    const summed = stats.buckets.reduce((sum, { uplinks }) => sum + Number(uplinks), 0);
    t.equal(summed, Number(stats.uplinks), 'the slots add up');
    return { uplinks: Number(stats.uplinks), unique: stats.unique_endpoints };
  };
  t.same(await minutes(4200, 0), { uplinks: 4200, unique: 4 });
  t.same(await minutes(4200, 0, 'day'), { uplinks: 4200, unique: 4 });
  t.same(await minutes(4111, 1777), { uplinks: 4111 - 1777, unique: 4 }, 'hours are cut where the window ends');
  t.same(await minutes(4111, 17, 'day'), { uplinks: 4111 - 17, unique: 4 });
  t.same(await minutes(3002, 3000), { uplinks: 2, unique: 2 });
});

t.test('availability is the connected part of the window up to now', async t => {
  const registry = await openRegistry(t);
  const { call, store, live, advance, connect } = registry;
  await oneStation(registry, 0);
  const greeting = { vendor: '', model: '', name: '', swVersion: '', info: undefined, position: undefined };
  const begin = (at: number) =>
    store.write.sessions.begin({
      station: 1,
      snBsUuid: Buffer.alloc(16, 1),
      snScUuid: Buffer.alloc(16, 2),
      greeting: { ...greeting, bidi: true, version: '1.0.0', remoteAddress: '' },
      at,
    });
  const first = await begin(START - 10 * HOUR_MS);
  await store.write.sessions.disconnect({
    station: 1,
    progress: { session: first, lastBs: 0, doneBs: 0 },
    reason: 'timeout',
    at: START - 8 * HOUR_MS,
    lastSeenAt: START - 8 * HOUR_MS,
  });
  await begin(START - 2 * HOUR_MS);
  connect(1);
  const availability = async (from: number, to: number) =>
    (await call('GetBaseStationStats', { bs_eui: BS, start_time: at(from), end_time: at(to) })).availability;
  t.equal(await availability(START - 10 * HOUR_MS, START), 0.4);
  t.equal(await availability(START - 9 * HOUR_MS, START - 7 * HOUR_MS), 0.5);
  t.equal(await availability(START - HOUR_MS, START + 5 * HOUR_MS), 1, 'the time to come does not count');
  t.equal(await availability(START + HOUR_MS, START + 2 * HOUR_MS), undefined);
  live.clear();
  advance(HOUR_MS);
  t.equal(await availability(START - 2 * HOUR_MS, START + HOUR_MS), 0, 'after a crash, online until last heard');
});

t.test('a window that cannot be is refused', async t => {
  const registry = await openRegistry(t);
  await oneStation(registry, 0);
  const cases: [string, object][] = [
    ['InvalidGranularity', { granularity: 'minute' }],
    ['InvalidTimeRange', { start_time: at(START), end_time: at(START) }],
    ['InvalidTimeRange', { start_time: at(START + HOUR_MS) }],
    ['InvalidTimeRange', { start_time: at(1000) }],
    ['TimeRangeTooLarge', { start_time: at(START - 367 * DAY_MS) }],
  ];
  for (const [token, filter] of cases) {
    t.equal(await registry.refusal('GetBaseStationStats', { bs_eui: BS, ...filter }), token, token);
  }
  const year = { start_time: at(START - 366 * DAY_MS), granularity: 'hour' };
  const { buckets } = await registry.call('GetBaseStationStats', { bs_eui: BS, ...year });
  t.equal(buckets.length, 366 * 24 + 1);
});
