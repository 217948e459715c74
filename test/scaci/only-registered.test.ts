import t from 'tap';
import { until } from '../peers/center.ts';
import type { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, AC2, BS, connected, EP, hear, scene, UUID } from './scene.ts';

const epEui = BigInt(`0x${EP}`);
const register = (opId: number): Fields => ({
  ...{ command: 'reg', opId, epEui, bidi: true, preAttach: false, nwkKey: UUID, shAddr: 9, attachCnt: 0, packetCnt: 0 },
  ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
});

async function asks(app: RawCenter, request: Fields): Promise<void> {
  app.send(request);
  t.match(await app.until(`${request.command}Rsp`), { opId: request.opId });
  app.send({ command: `${request.command}Cmp`, opId: request.opId });
}

/** Counters of the uplinks, and the states of the endpoint, that have come. */
async function got(app: RawCenter, opId: number): Promise<unknown[]> {
  await app.ping(opId);
  return app.received.map(({ packetCnt, epStatus }) => packetCnt ?? epStatus);
}

t.test('every center gets everything, whichever registered an endpoint (SCACI 9)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const [app, other] = [await connected(center), await connected(center, {}, AC2)];
  await asks(other, register(1));
  await hear(center, station, 1);
  await app.until('ulData');
  await other.until('ulData');
});

t.test('scaci.only_registered: only the center that registered an endpoint last gets what is of it', async t => {
  await using center = await scene(t, { scaci: { only_registered: true } });
  await using station = await center.baseStation({ bsEui: BS });
  const [app, other] = [await connected(center), await connected(center, {}, AC2)];
  const session = async () =>
    (await center.api.call('ListScaciSessions', {})).sessions.find(({ ac_eui }) => ac_eui === AC);
  await hear(center, station, 1);
  t.same([await got(app, 1), await got(other, 1)], [[], []], 'it is not registered');
  await asks(app, register(2));
  await hear(center, station, 2);
  t.match(await app.until('ulData'), { packetCnt: 2 });
  t.same(await got(other, 2), []);
  await app.ping(3);
  await app.close();
  await until(async () => (await session())?.status === 'disconnected');
  await hear(center, station, 3);
  await asks(other, register(3));
  await hear(center, station, 4);
  t.match(await other.until('ulData'), { packetCnt: 4 });
  t.equal(
    (await session())?.pending_operations,
    2,
    'the one that is not answered, and the one that came before the other registered it',
  );
  const back = await connected(center, { snAcOpId: 3, snScOpId: -1 });
  t.match([await back.next(), await back.next()], [{ packetCnt: 2 }, { packetCnt: 3 }], 'nothing falls between them');
  t.same(await got(back, 4), []);
  await asks(other, { command: 'dereg', opId: 4, epEui });
  await hear(center, station, 5);
  t.match(await back.until('ulData'), { packetCnt: 5 }, 'back to the one that still has it registered');
  t.same(await got(other, 5), []);
  await asks(back, { command: 'dereg', opId: 5, epEui });
  t.match(await back.until('epStat'), { epStatus: 'detached' }, 'the last word goes to the last of them');
  t.same(await got(other, 6), []);
});
