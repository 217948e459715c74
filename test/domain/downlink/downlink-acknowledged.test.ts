import t from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { ns, Scene } from './downlink-scene.ts';

const LAST_COUNTER = 2 ** 32 - 1;

t.test('an acknowledgement', async t => {
  const attach = (scene: Scene, rxMs: number) =>
    scene.log.db.exec(
      `UPDATE endpoint SET attach_generation = attach_generation + 1, attach_rx_time_ns = ${ns(rxMs)}, updated_at = updated_at`,
    );

  await t.test('is the next uplink, and any copy of it', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1, { packetCnts: [7] });
    scene.result(1, queId, 'sent', { packetCnt: 7 });
    scene.hear(1, { packetCnt: 9, dlAck: true });
    t.equal(scene.state(queId), 'sent', 'that was about another window');
    scene.now += 3;
    scene.hear(2, { packetCnt: 8, dlAck: true });
    t.match(scene.row(queId), { state: 'acknowledged', acked_at: T0 + 3, finished_at: T0 });
    t.match(scene.lastEvent(), { queId: '1', packetCnt: 7, ref: 'ref' });
    scene.hear(1, { packetCnt: 8, dlAck: true });
    t.strictSame(scene.events().slice(2), ['sent', 'acknowledged']);
  });

  await t.test('may come before the result, in an open window or long ago', async t => {
    for (const wait of ['open', 'closed', 'sealed'] as const) {
      const scene = new Scene(t);
      const queId = scene.holds(1, { packetCnts: [7] });
      scene.hear(1, { packetCnt: 8, dlAck: true, dlOpen: false });
      if (wait !== 'open') scene.close();
      if (wait === 'sealed') {
        for (let more = 0; more < 600; more++) scene.hear(1, { endpoint: 2, packetCnt: 100 + more, dlOpen: false });
        scene.close();
        scene.log.reopen();
      }
      t.equal(scene.result(1, queId, 'sent', { packetCnt: 7 }), 'taken');
      t.equal(scene.state(queId), 'acknowledged', wait);
      t.strictSame(scene.events().slice(2), ['sent', 'acknowledged']);
    }
  });

  await t.test('may be behind the turn of the counter', async t => {
    const scene = new Scene(t);
    const after = scene.holds(1, { packetCnts: [LAST_COUNTER] });
    scene.result(1, after, 'sent', { packetCnt: LAST_COUNTER });
    scene.hear(1, { packetCnt: 0, dlAck: true, dlOpen: false });
    t.equal(scene.state(after), 'acknowledged');
    const before = new Scene(t);
    const queId = before.holds(1, { packetCnts: [LAST_COUNTER] });
    before.hear(1, { packetCnt: 0, dlAck: true, dlOpen: false });
    before.result(1, queId, 'sent', { packetCnt: LAST_COUNTER });
    t.equal(before.state(queId), 'acknowledged');
  });

  await t.test('is of the counters under which the downlink was sent, not under which it was handed over', async t => {
    for (const [name, txMs, generation] of [
      ['after the new attach', T0 + 2000, 1],
      ['before it', T0 + 500, 0],
    ] as const) {
      const scene = new Scene(t);
      const queId = scene.holds(1, { packetCnts: [3] });
      attach(scene, T0 + 1000);
      scene.log.reopen();
      scene.now = T0 + 3000;
      scene.result(1, queId, 'sent', { packetCnt: 3, txTime: ns(txMs) });
      t.equal(scene.row(queId).generation, generation, name);
      scene.hear(1, { packetCnt: 4, dlAck: true, rxNs: ns(T0 + 2500) });
      t.equal(scene.state(queId), generation === 1 ? 'acknowledged' : 'sent', name);
      scene.hear(2, { packetCnt: 4, dlAck: true, rxNs: ns(T0 + 900) });
      t.equal(scene.state(queId), 'acknowledged', name);
    }
  });

  await t.test('is of the last one sent under a counter, and of nothing that was queued later', async t => {
    const scene = new Scene(t);
    const first = scene.holds(1, { packetCnts: [7] });
    scene.result(1, first, 'sent', { packetCnt: 7 });
    scene.hear(1, { packetCnt: 8, dlAck: true, dlOpen: false });
    scene.close();
    // The operator has set the counter back.
    scene.now += DAY_MS;
    scene.stores.uplinks.forget();
    const second = scene.queue({ packetCnts: [7] });
    scene.hear(1, { packetCnt: 7, rxNs: ns(scene.now) });
    scene.result(1, second, 'sent', { packetCnt: 7 });
    t.equal(scene.state(second), 'sent', 'the uplink of yesterday says nothing about it');
    scene.now += 1;
    const third = scene.queue({ packetCnts: [7] });
    scene.log.db.exec(`UPDATE downlink SET state = 'sent', tx_packet_cnt = 7, generation = 0, finished_at = ${scene.now}
        WHERE que_id = ${third}`);
    scene.hear(1, { packetCnt: 8, dlAck: true, rxNs: ns(scene.now) });
    t.strictSame(
      [second, third].map(id => scene.state(id)),
      ['sent', 'acknowledged'],
    );
  });
});
