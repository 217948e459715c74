import t from 'tap';
import { Center } from '../peers/center.ts';
import { euiOf, METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const WINDOW_MS = 500;
const DUPLICATE_MS = 300_000;

t.test('one telegram heard by two stations is one message with two receptions', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await using far = await center.baseStation({ bsEui: FAR });
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  using messages = center.follow();
  await Promise.all([
    near.start('ulData', uplink({ packetCnt: 7, snr: 3 })),
    far.start('ulData', uplink({ packetCnt: 7, snr: 12 })),
  ]);
  t.equal(await center.visible(), 0, 'nothing is visible while the reception window is open');
  await center.clock.advance(WINDOW_MS - 1);
  t.equal(await center.visible(), 0);
  await center.clock.advance(1);
  const message = await messages.next();
  t.match(message, { ep_eui: METER, ep_name: 'meter', packet_cnt: 7, snr: 12, bs_eui: FAR, duplicate: false });
  t.same(message.user_data, Buffer.of(1, 128, 255));
  t.same(
    message.base_stations.map(({ bs_eui, snr }) => [bs_eui, snr]),
    [
      [FAR, 12],
      [NEAR, 3],
    ],
    'the best reception comes first',
  );
  t.equal(message.base_stations.filter(({ first }) => first).length, 1);
  t.equal(await center.visible(), 1);
  t.equal(messages.pending, 0);
});

t.test('a reception that comes after the window is added to its message and is no news of another', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await using far = await center.baseStation({ bsEui: FAR });
  await center.endpoint({ ep_eui: METER });
  using messages = center.follow();
  await near.start('ulData', uplink({ packetCnt: 1, snr: 3 }));
  await center.clock.advance(WINDOW_MS);
  const { id } = await messages.next();
  await far.start('ulData', uplink({ packetCnt: 1, snr: 12 }));
  await center.clock.advance(WINDOW_MS);
  const message = await center.api.call('GetMessage', { id });
  t.same(message.base_stations.map(({ bs_eui }) => bs_eui).sort(), [NEAR, FAR]);
  t.equal(await center.visible(), 1);
  await near.start('ulData', uplink({ packetCnt: 2 }));
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).packet_cnt, 2, 'the stream did not repeat the message');
});

t.test('a station that repeats its report adds nothing', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  using messages = center.follow();
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).base_stations.length, 1);
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.equal(await center.visible(), 1);
});

t.test(
  'a counter that comes again after the duplicate window is a message of its own, marked as duplicate',
  async t => {
    await using center = await Center.start({ dir: t.testdir() });
    await using near = await center.baseStation({ bsEui: NEAR });
    await center.endpoint({ ep_eui: METER });
    using messages = center.follow();
    const rxTime = center.clock.nowNs();
    await near.start('ulData', uplink({ packetCnt: 5, rxTime }));
    await center.clock.advance(WINDOW_MS);
    t.match(await messages.next(), { packet_cnt: 5, duplicate: false });
    await center.clock.advance(DUPLICATE_MS);
    await near.start('ulData', uplink({ packetCnt: 5, rxTime: center.clock.nowNs() }));
    await center.clock.advance(WINDOW_MS);
    t.match(await messages.next(), { packet_cnt: 5, duplicate: true });
    const { total_count } = await center.api.call('ListMessages', { duplicate: true });
    t.equal(total_count, 1);
    t.ok(center.events().includes('endpoint.counter_reused'));
  },
);

t.test('the packet counter never goes back, and skipped counters are lost messages', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  using messages = center.follow();
  let rxTime = center.clock.nowNs();
  for (const packetCnt of [10, 11, 15, 3]) {
    rxTime += 1_000_000_000n;
    await near.start('ulData', uplink({ packetCnt, rxTime }));
    await center.clock.advance(WINDOW_MS);
    t.equal((await messages.next()).packet_cnt, packetCnt);
  }
  const { last_packet_cnt, message_count } = await center.api.call('GetEndPoint', { ep_eui: METER });
  t.equal(last_packet_cnt, 15);
  t.equal(String(message_count), '4');
  t.equal(center.events().filter(type => type === 'endpoint.counter_reset').length, 1);
});

t.test('an unknown endpoint is answered, not stored, and noted once for all its telegrams', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  for (let packetCnt = 1; packetCnt <= 5; packetCnt++) await near.start('ulData', uplink({ packetCnt }));
  await center.clock.advance(WINDOW_MS);
  t.equal(await center.visible(), 0);
  await center.stop();
  const folded = center.rows("SELECT count, ep_eui, bs_eui FROM event WHERE event_type = 'endpoint.unknown_heard'");
  t.match(folded, [{ count: 5, ep_eui: METER, bs_eui: NEAR }]);
  t.equal(folded.length, 1);
});

t.test('a suspended endpoint is answered and its telegrams are dropped', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using near = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER, suspended: true });
  await near.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(WINDOW_MS);
  t.equal(await center.visible(), 0);
  await center.api.call('UpdateEndPoint', {
    endpoint: { ep_eui: METER, suspended: false },
    update_mask: { paths: ['suspended'] },
  });
  using messages = center.follow();
  await near.start('ulData', uplink({ packetCnt: 2 }));
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).packet_cnt, 2);
  t.ok(center.events().includes('message.rejected'));
});

t.test('two centers in one process share nothing', async t => {
  const dir = t.testdir({ one: {}, other: {} });
  await using one = await Center.start({ dir: `${dir}/one` });
  await using other = await Center.start({ dir: `${dir}/other` });
  await using station = await one.baseStation({ bsEui: NEAR });
  await one.endpoint({ ep_eui: METER });
  using messages = one.follow();
  await station.start('ulData', uplink({ packetCnt: 1 }));
  await one.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).packet_cnt, 1);
  t.equal((await other.api.call('ListEndPoints', {})).total_count, 0);
  t.equal((await other.api.call('ListBaseStations', {})).total_count, 0);
  t.equal(await other.visible(), 0);
  t.not(one.app.pki.caPem(), other.app.pki.caPem());
  const foreign = await one.app.pki.issue({ kind: 'base-station', eui: euiOf(FAR) });
  const own = await other.app.pki.issue({ kind: 'base-station', eui: euiOf(FAR) });
  await other.api.call('CreateBaseStation', { base_station: { bs_eui: FAR } });
  await t.rejects(
    other.baseStation({ bsEui: FAR, register: false, cert: foreign.certPem, key: foreign.keyPem, ca: own.caPem }),
    { name: 'ConnectionLost' },
    'a certificate of the one is nothing to the other',
  );
  t.match(await other.api.call('GetBaseStation', { bs_eui: FAR }), { status: 'never_connected' });
});
