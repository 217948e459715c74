import t from 'tap';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { SimulatedStation, type StationOptions } from '../../src/simulate/base-station.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import { testAuthority } from '../peers/certificates.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { agree, type BareCenter, bareCenter, resumed } from './bare-center.ts';

const BS = 'fe00000000000b51';
const authority = await testAuthority();
const client = await authority.client(BS);

function dial({ port }: BareCenter, more: Partial<StationOptions> = {}) {
  return SimulatedStation.connect({ host: '127.0.0.1', port, ca: authority.ca, ...client, bsEui: BS, ...more });
}

const propagation = {
  command: 'attPrp',
  epEui: 0xfe0000000000e101n,
  bidi: true,
  nwkSnKey: Array.from({ length: 16 }, (_, i) => i),
  shAddr: 0xe101,
  lastPacketCnt: 7,
  dualChan: false,
  repetition: false,
  wideCarrOff: false,
  longBlkDist: false,
};
const queue = { command: 'dlDataQue', epEui: propagation.epEui, queId: 4711, cntDepend: false, userData: [[1, 2]] };

t.test('an operation is request, response and completion under one id, counted from 1', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { con: { name: 'roof', bidi: false } });
  t.match(await center.lines[0]?.seen('con'), { opId: 0, version: '1.0.0', name: 'roof', bidi: false });
  await center.lines[0]?.seen('conCmp', 0);
  await station.start('ulData', uplink({ packetCnt: 1 }));
  await station.start('ulData', uplink({ packetCnt: 2 }));
  t.match(await center.lines[0]?.seen('ulDataCmp', 2), { command: 'ulDataCmp', opId: 2 });
  t.match(await center.lines[0]?.seen('ulData', 1), {
    epEui: 0xfe0000000000e101n,
    packetCnt: 1,
    userData: [1, 128, 255],
  });
  t.equal(station.session.open.size, 0);
});

t.test('what the service center starts is answered, and an answered id again without second effect', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center);
  const [line] = center.lines;
  if (!line) throw new Error('not connected');
  await line.seen('conCmp');
  line.send({ ...propagation, opId: -1 });
  t.match(await station.next('attPrp'), { epEui: METER, lastPacketCnt: 7, opId: -1 });
  t.match(station.session.endpoints.get(METER), { shAddr: 0xe101, lastPacketCnt: 7 });
  for (const opId of [-2, -2]) line.send({ ...queue, opId });
  line.send({ command: 'status', opId: -3 });
  t.match(await line.seen('statusRsp', -3), { code: 0, message: 'ok' });
  t.equal(line.messages.filter(m => m.command === 'dlDataQueRsp' && m.opId === -2).length, 2);
  t.equal(station.session.downlinks.size, 1);
  line.send({ ...queue, opId: -4 });
  t.match(await line.seen('error', -4), { code: 17 });
  await station.report(4711, 'sent', 8);
  t.match(await line.seen('dlDataRes'), { queId: 4711, result: 'sent', packetCnt: 8 });
  line.send({ command: 'dlDataRev', opId: -5, epEui: propagation.epEui, queId: 4711 });
  t.match(await line.seen('error', -5), { code: 95 });
  line.send({ command: 'vm.activate', opId: -6, macType: 1 });
  t.match(await line.seen('error', -6), { code: 95 });
  line.send({ command: 'vm.status', opId: -7 });
  t.match(await line.seen('error', -7), { code: 95 });
  line.send({ command: 'detPrp', opId: -8, epEui: propagation.epEui });
  await line.seen('detPrpRsp', -8);
  t.equal(station.session.endpoints.size, 0);
  line.send({ command: 'ping', opId: -8 });
  t.match(await line.seen('error', -8), { code: 71 });
  t.equal(station.complaints.length, 1, 'a used id is noticed');
});

t.test('an error ends the operation, is acknowledged and comes out as what it says', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'ulData' ? { command: 'error', opId: m.opId, code: 71, message: 'userData missing' } : agree(m),
  );
  await using station = await dial(center);
  await t.rejects(station.start('ulData', uplink()), new ProtocolError(71, 'userData missing'));
  await center.lines[0]?.seen('errorAck', 1);
  t.equal(station.session.open.size, 0);
});

