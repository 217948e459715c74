import t from 'tap';
import { until } from '../peers/center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, BS, connected, conOf, downlink, EP, hear, scene } from './scene.ts';

const epEui = BigInt(`0x${EP}`);
/** The counter stands at 10. */
const COUNTER = 10;

t.test('checks on a frame in a live session, in their order (SCACI 5.4)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await app.ping(COUNTER);
  await hear(center, station, 1);
  t.match(await app.until('ulData'), { opId: -1 });
  const cases: [check: string, message: Fields, code: number][] = [
    ['5: 0 in a request', { command: 'ping', opId: 0 }, 22],
    ['5: 0 in an unknown command', { command: 'hello', opId: 0 }, 22],
    ['5: 0 in a sublayer', { command: 'rc.dir', opId: 0 }, 22],
    ['5: 0 in a response', { command: 'ulDataRsp', opId: 0 }, 22],
    ['5: 0 in a completion', { command: 'pingCmp', opId: 0 }, 22],
    ['5: 0 in an error', { command: 'error', opId: 0, code: 5, message: 'no' }, 22],
    ['6: a ping of ours', { command: 'ping', opId: -1 }, 22],
    ['6: a request below zero', { command: 'status', opId: -5 }, 22],
    ['6: a response above zero', { command: 'ulDataRsp', opId: 99 }, 22],
    ['6: pingRsp above zero', { command: 'pingRsp', opId: 99 }, 22],
    ['6: a completion below zero', { command: 'regCmp', opId: -1 }, 22],
    ['6: ulData above zero', { command: 'ulData', opId: 99 }, 22],
    ['7: never issued', { command: 'ulDataRsp', opId: -9 }, 71],
    ['7: of another operation', { command: 'epStatRsp', opId: -1 }, 71],
    ['7: pingRsp without ping', { command: 'pingRsp', opId: -1 }, 71],
    ['8: used', { command: 'ping', opId: COUNTER }, 22],
    ['8: below', { command: 'status', opId: 1 }, 22],
    ['8: unknown command below', { command: 'hello', opId: 3 }, 22],
    ['8: sublayer below', { command: 'rc.dir', opId: 3 }, 22],
    ['10: one only we send', { command: 'ulData', opId: -20 }, 95],
    ['10: epStat', { command: 'epStat', opId: -20 }, 95],
    ['10: a response only we send', { command: 'regRsp', opId: 500 }, 71],
    ['10: dlDataQueRsp', { command: 'dlDataQueRsp', opId: 500 }, 71],
    ['11: a completion of nothing', { command: 'regCmp', opId: 500 }, 71],
    ['11: a completion twice', { command: 'deregCmp', opId: 5 }, 71],
    ['con once more', conOf(AC), 71],
    ['conCmp once more', { command: 'conCmp', opId: 0 }, 71],
  ];
  for (const [name, message, code] of cases) {
    app.send(message);
    t.match(await app.next(), { command: 'error', opId: message.opId, code, message: /./ }, name);
  }
  t.match(await app.ping(COUNTER + 1), { opId: COUNTER + 1 }, 'the counter is where it was');
  app.send({ command: 'ulDataRsp', opId: -1 });
  t.same(await app.next(), { command: 'ulDataCmp', opId: -1 }, 'and ours still waits');
  app.send({ command: 'ulDataRsp', opId: -1 });
  t.match(await app.next(), { command: 'error', opId: -1, code: 71 }, '7: a response is accepted once');
});

t.test('what has used its id although it was refused (SCACI 5.3)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const cases: [name: string, message: Fields, code: number][] = [
    ['9: a sublayer', { command: 'rc.dir', opId: 1 }, 38],
    ['9: any sublayer', { command: 'vm.ulData', opId: 2 }, 38],
    ['10: unknown', { command: 'hello', opId: 3 }, 95],
    ['10: of the other interface', { command: 'attPrp', opId: 4 }, 95],
    ['10: names are case-sensitive', { command: 'PING', opId: 5 }, 95],
    ['11: a field missing', { command: 'dereg', opId: 6 }, 22],
    ['11: refused by its handler', { command: 'dereg', opId: 7, epEui: 1 }, 2],
  ];
  for (const [name, message, code] of cases) {
    app.send(message);
    t.match(await app.next(), { command: 'error', opId: message.opId, code }, name);
    app.send({ command: 'errorAck', opId: message.opId }, { command: 'ping', opId: message.opId });
    t.match(await app.next(), { command: 'error', opId: message.opId, code: 22 }, `${name}: used`);
  }
});

t.test('con and conCmp with another id than 0 end the connection', async t => {
  await using center = await scene(t);
  for (const message of [conOf(AC, { opId: 5 }), { command: 'conCmp', opId: 5 }]) {
    const app = await connected(center);
    await app.ping(1);
    app.send(message);
    t.match(await app.next(), { command: 'error', opId: 5, code: 22 }, String(message.command));
    t.equal(await app.next(), undefined);
  }
});

