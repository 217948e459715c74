import t from 'tap';
import { type Center, until } from '../peers/center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, AC2, BS, connected, conOf, dialIn, downlink, drop, EP, hear, scene, UUID } from './scene.ts';

const epEui = BigInt(`0x${EP}`);

/** Nothing of the kind can be stored until it is called back. */
function fails(center: Center, event: 'INSERT' | 'DELETE', table: string): () => void {
  center.sabotage(`CREATE TRIGGER fails BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  return () => center.sabotage('DROP TRIGGER fails');
}

t.test('a request that cannot be stored has no effect, and the center is told (SCACI 8.2, 11)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const works = fails(center, 'INSERT', 'center_request');
  const register = { bidi: true, preAttach: true, nwkKey: UUID, shAddr: 9, attachCnt: 0, packetCnt: 0 };
  const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };
  const requests: Fields[] = [
    { command: 'ping' },
    { command: 'status' },
    { command: 'reg', epEui: 5, ...register, ...flags },
    { command: 'dereg', epEui },
    downlink(0, 1),
    { command: 'dlDataRev', epEui, packetCnt: 1 },
    { command: 'hello' },
    { command: 'dereg' },
  ];
  for (const [index, request] of requests.entries()) {
    app.send({ ...request, opId: index + 1 });
    t.match(await app.next(), { command: 'error', opId: index + 1, code: 5 }, String(request.command));
  }
  works();
  t.same(center.rows('SELECT eui, deregistered FROM endpoint'), [{ eui: EP, deregistered: 0 }]);
  t.equal(center.rows('SELECT 1 FROM downlink').length, 0);
  app.send(downlink(9, 1));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 9 }, 'the connection goes on, with the next id');
});

t.test(
  'what cannot be stored as an operation is not sent, and tried again after 2 s, then 4 (SCACI 11, 12)',
  async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const app = await connected(center);
    await app.ping(1);
    const tried = () => center.log.filter(line => line.includes('delivery failed, tried again')).length;
    const works = fails(center, 'INSERT', 'center_operation');
    await hear(center, station, 1);
    await until(() => tried() === 1);
    await center.clock.advance(2000);
    await until(() => tried() === 2);
    works();
    await center.clock.advance(3999);
    await app.ping(2);
    t.same(app.received, []);
    await center.clock.advance(1);
    t.match(await app.take('ulData'), { opId: -1, packetCnt: 1 });
    t.match(await app.next(), { command: 'ulDataCmp', opId: -1 });
  },
);

t.test(
  'a read that fails again and again ends no process: delivery goes on when the store does (SCACI 12)',
  async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const app = await connected(center);
    await app.ping(1);
    const tried = () => center.log.filter(line => line.includes('delivery failed, tried again')).length;
    center.sabotage('ALTER TABLE center_operation RENAME TO lost');
    await hear(center, station, 1);
    await until(() => tried() === 1);
    for (const [index, pause] of [2000, 4000].entries()) {
      await center.clock.advance(pause);
      await until(() => tried() === index + 2);
    }
    center.sabotage('ALTER TABLE lost RENAME TO center_operation');
    await center.clock.advance(8000);
    t.match(await app.take('ulData'), { opId: -1, packetCnt: 1 });
    t.match(await app.until('ulDataCmp'), { opId: -1 });
    center.sabotage('ALTER TABLE center_operation RENAME TO lost');
    await hear(center, station, 2);
    await until(() => tried() === 4);
    center.sabotage('ALTER TABLE lost RENAME TO center_operation');
    await center.clock.advance(2000);
    t.match(await app.take('ulData'), { packetCnt: 2 }, 'what has worked in between begins with the shortest pause');
  },
);

t.test('delivery that fails through the longest pause ends the connection, and the session can be resumed', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  await app.ping(1);
  const tried = () => center.log.filter(line => line.includes('delivery failed, tried again')).length;
  const works = fails(center, 'INSERT', 'center_operation');
  await hear(center, station, 1);
  for (const [index, pause] of [2, 4, 8, 16, 32, 64, 128, 256, 300].entries()) {
    await until(() => tried() === index + 1);
    await center.clock.advance(pause * 1000);
  }
  t.equal(await app.next(), undefined, 'closed without a word');
  t.ok(center.log.some(line => line.includes('delivery given up')));
  await until(() => center.rows("SELECT 1 FROM center_session WHERE status = 'disconnected'").length === 1);
  works();
  const back = await connected(center, { snAcOpId: 1, snScOpId: 0 });
  t.match(await back.take('ulData'), { opId: -1, packetCnt: 1 });
});

t.test('an answer that cannot be stored completes nothing: the operation comes again after a resume', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  const app = await connected(center);
  const works = fails(center, 'DELETE', 'center_operation');
  await hear(center, station, 1);
  await app.take('ulData');
  await until(() => center.log.some(line => line.includes('operation failed')));
  await app.ping(1);
  t.same(app.received, [], 'no ulDataCmp');
  works();
  await drop(center, app);
  const back = await connected(center, { snAcOpId: 1, snScOpId: -1 });
  t.match(await back.take('ulData'), { opId: -1, packetCnt: 1 });
  t.match(await back.next(), { command: 'ulDataCmp', opId: -1 });
});

t.test('a con that cannot be stored is refused, and a session that is there is not touched (SCACI 6.2)', async t => {
  await using center = await scene(t);
  const other = await connected(center, {}, AC2);
  await other.ping(1);
  const works = fails(center, 'INSERT', 'center_session');
  const app = await dialIn(center);
  app.send(conOf(AC));
  t.match(await app.next(), { command: 'error', opId: 0, code: 5 });
  t.equal(await app.next(), undefined, 'closed');
  await other.ping(2);
  works();
  t.match((await connected(center)).answer, { command: 'conRsp' });
});
