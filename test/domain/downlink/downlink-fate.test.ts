import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { T0 } from '../message/log-store.ts';
import { ns, Scene } from './downlink-scene.ts';

const AVOID_MS = 30_000;

t.test('the answer to dlDataQue', async t => {
  await t.test('says that the station has it', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.hear(1);
    scene.now += 7;
    scene.accept(1, -1);
    t.match(scene.row(queId), { state: 'queued', accepted_at: T0 + 7, finished_at: null });
    t.match(scene.lastEvent(), { queId: '1', bsEui: '70b3d59cd0000001', opId: '-1' });
    t.strictSame(scene.held(1), []);
    scene.accept(1, -1);
    t.strictSame(scene.events(), ['queued', 'accepted'], 'a repeated one changes nothing');
  });

  await t.test('for now: it waits again, and this station is not asked for 30 s', async t => {
    for (const code of [11, 16, 28, 110]) {
      const scene = new Scene(t);
      const queId = scene.queue();
      scene.hear(1);
      t.equal(scene.refuse(1, -1, code, 'busy'), false);
      t.match(scene.row(queId), { state: 'pending', station: null, last_error: `${code} busy`, attempts: 1 });
      t.strictSame(scene.lines(queId), ['downlink pending']);
      t.match(scene.lastEvent(), { queId: '1', reason: `${code} busy`, bsEui: '70b3d59cd0000001' });
      t.strictSame(scene.held(1), []);
      scene.now += AVOID_MS - 1;
      scene.written();
      scene.hear(1);
      t.strictSame(scene.written(), []);
      scene.now += 1;
      scene.hear(1);
      t.strictSame(scene.written(), ['1 dlDataQue -2 #1']);
    }
  });

  await t.test('for now, of two stations: each is left alone for its own 30 s', async t => {
    const scene = new Scene(t);
    scene.queue();
    scene.hear(1);
    scene.refuse(1, -1, 16);
    scene.now += AVOID_MS - 1000;
    scene.hear(2);
    scene.refuse(2, -1, 16);
    scene.written();
    scene.hear(1);
    t.strictSame(scene.written(), [], 'one second is left of its time');
    scene.now += 1000;
    scene.hear(2);
    t.strictSame(scene.written(), []);
    scene.hear(1);
    t.strictSame(scene.written(), ['1 dlDataQue -2 #1']);
  });

  await t.test('that the endpoint is unknown there: the station is told again, twice', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    for (const [unknown_there, opId] of [
      [1, -1],
      [2, -2],
    ] as const) {
      scene.log.db.exec('DELETE FROM propagation');
      scene.hear(1);
      t.equal(scene.refuse(1, opId, 2, 'who'), true);
      t.match(scene.row(queId), { state: 'pending', unknown_there, last_error: '2 who' });
      t.match(scene.one('SELECT station, endpoint, kind, state, retry_at FROM propagation'), {
        ...{ station: 1, endpoint: 1, kind: 'att', state: 'needed', retry_at: 0 },
      });
    }
    scene.hear(1);
    t.equal(scene.refuse(1, -3, 2, 'who'), false);
    t.match(scene.row(queId), { state: 'invalid', last_error: '2 who', attempts: 3, finished_at: T0 });
  });

  await t.test('that an endpoint is unknown that is not attached: it is not told', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.log.db.exec("DELETE FROM propagation; UPDATE endpoint SET attach_status = 'detached'");
    scene.hear(1);
    scene.refuse(1, -1, 2);
    t.equal(scene.state(queId), 'pending');
    t.equal(scene.one('SELECT count(*) AS count FROM propagation').count, 0);
  });

  await t.test('for good', async t => {
    for (const code of [0, 1, 5, 13, 17, 22, 34, 38, 71, 95, 4_294_967_295]) {
      const scene = new Scene(t);
      const queId = scene.queue();
      scene.hear(1);
      t.equal(scene.refuse(1, -1, code, 'no way'), false);
      t.match(scene.row(queId), { state: 'invalid', last_error: `${code} no way`, station: 1, finished_at: T0 });
      t.strictSame(scene.lines(queId), [`downlink failed ${code} no way`]);
      t.match(scene.lastEvent(), { code, message: 'no way', bsEui: '70b3d59cd0000001', ref: 'ref' });
      t.strictSame(scene.events(), ['queued', 'invalid']);
    }
  });

  await t.test('may come behind the result, or behind a revocation that was refused', async t => {
    const scene = new Scene(t);
    const [first, second, third] = [scene.queue(), scene.queue(), scene.queue()];
    scene.hear(1);
    scene.result(1, first, 'sent');
    t.strictSame(scene.held(1), [], 'a resume does not bring it again');
    scene.accept(1, -1);
    scene.refuse(1, -1, 22);
    t.match(scene.row(first), { state: 'sent', accepted_at: null });
    for (const queId of [second, third]) {
      scene.hear(1);
      scene.revoke(queId);
    }
    scene.notRevoked(1, -3, 5);
    t.equal(scene.state(second), 'queued');
    scene.refuse(1, -2, 28);
    t.match(scene.row(second), { state: 'pending', station: null }, 'the station does not have it after all');
  });

  await t.test('for a station that has lost it meanwhile changes nothing', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    scene.hear(1);
    const late = scene.answer(1, -1);
    scene.begin(1);
    scene.hear(2);
    scene.stores.downlinks.accepted(late);
    scene.stores.downlinks.refused({ ...late, code: 22, text: '' });
    t.match(scene.row(queId), { state: 'dispatched', station: 2, last_error: '' });
  });
});