t.test('errors of the center (SCACI 8.1)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const offered = async (packetCnt: number) => {
    await hear(center, station, packetCnt);
    return (await app.until('ulData')).opId;
  };
  const cases: [name: string, error: Fields, answer: Fields][] = [
    ['for an operation of ours', { opId: await offered(1), code: 5, message: 'disk full' }, { command: 'errorAck' }],
    ['rc in place of code', { opId: await offered(2), rc: 5, message: 'disk full' }, { command: 'errorAck' }],
    ['for nothing', { opId: -77, code: 5, message: 'x' }, { command: 'errorAck' }],
    ['for an operation of its own', { opId: 5, code: 5, message: 'x' }, { command: 'errorAck' }],
    ['without code', { opId: -1, message: 'x' }, { command: 'error', code: 22 }],
    ['code 0', { opId: -1, code: 0, message: 'x' }, { command: 'error', code: 22 }],
    ['without message', { opId: 600, code: 5 }, { command: 'error', code: 22 }],
    ['empty message', { opId: -1, code: 5, message: '' }, { command: 'error', code: 22 }],
  ];
  for (const [name, error, answer] of cases) {
    app.send({ command: 'error', ...error });
    t.match(await app.next(), { opId: error.opId, ...answer }, name);
  }
  t.match(await app.ping(1), { opId: 1 }, 'no id was used');
  const opId = await offered(3);
  app.send({ command: 'ulDataCmp', opId });
  t.match(await app.next(), { command: 'error', opId, code: 71 }, 'a completion only we may send');
  await until(() => center.rows('SELECT 1 FROM center_operation').length === 0);
  app.send({ command: 'ulDataRsp', opId });
  t.match(await app.next(), { command: 'error', opId, code: 71 }, 'our operation has failed, and is not offered again');
});

t.test('a response counts once, also while the first is still being stored (SCACI 5.4, check 7)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const offered = async (packetCnt: number) => {
    await hear(center, station, packetCnt);
    return (await app.until('ulData')).opId;
  };
  const both = async () =>
    [await app.next(), await app.next()].sort((a, b) => (String(a?.command) < String(b?.command) ? 1 : -1));
  const taken = await offered(1);
  app.send({ command: 'ulDataRsp', opId: taken }, { command: 'ulDataRsp', opId: taken });
  t.match(await both(), [{ command: 'ulDataCmp' }, { command: 'error', opId: taken, code: 71 }]);
  const refused = await offered(2);
  app.send({ command: 'error', opId: refused, code: 5, message: 'full' }, { command: 'ulDataRsp', opId: refused });
  t.match(await both(), [{ command: 'errorAck' }, { command: 'error', opId: refused, code: 71 }]);
  const completed = await offered(3);
  app.send({ command: 'ulDataCmp', opId: completed }, { command: 'ulDataRsp', opId: completed });
  t.match(await both(), [
    { command: 'error', opId: completed, code: 71 },
    { command: 'error', opId: completed, code: 71 },
  ]);
});

t.test('an error for no open operation is acknowledged and recorded (SCACI 8.1, 13)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  await app.ping(1);
  for (const opId of [-77, 5, 900]) {
    app.send({ command: 'error', opId, code: 28, message: 'disk full' });
    t.same(await app.next(), { command: 'errorAck', opId });
  }
  await until(() => center.rows('SELECT 1 FROM center_error WHERE count = 3').length === 1);
  t.match((await center.api.call('ListScaciErrors', {})).errors, [
    { operation_type: 'error', error_code: '28', error_message: 'disk full', direction: 'received', count: '3' },
  ]);
  t.match(await app.ping(2), { opId: 2 }, 'no other effect');
});

