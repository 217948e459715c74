import t from 'tap';
import { until } from '../peers/center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { AC2, BS, connected, downlink, EP, scene, UUID } from './scene.ts';

const OTHER = 'acde48000000e0aa';
const epEui = BigInt(`0x${EP}`);
const register = (opId: number, over: Fields = {}): Fields => ({
  ...{ command: 'reg', opId, epEui: BigInt(`0x${OTHER}`), bidi: true, preAttach: true, nwkKey: UUID, shAddr: 0x2468 },
  ...{ attachCnt: 3, packetCnt: 1000, dualChan: false, repetition: true, wideCarrOff: false, longBlkDist: false },
  ...over,
});

t.test('reg stores, regCmp attaches, and every center is told (T2, SCACI 7.4)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  let opId = 0;
  for (const name of Object.keys(register(0)).slice(2)) {
    app.send(register(++opId, { [name]: undefined }));
    t.match(await app.next(), { command: 'error', opId, code: 22 }, `${name} missing`);
  }
  const wrong: [name: string, over: Fields, code: number][] = [
    ['epEui zero', { epEui: 0 }, 22],
    ['key too short', { nwkKey: UUID.slice(1) }, 22],
    ['shAddr of 17 bits', { shAddr: 65_536 }, 34],
    ['packetCnt of 33 bits', { packetCnt: 2 ** 32 }, 34],
    ['a flag that is a number', { dualChan: 0 }, 22],
  ];
  for (const [name, over, code] of wrong) {
    app.send(register(++opId, over));
    t.match(await app.next(), { command: 'error', opId, code }, name);
  }
  app.send({ command: 'regCmp', opId });
  t.match(await app.next(), { command: 'error', opId, code: 71 }, 'no regCmp after an error');
  const before = station.unread('attPrp');
  app.send(register(++opId));
  t.same(await app.next(), { command: 'regRsp', opId });
  await app.ping(opId + 1);
  t.equal(station.unread('attPrp'), before, 'nothing is propagated before regCmp');
  t.same(app.received, []);
  app.send({ command: 'regCmp', opId });
  const told = { command: 'epStat', opId: -1, epEui: BigInt(`0x${OTHER}`), epStatus: 'attached' };
  t.same(await app.next(), told, 'without anything over the air');
  t.same(await other.next(), told, 'the others, too');
  await until(() => station.unread('attPrp') > before);
  app.send({ command: 'regCmp', opId });
  t.match(await app.next(), { command: 'error', opId, code: 71 }, 'completed already');
  opId += 2;
  app.send(register(opId, { preAttach: false, shAddr: 0x1111 }));
  t.same(await app.next(), { command: 'regRsp', opId }, 'a known endpoint gets all fields replaced');
  app.send({ command: 'regCmp', opId });
  await app.ping(++opId);
  t.match(center.rows(`SELECT sh_addr FROM endpoint WHERE eui = '${OTHER}'`), [{ sh_addr: 0x1111 }]);
  t.notOk(
    center.log.some(line => line.includes(Buffer.from(UUID).toString('hex'))),
    'no key in the log',
  );
});

