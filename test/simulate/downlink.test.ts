import t, { type Test } from 'tap';
import { SimulatedStation, type StationOptions } from '../../src/simulate/base-station.ts';
import type { Dialect } from '../../src/simulate/dialect.ts';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { ConnectionLost } from '../../src/simulate/peer/line.ts';
import type { DownlinkEvent } from '../../src/simulate/transmitter.ts';
import { testAuthority } from '../peers/certificates.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { agree, type BareCenter, bareCenter, type Fields, type Line, resumed } from './bare-center.ts';

const BS = 'fe00000000000b51';
const authority = await testAuthority();
const client = await authority.client(BS);
const EP = 0xfe0000000000e101n;
const OTHER = 0xfe0000000000e102n;

const attPrp = (opId: number, more: Fields = {}): Fields => ({
  ...{ command: 'attPrp', opId, epEui: EP, bidi: true, nwkSnKey: new Array(16).fill(1), shAddr: 0xe101 },
  ...{ lastPacketCnt: 0, dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false, ...more },
});
const dlDataQue = (opId: number, queId: number, more: Fields = {}): Fields => ({
  ...{ command: 'dlDataQue', opId, epEui: EP, queId, cntDepend: false, userData: [[queId & 0xff]], ...more },
});

/** A station that knows the meter, with everything it told about downlinks. */
async function started(t: Test, dialect: Dialect = {}, more: Partial<StationOptions> = {}) {
  const center = await bareCenter(authority);
  const news: DownlinkEvent[] = [];
  const clock = new ManualClock();
  const dial = (options: Partial<StationOptions> = {}) =>
    SimulatedStation.connect({
      ...{ host: '127.0.0.1', port: center.port, ca: authority.ca, ...client, bsEui: BS, dialect, clock },
      ...{ onDownlink: (item: DownlinkEvent) => news.push(item), ...more, ...options },
    });
  const station = await dial();
  t.teardown(() => center[Symbol.asyncDispose]());
  const line = lineOf(center);
  line.send(attPrp(-1));
  await line.seen('attPrpRsp', -1);
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16), windowEvery: 1, clock });
  return { center, line, station, meter, news, dial, clock, heard: [{ station }] };
}

function lineOf({ lines }: BareCenter, index = 0): Line {
  const line = lines[index];
  if (!line) throw new Error('not connected');
  return line;
}

const received = (line: Line, command: string) => line.messages.filter(m => m.command === command);
const whatOf = (news: readonly DownlinkEvent[]) => news.map(({ what, queId }) => `${what} ${queId}`);

t.test('a queued downlink leaves in the next window, is reported and acknowledged', async t => {
  const { line, station, meter, news, heard, clock } = await started(t);
  await meter.uplink(heard);
  t.strictSame(meter.received, []);
  line.send(dlDataQue(-2, 4711, { userData: [[1, 2, 128]], format: 3 }));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  await station.reported();
  t.match(meter.received, [{ queId: 4711, packetCnt: 2, userData: Uint8Array.of(1, 2, 128), format: 3 }]);
  const txTime = clock.nowNs();
  t.match(await line.seen('dlDataRes'), { epEui: EP, queId: 4711, result: 'sent', packetCnt: 2, txTime });
  await meter.uplink(heard);
  await meter.uplink(heard);
  t.strictSame(
    received(line, 'ulData').map(({ packetCnt, dlOpen, dlAck }) => [packetCnt, dlOpen, dlAck]),
    [
      [1, true, false],
      [2, true, false],
      [3, true, true],
      [4, true, false],
    ],
  );
  t.equal(received(line, 'dlDataRes').length, 1);
  t.strictSame(whatOf(news), ['taken 4711', 'sent 4711']);
  await line.seen('dlDataResCmp');
  t.same(station.complaints, []);
});

t.test('without a window nothing leaves, and every n-th uplink opens one', async t => {
  const { line, clock, heard, station } = await started(t);
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16), windowEvery: 3, clock });
  for (let telegram = 1; telegram <= 4; telegram++) await meter.uplink(heard);
  await station.reported();
  t.strictSame(
    received(line, 'ulData').map(({ dlOpen }) => dlOpen),
    [false, false, true, false],
  );
  t.strictSame(
    meter.received.map(({ packetCnt }) => packetCnt),
    [3],
  );
});

