import t from 'tap';
import { until } from '../peers/center.ts';
import { DownlinkScene } from '../peers/downlink-scene.ts';
import type { RawCenter } from '../peers/raw-center.ts';
import type { Fields } from '../peers/raw-peer.ts';
import { euiOf, METER } from '../peers/telegrams.ts';
import { AC2, BS, connected, downlink, drop, EP, scene, UUID } from './scene.ts';

const PATIENT = { scaci: { ping_s: 1_000_000 } };
const OTHER = 'acde48000000e0aa';
const epEui = BigInt(`0x${EP}`);
const register = (opId: number, over: Fields = {}): Fields => ({
  ...{ command: 'reg', opId, epEui, bidi: true, preAttach: true, nwkKey: UUID, shAddr: 9, attachCnt: 0, packetCnt: 0 },
  ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false, ...over },
});
const deregister = (opId: number): Fields => ({ command: 'dereg', opId, epEui });

/** Takes the answer to a request, completes it when there is something to complete, and waits until that is done. */
async function finished(app: RawCenter, command: string, opId: number, ping: number): Promise<Fields> {
  for (;;) {
    const answer = (await app.next()) ?? {};
    if (answer.opId !== opId) continue;
    if (answer.command !== 'error') app.send({ command: `${command}Cmp`, opId });
    await app.ping(ping);
    return answer;
  }
}

t.test('reg and dereg of one endpoint by two centers at once: it is known exactly as long as one has it', async t => {
  await using center = await scene(t);
  await using _ = await center.baseStation({ bsEui: BS });
  const [one, two] = [await connected(center), await connected(center, {}, AC2)];
  const settled = () =>
    center.rows(`SELECT deregistered, attach_status, (SELECT count(*) FROM center_registration r WHERE r.endpoint = e.id) AS holders
      FROM endpoint e`);
  let opId = 0;
  for (let round = 0; round < 12; round++) {
    const [id, ping] = [++opId, ++opId];
    const [ask, other] = [round % 2, (round >> 1) % 2].map(bit => (bit === 0 ? register(id) : deregister(id)));
    one.send(ask as Fields);
    two.send(other as Fields);
    const answers = await Promise.all([
      finished(one, String(ask?.command), id, ping),
      finished(two, String(other?.command), id, ping),
    ]);
    const [row] = settled();
    t.equal(row?.deregistered, Number(row?.holders) > 0 ? 0 : 1, `round ${round}`);
    t.equal(String(row?.attach_status).startsWith('attach'), row?.deregistered === 0, `${row?.attach_status}`);
    for (const { command, code } of answers)
      t.ok(command !== 'error' || code === 2, 'done, or there was nothing to do');
  }
});

t.test(
  'a completion of reg that comes too late attaches nothing that is deregistered, deleted or suspended',
  async t => {
    await using center = await scene(t);
    const app = await connected(center);
    const other = { epEui: BigInt(`0x${OTHER}`) };
    const [asked, completed] = [
      (opId: number) => register(opId, other),
      (opId: number) => ({ command: 'regCmp', opId }),
    ];
    const status = () =>
      center.rows(`SELECT attach_status FROM endpoint WHERE eui = '${OTHER}' ORDER BY id DESC`)[0]?.attach_status;
    app.send(asked(1));
    await app.until('regRsp');
    app.send({ ...deregister(2), ...other });
    await app.until('deregRsp');
    app.send(completed(1));
    await app.ping(3);
    t.equal(status(), 'detached', 'deregistered');
    app.send(asked(4));
    await app.until('regRsp');
    await center.api.call('DeleteEndPoint', { ep_eui: OTHER });
    app.send(completed(4));
    t.match(await app.ping(5), { command: 'pingRsp' }, 'deleted: the connection goes on');
    t.equal(status(), 'detached');
    app.send(asked(6));
    await app.until('regRsp');
    const suspend = (suspended: boolean) =>
      center.api.call('UpdateEndPoint', {
        endpoint: { ep_eui: OTHER, suspended },
        update_mask: { paths: ['suspended'] },
      });
    await suspend(true);
    app.send(completed(6));
    t.match(await app.ping(7), { command: 'pingRsp' }, 'suspended: likewise');
    t.equal(status(), 'detached');
    await suspend(false);
    t.match(status(), /^attach/, 'it is attached when that ends');
    app.send(completed(6));
    t.match(await app.until('error'), { opId: 6, code: 71 }, 'completed is completed');
  },
);

