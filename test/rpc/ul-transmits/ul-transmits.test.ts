import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tokenOf } from '../../../src/cli/api.ts';
import type { SendULTransmitRequestOut } from '../../../src/rpc/schema.gen.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { Center, until } from '../../peers/center.ts';
import { METER } from '../../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const KEY = 'c0ffee00112233445566778899aabbcc';
const USER_DATA = Buffer.from([1, 128, 255]);
const REQUEST = { ep_eui: METER, user_data: USER_DATA, packet_cnt: 7, nwk_sn_key: KEY, bs_eui: NEAR, wait_seconds: 5 };

const send = (center: Center, request: SendULTransmitRequestOut) => center.api.call('SendULTransmit', request);

async function token(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (cause) {
    return tokenOf(cause).replace('ErrToken', '');
  }
  return 'none';
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

t.test('what is wrong with a request is told before anything is sent', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.endpoint({ ep_eui: METER });
  const near = await center.baseStation({ bsEui: NEAR });
  await center.baseStation({ bsEui: FAR, con: { bidi: false } });
  for (const bs_eui of ['70b3d59cd0000003', '70b3d59cd0000004']) {
    await center.api.call('CreateBaseStation', { base_station: { bs_eui, disabled: bs_eui.endsWith('4') } });
  }
  const cases: [string, SendULTransmitRequestOut][] = [
    ['EUIRequired', { ep_eui: '' }],
    ['InvalidEUIFormat', { ep_eui: 'meter' }],
    ['InvalidEUIFormat', { bs_eui: 'tower' }],
    ['ULTransmitPayloadTooLarge', { user_data: Buffer.alloc(201) }],
    ['InvalidArgument', { packet_cnt: null }],
    ['InvalidKeyFormat', { nwk_sn_key: 'c0ffee' }],
    ['InvalidKeyFormat', { nwk_sn_key: '0'.repeat(32) }],
    ['InvalidKeyFormat', { nwk_sn_key: `${KEY.slice(1)}g` }],
    ['InvalidShortAddress', { sh_addr: 65_536 }],
    ['FieldOutOfRange', { format: 256 }],
    ['FieldOutOfRange', { wait_seconds: 31 }],
    ['FieldTooLong', { profile: 'x'.repeat(65) }],
    ['InvalidArgument', { packet_cnt: null, sh_addr: 65_536, user_data: Buffer.alloc(201) }],
    ['EndPointNotFound', { ep_eui: 'fe0000000000e1ff' }],
    ['BaseStationNotFound', { bs_eui: '70b3d59cd00000ff' }],
    ['ULTransmitKeyRequired', { nwk_sn_key: '' }],
    ['BaseStationOffline', { bs_eui: '70b3d59cd0000003' }],
    ['BaseStationOffline', { bs_eui: '70b3d59cd0000004' }],
    ['BaseStationOffline', { bs_eui: '' }],
    ['BaseStationNotBidirectional', { bs_eui: FAR }],
  ];
  for (const [expected, wrong] of cases) {
    t.equal(await token(send(center, { ...REQUEST, ...wrong })), expected, JSON.stringify(wrong));
  }
  await near.settled();
  t.equal(near.unread('ulDataTx'), 0);
  t.same(center.rows("SELECT * FROM endpoint_operation WHERE operation = 'ul_transmit'"), []);
  t.notOk(center.events().includes('basestation.ul_transmit'));
});

