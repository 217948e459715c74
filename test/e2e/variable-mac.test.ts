import t from 'tap';
import { Center, until } from '../peers/center.ts';
import { METER, macUplink, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const PLAIN = '70b3d59cd0000003';
const WINDOW_MS = 500;
const settings = { bssci: { mac_types: [1] } };

t.test('a client sees a telegram of a foreign MAC as a message without endpoint, merged over stations', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings });
  const { api } = center;
  await using near = await center.baseStation({ bsEui: NEAR, macTypes: [1, 7] });
  await using far = await center.baseStation({ bsEui: FAR, macTypes: [1] });
  const activated = async (bs_eui: string) => (await api.call('GetBaseStation', { bs_eui })).mac_types;
  for (const bsEui of [NEAR, FAR]) await until(async () => (await activated(bsEui)).length > 0);
  t.same(await activated(NEAR), [1], 'only what is configured is activated');
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  using messages = center.follow();

  const sysTime = center.clock.nowNs();
  await near.start('vm.ulData', macUplink({ sysTime, snr: 3, eqSnr: 2.5 }));
  await far.start('vm.ulData', macUplink({ sysTime: sysTime + 1_000_000n, snr: 12, crc: [0xa5, 0x3c] }));
  t.equal(await center.visible(), 0, 'nothing is visible while the reception window is open');
  await center.clock.advance(WINDOW_MS);
  const message = await messages.next();
  t.match(message, {
    ...{ ep_eui: '', ep_name: '', packet_cnt: 0, vm_mac_type: 1, rx_time: String(sysTime), bs_eui: FAR, snr: 12 },
    ...{ rssi: -101, format: 0, duplicate: false, dl_open: false, decode_status: 'skipped', type_eui: '' },
    base_stations: [
      { bs_eui: FAR, snr: 12, first: false },
      { bs_eui: NEAR, snr: 3, eq_snr: 2.5, first: true },
    ],
  });
  t.same(message.user_data, Buffer.of(0x44, 0x93, 0x15));
  t.match(await api.call('GetMessage', { id: message.id }), { id: message.id, vm_mac_type: 1 });

  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).vm_mac_type, undefined, 'that of an endpoint has no MAC type');
  const listed = await api.call('ListMessages', { order_by: 'seq asc' });
  t.equal(listed.total_count, 2);
  t.same(
    listed.messages.map(({ ep_eui }) => ep_eui),
    ['', METER],
  );
  t.equal((await api.call('ListMessages', { ep_eui: METER })).total_count, 1);
  t.equal((await api.call('ListMessages', { bs_eui: FAR })).total_count, 1);
  t.equal((await api.call('ListEndpointMessages', { ep_eui: METER })).total_count, 1);

  const feed = await api.call('ListBaseStationMessages', { bs_eui: NEAR, order_by: 'occurred_at asc' });
  const line = feed.messages.find(({ id }) => id === message.id);
  t.match(line, { ep_eui: '', user_data: Buffer.of(0x44, 0x93, 0x15), snr: 3, receivers: 2, direction: 'uplink' });
  t.equal(line?.packet_cnt, undefined);
  t.equal(feed.total_count, 2);
  const stats = await api.call('GetBaseStationMessageStats', { bs_eui: NEAR });
  t.match(stats, { uplinks: '1', unique_endpoints: 0 }, 'the uplink of the meter is of another year');
  const { content, row_count } = await api.call('ExportBaseStationMessages', { bs_eui: NEAR, format: 'ndjson' });
  t.equal(row_count, 1);
  t.match(JSON.parse(content.toString()), { epEui: '', packetCnt: null, userData: '449315' });
});

t.test('a telegram of a foreign MAC is not lost when the center stops while its window is open', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings });
  const near = await center.baseStation({ bsEui: NEAR, macTypes: [1] });
  const sysTime = center.clock.nowNs();
  await near.start('vm.ulData', macUplink({ sysTime }));
  await center.stop();
  await near.close();
  await center.begin();
  using messages = center.follow();
  await center.clock.advance(WINDOW_MS);
  t.match(await messages.next(), { vm_mac_type: 1, rx_time: String(sysTime) });
  t.equal(await center.visible(), 1);
});

t.test('a station without the extension is asked and left alone', async t => {
  await using center = await Center.start({ dir: t.testdir(), settings });
  await using plain = await center.baseStation({ bsEui: PLAIN });
  t.match(await plain.next('vm.status'), { opId: -1 });
  await plain.settled();
  t.same(plain.unread('vm.activate'), 0);
  t.same(plain.complaints, []);
  t.same((await center.api.call('GetBaseStation', { bs_eui: PLAIN })).mac_types, []);
});

t.test('a center where it is off asks for nothing and takes nothing', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR, macTypes: [1] });
  await t.rejects(near.start('vm.ulData', macUplink()), { code: 95 });
  await near.settled();
  t.equal(near.unread('vm.status'), 0);
});
