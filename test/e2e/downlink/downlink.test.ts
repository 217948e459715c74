import t from 'tap';
import { SECOND_MS } from '../../../src/kit/units.ts';
import { CONTENT, DownlinkScene, FAR, NEAR } from '../../peers/downlink-scene.ts';
import { METER } from '../../peers/telegrams.ts';

t.test('a downlink leaves in the next window, and the endpoint acknowledges it', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const { downlink } = await center.api.call('SendDownlink', { ep_eui: METER, user_data: [CONTENT], ref: 'order 7' });
  const queId = downlink?.que_id ?? '';
  t.match(downlink, { status: 'pending', ep_eui: METER, ref: 'order 7', source: 'api', bs_eui: '', attempts: 0 });
  await meter.uplink(heard);
  await near.reported();
  t.match(meter.received, [{ queId: Number(queId), packetCnt: 1, userData: Uint8Array.from(CONTENT) }]);
  const sent = await scene.seen(queId);
  t.match(sent, { status: 'sent', result: 'sent', bs_eui: NEAR, tx_packet_cnt: 1, attempts: 1, acked_at: null });
  t.equal(sent.tx_time, String(center.clock.nowNs()));
  await meter.uplink(heard);
  const acknowledged = await scene.seen(queId);
  t.match(acknowledged, { status: 'acknowledged', result: 'sent', bs_eui: NEAR });
  t.ok(acknowledged.acked_at);
  t.strictSame(scene.downlinkEvents(), [
    'downlink.queued',
    'downlink.accepted',
    'downlink.sent',
    'downlink.acknowledged',
  ]);
  t.same(near.complaints, []);
});

t.test('what is not acknowledged stays sent', async t => {
  const scene = await DownlinkScene.start(t);
  const { near, meter, heard } = scene;
  meter.deaf = true;
  const queId = await scene.send();
  for (let telegram = 1; telegram <= 3; telegram++) await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(queId), { status: 'sent', acked_at: null });
});

t.test('of two stations that hear the telegram one sends', async t => {
  const scene = await DownlinkScene.start(t);
  const { near, meter } = scene;
  const far = await scene.far();
  const first = await scene.send();
  const second = await scene.send();
  const both = [{ station: near }, { station: far }];
  for (let telegram = 1; telegram <= 3; telegram++) {
    await meter.uplink(both);
    await Promise.all([near.reported(), far.reported()]);
  }
  t.strictSame(
    meter.received.map(({ queId, packetCnt }) => [String(queId), packetCnt]),
    [
      [first, 1],
      [second, 2],
    ],
  );
  for (const queId of [first, second]) t.match(await scene.seen(queId), { status: 'acknowledged', attempts: 1 });
  t.same(near.complaints.concat(far.complaints), []);
});

t.test('higher priority goes first, and conditions are kept', async t => {
  const scene = await DownlinkScene.start(t);
  const { near, meter, heard } = scene;
  const plain = await scene.send();
  const counted = await scene.send({ cnt_depend: true, packet_cnt: [3, 4], user_data: [CONTENT, Buffer.of(4)] });
  const answer = await scene.send({ exp_only: true, prio: 5 });
  const urgent = await scene.send({ prio: 2, user_data: [] });
  await meter.uplink(heard, { dlOpen: true, responseExp: false });
  await meter.uplink(heard, { dlOpen: true, responseExp: false });
  await meter.uplink(heard, { dlOpen: false, responseExp: false });
  await meter.uplink(heard, { dlOpen: true, responseExp: true });
  await meter.uplink(heard);
  await near.reported();
  t.strictSame(scene.received(), [urgent, plain, answer]);
  t.equal(meter.received[0]?.userData.length, 0, 'a pure acknowledgement');
  t.match(await scene.seen(counted), { status: 'pending', attempts: 0 }, 'its counters went by without it');
});

