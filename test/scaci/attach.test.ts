import t from 'tap';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { BS, BS2, connected, scene } from './scene.ts';

const TRACKER = 'acde48000000e0bb';
const epEui = BigInt(`0x${TRACKER}`);

t.test('every accepted attach over the air is told, also of an endpoint that is attached (SCACI 7.11)', async t => {
  await using center = await scene(t);
  await using near = await center.baseStation({ bsEui: BS });
  await using far = await center.baseStation({ bsEui: BS2 });
  const nwkKey = await center.endpoint({ ep_eui: TRACKER, ep_class: 'A' });
  const endpoint = new SimulatedEndpoint({ epEui: TRACKER, nwkKey, attachCnt: 6, clock: center.clock });
  const app = await connected(center);
  const attachedTimes = () => center.events().filter(type => type === 'endpoint.attached').length;
  const before = attachedTimes();
  const attached = async (attachCnt: number) => {
    const nonce = Buffer.alloc(4, attachCnt);
    await endpoint.attach([{ station: near, snr: 7.5, rssi: -101.25 }, { station: far }], nonce);
    const { opId, sign, ...told } = await app.take('epStat');
    t.same(told, {
      ...{ command: 'epStat', epEui, epStatus: 'attached', attachCnt, nonce: [...nonce], snr: 7.5, rssi: -101.25 },
    });
    t.equal((sign as number[]).length, 4);
    t.match(await app.next(), { command: 'epStatCmp', opId });
  };
  await attached(7);
  await attached(8);
  await center.clock.advance(10_000);
  await attached(9);
  center.sabotage(`UPDATE endpoint SET attached_at = attached_at + 3600000 WHERE eui = '${TRACKER}'`);
  // As after a step of the clock back.
  await attached(10);
  await app.ping(1);
  t.same(app.received, [], 'once each, whoever else heard it');
  t.equal(attachedTimes(), before + 4);
});
