import t from 'tap';
import { SimulatedStation } from '../../src/simulate/base-station.ts';
import { aesCmac } from '../../src/simulate/cmac.ts';
import { attachSignature, climatePayload, SimulatedEndpoint, sessionKey } from '../../src/simulate/endpoint.ts';
import { testAuthority } from '../peers/certificates.ts';
import { euiOf } from '../peers/telegrams.ts';
import { bareCenter } from './bare-center.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const K1 = hex('000102030405060708090a0b0c0d0e0f');
const K2 = hex('2b7e151628aed2a6abf7158809cf4f3c');

t.test('CMAC gives the values of RFC 4493', async t => {
  t.equal(aesCmac(K2, hex('')).toString('hex'), 'bb1d6929e95937287fa37d129b756746');
  t.equal(aesCmac(K2, hex('6bc1bee22e409f96e93d7e117393172a')).toString('hex'), '070a16b46b4d4144f79bdd9dd04a287c');
  t.equal(
    aesCmac(K2, hex('6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411')).toString(
      'hex',
    ),
    'dfa66747de9ae63030ca32611497c827',
  );
});

t.test('attach signature and session key are those of BSSCI 9.5 and 9.6', async t => {
  const rows = [
    [K1, 'fe0000000000e101', 5, '19d297c3', '5ac3017e', 'd66116631bdf113c1ef60d504557e46e'],
    [K1, 'fe0000000000e101', 0, '2091be54', '00000000', 'c7f557a65c42d3dfe05df59a5fb7aa66'],
    [K1, 'fe0000000000e101', 16777215, '5187c640', 'ffffffff', '4bd52bbeb0b8526bd49ab85b1e871430'],
    [K2, '70b3d56770111505', 0x123456, 'd7173412', 'a1b2c3d4', 'e77429f27a4d62080a8cef1447a42777'],
  ] as const;
  for (const [key, eui, attachCnt, sign, nonce, nwkSnKey] of rows) {
    t.equal(attachSignature(key, euiOf(eui), attachCnt).toString('hex'), sign);
    t.equal(sessionKey(key, euiOf(eui), hex(nonce), hex(sign)).toString('hex'), nwkSnKey);
    const endpoint = new SimulatedEndpoint({ epEui: eui, nwkKey: key, attachCnt: attachCnt - 1, packetCnt: 77 });
    const telegram = endpoint.attachTelegram(hex(nonce));
    t.equal(Buffer.from(telegram.sign).toString('hex'), sign);
    t.equal(Buffer.from(endpoint.nwkSnKey).toString('hex'), nwkSnKey);
    t.equal(endpoint.packetCnt, 0, 'the packet counter starts again');
  }
});

t.test('counters wrap at their width', async t => {
  const options = { epEui: 'fe0000000000e101', nwkKey: K1, attachCnt: 0xffffff, packetCnt: 0xffffffff };
  const endpoint = new SimulatedEndpoint(options);
  t.equal(endpoint.uplinkTelegram().packetCnt, 0);
  t.equal(endpoint.attachTelegram().attachCnt, 0);
});

t.test('a payload is a plausible climate', async t => {
  for (let step = 0; step < 200; step++) {
    const payload = climatePayload(step);
    t.ok(payload.readInt16BE(0) >= 1100 && payload.readInt16BE(0) <= 2500);
    t.ok(payload.readUInt8(2) >= 80 && payload.readUInt8(2) <= 160);
  }
});

t.test('one telegram is reported by every station that hears it, later ones with a later time', async t => {
  const authority = await testAuthority();
  await using center = await bareCenter(authority);
  const pems = { ca: authority.ca, ...(await authority.client('shared')) };
  const dial = (bsEui: string) => SimulatedStation.connect({ host: '127.0.0.1', port: center.port, bsEui, ...pems });
  await using near = await dial('fe00000000000b51');
  await using far = await dial('fe00000000000b52');
  const endpoint = new SimulatedEndpoint({ epEui: 'fe0000000000e101', nwkKey: K1, attachCnt: 4 });
  const [answer] = await endpoint.attach([{ station: near }, { station: far, offsetMs: 2 }], hex('5ac3017e'));
  t.equal(answer?.shAddr, 0xe101);
  t.ok(near.session.endpoints.has(endpoint.epEui) && far.session.endpoints.has(endpoint.epEui));
  await endpoint.uplink([
    { station: near, snr: 3 },
    { station: far, offsetMs: 2, snr: 12 },
  ]);
  const [first, second] = await Promise.all(center.lines.map(line => line.seen('ulData')));
  t.match(first, { packetCnt: 1, snr: 3 });
  t.match(second, { packetCnt: 1, snr: 12 });
  t.strictSame(first?.userData, second?.userData);
  t.ok((second?.rxTime as bigint) > (first?.rxTime as bigint));
  const [attach] = await Promise.all(center.lines.map(line => line.seen('att')));
  t.match(attach, { attachCnt: 5, sign: [0x19, 0xd2, 0x97, 0xc3], dualChan: false });
});
