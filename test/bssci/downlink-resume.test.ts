import t, { type Test } from 'tap';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, BS2, conOf, ulData } from './center.ts';
import { brief, dlDataRes, EP2, heard, opened, Rig } from './downlink-rig.ts';

/** The session goes on: the counters are those that a station would name. */
const back = async (rig: Rig, t: Test, con: Fields = {}) => {
  const station = await rig.center.connect(BS, con);
  t.equal(station.answer.snResume, true);
  return station;
};

/** The `n` next operations of ours, then nothing more until a ping is answered. */
const exactly = async (t: Test, station: RawStation, wanted: readonly string[], ping: number, name = '') => {
  t.strictSame(await heard(station, wanted.length), wanted, name);
  await station.ping(ping);
  t.strictSame(station.received.map(brief), [], `${name}: nothing comes twice`);
};

t.test('6.5 what is open is sent again in the order of ids, with its content, before anything new', async t => {
  await using rig = await Rig.start(t.testdir());
  const queIds: number[] = [];
  for (let i = 0; i < 7; i++) queIds.push(await rig.queue({ packetCnts: [i + 1], userData: [Uint8Array.of(i)] }));
  const station = await rig.center.connect();
  const frames: (Fields | undefined)[] = [];
  for (let i = 1; i <= 7; i++) {
    station.send(opened(i));
    frames.push(await station.next());
    await station.until('ulDataRsp');
  }
  for (const opId of [-1, -2, -5]) station.send({ command: 'dlDataQueRsp', opId });
  station.send({ command: 'error', opId: -6, code: 22, message: '' });
  await station.until('errorAck');
  await rig.cut(station);
  const again = await back(rig, t, { snBsOpId: 7, snScOpId: -7 });
  const revoked = await rig.queue({ packetCnts: [8] });
  again.send(opened(8));
  const repeated: (Fields | undefined)[] = [];
  for (let i = 0; i < 3; i++) repeated.push(await again.next());
  t.strictSame(repeated, [frames[2], frames[3], frames[6]]);
  t.strictSame(repeated.map(brief), ['dlDataQue -3', 'dlDataQue -4', 'dlDataQue -7']);
  t.match(await again.next(), { command: 'dlDataQue', opId: -8, queId: revoked }, 'numbers go on');
  t.strictSame(
    queIds.map(queId => rig.state(queId)),
    ['queued', 'queued', 'dispatched', 'dispatched', 'queued', 'invalid', 'dispatched'],
  );
});

t.test('6.5 an unanswered downlink may have any content', async t => {
  await using rig = await Rig.start(t.testdir());
  const queId = await rig.queue({ userData: [new Uint8Array()], prio: 1.5, dlWindReq: true });
  const station = await rig.center.connect();
  station.send(opened(1));
  const first = await station.next();
  await rig.cut(station);
  const again = await back(rig, t, { snBsOpId: 1, snScOpId: 0 });
  t.strictSame(await again.next(), first);
  t.match(first, { command: 'dlDataQue', opId: -1, queId, userData: [[]], prio: 1.5, dlWindReq: true });
});

t.test('22.5 drop and resume with a revocation under way', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  await rig.cut(station);
  await rig.revoke(queId);
  t.equal(rig.state(queId), 'revoking');
  const again = await back(rig, t, { snBsOpId: 1, snScOpId: -1 });
  t.match(await again.next(), { command: 'dlDataRev', opId: -2, queId });
  again.send(ulData(2));
  t.match(await again.next(), { command: 'ulDataRsp', opId: 2 });
  again.send({ command: 'error', opId: -2, code: 95, message: 'no matching DL data found' });
  t.match(await again.next(), { command: 'errorAck', opId: -2 });
  t.equal(rig.state(queId), 'revoked');
  again.send({ command: 'ulDataCmp', opId: 2 });
  await rig.center.bssci.stations.find(1)?.start('status', {});
  t.match(await again.next(), { command: 'status', opId: -3 });
});

t.test('6.5 a downlink revoked while its station was away is sent again, then corrected', async t => {
  await using rig = await Rig.start(t.testdir());
  const queId = await rig.queue();
  const station = await rig.center.connect();
  station.send(opened(1));
  const first = await station.next();
  await rig.cut(station);
  await rig.revoke(queId);
  const again = await back(rig, t);
  t.strictSame(await again.next(), first, 'the station may have it half-open');
  t.match(await again.next(), { command: 'dlDataRev', opId: -2, queId });
  again.send({ command: 'dlDataQueRsp', opId: -1 }, { command: 'dlDataRevRsp', opId: -2 });
  t.strictSame(await heard(again, 2), ['dlDataQueCmp -1', 'dlDataRevCmp -2']);
  t.equal(rig.state(queId), 'revoked');
});

