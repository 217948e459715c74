import t from 'tap';
import { attachBlock, cmac } from '../../src/domain/attach/signature.ts';
import type { Eui } from '../../src/kit/eui.ts';
import type { Fields } from '../peers/raw-station.ts';
import { BS, BS2, Center, EP, NWK_KEY } from './center.ts';

const EP_EUI = BigInt(`0x${EP}`);
const BY = { actor: 'operator', userId: '', userEmail: '' };

function att(opId: number): Fields {
  const sign = [...cmac(NWK_KEY, attachBlock(EP, 5)).subarray(0, 4)];
  const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
  const heard = { rxTime: 1_767_225_600_123_456_789n, attachCnt: 5, snr: 14.5, rssi: -97.25 };
  return { command: 'att', opId, epEui: EP_EUI, ...heard, nonce: [1, 2, 3, 4], sign, ...flags };
}

/** Ways in which an endpoint ends that stations are told to forget. */
const ENDS: readonly [name: string, end: (center: Center, id: number) => Promise<unknown>][] = [
  ['deleted', ({ store, clock }, id) => store.write.endpoints.remove(id, { ...BY, now: clock.now() })],
  [
    'suspended',
    ({ store, clock }, id) =>
      store.write.endpoints.update({ id, changes: { suspended: 1 } }, { ...BY, now: clock.now() }),
  ],
  [
    'given another EUI',
    ({ store, clock }, id) => {
      const newEui = 'fe0000000000e1ff' as Eui;
      return store.write.endpoints.update({ id, changes: {}, newEui }, { ...BY, now: clock.now() });
    },
  ],
];

for (const [name, end] of ENDS) {
  t.test(`an endpoint that is ${name} between attRsp and attCmp is forgotten by its station (BSSCI 9.9)`, async t => {
    await using center = await Center.start(t.testdir());
    center.station(BS);
    center.station(BS2);
    const id = center.endpoint(EP);
    const [station, other] = [await center.connect(BS), await center.connect(BS2)];
    station.send(att(1));
    t.match(await station.next(), { command: 'attRsp', opId: 1 });
    await end(center, id);
    center.bssci.attach.tellStations();
    t.same(await station.next(), { command: 'detPrp', opId: -1, epEui: EP_EUI });
    station.send({ command: 'attCmp', opId: 1 }, { command: 'detPrpRsp', opId: -1 });
    t.same(await station.next(), { command: 'detPrpCmp', opId: -1 });
    await station.ping(2);
    await other.ping(1);
    await center.stored();
    t.same(station.received, []);
    t.same(other.received, [], 'a station that never got the key is told nothing');
    t.equal(center.row('SELECT count(*) AS n FROM propagation')?.n, 0);
    t.match(center.rows('SELECT DISTINCT attach_status FROM endpoint'), [{ attach_status: 'detached' }]);
    t.notOk(center.events().includes('endpoint.attached'));
  });

  t.test(`so is one that is ${name} while the link is lost`, async t => {
    await using center = await Center.start(t.testdir());
    center.station(BS);
    const id = center.endpoint(EP);
    const station = await center.connect(BS);
    station.send(att(1));
    t.match(await station.next(), { command: 'attRsp', opId: 1 });
    await station.close();
    await center.deserted();
    await end(center, id);
    center.bssci.attach.tellStations();
    const again = await center.connect(BS, { snBsOpId: 1 });
    t.equal(again.answer.snResume, true);
    again.send({ command: 'attCmp', opId: 1 });
    t.same(await again.next(), { command: 'detPrp', opId: -1, epEui: EP_EUI });
    again.send({ command: 'detPrpRsp', opId: -1 });
    t.same(await again.next(), { command: 'detPrpCmp', opId: -1 });
    await again.ping(2);
    await center.stored();
    t.equal(center.row('SELECT count(*) AS n FROM propagation')?.n, 0);
    t.notOk(center.events().includes('endpoint.attached'));
  });
}

t.test('the link is lost again behind detPrp, and the station repeats its attach', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const id = center.endpoint(EP);
  const station = await center.connect(BS);
  station.send(att(1));
  await station.next();
  await ENDS[0]?.[1](center, id);
  center.bssci.attach.tellStations();
  t.match(await station.next(), { command: 'detPrp', opId: -1 });
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snBsOpId: 0 });
  t.equal(again.answer.snResume, true);
  again.send(att(1));
  t.same(await again.next(), { command: 'detPrp', opId: -1, epEui: EP_EUI }, 'repeated under its id');
  t.match(await again.next(), { command: 'error', opId: 1, code: 71 });
  again.send({ command: 'error', opId: -1, code: 2, message: 'unknown' });
  t.match(await again.next(), { command: 'errorAck', opId: -1 });
  await again.ping(2);
  t.equal(center.row('SELECT count(*) AS n FROM propagation')?.n, 0);
});
