import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../../src/compose/store.ts';
import { openDb } from '../../../src/database/driver.ts';
import { packFlags } from '../../../src/domain/message/flags.ts';
import type { Order } from '../../../src/domain/session/order.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { engine } from '../../database/engine.ts';
import { bsEui, epEui, T0 } from '../message/log-store.ts';
import { acting, ns, Scene } from './downlink-scene.ts';

const by = { ...acting, now: T0 };

t.test('a station that begins a new session', async t => {
  await t.test('has nothing any more, and starts from nothing', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1, { packetCnts: [40, 70] });
    const dispatched = scene.queue({ endpoint: 2 });
    scene.hear(1, { endpoint: 2 });
    const revoking = scene.holds(1, { packetCnts: [50] });
    scene.revoke(revoking);
    const elsewhere = scene.holds(2, { packetCnts: [60] });
    const revoked = scene.queue();
    scene.revoke(revoked);
    scene.begin(1);
    t.strictSame(
      [held, dispatched, revoking, elsewhere, revoked].map(id => scene.state(id)),
      ['pending', 'pending', 'revoked', 'queued', 'revoked'],
    );
    t.match(scene.row(held), { station: null, op_id: null, attempts: 1, finished_at: null });
    t.strictSame(scene.lines(revoking), ['downlink failed revoked', 'downlink_revoke completed']);
    const reset = scene.one("SELECT data FROM event WHERE event_type = 'basestation.session_reset'");
    t.match(JSON.parse(String(reset.data)), { reason: 'not_resumed', downlinks: 2 });
    t.match(scene.one("SELECT data FROM event WHERE event_type = 'downlink.requeued' ORDER BY seq LIMIT 1"), {
      data: '{"queId":"1","bsEui":"70b3d59cd0000001","reason":"new_session"}',
    });
    t.strictSame(scene.held(1), []);
    scene.written();
    scene.hear(1, { packetCnt: 70 });
    t.strictSame(scene.written(), [`1 dlDataQue -1 #${held}`]);
  });

  await t.test('leaves no line of the old one open', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1, { expiresAt: T0 + 1 });
    scene.revoke(queId);
    scene.announce(1, 2, false);
    scene.now += 1;
    scene.expire();
    scene.begin(1);
    t.strictSame(scene.lines(queId), ['downlink timeout', 'downlink_revoke failed the session has ended']);
    t.equal(scene.one('SELECT count(*) AS count FROM endpoint_operation WHERE finished_at IS NULL').count, 0);
  });
});

t.test('a station that is told an endpoint anew', async t => {
  await t.test('has its downlinks until it has answered, then they wait and are recalled', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1, { packetCnts: [7, 90] });
    const other = scene.holds(1, { endpoint: 2 });
    const elsewhere = scene.holds(2, { packetCnts: [80] });
    const opId = scene.announce(1, 1, false);
    t.equal(scene.state(queId), 'queued', 'it may send it still, and say so');
    scene.written();
    const { session } = scene.answer(1, opId);
    scene.act(() => scene.stores.propagation.taken(session, 1, opId, scene.now));
    t.match(scene.row(queId), { state: 'pending', station: null });
    t.match(scene.lastEvent(), { queId: '1', reason: 'attach_propagated' });
    t.strictSame(
      scene.written(),
      ['1 dlDataRev -4 #1'],
      'one that keeps its queue must not have what another one gets',
    );
    t.strictSame(
      [other, elsewhere].map(id => scene.state(id)),
      ['queued', 'queued'],
    );
    scene.hear(1, { packetCnt: 90 });
    t.strictSame(scene.written(), ['1 dlDataQue -5 #1']);
    scene.accept(1, -5);
    scene.revoked(1, -4);
    t.match(scene.row(queId), { state: 'queued', attempts: 2 });
  });

  await t.test('drops them by it also when it has to be told once more meanwhile', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    const opId = scene.announce(1, 1, false);
    scene.stores.propagation.needAgain(1, 1, scene.now);
    const { session } = scene.answer(1, opId);
    scene.act(() => scene.stores.propagation.taken(session, 1, opId, scene.now));
    t.equal(scene.state(queId), 'pending');
  });

  await t.test('does not lose what it was handed behind the announcement', async t => {
    const scene = new Scene(t);
    const opId = scene.announce(1, 1, false);
    const queId = scene.holds(1);
    const { session } = scene.answer(1, opId);
    scene.act(() => scene.stores.propagation.taken(session, 1, opId, scene.now));
    t.match(scene.row(queId), { state: 'queued', station: 1 });
  });

  await t.test('wins with a result that comes first', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    const opId = scene.announce(1, 1, false);
    t.equal(scene.result(1, queId, 'sent'), 'taken');
    const { session } = scene.answer(1, opId);
    scene.act(() => scene.stores.propagation.taken(session, 1, opId, scene.now));
    t.equal(scene.state(queId), 'sent');
  });

  await t.test('and refuses it has dropped nothing', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    const opId = scene.announce(1, 1, false);
    const refusal = { ...scene.answer(1, opId), bsEui: '70b3d59cd0000001' as const, code: 22, text: 'malformed' };
    scene.act(() => scene.stores.propagation.refused(refusal as never, scene.now));
    t.equal(scene.state(queId), 'queued');
  });

  await t.test('ends a revocation by it', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    scene.revoke(queId);
    scene.written();
    scene.announce(1, 1);
    t.equal(scene.state(queId), 'revoked');
    t.strictSame(scene.written(), [], 'its dlDataRev is on the way');
  });
});

