import t from 'tap';
import type { SimulatedStation } from '../../src/simulate/base-station.ts';
import { type Center, until } from '../peers/center.ts';
import type { RawCenter } from '../peers/raw-center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { AC, AC2, BS, connected, drop, EP, scene } from './scene.ts';

/** Operations of one connection that may be unanswered. */
const OPEN = 16;
const SETTINGS = { limits: { open_operations: OPEN } };
const UPLINKS = 200;
const all = Array.from({ length: UPLINKS }, (_, i) => i + 1);

/** Has as many telegrams become visible as are compared below. */
async function hearAll(center: Center, station: SimulatedStation, userData = Uint8Array.of(1)): Promise<void> {
  await Promise.all(all.map(packetCnt => station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt, userData }))));
  await center.clock.advance(500);
}

/** Takes over everything, and waits until the last of it is completed. @returns counters in the order of their arrival */
async function takeAll(app: RawCenter): Promise<unknown[]> {
  const counters = [];
  for (const _ of all) counters.push((await app.take('ulData')).packetCnt);
  while ((await app.until('ulDataCmp')).opId !== -UPLINKS);
  return counters;
}

const offered = (app: RawCenter) => app.received.filter(({ command }) => command === 'ulData');
const held = (center: Center, acEui: string) =>
  center.rows(
    `SELECT coalesce(sum(unanswered), 0) AS count FROM center_operation o JOIN center_session s ON s.id = o.session WHERE s.ac_eui = '${acEui}'`,
  )[0]?.count;

t.test(
  'a center that reads nothing holds up no other, is owed a bounded number of operations, and catches up',
  async t => {
    await using center = await scene(t, SETTINGS);
    await using station = await center.baseStation({ bsEui: BS });
    const still = await connected(center);
    const other = await connected(center, {}, AC2);
    await Promise.all([still.ping(1), other.ping(1)]);
    still.socket.pause();
    await hearAll(center, station);
    t.strictSame(await takeAll(other), all, 'the other gets everything, in order');
    t.equal(held(center, AC), OPEN, 'no more becomes an operation than may be unanswered');
    t.equal(held(center, AC2), 0);
    still.socket.resume();
    await still.ping(2);
    t.equal(offered(still).length, OPEN, 'and no more has left');
    t.strictSame(await takeAll(still), all);
    t.equal(held(center, AC), 0);
  },
);

t.test('a center that takes no bytes for too long is cut off, and its session waits (SCACI 12)', async t => {
  await using center = await scene(t, { scaci: { write_stall_s: 600 } });
  await using station = await center.baseStation({ bsEui: BS });
  const still = await connected(center);
  const other = await connected(center, {}, AC2);
  await Promise.all([still.ping(1), other.ping(1)]);
  still.socket.pause();
  const values = Array.from({ length: 1000 }, (_, i) => i + 0.5);
  const subpackets = { snr: values, rssi: values, frequency: values };
  const status = () => center.rows(`SELECT status, close_reason FROM center_session WHERE ac_eui = '${AC}'`)[0];
  // Until more is on its way than sockets hold: what the other center gets is not even given an id any more.
  let packetCnt = 0;
  for (let before: unknown; before !== held(center, AC); ) {
    before = held(center, AC);
    const counters = Array.from({ length: 32 }, () => ++packetCnt);
    await Promise.all(
      counters.map(cnt => station.start('ulData', uplink({ epEui: euiOf(EP), packetCnt: cnt, subpackets }))),
    );
    await center.clock.advance(500);
    for (const _ of counters) await other.take('ulData');
  }
  t.match(status(), { status: 'active' });
  await center.clock.advance(1_200_000);
  await until(() => status()?.status === 'disconnected');
  t.match(status(), { close_reason: 'connection_lost' });
  await other.ping(2);
  still.socket.resume();
  await still.closed;
  const back = await connected(center, { snAcOpId: 1, snScOpId: 0 });
  t.match(back.answer, { snResume: true });
  t.match(await back.next(), { command: 'ulData', opId: -1, packetCnt: 1 });
});

t.test('a center that was away gets no more at a time than one that was there', async t => {
  await using center = await scene(t, SETTINGS);
  await using station = await center.baseStation({ bsEui: BS });
  const before = await connected(center);
  await before.ping(1);
  await drop(center, before);
  await hearAll(center, station);
  t.equal(held(center, AC), 0, 'what it misses is a place in the log, and nothing else');
  const app = await connected(center, { snAcOpId: 1, snScOpId: 0 });
  t.match(app.answer, { snResume: true });
  await app.until('ulData').then(({ opId }) => t.equal(opId, -1));
  await app.ping(2);
  t.equal(offered(app).length, OPEN - 1);
  app.send({ command: 'ulDataRsp', opId: -1 });
  await app.until('ulDataCmp');
  await app.ping(3);
  t.equal(held(center, AC), OPEN - 1, 'one answer is not worth a batch');
});

t.test('what is much for one connection leaves in parts, also when it is sent again', async t => {
  // Far less than all of it takes: to give it out at once would be to cut the connection, each time anew.
  await using center = await scene(t, { limits: { send_buffer_bytes: 65_536 } });
  await using station = await center.baseStation({ bsEui: BS });
  const first = await connected(center);
  await first.ping(1);
  await hearAll(center, station, new Uint8Array(200).fill(255));
  const counters = [];
  for (const _ of all) counters.push((await first.until('ulData')).packetCnt);
  t.strictSame(counters, all);
  t.equal(held(center, AC), UPLINKS, 'nothing is answered');
  await drop(center, first);
  const again = await connected(center, { snAcOpId: 1, snScOpId: 0 });
  t.match(again.answer, { snResume: true });
  t.strictSame(await takeAll(again), all);
});