t.test('one window carries one downlink: higher priority first, then the older one', async t => {
  const { line, meter, heard } = await started(t);
  line.send(dlDataQue(-2, 1));
  line.send(dlDataQue(-3, 2, { prio: 1.5 }));
  line.send(dlDataQue(-4, 3));
  await line.seen('dlDataQueRsp', -4);
  for (let telegram = 1; telegram <= 4; telegram++) await meter.uplink(heard);
  t.strictSame(
    meter.received.map(({ queId, packetCnt }) => [queId, packetCnt]),
    [
      [2, 1],
      [1, 2],
      [3, 3],
    ],
  );
});

t.test('a downlink with counters waits for one of them, one for answers for an endpoint that expects one', async t => {
  const { line, station, meter, heard } = await started(t);
  line.send(dlDataQue(-2, 1, { cntDepend: true, packetCnt: [3, 5], userData: [[0x33], [0x55]] }));
  line.send(dlDataQue(-3, 2, { expOnly: true }));
  await line.seen('dlDataQueRsp', -3);
  await meter.uplink(heard, { dlOpen: true, responseExp: false });
  t.strictSame(meter.received, []);
  await meter.uplink(heard, { dlOpen: true, responseExp: true });
  await meter.uplink(heard, { dlOpen: false, responseExp: false });
  await meter.uplink(heard);
  await meter.uplink(heard);
  t.match(meter.received, [
    { queId: 2, packetCnt: 2 },
    { queId: 1, packetCnt: 5, userData: Uint8Array.of(0x55) },
  ]);
  await station.reported();
  t.equal(station.session.downlinks.size, 0);
});

t.test('a downlink whose counters have all passed is expired, on arrival too', async t => {
  const { line, station, meter, heard, news } = await started(t);
  const counters = { cntDepend: true, packetCnt: [1, 2], userData: [[1], [2]] };
  line.send(dlDataQue(-2, 1, counters));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard, { dlOpen: false, responseExp: false });
  t.equal(station.session.downlinks.size, 1, 'one counter is still to come');
  await meter.uplink(heard, { dlOpen: false, responseExp: false });
  const report = await line.seen('dlDataRes');
  t.match(report, { queId: 1, result: 'expired' });
  t.notOk('txTime' in report || 'packetCnt' in report);
  line.send(dlDataQue(-3, 2, counters));
  await line.seen('dlDataQueRsp', -3);
  t.match(await line.seen('dlDataRes', 4), { queId: 2, result: 'expired' });
  t.strictSame(whatOf(news), ['taken 1', 'expired 1', 'taken 2', 'expired 2']);
});

t.test('what is for an endpoint that does not listen is taken, and then invalid', async t => {
  const { line } = await started(t);
  line.send(attPrp(-2, { bidi: false }));
  line.send(dlDataQue(-3, 1));
  t.match(await line.seen('dlDataRes'), { queId: 1, result: 'invalid' });
  const order = line.messages.map(m => m.command);
  t.ok(order.indexOf('dlDataQueRsp') < order.indexOf('dlDataRes'));
});

t.test('what cannot be queued is refused with the code of real stations', async t => {
  const { line, station } = await started(t);
  const rows: [Fields, number][] = [
    [{ userData: [] }, 22],
    [{ userData: [[1], [2]] }, 22],
    [{ cntDepend: true, userData: [[1]] }, 22],
    [{ cntDepend: true, packetCnt: [1, 1], userData: [[1], [1]] }, 22],
    [{ packetCnt: [1] }, 22],
    [{ userData: [new Array(201).fill(0)] }, 22],
    [{ epEui: OTHER }, 2],
    [{ queId: 9 }, 17],
  ];
  line.send(dlDataQue(-2, 9));
  for (const [at, [fields]] of rows.entries()) line.send(dlDataQue(-3 - at, 100 + at, fields));
  for (const [at, [fields, code]] of rows.entries()) {
    t.match(await line.seen('error', -3 - at), { code }, Object.keys(fields).join());
  }
  t.strictSame([...station.session.downlinks.keys()], [9]);
  line.send(dlDataQue(-20, 10, { userData: [[]] }));
  t.ok(await line.seen('dlDataQueRsp', -20), 'an empty entry is an acknowledgement');
});

