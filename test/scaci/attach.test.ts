import t from 'tap';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { euiOf } from '../peers/telegrams.ts';
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
  t.same(app.received, [], 'once each, whichever other station heard it');
  t.equal(attachedTimes(), before + 4);
});

t.test(
  'epStat carries the subpackets of an attach and of a detach as the station reported them (SCACI 7.11)',
  async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const nwkKey = await center.endpoint({ ep_eui: TRACKER, ep_class: 'A' });
    const endpoint = new SimulatedEndpoint({ epEui: TRACKER, nwkKey, attachCnt: 6, clock: center.clock });
    const app = await connected(center);
    const reception = () => ({ rxTime: station.nowNs(), snr: 7.5, rssi: -101.25, eqSnr: 6.25 });
    const heard = { snr: [1.5, 2], rssi: [-99.5, -98], frequency: [868.1e6, 868.3e6] };
    await station.start('att', {
      ...endpoint.attachTelegram(),
      ...reception(),
      subpackets: { ...heard, phase: [-180, 90] },
    });
    const attached = await app.take('epStat');
    t.match(attached, { epStatus: 'attached', eqSnr: 6.25, subpackets: { ...heard, phase: [-180, 90] } });
    await center.clock.advance(1000);
    const sign = Buffer.alloc(4, 5);
    await station.start('det', { epEui: euiOf(TRACKER), packetCnt: 1, sign, ...reception(), subpackets: heard });
    const detached = await app.take('epStat');
    t.same(detached.subpackets, heard);
    t.match(detached, { epStatus: 'detached', sign: [5, 5, 5, 5] });
  },
);
