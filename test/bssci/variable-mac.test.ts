import { decode } from '@msgpack/msgpack';
import t, { type Test } from 'tap';
import { bssci } from '../../src/bssci/operations.ts';
import { IDENTIFIER } from '../../src/bssci/rules.ts';
import { listenedMs } from '../../src/kit/time/listened.ts';
import { SECOND_NS } from '../../src/kit/units.ts';
import { FrameWriter } from '../../src/protocol/frames.ts';
import type { RequestOf } from '../../src/protocol/operations.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, type Overrides } from './center.ts';

const ACTIVATE = '4d494f54594230312400000083a7636f6d6d616e64ab766d2e6163746976617465a46f704964f9a76d61635479706501';
const STATUS_RSP =
  '4d494f54594230312700000083a7636f6d6d616e64ac766d2e737461747573527370a46f704964f8a86d616354797065739101';
const T0 = 1_767_225_600_123_456_789n;

const bare = (command: string, opId: number): Fields => ({ command, opId });
const error = (opId: number, code: number): Fields => ({ command: 'error', opId, code });

function vmUlData(opId: number, fields: Fields = {}): Fields {
  return {
    ...{ command: 'vm.ulData', opId, macType: 1, userData: [0x44, 0x93, 0x15], trxTime: 81_234_567_890n, sysTime: T0 },
    ...{ freqOff: 868_157_596, snr: 9.5, rssi: -101.25, carrSpace: 1, pattGrp: 0, pattNum: 3, crc: [0xa5, 0x3c] },
    ...fields,
  };
}

function start(t: Test, macTypes: readonly number[], more: Overrides = {}): Promise<Center> {
  return Center.start(t.testdir(), { ...more, times: { mac_types: macTypes } });
}

/** A station that has said which types are active; nothing is missing. */
async function connected(center: Center, eui = BS, macTypes: readonly number[] = [1]): Promise<RawStation> {
  const station = await center.connect(eui);
  const { opId } = await station.until('vm.status');
  station.send({ command: 'vm.statusRsp', opId, macTypes });
  await station.until('vm.statusCmp');
  return station;
}

/** Everything that is visible once all windows are closed. */
async function visible(center: Center) {
  await center.store.write.uplinks.close(center.clock.now() + 500, listenedMs(center.clock.now() + 500));
  return center.store.read.messages.after(0, 100);
}

t.test('the frames of appendix A, byte for byte, on a session that has come so far', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  await (await connected(center)).close();
  await center.deserted();
  center.db.exec('UPDATE session SET last_sc = -5');

  const activating = await center.connect(BS, { snScOpId: -5 });
  t.same(await activating.next(), bare('vm.status', -6));
  const wire: Buffer[] = [];
  activating.socket.on('data', (chunk: Buffer) => wire.push(chunk));
  activating.send({ command: 'vm.statusRsp', opId: -6, macTypes: [] });
  t.same(await activating.next(), bare('vm.statusCmp', -6));
  t.same(await activating.next(), { command: 'vm.activate', opId: -7, macType: 1 });
  t.equal(Buffer.concat(wire).subarray(-48).toString('hex'), ACTIVATE);
  await activating.close();
  await center.deserted();

  const answering = await center.connect(BS, { snScOpId: -7 });
  t.same(await answering.next(), bare('vm.status', -8));
  answering.raw(Buffer.from(STATUS_RSP, 'hex'));
  t.same(await answering.next(), bare('vm.statusCmp', -8));
  await center.stored();
  t.match(center.row('SELECT mac_types FROM base_station'), { mac_types: '[1]' });

  const { rsp } = bssci['vm.status'];
  const frames = new FrameWriter(IDENTIFIER);
  t.equal(frames.message('vm.statusRsp', -8, rsp, { macTypes: [1] }).toString('hex'), STATUS_RSP);
});

