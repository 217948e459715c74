import { createHash } from 'node:crypto';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { correctionStore } from '../../../src/domain/correction/correction-store.ts';
import { domain } from '../../../src/domain/domain.ts';
import { GRACE_MS, KNOWN_MS, type NewSignIn } from '../../../src/domain/signin/sign-in-store.ts';
import { credibleMs, type Moment } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { thrown } from '../../peers/thrown.ts';
import { momentAt } from '../../peers/time.ts';
import { openEmpty } from '../database.ts';

const NOW = Date.UTC(2026, 10, 1);
const ORGANIZATION = '00000000-0000-7000-8000-000000000002';
const HOME = '192.0.2.7';
const BY = { email: 'ann@example.org', address: HOME, now: NOW };
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const sealed = (text: string) => Buffer.from(`sealed ${text}`);

function opened(t: Test) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'));
  t.teardown(() => db.close());
  const { signIns, accounts, installation } = domain(db);
  installation.establish({}, ORGANIZATION, NOW);
  const acting = { now: NOW, userId: undefined, userEmail: undefined, actor: 'box' };
  const make = (email: string) =>
    accounts.createUser(
      {
        ...{ email, first_name: 'Ann', last_name: 'M', company_name: '', note: '', password: 'phc' },
        ...{ is_admin: false, is_active: true, password_change_required: false },
        memberships: [
          { organization_id: ORGANIZATION, role: 'viewer', manage_endpoints: false, manage_base_stations: false },
        ],
      },
      acting,
    );
  const ann = make('ann@example.org');
  db.exec('DELETE FROM event');
  const set = (column: string, value: number | string) =>
    db.prepare(`UPDATE user SET ${column} = ? WHERE id = ?`).run(value, ann.id);
  const begin = (session: string, more: Partial<NewSignIn> = {}) =>
    signIns.begin({
      ...{ user: ann.uuid, password: 'phc', rehashed: undefined, session },
      token: { hash: hashOf(session), givenAt: NOW, expiresAt: NOW + DAY_MS },
      ...{ endsAt: NOW + 30 * DAY_MS, address: HOME, userAgent: 'Firefox', knownBy: [HOME], now: NOW },
      ...more,
    });
  const refresh = (from: string, to: string, when: number | Moment = NOW + HOUR_MS) => {
    const at = typeof when === 'number' ? momentAt(when) : when;
    return signIns.refresh(
      hashOf(from),
      { hash: hashOf(to), givenAt: at.now, expiresAt: at.now + DAY_MS },
      sealed(to),
      HOME,
      at,
    );
  };
  const events = () =>
    (db.prepare('SELECT event_type, user_id, data FROM event ORDER BY seq').all() as Record<string, string>[]).map(
      ({ event_type, user_id, data }) => [event_type, user_id, JSON.parse(data ?? '')],
    );
  const count = (table: string) => (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  return { db, signIns, accounts, acting, ann, ANN: ann.uuid, make, set, begin, refresh, events, count };
}

t.test('a sign-in is decided by the account as it is when it is written', async t => {
  const { signIns, accounts, ann, ANN, set, begin, events, count, db } = opened(t);
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
  set('is_active', 0);
  t.equal(
    refused(() => begin('s')),
    'UserInactive',
  );
  set('is_active', 1);
  db.exec("UPDATE membership SET status = 'inactive'");
  t.equal(
    refused(() => begin('s')),
    'MembershipRequired',
  );
  set('is_admin', 1);
  t.equal(count('sign_in'), 0);
  begin('s', { rehashed: 'phc2' });
  t.match(accounts.user(ANN), { password: 'phc2', last_login_at: NOW });
  set('is_admin', 0);
  db.exec("UPDATE membership SET status = 'active'; UPDATE organization SET state = 'archived'");
  begin('s2', { password: undefined });
  t.same(signIns.state('s'), { user: ann.id, endedBy: undefined });
  t.equal(signIns.state('unknown'), undefined);
  const data = { email: 'ann@example.org', remoteAddress: HOME };
  t.same(events(), [
    ['security.login_succeeded', ANN, data],
    ['security.login_succeeded', ANN, data],
  ]);
});

