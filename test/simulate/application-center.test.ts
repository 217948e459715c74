import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { ProtocolError } from '../../src/protocol/errors.ts';
import type { Arrival } from '../../src/simulate/application-answers.ts';
import { type ApplicationOptions, SimulatedApplicationCenter } from '../../src/simulate/application-center.ts';
import type { Conduct } from '../../src/simulate/application-conduct.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import { testAuthority } from '../peers/certificates.ts';
import { writeExactly } from '../peers/exact-json.ts';
import { type BareCenter, type Fields, type Line, resumed, SC_UUID } from './bare-center.ts';
import { agreeTo, bareService, delivery } from './bare-service.ts';

const AC = 'acde480000000a01';
const EP = 'acde48000000e001' as Eui;
const authority = await testAuthority();
const client = await authority.client(AC);

function dial({ port }: BareCenter, more: Partial<ApplicationOptions> = {}) {
  return SimulatedApplicationCenter.connect({
    host: '127.0.0.1',
    port,
    ca: authority.ca,
    ...client,
    acEui: AC,
    ...more,
  });
}

/** The n-th connection, when its application center has completed the connect. */
async function active({ lines }: BareCenter, index = 0): Promise<Line> {
  const line = lines[index];
  if (!line) throw new Error('not connected');
  await line.seen('conCmp', 0);
  return line;
}

/** Resolves when both have everything the other has written so far. */
async function quiet(center: SimulatedApplicationCenter, line: Line): Promise<void> {
  await center.settled();
  await line.seen('pingCmp', center.session.lastOwn);
}

const commands = (line: Line | undefined) => line?.messages.map(({ command, opId }) => `${command} ${opId}`);
/** A service center that goes on with the session from the second connection on. */
const remembering = (center: () => BareCenter) => (message: Fields) =>
  message.command === 'con' && center().lines.length > 1 ? { ...agreeTo(message), ...resumed } : agreeTo(message);

const registration = {
  ...{ epEui: EP, bidi: true, preAttach: true, nwkKey: Buffer.alloc(16, 7), shAddr: 0x2468, attachCnt: 3 },
  ...{ packetCnt: 1000, dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
};

t.test('every operation is request, response and completion under one id, counted from 1', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service, { con: { name: 'ac-1' } });
  const line = await active(service);
  const con = await line.seen('con');
  t.match(con, { opId: 0, version: '1.0.0', acEui: 0xacde480000000a01n, name: 'ac-1' });
  t.notOk('snAcOpId' in con || 'snScOpId' in con, 'there is nothing to resume');
  await center.start('reg', registration);
  t.match(await center.start('status', {}), { code: 0, message: 'ok', time: 1_767_225_600_123_456_789n });
  const queue = { epEui: EP, queId: 2n ** 63n + 5n, cntDepend: true, packetCnt: [7, 8] };
  await center.start('dlDataQue', { ...queue, userData: [Buffer.of(1, 128), Buffer.of(2)], prio: 1.5 });
  await center.start('dlDataRev', { epEui: EP, packetCnt: 7 });
  await center.start('ulDataTx', {
    ...{ epEui: EP, nwkSnKey: Buffer.alloc(16, 9), shAddr: 1, packetCnt: 9, userData: Buffer.of() },
  });
  await center.start('dereg', { epEui: EP });
  await center.settled();
  await line.seen('pingCmp');
  const names = ['reg', 'status', 'dlDataQue', 'dlDataRev', 'ulDataTx', 'dereg', 'ping'];
  t.strictSame(commands(line), [
    ...['con 0', 'conCmp 0'],
    ...names.flatMap((name, index) => [`${name} ${index + 1}`, `${name}Cmp ${index + 1}`]),
  ]);
  t.match(await line.seen('reg'), { nwkKey: Array(16).fill(7), shAddr: 0x2468, packetCnt: 1000 });
  t.match(await line.seen('dlDataQue'), { queId: 2n ** 63n + 5n, packetCnt: [7, 8], userData: [[1, 128], [2]] });
  t.match(await line.seen('ulDataTx'), { userData: [] });
  t.equal(center.session.open.size, 0);
  t.strictSame(center.complaints, []);
});

