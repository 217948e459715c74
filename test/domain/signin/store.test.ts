import { createHash } from 'node:crypto';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { eventStore } from '../../../src/domain/event/store.ts';
import { GRACE_MS, KNOWN_MS, type NewSignIn, type Standing, signInStore } from '../../../src/domain/signin/store.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { thrown } from '../../peers/thrown.ts';
import { openEmpty } from '../database.ts';

const NOW = Date.UTC(2026, 10, 1);
const ANN = '00000000-0000-7000-8000-00000000000a';
const HOME = '192.0.2.7';
const BY = { email: 'ann@example.org', address: HOME, now: NOW };
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const sealed = (text: string) => Buffer.from(`sealed ${text}`);

function opened(t: Test) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  const ann: { -readonly [K in keyof Standing]: Standing[K] } = {
    ...{ id: 7, uuid: ANN, email: 'ann@example.org', is_active: true, is_admin: false, password: 'phc' },
  };
  const state = { member: true, seen: [] as unknown[] };
  const signIns = signInStore(db, {
    events: eventStore(db),
    accounts: {
      user: uuid => (uuid === ANN ? ann : undefined),
      isMember: user => user === ann.id && state.member,
      signedIn: (...asked) => state.seen.push(asked),
    },
  });
  const begin = (session: string, more: Partial<NewSignIn> = {}) =>
    signIns.begin({
      ...{ user: ANN, password: 'phc', rehashed: undefined, session },
      token: { hash: hashOf(session), expiresAt: NOW + DAY_MS },
      ...{ endsAt: NOW + 30 * DAY_MS, address: HOME, network: '192.0.2.0/24', now: NOW },
      ...more,
    });
  const refresh = (from: string, to: string, now = NOW + HOUR_MS) =>
    signIns.refresh(hashOf(from), { hash: hashOf(to), expiresAt: now + DAY_MS }, sealed(to), HOME, now);
  const events = () =>
    (db.prepare('SELECT event_type, user_id, data FROM event ORDER BY seq').all() as Record<string, string>[]).map(
      ({ event_type, user_id, data }) => [event_type, user_id, JSON.parse(data ?? '')],
    );
  const count = (table: string) => (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  return { db, signIns, ann, state, begin, refresh, events, count };
}

t.test('a sign-in is decided by the account as it is when it is written', async t => {
  const { signIns, ann, state, begin, events, count } = opened(t);
  const refused = (asked: () => unknown) => (thrown(asked) as { fault?: string }).fault;
  t.equal(
    refused(() => begin('s', { user: HOME })),
    'InvalidCredentials',
    'deleted since',
  );
  t.equal(
    refused(() => begin('s', { password: 'before' })),
    'InvalidCredentials',
    'it has another password since',
  );
  ann.is_active = false;
  t.equal(
    refused(() => begin('s')),
    'UserInactive',
  );
  ann.is_active = true;
  state.member = false;
  t.equal(
    refused(() => begin('s')),
    'MembershipRequired',
  );
  ann.is_admin = true;
  t.equal(count('sign_in'), 0);
  begin('s', { rehashed: 'phc2' });
  ann.is_admin = false;
  state.member = true;
  begin('s2', { password: undefined });
  t.same(state.seen, [
    [7, NOW, 'phc2'],
    [7, NOW, undefined],
  ]);
  t.same(signIns.state('s'), { user: 7, endedBy: undefined });
  t.equal(signIns.state('nobody'), undefined);
  const data = { email: 'ann@example.org', remoteAddress: HOME };
  t.same(events(), [
    ['security.login_succeeded', ANN, data],
    ['security.login_succeeded', ANN, data],
  ]);
});