t.test('who registers is signed in with the same write, or not at all', async t => {
  const { signIns, accounts, acting, events, count, db } = opened(t);
  const user = {
    ...{ email: 'bob@example.org', first_name: 'Bob', last_name: 'M', company_name: 'Bobs', note: '', password: 'phc' },
    ...{ is_admin: false, is_active: true, password_change_required: false, registered: true },
    ...{ memberships: [], organization: { name: 'Bobs' } },
  };
  const token = { hash: hashOf('r'), givenAt: NOW, expiresAt: NOW + DAY_MS };
  const signIn = { session: 'r', password: 'phc', rehashed: undefined, token, endsAt: NOW + DAY_MS };
  const place = { address: HOME, userAgent: 'Firefox', knownBy: [HOME], now: NOW };
  const uuid = signIns.register(user, { ...signIn, ...place }, acting);
  t.equal(signIns.state('r')?.user, accounts.user(uuid)?.id);
  const types = events().map(([type]) => type);
  t.same(types, ['user.registered', 'organization.created', 'membership.added', 'security.login_succeeded']);
  const again = () => signIns.register({ ...user, email: 'eve@example.org' }, { ...signIn, ...place }, acting);
  t.match(
    thrown(() => db.atomic(again)),
    { fault: 'OrganizationNameExists' },
  );
  const pending = { ...user, email: 'eve@example.org', is_active: false, organization: { name: 'Eves' } };
  signIns.register(pending, undefined, acting);
  t.equal(count('sign_in'), 1);
});

t.test('a password is changed by a user who has shown to know it, which ends all other sign-ins', async t => {
  const { db, signIns, accounts, acting, ANN, make, begin, refresh, events } = opened(t);
  const bob = make('bob@example.org');
  for (const session of ['a', 'b', 'c']) begin(session);
  begin('bobs', { user: bob.uuid });
  const change = (seen: string, password: string, kept?: string) =>
    signIns.changePassword(
      {
        ...{ user: ANN, seen, password },
        kept:
          kept === undefined
            ? undefined
            : { session: kept, token: { hash: hashOf(`${kept}2`), givenAt: NOW, expiresAt: NOW + DAY_MS } },
      },
      acting,
    );
  t.match(
    thrown(() => change('before', 'phc2')),
    { fault: 'CurrentPasswordIncorrect' },
  );
  t.equal(change('phc', 'phc2', 'b'), 2);
  t.same(
    ['a', 'b', 'c', 'bobs'].map(each => signIns.state(each)?.endedBy),
    ['password', undefined, 'password', undefined],
  );
  t.same(refresh('b', 'x'), { outcome: 'invalid' }, 'the refresh token of before is good for nothing');
  t.same(refresh('b2', 'b3'), { outcome: 'fresh' });
  t.match(
    thrown(() => db.atomic(() => change('phc2', 'phc3', 'a'))),
    { fault: 'AccessTokenRevoked' },
    'it ended meanwhile',
  );
  t.equal(change('phc2', 'phc4'), 1);
  t.equal(accounts.user(ANN)?.password, 'phc4');
  t.equal(events().filter(([type]) => type === 'user.password_changed').length, 2);
});

t.test('a refresh token is taken once, answered the same for 30 s, and ends its family after that', async t => {
  const { signIns, begin, refresh, events, ANN } = opened(t);
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
    signIns.tidy(credibleMs(NOW + hours * HOUR_MS));
  }
  t.same(refresh(token, 'late', NOW + 30 * DAY_MS), { outcome: 'invalid' }, 'thirty days');
});

