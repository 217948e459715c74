import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { ns, Scene } from './downlink-scene.ts';

const LAST_COUNTER = 2 ** 32 - 1;

t.test('what is queued', async t => {
  await t.test('gets a queue id of its own, a line in the timeline and an event', async t => {
    const scene = new Scene(t);
    const [first, second] = [
      scene.queue(),
      scene.queue({ packetCnts: [7, 8], userData: [Uint8Array.of(1), Uint8Array.of(2, 3)] }),
    ];
    t.strictSame([first, second], [1, 2]);
    t.match(scene.row(1), { state: 'pending', station: null, attempts: 0, finished_at: null, created_at: T0 });
    t.strictSame(scene.lines(1), ['downlink pending']);
    t.strictSame(scene.events(), ['queued', 'queued']);
    t.match(scene.lastEvent(), { queId: '2', ref: 'ref', origin: 'api', bytes: 3, packetCnt: ['7', '8'] });
    t.strictSame(scene.written(), [], 'it waits for a window');
  });

  await t.test('is refused for endpoints that cannot have it', async t => {
    const scene = new Scene(t);
    const about = { ep_eui: 'fe00000000000001' };
    const refused = (set: string, error: ReturnType<typeof fault>) => {
      scene.log.db.exec(`UPDATE endpoint SET ${set} WHERE id = 1`);
      t.throws(() => scene.queue(), error, set);
    };
    refused("ep_class = 'Z'", fault('EndPointNotBidirectional', about));
    refused("ep_class = 'A', suspended = 1", fault('EndPointSuspended', about));
    refused('suspended = 0, deleted_at = 1', fault('EndPointNotFound', about));
    t.strictSame(scene.events(), []);
  });

  await t.test('is limited per endpoint, by what is unfinished', async t => {
    const scene = new Scene(t);
    const first = scene.queue({ limit: 2 });
    scene.queue({ limit: 2 });
    t.throws(() => scene.queue({ limit: 2 }), fault('DownlinkQueueFull', { ep_eui: 'fe00000000000001' }));
    t.equal(scene.queue({ limit: 2, endpoint: 2 }), 3, 'another endpoint has a queue of its own');
    scene.revoke(first);
    t.equal(scene.queue({ limit: 2 }), 4);
  });

  await t.test('is queued once under the same request id within a day', async t => {
    const scene = new Scene(t);
    const requestId = '0192f000-0000-7000-8000-000000000009';
    t.match(scene.ask({ requestId, limit: 1 }), { queId: 1, deduplicated: false });
    scene.now += DAY_MS - 1;
    t.match(scene.ask({ requestId, limit: 1 }), { queId: 1, deduplicated: true }, 'also when the queue is full');
    scene.revoke(1);
    t.match(scene.ask({ requestId }), { queId: 1, deduplicated: true }, 'and when it is finished');
    scene.now += 1;
    t.match(scene.ask({ requestId }), { queId: 2, deduplicated: false });
    t.match(scene.ask({ requestId }), { queId: 2, deduplicated: true }, 'the newest counts');
  });

  await t.test('is queued once although the clock jumps ahead before it is asked for again', async t => {
    const scene = new Scene(t);
    const requestId = '0192f000-0000-7000-8000-000000000009';
    const expiresAt = T0 + 80 * DAY_MS;
    scene.ask({ requestId, expiresAt });
    scene.now += 40 * DAY_MS;
    scene.act(() => scene.stores.downlinks.clockWasSet({ now: scene.now, credible: credibleMs(T0) }));
    t.match(scene.ask({ requestId, expiresAt }), { queId: 1, deduplicated: true });
  });

  await t.test('never has the number of one that is gone', async t => {
    const scene = new Scene(t);
    scene.queue();
    scene.log.db.exec('DELETE FROM downlink');
    t.equal(scene.queue(), 2);
  });
});