t.test('revocation', async t => {
  await t.test('of what no station has is done at once', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    t.strictSame(scene.revoke(queId), [queId]);
    t.match(scene.row(queId), { state: 'revoked', finished_at: T0, feed_seq: null });
    t.strictSame(scene.lines(queId), ['downlink failed revoked']);
    t.strictSame(scene.events(), ['queued', 'revoked']);
    t.strictSame(scene.written(), []);
  });

  await t.test('of what a station has, or may have, is done when it says so', async t => {
    for (const accepted of [false, true]) {
      for (const code of [undefined, 2, 95]) {
        const scene = new Scene(t);
        const queId = scene.queue();
        scene.hear(1);
        if (accepted) scene.accept(1, -1);
        scene.written();
        scene.revoke(queId);
        t.strictSame(scene.written(), ['1 dlDataRev -2 #1']);
        t.equal(scene.state(queId), 'revoking');
        scene.revoke(queId);
        t.strictSame(scene.written(), [], 'asked again, nothing is asked twice');
        if (code === undefined) scene.revoked(1, -2);
        else scene.notRevoked(1, -2, code);
        t.match(scene.row(queId), { state: 'revoked', station: 1, feed_seq: 1 });
        t.strictSame(scene.lines(queId), ['downlink failed revoked', 'downlink_revoke completed']);
        const events = ['queued', ...(accepted ? ['accepted'] : []), 'revoke_requested', 'revoked'];
        t.strictSame(scene.events(), events);
      }
    }
  });

  await t.test('that the station refuses leaves it there, and may be asked again', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    scene.revoke(queId);
    scene.notRevoked(1, -2, 16, 'busy');
    t.match(scene.row(queId), { state: 'queued', last_error: '16 busy', finished_at: null });
    t.strictSame(scene.lines(queId), ['downlink sent', 'downlink_revoke failed 16 busy']);
    scene.revoke(queId);
    scene.notRevoked(1, -2, 95);
    t.equal(scene.state(queId), 'revoking', 'a repeated answer to the first');
    scene.revoked(1, -3);
    t.equal(scene.state(queId), 'revoked');
  });

  await t.test('may be overtaken by the result', async t => {
    for (const result of ['sent', 'expired', 'invalid'] as const) {
      const scene = new Scene(t);
      const queId = scene.holds(1);
      scene.revoke(queId);
      t.equal(scene.result(1, queId, result), 'taken');
      t.equal(scene.state(queId), result);
      scene.notRevoked(1, -2, 95, 'no matching DL data found');
      t.equal(scene.state(queId), result);
      t.strictSame(scene.held(1), []);
      t.equal(scene.lines(queId)[1], 'downlink_revoke completed');
    }
  });

  await t.test('ends as well when the station answers dlDataQue with an error', async t => {
    for (const code of [2, 16, 22]) {
      const scene = new Scene(t);
      const queId = scene.queue();
      scene.hear(1);
      scene.revoke(queId);
      scene.refuse(1, -1, code);
      t.match(scene.row(queId), { state: 'revoked', station: 1 });
      t.strictSame(scene.events().slice(-1), ['revoked']);
      scene.notRevoked(1, -2, 95);
      t.strictSame(scene.lines(queId)[1], 'downlink_revoke completed');
      t.strictSame(scene.events().filter(type => type === 'revoked').length, 1);
    }
  });

  await t.test('of all that are unfinished', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    const done = scene.queue();
    scene.revoke(done);
    const waiting = scene.queue();
    const other = scene.queue({ endpoint: 2 });
    t.strictSame(scene.revoke(undefined), [held, waiting]);
    t.strictSame(
      [held, waiting, other].map(id => scene.state(id)),
      ['revoking', 'revoked', 'pending'],
    );
    t.strictSame(scene.revoke(undefined), [held], 'what is on its way is told as well');
  });

  await t.test('of what is not there, or finished, is an error', async t => {
    const scene = new Scene(t);
    const queId = scene.queue();
    const unknown = (id: string) => fault('DownlinkNotFound', { que_id: id });
    t.throws(() => scene.revoke(77), unknown('77'));
    t.throws(() => scene.revoke(queId, 2), unknown('1'), 'of another endpoint');
    const by = { actor: 'me', origin: 'api' };
    t.throws(() => scene.stores.downlinks.revoke({ org: 2, endpoint: 1, queId }, by, T0), unknown('1'));
    scene.revoke(queId);
    t.throws(() => scene.revoke(queId), fault('DownlinkAlreadyFinished', { que_id: '1', status: 'revoked' }));
  });

  await t.test('is not confirmed by the answer to a recall of ours', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    scene.disconnect(1);
    scene.now += HOUR_MS;
    scene.hear(2);
    t.strictSame(scene.resume(1), ['dlDataRev -2 #1']);
    scene.refuse(2, -1, 16);
    scene.hear(1);
    scene.accept(1, -3);
    scene.revoke(queId);
    scene.revoked(1, -2);
    t.equal(scene.state(queId), 'revoking', 'that was about what it had before');
    scene.revoked(1, -4);
    t.equal(scene.state(queId), 'revoked');
  });
});