t.test('a refused station learns code and text, and acknowledges', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'con' ? { command: 'error', opId: 0, code: 1, message: 'not welcome' } : undefined,
  );
  await t.rejects(dial(center), new ProtocolError(1, 'not welcome'));
  await center.lines[0]?.seen('errorAck', 0);
});

t.test('a station without certificate does not get through', async t => {
  await using center = await bareCenter(authority);
  const { host, port } = { host: '127.0.0.1', port: center.port };
  await t.rejects(SimulatedStation.connect({ host, port, ca: authority.ca, bsEui: BS }), ConnectionLost);
  t.equal(center.lines.length, 0);
});

t.test('after a cut the open operation is repeated under its old id, and ids go on', async t => {
  await using center = await bareCenter(authority, (m, line) => {
    if (m.command === 'ulData' && m.opId === 2 && center.lines.length === 1) line.socket.destroy();
    else if (m.command === 'con' && center.lines.length === 2) return { ...agree(m), ...resumed };
    else return agree(m);
    return undefined;
  });
  const first = await dial(center);
  await first.start('ulData', uplink({ packetCnt: 1 }));
  await t.rejects(first.start('ulData', uplink({ packetCnt: 2 })), ConnectionLost);
  t.equal((await first.closed).by, 'peer');
  await using second = await dial(center, { session: first.session });
  const [, line] = center.lines;
  t.match(await line?.seen('con'), { snBsOpId: 1, snScOpId: 0 });
  await second.answerTo(2);
  t.match(await line?.seen('ulData', 2), { packetCnt: 2 });
  await second.start('ulData', uplink({ packetCnt: 3 }));
  t.match(await line?.seen('ulData', 3), { packetCnt: 3 });
});

t.test('a completion that did not leave is all that is sent after the resume', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'con' && center.lines.length === 2 ? { ...agree(m), ...resumed } : agree(m),
  );
  const first = await dial(center, { dialect: { cutBefore: ['ulDataCmp'] } });
  await first.start('ulData', uplink());
  t.equal((await first.closed).by, 'us');
  await using second = await dial(center, { session: first.session });
  await second.settled();
  const [, line] = center.lines;
  t.match(
    line?.messages.map(m => m.command),
    ['con', 'conCmp', 'ulDataCmp', 'ping'],
  );
});

t.test('a new session of the center makes the station forget', async t => {
  await using center = await bareCenter(authority);
  const first = await dial(center);
  center.lines[0]?.send({ ...propagation, opId: -1 });
  await first.next('attPrp');
  await first.settled();
  await first.cut();
  await using second = await dial(center, { session: first.session });
  t.match(await center.lines[1]?.seen('con'), { snBsOpId: 1, snScOpId: -1 });
  t.equal(second.session.endpoints.size, 0);
  await second.settled();
  await center.lines[1]?.seen('pingCmp', 1);
});

t.test('a station that lost its memory shows the old UUID with counters at 0', async t => {
  await using center = await bareCenter(authority);
  const first = await dial(center);
  await first.settled();
  await first.cut();
  await using second = await dial(center, { session: first.session.forgotten() });
  const [before, after] = await Promise.all(center.lines.map(line => line.seen('con')));
  t.strictSame(after?.snBsUuid, before?.snBsUuid);
  t.match(after, { snBsOpId: 0, snScOpId: 0 });
  t.equal(second.session.lastOwn, 0);
});

t.test('a center that never answers is given up, and connecting can be called off', async t => {
  await using center = await bareCenter(authority, () => undefined);
  await using silent = await bareCenter(authority, () => undefined);
  await t.rejects(dial(silent, { connectMs: 1 }), ConnectionLost);
  const calledOff = new AbortController();
  const connecting = dial(center, { signal: calledOff.signal });
  await (await center.arrival()).seen('con');
  calledOff.abort();
  await t.rejects(connecting, ConnectionLost);
});