t.test('endpoints of another organization are not for this center (SCACI 7.4, 8.2)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  center.sabotage(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at)
    VALUES (77, '0192f000-0000-7000-8000-000000000077', 'other', 0, 0, 0);
    UPDATE endpoint SET org = 77 WHERE eui = '${EP}'`);
  const before = center.rows('SELECT * FROM endpoint');
  app.send(register(1, { epEui }));
  t.match(await app.next(), { command: 'error', opId: 1, code: 1 });
  app.send({ command: 'regCmp', opId: 1 });
  t.match(await app.next(), { command: 'error', opId: 1, code: 71 });
  const others: Fields[] = [
    { command: 'dereg', epEui },
    downlink(0, 1),
    { command: 'ulDataTx', epEui, nwkSnKey: UUID, shAddr: 1, packetCnt: 5, userData: [1] },
  ];
  for (const [index, message] of others.entries()) {
    const opId = index + 2;
    app.send({ ...message, opId });
    const code = message.command === 'ulDataTx' ? 1 : 2;
    t.match(await app.next(), { command: 'error', opId, code }, String(message.command));
  }
  t.same(center.rows('SELECT * FROM endpoint'), before, 'nothing is changed');
});

t.test('dereg: counted per center, downlinks revoked at deregCmp (SCACI 7.5)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  for (const peer of [app, other]) {
    peer.send(register(1));
    t.match(await peer.next(), { command: 'regRsp' });
  }
  app.send({ command: 'regCmp', opId: 1 });
  await app.until('epStat');
  await other.until('epStat');
  app.send(downlink(2, 1, { epEui: BigInt(`0x${OTHER}`) }));
  t.match(await app.next(), { command: 'dlDataQueRsp' });
  const state = () => center.rows('SELECT state FROM downlink')[0]?.state;
  app.send({ command: 'dereg', opId: 3, epEui: BigInt(`0x${OTHER}`) });
  t.same(await app.next(), { command: 'deregRsp', opId: 3 }, 'only its own registration');
  t.equal(state(), 'pending', 'nothing is revoked before deregCmp');
  app.send({ command: 'deregCmp', opId: 3 });
  await until(() => state() === 'revoked');
  await app.ping(4);
  t.same([app.received, other.received], [[], []], 'no epStat, no dlDataRes');
  other.send({ command: 'dereg', opId: 2, epEui: BigInt(`0x${OTHER}`) });
  const answers = [await other.next(), await other.next()].sort((a, b) => Number(b?.opId) - Number(a?.opId));
  t.match(answers, [
    { command: 'deregRsp', opId: 2 },
    { command: 'epStat', opId: -2, epStatus: 'detached' },
  ]);
  t.match(await app.next(), { command: 'epStat', epStatus: 'detached' });
  other.send({ command: 'dereg', opId: 3, epEui: BigInt(`0x${OTHER}`) });
  t.match(await other.next(), { command: 'error', opId: 3, code: 2 }, 'unknown from now on');
  other.send(downlink(4, 1, { epEui: BigInt(`0x${OTHER}`) }));
  t.match(await other.next(), { command: 'error', opId: 4, code: 2 });
  other.send({ command: 'deregCmp', opId: 3 });
  t.match(await other.next(), { command: 'error', opId: 3, code: 71 }, 'no deregCmp after an error (T7)');
});

t.test('dlDataRev takes back what this center queued for a counter (SCACI 7.9)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  const counted = { cntDepend: true, packetCnt: [1010, 1011], userData: [[1], [2]] };
  for (const [opId, over] of [counted, { ...counted, packetCnt: [1012, 1013] }, {}].entries()) {
    app.send(downlink(opId + 1, opId + 1, over));
    t.match(await app.next(), { command: 'dlDataQueRsp' });
  }
  other.send(downlink(1, 1, counted));
  t.match(await other.next(), { command: 'dlDataQueRsp' }, 'another center may use the same queId');
  for (const [opId, packetCnt] of [
    [4, 1011],
    [5, 1011],
    [6, 7],
  ] as const) {
    app.send({ command: 'dlDataRev', opId, epEui, packetCnt });
    t.same(await app.next(), { command: 'dlDataRevRsp', opId }, 'found or not');
  }
  t.strictSame(
    center.rows('SELECT state FROM downlink ORDER BY que_id').map(row => row.state),
    ['revoked', 'pending', 'pending', 'pending'],
  );
  app.send(downlink(7, 1));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 7 }, 'its queId is free again, and there was no dlDataRes');
});

t.test('limits of the downlink queue (SCACI 10)', async t => {
  await using center = await scene(t, { scaci: { max_pending: 2 } });
  const app = await connected(center);
  for (const opId of [1, 2]) {
    app.send(downlink(opId, opId));
    t.match(await app.next(), { command: 'dlDataQueRsp', opId });
  }
  app.send(downlink(3, 3));
  t.match(await app.next(), { command: 'error', opId: 3, code: 11 });
});

t.test('a result goes to the center that queued, with its queId (SCACI 7.10)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  app.send(downlink(1, 2n ** 63n + 5n));
  t.match(await app.next(), { command: 'dlDataQueRsp' });
  center.sabotage(`UPDATE downlink SET expires_at = ${center.clock.now()}`);
  await center.clock.advance(6000);
  t.same(
    await app.next(),
    { command: 'dlDataRes', opId: -1, epEui, queId: 2n ** 63n + 5n, result: 'expired' },
    'nothing but that',
  );
  app.send({ command: 'dlDataResRsp', opId: -1 });
  t.match(await app.next(), { command: 'error', opId: -1 }, 'the answer has another name');
  app.send({ command: 'txDataResRsp', opId: -1 });
  t.same(await app.next(), { command: 'txDataResCmp', opId: -1 });
  await other.ping(1);
  t.same(other.received, [], 'no other center is told');
});

t.test('status lists the stations, and invents nothing (SCACI 7.3)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  await center.clock.advance(5000);
  app.send({ command: 'status', opId: 1 });
  const empty = await app.next();
  t.match(empty, { command: 'statusRsp', opId: 1, code: 0, message: 'ok', time: center.clock.nowNs() });
  t.equal(Number(empty?.uptime), 5);
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: BS, name: 'roof' } });
  app.send({ command: 'statusCmp', opId: 1 }, { command: 'status', opId: 2 });
  const [listed] = ((await app.next())?.baseStations ?? []) as Fields[];
  t.match(listed, { eui: BigInt(`0x${BS}`), name: 'roof' });
  for (const name of ['code', 'message', 'uptime', 'geoLocation']) t.notOk(name in (listed ?? {}), `${name} absent`);
});

t.test('status tells what a station has reported of itself (SCACI 7.3)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({
    bsEui: BS,
    con: {
      bidi: true,
      vendor: 'Acme',
      model: 'Dome',
      name: 'east',
      geoLocation: { latitude: 49.5, longitude: 11.25, altitude: 320 },
    },
  });
  const app = await connected(center);
  await center.api.call('RequestBaseStationStatus', { bs_eui: BS });
  await until(() => center.rows('SELECT 1 FROM base_station WHERE last_status_at IS NOT NULL').length > 0);
  app.send({ command: 'status', opId: 1 });
  t.match((await app.next())?.baseStations, [
    {
      ...{ eui: BigInt(`0x${BS}`), bidi: true, code: 0, message: 'ok', vendor: 'Acme', model: 'Dome' },
      ...{ uptime: Number, geoLocation: [49.5, 11.25, 320] },
    },
  ]);
  await station.close();
  await until(() => center.rows("SELECT 1 FROM session WHERE state = 'active'").length === 0);
  app.send({ command: 'status', opId: 2 });
  t.match((await app.next())?.baseStations, [{ eui: BigInt(`0x${BS}`) }], 'connected or not');
});

t.test('what reg leaves as it is: an attach without preAttach, and what else the endpoint has (SCACI 7.4)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const columns = 'attach_status, name, tags, sh_addr';
  const before = center.rows(`SELECT ${columns} FROM endpoint WHERE eui = '${EP}'`)[0];
  app.send(register(1, { epEui, preAttach: false }));
  t.same(await app.next(), { command: 'regRsp', opId: 1 });
  app.send({ command: 'regCmp', opId: 1 });
  await app.ping(2);
  t.same(app.received, [], 'no epStat: it is attached as it was');
  t.same(center.rows(`SELECT ${columns} FROM endpoint WHERE eui = '${EP}'`)[0], { ...before, sh_addr: 0x2468 });
  await using late = await center.baseStation({ bsEui: BS });
  t.match(await late.next('attPrp'), { epEui: EP, shAddr: 0x2468, lastPacketCnt: 1000, repetition: true });
});

t.test('ping both ways; a missed one ends the connection, not the session (SCACI 7.2)', async t => {
  await using center = await scene(t, { scaci: { ping_s: 60, ping_answer_s: 10 } });
  const app = await connected(center);
  await app.ping(1);
  app.send({ command: 'pingCmp', opId: 1 });
  await app.ping(2);
  await center.clock.advance(59_000);
  t.same(app.received, []);
  await center.clock.advance(1000);
  t.same(await app.next(), { command: 'ping', opId: -1 });
  app.send({ command: 'pingRsp', opId: -1 });
  t.same(await app.next(), { command: 'pingCmp', opId: -1 });
  await center.clock.advance(60_000);
  t.same(await app.next(), { command: 'ping', opId: -2 });
  await center.clock.advance(10_000);
  t.equal(await app.next(), undefined, 'closed without a message');
  const back = await connected(center, { snAcOpId: 2, snScOpId: -2 });
  t.match(back.answer, { snResume: true });
  await back.ping(3);
  t.same(back.received, [], 'a ping is not repeated');
});