t.test('one who signs out ends his own sign-ins only', async t => {
  const { signIns, begin, refresh, events, ANN } = opened(t);
  for (const session of ['a', 'b', 'c', 'd']) begin(session);
  t.equal(signIns.endOfToken(hashOf('a'), HOME, BY), 0, "another user's");
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

t.test('what is done to an account ends its sign-ins, and says why', async t => {
  const { signIns, accounts, acting, ann, ANN, begin, refresh, count } = opened(t);
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  begin('a');
  t.equal(signIns.endAllOf(ann.id + 1, 'inactive', NOW), 0);
  t.equal(accounts.setPassword({ user: ANN, password: 'phc', requireChange: true, by: 'administrator' }, acting), 1);
  t.equal(signIns.state('a')?.endedBy, 'password');
  begin('b');
  accounts.updateUser(ANN, { is_active: false }, box, acting);
  t.equal(signIns.state('b')?.endedBy, 'inactive');
  accounts.updateUser(ANN, { is_active: true }, box, acting);
  t.equal(signIns.state('b')?.endedBy, 'inactive', 'it does not come back');
  t.same(refresh('b', 'x'), { outcome: 'invalid' });
  t.equal(count('known_network'), 1);
  begin('c');
  accounts.deleteUser(ANN, box, acting);
  t.equal(count('known_network'), 0);
  t.equal(signIns.state('c')?.endedBy, 'deleted', 'it is known for a while that it was there');
});

t.test('an address is known for 30 days after a sign-in from it', async t => {
  const { signIns, begin, ann } = opened(t);
  const known = (now: number) => signIns.isKnown(ann.id, HOME, credibleMs(now));
  t.notOk(known(NOW));
  begin('a');
  t.ok(known(NOW + KNOWN_MS - 1));
  t.notOk(known(NOW + KNOWN_MS));
  t.notOk(signIns.isKnown(ann.id + 1, HOME, credibleMs(NOW)));
  begin('b', { now: NOW + 2 * DAY_MS });
  t.ok(known(NOW + KNOWN_MS));
  signIns.tidy(credibleMs(NOW + 2 * DAY_MS + KNOWN_MS));
  t.notOk(known(NOW + 2 * DAY_MS));
});

t.test('what is over is removed in portions, and nothing else', async t => {
  const { signIns, begin, refresh, count, db } = opened(t);
  t.notOk(signIns.isOver(credibleMs(NOW + 99 * DAY_MS)));
  for (let at = 0; at < 600; at++) begin(`s${at}`);
  refresh('s0', 'r0', NOW + 1000);
  t.notOk(signIns.isOver(credibleMs(NOW + GRACE_MS)));
  t.ok(signIns.isOver(credibleMs(NOW + GRACE_MS + 1000)), 'what was kept for the next 30 s is secret');
  t.notOk(signIns.tidy(credibleMs(NOW + GRACE_MS + 1000)));
  t.equal(db.prepare('SELECT 1 FROM refresh_token WHERE successor IS NOT NULL').get(), undefined);
  t.equal(count('refresh_token'), 601);
  t.notOk(signIns.isOver(credibleMs(NOW + GRACE_MS + 1000)));
  t.ok(signIns.tidy(credibleMs(NOW + DAY_MS)), 'not all at once');
  t.notOk(signIns.tidy(credibleMs(NOW + DAY_MS)));
  t.equal(signIns.state('s1')?.endedBy, 'expired');
  t.equal(signIns.state('s0')?.endedBy, undefined, 'it was used');
  t.equal(count('refresh_token'), 1);
  t.ok(signIns.tidy(credibleMs(NOW + 2 * DAY_MS)));
  while (signIns.tidy(credibleMs(NOW + 2 * DAY_MS)));
  t.equal(count('sign_in'), 1);
  while (signIns.tidy(credibleMs(NOW + 40 * DAY_MS)));
  t.equal(count('sign_in'), 0);
  t.equal(count('known_network'), 0);
  t.notOk(signIns.isOver(credibleMs(NOW + 99 * DAY_MS)));
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

t.test('a jump ahead ends no sign-in, and takes no answer back that was lost', t => {
  const { signIns, begin, refresh, count, ann } = opened(t);
  begin('s');
  const ahead = { now: NOW + 40 * DAY_MS, credible: credibleMs(NOW + 1000) };
  t.notOk(signIns.isOver(ahead.credible));
  t.notOk(signIns.tidy(ahead.credible));
  t.equal(count('refresh_token'), 1);
  t.same(refresh('s', 't', ahead), { outcome: 'fresh' });
  t.equal(refresh('s', 'u', { ...ahead, credible: credibleMs(NOW + 2000) }).outcome, 'again');
  t.same(refresh('t', 'u', NOW + 3000), { outcome: 'fresh' });
  t.ok(signIns.isKnown(ann.id, HOME, ahead.credible));
  t.end();
});

t.test('a sign-in of a clock that was ahead lasts from then on as long as it was to, and no longer', t => {
  const { begin, refresh, db } = opened(t);
  const AHEAD = NOW + 400 * DAY_MS;
  begin('right');
  begin('s', {
    now: AHEAD,
    endsAt: AHEAD + 30 * DAY_MS,
    token: { hash: hashOf('s'), givenAt: AHEAD, expiresAt: AHEAD + DAY_MS },
  });
  const corrections = correctionStore(db);
  t.ok(corrections.isAhead(momentAt(NOW + 1000)));
  corrections.beginNow(momentAt(NOW + 1000));
  const row = db.prepare("SELECT began_at, ends_at, expires_at FROM sign_in WHERE uuid = 's'").get();
  const [began_at, ends_at, expires_at] = [NOW + 1000, NOW + 1000 + 30 * DAY_MS, NOW + 1000 + DAY_MS];
  t.same({ ...(row as object) }, { began_at, ends_at, expires_at });
  t.notOk(corrections.isAhead(momentAt(NOW + 1000)), 'once');
  t.same(refresh('s', 't', NOW + DAY_MS), { outcome: 'fresh' });
  t.same(refresh('right', 'u', NOW + DAY_MS - 1), { outcome: 'fresh' }, 'others are as they were');
  t.same(refresh('t', 'v', NOW + 31 * DAY_MS), { outcome: 'invalid' });
  t.end();
});

t.test('a token that was given by a clock that was ahead lives as long as any other, and so does its sign-in', t => {
  for (const isKnown of [true, false]) {
    const { signIns, begin, refresh, db } = opened(t);
    const ahead = 40 * DAY_MS;
    begin('s');
    refresh('s', 't', { now: NOW + HOUR_MS + ahead, credible: credibleMs(NOW + HOUR_MS) });
    const corrections = correctionStore(db);
    if (isKnown) corrections.begin({ from: NOW + ahead, to: NOW + 2 * HOUR_MS + ahead, offsetMs: -ahead });
    else corrections.beginNow(momentAt(NOW + HOUR_MS));
    while (corrections.step());
    const given = { refreshed_at: NOW + HOUR_MS, expires_at: NOW + HOUR_MS + DAY_MS, ends_at: NOW + 30 * DAY_MS };
    t.match(db.prepare('SELECT refreshed_at, expires_at, ends_at FROM sign_in').get(), given);
    t.same(refresh('t', 'u', NOW + HOUR_MS + DAY_MS), { outcome: 'invalid' });
    signIns.tidy(credibleMs(NOW + HOUR_MS + DAY_MS));
    t.match(signIns.state('s'), { endedBy: 'expired' });
  }
  t.end();
});

t.test('who signs in by a script without end loses the oldest of his sign-ins, and no other user one', t => {
  const { signIns, make, begin, count } = opened(t);
  const ben = make('ben@example.org');
  begin('ben', { user: ben.uuid });
  for (let n = 0; n < 1005; n++) begin(`s${n}`);
  t.equal(count('sign_in'), 1001);
  t.equal(count('refresh_token'), 1001);
  t.equal(signIns.state('s4'), undefined);
  t.match(signIns.state('s5'), { endedBy: undefined });
  t.match(signIns.state('ben'), { endedBy: undefined });
  t.end();
});
