import t from 'tap';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { SECOND_NS } from '../../src/kit/units.ts';
import { ATT_RX, att, cmp, det } from './air.ts';
import { BS, BS2 } from './center.ts';
import { opened, Rig } from './downlink-rig.ts';

const DAY = 86_400n * SECOND_NS;

for (const [name, ahead] of [
  ['a minute', 60n * SECOND_NS],
  ['a year', 365n * DAY],
] as const) {
  t.test(`an attach by a station whose clock is ${name} ahead makes nothing that follows old`, async t => {
    await using rig = await Rig.start(t.testdir());
    const { center } = rig;
    const near = await center.connect(BS);
    const far = await center.connect(BS2);
    const queId = await rig.queue();
    near.send(att(1, { rxTime: ATT_RX + ahead }));
    await near.until('attRsp');
    near.send(cmp('attCmp', 1));
    await far.until('attPrp');
    far.send(cmp('attPrpRsp', -1));
    await far.until('attPrpCmp');
    await center.clock.advance(2000);
    far.send(opened(1, { rxTime: ATT_RX + 2n * SECOND_NS }));
    t.match(await far.next(), { command: 'dlDataQue', queId }, 'its window is claimed');
    await far.until('ulDataRsp');
    await center.store.write.uplinks.close(center.clock.now() + 500, listenedMs(center.clock.now() + 500));
    t.match(center.row('SELECT generation FROM message'), { generation: 1 });
    t.match(center.row('SELECT last_packet_cnt FROM endpoint_heard'), { last_packet_cnt: 1 });

    far.send({ command: 'ulDataCmp', opId: 1 }, det(2, { rxTime: ATT_RX + 3n * SECOND_NS }));
    await far.until('detRsp');
    far.send(cmp('detCmp', 2));
    await far.ping(3);
    await center.stored();
    t.match(center.row('SELECT attach_status FROM endpoint'), { attach_status: 'detached' }, 'nor the detach');
  });
}

t.test('a station without a clock attaches an endpoint now', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  const station = await center.connect(BS);
  station.send(att(1, { rxTime: 17n * SECOND_NS }));
  await station.until('attRsp');
  const now = center.clock.nowNs();
  t.equal(center.row('SELECT CAST(attach_rx_time_ns AS TEXT) AS at FROM endpoint')?.at, String(now));
});
