import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { readEnvelope } from '../../src/protocol/envelope.ts';
import { FrameError, FrameReader } from '../../src/protocol/frame.ts';
import { FrameWriter } from '../../src/protocol/frames.ts';
import { isJson, readJson } from '../../src/protocol/json.ts';
import { commandsOf } from '../../src/protocol/operations.ts';
import { MsgPackReader } from '../../src/protocol/reader.ts';
import { scaci } from '../../src/scaci/operations.ts';
import { IDENTIFIER } from '../../src/scaci/rules.ts';

const AC = 'acde480000000a01' as Eui;
const SC = 'acde480000000001' as Eui;
const B1 = 'acde4800000000b1' as Eui;
const B2 = 'acde4800000000b2' as Eui;
const EP = 'acde48000000e001' as Eui;
const T = 1_767_225_600_123_456_789n;
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const AC_UUID = bytes('8f1c2a44903b4d5ea1b2c3d4e5f60718');
const SC_UUID = bytes('3d7e05c962f0481b9a2c6e5f1188d440');

/** Frames of SCACI section 14: name there, command, hex, opId, and the message with the fields in the order of the table. */
const frames: readonly (readonly [name: string, command: string, hex: string, opId: number, message: object])[] = [
  [
    'FR1',
    'con',
    `4d494f54594130315e00000086a7636f6d6d616e64a3636f6ea46f70496400a776657273696f6ea5312e302e30a56163457569cfacde48000000
     0a01a46e616d65a461632d31a8736e416355756964dc0010cc8f1c2a44cc903b4d5ecca1ccb2ccc3ccd4cce5ccf60718`,
    0,
    { version: '1.0.0', acEui: AC, name: 'ac-1', snAcUuid: AC_UUID },
  ],
  [
    'FR2',
    'conRsp',
    `4d494f54594130315e00000086a7636f6d6d616e64a6636f6e527370a46f70496400a776657273696f6ea5312e302e30a57363457569cfacde48
     0000000001a8736e526573756d65c2a8736e536355756964dc00103d7e05ccc962ccf0481bcc9a2c6e5f11cc88ccd440`,
    0,
    { version: '1.0.0', scEui: SC, snResume: false, snScUuid: SC_UUID },
  ],
  ['FR3', 'conCmp', `4d494f54594130311600000082a7636f6d6d616e64a6636f6e436d70a46f70496400`, 0, {}],
  [
    'FR4',
    'reg',
    `4d494f5459413031a70000008da7636f6d6d616e64a3726567a46f70496401a56570457569cfacde48000000e001a462696469c3a97072654174
     74616368c3a66e776b4b6579dc00100011223344556677cc88cc99ccaaccbbccccccddcceeccffa6736841646472cd2468a9617474616368436e
     7403a97061636b6574436e74cd03e8a86475616c4368616ec2aa72657065746974696f6ec2ab77696465436172724f6666c2ab6c6f6e67426c6b
     44697374c2`,
    1,
    {
      ...{ epEui: EP, bidi: true, preAttach: true, nwkKey: bytes('00112233445566778899aabbccddeeff') },
      ...{ shAddr: 0x2468, attachCnt: 3, packetCnt: 1000 },
      ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
    },
  ],
  ['FR5', 'regRsp', `4d494f54594130311600000082a7636f6d6d616e64a6726567527370a46f70496401`, 1, {}],
  ['FR6', 'regCmp', `4d494f54594130311600000082a7636f6d6d616e64a6726567436d70a46f70496401`, 1, {}],
  [
    'FR7',
    'epStat',
    `4d494f54594130313700000084a7636f6d6d616e64a6657053746174a46f704964ffa56570457569cfacde48000000e001a86570537461747573
     a86174746163686564`,
    -1,
    { epEui: EP, epStatus: 'attached' },
  ],
  [
    'FR8',
    'epStat',
    `4d494f54594130317700000089a7636f6d6d616e64a6657053746174a46f704964fea56570457569cfacde48000000e001a86570537461747573
     a86174746163686564a9617474616368436e7404a56e6f6e6365940102ccfa04a47369676e94ccdeccadccbeccefa3736e72cb40290000000000
     00a472737369cbc058900000000000`,
    -2,
    {
      ...{ epEui: EP, epStatus: 'attached', attachCnt: 4, nonce: bytes('0102fa04'), sign: bytes('deadbeef') },
      ...{ snr: 12.5, rssi: -98.25 },
    },
  ],
  [
    'FR9',
    'ulData',
    `4d494f5459413031000100008ba7636f6d6d616e64a6756c44617461a46f704964fda56570457569cfacde48000000e001ac6261736553746174
     696f6e739285a56273457569cfacde4800000000b1a6727854696d65cf18867251f555cd15a3736e72cb4029000000000000a472737369cbc058
     900000000000a770726f66696c65a365753184a56273457569cfacde4800000000b2a6727854696d65cf18867251f555d554a3736e72cb400c00
     0000000000a472737369cbc05e200000000000a97061636b6574436e74cd03e9a875736572446174619301cc80ccffa6666f726d617400a6646c
     4f70656ec3ab726573706f6e7365457870c2a5646c41636bc2a96475706c6963617465c2`,
    -3,
    {
      epEui: EP,
      baseStations: [
        { bsEui: B1, rxTime: T, snr: 12.5, rssi: -98.25, profile: 'eu1' },
        { bsEui: B2, rxTime: T + 2111n, snr: 3.5, rssi: -120.5 },
      ],
      ...{ packetCnt: 1001, userData: bytes('0180ff'), format: 0 },
      ...{ dlOpen: true, responseExp: false, dlAck: false, duplicate: false },
    },
  ],
  ['FR10', 'ulDataRsp', `4d494f54594130311900000082a7636f6d6d616e64a9756c44617461527370a46f704964fd`, -3, {}],
  ['FR11', 'ulDataCmp', `4d494f54594130311900000082a7636f6d6d616e64a9756c44617461436d70a46f704964fd`, -3, {}],
  [
    'FR12',
    'dlDataQue',
    `4d494f54594130316500000088a7636f6d6d616e64a9646c44617461517565a46f70496402a56570457569cfacde48000000e001a57175654964
     cd1092a9636e74446570656e64c2a875736572446174619193010203a47072696fcb3ff8000000000000ab726573706f6e7365457870c3`,
    2,
    { epEui: EP, queId: 4242n, cntDepend: false, userData: [bytes('010203')], prio: 1.5, responseExp: true },
  ],
  [
    'FR13',
    'dlDataQue',
    `4d494f54594130316300000087a7636f6d6d616e64a9646c44617461517565a46f70496403a56570457569cfacde48000000e001a57175654964
     cf8000000000000005a9636e74446570656e64c3a97061636b6574436e7492cd03eacd03eba8757365724461746192921011922021`,
    3,
    {
      ...{ epEui: EP, queId: 2n ** 63n + 5n, cntDepend: true },
      ...{ packetCnt: [1002, 1003], userData: [bytes('1011'), bytes('2021')] },
    },
  ],
  [
    'FR14',
    'dlDataRes',
    `4d494f54594130316900000088a7636f6d6d616e64a9646c44617461526573a46f704964fca56570457569cfacde48000000e001a57175654964
     cd1092a6726573756c74a473656e74a6747854696d65cf1886725230f09715a97061636b6574436e74cd03e9a56273457569cfacde4800000000
     b1`,
    -4,
    { epEui: EP, queId: 4242n, result: 'sent', txTime: T + 1_000_000_000n, packetCnt: 1001, bsEui: B1 },
  ],
  ['FR15', 'txDataResRsp', `4d494f54594130311c00000082a7636f6d6d616e64ac747844617461526573527370a46f704964fc`, -4, {}],
  ['FR16', 'txDataResCmp', `4d494f54594130311c00000082a7636f6d6d616e64ac747844617461526573436d70a46f704964fc`, -4, {}],
  [
    'FR17',
    'dlDataRev',
    `4d494f54594130313500000084a7636f6d6d616e64a9646c44617461526576a46f70496404a56570457569cfacde48000000e001a97061636b65
     74436e74cd03ea`,
    4,
    { epEui: EP, packetCnt: 1002 },
  ],
  [
    'FR18',
    'con',
    `4d494f54594130316800000087a7636f6d6d616e64a3636f6ea46f70496400a776657273696f6ea5312e302e30a56163457569cfacde48000000
     0a01a8736e416355756964dc0010cc8f1c2a44cc903b4d5ecca1ccb2ccc3ccd4cce5ccf60718a8736e41634f70496404a8736e53634f704964fc`,
    0,
    { version: '1.0.0', acEui: AC, snAcUuid: AC_UUID, snAcOpId: 4n, snScOpId: -4n },
  ],
  [
    'FR19',
    'conRsp',
    `4d494f54594130315e00000086a7636f6d6d616e64a6636f6e527370a46f70496400a776657273696f6ea5312e302e30a57363457569cfacde48
     0000000001a8736e526573756d65c3a8736e536355756964dc00103d7e05ccc962ccf0481bcc9a2c6e5f11cc88ccd440`,
    0,
    { version: '1.0.0', scEui: SC, snResume: true, snScUuid: SC_UUID },
  ],
  [
    'FR20',
    'error',
    `4d494f54594130313600000084a7636f6d6d616e64a56572726f72a46f70496405a4636f646502a76d657373616765b2456e64706f696e74206e
     6f7420666f756e64`,
    5,
    { code: 2, message: 'Endpoint not found' },
  ],
  ['FR21', 'errorAck', `4d494f54594130311800000082a7636f6d6d616e64a86572726f7241636ba46f70496405`, 5, {}],
  [
    'FR22',
    'statusRsp',
    `4d494f5459413031a900000087a7636f6d6d616e64a9737461747573527370a46f70496406a4636f646500a76d657373616765a26f6ba474696d
     65cf18867251f555cd15a6757074696d65ce00015180ac6261736553746174696f6e739186a3657569cfacde4800000000b1a462696469c3a463
     6f646500a76d657373616765a26f6bab67656f4c6f636174696f6e93cb4048c00000000000cb4026800000000000cb4074000000000000a67570
     74696d65cd0e10`,
    6,
    {
      ...{ code: 0, message: 'ok', time: T, uptime: 86_400n },
      baseStations: [
        {
          ...{ eui: B1, bidi: true, code: 0, message: 'ok', uptime: 3600n },
          geoLocation: { latitude: 49.5, longitude: 11.25, altitude: 320 },
        },
      ],
    },
  ],
  ['FR23', 'ping', `4d494f54594130311400000082a7636f6d6d616e64a470696e67a46f704964fb`, -5, {}],
];

