import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const ep_eui = EP[1];

t.test('statistics of an endpoint since its registration', async t => {
  const { call, hear, refusal } = await openTraffic(t);
  const heard = (packetCnt: number, ms: number, station = 1, snr = 10) => ({
    packetCnt,
    station,
    rxTime: BigInt(START + ms) * 1_000_000n,
    more: { snr },
  });
  await hear(heard(1, -2 * DAY_MS), heard(2, -DAY_MS), heard(2, -DAY_MS + 1, 3, 20), heard(5, -2000), {
    ep: 2,
    packetCnt: 9,
  });
  await hear(heard(5, -1999, 2));
  const stats = await call('GetEndPointStats', { ep_eui });
  t.match(stats, {
    ep_eui,
    start_time: { seconds: String((START - 30 * DAY_MS) / 1000) },
    messages: '3',
    duplicates: '0',
    lost: '2',
    loss_rate: 0.4,
    avg_snr: 40 / 3,
    first_message_at: { seconds: String((START - 2 * DAY_MS) / 1000) },
    last_message_at: { seconds: String(START / 1000 - 2) },
    active_days: 3,
    avg_interval_seconds: (2 * 86_400 - 2) / 2,
    receptions_per_message: 5 / 3,
    attach_status: 'attached',
    base_stations: [
      { bs_eui: BS[1], name: 'Roof 1', receptions: '3', avg_snr: 10 },
      { bs_eui: BS[2], receptions: '1' },
      { bs_eui: BS[3], name: '', receptions: '1', avg_snr: 20 },
    ],
  });
  t.equal(stats.slots.length, 31);
  t.match(stats.slots.slice(-3), [
    { messages: '1', endpoints: 1, base_stations: 1, payload_bytes: '1' },
    { messages: '1', base_stations: 2 },
    { messages: '1', base_stations: 2 },
  ]);
  await hear(heard(3, -1000));
  const reset = await call('GetEndPointStats', { ep_eui, granularity: 'hour', start_time: at(START - HOUR_MS) });
  t.match(reset, { messages: '2', slots: [{ messages: '0' }, { messages: '2' }] });
  t.equal(reset.lost, undefined, 'a counter reset leaves no count of losses');
  const none = await call('GetEndPointStats', { ep_eui, end_time: at(START - 3 * DAY_MS) });
  t.match(none, { messages: '0', first_message_at: null, base_stations: [] });
  t.equal(none.avg_rssi, undefined);

  t.equal(await refusal('GetEndPointStats', {}), 'EUIRequired');
  t.equal(await refusal('GetEndPointStats', { ep_eui: EP[3] }), 'EndPointNotFound');
  t.equal(await refusal('GetEndPointStats', { ep_eui, granularity: 'x' }), 'InvalidGranularity');
  t.equal(await refusal('GetEndPointStats', { ep_eui, start_time: at(START + 1) }), 'InvalidTimeRange');
  t.equal(await refusal('GetEndPointStats', { ep_eui, start_time: at(START - 400 * DAY_MS) }), 'TimeRangeTooLarge');
});

t.test('operations of an endpoint are listed newest first, page by page', async t => {
  const row = (n: number, operation: string, endpoint = 1) =>
    `(${n}, '0192f000-0000-7000-8000-0000000000${n}', 1, ${endpoint}, '${operation}', 'api', 1, -${n}, 'sent', ${START + n}, 'me')`;
  const { call, refusal } = await openTraffic(
    t,
    `INSERT INTO endpoint_operation (id, uuid, org, endpoint, operation, origin, station, op_id, status, started_at, actor)
     VALUES ${[row(11, 'attach'), row(12, 'attach_propagate'), row(13, 'detach'), row(14, 'attach', 3)].join()}`,
  );
  const newest = await call('GetEndPointOperations', { ep_eui, page_size: 2 });
  t.match(newest, {
    total_count: 3,
    operations: [
      { operation: 'detach', bs_eui: BS[1], op_id: '-13', status: 'sent', finished_at: null, actor: 'me' },
      { operation: 'attach_propagate' },
    ],
  });
  const page_token = newest.next_page_token;
  t.match(await call('GetEndPointOperations', { ep_eui, page_size: 2, page_token }), {
    operations: [{ operation: 'attach', id: '0192f000-0000-7000-8000-000000000011' }],
    next_page_token: '',
  });
  t.equal((await call('GetEndPointOperations', { ep_eui, operation: ['attach', 'detach'] })).total_count, 2);
  t.equal((await call('GetEndPointOperations', { ep_eui, start_time: at(START + 12) })).total_count, 2);
  t.match(await call('GetEndPointOperations', { ep_eui: EP[2] }), {
    operations: [],
    total_count: 0,
    next_page_token: '',
  });
  t.equal(await refusal('GetEndPointOperations', { ep_eui, operation: ['x'] }), 'InvalidEnumValue');
  t.equal(await refusal('GetEndPointOperations', { ep_eui: EP[3] }), 'EndPointNotFound');
  t.equal(await refusal('GetEndPointOperations', { ep_eui, page_size: -1 }), 'InvalidPageSize');
});
