import t from 'tap';
import { SECOND_MS } from '../../../src/kit/units.ts';
import { until } from '../../peers/center.ts';
import { DownlinkScene, FAR, NEAR } from '../../peers/downlink-scene.ts';
import { METER } from '../../peers/telegrams.ts';

/** A station that could not take a downlink is left alone for so long. */
const AVOID_MS = 30 * SECOND_MS;

t.test('a refusal for now makes it wait for another station or another time', async t => {
  const refuse = { dlDataQue: { code: 11, message: 'busy', times: 2 } };
  const scene = await DownlinkScene.start(t, { refuse });
  const { center, near, meter, heard } = scene;
  const far = await scene.far();
  const first = await scene.send();
  await meter.uplink(heard);
  await scene.refused(first);
  await meter.uplink(heard);
  t.match(
    await scene.seen(first),
    { status: 'pending', attempts: 1, last_error: '11 busy' },
    'the busy station is left alone',
  );
  await meter.uplink([{ station: far }]);
  await far.reported();
  t.match(await scene.seen(first), { status: 'sent', bs_eui: FAR, attempts: 2 });
  const second = await scene.send();
  await meter.uplink(heard);
  await scene.refused(second);
  await center.clock.advance(AVOID_MS);
  await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(second), { status: 'sent', bs_eui: NEAR, attempts: 2 });
});

t.test('a station that says it does not know the endpoint is told again', async t => {
  const scene = await DownlinkScene.start(t, { refuse: { dlDataQue: { code: 2, times: 1 } } });
  const { near, meter, heard } = scene;
  const queId = await scene.send();
  await meter.uplink(heard);
  t.match(await near.next('attPrp'), { epEui: METER });
  await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(queId), { status: 'sent', attempts: 2 });
});

t.test('a refusal for good is invalid, and does not hold up the next one', async t => {
  const refuse = { dlDataQue: { code: 22, message: 'malformed', times: 1 } };
  const scene = await DownlinkScene.start(t, { refuse });
  const { near, meter, heard } = scene;
  const refused = await scene.send();
  const next = await scene.send();
  await meter.uplink(heard);
  await scene.becomes(refused, 'invalid');
  t.match(await scene.seen(refused), { result: 'invalid', last_error: '22 malformed' });
  await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(next), { status: 'sent' });
});

t.test('a station that loses downlinks keeps the next one waiting for two windows', async t => {
  const scene = await DownlinkScene.start(t, { downlinks: { lose: true } });
  const { near, meter, heard } = scene;
  const lost = await scene.send();
  await meter.uplink(heard);
  await scene.becomes(lost, 'queued');
  near.dialect = {};
  const next = await scene.send();
  for (let telegram = 1; telegram <= 4; telegram++) await meter.uplink(heard);
  t.match(meter.received, [{ queId: Number(next), packetCnt: 4 }]);
  t.match(await scene.seen(lost), { status: 'queued', attempts: 1 });
});

for (const [when, downlinks] of [
  ['comes twice', { reportTwice: true }],
  ['comes before the answer', { reportFirst: true }],
] as const) {
  t.test(`a result that ${when} counts once`, async t => {
    const scene = await DownlinkScene.start(t, { downlinks });
    const { near, meter, heard } = scene;
    const queId = await scene.send();
    await meter.uplink(heard);
    await near.reported();
    await near.settled();
    t.match(await scene.seen(queId), { status: 'sent', attempts: 1 });
    await meter.uplink(heard);
    t.match(await scene.seen(queId), { status: 'acknowledged' });
    t.equal(scene.downlinkEvents().filter(type => type === 'downlink.sent').length, 1);
    t.same(near.complaints, []);
  });
}

t.test('a result that comes after the acknowledgement brings both', async t => {
  const scene = await DownlinkScene.start(t, { downlinks: { reportAfterMs: 5 * SECOND_MS } });
  const { center, near, meter, heard } = scene;
  const queId = await scene.send();
  await meter.uplink(heard);
  await meter.uplink(heard);
  t.match(await scene.seen(queId), { status: 'queued' });
  await center.clock.advance(5 * SECOND_MS);
  await near.reported();
  t.match(await scene.seen(queId), { status: 'acknowledged', tx_packet_cnt: 1 });
  t.equal(meter.received.length, 1);
});

t.test('a result that comes too late changes nothing, and is noted', async t => {
  const scene = await DownlinkScene.start(t, { downlinks: { reportAfterMs: 90 * SECOND_MS } });
  const { center, near, meter, heard } = scene;
  const expired = await scene.send(scene.inSeconds(60));
  await meter.uplink(heard);
  await scene.becomes(expired, 'queued');
  await center.clock.advance(70 * SECOND_MS);
  t.match(await near.next('dlDataRev'), { queId: Number(expired) });
  await center.clock.advance(20 * SECOND_MS);
  await near.reported();
  t.match(await scene.seen(expired), { status: 'expired', last_error: /sent/ });
  t.ok(scene.downlinkEvents().includes('downlink.sent_after_expiry'));
  t.same(near.complaints, [], 'the operation is completed all the same');
});