t.test('6.5 an answer whose completion was lost is completed again', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  await rig.cut(station);
  const again = await back(rig, t);
  again.send({ command: 'dlDataQueRsp', opId: -1 });
  t.match(await again.next(), { command: 'dlDataQueCmp', opId: -1 });
  t.equal(rig.state(queId), 'queued');
  t.strictSame(rig.events(), ['downlink.queued', 'downlink.accepted']);
});

t.test('6.5 a result before its answer, then a drop: the downlink does not come again', async t => {
  await using rig = await Rig.start(t.testdir());
  const queId = await rig.queue();
  const station = await rig.center.connect();
  station.send(opened(1));
  await station.until('ulDataRsp');
  station.send(dlDataRes(2, queId));
  await station.until('dlDataResRsp');
  await rig.cut(station);
  const again = await back(rig, t);
  await exactly(t, again, [], 3);
  again.send({ command: 'dlDataQueRsp', opId: -1 });
  t.match(await again.next(), { command: 'dlDataQueCmp', opId: -1 }, 'a late answer is completed all the same');
});

t.test('6.5 a new session: what the station had waits for a window again', async t => {
  await using rig = await Rig.start(t.testdir());
  const station = await rig.center.connect();
  const queId = await rig.holding(station);
  await rig.cut(station);
  const anew = await rig.center.connect(BS, { snBsUuid: Array.from({ length: 16 }, (_, i) => i) });
  t.equal(anew.answer.snResume, false);
  await exactly(t, anew, [], 1);
  t.match(rig.row(queId), { state: 'pending', station: null, attempts: 1 });
  anew.send(opened(2));
  t.match(await anew.next(), { command: 'dlDataQue', opId: -1, queId });
  anew.send(dlDataRes(3, queId, { packetCnt: 2 }));
  await anew.until('dlDataResRsp');
  t.match(rig.row(queId), { state: 'sent', attempts: 2 });
});

t.test(
  '9.8 a station that has answered attPrp may have dropped its downlinks: they are recalled and wait again',
  async t => {
    await using rig = await Rig.start(t.testdir());
    const { center } = rig;
    center.db.exec(`UPDATE endpoint SET attach_status = 'attached', attach_origin = 'api' WHERE id = ${rig.endpoint}`);
    const station = await center.connect();
    t.match(await station.next(), { command: 'attPrp', opId: -1 });
    station.send({ command: 'attPrpRsp', opId: -1 });
    t.match(await station.next(), { command: 'attPrpCmp' });
    const queId = await rig.queue();
    station.send(opened(1));
    t.match(await station.next(), { command: 'dlDataQue', opId: -2 });
    await station.until('ulDataRsp');
    await center.store.write.propagation.needAgain(1, rig.endpoint, center.clock.now());
    await center.bssci.stations.find(1)?.propagate();
    t.match(await station.next(), { command: 'attPrp', opId: -3 });
    t.equal(rig.state(queId), 'dispatched', 'it may send it still');
    station.send({ command: 'dlDataQueRsp', opId: -2 }, { command: 'attPrpRsp', opId: -3 });
    t.strictSame((await heard(station, 3)).sort(), ['attPrpCmp -3', 'dlDataQueCmp -2', 'dlDataRev -4']);
    t.equal(rig.state(queId), 'pending');
    station.send(opened(2));
    t.match(await station.next(), { command: 'dlDataQue', opId: -5, queId });
    station.send({ command: 'error', opId: -4, code: 95, message: 'no matching DL data found' });
    await station.until('errorAck');
    t.match(rig.row(queId), { state: 'dispatched', attempts: 2 });
  },
);

t.test('6.6 a newer connection of the station gets what the older one was sent', async t => {
  await using rig = await Rig.start(t.testdir());
  const queId = await rig.queue();
  const old = await rig.center.connect();
  old.send(opened(1));
  const first = await old.next();
  const newer = await back(rig, t);
  t.strictSame(await newer.next(), first);
  newer.send({ command: 'dlDataQueRsp', opId: -1 });
  t.match(await newer.next(), { command: 'dlDataQueCmp', opId: -1 });
  t.equal(rig.state(queId), 'queued');
  await old.closed;
});