t.test('a repeated request is answered again, and queues nothing twice', async t => {
  const { line, station, news } = await started(t);
  for (const opId of [-2, -2]) line.send(dlDataQue(opId, 1));
  line.send({ command: 'dlDataRev', opId: -3, epEui: EP, queId: 1 });
  line.send(dlDataQue(-2, 1));
  line.send({ command: 'ping', opId: -4 });
  await line.seen('pingRsp', -4);
  t.equal(received(line, 'dlDataQueRsp').length, 3);
  t.equal(station.session.downlinks.size, 0, 'the repetition after the revoke changes nothing');
  t.strictSame(whatOf(news), ['taken 1', 'revoked 1']);
});

t.test('revoking ends it; what the station does not hold, or not for this endpoint, is 95', async t => {
  const { line, meter, heard } = await started(t);
  line.send(attPrp(-2, { epEui: OTHER }));
  line.send(dlDataQue(-3, 1));
  line.send({ command: 'dlDataRev', opId: -4, epEui: OTHER, queId: 1 });
  line.send({ command: 'dlDataRev', opId: -5, epEui: EP, queId: 1 });
  line.send({ command: 'dlDataRev', opId: -6, epEui: EP, queId: 1 });
  t.match(await line.seen('error', -6), { code: 95 });
  t.match(await line.seen('error', -4), { code: 95 });
  t.ok(await line.seen('dlDataRevRsp', -5));
  await meter.uplink(heard);
  t.strictSame(meter.received, []);
});

t.test('a propagation of the endpoint drops what is queued for it, and for it alone', async t => {
  for (const command of ['attPrp', 'detPrp']) {
    const { line, station, news } = await started(t);
    line.send(attPrp(-2, { epEui: OTHER }));
    line.send(dlDataQue(-3, 1));
    line.send(dlDataQue(-4, 2, { epEui: OTHER }));
    line.send(command === 'attPrp' ? attPrp(-5) : { command, opId: -5, epEui: EP });
    await line.seen(`${command}Rsp`, -5);
    t.strictSame([...station.session.downlinks.keys()], [2]);
    t.strictSame(whatOf(news), ['taken 1', 'taken 2', 'dropped 1']);
  }
});

t.test('a station may keep them all the same', async t => {
  const { line, station } = await started(t, { attPrpKeepsDownlinks: true });
  line.send(dlDataQue(-2, 1));
  line.send(attPrp(-3));
  await line.seen('attPrpRsp', -3);
  t.equal(station.session.downlinks.size, 1);
});

t.test('held downlinks survive a resume and go with a new session', async t => {
  const { center, line, station, dial, news } = await started(t);
  line.send(dlDataQue(-2, 1));
  line.send({ command: 'dlRxStatQry', opId: -3, epEui: EP });
  await line.seen('dlRxStatQryRsp', -3);
  await station.cut();
  center.script = m => (m.command === 'con' ? { ...agree(m), ...resumed } : agree(m));
  const again = await dial({ session: station.session });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16), windowEvery: 1 });
  t.equal(again.session.downlinks.size, 1);
  await again.cut();
  center.script = agree;
  const fresh = await dial({ session: station.session });
  t.equal(fresh.session.downlinks.size, 0);
  lineOf(center, 2).send(attPrp(-1));
  await fresh.next('attPrp');
  lineOf(center, 2).send(dlDataQue(-2, 2));
  await fresh.next('dlDataQue');
  await meter.uplink([{ station: fresh }]);
  t.match(meter.received, [{ queId: 2, rxStatus: false }], 'the query went, too');
  t.strictSame(whatOf(news), ['taken 1', 'dropped 1', 'taken 2', 'sent 2']);
});