t.test('a station is given the uplink, and the caller its end', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.endpoint({ ep_eui: METER });
  const near = await center.baseStation({ bsEui: NEAR });
  const answer = await send(center, {
    ...REQUEST,
    sh_addr: 0xabcd,
    profile: 'eu1',
    format: 255,
    packet_cnt: 0xffffffff,
  });
  t.match(answer, { bs_eui: NEAR, op_id: '-1', status: 'completed', message: '' });
  const { nwkSnKey, userData, ...telegram } = await near.next('ulDataTx');
  t.match(telegram, { epEui: METER, shAddr: 0xabcd, packetCnt: 0xffffffff, profile: 'eu1', format: 255 });
  t.same([hex(nwkSnKey), hex(userData)], [KEY, hex(USER_DATA)]);

  const bare = { ep_eui: METER, packet_cnt: 0, nwk_sn_key: KEY, bs_eui: NEAR };
  t.match(await send(center, bare), { op_id: '-2', status: 'sent' }, 'a caller waits only when he says so');
  const second = await near.next('ulDataTx');
  t.match(second, { packetCnt: 0, shAddr: 0xe101, userData: { length: 0 } }, 'the address is the end of the EUI');
  t.notOk('profile' in second || 'format' in second, 'what was not given is left to the station');
  t.match(await send(center, { ...REQUEST, user_data: Buffer.alloc(200, 9) }), { status: 'completed' });
  t.equal(await center.visible(), 0, 'what it transmits is no uplink until a station hears it');

  const { operations } = await center.api.call('GetEndPointOperations', { ep_eui: METER, operation: ['ul_transmit'] });
  t.match(operations.at(-1), {
    ...{ id: answer.operation_id, operation: 'ul_transmit', origin: 'api', bs_eui: NEAR, op_id: '-1' },
    ...{ status: 'completed', error: '', actor: 'operator@localhost' },
  });
  const events = center.rows(
    "SELECT source_id, ep_eui, user_email, data FROM event WHERE event_type = 'basestation.ul_transmit' ORDER BY seq LIMIT 2",
  );
  const data = { epEui: METER, packetCnt: 0xffffffff, opId: '-1' };
  t.match(
    events.map(row => ({ ...row, data: JSON.parse(String(row.data)) })),
    [
      { source_id: NEAR, ep_eui: METER, user_email: 'operator@localhost', data: { ...data, status: 'sent' } },
      { source_id: NEAR, user_email: null, data: { ...data, status: 'completed' } },
    ],
  );
});

t.test('without a key in the request it is the one the endpoint has', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const near = await center.baseStation({ bsEui: NEAR });
  const given = { ep_class: 'Z', sh_addr: 0x1234 };
  const nwkKey = await center.endpoint({ ...given, ep_eui: METER });
  const preAttached = await center.endpoint({ ...given, ep_eui: 'fe0000000000e102', pre_attach: true });
  await center.endpoint({ ...given, ep_eui: 'fe0000000000e103', nwk_sn_key: KEY });
  const decided = await center.endpoint({ ...given, ep_eui: 'fe0000000000e104' });
  await center.api.call('AttachEndPoint', { ep_eui: 'fe0000000000e104' });
  const request = { ...REQUEST, nwk_sn_key: '' };
  const sentFor = async (ep_eui: string) => {
    t.match(await send(center, { ...request, ep_eui }), { status: 'completed' });
    const { nwkSnKey, shAddr } = await near.next('ulDataTx');
    return [hex(nwkSnKey), shAddr];
  };
  t.same(await sentFor('fe0000000000e102'), [hex(preAttached), 0x1234], 'pre-attached: its network key');
  t.same(await sentFor('fe0000000000e103'), [KEY, 0x1234], 'its session key');
  t.same(await sentFor('fe0000000000e104'), [hex(decided), 0x1234], 'attached by an operator: its network key');

  t.equal(await token(send(center, request)), 'ULTransmitKeyRequired', 'a network key alone is not one to send with');
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, clock: center.clock });
  await meter.attach([{ station: near }]);
  t.same(await sentFor(METER), [hex(meter.nwkSnKey), 0x1234], 'attached over the air: what it negotiated');
});

t.test('without a station in the request it is the one that serves the endpoint', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const near = await center.baseStation({ bsEui: NEAR });
  const far = await center.baseStation({ bsEui: FAR });
  await center.endpoint({ ep_eui: METER, nwk_sn_key: KEY, pre_attach: true });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey: Buffer.from(KEY, 'hex'), clock: center.clock });
  await meter.uplink([
    { station: near, snr: 3 },
    { station: far, snr: 9 },
  ]);
  await center.clock.advance(500);
  await until(async () => (await center.visible()) === 1);
  t.match(await send(center, { ...REQUEST, bs_eui: '' }), { bs_eui: FAR, status: 'completed' });
  t.same([near.unread('ulDataTx'), far.unread('ulDataTx')], [0, 1]);
});