t.test('fields of a request (SCACI 3.3, 7.8, 8.2)', async t => {
  await using center = await scene(t);
  await center.endpoint({ ep_eui: 'acde48000000e00f', ep_class: 'Z' });
  const app = await connected(center);
  const que = (over: Fields) => downlink(0, 1, over);
  const bytes = (length: number) => Array.from({ length }, () => 7);
  const refused: [name: string, message: Fields, code: number][] = [
    ['mandatory field missing', que({ cntDepend: undefined }), 22],
    ['mandatory field nil', que({ userData: null }), 22],
    ['wrong type', que({ cntDepend: 1 }), 22],
    ['epEui zero', que({ epEui: 0 }), 22],
    ['negative EUI', que({ epEui: -1 }), 34],
    ['queId negative', que({ queId: -1 }), 34],
    ['queId not whole', que({ queId: 1.5 }), 34],
    ['prio NaN', que({ prio: Number.NaN }), 34],
    ['prio beyond single precision', que({ prio: 1e300 }), 34],
    ['format of nine bits', que({ format: 256 }), 34],
    ['a byte of nine bits', que({ userData: [[256]] }), 34],
    ['a byte below zero', que({ userData: [[-1]] }), 34],
    ['counter beyond 32 bits', que({ cntDepend: true, packetCnt: [2 ** 32] }), 34],
    ['optional field wrong', que({ responseExp: 'yes' }), 22],
    ['201 bytes', que({ userData: [bytes(201)] }), 22],
    ['flat user data with counters', que({ cntDepend: true, packetCnt: [5], userData: [1] }), 22],
    ['flat user data of 201 bytes', que({ userData: bytes(201) }), 22],
    ['flat user data beyond bytes', que({ userData: [1, 256] }), 34],
    ['bytes beside an entry', que({ userData: [1, [2]] }), 22],
    ['two entries without counters', que({ userData: [[1], [2]] }), 22],
    ['counters without cntDepend', que({ packetCnt: [5] }), 22],
    ['cntDepend without counters', que({ cntDepend: true }), 22],
    ['cntDepend with nothing', que({ cntDepend: true, packetCnt: [], userData: [] }), 22],
    ['lengths differ', que({ cntDepend: true, packetCnt: [5, 6], userData: [[1]] }), 22],
    ['endpoint unknown', que({ epEui: 5n }), 2],
    ['unidirectional endpoint', que({ epEui: 0xacde48000000e00fn }), 95],
    ['revoke: epEui zero', { command: 'dlDataRev', epEui: 0, packetCnt: 1 }, 22],
    ['revoke: counter beyond 32 bits', { command: 'dlDataRev', epEui, packetCnt: 2 ** 32 }, 34],
    ['revoke: an array', { command: 'dlDataRev', epEui, packetCnt: [1] }, 22],
    ['dereg: epEui zero', { command: 'dereg', epEui: 0 }, 22],
    ['dereg: endpoint unknown', { command: 'dereg', epEui: 5n }, 2],
  ];
  let opId = 0;
  for (const [name, message, code] of refused) {
    app.send({ ...message, opId: ++opId });
    t.match(await app.next(), { command: 'error', opId, code, message: /./ }, name);
  }
  const many = Array.from({ length: 65 }, (_, n) => n);
  app.send(que({ opId: ++opId, cntDepend: true, packetCnt: many, userData: many.map(n => [n]) }));
  t.match(await app.next(), {
    command: 'error',
    code: 22,
    message: 'more than 64 entries: a base station holds no more',
  });
  t.equal(center.rows('SELECT 1 FROM downlink').length, 0, 'none has an effect');
  const taken: [name: string, message: Fields][] = [
    ['queId 0', que({ queId: 0 })],
    ['queId of 64 bits', que({ queId: 2n ** 64n - 1n })],
    ['queId as a float', que({ queId: 3.0 })],
    ['user data as bin', que({ queId: 4, userData: [Buffer.of(1, 2)] })],
    ['bytes in 64 bits', que({ queId: 5, userData: [[1n, 255n]] })],
    ['200 bytes', que({ queId: 6, userData: [bytes(200)] })],
    ['no entry', que({ queId: 7, userData: [] })],
    ['an empty entry', que({ queId: 8, userData: [[]] })],
    ['empty packetCnt', que({ queId: 9, packetCnt: [] })],
    ['counters', que({ queId: 10, cntDepend: true, packetCnt: [5, 6], userData: [[1], [2]] })],
    ['optional fields nil', que({ queId: 11, prio: null, format: null, expOnly: null })],
    ['all fields', que({ queId: 12, prio: -1.5, format: 7, responseExp: true, responsePrio: true, dlWindReq: true })],
    ['unknown fields', que({ queId: 13, colour: 'blue' })],
    [
      '64 entries',
      que({ queId: 14, cntDepend: true, packetCnt: many.slice(1), userData: many.slice(1).map(n => [n]) }),
    ],
    ['flat user data', que({ queId: 15, userData: [1, 128, 255] })],
    ['flat user data as bin', que({ queId: 16, userData: Buffer.of(1, 128, 255) })],
    ['flat user data in 64 bits', que({ queId: 17, userData: [1n, 128n, 255n] })],
  ];
  for (const [name, message] of taken) {
    app.send({ ...message, opId: ++opId });
    t.match(await app.next(), { command: 'dlDataQueRsp', opId }, name);
  }
  const flat = center.rows('SELECT entries FROM downlink WHERE CAST(ac_que_id AS INTEGER) BETWEEN 15 AND 17');
  t.same(
    flat.map(({ entries }) => [...(entries as Uint8Array)]),
    Array(3).fill([3, 1, 128, 255]),
    'as one entry',
  );
  app.send(downlink(++opId, 0));
  t.match(await app.next(), { command: 'error', code: 17 }, 'queId in use');
});