t.test('what the service center starts is taken over once, answered and completed', async t => {
  await using service = await bareService(authority);
  const taken: Arrival[] = [];
  await using center = await dial(service, { take: arrival => taken.push(arrival) });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  line.send({ command: 'dlDataRes', opId: -2, epEui: 0xacde48000000e001n, queId: 4242, result: 'expired' });
  line.send({ command: 'epStat', opId: -3, epEui: 0xacde48000000e001n, epStatus: 'attached' });
  line.send({ command: 'ping', opId: -4 });
  await line.seen('pingRsp', -4);
  t.strictSame(commands(line)?.slice(2), ['ulDataRsp -1', 'txDataResRsp -2', 'epStatRsp -3', 'pingRsp -4']);
  t.match(taken, [
    { command: 'ulData', opId: -1, epEui: EP, packetCnt: 1001, userData: new Uint8Array([1, 128, 255]) },
    { command: 'dlDataRes', opId: -2, queId: 4242n, result: 'expired' },
    { command: 'epStat', opId: -3, epStatus: 'attached' },
    { command: 'ping', opId: -4 },
  ]);
  t.equal(center.session.given.size, 4);
  for (const [command, opId] of [
    ['ulDataCmp', -1],
    ['txDataResCmp', -2],
    ['epStatCmp', -3],
    ['pingCmp', -4],
  ])
    line.send({ command, opId });
  t.match(await center.next('ulData'), { baseStations: [{ bsEui: 'acde4800000000b1' }, { rssi: -120.5 }] });
  await center.settled();
  t.equal(center.session.given.size, 0);
  t.match(center.session, { taken: 4, reissued: 0, lastSc: -4 });
  t.strictSame(center.complaints, []);
});

t.test('an error ends an operation, is acknowledged and comes out as what it says', async t => {
  await using service = await bareService(authority, m =>
    m.command === 'dereg' ? { command: 'error', opId: m.opId, code: 2, message: 'Endpoint not found' } : agreeTo(m),
  );
  await using center = await dial(service);
  await t.rejects(center.start('dereg', { epEui: EP }), new ProtocolError(2, 'Endpoint not found'));
  const line = await active(service);
  await line.seen('errorAck', 1);
  t.equal(center.session.open.size, 0);
  t.equal(center.session.answeredAc, 1, 'it has used its id');
});

t.test('a refused connect comes out as what it says', async t => {
  const refuses = () => ({ command: 'error', opId: 0, code: 1, message: 'not yours' });
  await using service = await bareService(authority, m => (m.command === 'con' ? refuses() : undefined));
  await t.rejects(dial(service), new ProtocolError(1, 'not yours'));
  await service.lines[0]?.seen('errorAck', 0);
});

t.test('without a certificate there is no connection', async t => {
  await using service = await bareService(authority);
  const { port } = service;
  await t.rejects(
    SimulatedApplicationCenter.connect({ host: '127.0.0.1', port, ca: authority.ca, acEui: AC }),
    ConnectionLost,
  );
  t.equal(service.lines.length, 0);
});

t.test('a TLS version is insisted on', async t => {
  await using service = await bareService(authority);
  await using older = await dial(service, { tlsVersion: 'TLSv1.2' });
  await using newer = await dial(service, { tlsVersion: 'TLSv1.3' });
  await Promise.all([older.settled(), newer.settled()]);
  t.strictSame(
    service.lines.map(({ socket }) => socket.getProtocol()),
    ['TLSv1.2', 'TLSv1.3'],
  );
});

