import t, { type Test } from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { START } from '../caller.ts';
import { openRegistry } from '../registry.ts';

const EP = '70b3d56770110001';
const EP2 = '70b3d56770110002';
const BS = '70b3d59cd0000001';
const BS2 = '70b3d59cd0000002';
const UNKNOWN = '70b3d567701100ff';
const KEY = '000102030405060708090a0b0c0d0e0f';
/** Beyond what a JavaScript number holds. */
const RX = 1_767_225_600_123_456_789n;
const at = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 });

/** Two attached endpoints that hear downlinks, two stations, of which the first is connected and has heard the first one. */
async function opened(t: Test) {
  const registry = await openRegistry(t);
  const { call, store, connect, hear, raised } = registry;
  for (const bs_eui of [BS, BS2]) await call('CreateBaseStation', { base_station: { bs_eui } });
  for (const ep_eui of [EP, EP2]) {
    await call('CreateEndPoint', { endpoint: { ep_eui, ep_class: 'A', pre_attach: true, nwk_key: KEY } });
  }
  connect(1);
  await hear({ ep: EP, station: 1, packetCnt: 1, atMs: START - 1000 });
  raised();
  const progress = { session: 0, lastBs: 0, doneBs: 0 };
  return {
    ...registry,
    report: (atMs: number, more: { ep?: string; station?: number; snr?: number; rssi?: number } = {}) => {
      const { ep = EP, station = 1, snr = 7.5, rssi = -118.25 } = more;
      return store.write.rxStatus.report({
        ...{ station, bsEui: BS as Eui, epEui: ep as Eui, rxTime: RX + BigInt(atMs), packetCnt: 4_294_967_295 },
        ...{ dlRxSnr: snr, dlRxRssi: rssi, progress, at: atMs },
      });
    },
  };
}

t.test('a query is pending with the serving station until the endpoint reports', async t => {
  const { call, report, advance, raised } = await opened(t);
  const { query } = await call('QueryDLRXStatus', { ep_eui: EP.toUpperCase() });
  t.match(query, {
    id: /^[0-9a-f-]{36}$/,
    ep_eui: EP,
    bs_eui: BS,
    op_id: '0',
    status: 'pending',
    requested_at: { seconds: String(START / 1000) },
    received_at: null,
    requested_by: 'operator@localhost',
    result: null,
    error: '',
  });
  t.same(raised(), [], 'nothing has been sent yet');
  await report(START + 1500, { station: 2 });
  advance(2000);
  const { queries } = await call('GetDLRXStatusQueries', {});
  t.match(queries, [
    {
      id: query?.id,
      bs_eui: BS,
      status: 'received',
      received_at: { seconds: String(START / 1000 + 1), nanos: 500_000_000 },
      result: { bs_eui: BS2, query_id: query?.id, dl_rx_snr: 7.5 },
    },
  ]);
  t.match(raised(), [{ type: 'endpoint.dl_rx_status_received', station: 2 }]);
  t.match(await call('GetEndPointOperations', { ep_eui: EP, operation: ['dl_rx_query'] }), {
    operations: [{ origin: 'api', status: 'completed', actor: 'operator@localhost', op_id: '0', bs_eui: '' }],
  });
});

t.test('a named station is shown until the query goes somewhere', async t => {
  const { call, connect } = await opened(t);
  connect(2);
  t.match(await call('QueryDLRXStatus', { ep_eui: EP, bs_eui: BS2 }), { query: { bs_eui: BS2 } });
});

