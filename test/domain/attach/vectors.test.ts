import t from 'tap';
import { sessionKey, shortAddress } from '../../../src/domain/attach/session-key.ts';
import { attachBlock, attachSignatureFits, cmac } from '../../../src/domain/attach/signature.ts';
import type { Eui } from '../../../src/kit/eui.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const RFC_KEY = '2b7e151628aed2a6abf7158809cf4f3c';
const KEY = '000102030405060708090a0b0c0d0e0f';

t.test('CMAC gives the values of RFC 4493', async t => {
  const message =
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';
  const wanted: [bytes: number, mac: string][] = [
    [0, 'bb1d6929e95937287fa37d129b756746'],
    [16, '070a16b46b4d4144f79bdd9dd04a287c'],
    [40, 'dfa66747de9ae63030ca32611497c827'],
    [64, '51f0bebf7e3b9d92fc49741779363cfe'],
  ];
  for (const [bytes, mac] of wanted) t.equal(cmac(hex(RFC_KEY), hex(message).subarray(0, bytes)).toString('hex'), mac);
});

const vectors = [
  [
    KEY,
    'fe0000000000e101',
    5,
    'fe0000000000e101ff0000000005ffff',
    '19d297c3',
    '5ac3017e',
    'd66116631bdf113c1ef60d504557e46e',
  ],
  [
    KEY,
    'fe0000000000e101',
    0,
    'fe0000000000e101ff0000000000ffff',
    '2091be54',
    '00000000',
    'c7f557a65c42d3dfe05df59a5fb7aa66',
  ],
  [
    KEY,
    'fe0000000000e101',
    16777215,
    'fe0000000000e101ff0000ffffffffff',
    '5187c640',
    'ffffffff',
    '4bd52bbeb0b8526bd49ab85b1e871430',
  ],
  [
    RFC_KEY,
    '70b3d56770111505',
    0x123456,
    '70b3d56770111505ff0000123456ffff',
    'd7173412',
    'a1b2c3d4',
    'e77429f27a4d62080a8cef1447a42777',
  ],
] as const;

t.test('signature and session key of an attach have the published values', async t => {
  for (const [key, eui, attachCnt, block, sign, nonce, derived] of vectors) {
    t.equal(attachBlock(eui as Eui, attachCnt).toString('hex'), block);
    t.ok(attachSignatureFits(hex(key), eui as Eui, attachCnt, hex(sign)));
    t.notOk(attachSignatureFits(hex(key), eui as Eui, attachCnt + 1, hex(sign)), 'another counter');
    t.equal(sessionKey(hex(key), eui as Eui, hex(nonce), hex(sign)).toString('hex'), derived);
  }
});

t.test('the signature over the old block of 15 bytes does not fit', async t => {
  const legacy = Buffer.concat([hex('70b3d56770111505ff00123456ffff')]);
  t.equal(cmac(hex(RFC_KEY), legacy).subarray(0, 4).toString('hex'), 'c31aeb23');
  t.notOk(attachSignatureFits(hex(RFC_KEY), '70b3d56770111505' as Eui, 0x123456, hex('c31aeb23')));
});

t.test('a signature of another length does not fit', async t => {
  t.notOk(attachSignatureFits(hex(KEY), 'fe0000000000e101' as Eui, 5, hex('19d297')));
});

t.test('the short address is what the station gave, else what is configured, else the end of the EUI', async t => {
  const eui = 'fe0000000000e101' as Eui;
  t.equal(shortAddress(eui, 0, 7), 0);
  t.equal(shortAddress(eui, undefined, 7), 7);
  t.equal(shortAddress(eui, undefined, null), 0xe101);
});