t.test('after a cut the session is resumed: what came again is answered, not taken over twice', async t => {
  await using service = await bareService(
    authority,
    remembering(() => service),
  );
  const taken: number[] = [];
  const take = ({ opId }: Arrival) => void taken.push(opId);
  const first = await dial(service, { take, conduct: { withhold: ['ulDataRsp'] } });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  line.send({ command: 'ping', opId: -2 });
  await line.seen('pingRsp', -2);
  const cut = await first.cut();
  t.equal(cut.by, 'us');
  await using second = await dial(service, { take, session: first.session });
  const again = await active(service, 1);
  t.match(await again.seen('con'), { snAcOpId: 0, snScOpId: -2, snAcUuid: [...first.session.snAcUuid] });
  again.send(delivery({ opId: -1 }));
  again.send(delivery({ opId: -3, packetCnt: 1002 }));
  await again.seen('ulDataRsp', -3);
  t.strictSame(commands(again)?.slice(2), ['ulDataRsp -1', 'ulDataRsp -3']);
  t.strictSame(taken, [-1, -2, -3]);
  t.match(second.session, { taken: 3, reissued: 1 });
  t.strictSame(second.complaints, []);
});

t.test('a request that is reissued after its completion is told on, answered and not taken over', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service);
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  line.send({ command: 'ulDataCmp', opId: -1 });
  line.send(delivery({ opId: -1 }));
  line.send({ command: 'ulDataCmp', opId: -1 });
  await quiet(center, line);
  t.equal(line.messages.filter(({ command }) => command === 'ulDataRsp').length, 2);
  t.match(center.session, { taken: 1, reissued: 1 });
  t.match(center.complaints, [/came again/, /completes nothing/]);
});

t.test('unanswered requests are reissued under their old ids in ascending order, and ids go on', async t => {
  await using service = await bareService(authority, (m, line) =>
    line === service.lines[0] && ['reg', 'dlDataRev'].includes(String(m.command))
      ? undefined
      : remembering(() => service)(m),
  );
  const first = await dial(service);
  await first.settled();
  const lost = [first.start('dlDataRev', { epEui: EP, packetCnt: 1 }), first.start('reg', registration)];
  await first.start('ping', {});
  t.equal(
    first.session.answeredAc,
    1,
    'the service center must not know more than what precedes the first to be reissued',
  );
  await first.cut();
  for (const each of lost) await t.rejects(each, ConnectionLost);
  await using second = await dial(service, { session: first.session });
  await second.answerTo(2);
  await second.answerTo(3);
  await second.settled();
  const line = await active(service, 1);
  await line.seen('pingCmp', 5);
  t.match(await line.seen('con'), { snAcOpId: 1, snScOpId: 0 });
  t.strictSame(commands(line)?.slice(2), [
    ...['dlDataRev 2', 'reg 3', 'dlDataRevCmp 2', 'regCmp 3', 'ping 5', 'pingCmp 5'],
  ]);
});

t.test('a completion that did not leave is all that is sent after the resume', async t => {
  await using service = await bareService(
    authority,
    remembering(() => service),
  );
  const first = await dial(service, { conduct: { cutBefore: ['regCmp'] } });
  await first.start('reg', registration);
  t.equal((await first.closed).by, 'us');
  await using second = await dial(service, { session: first.session });
  await second.settled();
  t.match(await service.lines[1]?.seen('con'), { snAcOpId: 1 });
  t.strictSame(commands(service.lines[1])?.slice(0, 4), ['con 0', 'conCmp 0', 'regCmp 1', 'ping 2']);
});

t.test('a new session makes both sides count from the start', async t => {
  await using service = await bareService(authority);
  const first = await dial(service, { conduct: { withhold: ['reg'] } });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  await first.settled();
  first.start('reg', registration).catch(() => undefined);
  await first.cut();
  await using second = await dial(service, { session: first.session });
  const again = await active(service, 1);
  t.match(await again.seen('con'), { snAcOpId: 1, snScOpId: -1 });
  t.match(second.session, { lastOwn: 0, lastSc: 0, taken: 0 });
  again.send(delivery({ opId: -1 }));
  await quiet(second, again);
  t.strictSame(commands(again)?.slice(2, 4).sort(), ['ping 1', 'ulDataRsp -1']);
  t.strictSame(second.complaints, []);
});

