import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { decode } from '@msgpack/msgpack';
import t from 'tap';
import { SimulatedStation, type StationOptions } from '../../src/simulate/base-station.ts';
import type { Dialect } from '../../src/simulate/dialect.ts';
import type { Request } from '../../src/simulate/table.ts';
import { testAuthority } from '../peers/certificates.ts';
import { uplink } from '../peers/telegrams.ts';
import { agree, type BareCenter, bareCenter } from './bare-center.ts';

const BS = 'fe00000000000b51';
const authority = await testAuthority();
const client = await authority.client(BS);

function dial({ port }: BareCenter, dialect: Dialect, more: Partial<StationOptions> = {}) {
  return SimulatedStation.connect({
    host: '127.0.0.1',
    port,
    ca: authority.ca,
    ...client,
    bsEui: BS,
    dialect,
    ...more,
  });
}

/** The payload of one ulData in hex, as it comes out of the socket. */
async function onTheWire(dialect: Dialect, over: Partial<Request<'ulData'>> = {}): Promise<string> {
  await using center = await bareCenter(authority);
  await using station = await dial(center, dialect);
  await station.start('ulData', uplink(over));
  const [line] = center.lines;
  const at = line?.messages.findIndex(m => m.command === 'ulData') ?? -1;
  return line?.payloads[at]?.toString('hex') ?? '';
}

const key = (name: string) => Buffer.of(0xa0 | name.length, ...Buffer.from(name)).toString('hex');
const USER_DATA = key('userData');
const SNR = key('snr');
const EP_EUI = key('epEui');

t.test('the plain form: shortest header, table order, arrays of unsigned integers, float64', async t => {
  const wire = await onTheWire({});
  t.match(wire, new RegExp(`^8b${key('command')}${key('ulData')}${key('opId')}01${EP_EUI}cffe0000000000e101`));
  t.match(wire, `${USER_DATA}9301cc80ccff`);
  t.match(wire, `${SNR}cb4029000000000000`);
  t.match(wire, `${key('rssi')}cbc058800000000000`);
});

t.test('map headers of 16 and 32 bits', async t => {
  t.match(await onTheWire({ maps: 'map16' }), /^de000ba7/);
  t.match(await onTheWire({ maps: 'map32' }), /^df0000000ba7/);
});

t.test('byte strings as signed array and as bin', async t => {
  t.match(await onTheWire({ byteStrings: 'signed' }), `${USER_DATA}9301d080ff`);
  t.match(await onTheWire({ byteStrings: 'bin8' }), `${USER_DATA}c4030180ff`);
  t.match(await onTheWire({ byteStrings: 'bin16' }), `${USER_DATA}c500030180ff`);
  t.match(await onTheWire({ byteStrings: 'bin32' }), `${USER_DATA}c6000000030180ff`);
});

t.test('the session UUID follows the form of byte strings', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { byteStrings: 'bin8' });
  const con = center.lines[0]?.payloads[0]?.toString('hex');
  t.match(con, `${key('snBsUuid')}c410${Buffer.from(station.session.snBsUuid).toString('hex')}`);
});

t.test('an EUI as signed integer', async t => {
  t.match(await onTheWire({ euis: 'signed' }), `${EP_EUI}d3fe0000000000e101`);
});

t.test('floats without fraction as integers, and float32', async t => {
  t.match(await onTheWire({ floats: 'integers' }, { snr: -80 }), `${SNR}d0b0`);
  t.match(await onTheWire({ floats: 'integers' }), `${SNR}cb4029000000000000`);
  t.match(await onTheWire({ floats: 'float32' }), `${SNR}ca41480000`);
});

t.test('integers in 64 bits', async t => {
  t.match(await onTheWire({ integers: 'wide' }), `${key('opId')}cf0000000000000001`);
});