t.test('vm.dlData is written with the fields of appendix A', async t => {
  const message: RequestOf<(typeof bssci)['vm.dlData']> = {
    ...{ macType: 1, userData: Uint8Array.of(1, 200), trxTime: 81_234_567_890n, sysTime: T0, freqOff: 868_157_596.5 },
    ...{ ulRssi: -101.25, ulSnr: 9.5, ulCrc: [0xa5, 0x3c], carrOffRange: 5, carrSpace: 1, tsi: 16_383 },
    ...{ syncBurst: true, dualChan: false, repetition: false, longBlkDist: true },
  };
  const type = bssci['vm.dlData'].req;
  const frame = new FrameWriter(IDENTIFIER).message('vm.dlData', -9, type, message);
  t.equal(frame.readUInt32LE(8), frame.length - 12);
  t.strictSame(decode(frame.subarray(12), { useBigInt64: true }), {
    ...{ command: 'vm.dlData', opId: -9, ...message, userData: [1, 200], trxTime: 81_234_567_890n, sysTime: T0 },
  });
  const { tsi: _, ...plain } = message;
  t.equal(type.count(plain), type.count(message) - 1, 'tsi may be left out');
  t.same(type.read({ ...message, userData: [1, 200] }), message);
  for (const wrong of [{ tsi: 20 }, { tsi: 16_384 }, { carrOffRange: 2 }, { ulCrc: [1] }]) {
    t.throws(() => type.read({ ...message, ...wrong }), { code: 71 });
  }
});

t.test('while it is off nothing of it is sent, and everything of it is unknown', async t => {
  await using center = await start(t, []);
  center.station(BS);
  const station = await center.connect();
  await station.ping(1);
  t.same(station.received, []);
  const received = [vmUlData(2), bare('vm.activate', 3), bare('vm.statusRsp', -1), bare('vm.statusCmp', -1)];
  for (const message of received) {
    station.send(message);
    t.match(await station.next(), error(Number(message.opId), 95), String(message.command));
  }
  await station.ping(4);
  t.same(await visible(center), []);
});

t.test('a station is asked what is active, and what is missing is activated', async t => {
  await using center = await start(t, [1, 7, 9, 7]);
  const id = center.station(BS);
  const station = await center.connect();
  t.same(await station.next(), bare('vm.status', -1));
  station.send({ command: 'vm.statusRsp', opId: -1, macTypes: [7, 3] });
  t.same(await station.next(), bare('vm.statusCmp', -1));
  for (const [opId, macType] of [
    [-2, 1],
    [-3, 9],
  ] as const) {
    t.same(await station.next(), { command: 'vm.activate', opId, macType });
    station.send(bare('vm.activateRsp', opId));
    t.same(await station.next(), bare('vm.activateCmp', opId));
  }
  await center.stored();
  await station.ping(1);
  t.same(station.received, [], 'type 3 is not deactivated');
  t.match(center.row('SELECT mac_types FROM base_station WHERE id = ?', id), { mac_types: '[1,3,7,9]' });
  await station.close();
  await center.deserted();

  const again = await center.connect(BS, { snScOpId: -3 });
  t.equal(again.answer.snResume, true);
  t.same(await again.next(), bare('vm.status', -4), 'after a resume it is asked anew, and nothing is repeated');
});

t.test('operations without an answer are not repeated after a resume', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  const station = await center.connect();
  t.same(await station.next(), bare('vm.status', -1));
  t.same(center.rows('SELECT op_id FROM operation'), []);
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snScOpId: -1 });
  t.same(await again.next(), bare('vm.status', -2));
});

t.test('a station that does not know the extension is asked once a session, and no event tells of it', async t => {
  await using center = await start(t, [1]);
  center.station(BS, { mac_types: '[1]' });
  const refuse = async (con: Fields, opId: number, code: number) => {
    const station = await center.connect(BS, con);
    t.same(await station.next(), bare('vm.status', opId));
    station.send({ ...error(opId, code), message: 'operation not supported' });
    t.same(await station.next(), bare('errorAck', opId));
    await center.stored();
    await station.ping(1);
    t.same(station.received, []);
    await station.close();
    await center.deserted();
  };
  await refuse({}, -1, 95);
  t.match(center.row('SELECT mac_types FROM base_station'), { mac_types: '[]' }, 'it has none any more');
  const resumed = await center.connect(BS, { snBsOpId: 1, snScOpId: -1 });
  t.equal(resumed.answer.snResume, true);
  await resumed.ping(2);
  t.same(resumed.received, []);
  await resumed.close();
  await center.deserted();
  center.db.exec("UPDATE session SET state = 'retired'; UPDATE base_station SET mac_types = '[1]'");
  await refuse({}, -1, 1);
  t.match(center.row('SELECT mac_types FROM base_station'), { mac_types: '[]' });
  const usual = ['basestation.connected', 'basestation.disconnected', 'basestation.session_reset'];
  t.same(
    center.events().filter(type => !usual.includes(type)),
    [],
  );
});