for (const [when, cut] of [
  ['with the downlink', { cutAfter: ['dlDataQue'] }],
  ['before the downlink', { cutBefore: ['dlDataQue'] }],
  ['before its answer', { cutBefore: ['dlDataQueRsp'] }],
] as const) {
  t.test(`a station that vanishes ${when} has it when it resumes`, async t => {
    const scene = await DownlinkScene.start(t, cut);
    const { meter, heard } = scene;
    const queId = await scene.send();
    await t.rejects(meter.uplink(heard), { name: 'ConnectionLost' });
    const again = await scene.back();
    t.ok(again.connected?.snResume);
    await scene.becomes(queId, 'queued');
    await meter.uplink([{ station: again }]);
    await again.reported();
    t.match(await scene.seen(queId), { status: 'sent', tx_packet_cnt: 2, attempts: 1 });
    t.equal(meter.received.length, 1);
    t.same(again.complaints, []);
  });
}

t.test('a held downlink stays with a station that vanishes and resumes', async t => {
  const scene = await DownlinkScene.start(t);
  const { near, meter } = scene;
  const queId = await scene.send();
  await scene.hold(queId);
  await near.cut();
  const again = await scene.back();
  t.ok(again.connected?.snResume);
  t.match(await scene.seen(queId), { status: 'queued' });
  await meter.uplink([{ station: again }]);
  await again.reported();
  t.match(await scene.seen(queId), { status: 'sent', attempts: 1 });
  t.equal(again.unread('dlDataQue'), 0, 'it was not brought again');
});

t.test('a result whose answer was lost counts once', async t => {
  const scene = await DownlinkScene.start(t, { cutBefore: ['dlDataResRsp'] });
  const { near, meter, heard } = scene;
  const queId = await scene.send();
  await meter.uplink(heard);
  await near.closed;
  const again = await scene.back();
  t.ok(again.connected?.snResume);
  await again.settled();
  await meter.uplink([{ station: again }]);
  t.match(await scene.seen(queId), { status: 'acknowledged', attempts: 1 });
  t.equal(scene.downlinkEvents().filter(type => type === 'downlink.sent').length, 1);
  t.same(again.complaints, []);
});

t.test('a held downlink waits again when its station begins a new session', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter } = scene;
  const queId = await scene.send();
  await scene.hold(queId);
  await near.cut();
  const { downlinks } = await center.api.call('ListDownlinkQueue', { bs_eui: NEAR });
  t.match(downlinks, [{ que_id: queId, status: 'queued' }]);
  const again = await center.baseStation({ bsEui: NEAR, register: false });
  t.notOk(again.connected?.snResume);
  t.match(await scene.seen(queId), { status: 'pending', bs_eui: '' });
  await again.next('attPrp');
  await meter.uplink([{ station: again }]);
  await again.reported();
  t.match(await scene.seen(queId), { status: 'sent', attempts: 2 });
  t.equal(meter.received.length, 1);
  t.ok(scene.downlinkEvents().includes('downlink.requeued'));
});

t.test('a downlink leaves a station that stays away, and the station is told when it comes back', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter } = scene;
  const far = await scene.far();
  const queId = await scene.send();
  await scene.hold(queId);
  await near.cut();
  await until(() => center.rows("SELECT 1 FROM session WHERE state = 'disconnected'").length === 1);
  await meter.uplink([{ station: far }]);
  t.strictSame(meter.received, [], 'it may come back and send it');
  await center.clock.advance(300 * SECOND_MS);
  await meter.uplink([{ station: far }]);
  await far.reported();
  t.match(await scene.seen(queId), { status: 'sent', bs_eui: FAR, attempts: 2 });
  const again = await scene.back();
  t.ok(again.connected?.snResume);
  t.match(await again.next('dlDataRev'), { queId: Number(queId) });
  await meter.uplink([{ station: again }]);
  t.equal(meter.received.length, 1);
  t.match(await scene.seen(queId), { bs_eui: FAR });
});

t.test('an endpoint that is announced anew takes its held downlinks back', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter, heard } = scene;
  const queId = await scene.send();
  await scene.hold(queId);
  await center.api.call('AttachEndPoint', { ep_eui: METER });
  await near.next('attPrp');
  await scene.becomes(queId, 'pending');
  t.equal(near.session.downlinks.size, 0);
  await meter.uplink(heard);
  await near.reported();
  t.match(await scene.seen(queId), { status: 'sent', attempts: 2 });
});

t.test('pending and held downlinks survive a restart of the center', async t => {
  const scene = await DownlinkScene.start(t);
  const { center, near, meter } = scene;
  const held = await scene.send();
  await scene.hold(held);
  const pending = await scene.send();
  await center.stop();
  await near.closed;
  await center.begin();
  const again = await scene.back();
  t.ok(again.connected?.snResume);
  t.match(await scene.seen(held), { status: 'queued', bs_eui: NEAR });
  t.match(await scene.seen(pending), { status: 'pending' });
  for (let telegram = 1; telegram <= 3; telegram++) {
    await meter.uplink([{ station: again }]);
    await again.reported();
  }
  t.strictSame(scene.received(), [held, pending]);
  for (const queId of [held, pending]) t.match(await scene.seen(queId), { status: 'acknowledged', attempts: 1 });
  t.same(again.complaints, []);
});

t.test('a downlink that was on its way at a restart is brought again under its old id', async t => {
  const scene = await DownlinkScene.start(t, { withhold: ['dlDataQueRsp'] });
  const { center, near, meter } = scene;
  const queId = await scene.send();
  await near.start('ulData', scene.telegram());
  const { opId } = await near.next('dlDataQue');
  await center.stop();
  await near.closed;
  await center.begin();
  const again = await scene.back();
  t.match(await again.next('dlDataQue'), { opId, queId: Number(queId) });
  await scene.becomes(queId, 'queued');
  await meter.uplink([{ station: again }]);
  await again.reported();
  t.match(await scene.seen(queId), { status: 'sent', attempts: 1 });
});
