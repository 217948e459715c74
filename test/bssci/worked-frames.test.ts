import t from 'tap';
import { bssci } from '../../src/bssci/operations.ts';
import { IDENTIFIER } from '../../src/bssci/rules.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { readEnvelope } from '../../src/protocol/envelope.ts';
import { FrameReader } from '../../src/protocol/frame.ts';
import { FrameWriter } from '../../src/protocol/frames.ts';
import { MsgPackReader } from '../../src/protocol/reader.ts';

const UUID = new Uint8Array(Buffer.from('8f3c1a527d604e9ba107c4e82b95d630', 'hex'));
const EP1 = 'fe0000000000e101' as Eui;
const T0 = 1_767_225_600_123_456_789n;
const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

const scUuid = bytes('21 9e 44 b0 0c 7a 4f d1 93 5e 68 a2 f0 1b 3c 87'.replaceAll(' ', ''));

/** Frames of BSSCI section 21: name, bytes, opId, and the message with the fields in the order of the table. */
const frames: readonly (readonly [command: string, hex: string, opId: number, message: object])[] = [
  [
    'con',
    `4d494f5459423031840000008aa7636f6d6d616e64a3636f6ea46f70496400a776657273696f6ea5312e302e30a56273457569cffe00000000000b51
     a676656e646f72a441636d65a56d6f64656ca442532d31a462696469c3a8736e427355756964dc0010cc8f3c1a527d604ecc9bcca107ccc4cce82bcc
     95ccd630a8736e42734f70496400a8736e53634f70496400`,
    0,
    {
      version: '1.0.0',
      bsEui: 'fe00000000000b51',
      vendor: 'Acme',
      model: 'BS-1',
      bidi: true,
      snBsUuid: UUID,
      snBsOpId: 0n,
      snScOpId: 0n,
    },
  ],
  [
    'conRsp',
    `4d494f54594230316000000086a7636f6d6d616e64a6636f6e527370a46f70496400a776657273696f6ea5312e302e30a57363457569cffe00000000
     005c01a8736e526573756d65c2a8736e536355756964dc001021cc9e44ccb00c7a4fccd1cc935e68cca2ccf01b3ccc87`,
    0,
    { version: '1.0.0', scEui: 'fe00000000005c01', snResume: false, snScUuid: scUuid },
  ],
  ['conCmp', '4d494f54594230311600000082a7636f6d6d616e64a6636f6e436d70a46f70496400', 0, {}],
  ['ping', '4d494f54594230311400000082a7636f6d6d616e64a470696e67a46f70496401', 1, {}],
  ['pingRsp', '4d494f54594230311700000082a7636f6d6d616e64a770696e67527370a46f70496401', 1, {}],
  ['pingCmp', '4d494f54594230311700000082a7636f6d6d616e64a770696e67436d70a46f70496401', 1, {}],
  [
    'att',
    `4d494f5459423031a10000008da7636f6d6d616e64a3617474a46f70496402a56570457569cffe0000000000e101a6727854696d65cf18867251f555
     cd15a9617474616368436e7405a3736e72cb402d000000000000a472737369cbc058500000000000a56e6f6e6365945accc3017ea47369676e9419cc
     d2cc97ccc3a86475616c4368616ec2aa72657065746974696f6ec2ab77696465436172724f6666c2ab6c6f6e67426c6b44697374c2`,
    2,
    {
      epEui: EP1,
      rxTime: T0,
      attachCnt: 5,
      snr: 14.5,
      rssi: -97.25,
      nonce: bytes('5ac3017e'),
      sign: bytes('19d297c3'),
      ...flags,
    },
  ],
  [
    'attRsp',
    `4d494f54594230314000000084a7636f6d6d616e64a6617474527370a46f70496402a86e776b536e4b6579dc0010ccd66116631bccdf113c1eccf60d
     504557cce46ea6736841646472cde101`,
    2,
    { nwkSnKey: bytes('d66116631bdf113c1ef60d504557e46e'), shAddr: 57601 },
  ],
  ['ulDataRsp', '4d494f54594230311900000082a7636f6d6d616e64a9756c44617461527370a46f70496403', 3, {}],
  [
    'attPrp',
    `4d494f5459423031900000008ba7636f6d6d616e64a6617474507270a46f704964ffa56570457569cf020000000000e202a462696469c2a86e776b53
     6e4b6579dc0010000102030405060708090a0b0c0d0e0fa6736841646472cde202ad6c6173745061636b6574436e7400a86475616c4368616ec2aa72
     657065746974696f6ec2ab77696465436172724f6666c2ab6c6f6e67426c6b44697374c2`,
    -1,
    {
      ...{ epEui: '020000000000e202', bidi: false, nwkSnKey: bytes('000102030405060708090a0b0c0d0e0f') },
      ...{ shAddr: 0xe202, lastPacketCnt: 0, ...flags },
    },
  ],
  [
    'dlDataQue',
    `4d494f54594230316200000088a7636f6d6d616e64a9646c44617461517565a46f704964fea56570457569cffe0000000000e101a57175654964cd12
     67a9636e74446570656e64c2a875736572446174619193 1020cca0a47072696fca3fc00000ab726573706f6e7365457870c3`,
    -2,
    { epEui: EP1, queId: 4711, cntDepend: false, userData: [bytes('1020a0')], prio: 1.5, responseExp: true },
  ],
  [
    'dlDataQue',
    `4d494f54594230316300000088a7636f6d6d616e64a9646c44617461517565a46f704964fda56570457569cffe0000000000e101a57175654964cd12
     68a9636e74446570656e64c3a97061636b6574436e74920203a875736572446174619292ccaa0192ccbb02a6666f726d617401`,
    -3,
    {
      epEui: EP1,
      queId: 4712,
      cntDepend: true,
      packetCnt: [2, 3],
      userData: [bytes('aa01'), bytes('bb02')],
      format: 1,
    },
  ],
  [
    'dlDataQue',
    `4d494f54594230314700000086a7636f6d6d616e64a9646c44617461517565a46f704964fca56570457569cffe0000000000e101a57175654964cd12
     69a9636e74446570656e64c2a8757365724461746191 90`,
    -4,
    { epEui: EP1, queId: 4713, cntDepend: false, userData: [bytes('')] },
  ],
  [
    'dlDataRev',
    '4d494f54594230313100000084a7636f6d6d616e64a9646c44617461526576a46f704964fba56570457569cffe0000000000e101a57175654964cd1269',
    -5,
    { epEui: EP1, queId: 4713 },
  ],
  [
    'statusRsp',
    `4d494f5459423031890000008aa7636f6d6d616e64a9737461747573527370a46f704964d1ff7fa4636f646500a76d657373616765a26f6ba474696d
     65cf1886726de5e47d15a96475747943 79636c65cb3f8999999999999aa6757074696d65ce0002753ca474656d70cb4047800000000000a76370754c
     6f6164cb3faff2e48e8a71dea76d656d4c6f6164cb3fd9566cf41f212d`,
    -129,
    {
      ...{ code: 0, message: 'ok', time: 0x1886726de5e47d15n, dutyCycle: 0.0125, uptime: 161084n, temp: 47 },
      ...{ cpuLoad: 0.0624, memLoad: 0.3959 },
    },
  ],
  [
    'det',
    `4d494f54594230316200000088a7636f6d6d616e64a3646574a46f70496407a56570457569cffe0000000000e101a6727854696d65cf1886727bde2b
     d515a97061636b6574436e742aa3736e72cb4023000000000000a472737369cbc05b800000000000a47369676e9411223344`,
    7,
    { epEui: EP1, rxTime: 0x1886727bde2bd515n, packetCnt: 42, snr: 9.5, rssi: -110, sign: bytes('11223344') },
  ],
  [
    'dlRxStat',
    `4d494f54594230316500000087a7636f6d6d616e64a8646c527853746174a46f70496408a56570457569cffe0000000000e101a6727854696d65cf18
     86728086439d15a97061636b6574436e742ca7646c5278536e72cb401e000000000000a8646c527852737369cbc05d900000000000`,
    8,
    { epEui: EP1, rxTime: 0x1886728086439d15n, packetCnt: 44, dlRxSnr: 7.5, dlRxRssi: -118.25 },
  ],
  [
    'dlDataRes',
    `4d494f54594230315800000087a7636f6d6d616e64a9646c44617461526573a46f70496404a56570457569cffe0000000000e101a57175654964cd12
     67a6726573756c74a473656e74a6747854696d65cf18867260dc084d15a97061636b6574436e7401`,
    4,
    { epEui: EP1, queId: 4711n, result: 'sent', txTime: 0x18867260dc084d15n, packetCnt: 1 },
  ],
  [
    'dlDataRes',
    `4d494f54594230314000000085a7636f6d6d616e64a9646c44617461526573a46f70496405a56570457569cffe0000000000e101a57175654964cd12
     68a6726573756c74a765787069726564`,
    5,
    { epEui: EP1, queId: 4712n, result: 'expired' },
  ],
];

