import t from 'tap';
import { SECOND_NS } from '../../../src/kit/units.ts';
import { bsEui, connect, epEui, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;
const decision = { endpoint: 1, origin: 'api' as const, operationId: 'x', actor: '', at: T0 + 10 };
const acting = { now: T0 + 10, userId: undefined, userEmail: undefined, actor: '' };

function scene(t: Parameters<typeof openLog>[0]) {
  const log = openLog(t);
  populate(log, 1, 3);
  connect(log, 3);
  log.db.exec("UPDATE endpoint SET nwk_key = x'00'");
  return log;
}

const row = (log: TestLog) =>
  log.db.prepare('SELECT attach_status AS status, attach_origin AS origin, nwk_sn_key AS key FROM endpoint').get();
const told = (log: TestLog) =>
  log.db
    .prepare('SELECT station, kind FROM propagation WHERE retry_at = 0 ORDER BY station')
    .all()
    .map(each => Object.values(each as object).join(' '));
const events = (log: TestLog, type: string) =>
  log.db.prepare('SELECT 1 FROM event WHERE event_type = ?').all(`endpoint.${type}`).length;
/** Another station reports the attach that was accepted last. */
function repeat(log: TestLog, station: number) {
  const operation = {
    ...{ station, bsEui: bsEui(station), opId: 50, at: T0 },
    progress: { session: station, lastBs: 50, doneBs: 0 },
  };
  const generation = log.stores.attach.find(epEui(1))?.generation ?? 0;
  log.stores.attach.repeat(operation, 1, generation, { snr: 1, rssi: -90 });
  return () => log.stores.attach.attachCompleted(operation);
}
function heardDetach(log: TestLog, station: number, rxTime = RX + SECOND_NS) {
  const operation = {
    ...{ station, bsEui: bsEui(station), opId: 60, at: T0 + 5 },
    progress: { session: station, lastBs: 60, doneBs: 0 },
  };
  const radio = { snr: 1, rssi: -90 };
  log.stores.attach.detachHeard({ ...operation, epEui: epEui(1), rxTime, packetCnt: 9, sign: Buffer.alloc(4), radio });
  return () => log.stores.attach.detachCompleted(operation);
}

t.test('attach and detach at the same time as something else', async t => {
  await t.test('of two accepts that were judged on one state, one is stored', async t => {
    const log = scene(t);
    const seen = log.stores.attach.find(epEui(1));
    if (!seen) throw new Error('no endpoint');
    const accept = (station: number) =>
      log.stores.attach.accept({
        ...{
          station,
          bsEui: bsEui(station),
          opId: 1,
          at: T0,
          endpoint: 1,
          seen,
          attachCnt: 5,
          rxTime: RX,
          shAddr: 1,
        },
        progress: { session: station, lastBs: 1, doneBs: 0 },
        ...{ nonce: Buffer.alloc(4), sign: Buffer.alloc(4), sessionKey: Buffer.alloc(16) },
        ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
        radio: { snr: 1, rssi: -90 },
      });
    t.same(
      log.db.atomic(() => [1, 2].map(accept)),
      ['accepted', 'changed'],
    );
    log.stores.endpoints.remove(1, acting);
    t.equal(accept(3), 'changed', 'nor is one for an endpoint that was deleted meanwhile');
  });

  await t.test(
    'a station that reports a detach has no announcement left that would bring the endpoint back',
    async t => {
      const log = scene(t);
      log.db.exec('UPDATE session SET announced = 1000');
      log.attach({ endpoint: 1, attachCnt: 4, rxNs: RX - SECOND_NS });
      const dueAt = (station: number) => log.stores.propagation.due(station, T0 + 20, 1)[0];
      const start = (station: number, due = dueAt(station)) =>
        due && log.stores.propagation.start({ ...due, session: station, station, content: Buffer.alloc(1), at: T0 });
      t.equal(start(2), -1, 'sent before the station reports the detach');
      const readBefore = dueAt(3);
      const complete = heardDetach(log, 2);
      const other = heardDetach(log, 3);
      t.equal(start(3, readBefore), undefined, 'not sent any more after that, also when it was due before');
      t.equal(dueAt(3), undefined);
      t.equal(complete(), true);
      t.same(told(log), ['1 det', '2 det', '3 det'], 'what has been sent is withdrawn');
      t.equal(other(), false, 'it is detached by now');
    },
  );

  await t.test('a list that comes to an endpoint whose detach is reported leaves it out', async t => {
    const log = scene(t);
    log.attach({ endpoint: 1, attachCnt: 4, rxNs: RX - SECOND_NS });
    log.db.exec('DELETE FROM propagation');
    const wish = { limit: 10, opIds: [], at: T0 };
    t.equal(log.stores.announcing.group({ ...wish, session: 1, station: 1 })?.entries.length, 1);
    const [first, second] = [heardDetach(log, 1), heardDetach(log, 2)];
    t.match(log.stores.announcing.group({ ...wish, session: 2, station: 2 }), { entries: [], single: true });
    t.same(log.stores.propagation.due(2, T0 + 20, 10), []);
    t.equal(second(), true);
    t.same(told(log), ['1 det'], 'where it was announced it may have come behind the report');
    t.equal(first(), false, 'it is detached by now');
  });

  await t.test('a detach that a station has not been sent does not take the key it is answered', async t => {
    const log = scene(t);
    log.db.exec('UPDATE session SET announced = 1000');
    log.attach({ endpoint: 1, attachCnt: 4, rxNs: RX - SECOND_NS });
    log.stores.attach.detach(decision);
    t.same(told(log), ['1 det', '2 det', '3 det']);
    log.accept({ endpoint: 1, attachCnt: 5, rxNs: RX });
    t.same(told(log), ['2 det', '3 det']);
    repeat(log, 2);
    t.same(told(log), ['3 det']);
  });

  await t.test('what an operator changes between attRsp and attCmp still waits for an attach', async t => {
    const log = scene(t);
    const { complete } = log.accept({ endpoint: 1, attachCnt: 5, rxNs: RX });
    log.stores.endpoints.update({ id: 1, changes: { long_blk_dist: 1 } }, acting);
    complete();
    t.match(row(log), { status: 'attached' });
    t.same(log.db.prepare('SELECT reattach_pending AS pending FROM endpoint').get(), { pending: 1 });
  });

  await t.test('a detach by decision ends an attach that is answered and not completed', async t => {
    const log = scene(t);
    const first = log.accept({ endpoint: 1, attachCnt: 5, rxNs: RX });
    const copy = repeat(log, 2);
    log.stores.attach.detach(decision);
    t.same(told(log), ['1 det', '2 det'], 'the stations that got the key are told to forget it');
    t.notOk(first.complete());
    t.notOk(copy());
    t.match(row(log), { status: 'detached', key: null });
    t.equal(events(log, 'attached'), 0);
  });

  await t.test('also one that attaches again: it is not left attached without a key', async t => {
    const log = scene(t);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX });
    const again = log.accept({ endpoint: 1, attachCnt: 6, rxNs: RX + SECOND_NS, station: 2 });
    log.stores.attach.detach(decision);
    t.notOk(again.complete());
    t.match(row(log), { status: 'detaching', key: null });
    t.same(told(log), ['1 det', '2 det', '3 det']);
  });

  await t.test('a detach over the air reaches a station that has not completed the attach', async t => {
    const log = scene(t);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX });
    const copy = repeat(log, 2);
    t.ok(heardDetach(log, 1)());
    t.ok(told(log).includes('2 det'));
    copy();
    t.ok(told(log).includes('2 det'), 'its completion changes nothing');
    t.match(row(log), { status: 'detached', key: null });
  });

  await t.test('the API attaches what is about to attach over the air: it keeps its negotiated key', async t => {
    const log = scene(t);
    const { complete } = log.accept({ endpoint: 1, attachCnt: 5, rxNs: RX });
    log.stores.attach.attach(decision);
    complete();
    t.match(row(log), { origin: 'over_the_air', key: { length: 16 } });
    t.equal(events(log, 'attached'), 1);
    t.ok(heardDetach(log, 1, RX + SECOND_NS)(), 'and may detach');
  });

  await t.test('of one detach through two stations, completed together, there is one event', async t => {
    const log = scene(t);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX });
    const both = [heardDetach(log, 1), heardDetach(log, 2)];
    t.same(
      log.db.atomic(() => both.map(complete => complete())),
      [true, false],
    );
    t.equal(events(log, 'detached'), 1);
  });

  await t.test('a detach that an attach has overtaken does nothing', async t => {
    const log = scene(t);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX });
    const complete = heardDetach(log, 1);
    log.attach({ endpoint: 1, attachCnt: 6, rxNs: RX + 2n * SECOND_NS, station: 2 });
    t.notOk(complete());
    t.match(row(log), { status: 'attached', key: { length: 16 } });
  });

  await t.test('an uplink beside the end of its endpoint', async t => {
    const log = scene(t);
    const uplink = (packetCnt: number, station = 1) => log.receive({ endpoint: 1, packetCnt, station, rxNs: RX });
    log.db.atomic(() => {
      t.equal(uplink(1), 'new');
      log.stores.endpoints.remove(1, acting);
      t.equal(uplink(1, 2), 'unknown', 'a copy has nowhere to go');
      t.equal(uplink(2), 'unknown');
    });
    log.close();
    t.equal(log.stores.messages.after(0, 10).length, 1, 'what was taken is kept');
  });

  await t.test('an uplink beside a change of its endpoint', async t => {
    const log = scene(t);
    const uplink = (packetCnt: number) => log.receive({ endpoint: 1, packetCnt, rxNs: RX + BigInt(packetCnt) });
    log.db.atomic(() => {
      t.equal(uplink(7), 'new');
      log.stores.endpoints.update({ id: 1, changes: { suspended: 1 } }, acting);
      t.equal(uplink(8), 'suspended');
      log.stores.endpoints.update({ id: 1, changes: { suspended: 0, name: 'other' } }, acting);
      t.equal(uplink(9), 'new');
    });
    log.close();
    t.match(log.stores.endpoints.find(1, epEui(1), T0), { last_packet_cnt: 9, name: 'other' });
    uplink(10);
    log.stores.endpoints.update({ id: 1, changes: { last_packet_cnt: 3 } }, acting);
    log.close();
    t.match(
      log.stores.endpoints.find(1, epEui(1), T0),
      { last_packet_cnt: 3 },
      'what the operator says comes after it',
    );
    t.equal(uplink(11), 'new');
    log.close();
    t.match(log.stores.endpoints.find(1, epEui(1), T0), { last_packet_cnt: 11 });
    t.equal(log.stores.messages.after(0, 10).length, 4);
  });

  await t.test(
    'the counter of an open telegram is kept when anything about endpoints changes, and by a restart',
    async t => {
      const log = scene(t);
      for (const [packetCnt, happens] of [
        [7, () => log.stores.endpoints.update({ id: 1, changes: { name: 'other' } }, acting)],
        [8, () => log.reopen()],
      ] as const) {
        log.receive({ endpoint: 1, packetCnt, rxNs: RX + BigInt(packetCnt) });
        happens();
        log.close();
        t.match(log.stores.endpoints.find(1, epEui(1), T0), { last_packet_cnt: packetCnt });
      }
    },
  );
});