t.test('a type that a station does not offer is left out, and the others are not', async t => {
  await using center = await start(t, [1, 7, 9]);
  center.station(BS);
  const station = await center.connect();
  const { opId } = await station.until('vm.status');
  station.send({ command: 'vm.statusRsp', opId, macTypes: [] });
  await station.until('vm.statusCmp');
  t.same(await station.next(), { command: 'vm.activate', opId: -2, macType: 1 });
  station.send({ ...error(-2, 95), message: '' });
  t.same(await station.next(), bare('errorAck', -2));
  t.same(await station.next(), { command: 'vm.activate', opId: -3, macType: 7 });
  station.send(bare('vm.activateRsp', -3));
  await station.until('vm.activateCmp');
  t.same(await station.next(), { command: 'vm.activate', opId: -4, macType: 9 });
  station.send({ ...error(-4, 1), message: 'not permitted' });
  t.same(await station.next(), bare('errorAck', -4));
  await center.stored();
  t.match(center.row('SELECT mac_types FROM base_station'), { mac_types: '[7]' });
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snScOpId: -4 });
  await again.until('vm.status');
  again.send({ command: 'vm.statusRsp', opId: -5, macTypes: [] });
  await again.until('vm.statusCmp');
  t.match(await again.next(), { command: 'vm.activate', macType: 7 }, 'type 1 is remembered');
  again.send(bare('vm.activateRsp', -6));
  await again.until('vm.activateCmp');
  await again.ping(1);
  t.same(again.received, [], 'and so is type 9');
});

t.test('a completion by the station is ignored for an id of ours, and none of its business else', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  const station = await center.connect();
  t.same(await station.next(), bare('vm.status', -1));
  station.send({ ...bare('vm.statusCmp', -1), epEui: 1, result: 0 });
  station.send({ command: 'vm.statusRsp', opId: -1, macTypes: [1] });
  t.same(await station.next(), bare('vm.statusCmp', -1), 'it did not end the operation');
  station.send(bare('vm.statusCmp', -1), bare('vm.activateCmp', -1));
  await station.ping(1);
  t.same(station.received, []);
  station.send(bare('vm.activateCmp', -2));
  t.match(await station.next(), error(-2, 71), 'never issued');
  station.send(bare('vm.activateCmp', 2));
  t.match(await station.next(), error(2, 71));
  station.send(bare('statusCmp', -1));
  t.match(await station.next(), error(-1, 71), 'only the extension is tolerant');
  await station.ping(3);
});

t.test('what the extension does not have is unknown, what only we send is refused', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  const station = await connected(center);
  const cases: readonly [message: Fields, code: number][] = [
    [bare('vm.reset', 1), 95],
    [bare('vm.', 2), 95],
    [bare('rc.start', 3), 95],
    [{ ...bare('vm.activate', 4), macType: 1 }, 71],
    [bare('vm.ulDataRsp', 5), 71],
    [vmUlData(6, { crc: [1] }), 71],
    [vmUlData(7, { crc: [1, 2, 3] }), 71],
    [vmUlData(8, { crc: [1, 256] }), 71],
    [vmUlData(9, { macType: 256 }), 71],
    [vmUlData(10, { sysTime: 0 }), 71],
    [vmUlData(11, { userData: Array(1025).fill(1) }), 71],
    [vmUlData(12, { userData: null }), 71],
    [vmUlData(13, { subpackets: { snr: [1], rssi: [], frequency: [1] } }), 71],
    [vmUlData(14, { carrSpace: 3 }), 71],
  ];
  for (const [message, code] of cases) {
    station.send(message);
    t.match(await station.next(), error(Number(message.opId), code), JSON.stringify(message.command));
    station.send(bare('errorAck', Number(message.opId)));
  }
  t.same(await visible(center), []);
});

t.test('a telegram is answered after it is stored, as a message without endpoint', async t => {
  const stored = Promise.withResolvers<void>();
  await using center = await start(t, [1], { receiveMac: () => stored.promise });
  const id = center.station(BS);
  const station = await connected(center);
  const subpackets = { snr: [1, 2], rssi: [-90, -91], frequency: [868e6, 869e6], phase: [0, 45] };
  station.send(vmUlData(1, { eqSnr: 8.5, subpackets, userData: Array(1024).fill(255) }));
  await station.ping(2);
  t.same(station.received, [], 'no answer yet');
  stored.resolve();
  t.same(await station.next(), bare('vm.ulDataRsp', 1));
  t.same(center.store.read.messages.after(0, 10), [], 'nor is it visible while its window is open');
  station.send(bare('vm.ulDataCmp', 1));
  const [message, ...others] = await visible(center);
  t.same(others, []);
  t.match(message, {
    ...{ org: 1, epEui: '', epName: '', packetCnt: null, vmMacType: 1, rxTime: T0, flags: 0, skipped: 0 },
    receptions: [{ station: id, opId: 1, rxTime: T0, snr: 9.5, rssi: -101.25, eqSnr: 8.5, subpackets }],
  });
  t.equal(message?.userData.length, 1024);
  t.equal(center.row('SELECT last_bs FROM session')?.last_bs, 1, 'with how far the session has come');
});

