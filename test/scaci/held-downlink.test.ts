import t from 'tap';
import { until } from '../peers/center.ts';
import { DownlinkScene } from '../peers/downlink-scene.ts';
import { METER } from '../peers/telegrams.ts';
import { connected, downlink } from './scene.ts';

const epEui = BigInt(`0x${METER}`);
const PATIENT = { scaci: { ping_s: 1_000_000 } };
const counted = { epEui, cntDepend: true, packetCnt: [1, 2], userData: [[1], [2]] };

/** A station holds a downlink of the center. */
async function held(t: Parameters<typeof DownlinkScene.start>[0]) {
  const scene = await DownlinkScene.start(t, {}, PATIENT);
  const app = await connected(scene.center);
  app.send(downlink(1, 9, counted));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 1 });
  const [row] = scene.center.rows('SELECT que_id FROM downlink');
  const queId = String(row?.que_id);
  await scene.hold(queId);
  return { scene, app, queId };
}

t.test('a held downlink is revoked by one of its counters, at its station (SCACI 7.9)', async t => {
  const { scene, app, queId } = await held(t);
  app.send({ command: 'dlDataRev', opId: 2, epEui, packetCnt: 2 });
  t.same(await app.next(), { command: 'dlDataRevRsp', opId: 2 });
  t.match(await scene.near.next('dlDataRev'), { epEui: METER, queId: BigInt(queId) });
  await scene.becomes(queId, 'revoked');
  await app.ping(3);
  t.same(app.received, [], 'no dlDataRes');
});

t.test('what a station holds that cannot be reached is not revoked, and the center is told (SCACI 7.9)', async t => {
  const { scene, app, queId } = await held(t);
  app.send(downlink(2, 10, counted));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 2 });
  await scene.near.close();
  await until(() => scene.center.rows("SELECT 1 FROM session WHERE state = 'active'").length === 0);
  app.send({ command: 'dlDataRev', opId: 3, epEui, packetCnt: 1 });
  t.match(await app.next(), { command: 'error', opId: 3, code: 11 });
  const states = () => scene.center.rows('SELECT state FROM downlink ORDER BY que_id').map(({ state }) => state);
  t.same(states(), ['queued', 'pending'], 'nor is anything else that it names');
  app.send({ command: 'dlDataRev', opId: 4, epEui, packetCnt: 3 });
  t.same(await app.next(), { command: 'dlDataRevRsp', opId: 4 }, 'nothing found');
  await scene.back();
  app.send({ command: 'dlDataRev', opId: 5, epEui, packetCnt: 1 });
  t.same(await app.next(), { command: 'dlDataRevRsp', opId: 5 });
  await scene.becomes(queId, 'revoked');
  t.same(states(), ['revoked', 'revoked']);
});

t.test('downlink.hand_over early: a downlink goes to the serving station at once (BSSCI 11.4, 3a)', async t => {
  const scene = await DownlinkScene.start(t, {}, { ...PATIENT, downlink: { hand_over: 'early' } });
  const { center, near } = scene;
  const far = await scene.far();
  const app = await connected(center);
  const states = () => center.rows('SELECT state FROM downlink ORDER BY que_id').map(({ state }) => state);
  app.send(downlink(1, 7, { epEui }));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 1 });
  t.match(await near.next('dlDataQue'), { epEui: METER }, 'before any uplink: the station of its attach');
  await scene.becomes('1', 'queued');
  app.send(downlink(2, 8, { ...counted, packetCnt: [5, 6] }), { command: 'dlDataRev', opId: 3, epEui, packetCnt: 5 });
  t.same(
    [await app.next(), await app.next()].map(answer => answer?.command),
    ['dlDataQueRsp', 'dlDataRevRsp'],
  );
  t.same(states(), ['queued', 'revoked'], 'one at a time, and in the order of the requests');
  await scene.meter.uplink([
    { station: near, snr: 20 },
    { station: far, snr: 3 },
  ]);
  await center.clock.advance(500);
  await app.until('ulData');
  await near.close();
  await until(() => center.rows("SELECT 1 FROM session WHERE state = 'active'").length === 1);
  app.send(downlink(4, 9, { epEui }));
  await app.until('dlDataQueRsp');
  t.match(await far.next('dlDataQue'), { epEui: METER }, 'who heard it best is away: the next best');
});

t.test('deregCmp revokes what is held at the station, which is told to forget the endpoint (SCACI 7.5)', async t => {
  const { scene, app, queId } = await held(t);
  app.send({ command: 'dereg', opId: 2, epEui });
  const told = [await app.next(), await app.next()].sort((a, b) => Number(b?.opId) - Number(a?.opId));
  t.match(told, [
    { command: 'deregRsp', opId: 2 },
    { command: 'epStat', epStatus: 'detached' },
  ]);
  t.equal(scene.near.unread('dlDataRev'), 0, 'not before deregCmp');
  app.send({ command: 'deregCmp', opId: 2 });
  t.match(await scene.near.next('dlDataRev'), { epEui: METER, queId: BigInt(queId) });
  await scene.becomes(queId, 'revoked');
  await scene.near.next('detPrp');
  app.send({ command: 'dlDataQue', opId: 3, ...downlink(3, 11, { epEui }) });
  t.match(await app.next(), { command: 'error', opId: 3, code: 2 }, 'no dlDataRes; the endpoint is unknown');
});

t.test('deregCmp while the station is away: it is told when it is back (SCACI 7.5)', async t => {
  const { scene, app, queId } = await held(t);
  await scene.near.close();
  await until(() => scene.center.rows("SELECT 1 FROM session WHERE state = 'active'").length === 0);
  app.send({ command: 'dereg', opId: 2, epEui });
  await app.until('epStat');
  app.send({ command: 'deregCmp', opId: 2 });
  await scene.becomes(queId, 'revoking');
  await app.ping(3);
  t.notOk(
    app.received.some(({ command }) => command === 'error'),
    'the center is not told',
  );
  const back = await scene.back();
  t.match(await back.next('dlDataRev'), { queId: BigInt(queId) });
  await scene.becomes(queId, 'revoked');
});