t.test('an endpoint', async t => {
  const told = (scene: Scene, station: number, answered = true) => {
    const [due] = scene.stores.propagation.due(station, scene.now, 1);
    if (!due) throw new Error('nothing due');
    const { session } = scene.answer(station, 0);
    const { endpoint, kind, seen } = due;
    const started = { session, station, endpoint, kind, seen, content: Uint8Array.of(), at: scene.now };
    const opId = scene.act(() => scene.stores.propagation.start(started)) ?? 0;
    if (answered) scene.act(() => scene.stores.propagation.taken(session, station, opId, scene.now));
    return kind;
  };
  const known = (scene: Scene) => {
    for (const station of [1, 2, 3]) scene.stores.propagation.setKnown(station, 1, scene.now);
    scene.log.db.exec('DELETE FROM propagation WHERE endpoint = 2');
  };

  await t.test('that is detached gives back what stations have, when they have forgotten it', async t => {
    const scene = new Scene(t);
    known(scene);
    const [held, waiting] = [scene.holds(1), scene.queue()];
    const decision = { endpoint: 1, origin: 'api', operationId: 'x', actor: 'me', at: scene.now } as const;
    scene.act(() => scene.stores.attach.detach(decision));
    t.equal(scene.state(held), 'queued');
    t.equal(told(scene, 1), 'det');
    t.strictSame(
      [held, waiting].map(id => scene.state(id)),
      ['pending', 'pending'],
    );
    t.match(scene.lastEvent(), { reason: 'detach_propagated' });
  });

  await t.test('that detaches over the air has nothing at the station that heard it', async t => {
    const scene = new Scene(t);
    scene.log.db.exec("UPDATE endpoint SET attach_origin = 'over_the_air' WHERE id = 1");
    known(scene);
    const held = scene.holds(1, { packetCnts: [5] });
    const elsewhere = scene.holds(2, { packetCnts: [6] });
    const { session } = scene.answer(1, 0);
    const heard = { station: 1, bsEui: bsEui(1), epEui: epEui(1), opId: 7, rxTime: ns(T0), at: T0 };
    const operation = {
      ...heard,
      progress: { session, lastBs: 7, doneBs: 0 },
      packetCnt: 9,
      sign: new Uint8Array(4),
      radio: { snr: 1, rssi: -90 },
    };
    scene.act(() => scene.stores.attach.detachHeard(operation));
    t.equal(scene.state(held), 'queued');
    scene.written();
    scene.act(() => scene.stores.attach.detachCompleted(operation));
    t.strictSame(
      [held, elsewhere].map(id => scene.state(id)),
      ['pending', 'queued'],
    );
    t.strictSame(scene.written(), [`1 dlDataRev -2 #${held}`]);
    t.equal(told(scene, 2), 'det');
    t.equal(scene.state(elsewhere), 'pending');
  });

  await t.test('that is suspended, or loses its key, gets nothing any more of what stations have', async t => {
    for (const changes of [{ suspended: 1 }, { nwk_key: null, nwk_sn_key: null }]) {
      const scene = new Scene(t);
      known(scene);
      const [held, waiting] = [scene.holds(1), scene.queue()];
      scene.written();
      scene.act(() => scene.stores.endpoints.update({ id: 1, changes }, by));
      t.strictSame(
        [held, waiting].map(id => scene.state(id)),
        ['revoking', 'pending'],
      );
      t.strictSame(scene.written(), ['1 dlDataRev -2 #1']);
      t.equal(told(scene, 1), 'det');
      t.equal(scene.state(held), 'revoked');
    }
  });

  await t.test('that is deleted takes all of them with it', async t => {
    const scene = new Scene(t);
    known(scene);
    const [held, waiting] = [scene.holds(1), scene.queue()];
    scene.act(() => scene.stores.endpoints.remove(1, by));
    t.strictSame(
      [held, waiting].map(id => scene.state(id)),
      ['revoking', 'revoked'],
    );
    scene.revoked(1, -2);
    t.equal(scene.state(held), 'revoked');
    t.equal(scene.result(1, held, 'sent'), 'ignored', 'its EUI is still known to be its own');
  });

  await t.test('that gets another EUI leaves its old one to what is open', async t => {
    const scene = new Scene(t);
    const [answered, open, waiting] = [scene.holds(1), scene.queue({ prio: 1 }), scene.queue()];
    scene.hear(2, { packetCnt: 2 });
    scene.result(1, answered, 'sent', { packetCnt: 1 });
    const held = scene.holds(1, { packetCnts: [3], prio: 2 });
    scene.hear(2, { packetCnt: 4 });
    scene.written();
    t.strictSame(
      [open, held].map(id => scene.state(id)),
      ['dispatched', 'queued'],
    );
    scene.act(() => scene.stores.endpoints.update({ id: 1, changes: {}, newEui: epEui(9) }, by));
    t.strictSame(
      [open, held, waiting].map(id => scene.state(id)),
      ['pending', 'pending', 'pending'],
    );
    t.strictSame(scene.written(), [`2 dlDataRev -2 #${open}`, `1 dlDataRev -3 #${held}`]);
    for (const { command, content } of scene.stores.orders.own(scene.answer(2, 0).session).held) {
      t.match(content, { epEui: epEui(1), queId: open }, `${command} is repeated as it was`);
    }
    scene.disconnect(2);
    t.strictSame(scene.resume(2), [`dlDataQue -1 #${open}`, `dlDataRev -2 #${open}`]);
    scene.accept(2, -1);
    t.equal(scene.state(open), 'pending');
    t.equal(scene.result(2, open, 'sent', { packetCnt: 2 }), 'unknown', 'it is not of the old EUI any more');
  });
});