t.test('one that lost its memory asks for a new session under its old name', async t => {
  await using service = await bareService(authority);
  const first = await dial(service);
  await first.settled();
  await first.cut();
  await using second = await dial(service, { session: first.session.forgotten() });
  await second.settled();
  const [before, after] = await Promise.all(service.lines.map(line => line.seen('con')));
  t.strictSame(after?.snAcUuid, before?.snAcUuid);
  t.notOk(after && 'snAcOpId' in after);
});

t.test('a session that is resumed as another one is given up', async t => {
  const other = SC_UUID.map(byte => byte - 1);
  await using service = await bareService(authority, m => {
    const answer = remembering(() => service)(m);
    return m.command === 'con' && service.lines.length === 2 ? { ...answer, snScUuid: other } : answer;
  });
  const first = await dial(service);
  const before = first.session.snAcUuid;
  await first.cut();
  await t.rejects(dial(service, { session: first.session }), ConnectionLost);
  t.notSame(first.session.snAcUuid, before);
  t.equal(first.session.snScUuid, undefined);
});

t.test('what the service center does against the rules is told', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service);
  const line = await active(service);
  const told = async (...messages: Fields[]) => {
    center.complaints.length = 0;
    for (const message of messages) line.send(message);
    await quiet(center, line);
    return center.complaints;
  };
  const epStat = { command: 'epStat', epEui: 0xacde48000000e001n, epStatus: 'attached' };
  const result = { command: 'dlDataRes', epEui: 0xacde48000000e001n, queId: 1, result: 'expired' };
  const [best, second] = delivery().baseStations as [Fields, Fields];
  t.match(await told({ command: 'ping', opId: 3 }), [/id of the other side/]);
  t.match(await told({ command: 'ulDataTxRsp', opId: 99 }), [/answers nothing/]);
  t.match(await told({ command: 'reg', opId: -1 }), [/nothing a service center sends/]);
  t.match(await told({ command: 'attPrp', opId: -1 }), [/nothing a service center sends/]);
  t.match(await told(delivery({ opId: -1, eqSnr: 3 })), [/eqSnr is no field/]);
  t.match(await told(delivery({ opId: -2, userData: Buffer.of(1) })), [/userData is bin/]);
  t.match(await told(delivery({ opId: -3, dlOpen: false, responseExp: true })), [/without dlOpen/]);
  t.match(await told(delivery({ opId: -4, baseStations: [second, best] })), [/best reception/]);
  t.match(await told(delivery({ opId: -5, baseStations: [best, best] })), [/twice/]);
  t.match(await told(delivery({ opId: -6, packetCnt: undefined })), [/packetCnt missing/]);
  t.match(await told({ ...result, opId: -7, packetCnt: 4 }), [/expired with 1 of/]);
  t.match(await told({ ...result, opId: -8, result: 'sent' }), [/sent with 0 of/]);
  t.match(await told({ ...epStat, opId: -9, attachCnt: 4 }), [/sign, snr and rssi/, /attachCnt and nonce/]);
  const heard = { sign: [1, 2, 3, 4], snr: 1, rssi: -90 };
  t.match(await told({ ...epStat, opId: -10, ...heard, epStatus: 'detached' }), []);
  t.match(await told({ ...epStat, opId: -11, ...heard, attachCnt: 4, nonce: [1, 2, 3, 4] }), []);
  t.match(await told({ command: 'error', opId: -1, code: 0, message: '' }), [/without code/, /empty/]);
  const answers = line.messages.filter(({ command }) => command === 'error').map(({ opId, code }) => [opId, code]);
  t.strictSame(answers, [
    [3, 22],
    [-1, 71],
    [-1, 95],
    [-6, 71],
  ]);
});