t.test('what cannot be asked is refused with its token', async t => {
  const { call, refusal, connect, live, raised, db } = await opened(t);
  const query = (request: { ep_eui?: string; bs_eui?: string }) => refusal('QueryDLRXStatus', request);
  await call('CreateEndPoint', { endpoint: { ep_eui: '70b3d56770110003', nwk_key: KEY, pre_attach: true } });
  await call('CreateEndPoint', { endpoint: { ep_eui: '70b3d56770110004', ep_class: 'A' } });
  raised();
  const cases: [string, { ep_eui?: string; bs_eui?: string }][] = [
    ['EUIRequired', {}],
    ['EUIRequired', { bs_eui: BS }],
    ['InvalidEUIFormat', { ep_eui: '12' }],
    ['InvalidEUIFormat', { ep_eui: '0000000000000000' }],
    ['InvalidEUIFormat', { ep_eui: EP, bs_eui: 'station' }],
    ['EndPointNotFound', { ep_eui: UNKNOWN }],
    ['EndPointNotBidirectional', { ep_eui: '70b3d56770110003' }],
    ['EndPointNotAttached', { ep_eui: '70b3d56770110004' }],
    ['DLRXNoServingBaseStation', { ep_eui: EP2 }],
    ['BaseStationNotFound', { ep_eui: EP, bs_eui: UNKNOWN }],
    ['DLRXNoServingBaseStation', { ep_eui: EP, bs_eui: BS2 }],
  ];
  for (const [token, request] of cases) t.equal(await query(request), token, JSON.stringify(request));
  connect(2, { bidi: false });
  t.equal(await query({ ep_eui: EP, bs_eui: BS2 }), 'DLRXNoServingBaseStation', 'it cannot send');
  live.clear();
  t.equal(await query({ ep_eui: EP }), 'DLRXNoServingBaseStation', 'the one that heard it is gone');
  connect(1);
  const suspended = { endpoint: { ep_eui: EP, suspended: true }, update_mask: { paths: ['suspended'] } };
  await call('UpdateEndPoint', suspended);
  t.equal(await query({ ep_eui: EP }), 'EndPointNotAttached', 'suspended');
  await call('UpdateEndPoint', { ...suspended, endpoint: { ep_eui: EP } });
  t.same(db.prepare('SELECT id FROM rx_query').all(), [], 'nothing was stored');
  await call('QueryDLRXStatus', { ep_eui: EP });
  t.equal(await query({ ep_eui: EP }), 'DLRXQueryPending');
  t.equal(await query({ ep_eui: EP, bs_eui: BS }), 'DLRXQueryPending');
});

t.test('reports are listed newest first, with the averages of the window on every page', async t => {
  const { call, report, advance } = await opened(t);
  await report(START - 8 * DAY_MS, { snr: -30, rssi: 0 });
  await report(START - 7 * DAY_MS, { snr: 1, rssi: -100 });
  await report(START - DAY_MS, { snr: 2, rssi: -110 });
  await report(START - 1, { snr: 6, rssi: -120 });
  await report(START - 1, { ep: EP2, snr: 30 });
  const first = await call('GetDLRXStatus', { ep_eui: EP, page_size: 2 });
  t.match(first, {
    statuses: [
      {
        ep_eui: EP,
        bs_eui: BS,
        rx_time: String(RX + BigInt(START - 1)),
        reported_at: { seconds: String(Math.floor((START - 1) / 1000)), nanos: 999_000_000 },
        packet_cnt: 4_294_967_295,
        dl_rx_snr: 6,
        dl_rx_rssi: -120,
        query_id: '',
      },
      { dl_rx_snr: 2 },
    ],
    total_count: 3,
    avg_dl_rx_snr: 3,
    avg_dl_rx_rssi: -110,
  });
  const page_token = first.next_page_token;
  await report(START, { snr: 30 });
  t.match(await call('GetDLRXStatus', { ep_eui: EP, page_size: 2, page_token }), {
    statuses: [{ dl_rx_snr: 1 }],
    next_page_token: '',
    avg_dl_rx_snr: 3,
  });
  advance(1);
  const since = await call('GetDLRXStatus', { ep_eui: EP, start_time: at(START - DAY_MS + 1) });
  t.match(since, { total_count: 2, avg_dl_rx_snr: 18 });
  const old = await call('GetDLRXStatus', { ep_eui: EP, end_time: at(START - 7 * DAY_MS) });
  t.match(old, { statuses: [{ dl_rx_snr: -30 }], avg_dl_rx_rssi: 0 }, 'seven days before the end; 0 dBm is a value');
  const none = await call('GetDLRXStatus', { ep_eui: EP, end_time: at(START - 100 * DAY_MS) });
  t.match(none, { statuses: [], total_count: 0, next_page_token: '' });
  t.equal(none.avg_dl_rx_snr, undefined, 'no average of nothing');
  t.equal(none.avg_dl_rx_rssi, undefined);
});

