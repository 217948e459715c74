import t from 'tap';
import type { Arrival } from '../../src/simulate/application-answers.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import { Center, until } from '../peers/center.ts';
import { CONTENT, DownlinkScene, NEAR } from '../peers/downlink-scene.ts';
import { METER, uplink } from '../peers/telegrams.ts';

const AC = '70b3d59cd00000a1';
const OTHER = '70b3d59cd00000a2';
const WINDOW_MS = 500;
const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
const registration = {
  ...{ epEui: METER, bidi: true, preAttach: true, nwkKey: Buffer.alloc(16, 7), shAddr: 0x2468, attachCnt: 3 },
  ...{ packetCnt: 0, ...flags },
};

t.test('what an application center registers is propagated, and its uplinks come with all receptions', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: NEAR });
  await using app = await center.applicationCenter({ acEui: AC });
  await app.start('reg', registration);
  t.match(await app.next('epStat'), { epEui: METER, epStatus: 'attached' });
  t.match(await station.next('attPrp'), { epEui: METER, nwkSnKey: new Uint8Array(16).fill(7), shAddr: 0x2468 });
  await station.start('ulData', uplink({ packetCnt: 7 }));
  await center.clock.advance(WINDOW_MS);
  t.match(await app.next('ulData'), { epEui: METER, packetCnt: 7, baseStations: [{ bsEui: NEAR }] });
  const { baseStations } = await app.start('status', {});
  t.match(baseStations, [{ eui: NEAR }]);
  await app.start('dereg', { epEui: METER });
  t.match(await station.next('detPrp'), { epEui: METER });
  t.match(await app.next('epStat'), { epStatus: 'detached' });
  await t.rejects(app.start('dereg', { epEui: METER }), { code: 2 });
  await app.settled();
  t.strictSame(app.complaints, []);
  t.equal(app.session.open.size, 0);
});

t.test('its downlink goes to the endpoint, and the result to no other center', async t => {
  const { center, near, meter, heard } = await DownlinkScene.start(t);
  await using app = await center.applicationCenter({ acEui: AC, conduct: { json: true } });
  await using other = await center.applicationCenter({ acEui: OTHER });
  const queue = { epEui: METER, queId: 2n ** 63n + 5n, cntDepend: false, userData: [CONTENT] };
  await app.start('dlDataQue', queue);
  await t.rejects(app.start('dlDataQue', queue), { code: 17 });
  await meter.uplink(heard);
  await near.reported();
  t.match(meter.received, [{ packetCnt: 1, userData: Uint8Array.from(CONTENT) }]);
  const result = { epEui: METER, queId: 2n ** 63n + 5n, result: 'sent', packetCnt: 1, bsEui: NEAR };
  t.match(await app.next('dlDataRes'), result);
  await center.clock.advance(WINDOW_MS);
  await Promise.all([app.next('ulData'), other.next('ulData')]);
  t.equal(other.unread('dlDataRes'), 0);
  await Promise.all([app.settled(), other.settled()]);
  t.strictSame([...app.complaints, ...other.complaints], []);
});

t.test('a counter-dependent downlink is revoked by its counter', async t => {
  const { center, meter, heard } = await DownlinkScene.start(t);
  await using app = await center.applicationCenter({ acEui: AC });
  const counted = { epEui: METER, queId: 1n, cntDepend: true, packetCnt: [50, 51] };
  await app.start('dlDataQue', { ...counted, userData: [CONTENT, CONTENT] });
  await app.start('dlDataRev', { epEui: METER, packetCnt: 51 });
  await app.start('dlDataRev', { epEui: METER, packetCnt: 51 });
  await meter.uplink(heard);
  t.equal(meter.received.length, 0);
  await app.settled();
  t.equal(app.unread('dlDataRes'), 0);
  t.strictSame(app.complaints, []);
});

t.test('over a restart nothing is lost and nothing is taken over twice', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: NEAR });
  await center.endpoint({ ep_eui: METER, ep_class: 'A' });
  const taken: Arrival[] = [];
  const take = (arrival: Arrival) => {
    if (arrival.command === 'ulData') taken.push(arrival);
  };
  const app = await center.applicationCenter({ acEui: AC, take, conduct: { withhold: ['ulDataRsp'] } });
  const hear = async (station: typeof before, packetCnt: number) => {
    await station.start('ulData', uplink({ packetCnt }));
    await center.clock.advance(WINDOW_MS);
  };
  await hear(before, 1);
  await app.next('ulData');
  await center.stop();
  await app.closed;
  await before.closed;
  await center.begin();
  await using station = await center.baseStation({ bsEui: NEAR, register: false, session: before.session });
  await hear(station, 2);
  await using again = await center.applicationCenter({ acEui: AC, take, session: app.session });
  t.ok(again.connected?.snResume);
  t.match([(await again.next('ulData')).packetCnt, (await again.next('ulData')).packetCnt], [1, 2]);
  await hear(station, 3);
  await again.next('ulData');
  await again.settled();
  t.strictSame(
    taken.map(arrival => arrival.command === 'ulData' && arrival.packetCnt),
    [1, 2, 3],
  );
  t.equal(again.session.reissued, 1);
  await until(() => again.session.given.size === 0);
  t.strictSame([...app.complaints, ...again.complaints], []);
});

t.test('a request whose answer was lost is carried out once', async t => {
  const { center } = await DownlinkScene.start(t);
  const app = await center.applicationCenter({ acEui: AC, conduct: { cutBefore: ['dlDataQueRsp'] } });
  const queue = { epEui: METER, queId: 4242n, cntDepend: false, userData: [CONTENT] };
  await t.rejects(app.start('dlDataQue', queue), ConnectionLost);
  await using again = await center.applicationCenter({ acEui: AC, session: app.session });
  t.ok(again.connected?.snResume);
  await again.settled();
  t.equal(again.session.open.size, 0, 'it was answered, not refused as there already');
  t.equal((await center.api.call('ListDownlinkQueue', {})).downlinks.length, 1);
  t.strictSame(again.complaints, []);
});

t.test('an application center with the certificate of another is refused', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await t.rejects(center.applicationCenter({ acEui: AC, certificateOf: OTHER }), { code: 1 });
  await t.rejects(center.applicationCenter({ acEui: AC, con: { version: '2.0.0' } }), { code: 95 });
  await using old = await center.applicationCenter({ acEui: AC, conduct: { withholdRsp: true } });
  await using young = await center.applicationCenter({ acEui: AC });
  t.match(await old.closed, { by: 'peer' });
  t.match(young.connected, { snResume: false });
});