t.test('the same requests over two connections of one center at once are done once', async t => {
  await using center = await scene(t);
  const requests = Array.from({ length: 20 }, (_, n) => downlink(n + 1, n + 1));
  for (let round = 0; round < 3; round++) {
    const snAcUuid = [...UUID.slice(1), round];
    const first = await connected(center, { snAcUuid });
    first.send(...requests);
    const again = () => connected(center, { snAcOpId: 0, snScOpId: 0, snAcUuid });
    // The second one ends the first before it is answered, so one is left by now.
    const peers = await Promise.all([again(), again()]);
    for (const peer of peers) peer.send(...requests);
    await first.closed;
    const [one, two] = await Promise.all(peers.map(alive));
    t.not(one, two, 'one connection is left');
    const left = (one ? peers[0] : peers[1]) as RawCenter;
    const [rows] = center.rows(
      'SELECT count(*) AS count, count(DISTINCT ac_que_id) AS different FROM downlink WHERE finished_at IS NULL',
    );
    t.same(rows, { count: 20, different: 20 }, 'each was done once');
    t.equal(left.received.filter(({ command }) => command === 'dlDataQueRsp').length, 20, 'and each is answered');
    center.sabotage('UPDATE downlink SET finished_at = 1');
    await drop(center, left);
  }
});

/** Whether it is the connection that has stayed; everything sent before is answered then. */
async function alive(peer: RawCenter): Promise<boolean> {
  try {
    await peer.ping(100);
    return true;
  } catch {
    return false;
  }
}

t.test(
  'dlDataRev beside the result of the same downlink: one of the two, and a result exactly if it was not revoked',
  async t => {
    const scene = await DownlinkScene.start(t, {}, PATIENT);
    const { center, near } = scene;
    const app = await connected(center);
    const meter = BigInt(`0x${METER}`);
    let opId = 0;
    for (let round = 0; round < 6; round++) {
      const counter = 100 + round;
      app.send(
        downlink(++opId, round, {
          epEui: meter,
          cntDepend: true,
          packetCnt: [scene.meter.packetCnt + 1, counter],
          userData: [[1], [2]],
        }),
      );
      await app.until('dlDataQueRsp');
      const [row] = center.rows('SELECT que_id FROM downlink ORDER BY que_id DESC LIMIT 1');
      const queId = String(row?.que_id);
      await scene.hold(queId);
      const result = {
        epEui: euiOf(METER),
        queId: BigInt(queId),
        result: 'sent',
        txTime: near.nowNs(),
        packetCnt: counter,
      } as const;
      const revoke = () => app.send({ command: 'dlDataRev', opId: ++opId, epEui: meter, packetCnt: counter });
      if (round % 2 === 0) revoke();
      const reported = near.start('dlDataRes', result);
      if (round % 2 === 1) revoke();
      await reported;
      const state = () => center.rows(`SELECT state FROM downlink WHERE que_id = ${queId}`)[0]?.state;
      await until(() => state() === 'sent' || state() === 'revoked');
      await app.ping(++opId);
      const results = () =>
        app.received.filter(
          ({ command, queId }) => command === 'dlDataRes' && BigInt(queId as bigint) === BigInt(round),
        );
      if (state() === 'sent') await until(() => results().length > 0);
      t.equal(results().length, state() === 'sent' ? 1 : 0, `round ${round}: ${state()}`);
      t.ok(
        app.received.some(({ command }) => command === 'dlDataRevRsp'),
        'the wish is answered either way',
      );
    }
  },
);
