import t from 'tap';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, connected, conOf, dialIn, downlink, drop, scene, UUID } from './scene.ts';

const OTHER_UUID = [...UUID].reverse();

/** The session of these counters, as the center remembers them. */
const back = (snAcOpId: number, snScOpId: number): Fields => ({ snAcOpId, snScOpId });

t.test('the ids a center may reissue after a resume (SCACI 6.4)', async t => {
  await using center = await scene(t);
  await center.endpoint({ ep_eui: 'acde48000000e002', ep_class: 'Z' });
  const app = await connected(center);
  await app.ping(1);
  app.send(downlink(3, 1), downlink(4, 1));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 3 });
  t.match(await app.next(), { command: 'error', opId: 4, code: 17 });
  app.send({ command: 'status', opId: 5 }, { command: 'dereg', opId: 6 });
  t.match([await app.next(), await app.next()].map(answer => answer?.command).sort(), ['error', 'statusRsp']);
  await drop(center, app);
  const peer = await connected(center, back(2, 0));
  t.match(peer.answer, { snResume: true });
  const cases: [name: string, message: Fields, answer: Fields][] = [
    ['what it says is answered', { command: 'ping', opId: 2 }, { command: 'error', opId: 2, code: 22 }],
    ['executed: the same answer', downlink(3, 1), { command: 'dlDataQueRsp', opId: 3 }],
    ['each at most once', downlink(3, 1), { command: 'error', opId: 3, code: 22 }],
    ['refused: refused again', downlink(4, 2), { command: 'error', opId: 4, code: 17 }],
    ['below the last one', downlink(3, 1), { command: 'error', opId: 3, code: 22 }],
    [
      'an answer with content',
      { command: 'status', opId: 5 },
      { command: 'statusRsp', opId: 5, code: 0, message: 'ok' },
    ],
    ['the first above closes the window', { command: 'ping', opId: 8 }, { command: 'pingRsp', opId: 8 }],
    ['closed', { command: 'dereg', opId: 6 }, { command: 'error', opId: 6, code: 22 }],
  ];
  for (const [name, message, answer] of cases) {
    peer.send(message);
    t.match(await peer.next(), answer, name);
  }
  t.equal(center.rows('SELECT 1 FROM downlink').length, 1);
  await drop(center, peer);
  const last = await connected(center, back(0, 0));
  last.send({ command: 'ping', opId: 3 });
  t.match(await last.next(), { command: 'error', opId: 3, code: 71 }, 'another command under the id');
  last.send(downlink(7, 77));
  t.same(await last.next(), { command: 'dlDataQueRsp', opId: 7 }, 'one that was never executed is executed now');
  t.equal(center.rows('SELECT 1 FROM downlink').length, 2);
});

t.test(
  'a request that is refused as it stands has used its id on the disk before it is answered (SCACI 5.3, 11)',
  async t => {
    await using center = await scene(t);
    const app = await connected(center);
    await app.ping(1);
    const cases: [message: Fields, code: number][] = [
      [{ command: 'dereg', opId: 4 }, 22],
      [{ command: 'dlDataRev', opId: 6, epEui: 1, packetCnt: 2 ** 32 }, 34],
      [{ command: 'hello', opId: 8 }, 95],
      [{ command: 'rc.dir', opId: 9 }, 38],
    ];
    for (const [message, code] of cases) {
      const { command, opId } = message;
      app.send(message);
      t.match(await app.next(), { command: 'error', opId, code }, String(command));
      t.match(center.rows('SELECT last_ac FROM center_session'), [{ last_ac: opId }], 'what a crash leaves');
    }
    await drop(center, app);
    const peer = await connected(center, back(1, 0));
    t.match(peer.answer, { snResume: true });
    for (const [message, code] of cases) {
      peer.send(message);
      t.match(await peer.next(), { command: 'error', opId: message.opId, code }, 'the same again');
    }
    await drop(center, peer);
    const last = await connected(center, back(1, 0));
    last.send({ command: 'goodbye', opId: 4 }, { command: 'ping', opId: 8 });
    t.match(
      [await last.next(), await last.next()],
      [
        { opId: 4, code: 71 },
        { opId: 8, code: 71 },
      ],
      'another command',
    );
  },
);

t.test('a completion of the connection before is valid, once (SCACI 6.4)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  const register = (opId: number): Fields => ({
    ...{ command: 'reg', opId, epEui: 0xacde48000000e009n, bidi: true, preAttach: true, nwkKey: UUID, shAddr: 9 },
    ...{ attachCnt: 0, packetCnt: 0, dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
  });
  app.send(register(4));
  t.same(await app.next(), { command: 'regRsp', opId: 4 });
  await app.ping(5);
  await drop(center, app);
  const peer = await connected(center, back(5, 0));
  t.match(peer.answer, { snResume: true });
  peer.send({ command: 'regCmp', opId: 4 });
  t.match(await peer.next(), { command: 'epStat', opId: -1, epStatus: 'attached' }, 'has its effect now');
  peer.send({ command: 'regCmp', opId: 4 });
  t.match(await peer.next(), { command: 'error', opId: 4, code: 71 }, 'and not twice');
  peer.send({ command: 'regCmp', opId: 5 });
  t.match(await peer.next(), { command: 'error', opId: 5, code: 71 }, 'of another operation');
  peer.send({ command: 'pingCmp', opId: 5 });
  peer.send({ command: 'epStatRsp', opId: -1 });
  await peer.until('epStatCmp');
  await drop(center, peer);
  const last = await connected(center, back(5, -1));
  last.send({ command: 'regCmp', opId: 4 });
  t.match(await last.next(), { command: 'error', opId: 4, code: 71 }, 'nor on a third connection');
});

t.test('one live session per center: the newer connection wins (T8, SCACI 6.6)', async t => {
  await using center = await scene(t);
  const first = await connected(center);
  await first.ping(1);
  const refused = await dialIn(center);
  refused.send(conOf(AC, { version: '2.0.0' }));
  t.match(await refused.next(), { command: 'error', opId: 0, code: 95 });
  await refused.closed;
  await first.ping(2);
  const moved = await connected(center, back(2, 0));
  t.match(moved.answer, { snResume: true });
  t.equal(await first.next(), undefined, 'closed without a message');
  await moved.ping(3);
  const second = await connected(center, { snAcUuid: OTHER_UUID });
  t.match(second.answer, { snResume: false });
  t.equal(await moved.next(), undefined);
  await second.ping(1);
  t.same(
    center.rows('SELECT status, close_reason FROM center_session ORDER BY id'),
    [
      { status: 'terminated', close_reason: 'superseded' },
      { status: 'active', close_reason: '' },
    ],
    'the late end of the old connection is none of the new one',
  );
  const old = await connected(center, back(0, 0));
  t.match(old.answer, { snResume: false }, 'the first session is over');
});

t.test('a con that passed and was never completed has superseded, and can be resumed', async t => {
  await using center = await scene(t);
  const first = await connected(center);
  const half = await dialIn(center);
  half.send(conOf(AC, { snAcUuid: OTHER_UUID }));
  t.match(await half.next(), { command: 'conRsp', snResume: false });
  t.equal(await first.next(), undefined);
  await half.close();
  const peer = await connected(center, { snAcUuid: OTHER_UUID, ...back(0, 0) });
  t.match(peer.answer, { snResume: true });
});
