import t from 'tap';
import { BS, Center, ulData } from './center.ts';

t.test('a registered station connects, pings and gets its uplinks answered after they are stored', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  const station = await center.connect();
  t.match(station.answer, {
    command: 'conRsp',
    opId: 0,
    version: '1.0.0',
    snResume: false,
    scEui: 0xfe00000000005c01n,
  });
  t.same(await station.ping(1), { command: 'pingRsp', opId: 1 });
  station.send({ command: 'pingCmp', opId: 1 }, ulData(2), ulData(3));
  t.same(await station.next(), { command: 'ulDataRsp', opId: 2 });
  t.same(await station.next(), { command: 'ulDataRsp', opId: 3 });
  t.match(center.reports, [
    { packetCnt: 2, reception: { station: id } },
    { packetCnt: 3, reception: { snr: 12.25, opId: 3 } },
  ]);
  t.match(center.row('SELECT last_bs, state FROM session'), { last_bs: 3, state: 'active' });
  t.same(center.events(), ['basestation.connected']);
});