t.test('JSON is spoken with all digits of long numbers, and answers in another encoding are told', async t => {
  await using service = await bareService(authority, (m, line) => {
    const answer = agreeTo(m);
    if (answer) line.sendPayload(Buffer.from(writeExactly(answer)));
    return undefined;
  });
  await using center = await dial(service, { conduct: { json: true } });
  const line = await active(service);
  await center.start('dlDataQue', {
    epEui: EP,
    queId: 2n ** 63n + 5n,
    cntDepend: false,
    userData: [Buffer.of(1, 255)],
  });
  t.match(await line.seen('dlDataQue'), { epEui: 0xacde48000000e001n, queId: 2n ** 63n + 5n, userData: [[1, 255]] });
  t.ok(line.payloads.every(payload => payload[0] === 0x7b));
  line.sendPayload(Buffer.from(writeExactly(delivery({ opId: -1 }))));
  t.match(await center.next('ulData'), { epEui: EP, baseStations: [{ rxTime: 1_767_225_600_123_456_789n }, {}] });
  t.strictSame(center.complaints, []);
  line.send(delivery({ opId: -2 }));
  await center.settled();
  t.match(center.complaints, [/not in the encoding of con/]);
});

t.test('answers are withheld and given later, in any order', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service, { conduct: { withholdRsp: true } });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  line.send(delivery({ opId: -2 }));
  await quiet(center, line);
  t.equal(center.unread('ulData'), 2);
  t.equal(line.messages.filter(({ command }) => command === 'ulDataRsp').length, 0);
  center.conduct = {};
  center.answer(-2);
  center.answer(-1);
  await line.seen('ulDataRsp', -1);
  t.strictSame(commands(line)?.slice(-2), ['ulDataRsp -2', 'ulDataRsp -1']);
});

t.test('answers are errors, wrong in name or id, or repeated', async t => {
  await using service = await bareService(authority);
  const conduct: Conduct = { refuse: { ulData: { code: 5, message: 'disk full', times: 1 } } };
  await using center = await dial(service, { conduct });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  t.match(await line.seen('error', -1), { code: 5, message: 'disk full' });
  line.send({ command: 'errorAck', opId: -1 });
  line.send(delivery({ opId: -2 }));
  await line.seen('ulDataRsp', -2);
  center.conduct = { names: (command, opId) => (opId === -3 ? 'dlDataResRsp' : command) };
  line.send(delivery({ opId: -3 }));
  await line.seen('dlDataResRsp', -3);
  center.conduct = { ids: (command, opId) => (command === 'ulDataRsp' ? 2n ** 60n : opId), repeat: { ulDataRsp: 1 } };
  line.send(delivery({ opId: -4 }));
  await quiet(center, line);
  t.strictSame(
    line.messages.filter(({ opId }) => opId === 2n ** 60n).map(({ command }) => command),
    ['ulDataRsp', 'ulDataRsp'],
  );
});

t.test('operations are never completed', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service, { conduct: { withholdCmp: true } });
  await center.start('reg', registration);
  await center.settled();
  t.strictSame(commands(await active(service)), ['con 0', 'conCmp 0', 'reg 1', 'ping 2']);
  t.equal(center.session.open.get(1)?.state, 'answered');
});

t.test('what is taken over may be refused', async t => {
  await using service = await bareService(authority);
  await using _center = await dial(service, {
    take: ({ command }) => {
      if (command === 'ulData') throw new ProtocolError(28, 'no room');
    },
  });
  const line = await active(service);
  line.send(delivery({ opId: -1 }));
  t.match(await line.seen('error', -1), { code: 28, message: 'no room' });
});

t.test('frames leave in pieces', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service, { conduct: { chunkBytes: 1 } });
  await center.settled();
  const line = await active(service);
  await line.seen('pingCmp');
  t.ok(line.pieces.length > 100);
  t.ok(line.pieces.every(piece => piece.length === 1));
});

t.test('maps, payloads and bytes go out as they are', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service);
  const line = await active(service);
  center.sendMap({ command: 'reg', opId: 1, extra: null });
  t.match(await line.seen('reg', 1), { extra: null });
  center.sendPayload(Buffer.from('{"command":"ping","opId":7}'));
  await line.seen('ping', 7);
  const before = line.pieces.length;
  center.sendRaw(Buffer.from('MIOTYB01'));
  if (line.pieces.length === before) await once(line.socket, 'data');
  t.equal(Buffer.concat(line.pieces.slice(before)).toString(), 'MIOTYB01');
});

