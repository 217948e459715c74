import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_S } from '../../../src/kit/units.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { momentAt } from '../../peers/time.ts';
import { AC, AC2, type CenterScene, centerScene, RX } from '../center/center-scene.ts';
import { bsEui, epEui, T0 } from './log-store.ts';

const acting = { now: T0, userId: undefined, userEmail: undefined, actor: 'test' };
const decision = (endpoint = 1) => ({ endpoint, origin: 'api' as const, operationId: uuid7(T0), actor: '', at: T0 });

/** What centers are told behind a place, without the uplinks. */
function told(s: CenterScene, after = 0, acEui: Eui = AC) {
  const { lines } = s.lines(after, 100, acEui);
  return lines.flatMap(({ storedAt: _, ...line }) => (line.kind === 'ulData' ? [] : [line]));
}

t.test('an attach over the air is told with what was heard', async t => {
  const s = centerScene(t);
  s.connect();
  s.attach(2, T0 + 1, { eqSnr: 12.125 });
  t.same(told(s), [
    {
      ...{ kind: 'epStat', seq: 1 },
      content: {
        ...{ epEui: epEui(1), epStatus: 'attached', attachCnt: 7, nonce: '5ac3017e', sign: '00ff10a0' },
        ...{ snr: 14.5, rssi: -97.25, eqSnr: 12.125 },
      },
    },
  ]);
  s.attach(2, T0 + 2, { attachCnt: 8 });
  const [, again] = told(s);
  t.match(again, { content: { epStatus: 'attached', attachCnt: 8 } }, 'each attach, also of one that is attached');
  t.notOk('eqSnr' in (again?.content ?? {}), 'nothing is invented');
  s.detach(1, T0 + 3);
  const heard = { sign: '11223344', snr: 3.5, rssi: -120.5, eqSnr: 2.25 };
  t.same(told(s, 2), [{ kind: 'epStat', seq: 3, content: { epEui: epEui(1), epStatus: 'detached', ...heard } }]);
  s.detach(2, T0 + 4);
  t.equal(told(s, 3).length, 0, 'never for a repeated detach');
  t.same(
    s.rows("SELECT event_type FROM event WHERE event_type IN ('endpoint.attached', 'endpoint.detached')").length,
    3,
    'as often as operators are told',
  );
});

t.test('the same attach through two stations is told once, as the first to complete it heard it', async t => {
  const s = centerScene(t);
  s.connect();
  const [near, far] = [s.air(1), s.air(2)];
  const { attach } = s.stores;
  const seen = attach.find(epEui(1));
  if (!seen) throw new Error('no such endpoint');
  attach.accept({
    ...{ ...near, endpoint: 1, seen, attachCnt: 1, shAddr: 1, rxTime: RX, sessionKey: Buffer.alloc(16) },
    ...{ nonce: Buffer.alloc(4, 1), sign: Buffer.alloc(4, 2), radio: { snr: 1, rssi: -1 } },
    ...{ dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
  });
  attach.repeat(far, 1, 1, { snr: 2, rssi: -2, eqSnr: 1.5 });
  s.log.reopen();
  s.stores.attach.attachCompleted(far);
  s.stores.attach.attachCompleted(near);
  t.match(told(s), [{ content: { nonce: '01010101', sign: '02020202', snr: 2, rssi: -2, eqSnr: 1.5 } }]);
  t.equal(told(s).length, 1);
});

t.test('a decision is told without anything that was not heard', async t => {
  const s = centerScene(t);
  s.connect();
  s.db.exec("UPDATE endpoint SET nwk_key = x'00'");
  const { attach } = s.stores;
  attach.attach(decision());
  attach.attach(decision());
  attach.detach(decision());
  attach.detach(decision());
  t.same(
    told(s).map(({ content }) => content),
    [
      { epEui: epEui(1), epStatus: 'attached' },
      { epEui: epEui(1), epStatus: 'detached' },
    ],
    'each change once',
  );
  s.attach(1, T0 + 1);
  s.stores.endpoints.remove(1, acting);
  t.same(told(s).at(-1)?.content, { epEui: epEui(1), epStatus: 'detached' }, 'also when it is deleted');
});

t.test('centers hear that an endpoint is deregistered, and nothing after that', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.connect(AC2);
  s.attach(1, T0 + 1);
  const asking = { session, org: 1, acEui: AC };
  s.stores.centerRequests.deregister({ session, opId: 1, command: 'dereg', at: T0 + 2 }, asking, epEui(1));
  t.same(told(s, 1), [{ kind: 'epStat', seq: 2, content: { epEui: epEui(1), epStatus: 'detached' } }]);
  s.attach(1, T0 + 3, { attachCnt: 9 });
  s.detach(1, T0 + 4);
  t.same(told(s, 2), []);
  t.same(told(s, 2, AC2), []);
});