t.test('after a restart of ours everything goes on', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  const [near, far] = [await center.connect(), await center.connect(BS2)];
  const held = await rig.holding(near);
  const dispatched = await rig.queue({}, { endpoint: rig.other });
  far.send(opened(1, { epEui: BigInt(`0x${EP2}`), packetCnt: 9 }));
  await far.until('ulDataRsp');
  await center.bssci.stop();
  // As a crash leaves it: nothing about the end of the connections was stored.
  center.db.exec("UPDATE session SET state = 'active', disconnected_at = NULL");
  await center.begin();
  await rig.revoke(held);
  const again = await back(rig, t);
  t.match(await again.next(), { command: 'dlDataRev', opId: -2, queId: held });
  const away = await center.connect(BS2);
  t.equal(away.answer.snResume, true);
  t.match(await away.next(), { command: 'dlDataQue', opId: -1, queId: dispatched });
  const next = await rig.queue({}, { endpoint: rig.other });
  again.send(opened(2, { epEui: BigInt(`0x${EP2}`), packetCnt: 9 }));
  t.match(await again.next(), { command: 'ulDataRsp', opId: 2 }, 'the window has its downlink');
  t.equal(rig.state(next), 'pending');
});

t.test('5.3 operations leave in the order of their ids, however these came to the main thread', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  const station = await center.connect();
  const queId = await rig.holding(station);
  await center.online(1);
  const session = center.bssci.stations.find(1);
  // One commit: the store's own order is handed over before any part learns the id given to the status request before it.
  const started = session?.start('status', {});
  const revoked = rig.revoke(queId);
  await Promise.all([started, revoked]);
  await exactly(t, station, ['status -2', 'dlDataRev -3'], 2);
});

t.test('5.3 an id whose start fails, or is given up, holds nothing up', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  const station = await center.connect();
  const queId = await rig.holding(station);
  await center.online(1);
  const session = center.bssci.stations.find(1);
  const lost = session?.startWith('status', {}, async () => undefined);
  const failed = session?.startWith('status', {}, () => Promise.reject(new Error('disk full')));
  const revoked = rig.revoke(queId);
  await Promise.allSettled([lost, failed, revoked]);
  await exactly(t, station, ['dlDataRev -2'], 2);
});

t.test('an order that is given at any moment of a reconnect leaves once, in its place', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  let station = await center.connect();
  let opId = 0;
  for (let turns = 0; turns < 24; turns++) {
    const queId = await rig.queue();
    station.send(opened(++opId));
    const { opId: queOp } = await station.until('dlDataQue');
    await station.until('ulDataRsp');
    await rig.cut(station);
    const next = await center.dial();
    next.send(conOf(BS));
    t.match(await next.next(), { command: 'conRsp', snResume: true });
    next.send({ command: 'conCmp', opId: 0 });
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve));
    await rig.revoke(queId);
    await exactly(t, next, [`dlDataQue ${queOp}`, `dlDataRev ${Number(queOp) - 1}`], ++opId, `after ${turns} turns`);
    next.send({ command: 'dlDataQueRsp', opId: queOp }, { command: 'dlDataRevRsp', opId: Number(queOp) - 1 });
    await next.until('dlDataRevCmp');
    t.equal(rig.state(queId), 'revoked');
    station = Object.assign(next, { answer: {} });
  }
});

t.test('windows, revocations and cuts at once leave no downlink that is not known', async t => {
  await using rig = await Rig.start(t.testdir());
  const { center } = rig;
  let opId = 0;
  for (let turns = 0; turns < 16; turns++) {
    const queId = await rig.queue();
    const station = await center.connect();
    station.send(opened(++opId));
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve));
    station.socket.destroy();
    await center.deserted();
    const again = await center.connect();
    if (again.answer.snResume !== true) opId = 0;
    await again.ping(++opId);
    const state = rig.state(queId);
    const brought = again.received.filter(({ queId: id }) => id === queId).map(brief);
    t.strictSame(brought.length, state === 'pending' ? 0 : 1, `${turns} turns: ${state}`);
    again.send(opened(++opId, { packetCnt: opId }));
    await again.until('ulDataRsp');
    t.equal(rig.state(queId), 'dispatched');
    await rig.revoke(queId);
    const { opId: rev } = await again.until('dlDataRev');
    again.send({ command: 'error', opId: rev, code: 95, message: '' });
    await again.until('errorAck');
    t.equal(rig.state(queId), 'revoked');
    again.send(
      ...center.rows('SELECT op_id FROM operation').map(row => ({ command: 'dlDataQueRsp', opId: row.op_id })),
    );
    await again.ping(++opId);
    await rig.cut(again);
  }
  t.strictSame(center.rows('SELECT * FROM operation'), []);
});
