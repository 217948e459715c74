import t from 'tap';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { T0 } from '../message/log-store.ts';
import { AC, AC2, centerScene } from './center-scene.ts';

/** The start of the test's hour, for the figures. */
const H0 = T0 - (T0 % HOUR_MS);

t.test('ids fall by one, a ping between takes one, and the cursor goes along', async t => {
  const s = centerScene(t);
  const session = s.connect();
  const other = s.connect(AC2);
  for (let n = 0; n < 4; n++) s.uplink();
  s.uplink(3);
  t.equal(s.issue(session, 2), -1);
  t.match(s.row(session), { last_sc: -2, cursor: 2, operations: 2 });
  t.equal(s.centers.issuePing(session), -3);
  t.equal(s.issue(session, 100), -4);
  t.match(s.row(session), { last_sc: -5, cursor: 5, operations: 5 }, 'over the line of another organization');
  const { lastSc, cursor, held } = s.centers.own(session);
  t.same([lastSc, cursor], [-5, 5]);
  t.same(
    held.map(({ opId, line }) => [opId, line.seq]),
    [
      [-1, 1],
      [-2, 2],
      [-4, 3],
      [-5, 4],
    ],
    'a ping is not repeated',
  );
  t.equal(s.issue(other, 1, AC2), -1, 'each session has ids of its own');
});

t.test('a line becomes one operation of a session', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink();
  s.uplink();
  s.issue(session);
  const before = s.row(session);
  t.throws(
    () => s.db.atomic(() => s.centers.issue(session, [{ seq: 2, receptions: 1, storedAt: T0 }], 2)),
    /have been issued/,
  );
  t.same(s.row(session), before);
  t.equal(s.centers.own(session).held.length, 2);
  s.uplink();
  t.equal(s.centers.issue(session, [{ seq: 3, receptions: 1, storedAt: T0 }], 3), -3);
});

t.test('what the center has taken is done, what it refused is not offered again', async t => {
  const s = centerScene(t);
  const session = s.connect();
  for (let n = 0; n < 3; n++) s.uplink();
  s.attach();
  s.queue('1', T0, { expiresAt: T0 });
  s.stores.downlinks.expire(momentAt(T0));
  t.equal(s.issue(session), -1);
  s.centers.done(session, [-3, -1, -4], T0 + 2500);
  s.centers.failed(session, -2, T0 + 3000);
  t.match(s.centers.own(session).held, [{ opId: -5, line: { kind: 'dlDataRes' } }]);
  t.equal(s.centers.own(session).held.length, 1);
  s.centers.done(session, [-5], T0 + HOUR_MS);
  s.centers.done(session, [-5, -1, -77], T0 + HOUR_MS);
  s.centers.failed(session, -1, T0 + HOUR_MS);
  t.same(s.centers.own(session).held, []);
  t.match(s.row(session), { last_sc: -5, operations: 5, last_activity_at: T0 + HOUR_MS });
  t.same(s.rows('SELECT * FROM center_count ORDER BY start_at, command'), [
    { org: 1, start_at: H0, command: 'epStat', succeeded: 1, failed: 0, delivery_ms: 2500 },
    { org: 1, start_at: H0, command: 'ulData', succeeded: 2, failed: 1, delivery_ms: 4000 },
    { org: 1, start_at: H0 + HOUR_MS, command: 'dlDataRes', succeeded: 1, failed: 0, delivery_ms: HOUR_MS },
  ]);
});

t.test('operations of another session are not touched', async t => {
  const s = centerScene(t);
  const [session, other] = [s.connect(), s.connect(AC2)];
  s.uplink();
  s.issue(session);
  s.issue(other, 100, AC2);
  s.centers.done(session, [-1], T0);
  t.match(s.centers.own(other).held, [{ opId: -1 }]);
  s.centers.failed(session, -1, T0);
  t.match(s.centers.own(other).held, [{ opId: -1 }]);
});