const commands = commandsOf(scaci);

function typeOf(command: string) {
  const known = commands.get(command);
  return known?.role === 'rsp' ? known.row.rsp : known?.role === 'req' ? known.row.req : undefined;
}

t.test('every worked frame is written byte for byte', async t => {
  const writer = new FrameWriter(IDENTIFIER);
  for (const [name, command, hex, opId, message] of frames) {
    const type = typeOf(command);
    const { code = 0, message: text = '' } = message as { code?: number; message?: string };
    const written =
      command === 'error'
        ? writer.error(opId, code, text)
        : type
          ? writer.message(command, opId, type, message)
          : writer.bare(command, opId);
    t.equal(written.toString('hex'), plain(hex), `${name} ${command}`);
    if (Object.keys(message).length === 0) t.same(writer.bare(command, opId), written, `${name} ${command} as such`);
  }
});

t.test('every worked frame is read', async t => {
  for (const [name, command, hex, opId, message] of frames) {
    const envelope = read(hex);
    t.equal(envelope.command, command);
    t.equal(envelope.opId, opId);
    const type = typeOf(command);
    if (type) t.strictSame(type.read(envelope.fields), message, `${name} ${command}`);
    else t.match(envelope.fields, message, `${name} ${command}`);
  }
});

t.test('what other encoders write instead is the same', async t => {
  const wide = read('4d494f54594130312100000082a7636f6d6d616e64a9756c44617461527370a46f704964d3fffffffffffffffd');
  t.match(wide, { command: 'ulDataRsp', opId: -3 }, 'FR24: an operation id in 64 bits');
  const bin = read(
    `4d494f54594130314b00000085a7636f6d6d616e64a3636f6ea46f70496400a776657273696f6ea5312e302e30a56163457569cfacde48000000
     0a01a8736e416355756964c4108f1c2a44903b4d5ea1b2c3d4e5f60718`,
  );
  t.strictSame(
    scaci.con.req.read(bin.fields),
    { version: '1.0.0', acEui: AC, snAcUuid: AC_UUID },
    'FR25: a session UUID as bin',
  );
  const json = read('4d494f54594130311b0000007b22636f6d6d616e64223a2270696e67222c226f704964223a377d');
  t.match(json, { command: 'ping', opId: 7 }, 'FR26: JSON');
});

t.test('a frame of the other interface is none', async t => {
  t.throws(
    () => read('4d494f54594230311400000082a7636f6d6d616e64a470696e67a46f70496407'),
    new FrameError('wrong identifier'),
  );
});

function plain(hex: string): string {
  return hex.replaceAll(/\s/g, '');
}

function read(hex: string) {
  const reader = new FrameReader(IDENTIFIER, 65_536);
  reader.push(Buffer.from(plain(hex), 'hex'));
  const payload = reader.next();
  if (!payload) throw new Error('incomplete frame');
  return readEnvelope(isJson(payload) ? readJson(payload) : new MsgPackReader().map(payload));
}
