import { encode } from '@msgpack/msgpack';
import t from 'tap';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, BS, connected, conOf, dialIn, downlink, drop, EP, hear, scene } from './scene.ts';

/** The same fields in the order of their names, or the other way round. */
function ordered(fields: Fields, way: 1 | -1): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -way : way)));
}

t.test('a center that reconnects with its old uuid, without counters, and counts on: a new session', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await app.ping(1);
  app.send(downlink(2, 7));
  t.match(await app.next(), { command: 'dlDataQueRsp' });
  await hear(center, station, 1);
  t.match(await app.until('ulData'), { opId: -1 });
  await drop(center, app);
  await hear(center, station, 2);
  const back = await connected(center);
  t.match(back.answer, { snResume: false });
  t.not(String(back.answer.snScUuid), String(app.answer.snScUuid));
  back.send(downlink(17, 8), downlink(18, 7));
  t.match(await back.next(), { command: 'dlDataQueRsp', opId: 17 }, 'its ids go on where they were');
  t.match(await back.next(), { command: 'error', opId: 18, code: 17 }, 'and its queue ids are still in use');
  await hear(center, station, 3);
  t.match(await back.next(), { command: 'ulData', opId: -1, packetCnt: 3 }, 'ours begin anew, with what is new');
  back.send({ command: 'ulDataRsp', opId: -1 });
  t.match(await back.next(), { command: 'ulDataCmp', opId: -1 });
  t.match(await back.ping(19), { opId: 19 });
});

t.test('the order of the keys carries no meaning (SCACI 3.1)', async t => {
  await using center = await scene(t);
  for (const way of [1, -1] as const) {
    const app = await dialIn(center);
    app.send(ordered(conOf(AC, { name: 'north', info: { b: 1, a: [{ d: 1, c: 2 }] } }), way));
    t.match(await app.next(), { command: 'conRsp' });
    app.send(ordered({ command: 'conCmp', opId: 0 }, way));
    app.send(ordered(downlink(1, way === 1 ? 1 : 2, { prio: 1, format: 3 }), way));
    t.same(await app.next(), { command: 'dlDataQueRsp', opId: 1 });
    app.json(ordered({ command: 'ping', opId: 2 }, way));
    t.same(await app.next(), { command: 'pingRsp', opId: 2 });
  }
  t.match(center.rows('SELECT prio, format FROM downlink'), [
    { prio: 1, format: 3 },
    { prio: 1, format: 3 },
  ]);
});

t.test('an EUI is an unsigned number here: a negative one is out of range (SCACI 3.2)', async t => {
  await using center = await scene(t);
  const signed = BigInt.asIntN(64, BigInt(`0x${AC}`));
  t.equal(encode(signed, { useBigInt64: true })[0], 0xd3, 'as a signed number of 64 bits');
  const refused = await dialIn(center);
  refused.send(conOf(AC, { acEui: signed }));
  t.match(await refused.next(), { command: 'error', opId: 0, code: 34 });
  t.equal(await refused.next(), undefined);
  const app = await connected(center);
  app.send({ command: 'dereg', opId: 1, epEui: BigInt.asIntN(64, BigInt(`0x${EP}`)) });
  t.match(await app.next(), { command: 'error', opId: 1, code: 34 });
  app.send({ command: 'dlDataQue', opId: 2, ...downlink(2, 1) });
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 2 }, 'and the connection goes on');
});
