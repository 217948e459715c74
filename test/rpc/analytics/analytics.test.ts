import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { analytics } from '../../../src/rpc/analytics/analytics.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const open = (t: Test, rows = '') => openTraffic(t, rows, ({ store, clock }) => analytics({ store, clock }));

/** One telegram each, so many milliseconds from the start, heard by a station with a level. */
const heard = (ep: number, packetCnt: number, ms: number, station = 1, snr = 10, eqSnr?: number) => ({
  ...{ ep, packetCnt, station, rxTime: BigInt(START + ms) * 1_000_000n, userData: Buffer.alloc(ep) },
  more: { snr, rssi: -90 - station, eqSnr },
});

t.test('an overview says everything of its window, and nothing of another organization', async t => {
  const { call, hear } = await open(t);
  await hear(
    heard(1, 1, -HOUR_MS - 1),
    heard(1, 2, -HOUR_MS, 1, 6, 4),
    heard(1, 3, -10, 1, 8),
    heard(1, 3, -9, 2, 12),
    heard(3, 5, -5),
    heard(1, 6, 0),
  );
  const window = { start_time: at(START - HOUR_MS), end_time: at(START) };
  t.match(await call('GetAnalyticsOverview', window), {
    ...{ total_messages: '2', active_endpoints: 1, silent_endpoints: 1, active_base_stations: 2 },
    ...{ avg_rssi: -91.5, avg_snr: 9, avg_eq_snr: 4, receptions_per_message: 1.5 },
    first_message_at: { seconds: String((START - HOUR_MS) / 1000) },
    last_message_at: { seconds: String(START / 1000 - 1), nanos: 990_000_000 },
    hourly: [{ value: '1' }, { value: '1' }],
    ...{ messages_last_24h: '3', messages_last_7d: '3', duplicates: '0', decode_failed: '0' },
    ...{ downlinks_sent: '0', downlinks_failed: '0', top_endpoints: [{ eui: EP[1], name: 'Meter 1', count: '2' }] },
  });
  const empty = await call('GetAnalyticsOverview', {
    start_time: at(START - DAY_MS),
    end_time: at(START - DAY_MS + 1),
  });
  t.match(empty, { total_messages: '0', first_message_at: null, hourly: [{ value: '0' }] });
  for (const absent of ['avg_rssi', 'avg_snr', 'avg_eq_snr', 'receptions_per_message'])
    t.notOk(absent in empty, absent);
});

t.test('activity is counted by filters that are joined; an EUI that does not exist gives zeros', async t => {
  const { call, hear, refusal } = await open(t);
  await hear(heard(1, 1, -10), heard(1, 1, -9, 2), heard(2, 2, -8), heard(2, 3, -7, 3));
  const window = { start_time: at(START - HOUR_MS), end_time: at(START), granularity: 'hour' };
  const counts = async (filter: object) => {
    const found = await call('GetActivityAnalytics', { ...window, ...filter });
    const { messages, payload_bytes } = found.slots.at(-1) ?? {};
    return [found.total_messages, found.unique_endpoints, found.unique_base_stations, messages, payload_bytes];
  };
  t.same(await counts({}), ['3', 2, 3, '3', '5']);
  t.same(await counts({ ep_eui: EP[2] }), ['2', 1, 2, '2', '4']);
  t.same(await counts({ bs_eui: BS[1] }), ['2', 2, 1, '2', '3']);
  t.same(await counts({ ep_eui: EP[2], bs_eui: BS[3] }), ['1', 1, 1, '1', '2']);
  for (const nothing of [{ ep_eui: EP[3] }, { bs_eui: 'ff00000000000000' }, { device_model_id: UNKNOWN }]) {
    t.same(await counts(nothing), ['0', 0, 0, '0', '0']);
  }
  t.equal((await call('GetActivityAnalytics', {})).granularity, 'day');
  t.equal((await call('GetActivityAnalytics', {})).slots.length, 8, 'seven days touch eight');
  t.equal(await refusal('GetActivityAnalytics', { granularity: 'x' }), 'InvalidGranularity');
  t.equal(await refusal('GetActivityAnalytics', { ep_eui: 'x' }), 'InvalidEUIFormat');
  t.equal(await refusal('GetActivityAnalytics', { start_time: at(START - 367 * DAY_MS) }), 'TimeRangeTooLarge');
});

