import t from 'tap';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;

t.test('a window that was open at a restart closes after it, and its message is visible exactly once', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  await before.start('ulData', uplink({ packetCnt: 7 }));
  t.equal(await center.visible(), 0);
  await center.stop();
  await before.closed;
  await center.begin();
  using messages = center.follow();
  await using after = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  t.ok(after.connected?.snResume, 'the session goes on');
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).packet_cnt, 7);
  await after.start('ulData', uplink({ packetCnt: 8 }));
  await center.clock.advance(WINDOW_MS);
  t.equal((await messages.next()).packet_cnt, 8);
  t.equal(await center.visible(), 2);
  t.same(after.complaints, []);
});

t.test('an uplink whose answer was lost is repeated after the resume and stays one message', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: NEAR, dialect: { cutBefore: ['ulDataRsp'] } });
  await center.endpoint({ ep_eui: METER });
  await t.rejects(before.start('ulData', uplink({ packetCnt: 7 })), { name: 'ConnectionLost' });
  await center.stop();
  await center.begin();
  using messages = center.follow();
  await using after = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  t.ok(after.connected?.snResume);
  await center.clock.advance(WINDOW_MS);
  const { base_stations, packet_cnt } = await messages.next();
  t.equal(packet_cnt, 7);
  t.equal(base_stations.length, 1);
  t.equal(await center.visible(), 1);
  t.same(after.complaints, []);
});

t.test('what a station had not answered before a restart is repeated with its old id', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: NEAR, dialect: { withhold: ['attPrpRsp'] } });
  await center.endpoint({ ep_eui: METER, nwk_sn_key: '01'.repeat(16), pre_attach: true });
  const first = await before.next('attPrp');
  await center.stop();
  await center.begin();
  await using after = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  t.ok(after.connected?.snResume);
  const again = await after.next('attPrp');
  t.equal(again.opId, first.opId);
  t.same(again, first);
  t.equal(after.unread('attPrp'), 0);
  t.same(after.complaints, []);
});

t.test('a stream goes on behind its cursor without a gap over a restart', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER });
  const seen: number[] = [];
  let cursor = '0';
  {
    using messages = center.follow();
    for (const packetCnt of [1, 2, 3, 4]) await before.start('ulData', uplink({ packetCnt }));
    await center.clock.advance(WINDOW_MS);
    for (let count = 0; count < 2; count++) {
      const { packet_cnt, seq } = await messages.next();
      seen.push(packet_cnt);
      cursor = String(seq);
    }
  }
  await before.start('ulData', uplink({ packetCnt: 5 }));
  await center.stop();
  await center.begin();
  await using after = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  await center.clock.advance(WINDOW_MS);
  using messages = center.follow(cursor);
  await after.start('ulData', uplink({ packetCnt: 6 }));
  await center.clock.advance(WINDOW_MS);
  while (seen.length < 6) seen.push((await messages.next()).packet_cnt);
  t.same(seen, [1, 2, 3, 4, 5, 6]);
  t.equal(messages.pending, 0);
});