t.test('a refresh token is taken once, answered the same for 30 s, and ends its family after that', async t => {
  const { signIns, begin, refresh, events } = opened(t);
  begin('s');
  begin('other');
  t.same(refresh('unknown', 'x'), { outcome: 'invalid' });
  t.same(refresh('s', 'a'), { outcome: 'fresh' });
  const at = NOW + HOUR_MS;
  t.match(refresh('s', 'b', at + GRACE_MS - 1), { outcome: 'again', successor: sealed('a') });
  t.match(refresh('s', 'b', at - GRACE_MS + 1), { outcome: 'again' }, 'the clock went back a little');
  t.equal(signIns.tokenOf(hashOf('b')), undefined, 'there is no second one');
  t.same(refresh('a', 'c', at + 1000), { outcome: 'fresh' });
  t.match(refresh('s', 'd', at + 2000), { outcome: 'again', successor: sealed('a') }, 'also when that was used since');
  t.match(refresh('a', 'd', at + 2000), { outcome: 'again', successor: sealed('c') });
  t.equal(signIns.state('s')?.endedBy, undefined);
  t.same(refresh('s', 'd', at + GRACE_MS), { outcome: 'reused' });
  t.equal(signIns.state('s')?.endedBy, 'reuse');
  t.equal(signIns.state('other')?.endedBy, undefined, 'other sign-ins go on');
  for (const token of ['s', 'a', 'c']) t.same(refresh(token, 'e', at + GRACE_MS + 1), { outcome: 'invalid' }, token);
  const data = { userId: ANN, sessionId: 's', remoteAddress: HOME };
  t.same(events().slice(2), [['security.token_reuse_detected', ANN, data]], 'told once');
});

t.test('a sign-in ends when it is not used, and at last in any case', async t => {
  const { signIns, begin, refresh } = opened(t);
  begin('s');
  t.same(refresh('s', 'late', NOW + DAY_MS), { outcome: 'invalid' });
  let token = 's';
  for (let hours = 23; hours < 30 * 24; hours += 23) {
    t.same(refresh(token, `t${hours}`, NOW + hours * HOUR_MS), { outcome: 'fresh' });
    token = `t${hours}`;
    signIns.tidy(NOW + hours * HOUR_MS);
  }
  t.same(refresh(token, 'late', NOW + 30 * DAY_MS), { outcome: 'invalid' }, 'thirty days');
});

t.test('one who signs out ends his own sign-ins only', async t => {
  const { signIns, begin, refresh, events } = opened(t);
  for (const session of ['a', 'b', 'c', 'd']) begin(session);
  t.equal(signIns.endOfToken(hashOf('a'), HOME, BY), 0, "somebody else's");
  t.equal(signIns.endOfToken(hashOf('x'), ANN, BY), 0);
  t.equal(signIns.endOfToken(hashOf('a'), ANN, BY), 1);
  t.equal(signIns.endOfToken(hashOf('a'), ANN, BY), 0);
  t.equal(signIns.end('b', BY), 1);
  t.equal(signIns.end('b', BY), 0);
  t.equal(signIns.end('x', BY), 0);
  t.equal(signIns.endEverywhere(ANN, BY), 2);
  t.equal(signIns.endEverywhere(HOME, BY), 0);
  t.equal(signIns.state('d')?.endedBy, 'logout');
  t.same(refresh('d', 'e'), { outcome: 'invalid' });
  const told = events().filter(([type]) => type === 'security.logout');
  t.same(told[1], ['security.logout', ANN, { email: 'ann@example.org', remoteAddress: HOME }]);
  t.equal(told.length, 3);
});