function typeOf(command: string) {
  const operation = Object.entries(bssci).find(([name]) => command === name || command === `${name}Rsp`);
  if (!operation) return undefined;
  return command.endsWith('Rsp') ? operation[1].rsp : operation[1].req;
}

t.test('every worked frame is written byte for byte', async t => {
  const writer = new FrameWriter(IDENTIFIER);
  for (const [command, hex, opId, message] of frames) {
    const type = typeOf(command);
    const written =
      type && Object.keys(message).length > 0
        ? writer.message(command, opId, type as never, message as never)
        : writer.bare(command, opId);
    t.equal(written.toString('hex'), hex.replaceAll(/\s/g, ''), `${command} ${opId}`);
  }
  t.equal(
    writer.error(6, 71, 'userData missing').toString('hex'),
    '4d494f54594230313400000084a7636f6d6d616e64a56572726f72a46f70496406a4636f646547a76d657373616765b07573657244617461206d697373696e67',
  );
  t.equal(
    writer.bare('errorAck', 6).toString('hex'),
    '4d494f54594230311800000082a7636f6d6d616e64a86572726f7241636ba46f70496406',
  );
});

t.test('every worked frame is read', async t => {
  for (const [command, hex, opId, message] of frames) {
    const envelope = read(hex);
    t.equal(envelope.command, command);
    t.equal(envelope.opId, opId);
    const type = typeOf(command);
    if (type) t.same(type.read(envelope.fields), message, `${command} ${opId}`);
  }
});