t.test('a request is remembered with its answer', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.centers.accept({ session, opId: 1, command: 'ping', at: T0 + 1 });
  s.centers.refuse({ session, opId: 4, command: 'dereg', at: T0 + 2 }, 2, 'endpoint unknown');
  s.centers.accept({ session, opId: 5, command: 'reg', at: T0 + 3 }, { endpoint: 2, preAttach: true });
  t.same(s.centers.request(session, 1), { operation: 'ping' });
  t.equal(s.centers.request(session, 2), undefined);
  t.same(s.centers.request(session, 4), { operation: 'dereg', error: { code: 2, text: 'endpoint unknown' } });
  t.same(s.centers.request(session, 5), { operation: 'reg' });
  t.match(s.rows('SELECT * FROM center_request WHERE op_id = 5'), [{ endpoint: 2, pre_attach: 1, completed: 0 }]);
  t.match(s.row(session), { last_ac: 5, operations: 3, last_activity_at: T0 + 3 });
  t.match(s.centers.latest(AC), { lastAc: 5 });
  t.same(s.rows('SELECT command, succeeded, failed FROM center_count ORDER BY command'), [
    { command: 'dereg', succeeded: 0, failed: 1 },
    { command: 'ping', succeeded: 1, failed: 0 },
    { command: 'reg', succeeded: 1, failed: 0 },
  ]);
  t.throws(() => s.centers.accept({ session, opId: 5, command: 'reg', at: T0 + 4 }), /UNIQUE/, 'never twice');
});

t.test('of a session that is over no request is kept', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.connect(AC, T0 + 1);
  s.centers.accept({ session, opId: 1, command: 'ping', at: T0 + 2 });
  s.centers.refuse({ session, opId: 2, command: 'ping', at: T0 + 2 }, 5, 'not stored');
  s.centers.accept({ session: 99, opId: 1, command: 'ping', at: T0 + 2 });
  t.same(s.rows('SELECT * FROM center_request'), []);
});

t.test('the newest 4096 requests of a session are remembered', async t => {
  const s = centerScene(t);
  const [session, other] = [s.connect(), s.connect(AC2)];
  s.centers.accept({ session: other, opId: 1, command: 'ping', at: T0 });
  s.db.atomic(() => {
    // Gaps are allowed.
    for (let n = 1; n <= 5000; n++) s.centers.accept({ session, opId: n * 10, command: 'ping', at: T0 });
  });
  const [kept] = s.rows(
    `SELECT count(*) AS count, min(op_id) AS oldest, max(op_id) AS newest FROM center_request WHERE session = ${session}`,
  );
  const { count, oldest, newest } = kept as Record<string, number>;
  t.equal(newest, 50_000);
  t.ok(Number(count) >= 4096 && Number(count) < 4096 + 256, `${count}`);
  t.equal(oldest, 50_000 - (Number(count) - 1) * 10, 'the newest ones');
  t.match(s.row(session), { requests: count, operations: 5000 });
  t.same(s.centers.request(other, 1), { operation: 'ping' });
});

t.test('errors of one kind are one entry with a count', async t => {
  const s = centerScene(t);
  const session = s.connect();
  const failure = { session, opId: 3, command: 'reg', code: 22, text: 'nwkKey missing', direction: 'sent' as const };
  s.centers.error({ ...failure, at: T0 + 1 });
  s.centers.error({ ...failure, opId: 4, text: 'shAddr missing', at: T0 + 2 });
  s.centers.error({ ...failure, direction: 'received', at: T0 + 3 });
  s.centers.error({ ...failure, code: 34, at: T0 + 4 });
  s.centers.error({ ...failure, session: 99, at: T0 + 5 });
  t.match(s.rows('SELECT * FROM center_error ORDER BY id'), [
    { session, op_id: 4, text: 'shAddr missing', direction: 'sent', first_at: T0 + 1, last_at: T0 + 2, count: 2 },
    { op_id: 3, code: 22, direction: 'received', first_at: T0 + 3, count: 1 },
    { op_id: 3, code: 34, direction: 'sent', first_at: T0 + 4, count: 1 },
  ]);
  t.equal(s.rows('SELECT * FROM center_error').length, 3);
  s.stores.events.closeFolds();
  const told = s.events().filter(({ type }) => type === 'scaci.error');
  t.match(told, [
    {
      ...{ severity: 'warning', acEui: AC, sourceId: AC, name: 'north', opId: '3', command: 'reg', code: 22 },
      // As it was the last time.
      ...{ message: 'nwkKey missing', direction: 'received' },
    },
    { code: 34 },
  ]);
  t.same(s.rows("SELECT count FROM event WHERE event_type = 'scaci.error' ORDER BY seq"), [{ count: 3 }, { count: 1 }]);
});