t.test('what ends all sign-ins of a user says why, and may leave one', async t => {
  const { signIns, begin, refresh, count } = opened(t);
  for (const session of ['a', 'b', 'c']) begin(session);
  t.equal(signIns.endAllOf(8, 'inactive', NOW), 0);
  t.equal(signIns.endAllOf(7, 'password', NOW, 'b'), 2);
  t.same(
    ['a', 'b', 'c'].map(each => signIns.state(each)?.endedBy),
    ['password', undefined, 'password'],
  );
  t.ok(signIns.replaceToken('b', { hash: hashOf('b2'), expiresAt: NOW + DAY_MS }));
  t.notOk(signIns.replaceToken('a', { hash: hashOf('a2'), expiresAt: NOW + DAY_MS }));
  t.notOk(signIns.replaceToken('x', { hash: hashOf('x2'), expiresAt: NOW + DAY_MS }));
  t.same(refresh('b', 'x'), { outcome: 'invalid' }, 'the token of before');
  t.same(refresh('b2', 'b3'), { outcome: 'fresh' });
  t.equal(signIns.endAllOf(7, 'inactive', NOW), 1);
  t.equal(count('known_network'), 1);
  begin('d');
  t.equal(signIns.endAllOf(7, 'deleted', NOW), 1);
  t.equal(count('known_network'), 0);
  t.equal(signIns.state('d')?.endedBy, 'deleted', 'it is known for a while that it was there');
});

t.test('a network is known for 30 days after a sign-in from it', async t => {
  const { signIns, begin } = opened(t);
  const known = (now: number) => signIns.isKnownNetwork(7, '192.0.2.0/24', now);
  t.notOk(known(NOW));
  begin('a');
  t.ok(known(NOW + KNOWN_MS - 1));
  t.notOk(known(NOW + KNOWN_MS));
  t.notOk(signIns.isKnownNetwork(8, '192.0.2.0/24', NOW));
  begin('b', { now: NOW + 2 * DAY_MS });
  t.ok(known(NOW + KNOWN_MS));
  signIns.tidy(NOW + 2 * DAY_MS + KNOWN_MS);
  t.notOk(known(NOW + 2 * DAY_MS));
});

t.test('what is over is removed in portions, and nothing else', async t => {
  const { signIns, begin, refresh, count, db } = opened(t);
  t.notOk(signIns.isOver(NOW + 99 * DAY_MS));
  for (let at = 0; at < 600; at++) begin(`s${at}`);
  refresh('s0', 'r0', NOW + 1000);
  t.notOk(signIns.isOver(NOW + GRACE_MS));
  t.ok(signIns.isOver(NOW + GRACE_MS + 1000), 'what was kept for the next 30 s is secret');
  t.notOk(signIns.tidy(NOW + GRACE_MS + 1000));
  t.equal(db.prepare('SELECT 1 FROM refresh_token WHERE successor IS NOT NULL').get(), undefined);
  t.equal(count('refresh_token'), 601);
  t.notOk(signIns.isOver(NOW + GRACE_MS + 1000));
  t.ok(signIns.tidy(NOW + DAY_MS), 'not all at once');
  t.notOk(signIns.tidy(NOW + DAY_MS));
  t.equal(signIns.state('s1')?.endedBy, 'expired');
  t.equal(signIns.state('s0')?.endedBy, undefined, 'it was used');
  t.equal(count('refresh_token'), 1);
  t.ok(signIns.tidy(NOW + 2 * DAY_MS));
  while (signIns.tidy(NOW + 2 * DAY_MS));
  t.equal(count('sign_in'), 1);
  while (signIns.tidy(NOW + 40 * DAY_MS));
  t.equal(count('sign_in'), 0);
  t.equal(count('known_network'), 0);
  t.notOk(signIns.isOver(NOW + 99 * DAY_MS));
});

t.test('of two who make a secret at once one does, and two generations are kept', async t => {
  const { signIns } = opened(t);
  const add = (kid: string, replaced: string | undefined, created_at = NOW) =>
    signIns.addTokenSecret({ kid, created_at, secret: sealed(kid) }, replaced);
  const kids = () => signIns.tokenSecrets().map(({ kid }) => kid);
  add('a', undefined);
  add('b', undefined);
  t.same(kids(), ['a']);
  add('b', 'a', NOW + 1);
  add('c', 'a', NOW + 1);
  t.same(kids(), ['b', 'a']);
  add('c', 'b', NOW - 2);
  t.same(kids(), ['c', 'b']);
});