t.test('how it ends otherwise', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.endpoint({ ep_eui: METER });
  const near = await center.baseStation({ bsEui: NEAR });
  near.dialect = { refuse: { ulDataTx: { code: 95, message: 'no transmitter' } } };
  t.equal(await token(send(center, REQUEST)), 'BaseStationOperationUnsupported');
  near.dialect = { refuse: { ulDataTx: { code: 16, message: 'busy' } } };
  t.equal(await token(send(center, REQUEST)), 'BaseStationOperationRejected');
  near.dialect = { withhold: ['ulDataTxRsp'] };
  const waiting = token(send(center, REQUEST));
  while ((await near.next('ulDataTx')).opId !== -3);
  await center.clock.advance(5000);
  t.equal(await waiting, 'BaseStationOperationTimeout');
  near.dialect = { cutAfter: ['ulDataTx'] };
  t.match(await send(center, REQUEST), { op_id: '-4', status: 'sent', message: /connection/ });
  const { operations } = await center.api.call('GetEndPointOperations', { ep_eui: METER });
  t.match(
    operations.map(({ status, error }) => [status, error]),
    [
      ['sent', ''],
      ['sent', ''],
      ['failed', '16 busy'],
      ['failed', '95 no transmitter'],
    ],
  );
});

t.test('the key is nowhere but in its telegram', async t => {
  const dir = join(t.testdir(), 'data');
  await using center = await Center.start({ dir });
  await center.endpoint({ ep_eui: METER });
  const near = await center.baseStation({ bsEui: NEAR });
  await send(center, REQUEST);
  t.equal(hex((await near.next('ulDataTx')).nwkSnKey), KEY, 'it was sent');
  near.dialect = { refuse: { ulDataTx: { code: 22, message: 'malformed' } } };
  const refused = await send(center, REQUEST).then(
    () => undefined,
    cause => cause,
  );
  near.dialect = { withhold: ['ulDataTxRsp'] };
  await send(center, { ...REQUEST, wait_seconds: 0 });
  const short = await send(center, { ...REQUEST, nwk_sn_key: KEY.slice(2) }).then(
    () => undefined,
    cause => cause,
  );
  t.equal(tokenOf(short), 'ErrTokenInvalidKeyFormat');
  t.equal(center.rows('SELECT * FROM operation').length, 1, 'one is open and stored');

  const bytes = Buffer.from(KEY, 'hex');
  // As MessagePack writes it, only its small bytes follow each other.
  const spellings = [
    bytes,
    bytes.subarray(3, 11),
    KEY,
    KEY.toUpperCase(),
    KEY.slice(2),
    bytes.toString('base64'),
    [...bytes].join(','),
  ];
  const clean = (what: string, content: Buffer) =>
    t.notOk(
      spellings.some(spelling => content.includes(spelling)),
      what,
    );
  const errors = [refused, short].map(({ message, details, metadata }) => ({
    message,
    details,
    metadata: metadata.toJSON(),
  }));
  clean('errors', Buffer.from(JSON.stringify(errors)));
  for (const { metadata } of [refused, short]) clean('details', metadata.get('grpc-status-details-bin')[0]);
  for (const table of ['event', 'endpoint_operation', 'ul_transmit']) {
    const rows = center.rows(`SELECT * FROM ${table}`);
    t.ok(rows.length > 0, table);
    clean(table, Buffer.from(JSON.stringify(rows)));
  }
  for (const file of readdirSync(dir)) {
    if (file.startsWith('waystation.db')) clean(file, readFileSync(join(dir, file)));
  }
  t.ok(center.log.some(line => line.includes('SendULTransmit')));
  clean('log', Buffer.from(center.log.join('')));
});