t.test('sorted and shuffled keys', async t => {
  const keys = (wire: string) => Object.keys(decode(Buffer.from(wire, 'hex'), { useBigInt64: true }) as object);
  const plain = keys(await onTheWire({}));
  t.strictSame(keys(await onTheWire({ keys: 'sorted' })), [...plain].sort());
  const shuffled = keys(await onTheWire({ keys: 'shuffled' }));
  t.notSame(shuffled, plain);
  t.strictSame([...shuffled].sort(), [...plain].sort());
});

t.test('unused optional fields as nil, and unknown fields', async t => {
  t.match(await onTheWire({ absent: 'nil' }), `${key('profile')}c0`);
  t.match(await onTheWire({ extra: { future: { deep: [1, 'x'] } } }), `${key('future')}81a4646565709201a178`);
});

t.test('frames leave in pieces of a given size', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { chunkBytes: 1 });
  await station.settled();
  const [line] = center.lines;
  await line?.seen('pingCmp');
  t.ok((line?.pieces.length ?? 0) > 100);
  t.ok(line?.pieces.every(piece => piece.length === 1));
});

t.test('several frames leave in one write', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, {});
  station.dialect = { joinFrames: 3 };
  const before = center.lines[0]?.pieces.length ?? 0;
  const all = [1, 2, 3].map(packetCnt => station.start('ulData', uplink({ packetCnt })));
  await center.lines[0]?.seen('ulData', 3);
  const pieces = center.lines[0]?.pieces.slice(before) ?? [];
  t.equal(pieces.filter(piece => piece.includes('ulData')).length, 1);
  station.flush();
  await Promise.all(all);
});

t.test('an operation is left without completion, a request without answer', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { withholdCmp: true, withholdRsp: true });
  const [line] = center.lines;
  await station.start('ulData', uplink());
  line?.send({ command: 'ping', opId: -1 });
  await station.next('ping');
  station.dialect = {};
  await station.settled();
  await line?.seen('pingCmp');
  t.strictSame(
    line?.messages.map(m => m.command),
    ['con', 'conCmp', 'ulData', 'ping', 'pingCmp'],
  );
  t.equal(station.session.open.get(1)?.state, 'answered');
});

t.test('single commands are withheld, ids are wrong, answers are errors', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, {
    withhold: ['ulDataCmp'],
    ids: (command, opId) => (command === 'ulDataCmp' ? 99 : opId),
    refuse: { ping: { code: 22, message: 'malformed' } },
  });
  const [line] = center.lines;
  await station.start('ulData', uplink());
  line?.send({ command: 'ping', opId: -1 });
  t.match(await line?.seen('error', -1), { code: 22, message: 'malformed' });
  t.notOk(line?.messages.some(m => m.command === 'ulDataCmp'));
  station.dialect = { ids: (_, opId) => BigInt(opId) + 2n ** 60n };
  station.start('ulData', uplink()).catch(() => undefined);
  station.dialect = {};
  await station.settled();
  t.ok(line?.messages.some(m => m.command === 'ulData' && m.opId === 2n ** 60n + 2n));
});

t.test('the connection is cut around a named message', async t => {
  const commandsUntil = async (dialect: Dialect) => {
    await using center = await bareCenter(authority);
    await using station = await dial(center, dialect);
    const [line] = center.lines;
    if (!line) throw new Error('not connected');
    const ended = once(line.socket, 'close');
    await station.start('ulData', uplink()).catch(() => undefined);
    t.equal((await station.closed).by, 'us');
    await ended;
    return { heard: line.messages.map(m => m.command).slice(2), open: station.session.open.get(1)?.state };
  };
  t.strictSame(await commandsUntil({ cutBefore: ['ulData'] }), { heard: [], open: 'sent' });
  t.strictSame(await commandsUntil({ cutAfter: ['ulData'] }), { heard: ['ulData'], open: 'sent' });
  t.strictSame(await commandsUntil({ cutBefore: ['ulDataRsp'] }), { heard: ['ulData'], open: 'sent' });
  t.strictSame(await commandsUntil({ cutAfter: ['ulDataRsp'] }), { heard: ['ulData'], open: 'answered' });
  t.strictSame(await commandsUntil({ cutBefore: ['ulDataCmp'] }), { heard: ['ulData'], open: 'answered' });
  t.strictSame(await commandsUntil({ cutAfter: ['ulDataCmp'] }), { heard: ['ulData', 'ulDataCmp'], open: undefined });
});

