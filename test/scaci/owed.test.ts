import t from 'tap';
import { until } from '../peers/center.ts';
import type { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { AC2, BS, connected, EP, hear, scene, UUID } from './scene.ts';

const SECOND = 'acde48000000e002';
const epEui = BigInt(`0x${EP}`);
const register: Fields = {
  ...{ command: 'reg', epEui, bidi: true, preAttach: false, nwkKey: UUID, shAddr: 9, attachCnt: 0, packetCnt: 0 },
  ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
};

/** The next uplinks by counter and states of the endpoint; nothing else has come behind them. */
async function got(app: RawCenter, count: number, ping: number): Promise<unknown[]> {
  const all: Fields[] = [];
  while (all.length < count) all.push((await app.next()) ?? {});
  await app.ping(ping);
  return [...all, ...app.received].map(({ packetCnt, epStatus }) => packetCnt ?? epStatus);
}

t.test(
  'what a center missed reaches it, though the endpoint is deregistered or deleted by then (SCACI 6.5)',
  async t => {
    await using center = await scene(t);
    await center.endpoint({ ep_eui: SECOND });
    await using station = await center.baseStation({ bsEui: BS });
    const [app, other] = [await connected(center), await connected(center, {}, AC2)];
    await app.ping(1);
    await app.close();
    await until(() => center.rows("SELECT 1 FROM center_session WHERE status = 'disconnected'").length === 1);
    await hear(center, station, 1);
    await station.start('ulData', uplink({ epEui: euiOf(SECOND), packetCnt: 2, rxTime: center.clock.nowNs() }));
    await station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt: 3, rxTime: center.clock.nowNs() }));
    other.send({ command: 'dereg', opId: 1, epEui });
    await until(() => center.rows('SELECT 1 FROM endpoint WHERE deregistered = 1').length === 1);
    await center.api.call('DeleteEndPoint', { ep_eui: SECOND });
    await hear(center, station, 4);
    // The window closes in the writer, which is asked by nothing here before.
    await until(async () => (await center.visible()) === 4);
    const back = await connected(center, { snAcOpId: 1, snScOpId: 0 });
    const expected = [1, 'detached', 2, 3];
    t.same(await got(back, 4, 2), expected, 'the fourth was for no center any more');
  },
);

t.test('what comes between dereg and reg stays away, also in an open window (SCACI 7.5)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const asks = async (request: Fields) => {
    app.send(request);
    await app.until(`${request.command}Rsp`);
    app.send({ command: `${request.command}Cmp`, opId: request.opId });
  };
  const heard = (packetCnt: number) =>
    station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt, rxTime: center.clock.nowNs() }));
  await heard(1);
  await asks({ command: 'dereg', opId: 1, epEui });
  await heard(2);
  await asks({ ...register, opId: 2 });
  await heard(3);
  await center.clock.advance(500);
  t.match(await app.until('ulData'), { packetCnt: 1 });
  t.match(await app.until('ulData'), { packetCnt: 3 });
  t.equal(await center.visible(), 3);
});
