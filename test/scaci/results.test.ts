import t from 'tap';
import { Center } from '../peers/center.ts';
import { DownlinkScene } from '../peers/downlink-scene.ts';
import { METER } from '../peers/telegrams.ts';
import { AC2, connected, downlink } from './scene.ts';

const epEui = BigInt(`0x${METER}`);
const PATIENT = { scaci: { ping_s: 1_000_000 } };

t.test('a downlink that was sent: its result tells when, for which counter and by whom (T4, SCACI 7.10)', async t => {
  const scene = await DownlinkScene.start(t, {}, PATIENT);
  const { center, near } = scene;
  t.type(center, Center);
  const app = await connected(center);
  const other = await connected(center, {}, AC2);
  app.send(downlink(1, 4242, { epEui }));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 1 });
  const [{ que_id: queId } = {}] = center.rows('SELECT que_id FROM downlink');
  await scene.hold(String(queId));
  await near.report(Number(queId), 'sent', 1002);
  const result = await app.until('dlDataRes');
  t.match(result, { epEui, queId: 4242, result: 'sent', packetCnt: 1002, bsEui: BigInt(`0x${near.bsEui}`) });
  t.ok(BigInt(result.txTime as bigint) > 0n);
  await other.ping(1);
  t.notOk(
    other.received.some(({ command }) => command === 'dlDataRes'),
    'only to its center',
  );
});

t.test('a downlink that the station spoils is invalid, and says nothing else', async t => {
  const scene = await DownlinkScene.start(t, {}, PATIENT);
  const app = await connected(scene.center);
  app.send(downlink(1, 4243, { epEui }));
  t.same(await app.next(), { command: 'dlDataQueRsp', opId: 1 });
  const [{ que_id: queId } = {}] = scene.center.rows('SELECT que_id FROM downlink');
  await scene.hold(String(queId));
  await scene.near.report(Number(queId), 'invalid');
  const { opId, ...result } = await app.until('dlDataRes');
  t.same(result, { command: 'dlDataRes', epEui, queId: 4243, result: 'invalid' });
});