t.test('a better copy that comes late is what its message counts with', async t => {
  const { call, hear } = await open(t);
  await hear(heard(1, 1, -100, 1, 3), heard(1, 2, -50, 1, 8));
  await hear(heard(1, 1, -99, 2, 12));
  await hear(heard(1, 2, -49, 2, 1));
  const window = { start_time: at(START - HOUR_MS), end_time: at(START) };
  const found = await call('GetSignalQualityAnalytics', window);
  t.match(found.overall, { avg_snr: 10, min_snr: 8, max_snr: 12, min_rssi: -92, max_rssi: -91 });
  t.same(
    found.snr_histogram.map(({ lower, count }) => [lower, count]),
    [
      [8, '1'],
      [12, '1'],
    ],
  );
  t.same(
    found.by_base_station.map(({ bs_eui, receptions }) => [bs_eui, receptions]),
    [
      [BS[1], '2'],
      [BS[2], '2'],
    ],
  );
});

t.test('signal quality is that of messages, or of what one station received', async t => {
  const { call, hear, refusal } = await open(t);
  await hear(
    ...Array.from({ length: 5 }, (_, i) => heard(1, i + 1, -100 + i, 1, 2 * i)),
    heard(1, 5, -95, 3, 1),
    heard(2, 9, -50, 2, 7),
  );
  const window = { start_time: at(START - HOUR_MS), end_time: at(START) };
  const found = await call('GetSignalQualityAnalytics', { ...window, granularity: 'day' });
  t.match(found, {
    overall: { count: '6', avg_snr: 4.5, min_snr: 0, max_snr: 8, min_rssi: -92, max_rssi: -91 },
    by_base_station: [
      { bs_eui: BS[1], name: 'Roof 1', receptions: '5', quality: { count: '5', avg_snr: 4, median_snr: 5 } },
      { bs_eui: BS[2], receptions: '1' },
      { bs_eui: BS[3], name: '', receptions: '1', quality: { max_snr: 1 } },
    ],
    rssi_histogram: [{ lower: -95, upper: -90, count: '6' }],
    snr_histogram: [0, 2, 4, 6, 8].map((lower, i) => ({ lower, upper: lower + 2, count: i === 3 ? '2' : '1' })),
    slots: [{ count: '6', avg_snr: 4.5 }],
    weak_endpoints: [{ ep_eui: EP[1], name: 'Meter 1', avg_snr: 4, avg_rssi: -91, count: '5' }],
  });
  t.equal(found.weak_endpoints.length, 1, 'the other one has sent too little');
  const ofStation = await call('GetSignalQualityAnalytics', { ...window, bs_eui: BS[3] });
  t.match(ofStation, { overall: { count: '1', avg_snr: 1 }, by_base_station: [{ bs_eui: BS[3] }], slots: [] });
  const nothing = await call('GetSignalQualityAnalytics', { ...window, ep_eui: EP[3], granularity: 'hour' });
  t.match(nothing, { overall: { count: '0' }, by_base_station: [], snr_histogram: [], weak_endpoints: [] });
  t.notOk('avg_snr' in (nothing.overall ?? {}), 'averages of nothing are absent');
  t.equal(await refusal('GetSignalQualityAnalytics', { granularity: 'x' }), 'InvalidGranularity');
});

t.test('downlinks count by when they were sent, and failed ones by when they had failed', async t => {
  const downlink = (id: number, state: string, txMs: number | null, finishedMs: number, endpoint = 1) =>
    `INSERT INTO downlink (que_id, org, endpoint, state, entries, format, flags, prio, expires_at, ref, source, created_by, created_at,
       station, tx_time_ns, finished_at, line)
     VALUES (${id}, 1, ${endpoint}, '${state}', x'00', 0, 0, 0, 0, '', 'api', '', 0, 1, ${txMs === null ? 'NULL' : `${txMs}000000`}, ${finishedMs}, ${id});`;
  const { call } = await open(
    t,
    [
      downlink(1, 'sent', START - 10, START - 5),
      downlink(2, 'acknowledged', START - 10, START + 5),
      downlink(3, 'sent', START - HOUR_MS - 1, START - 5),
      downlink(4, 'expired', null, START - 5),
      downlink(5, 'invalid', null, START - 5, 2),
      downlink(6, 'revoked', null, START - 5),
      downlink(7, 'expired', null, START),
      downlink(8, 'sent', START - 9, START - 5, 2),
    ].join('\n'),
  );
  const window = { start_time: at(START - HOUR_MS), end_time: at(START) };
  t.match(await call('GetAnalyticsOverview', window), { downlinks_sent: '3', downlinks_failed: '2' });
  const sent = async (filter: object) => {
    const { slots } = await call('GetActivityAnalytics', { ...window, granularity: 'month', ...filter });
    return slots.map(({ downlinks }) => downlinks);
  };
  t.same(await sent({}), ['3']);
  t.same(await sent({ ep_eui: EP[2] }), ['1']);
  t.same(await sent({ bs_eui: BS[2] }), ['0']);
});

const UNKNOWN = '0192f000-0000-7000-8000-0000000000aa';