t.test('the connection is cut around a named message, or reset', async t => {
  const ended = async (conduct: Conduct) => {
    await using service = await bareService(authority);
    await using center = await dial(service, { conduct });
    const line = await active(service);
    const errors: Error[] = [];
    line.socket.on('error', error => errors.push(error));
    const closed = new Promise(resolve => line.socket.on('close', resolve));
    line.send(delivery({ opId: -1 }));
    t.equal((await center.closed).by, 'us');
    await closed;
    const { lastSc, given } = center.session;
    return { answered: commands(line)?.includes('ulDataRsp -1'), lastSc, given: given.size, errors: errors.length };
  };
  t.match(await ended({ cutBefore: ['ulData'] }), { answered: false, lastSc: 0, errors: 0 });
  t.match(await ended({ cutAfter: ['ulData'] }), { answered: false, lastSc: -1, given: 1 });
  t.match(await ended({ cutBefore: ['ulDataRsp'] }), { answered: false, lastSc: -1 });
  t.match(await ended({ cutAfter: ['ulDataRsp'] }), { answered: true, lastSc: -1 });
  t.match(await ended({ cutAfter: ['ulData'], cutByReset: true }), { answered: false, errors: 1 });
});

t.test('it stalls after TCP, after TLS and after con', async t => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bytes: Buffer[] = [];
  server.on('connection', socket => socket.on('data', piece => bytes.push(piece)).on('error', () => socket.destroy()));
  const arrived = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const silent = await SimulatedApplicationCenter.connect({
    ...{ host: '127.0.0.1', port, acEui: AC, conduct: { stall: 'tcp' } },
  });
  await arrived;
  await silent.close();
  t.strictSame(bytes, []);
  await using service = await bareService(authority);
  const arrival = service.arrival();
  await using afterTls = await dial(service, { conduct: { stall: 'tls' } });
  const line = await arrival;
  afterTls.sendMap({ command: 'ulDataRsp', opId: -5 });
  await line.seen('ulDataRsp', -5);
  t.equal(line.messages.length, 1);
  await using afterCon = await dial(service, { conduct: { stall: 'con' } });
  t.match(afterCon.connected, { snResume: false });
  service.lines[1]?.send(delivery({ opId: -1 }));
  await afterCon.next('ulData');
  t.match(afterCon.complaints, [/before conCmp/]);
  t.equal(commands(service.lines[1])?.includes('conCmp 0'), false);
});

t.test('one that does not read lets the bytes pile up at the sender', async t => {
  await using service = await bareService(authority);
  await using center = await dial(service, { conduct: { reading: 'none' } });
  const line = await active(service);
  const info = 'x'.repeat(500_000);
  for (let i = 1; i <= 40; i++) line.send({ command: 'ping', opId: -i, info });
  t.ok(line.socket.writableLength > 1_000_000);
  t.equal(center.unread('ping'), 0);
  center.read('all');
  await line.seen('pingRsp', -40);
  t.equal(line.socket.writableLength, 0);
});

t.test('a service center that never answers is given up, and connecting can be called off', async t => {
  await using silent = await bareService(authority, () => undefined);
  await t.rejects(dial(silent, { connectMs: 1 }), ConnectionLost);
  await using service = await bareService(authority, () => undefined);
  const calledOff = new AbortController();
  const connecting = dial(service, { signal: calledOff.signal });
  await (await service.arrival()).seen('con');
  calledOff.abort();
  await t.rejects(connecting, ConnectionLost);
  await using refusing = createServer().listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  refusing.close();
  await once(refusing, 'close');
  await t.rejects(SimulatedApplicationCenter.connect({ host: '127.0.0.1', port, acEui: AC }), ConnectionLost);
});