t.test('no line is kept for centers that are not there', async t => {
  const s = centerScene(t);
  s.connect(AC, T0, { org: 2 });
  s.attach(1, T0 + 1);
  s.queue('1', T0, { expiresAt: T0 });
  s.stores.downlinks.expire(momentAt(T0));
  t.same(s.rows('SELECT * FROM notice'), []);
  const session = s.connect(AC, T0 + 1);
  s.centers.disconnect(session, 0, 'connection_lost', T0 + 2);
  s.attach(1, T0 + 3, { attachCnt: 8 });
  t.equal(told(s).length, 1, 'one that is away gets it later');
  s.centers.expire(momentAt(T0 + 31 * DAY_S), { heldOperations: 10, ageMs: 30 * DAY_S });
  s.detach(1, T0 + 4);
  t.equal(told(s).length, 1);
  s.connect(AC2, T0 + 5);
  s.queue('2', T0, { expiresAt: T0 });
  s.stores.downlinks.expire(momentAt(T0));
  t.equal(told(s).length, 1, 'another center is told nothing of its downlink');
  t.equal(told(s, 0, AC2).length, 1);
});

t.test('a downlink has one result, unless it is revoked', async t => {
  const s = centerScene(t);
  s.connect();
  const results = () => told(s).map(({ content }) => content);
  const sent = s.queue('18446744073709551615');
  s.window(2);
  t.equal(s.result(sent, 'sent', 2), 'taken');
  t.equal(s.result(sent, 'expired', 2), 'ignored');
  const base = { epEui: epEui(1) };
  t.same(results(), [
    {
      ...{ ...base, queId: '18446744073709551615', result: 'sent', txTime: String(RX), packetCnt: 4_294_967_295 },
      bsEui: bsEui(2),
    },
  ]);
  const at = T0 + 1;
  const [expired, invalid, refused] = ['0', '1', '2'].map(queId => {
    const id = s.queue(queId, at);
    const opId = s.window(1, at);
    if (queId === '0') s.result(id, 'expired', 1, at);
    if (queId === '1') s.result(id, 'invalid', 1, at);
    if (queId === '2') {
      s.stores.downlinks.refused({ session: s.session(1), station: 1, opId, code: 22, text: 'no', at });
    }
    return id;
  });
  t.ok(expired && invalid && refused);
  t.same(results().slice(1), [
    { ...base, queId: '0', result: 'expired' },
    { ...base, queId: '1', result: 'invalid' },
    { ...base, queId: '2', result: 'invalid' },
  ]);
  s.queue('3', at, { expiresAt: at + 5 });
  s.stores.downlinks.expire(momentAt(at + 5));
  t.same(results().slice(4), [{ ...base, queId: '3', result: 'expired' }], 'one that never was at a station');
});

t.test('revoked, waiting again, acknowledged, or not of a center: no result', async t => {
  const s = centerScene(t);
  s.connect();
  const by = { actor: '', origin: 'api' as const };
  const revoked = s.queue('1');
  s.stores.downlinks.revoke({ org: 1, endpoint: 1, queId: revoked }, by, T0);
  const held = s.queue('2');
  s.window();
  s.stores.downlinks.stationForgot(1, 'new_session', T0);
  s.stores.downlinks.revoke({ org: 1, endpoint: 1, queId: held }, by, T0);
  const own = s.queue(undefined);
  s.window();
  t.equal(s.result(own, 'sent'), 'taken');
  t.same(told(s), []);
  const sent = s.queue('3');
  s.window();
  s.result(sent, 'sent');
  // Both in the same window, so that either is found first.
  for (let n = 0; n < 2; n++) s.stores.downlinks.acknowledged(1, 0, 0, T0);
  t.match(s.rows(`SELECT state FROM downlink WHERE que_id = ${sent}`), [{ state: 'acknowledged' }]);
  t.match(told(s), [{ kind: 'dlDataRes', content: { queId: '3', result: 'sent' } }]);
  t.equal(told(s).length, 1);
});

t.test('places of notices are not given again after a restart', async t => {
  const s = centerScene(t);
  s.connect();
  s.uplink();
  s.attach(1, T0 + 1);
  t.same(s.stores.messages.edges(), { oldest: 1, newest: 2 });
  s.log.reopen();
  s.uplink();
  t.same(s.stores.messages.edges(), { oldest: 1, newest: 3 });
  t.same(
    s.lines(0).lines.map(({ seq, kind }) => [seq, kind]),
    [
      [1, 'ulData'],
      [2, 'epStat'],
      [3, 'ulData'],
    ],
  );
  s.db.exec('DELETE FROM message');
  t.same(s.stores.messages.edges(), { oldest: 2, newest: 2 });
  s.db.exec('DELETE FROM notice');
  t.same(s.stores.messages.edges(), { oldest: 0, newest: 0 });
});