t.test('a station stalls after TCP, after TLS and after con', async t => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bytes: Buffer[] = [];
  server.on('connection', socket => socket.on('data', piece => bytes.push(piece)).on('error', () => socket.destroy()));
  const arrived = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const silent = await SimulatedStation.connect({ host: '127.0.0.1', port, bsEui: BS, dialect: { stall: 'tcp' } });
  await arrived;
  await silent.close();
  t.strictSame(bytes, []);
  await using center = await bareCenter(authority);
  const arrival = center.arrival();
  await using afterTls = await dial(center, { stall: 'tls' });
  t.strictSame((await arrival).messages, []);
  afterTls.sendMap({ command: 'ulData', opId: 5 });
  t.match(await center.lines[0]?.seen('ulData', 5), { opId: 5 });
  t.equal(center.lines[0]?.messages.length, 1);
  await using afterCon = await dial(center, { stall: 'con' });
  t.match(afterCon.connected, { snResume: false });
  afterCon.sendMap({ command: 'ping', opId: 1 });
  await center.lines[1]?.seen('ping');
  t.strictSame(
    center.lines[1]?.messages.map(m => m.command),
    ['con', 'ping'],
  );
});

t.test('raw bytes go out as they are', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { stall: 'tls' });
  station.sendRaw(Buffer.from('MIOTYA01'));
  const socket = center.lines[0]?.socket ?? (await center.arrival()).socket;
  if (center.lines[0]?.pieces.length === 0) await once(socket, 'data');
  t.equal(Buffer.concat(center.lines[0]?.pieces ?? []).toString(), 'MIOTYA01');
});

t.test('the clock is off by a chosen time', async t => {
  await using center = await bareCenter(authority);
  await using station = await dial(center, { clockOffsetNs: -86_400_000_000_000n });
  center.lines[0]?.send({ command: 'status', opId: -1 });
  const status = await center.lines[0]?.seen('statusRsp');
  const off = BigInt(Date.now()) * 1_000_000n - BigInt(status?.time as bigint);
  t.ok(off > 86_390_000_000_000n && off < 86_410_000_000_000n);
  t.ok(station.nowNs() < BigInt(Date.now()) * 1_000_000n);
});

t.test('a station that does not read lets the bytes pile up at the sender', async t => {
  await using center = await bareCenter(authority, m => agree(m));
  await using station = await dial(center, { reading: 'none' });
  const [line] = center.lines;
  await line?.seen('conCmp');
  const filler = 'x'.repeat(500_000);
  for (let i = 0; i < 40; i++) line?.send({ command: 'status', opId: -1 - i, filler });
  t.ok((line?.socket.writableLength ?? 0) > 1_000_000);
  t.equal(station.unread('status'), 0);
  station.read('all');
  await line?.seen('statusRsp', -40);
  t.equal(line?.socket.writableLength, 0);
});

t.test('a station that reads slowly takes so many bytes each time', async t => {
  const ticks: (() => void)[] = [];
  const clock = {
    now: () => 0,
    nowNs: () => 1n,
    monotonic: () => 0,
    after: () => ({ cancel() {} }),
    every: (_: number, fn: () => void) => {
      ticks.push(fn);
      return { cancel() {} };
    },
  };
  await using center = await bareCenter(authority);
  await using station = await dial(center, {}, { clock });
  await center.lines[0]?.seen('conCmp');
  station.read({ bytes: 8, everyMs: 1 });
  center.lines[0]?.send({ command: 'ping', opId: -1 });
  let turns = 0;
  while (station.unread('ping') === 0) {
    for (const tick of ticks) tick();
    turns++;
    await new Promise(resolve => setImmediate(resolve));
  }
  t.ok(turns >= 4, 'a frame of 32 bytes takes at least four turns');
  await center.lines[0]?.seen('pingRsp', -1);
});
