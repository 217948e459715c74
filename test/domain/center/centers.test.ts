import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { momentAt } from '../../peers/time.ts';
import { T0 } from '../message/log-store.ts';
import { AC, AC2, centerScene, greeting } from './center-scene.ts';

const limits = { heldOperations: 1000, ageMs: 30 * DAY_MS };

t.test('a new session begins behind everything that is visible', async t => {
  const s = centerScene(t);
  s.uplink();
  s.uplink(3);
  const session = s.begin();
  t.match(s.centers.latest(AC), {
    ...{ id: session, org: 1, version: '1.0.0', lastAc: 0, lastSc: 0, status: 'disconnected', disconnectedAt: T0 },
    snAcUuid: Uint8Array.from(Buffer.alloc(16, 1)),
    snScUuid: Uint8Array.from(Buffer.alloc(16, 2)),
  });
  t.same(s.centers.own(session), { lastSc: 0, cursor: 2, held: [], damaged: [] });
  t.match(s.row(session), {
    ...{ vendor: 'Acme', model: 'back end', name: 'north', sw_version: '1.2', info: '{"a":1}' },
    ...{ remote_address: '192.0.2.7', tls_version: 'TLSv1.3', cipher_suite: 'TLS_AES_128_GCM_SHA256' },
    ...{ certificate_fingerprint: 'ab', certificate_subject: 'CN=north', connected_at: T0, last_activity_at: T0 },
  });
  t.same(s.events(), [], 'it is not open before conCmp');
  s.centers.activate(session, false, T0 + 5);
  t.match(s.centers.latest(AC), { status: 'active', disconnectedAt: null });
  const { uuid } = s.row(session) as { uuid: string };
  t.same(s.events(), [
    {
      ...{ type: 'scaci.session_opened', severity: 'info', acEui: AC, sourceId: AC, name: 'north', sessionId: uuid },
      ...{ remoteAddress: '192.0.2.7', version: '1.0.0' },
    },
  ]);
  s.uplink();
  t.equal(s.lines(2).lines.length, 1);
  t.equal(s.centers.latest(AC2), undefined);
});

t.test('the organization of a center', async t => {
  const s = centerScene(t);
  t.equal(s.centers.organization(undefined), 1);
  t.equal(s.centers.organization('0192f000-0000-7000-8000-000000000002'), 2);
  t.equal(s.centers.organization('0192f000-0000-7000-8000-000000000003'), undefined);
});

t.test('a new session ends the earlier ones of that center with what they held', async t => {
  const s = centerScene(t);
  const other = s.connect(AC2);
  const first = s.connect();
  s.uplink();
  s.issue(first);
  s.issue(other, 10, AC2);
  s.centers.accept({ session: first, opId: 1, command: 'ping', at: T0 });
  s.centers.disconnect(first, 1, 'connection_lost', T0 + 10);
  const second = s.connect(AC, T0 + 20);
  t.match(s.row(first), { status: 'terminated', close_reason: 'superseded', disconnected_at: T0 + 10, last_sc: -1 });
  t.same(s.rows('SELECT session FROM center_operation'), [{ session: other }]);
  t.same(s.rows('SELECT session FROM center_request'), []);
  t.equal(s.centers.request(first, 1), undefined);
  t.match(s.centers.latest(AC), { id: second, lastAc: 0, lastSc: 0 });
  t.same(s.centers.own(second), { lastSc: 0, cursor: 1, held: [], damaged: [] }, 'it begins empty');
  t.match(s.row(other), { status: 'active' });
  t.match(s.events().slice(2), [
    { type: 'scaci.session_closed', severity: 'warning', reason: 'connection_lost' },
    { type: 'scaci.session_closed', severity: 'info', reason: 'superseded' },
    { type: 'scaci.session_opened' },
  ]);
  s.uplink();
  t.equal(
    s.centers.issue(first, [{ seq: 2, receptions: 1, storedAt: T0 }], 2),
    undefined,
    'nothing is issued in it any more',
  );
  t.equal(s.centers.issuePing(first), undefined);
  t.equal(s.centers.issue(999, [], 2), undefined);
});

t.test('a connection that is taken over is told once', async t => {
  const s = centerScene(t);
  const first = s.connect();
  s.centers.disconnect(first, 0, 'superseded', T0 + 1);
  s.connect(AC, T0 + 2);
  t.match(s.row(first), { status: 'terminated', close_reason: 'superseded' });
  t.match(s.events(), [
    { type: 'scaci.session_opened' },
    { type: 'scaci.session_closed', severity: 'info', reason: 'superseded' },
    { type: 'scaci.session_opened' },
  ]);
  t.equal(s.events().length, 3);
  s.centers.disconnect(first, 0, 'connection_lost', T0 + 3);
  t.match(s.row(first), { status: 'terminated', close_reason: 'superseded' }, 'late news of it change nothing');
  t.equal(s.events().length, 3);
});

t.test('a session whose conCmp never came can be resumed and was never open', async t => {
  const s = centerScene(t);
  const session = s.begin();
  s.centers.disconnect(session, 0, 'connection_lost', T0 + 30_000);
  t.match(s.centers.latest(AC), { status: 'disconnected', disconnectedAt: T0 + 30_000 });
  s.begin(AC, T0 + 40_000);
  t.match(s.row(session), { status: 'terminated', close_reason: 'superseded' });
  t.same(s.events(), []);
});