t.test('a station that is deleted, or gets another EUI, has nothing any more', async t => {
  for (const leave of ['remove', 'changeEui'] as const) {
    const scene = new Scene(t);
    const [held, late] = [scene.holds(1), scene.queue({ endpoint: 2 })];
    scene.act(() => {
      if (leave === 'remove') scene.stores.baseStations.remove(1, by);
      else scene.stores.baseStations.changeEui(1, '70b3d59cd00000ff', by);
    });
    t.match(scene.row(held), { state: 'pending', station: null });
    t.match(scene.lastEvent(), { reason: 'session_ended' });
    t.strictSame(scene.held(1), []);
    scene.written();
    scene.hear(1, { endpoint: 2 });
    t.strictSame(scene.written(), [], 'its connection is not closed yet');
    t.equal(scene.state(late), 'pending');
  }
});

t.test('an operation without an answer', async t => {
  const resumes = (scene: Scene, opId: number, times: number) => {
    scene.stores.sessions.late(scene.answer(1, 0).session, opId);
    for (let resumed = 0; resumed < times; resumed++) {
      scene.disconnect(1);
      scene.resume(1);
    }
  };

  await t.test('is repeated three times, then its downlink waits again and is recalled', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.hear(1);
    resumes(scene, -1, 3);
    t.strictSame(scene.held(1), ['dlDataQue -1 #1']);
    t.equal(scene.state(queId), 'dispatched');
    scene.disconnect(1);
    t.strictSame(scene.resume(1), ['dlDataRev -2 #1']);
    t.match(scene.row(queId), { state: 'pending', last_error: '110 no answer' });
    scene.written();
    scene.hear(1);
    t.strictSame(scene.written(), [], 'the station is left alone for a while');
    scene.hear(2);
    t.strictSame(scene.written(), ['2 dlDataQue -1 #1']);
  });

  await t.test('recalls nothing that has ended meanwhile', async t => {
    const scene = new Scene(t);
    const queId = scene.queue({ expiresAt: T0 + 1 });
    scene.hear(1);
    scene.now += 1;
    scene.expire();
    resumes(scene, -1, 4);
    t.equal(scene.state(queId), 'expired');
    t.strictSame(scene.held(1), ['dlDataRev -2 #1'], 'that of its end');
  });

  await t.test('leaves one that is being revoked where it is', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    scene.revoke(queId);
    resumes(scene, -2, 4);
    t.match(scene.row(queId), { state: 'queued', last_error: '110 no answer' });
    t.strictSame(scene.held(1), []);
    t.strictSame(scene.lines(queId), ['downlink sent', 'downlink_revoke failed 110 no answer']);
  });

  await t.test('is of no account when its downlink has gone on', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.hear(1);
    scene.disconnect(1);
    scene.now += HOUR_MS;
    scene.hear(2);
    scene.resume(1);
    resumes(scene, -1, 4);
    t.match(scene.row(queId), { state: 'dispatched', station: 2 });
    t.strictSame(scene.held(1), ['dlDataRev -2 #1']);
  });

  await t.test('leaves no line open that told of an endpoint', async t => {
    const scene = new Scene(t);
    const opId = scene.announce(1, 1, false);
    resumes(scene, opId, 4);
    t.match(scene.one('SELECT status, error, finished_at FROM endpoint_operation ORDER BY id DESC'), {
      ...{ status: 'timeout', error: 'no answer', finished_at: T0 },
    });
  });
});

