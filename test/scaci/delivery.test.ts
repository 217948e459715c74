import t from 'tap';
import { until } from '../peers/center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { BS, BS2, connected, EP, scene } from './scene.ts';

t.test('a telegram heard by two stations is one ulData with both, after the reception window', async t => {
  await using center = await scene(t);
  await using near = await center.baseStation({ bsEui: BS });
  await using far = await center.baseStation({ bsEui: BS2 });
  const app = await connected(center);
  t.match(app.answer, { command: 'conRsp', opId: 0, version: '1.0.0', snResume: false });
  await app.ping(1);
  await Promise.all([
    near.start('ulData', uplink({ epEui: euiOf(EP), packetCnt: 7, snr: 3 })),
    far.start('ulData', uplink({ epEui: euiOf(EP), packetCnt: 7, snr: 12 })),
  ]);
  await center.clock.advance(500);
  const data = await app.until('ulData');
  t.match(data, { opId: -1, packetCnt: 7, duplicate: false, baseStations: [{ snr: 12 }, { snr: 3 }] });
  app.send({ command: 'ulDataRsp', opId: -1 });
  t.match(await app.next(), { command: 'ulDataCmp', opId: -1 });
});

t.test('a center for which too much is held loses its session, and begins anew', async t => {
  await using center = await scene(t, { scaci: { held_operations: 2 } });
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await app.ping(1);
  app.socket.destroy();
  await until(() => center.events().includes('scaci.session_closed'));
  for (const packetCnt of [1, 2, 3]) await station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt }));
  await center.clock.advance(500);
  await until(async () => (await center.visible()) === 3);
  await center.clock.advance(60_000);
  await until(() => center.events().includes('scaci.queue_overflow'));
  const again = await connected(center, { snAcOpId: 0, snScOpId: 0 });
  t.match(again.answer, { snResume: false });
});
