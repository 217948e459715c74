import t from 'tap';
import type { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { AC, AC2, BS, connected, conOf, dialIn, downlink, drop, hear, scene, UUID } from './scene.ts';

const OTHER_UUID = [...UUID].reverse();

/** The session of these counters, as the center remembers them. */
const back = (snAcOpId: number, snScOpId: number): Fields => ({ snAcOpId, snScOpId });

/** Waits for a request of ours, and answers it. */
async function answered(app: RawCenter, command: string, opId: number): Promise<void> {
  app.send({ command: `${command}Rsp`, opId });
  await app.until(`${command}Cmp`);
}

t.test('what resumes, and what begins anew (SCACI 6.4)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  let app = await connected(center);
  await app.ping(10);
  for (const packetCnt of [1, 2]) {
    await hear(center, station, packetCnt);
    await app.until('ulData');
  }
  const { snScUuid } = app.answer;
  const resumed: [name: string, fields: Fields][] = [
    ['both agree', back(10, -2)],
    ['the answer to its last was lost', back(9, -2)],
    ['it missed one of ours', back(10, -1)],
    ['it has seen nothing', back(10, 0)],
    ['it requires nothing', back(0, 0)],
    ['another patch of the version', { ...back(10, -2), version: '1.0.7' }],
    ['a minor version that comes down to the same', { ...back(10, -2), version: '1.3.0' }],
    ['nil in the place of what it does not say', { ...back(10, -2), vendor: null }],
  ];
  for (const [name, fields] of resumed) {
    await drop(center, app);
    app = await connected(center, fields);
    t.match(app.answer, { command: 'conRsp', opId: 0, version: '1.0.0', snResume: true, snScUuid }, name);
  }
  const anew: [name: string, fields: Fields][] = [
    ['we have lost an operation', back(11, -2)],
    ['we never issued that', back(10, -3)],
    ['wrong sign of its own', back(-1, -2)],
    ['wrong sign of ours', back(10, 1)],
    ['another session', { ...back(0, 0), snAcUuid: OTHER_UUID }],
    ['no wish to resume', {}],
  ];
  for (const [name, fields] of anew) {
    await drop(center, app);
    app = await connected(center, fields);
    t.match(app.answer, { command: 'conRsp', opId: 0, version: '1.0.0', snResume: false }, name);
    t.notSame(app.answer.snScUuid, snScUuid, 'has a uuid of its own');
    await app.ping(10);
    await drop(center, app);
    app = await connected(center);
    await app.ping(10);
    for (const packetCnt of [1, 2]) {
      await hear(center, station, 100 + anew.findIndex(row => row[0] === name) * 10 + packetCnt);
      await app.until('ulData');
    }
  }
});

t.test("a center with another's session uuid gets a session of its own, and disturbs no other", async t => {
  await using center = await scene(t);
  const first = await connected(center);
  const second = await connected(center, back(0, 0), AC2);
  t.match(second.answer, { snResume: false });
  t.notSame(second.answer.snScUuid, first.answer.snScUuid);
  t.match(await first.ping(1), { opId: 1 });
  t.match(await second.ping(1), { opId: 1 });
});

t.test(
  'unfinished operations of ours come again in order under their ids, then what was held under new ones',
  async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const app = await connected(center);
    for (const packetCnt of [1, 2, 3, 4]) {
      await hear(center, station, packetCnt);
      t.match(await app.until('ulData'), { opId: -packetCnt, packetCnt });
    }
    await answered(app, 'ulData', -1);
    app.send({ command: 'error', opId: -3, code: 5, message: 'disk full' });
    t.same(await app.next(), { command: 'errorAck', opId: -3 });
    await drop(center, app);
    await hear(center, station, 5);
    await hear(center, station, 6);
    const peer = await dialIn(center);
    peer.send(conOf(AC, back(0, -4)));
    t.match(await peer.next(), { command: 'conRsp', snResume: true });
    await hear(center, station, 7);
    t.same(peer.received, [], 'nothing before conCmp');
    peer.send({ command: 'conCmp', opId: 0 });
    const seen = [];
    while (seen.length < 5) seen.push(await peer.until('ulData'));
    t.match(
      seen.map(({ opId, packetCnt }) => [opId, packetCnt]),
      [
        [-2, 2],
        [-4, 4],
        [-5, 5],
        [-6, 6],
        [-7, 7],
      ],
    );
    for (const opId of [-2, -4, -5, -6, -7]) await answered(peer, 'ulData', opId);
    await drop(center, peer);
    const again = await connected(center, back(0, -7));
    await again.ping(1);
    t.same(again.received, [], 'all is finished');
  },
);

t.test('a session is the same after a restart of the service center (T5)', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  await app.ping(6);
  {
    await using station = await center.baseStation({ bsEui: BS });
    await hear(center, station, 1003);
    t.match(await app.until('ulData'), { opId: -1, packetCnt: 1003 });
    app.send(downlink(7, 4245));
    await app.until('dlDataQueRsp');
    await drop(center, app);
    await hear(center, station, 1004);
  }
  await center.stop();
  await center.begin();
  const peer = await connected(center, back(6, -1));
  t.match(peer.answer, { snResume: true, snScUuid: app.answer.snScUuid });
  t.match(await peer.next(), { command: 'ulData', opId: -1, packetCnt: 1003 }, 'reissued, same id');
  t.match(await peer.next(), { command: 'ulData', opId: -2, packetCnt: 1004 }, 'the next new id');
  await answered(peer, 'ulData', -1);
  await answered(peer, 'ulData', -2);
  peer.send(downlink(7, 4245));
  t.same(await peer.next(), { command: 'dlDataQueRsp', opId: 7 }, 'the same answer, not error 17');
  peer.send({ command: 'dlDataQueCmp', opId: 7 });
  t.equal(center.rows('SELECT 1 FROM downlink').length, 1, 'and not queued twice');
  await peer.ping(8);
  peer.send({ command: 'ping', opId: 7 });
  t.match(await peer.next(), { command: 'error', opId: 7, code: 22 }, 'the window is closed');
});

t.test('a center that is stopped while it is connected finds its session again', async t => {
  await using center = await scene(t);
  const app = await connected(center);
  await app.ping(3);
  await center.stop();
  t.equal(await app.next(), undefined, 'closed without a message');
  await center.begin();
  const peer = await connected(center, back(3, 0));
  t.match(peer.answer, { snResume: true });
});