t.test('an uplink with every optional field is read', async t => {
  const { fields } = read(
    `4d494f545942303151010000de0010a7636f6d6d616e64a6756c44617461a46f70496403a56570457569cffe0000000000e101a6727854696d65cf18
     86725fed9d2515aa72784475726174696f6eced693a400a97061636b6574436e7401a3736e72cb4028800000000000a472737369cbc0596000000000
     00a56571536e72cb4026000000000000a770726f66696c65a3657531a46d6f6465a3756c70aa7375627061636b65747384a3736e7293cb4029000000
     000000cb4027800000000000cb4029000000000000a47273736993cbc059400000000000cbc059a00000000000cbc059400000000000a96672657175
     656e637993cb41c9dfb010400000cb41c9dfb4b6000000cb41c9dfab69a00000a5706861736593cb0000000000000000cbc056a00000000000cb4066
     780000000000a875736572446174619301cc80ccffa6646c4f70656ec3ab726573706f6e7365457870c3a5646c41636bc2`,
  );
  t.match(bssci.ulData.req.read(fields), {
    ...{ epEui: EP1, rxTime: 0x1886725fed9d2515n, rxDuration: 3_600_000_000n, packetCnt: 1, snr: 12.25, rssi: -101.5 },
    ...{
      eqSnr: 11,
      profile: 'eu1',
      mode: 'ulp',
      userData: bytes('0180ff'),
      dlOpen: true,
      responseExp: true,
      dlAck: false,
    },
    subpackets: { snr: [12.5, 11.75, 12.5], rssi: [-101, -102.5, -101], phase: [0, -90.5, 179.75] },
  });
});

t.test('a session id in signed bytes is the same', async t => {
  const { fields } = read(
    `4d494f54594230315800000086a7636f6d6d616e64a3636f6ea46f70496400a776657273696f6ea5312e302e30a56273457569cffe00000000000b51
     a462696469c3a8736e427355756964dc0010d08f3c1a527d604ed09bd0a107d0c4e82bd095d0d630`,
  );
  t.same(bssci.con.req.read(fields).snBsUuid, UUID);
});

t.test('operation ids of every width are written in their shortest form', async t => {
  const writer = new FrameWriter(IDENTIFIER);
  const wanted: [opId: number, hex: string][] = [
    ...([
      [0, '00'],
      [1, '01'],
      [127, '7f'],
      [128, 'cc80'],
      [28728, 'cd7038'],
      [-1, 'ff'],
      [-32, 'e0'],
    ] as [number, string][]),
    ...([
      [-33, 'd0df'],
      [-129, 'd1ff7f'],
      [-1659, 'd1f985'],
      [-40000, 'd2ffff63c0'],
    ] as [number, string][]),
  ];
  for (const [opId, hex] of wanted) t.equal(writer.bare('ping', opId).subarray(31).toString('hex'), hex, String(opId));
});

function read(hex: string) {
  const reader = new FrameReader(IDENTIFIER, 65_536);
  reader.push(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
  const payload = reader.next();
  if (!payload) throw new Error('incomplete frame');
  return readEnvelope(new MsgPackReader().map(payload));
}