t.test(
  'a reception status that was asked for rides on the next downlink and comes back with the next uplink',
  async t => {
    const { line, station, meter, clock } = await started(t);
    const heard = [{ station, snr: 7.5, rssi: -118 }];
    line.send({ command: 'dlRxStatQry', opId: -2, epEui: EP });
    await line.seen('dlRxStatQryRsp', -2);
    await meter.uplink(heard);
    line.send(dlDataQue(-3, 1));
    await line.seen('dlDataQueRsp', -3);
    await meter.uplink(heard);
    t.equal(received(line, 'dlRxStat').length, 0);
    await meter.uplink(heard);
    await meter.uplink(heard);
    const rxTime = clock.nowNs();
    t.match(received(line, 'dlRxStat'), [{ epEui: EP, rxTime, packetCnt: 3, dlRxSnr: 7.5, dlRxRssi: -118 }]);
  },
);

t.test('a second station that hears the window is not told what the first one asked in it', async t => {
  const { center, line, station, dial } = await started(t);
  const second = await dial({ bsEui: 'fe00000000000b52' });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16), windowEvery: 1 });
  line.send({ command: 'dlRxStatQry', opId: -2, epEui: EP });
  line.send(dlDataQue(-3, 1));
  await line.seen('dlDataQueRsp', -3);
  const heard = [{ station }, { station: second, offsetMs: 5 }];
  await meter.uplink(heard);
  t.equal(meter.received.length, 1);
  await meter.uplink(heard);
  const told = center.lines.map(at => received(at, 'dlRxStat').map(({ packetCnt }) => packetCnt));
  t.strictSame(told, [[2], []]);
});

t.test(
  'an endpoint opens the further window that it is asked for, and one that hears nothing acknowledges nothing',
  async t => {
    const { line, station, clock, heard } = await started(t);
    const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.alloc(16), clock });
    line.send(dlDataQue(-2, 1, { dlWindReq: true }));
    line.send(dlDataQue(-3, 2));
    await line.seen('dlDataQueRsp', -3);
    await meter.uplink(heard, { dlOpen: true });
    meter.deaf = true;
    await meter.uplink(heard);
    await meter.uplink(heard);
    await station.reported();
    t.strictSame(
      received(line, 'ulData').map(({ dlOpen, dlAck }) => [dlOpen, dlAck]),
      [
        [true, false],
        [true, true],
        [false, false],
      ],
    );
    t.equal(received(line, 'dlDataRes').length, 2);
    t.strictSame(
      meter.received.map(({ queId }) => queId),
      [1],
    );
  },
);

t.test('an uplink that got no answer opens no window', async t => {
  const { center, line, station, meter, heard, dial } = await started(t, { cutBefore: ['ulDataRsp'] });
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await t.rejects(meter.uplink(heard), ConnectionLost);
  center.script = m => (m.command === 'con' ? { ...agree(m), ...resumed } : agree(m));
  const again = await dial({ session: station.session, dialect: {} });
  await again.answerTo(1);
  t.equal(again.session.downlinks.size, 1);
  await meter.uplink([{ station: again }]);
  t.match(meter.received, [{ queId: 1, packetCnt: 2 }]);
});

t.test('a report whose answer was lost is repeated after the resume', async t => {
  const { center, line, station, meter, heard, dial } = await started(t, { cutBefore: ['dlDataResRsp'] });
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  await station.reported();
  t.equal((await station.closed).by, 'us');
  center.script = m => (m.command === 'con' ? { ...agree(m), ...resumed } : agree(m));
  await dial({ session: station.session, dialect: {} });
  t.match(await lineOf(center, 1).seen('dlDataRes', 2), { queId: 1, result: 'sent', packetCnt: 1 });
  t.same(station.complaints, []);
});

t.test('a report that the center refuses is a complaint', async t => {
  const { center, line, station, meter, heard } = await started(t);
  center.script = m =>
    m.command === 'dlDataRes' ? { command: 'error', opId: m.opId, code: 2, message: 'unknown queId' } : agree(m);
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  await station.reported();
  t.same(station.complaints, ['the result of downlink 1 was refused: unknown queId']);
});