t.test('a resumed session goes on where it was', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.uplink();
  s.issue(session);
  s.centers.disconnect(session, 4, 'connection_lost', T0 + 10);
  t.match(s.centers.latest(AC), { status: 'disconnected', lastAc: 4, lastSc: -1, disconnectedAt: T0 + 10 });
  s.uplink();
  s.centers.resume(session, { ...greeting, name: 'south', info: undefined, remoteAddress: '::1' }, T0 + 20);
  t.match(s.centers.latest(AC), { status: 'disconnected' }, 'not before conCmp');
  s.centers.activate(session, true, T0 + 21);
  t.match(s.centers.latest(AC), { id: session, status: 'resumed', lastAc: 4, lastSc: -1, disconnectedAt: null });
  t.match(s.row(session), { name: 'south', info: null, remote_address: '::1', connected_at: T0 + 21 });
  t.match(s.row(session), { close_reason: '', certificate_subject: 'CN=north' });
  const { cursor, held } = s.centers.own(session);
  t.match([cursor, held], [1, [{ opId: -1, line: { seq: 1 } }]]);
  t.match(s.lines(cursor).lines, [{ seq: 2 }], 'what came while it was away');
  t.match(s.events().at(-1), {
    ...{ type: 'scaci.session_resumed', severity: 'info', name: 'south', remoteAddress: '::1', version: '1.0.0' },
  });
  s.centers.disconnect(session, 5, 'server_stopped', T0 + 30);
  t.match(s.events().at(-1), { type: 'scaci.session_closed', severity: 'info', reason: 'server_stopped' });
});

t.test('a session that is over is not resumed', async t => {
  const s = centerScene(t);
  const first = s.connect();
  s.connect(AC, T0 + 1);
  t.throws(() => s.centers.resume(first, greeting, T0 + 2), /ended/);
  s.centers.activate(first, true, T0 + 2);
  t.match(s.row(first), { status: 'terminated' });
  t.equal(s.events().filter(({ type }) => type === 'scaci.session_resumed').length, 0);
});

t.test('counters never move backwards', async t => {
  const s = centerScene(t);
  const session = s.connect();
  s.centers.touch([{ session, lastAc: 9, at: T0 + 50 }]);
  s.centers.touch([{ session, lastAc: 3, at: T0 + 40 }]);
  t.match(s.row(session), { last_ac: 9, last_activity_at: T0 + 50 });
  s.centers.accept({ session, opId: 7, command: 'ping', at: T0 + 45 });
  s.centers.disconnect(session, 2, 'connection_lost', T0 + 60);
  t.match(s.row(session), { last_ac: 9, last_activity_at: T0 + 50 });
});

t.test('after a crash everything is there, and who was connected can resume', async t => {
  const s = centerScene(t);
  const session = s.connect();
  const resumed = s.connect(AC2);
  s.centers.disconnect(resumed, 0, 'connection_lost', T0 + 1);
  s.centers.resume(resumed, greeting, T0 + 2);
  s.centers.activate(resumed, true, T0 + 2);
  const third = s.connect('ac00000000000003' as Eui);
  s.centers.disconnect(third, 0, 'connection_lost', T0 + 3);
  s.uplink();
  s.issue(session);
  s.centers.accept({ session, opId: 3, command: 'dlDataQue', at: T0 });
  s.attach();
  const before = s.centers.own(session);
  const told = s.events().length;
  s.log.reopen();
  s.centers.recover(T0 + DAY_MS);
  for (const id of [session, resumed]) {
    t.match(s.row(id), { status: 'disconnected', close_reason: 'server_stopped', disconnected_at: T0 + DAY_MS });
  }
  t.match(s.row(third), { status: 'disconnected', close_reason: 'connection_lost', disconnected_at: T0 + 3 });
  t.equal(s.events().length, told);
  t.same(s.centers.own(session), before);
  t.match(s.centers.latest(AC), { lastAc: 3, lastSc: -1 });
  t.same(s.centers.request(session, 3), { operation: 'dlDataQue' });
  const [notice] = s.lines(1).lines;
  t.match(notice, { kind: 'epStat', seq: 2 });
  s.uplink();
  t.match(s.lines(2), { lines: [{ kind: 'ulData', seq: 3 }], upTo: 3 }, 'no place is given twice');
  t.equal(s.issue(session), -2, 'and no id');
});

t.test('sessions that are away for too long end', async t => {
  const s = centerScene(t);
  const [away, here] = [s.connect(), s.connect(AC2)];
  s.uplink();
  s.issue(away);
  s.centers.disconnect(away, 0, 'connection_lost', T0 + 1);
  t.same(s.centers.expire(momentAt(T0 + 1 + limits.ageMs), limits), []);
  t.same(s.centers.expire(momentAt(T0 + 2 + limits.ageMs), limits), [away]);
  t.match(s.row(away), { status: 'terminated', close_reason: 'age_limit', disconnected_at: T0 + 1 });
  t.match(s.row(here), { status: 'active' });
  t.same(s.rows('SELECT * FROM center_operation'), []);
  t.match(s.events().at(-1), { type: 'scaci.session_closed', severity: 'info', reason: 'age_limit', acEui: AC });
  t.same(s.centers.expire(momentAt(T0 + 2 * limits.ageMs), limits), [], 'once');
});