t.test('a window', async t => {
  await t.test('of a telegram gets one downlink, at its first reporter', async t => {
    const scene = new Scene(t);
    scene.queue();
    scene.queue();
    t.equal(scene.hear(2, { packetCnt: 5 }), 'new');
    t.strictSame(scene.written(), ['2 dlDataQue -1 #1']);
    t.match(scene.row(1), { state: 'dispatched', station: 2, op_id: -1, attempts: 1 });
    t.strictSame(scene.lines(1), ['downlink sent']);
    t.equal(scene.hear(1, { packetCnt: 5 }), 'merged');
    t.equal(scene.hear(2, { packetCnt: 5 }), 'repeated');
    scene.close();
    t.equal(scene.hear(3, { packetCnt: 5 }), 'late');
    t.strictSame(scene.written(), []);
  });

  await t.test('goes to the next reporter when the first cannot send', async t => {
    const scene = new Scene(t);
    scene.begin(1, false);
    scene.queue();
    scene.hear(1, { packetCnt: 5 });
    scene.log.db.exec('UPDATE base_station SET disabled = 1 WHERE id = 2');
    scene.hear(2, { packetCnt: 5 });
    t.strictSame(scene.written(), []);
    scene.hear(3, { packetCnt: 5 });
    t.strictSame(scene.written(), ['3 dlDataQue -1 #1']);
  });

  await t.test('is none when there is no dlOpen, the endpoint does not hear, or the session has ended', async t => {
    const scene = new Scene(t);
    scene.queue();
    scene.hear(1, { dlOpen: false });
    scene.log.db.exec("UPDATE endpoint SET ep_class = 'Z'");
    scene.hear(1);
    scene.log.db.exec("UPDATE endpoint SET ep_class = 'A'");
    scene.disconnect(1);
    scene.hear(1);
    scene.stores.sessions.retire(2);
    scene.hear(2);
    t.strictSame(scene.written(), []);
    scene.hear(3);
    t.strictSame(scene.written(), ['3 dlDataQue -1 #1']);
  });

  await t.test('that had nothing to carry is not given to what is queued behind it', async t => {
    const scene = new Scene(t);
    scene.hear(1, { packetCnt: 5 });
    scene.queue();
    t.equal(scene.hear(1, { packetCnt: 5 }), 'repeated');
    t.strictSame(scene.written(), []);
    scene.hear(2, { packetCnt: 5 });
    t.strictSame(scene.written(), ['2 dlDataQue -1 #1'], 'another station may still reach it');
  });

  await t.test('is over when the telegram comes behind a newer one', async t => {
    const scene = new Scene(t);
    scene.hear(1, { packetCnt: 9, rxNs: ns(T0) });
    scene.close();
    scene.queue();
    scene.hear(2, { packetCnt: 8, rxNs: ns(T0 - 1) });
    t.strictSame(scene.written(), [], 'its station was away');
    scene.hear(2, { packetCnt: 7, rxNs: ns(scene.now) });
    t.strictSame(scene.written(), ['2 dlDataQue -1 #1'], 'its endpoint began to count anew');
  });

  await t.test('is over when the telegram is of the time before the last attach', async t => {
    const scene = new Scene(t);
    scene.log.db.exec(`UPDATE endpoint SET attach_generation = 1, attach_rx_time_ns = ${ns(T0)}`);
    scene.queue();
    t.equal(scene.hear(1, { packetCnt: 5, rxNs: ns(T0 - 1) }), 'new');
    t.strictSame(scene.written(), []);
  });

  await t.test('carries what fits: priority, age, counters, expected answers, lifetime', async t => {
    const scene = new Scene(t);
    const [old, urgent] = [scene.queue(), scene.queue({ prio: 1.5 })];
    const counted = scene.queue({ prio: 3, packetCnts: [10, LAST_COUNTER] });
    const awaited = scene.queue({ prio: 2, expOnly: true });
    const brief = scene.queue({ prio: 9, expiresAt: T0 + 1000 });
    const sends = (queId: number, telegram = {}) => {
      scene.hear(1, telegram);
      const [written = ''] = scene.written();
      t.match(written, new RegExp(`#${queId}$`));
      scene.result(1, queId, 'sent');
      scene.close();
    };
    scene.now = T0 + 999;
    sends(brief);
    sends(urgent);
    sends(counted, { packetCnt: 10, responseExp: true });
    sends(awaited, { responseExp: true });
    sends(old);
    scene.queue({ expiresAt: scene.now });
    scene.hear(1);
    t.strictSame(scene.written(), [], 'at its end it is over, whether or not it was looked for');
  });

  await t.test('is taken by a downlink that a connected station has for it', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1, { packetCnts: [1, 3] });
    const next = scene.queue();
    scene.hear(2, { packetCnt: 2 });
    t.strictSame(scene.written(), [`2 dlDataQue -1 #${next}`], 'one that does not fit it takes nothing');
    scene.result(2, next, 'sent');
    const last = scene.queue();
    scene.hear(2, { packetCnt: 3 });
    t.strictSame(scene.written(), []);
    t.equal(scene.state(held), 'queued');
    t.equal(scene.state(last), 'pending');
    scene.hear(1, { packetCnt: 3 });
    t.equal(scene.row(held).missed, 1, 'a window counts once, however many stations report it');
  });

  await t.test('is free again after two that a connected holder let go by', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    const next = scene.queue();
    for (const station of [2, 1]) scene.hear(station);
    t.strictSame(scene.written(), []);
    scene.hear(2);
    t.strictSame(scene.written(), [`2 dlDataQue -1 #${next}`]);
    t.match(scene.row(held), { state: 'queued', station: 1 }, 'it still has the one it has');
    scene.result(1, held, 'sent');
    t.equal(scene.state(held), 'sent');
  });
});