t.test('after a crash everything goes on where it was committed', async t => {
  const scene = new Scene(t);
  const [held, dispatched, waiting] = [scene.holds(1), scene.queue({ endpoint: 2 }), scene.queue()];
  scene.hear(2, { endpoint: 2, packetCnt: 5 });
  t.strictSame(scene.written(), ['2 dlDataQue -1 #2'], 'committed, and never written to the station');
  scene.log.reopen();
  scene.now += 200;
  scene.stores.sessions.recover(scene.now);
  t.strictSame(
    [held, dispatched, waiting].map(id => scene.state(id)),
    ['queued', 'dispatched', 'pending'],
  );
  scene.resume(3);
  scene.queue({ endpoint: 2 });
  t.equal(scene.hear(3, { endpoint: 2, packetCnt: 5 }), 'merged');
  t.strictSame(scene.written(), [], 'the claim of its telegram is stored');
  t.strictSame(scene.resume(2), ['dlDataQue -1 #2']);
  t.strictSame(scene.resume(1), []);
  scene.accept(2, -1);
  t.equal(scene.result(2, dispatched, 'sent', { endpoint: 2, packetCnt: 5 }), 'taken');
  t.equal(scene.queue({ endpoint: 2 }), 5, 'no queue id is given twice');
  scene.hear(2, { endpoint: 2, packetCnt: 6 });
  t.strictSame(scene.written(), ['2 dlDataQue -2 #4'], 'nor an operation id');
  t.equal(scene.row(dispatched).feed_seq, 1);
  scene.close();
  t.equal(scene.stores.messages.edges().newest, 4, 'lines of the feed and messages share their numbers');
});

t.test('a write that fails orders nothing, and what stands beside it does', async t => {
  const scene = new Scene(t);
  scene.queue();
  scene.queue({ endpoint: 2 });
  const { session } = scene.answer(1, 0);
  const { path } = scene.log;
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  t.teardown(() => db.close());
  db.exec(`CREATE TRIGGER fails BEFORE UPDATE ON downlink WHEN NEW.que_id = 1 AND NEW.state = 'dispatched'
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
  const store = await openStore({ path: join(path), engine, synchronous: 'normal' });
  const orders: Order[] = [];
  store.ordersTo(given => orders.push(...given));
  const hear = (endpoint: number, packetCnt: number) =>
    store.write.uplinks.receive(
      packUplink({
        ...{ epEui: epEui(endpoint), packetCnt, userData: Uint8Array.of(1), format: 0 },
        flags: packFlags({ dlOpen: true, responseExp: false, dlAck: false }),
        reception: { station: 1, opId: packetCnt, rxTime: ns(T0), snr: 1, rssi: -90 },
        progress: { session, lastBs: packetCnt, doneBs: 0 },
        arrivedAt: T0,
      }),
    );
  const [first, second] = await Promise.allSettled([hear(1, 5), hear(2, 6)]);
  t.strictSame([first.status, second.status], ['rejected', 'fulfilled']);
  t.match(orders, [{ command: 'dlDataQue', opId: -1, message: { queId: 2 } }], 'and no id is lost');
  t.equal(orders.length, 1);
  t.equal(scene.state(1), 'pending');
  db.exec('DROP TRIGGER fails');
  t.equal(await hear(1, 5), 'new');
  t.match(orders[1], { opId: -2, message: { queId: 1 } });
  await store.close();
});