t.test('a telegram heard by two stations is one message, and one message for each two seconds', async t => {
  await using center = await start(t, [1]);
  const near = center.station(BS);
  const far = center.station(BS2);
  const [first, second] = [await connected(center), await connected(center, BS2)];
  const hear = async (station: RawStation, opId: number, fields: Fields) => {
    station.send(vmUlData(opId, fields));
    t.same(await station.until('vm.ulDataRsp'), bare('vm.ulDataRsp', opId));
  };
  await hear(first, 1, {});
  await hear(second, 1, { sysTime: T0 + 2n * SECOND_NS, snr: 3 });
  await hear(second, 2, { sysTime: T0 + 2n * SECOND_NS + 1n });
  await hear(first, 2, { macType: 2 });
  await hear(first, 3, { userData: [1] });
  await hear(first, 4, { crc: [0xa5, 0x3d] });
  await hear(first, 5, { crc: [0x3c, 0xa5] });
  const messages = await visible(center);
  t.same(
    messages.map(({ vmMacType, receptions }) => [vmMacType, receptions.map(({ station }) => station)]),
    [[1, [near, far]], [1, [far]], ...[2, 1, 1, 1].map(macType => [macType, [near]])],
  );
  t.match(messages[0]?.receptions, [{ snr: 9.5 }, { snr: 3, rxTime: T0 + 2n * SECOND_NS }]);

  await hear(second, 3, { macType: 2, sysTime: T0 - SECOND_NS });
  await hear(second, 4, { macType: 2, sysTime: T0 - 2n * SECOND_NS - 1n });
  const later = await visible(center);
  t.equal(later.length, messages.length + 1, 'a copy that comes after the window is added');
  t.same(
    later.filter(({ vmMacType }) => vmMacType === 2).map(({ receptions }) => receptions.length),
    [2, 1],
  );
});

t.test('the latest time there is can be stored, and found again', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  const station = await connected(center);
  const sysTime = 2n ** 63n - 1n;
  station.send(vmUlData(1, { sysTime }), vmUlData(2, { sysTime }));
  t.same(await station.next(), bare('vm.ulDataRsp', 1));
  t.same(await station.next(), bare('vm.ulDataRsp', 2));
  t.match(await visible(center), [{ rxTime: sysTime, receptions: { length: 1 } }]);
});

t.test('a telegram repeated after a resume is answered again and stored once', async t => {
  await using center = await start(t, [1]);
  center.station(BS);
  const station = await connected(center);
  station.send(vmUlData(1));
  t.same(await station.next(), bare('vm.ulDataRsp', 1));
  await station.close();
  await center.deserted();
  t.equal((await visible(center)).length, 1);
  await center.clock.advance(20_000);
  const again = await center.connect(BS, { snBsOpId: 1, snScOpId: -1 });
  t.equal(again.answer.snResume, true);
  await again.until('vm.status');
  again.send(vmUlData(1));
  t.same(await again.next(), bare('vm.ulDataRsp', 1));
  const [message, ...others] = await visible(center);
  t.same(others, []);
  t.equal(message?.receptions.length, 1);
  t.same(center.rows('SELECT seq FROM late_reception'), []);
});

t.test('a telegram that cannot be stored is not answered, and the connection ends', async t => {
  let full = true;
  await using center = await start(t, [1], {
    receiveMac: async () => {
      if (full) throw new Error('disk full');
    },
  });
  center.station(BS);
  const station = await connected(center);
  station.send(vmUlData(1));
  t.equal(await station.next(), undefined);
  await center.deserted();
  full = false;
  const again = await center.connect(BS, { snBsOpId: 1, snScOpId: -1 });
  t.equal(again.answer.snResume, true);
  await again.until('vm.status');
  again.send(vmUlData(1));
  t.same(await again.next(), bare('vm.ulDataRsp', 1));
  t.equal((await visible(center)).length, 1);
});