t.test('a holder that is away', async t => {
  await t.test('keeps its downlink for a while, and others are not kept waiting', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    const next = scene.queue();
    scene.disconnect(1);
    scene.now += 299_999;
    scene.hear(2);
    t.strictSame(scene.written(), [`2 dlDataQue -1 #${next}`]);
    t.match(scene.row(held), { state: 'queued', station: 1 });
  });

  await t.test('loses it to a station that reports a window, and is told so when it is back', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.hear(1);
    scene.disconnect(1);
    scene.now += 300_000;
    scene.written();
    scene.hear(2);
    t.strictSame(scene.written(), [`1 dlDataRev -2 #${queId}`, `2 dlDataQue -1 #${queId}`]);
    t.match(scene.row(queId), { state: 'dispatched', station: 2, attempts: 2 });
    t.strictSame(scene.events(), ['queued', 'requeued']);
    t.match(scene.lastEvent(), { queId: '1', bsEui: '70b3d59cd0000001', reason: 'holder_offline' });
    t.match(scene.one("SELECT station, bs_eui FROM event WHERE event_type = 'downlink.requeued'"), {
      ...{ station: 1, bs_eui: '70b3d59cd0000001' },
    });
    t.strictSame(scene.resume(1), [`dlDataQue -1 #${queId}`, `dlDataRev -2 #${queId}`], 'half-open, then corrected');
    scene.accept(1, -1);
    scene.revoked(1, -2);
    t.match(scene.row(queId), { state: 'dispatched', station: 2, accepted_at: null }, 'nothing of the new holder');
    t.equal(scene.result(1, queId, 'sent'), 'ignored', 'it does not hold it');
  });

  await t.test('keeps it while the clock is ahead, and is away for as long as it was', async t => {
    const scene = new Scene(t);
    const ahead = (ms: number) => {
      const when = { now: scene.now, credible: credibleMs(scene.now - ms) };
      scene.act(() => scene.stores.downlinks.clockWasSet(when));
    };
    const lasting = scene.holds(1, { endpoint: 2 });
    scene.disconnect(1);
    // Two hours ahead: it went before, and another goes while it is.
    scene.now += 2 * HOUR_MS;
    ahead(2 * HOUR_MS);
    const held = scene.holds(2);
    scene.disconnect(2);
    scene.now += 299_999;
    scene.hear(3, { endpoint: 2 });
    scene.hear(3);
    t.match(
      [scene.row(lasting), scene.row(held)],
      [
        { state: 'queued', station: 1 },
        { state: 'queued', station: 2 },
      ],
    );
    scene.now += 1;
    scene.hear(3, { endpoint: 2 });
    scene.hear(3);
    t.match(
      [scene.row(lasting), scene.row(held)],
      [
        { state: 'dispatched', station: 3 },
        { state: 'dispatched', station: 3 },
      ],
    );
  });

  await t.test('loses it although it went at a time that never was', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    scene.now += 40 * DAY_MS;
    scene.disconnect(1);
    scene.now -= 40 * DAY_MS;
    scene.hear(2);
    t.match(scene.row(held), { state: 'dispatched', station: 2 });
  });

  await t.test('never loses it when that is switched off', async t => {
    const scene = new Scene(t, { requeueOfflineMs: 0 });
    const held = scene.holds(1);
    scene.disconnect(1);
    scene.now += 20 * HOUR_MS;
    scene.hear(2);
    t.match(scene.row(held), { state: 'queued', station: 1 });
    t.strictSame(scene.written(), []);
  });

  await t.test('does not lose one that is being revoked', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    scene.disconnect(1);
    scene.revoke(held);
    scene.now += HOUR_MS;
    scene.written();
    scene.hear(2);
    t.strictSame(scene.written(), []);
    t.equal(scene.state(held), 'revoking');
  });

  await t.test('loses it too when its session can never be resumed and it is not known since when', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    scene.stores.sessions.retire(1);
    scene.hear(2);
    t.match(scene.row(held), { state: 'dispatched', station: 2 });
  });
});

