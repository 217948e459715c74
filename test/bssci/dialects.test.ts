import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { attachBlock, cmac } from '../../src/domain/attach/signature.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, Center, conOf, EP, NWK_KEY, UUID, ulData } from './center.ts';
import { dlDataRes, Rig } from './downlink-rig.ts';

/** How vendors order the keys of a message, and write the header of its map. */
const ORDERS: readonly [name: string, order: (keys: string[]) => string[], header: 'fix' | 'map16' | 'map32'][] = [
  ['as in the tables', keys => keys, 'fix'],
  ['alphabetical, in map16', keys => keys.toSorted(), 'map16'],
  ['the command last, in map32', keys => keys.toReversed(), 'map32'],
];
const HEADERS = { fix: [], map16: [0xde, 0], map32: [0xdf, 0, 0, 0] };

const signed = (eui: string) => BigInt.asIntN(64, BigInt(`0x${eui}`));
const signedBytes = (bytes: readonly number[]) => bytes.map(byte => (byte > 127 ? byte - 256 : byte));

/** A message with its keys in this order. */
function written(message: Fields, order: (keys: string[]) => string[], header: keyof typeof HEADERS): Uint8Array {
  const keys = order(Object.keys(message));
  const length =
    header === 'fix' && keys.length < 16 ? [0x80 | keys.length] : [...(HEADERS[header] || []), keys.length];
  if (header === 'fix' && keys.length > 15) length.unshift(0xde, 0);
  const pairs = keys.flatMap(key => [encode(key), encode(message[key], { useBigInt64: true })]);
  return Buffer.concat([Buffer.from(length), ...pairs]);
}

const RADIO = { rxDuration: 0, eqSnr: 0, profile: 'eu1', mode: 'ulp', format: 0 };

for (const [name, order, header] of ORDERS) {
  t.test(`keys ${name}`, async t => {
    await using center = await Center.start(t.testdir());
    center.station(BS);
    const station = await center.dial();
    const say = (message: Fields) => station.payloads(written(message, order, header));
    say(conOf(BS, { vendor: 'Acme', info: '', geoLocation: [0, 0, 0], snBsOpId: 0, snScOpId: 0 }));
    t.match(await station.next(), { command: 'conRsp', snResume: false });
    say({ command: 'conCmp', opId: 0 });
    say({ ...ulData(1), ...RADIO });
    t.same(await station.next(), { command: 'ulDataRsp', opId: 1 });
    say({ command: 'ulDataCmp', opId: 1 });
    t.same(await station.ping(2), { command: 'pingRsp', opId: 2 });
    t.match(center.reports, [{ epEui: EP, packetCnt: 1, userData: Uint8Array.of(1, 128, 255) }]);
    t.equal(center.reports[0]?.reception.rxDuration, 0n, 'what it says of the duration is passed on as it is');
  });
}

t.test('EUIs as negative numbers and bytes with a sign', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect(BS, { bsEui: signed(BS), snBsUuid: signedBytes(UUID) });
  t.match(station.answer, { command: 'conRsp', snResume: false });
  station.send(ulData(1, { epEui: signed(EP), userData: signedBytes([1, 128, 255]) }));
  t.same(await station.next(), { command: 'ulDataRsp', opId: 1 });
  t.match(center.reports, [{ epEui: EP, userData: Uint8Array.of(1, 128, 255) }]);
  const sign = signedBytes([...cmac(NWK_KEY, attachBlock(EP, 5)).subarray(0, 4)]);
  const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
  const heard = { rxTime: 1_767_225_600_123_456_789n, rxDuration: 0, attachCnt: 5, snr: 14.5, rssi: -97.25 };
  const nonce = signedBytes([0x5a, 0xc3, 0x01, 0x7e]);
  station.send({ command: 'att', opId: 2, epEui: signed(EP), ...heard, nonce, sign, shAddr: 0, ...flags });
  t.match(await station.next(), { command: 'attRsp', opId: 2, shAddr: 0xe101 });
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { bsEui: signed(BS), snBsUuid: Uint8Array.from(UUID) });
  t.match(again.answer, { snResume: true }, 'the same session id in another form');
});

t.test('dlDataRevCmp in place of dlDataResCmp', async t => {
  await using rig = await Rig.start(t.testdir());
  const station: RawStation = await rig.center.connect();
  const queId = await rig.holding(station);
  station.send(dlDataRes(3, queId));
  t.match(await station.next(), { command: 'dlDataResRsp', opId: 3 });
  station.send({ command: 'dlDataRevCmp', opId: 3 });
  t.match(await station.ping(4), { opId: 4 });
  t.same(station.received, []);
  station.send({ command: 'dlDataResCmp', opId: 3 });
  t.match(await station.next(), { command: 'error', opId: 3, code: 71 }, 'it was completed');
});