t.test('the endpoint tells how it receives, through whatever station', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const far = await scene.far();
  await scene.send({ dl_rx_stat_qry: true });
  await meter.uplink(heard);
  await near.reported();
  await meter.uplink([{ station: far, snr: 3.5, rssi: -120 }]);
  // What happens in this very millisecond is not in the past yet.
  await center.clock.advance(1);
  const { statuses } = await center.api.call('GetDLRXStatus', { ep_eui: METER });
  t.match(statuses, [{ bs_eui: FAR, packet_cnt: 2, dl_rx_snr: 3.5, dl_rx_rssi: -120 }]);
  const { queries } = await center.api.call('GetDLRXStatusQueries', { ep_eui: METER });
  t.match(queries, [{ status: 'received', bs_eui: NEAR, id: statuses[0]?.query_id }]);
});

t.test('a pending downlink is revoked at once', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const queId = await scene.send();
  const { downlinks } = await center.api.call('RevokeDownlink', { ep_eui: METER, que_id: queId });
  t.match(downlinks, [{ que_id: queId, status: 'revoked', result: 'revoked' }]);
  await meter.uplink(heard);
  t.strictSame(meter.received, []);
  t.equal(near.unread('dlDataRev'), 0);
});

t.test('a held downlink is revoked at its station', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const queId = await scene.send();
  await scene.hold(queId);
  const { downlinks } = await center.api.call('RevokeDownlink', { ep_eui: METER, que_id: queId });
  t.match(downlinks, [{ que_id: queId, status: 'revoking' }]);
  t.match(await near.next('dlDataRev'), { queId: Number(queId) });
  await scene.becomes(queId, 'revoked');
  await meter.uplink(heard);
  t.strictSame(meter.received, []);
  t.strictSame(scene.downlinkEvents().slice(2), ['downlink.revoke_requested', 'downlink.revoked']);
});

t.test('a station that has lost it revokes it by not having it; one that refuses goes on to send it', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const lost = await scene.send();
  await scene.hold(lost);
  near.session.downlinks.clear();
  await center.api.call('RevokeDownlink', { ep_eui: METER, all: true });
  await scene.becomes(lost, 'revoked');
  const kept = await scene.send();
  await scene.hold(kept);
  near.dialect = { refuse: { dlDataRev: { code: 5, message: 'no' } } };
  await center.api.call('RevokeDownlink', { ep_eui: METER, que_id: kept });
  await scene.becomes(kept, 'queued');
  await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(kept), { status: 'sent', last_error: '5 no' });
});

t.test('a downlink that has outlived itself is expired, and taken from the station that holds it', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const pending = await scene.send({ prio: -1, ...scene.inSeconds(60) });
  const held = await scene.send(scene.inSeconds(60));
  await scene.hold(held);
  await center.clock.advance(70 * SECOND_MS);
  t.match(await near.next('dlDataRev'), { queId: Number(held) });
  for (const queId of [pending, held]) t.match(await scene.seen(queId), { status: 'expired', result: 'expired' });
  await meter.uplink(heard);
  t.strictSame(meter.received, []);
  t.equal(scene.downlinkEvents().filter(type => type === 'downlink.expired').length, 2);
});

t.test('the station gives up what its counters have passed', async t => {
  const scene = await DownlinkScene.start(t, {}, { downlink: { hand_over: 'early' } });
  const { near, meter, heard } = scene;
  await meter.uplink(heard);
  const queId = await scene.send({ cnt_depend: true, packet_cnt: [2], user_data: [CONTENT] });
  await scene.becomes(queId, 'queued');
  await meter.uplink(heard, { dlOpen: false, responseExp: false });
  await near.reported();
  t.match(await scene.seen(queId), { status: 'expired', bs_eui: NEAR });
});

t.test('handed over early, it waits at the station that serves the endpoint', async t => {
  const scene = await DownlinkScene.start(t, {}, { downlink: { hand_over: 'early' } });
  const { near, meter, heard } = scene;
  await meter.uplink(heard);
  const first = await scene.send();
  const second = await scene.send();
  t.match(await near.next('dlDataQue'), { queId: Number(first) });
  await scene.becomes(first, 'queued');
  t.match(await scene.seen(second), { status: 'pending' }, 'one at a time');
  await meter.uplink(heard);
  await near.reported();
  await scene.becomes(second, 'queued');
  await meter.uplink(heard);
  await near.reported();
  t.strictSame(scene.received(), [first, second]);
  t.match(await scene.seen(first), { status: 'acknowledged' });
});