t.test('early hand-over', async t => {
  await t.test('is one at a time, the next after the end of the one before', async t => {
    const scene = new Scene(t, { handOver: 'early' });
    const queued = Array.from({ length: 6 }, () => scene.queue({ handTo: 1 }));
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, last = 0] = queued;
    t.strictSame(scene.written(), [`1 dlDataQue -1 #${first}`]);
    scene.accept(1, -1);
    scene.result(1, first, 'sent', { packetCnt: 4 });
    t.strictSame(scene.written(), [`1 dlDataQue -2 #${second}`], 'a result');
    scene.refuse(1, -2, 22);
    t.strictSame(scene.written(), [`1 dlDataQue -3 #${third}`], 'a refusal');
    scene.revoke(third);
    scene.revoked(1, -4);
    t.strictSame(scene.written(), [`1 dlDataRev -4 #${third}`, `1 dlDataQue -5 #${fourth}`], 'a revocation');
    scene.log.db.exec(`UPDATE downlink SET expires_at = ${T0} WHERE que_id = ${fourth}`);
    scene.expire();
    t.strictSame(scene.written(), [`1 dlDataRev -6 #${fourth}`, `1 dlDataQue -7 #${fifth}`], 'its lifetime');
    scene.hear(2);
    t.strictSame(scene.written(), [], 'the window belongs to the one that is held');
    t.equal(scene.state(last), 'pending');
  });

  await t.test('does without counters and expected answers: the station keeps it until they fit', async t => {
    const scene = new Scene(t, { handOver: 'early' });
    const queId = scene.queue({ handTo: 2, packetCnts: [1000], expOnly: true });
    t.strictSame(scene.written(), [`2 dlDataQue -1 #${queId}`]);
  });

  await t.test('is not done where nothing can be sent: then a window does it', async t => {
    const scene = new Scene(t, { handOver: 'early' });
    scene.begin(1, false);
    scene.disconnect(2);
    scene.queue({ handTo: 1 });
    scene.queue({ handTo: 2 });
    t.strictSame(scene.written(), []);
    scene.hear(3);
    t.strictSame(scene.written(), ['3 dlDataQue -1 #1']);
  });

  await t.test('is not done for an endpoint that does not hear any more', async t => {
    const scene = new Scene(t, { handOver: 'early' });
    const first = scene.queue({ handTo: 1 });
    scene.queue({ handTo: 1 });
    scene.written();
    scene.log.db.exec("UPDATE endpoint SET ep_class = 'Z'");
    scene.result(1, first, 'sent');
    t.strictSame(scene.written(), []);
  });
});