t.test('queries are listed by endpoint, state and time, and counted by state', async t => {
  const { call, report, advance, store, connect, hear } = await opened(t);
  connect(2);
  await hear({ ep: EP2, station: 2, packetCnt: 1, atMs: START - 1000 });
  await call('QueryDLRXStatus', { ep_eui: EP });
  await call('QueryDLRXStatus', { ep_eui: EP2 });
  advance(DAY_MS);
  await store.write.rxStatus.expire(momentAt(START + DAY_MS), 300_000);
  await call('QueryDLRXStatus', { ep_eui: EP });
  await report(START + DAY_MS, { snr: 3 });
  advance(HOUR_MS);
  await call('QueryDLRXStatus', { ep_eui: EP });
  advance(1);
  const counts = { pending: 1, received: 1, timeout: 2 };
  const first = await call('GetDLRXStatusQueries', { page_size: 3 });
  t.match(first, {
    queries: [
      { ep_eui: EP, status: 'pending', result: null },
      { ep_eui: EP, status: 'received', result: { dl_rx_snr: 3 } },
      { ep_eui: EP2, status: 'timeout', received_at: null, error: '' },
    ],
    total_count: 4,
    ...counts,
  });
  const page_token = first.next_page_token;
  const second = await call('GetDLRXStatusQueries', { page_size: 3, page_token });
  t.match(second, { queries: [{ ep_eui: EP, status: 'timeout' }], next_page_token: '', ...counts });
  t.equal(second.queries.length, 1);
  const filtered = await call('GetDLRXStatusQueries', { status: 'timeout', ep_eui: EP2 });
  t.match(filtered, { total_count: 1, pending: 0, received: 0, timeout: 1 });
  const received = await call('GetDLRXStatusQueries', { status: 'received' });
  t.match(received, { total_count: 1, ...counts }, 'counters are of the window, not of the state');
  const later = await call('GetDLRXStatusQueries', { start_time: at(START + DAY_MS) });
  t.match(later, { total_count: 2, pending: 1, received: 1, timeout: 0 });
  const before = await call('GetDLRXStatusQueries', { end_time: at(START) });
  t.match(before, { queries: [], total_count: 0, pending: 0 });
  t.match(await call('GetDLRXStatusQueries', { ep_eui: UNKNOWN }), { queries: [], total_count: 0 });
  await call('DeleteEndPoint', { ep_eui: EP });
  const deleted = await call('GetDLRXStatusQueries', { ep_eui: EP, status: 'failed' });
  t.match(deleted, { queries: [{ error: 'the endpoint was deleted' }], total_count: 1 }, 'history stays');
  advance(9 * DAY_MS);
  t.equal((await call('GetDLRXStatusQueries', {})).total_count, 0, 'seven days unless asked otherwise');
});

t.test('lists refuse what no list can be made of', async t => {
  const { call, refusal, report } = await opened(t);
  await report(START - 2);
  await report(START - 1);
  const { next_page_token } = await call('GetDLRXStatus', { ep_eui: EP, page_size: 1 });
  const range = { start_time: at(START), end_time: at(START) };
  const long = { start_time: at(START - 367 * DAY_MS), end_time: at(START) };
  const reports: [string, object][] = [
    ['EUIRequired', {}],
    ['InvalidEUIFormat', { ep_eui: 'x' }],
    ['EndPointNotFound', { ep_eui: UNKNOWN }],
    ['InvalidPageSize', { ep_eui: EP, page_size: -1 }],
    ['InvalidPageToken', { ep_eui: EP, page_token: 'x' }],
    ['InvalidPageToken', { ep_eui: EP2, page_token: next_page_token }],
    ['InvalidTimeRange', { ep_eui: EP, ...range }],
    ['TimeRangeTooLarge', { ep_eui: EP, ...long }],
  ];
  for (const [token, request] of reports) t.equal(await refusal('GetDLRXStatus', request), token, token);
  const queries: [string, object][] = [
    ['InvalidEUIFormat', { ep_eui: 'x' }],
    ['InvalidEnumValue', { status: 'sent' }],
    ['InvalidPageSize', { page_size: -1 }],
    ['InvalidPageToken', { page_token: next_page_token }],
    ['InvalidTimeRange', range],
    ['TimeRangeTooLarge', long],
  ];
  for (const [token, request] of queries) t.equal(await refusal('GetDLRXStatusQueries', request), token, token);
});