t.test('on purpose: a station loses downlinks', async t => {
  const { line, station, meter, heard, news } = await started(t, { downlinks: { lose: true } });
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  await meter.uplink(heard);
  await station.settled();
  t.strictSame(meter.received, []);
  t.equal(received(line, 'dlDataRes').length, 0);
  line.send({ command: 'dlDataRev', opId: -3, epEui: EP, queId: 1 });
  t.match(await line.seen('error', -3), { code: 95 });
  t.strictSame(whatOf(news), ['taken 1', 'lost 1']);
});

t.test('on purpose: a station refuses so many times', async t => {
  const refuse = { dlDataQue: { code: 11, message: 'busy', times: 2 }, dlDataRev: { code: 5 } };
  const { line, station, news } = await started(t, { refuse });
  for (const opId of [-2, -3, -4]) line.send(dlDataQue(opId, 1));
  await line.seen('dlDataQueRsp', -4);
  t.strictSame(
    received(line, 'error').map(({ opId, code, message }) => [opId, code, message]),
    [
      [-2, 11, 'busy'],
      [-3, 11, 'busy'],
    ],
  );
  line.send({ command: 'dlDataRev', opId: -5, epEui: EP, queId: 1 });
  t.match(await line.seen('error', -5), { code: 5 });
  t.equal(station.session.downlinks.size, 1);
  t.match(news, [{ what: 'refused', code: 11 }, { what: 'refused' }, { what: 'taken' }]);
});

t.test('on purpose: a station reports late', async t => {
  const { line, station, meter, heard, clock } = await started(t, { downlinks: { reportAfterMs: 5000 } });
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  const txTime = clock.nowNs();
  await clock.advance(4999);
  await station.settled();
  t.equal(received(line, 'dlDataRes').length, 0);
  await clock.advance(1);
  t.match(await line.seen('dlDataRes'), { txTime, packetCnt: 1 });
});

t.test('on purpose: a station reports twice', async t => {
  const { line, station, meter, heard } = await started(t, { downlinks: { reportTwice: true } });
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await meter.uplink(heard);
  await station.reported();
  t.match(received(line, 'dlDataRes'), [
    { opId: 2, queId: 1, packetCnt: 1 },
    { opId: 3, queId: 1, packetCnt: 1 },
  ]);
});

t.test('on purpose: a station reports before it answers dlDataQue', async t => {
  const { center, line, station, meter, heard } = await started(t, { downlinks: { reportFirst: true } });
  center.script = (m, line) => {
    if (m.command === 'ulData') line.send(dlDataQue(-1 - Number(m.opId), Number(m.opId)));
    return agree(m);
  };
  await meter.uplink(heard);
  await station.reported();
  t.match(meter.received, [{ queId: 1, packetCnt: 1 }]);
  const order = line.messages.map(m => m.command);
  t.ok(order.indexOf('dlDataRes') < order.indexOf('dlDataQueRsp'));
  t.equal(received(line, 'dlDataRes').length, 1);
});

t.test('on purpose: a station takes a downlink and never answers', async t => {
  const { line, station } = await started(t, { withhold: ['dlDataQueRsp'] });
  line.send(dlDataQue(-2, 1));
  await station.next('dlDataQue');
  await station.settled();
  t.equal(station.session.downlinks.size, 1);
  t.equal(received(line, 'dlDataQueRsp').length, 0);
});

t.test('a report by hand takes the downlink from the queue', async t => {
  const { line, station } = await started(t);
  line.send(dlDataQue(-2, 1));
  await line.seen('dlDataQueRsp', -2);
  await station.start('ulData', uplink({ dlOpen: true }));
  t.equal(station.session.downlinks.size, 1, 'a bare operation has no radio');
  await station.report(1, 'invalid');
  t.match(await line.seen('dlDataRes'), { queId: 1, result: 'invalid' });
  await t.rejects(station.report(1, 'sent'), /no downlink 1/);
});