t.test('a result', async t => {
  await t.test('is the fate of the downlink', async t => {
    for (const result of ['sent', 'expired', 'invalid'] as const) {
      const scene = new Scene(t);
      const queId = scene.holds(1);
      scene.now += 5;
      t.equal(scene.result(1, queId, result, { packetCnt: 1, txTime: ns(T0) + 1n }), 'taken');
      const window = result === 'sent' ? { tx_packet_cnt: 1, tx_time: String(ns(T0) + 1n) } : { tx_time: null };
      t.match(scene.row(queId), { state: result, finished_at: T0 + 5, station: 1, feed_seq: 1, ...window });
      t.strictSame(scene.events(), ['queued', 'accepted', result]);
      t.match(scene.lines(queId)[0], { sent: /completed/, expired: /timeout/, invalid: /failed/ }[result]);
      t.equal(scene.result(1, queId, result, { packetCnt: 1 }), 'ignored', 'repeated after a resume');
      t.equal(scene.result(1, queId, result === 'sent' ? 'expired' : 'sent'), 'ignored', 'a final state stays');
      t.equal(scene.state(queId), result);
      t.equal(scene.events().filter(type => type === result).length, 1);
    }
  });

  await t.test('counts from its holder only', async t => {
    const scene = new Scene(t);
    const waiting = scene.queue({ prio: -1 });
    const held = scene.holds(1);
    t.equal(scene.result(2, held, 'sent'), 'ignored');
    t.equal(scene.result(1, waiting, 'sent'), 'ignored');
    t.strictSame([scene.state(held), scene.state(waiting)], ['queued', 'pending']);
  });

  await t.test('needs a queue id that was given out for the endpoint', async t => {
    const scene = new Scene(t);
    const held = scene.holds(1);
    t.equal(scene.result(1, held + 1, 'sent'), 'unknown');
    t.equal(scene.result(1, 0, 'sent'), 'unknown');
    t.equal(scene.result(1, 2n ** 64n - 1n, 'sent'), 'unknown');
    t.equal(scene.result(1, held, 'sent', { endpoint: 2 }), 'unknown');
    t.equal(scene.result(1, held, 'sent', { endpoint: 9 }), 'unknown');
    t.equal(scene.state(held), 'queued');
  });

  await t.test('that comes after the end is told once', async t => {
    const scene = new Scene(t);
    const queId = scene.holds(1);
    scene.now += DAY_MS;
    scene.expire();
    for (const _ of [1, 2]) t.equal(scene.result(1, queId, 'sent', { txTime: ns(T0) }), 'ignored');
    t.match(scene.row(queId), { state: 'expired', last_error: 'sent after it had expired', tx_time: null });
    t.strictSame(scene.events(), ['queued', 'accepted', 'expired', 'sent_after_expiry']);
    t.match(scene.lastEvent(), { queId: '1', bsEui: '70b3d59cd0000001', txTime: String(ns(T0)) });
  });
});

t.test('a lifetime', async t => {
  await t.test('ends exactly at its time, and the holder is told', async t => {
    const scene = new Scene(t);
    const expiresAt = T0 + 5000;
    const held = scene.holds(1, { expiresAt });
    const [waiting, revoking] = [
      scene.queue({ expiresAt, endpoint: 2 }),
      scene.holds(2, { expiresAt, endpoint: 2, prio: 1 }),
    ];
    scene.revoke(revoking, 2);
    scene.written();
    scene.now = expiresAt - 1;
    t.equal(scene.expire(), 0);
    scene.now = expiresAt;
    t.equal(scene.expire(), 3);
    t.equal(scene.expire(), 0);
    for (const queId of [held, waiting, revoking])
      t.match(scene.row(queId), { state: 'expired', finished_at: expiresAt });
    t.strictSame(scene.written(), ['1 dlDataRev -2 #1'], 'one that is being revoked has its dlDataRev on the way');
    t.strictSame(
      [held, waiting, revoking].map(id => scene.row(id).feed_seq),
      [1, null, 2],
    );
    scene.notRevoked(1, -2, 5);
    scene.revoked(2, -2);
    t.strictSame(
      [held, revoking].map(id => scene.state(id)),
      ['expired', 'expired'],
    );
    t.strictSame(scene.held(1), []);
  });
});
