// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { turn } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import type { AnswerFacts } from '../../../src/rpc/call/define.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { ANN, type From, HOME, openScene, PASSWORD, START, settings } from './scene.ts';

// Some hundred passwords are hashed.
t.setTimeout(120_000);

const NEW = 'rote Bojen 18 am Strand';
const AWAY = '198.51.100.9';

t.test('who signs in gets tokens, and is let in with them', async t => {
  const scene = await openScene(t);
  const ann = await scene.user();
  const { as, profile, ...tokens } = await scene.in('  ANN@Example.org ');
  t.match(tokens, { access_expires_in: 900, refresh_expires_in: 86_400, token_type: 'Bearer' });
  t.match(tokens.refresh_token, /^rt_[A-Za-z0-9_-]{43}$/);
  const member = { organization_id: ORGANIZATION, role: 'viewer', status: 'active', organization_state: 'active' };
  t.match(profile, {
    ...{ id: ann.uuid, email: ANN, first_name: 'Ann', last_name: 'Meyer', is_admin: false, has_password: true },
    ...{ password_change_required: false, default_organization_id: ORGANIZATION, principal: 'user' },
    ...{ memberships: [member], capabilities: ['R'], second_factor_enabled: false },
    last_login_at: { seconds: String(START / 1000) },
  });
  t.same(await scene.call('GetProfile', {}, as), profile);
  t.match((await scene.events('security.login_succeeded'))[0], {
    ...{ org: null, user_id: ann.uuid, count: 1 },
    data: { email: ANN, remoteAddress: HOME },
  });
});

t.test('who does not sign in learns nothing but that', async t => {
  const scene = await openScene(t);
  await scene.user();
  await scene.user('eve@example.org', { password: undefined });
  const refusal = (email: string, password: string, from = {}) => scene.refusal('Login', { email, password }, from);
  t.equal(await refusal('', ''), 'EmailRequired');
  t.equal(await refusal(ANN, ''), 'PasswordRequired');
  t.equal(await refusal(ANN, PASSWORD, { secure: false }), 'SecureTransportRequired');
  t.equal(await refusal(ANN, `${PASSWORD} `), 'InvalidCredentials');
  t.equal(await refusal('nobody@example.org', PASSWORD), 'InvalidCredentials');
  t.equal(await refusal('no address', PASSWORD), 'InvalidCredentials');
  t.equal(await refusal('eve@example.org', ''), 'PasswordRequired');
  t.equal(await refusal('eve@example.org', PASSWORD), 'InvalidCredentials', 'she signs in elsewhere');
  const failed = await scene.events('security.login_failed');
  t.same(
    failed.map(({ count, data: { email, remoteAddress, reason } }) => [count, email, remoteAddress, reason]),
    [
      [2, 'eve@example.org', HOME, 'password'],
      [2, 'no address', HOME, 'unknown_user'],
    ],
  );
});

t.test('an account that is off, or belongs nowhere, is told so after the right password only', async t => {
  const scene = await openScene(t);
  const { accounts } = scene.store.write;
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  const off = await scene.user('off@example.org', { is_active: false });
  await scene.user('alone@example.org', { memberships: [] });
  await scene.user('admin@example.org', { memberships: [], is_admin: true });
  const refusal = (email: string, password = PASSWORD) => scene.refusal('Login', { email, password });
  t.equal(await refusal('off@example.org', NEW), 'InvalidCredentials');
  t.equal(await refusal('off@example.org'), 'UserInactive');
  t.equal(await refusal('alone@example.org', NEW), 'InvalidCredentials');
  t.equal(await refusal('alone@example.org'), 'MembershipRequired');
  const { profile } = await scene.in('admin@example.org');
  t.match(profile, { is_admin: true, default_organization_id: ORGANIZATION, capabilities: ['R', 'S'] });
  for (let at = 0; at < 5; at++) t.equal(await refusal('off@example.org'), 'UserInactive', 'no failure');
  const reasons = (await scene.events('security.login_failed')).map(({ data }) => data.reason);
  t.same(reasons, ['password', 'user_inactive', 'membership']);
  await accounts.updateUser(off.uuid, { is_active: true }, box, scene.acting());
  t.equal(await refusal('off@example.org'), 'none');
});

t.test('a hash of lower cost is made anew by a user who shows the password', async t => {
  const scene = await openScene(t);
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 5);
  const cost = { parallelism: 1, tagLength: 32, memory: 8192, passes: 1 };
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const password = `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
  const { uuid } = await scene.user(ANN, { password });
  const kept = () => scene.store.read.accounts.user(uuid)?.password ?? '';
  await scene.refusal('Login', { email: ANN, password: NEW });
  t.equal(kept(), password);
  await scene.in();
  t.match(kept(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const now = kept();
  await scene.in();
  t.equal(kept(), now);
});

t.test('a refresh gives another pair, twice within 30 s the same, and later ends the session', async t => {
  const scene = await openScene(t);
  const ann = await scene.user();
  const first = await scene.in();
  const other = await scene.in();
  const refresh = async (refresh_token: string, from = {}) =>
    (await scene.call('RefreshTokens', { refresh_token }, { address: AWAY, ...from })).tokens;
  const refusal = (refresh_token: string, from = {}) => scene.refusal('RefreshTokens', { refresh_token }, from);
  t.equal(await refusal(''), 'RefreshTokenRequired');
  t.equal(await refusal('rt_x'), 'InvalidRefreshToken');
  t.equal(await refusal(`rt_${'x'.repeat(43)}`), 'InvalidRefreshToken');
  t.equal(await refusal(first.refresh_token, { secure: false }), 'SecureTransportRequired');
  scene.clock.advance(20 * MINUTE_MS);
  t.equal(await scene.refusal('GetProfile', {}, first.as), 'AccessTokenExpired');
  const second = await refresh(first.refresh_token);
  t.match(second, { access_expires_in: 900, refresh_expires_in: 86_400 });
  t.not(second?.refresh_token, first.refresh_token);
  scene.clock.advance(29_000);
  t.same(await refresh(first.refresh_token), { ...second, access_expires_in: 871, refresh_expires_in: 86_371 });
  const third = await refresh(second?.refresh_token ?? '');
  t.match(
    await refresh(first.refresh_token),
    { refresh_token: second?.refresh_token },
    'also when that was used since',
  );
  const as = { ...first.as, token: third?.access_token };
  t.equal((await scene.call('GetProfile', {}, as)).email, ANN);
  scene.clock.advance(1000);
  t.equal(await refusal(first.refresh_token, { address: AWAY }), 'RefreshTokenReused');
  t.equal(await refusal(third?.refresh_token ?? ''), 'InvalidRefreshToken');
  t.equal(await scene.refusal('GetProfile', {}, as), 'AccessTokenRevoked', 'at once, though rights are remembered');
  t.ok(await refresh(other.refresh_token), 'other sessions go on');
  t.match(await scene.events('security.token_reuse_detected'), [
    { org: null, user_id: ann.uuid, data: { userId: ann.uuid, remoteAddress: AWAY } },
  ]);
});

t.test('two tabs that refresh at once stay signed in, in one session', async t => {
  const scene = await openScene(t);
  await scene.user();
  const { refresh_token, as } = await scene.in();
  let token = refresh_token;
  let different = 0;
  for (let round = 0; round < 1000; round++) {
    const asked = () => scene.call('RefreshTokens', { refresh_token: token });
    const [a, b] = await Promise.all([asked(), asked()]);
    if (a.tokens?.refresh_token !== b.tokens?.refresh_token || a.tokens?.access_token !== b.tokens?.access_token)
      different++;
    token = a.tokens?.refresh_token ?? '';
    scene.clock.advance(31_000);
  }
  t.equal(different, 0);
  const last = (await scene.call('RefreshTokens', { refresh_token: token })).tokens;
  t.equal((await scene.call('GetProfile', {}, { ...as, token: last?.access_token })).email, ANN);
  const db = openDb(scene.path, { engine: 'better-sqlite3', mode: 'reader' });
  t.same(db.prepare('SELECT count(*) AS n, max(ended_by) AS ended FROM sign_in').get(), { n: 1, ended: null });
  db.close();
  t.same(await scene.events('security.token_reuse_detected'), []);
});

t.test('what was signed out is over at once', async t => {
  const scene = await openScene(t);
  const ann = await scene.user();
  await scene.user('bob@example.org');
  const [a, b, c, d] = [await scene.in(), await scene.in(), await scene.in(), await scene.in()];
  const bob = await scene.in('bob@example.org');
  const out = async (request: object, as: object) => (await scene.call('Logout', request, as)).sessions_ended;
  t.equal(await out({ refresh_token: 'rt_unknown' }, a.as), 0);
  t.equal(await out({ refresh_token: bob.refresh_token }, a.as), 0, "another user's");
  t.equal(await out({ refresh_token: b.refresh_token }, a.as), 1);
  t.equal(await scene.refusal('GetProfile', {}, b.as), 'AccessTokenRevoked');
  t.equal(await out({}, a.as), 1);
  t.equal(await scene.refusal('GetProfile', {}, a.as), 'AccessTokenRevoked');
  t.equal(await out({ all_sessions: true }, c.as), 2);
  t.equal(await scene.refusal('RefreshTokens', { refresh_token: d.refresh_token }), 'InvalidRefreshToken');
  t.equal(await scene.refusal('GetProfile', {}, bob.as), 'none');
  const told = await scene.events('security.logout');
  t.equal(told.length, 3);
  t.match(told[0], { user_id: ann.uuid, data: { email: ANN, remoteAddress: HOME } });
});

t.test('a password is changed with the one of before, and other sessions end', async t => {
  const scene = await openScene(t);
  const ann = await scene.user(ANN, { password_change_required: true });
  const [a, b] = [await scene.in(), await scene.in()];
  t.equal(a.profile.password_change_required, true);
  const refusal = (current_password: string, new_password: string, as: object = a.as) =>
    scene.refused('ChangePassword', { current_password, new_password }, as);
  t.match(await refusal('', NEW), { token: 'PasswordRequired' });
  t.match(await refusal(PASSWORD, ''), { token: 'PasswordRequired' });
  t.match(await refusal(PASSWORD, NEW, { ...a.as, secure: false }), { token: 'SecureTransportRequired' });
  t.match(await refusal('x', 'kurz'), { token: 'CurrentPasswordIncorrect' });
  t.match(await refusal(PASSWORD, 'kurz'), { token: 'WeakPassword', about: { rules: 'min_length,digit' } });
  t.match(await refusal(PASSWORD, PASSWORD), { token: 'PasswordUnchanged' });
  const change = { current_password: PASSWORD, new_password: NEW };
  const { sessions_ended, tokens } = await scene.call('ChangePassword', change, a.as);
  t.equal(sessions_ended, 1);
  t.equal(await scene.refusal('GetProfile', {}, b.as), 'AccessTokenRevoked');
  t.equal((await scene.call('GetProfile', {}, a.as)).password_change_required, false);
  t.equal(await scene.refusal('RefreshTokens', { refresh_token: a.refresh_token }), 'InvalidRefreshToken');
  t.equal(await scene.refusal('RefreshTokens', { refresh_token: tokens?.refresh_token ?? '' }), 'none');
  t.equal(await scene.refusal('Login', { email: ANN, password: PASSWORD }), 'InvalidCredentials');
  const c = await scene.in(ANN, NEW);
  const away = { current_password: NEW, new_password: PASSWORD, keep_current_session: false };
  t.match(await scene.call('ChangePassword', away, c.as), { sessions_ended: 2, tokens: null });
  t.equal(await scene.refusal('GetProfile', {}, c.as), 'AccessTokenRevoked');
  t.match(await scene.events('user.password_changed'), [{ user_id: ann.uuid, data: { userId: ann.uuid } }, {}]);
});

t.test('of two who change a password at once one does', async t => {
  const scene = await openScene(t);
  await scene.user();
  const [a, b] = [await scene.in(), await scene.in()];
  const both = await Promise.all(
    [a, b].map(({ as }, at) =>
      scene.refusal('ChangePassword', { current_password: PASSWORD, new_password: `${NEW}${at}` }, as),
    ),
  );
  t.same(both.sort(), ['CurrentPasswordIncorrect', 'none']);
});

t.test(
  'a sign-in and a change of the password at once: no session outlives the password it was opened with',
  async t => {
    const scene = await openScene(t);
    await scene.user();
    let password = PASSWORD;
    for (let round = 0; round < 8; round++) {
      const { as } = await scene.in(ANN, password);
      const next = `${NEW} ${round}`;
      const change = { current_password: password, new_password: next, keep_current_session: false };
      const old = password;
      const [login] = await Promise.all([
        scene.call('Login', { email: ANN, password: old }).catch(() => undefined),
        scene.call('ChangePassword', change, as),
      ]);
      const token = login?.tokens?.access_token;
      if (token) t.equal(await scene.refusal('GetProfile', {}, { ...as, token }), 'AccessTokenRevoked');
      password = next;
    }
  },
);

t.test('guesses of a password by way of a token are slowed down, too', async t => {
  const scene = await openScene(t);
  await scene.user();
  const { as } = await scene.in();
  const guess = () => scene.refusal('ChangePassword', { current_password: 'x', new_password: NEW }, as);
  for (let at = 0; at < 5; at++) t.equal(await guess(), 'CurrentPasswordIncorrect');
  t.equal(await guess(), 'LoginTemporarilyBlocked');
  scene.clock.advance(MINUTE_MS);
  t.equal(await guess(), 'CurrentPasswordIncorrect');
});

t.test('an account without a password has none to change', async t => {
  const scene = await openScene(t);
  const { uuid } = await scene.user(ANN);
  const { as } = await scene.in();
  const db = openDb(scene.path, { engine: 'better-sqlite3', mode: 'writer' });
  db.prepare('UPDATE user SET password = NULL WHERE uuid = ?').run(uuid);
  db.close();
  const change = { current_password: PASSWORD, new_password: NEW };
  t.equal(await scene.refusal('ChangePassword', change, as), 'PasswordNotSet');
});

t.test('who fails too often waits, is told for how long, and the box tells of it', async t => {
  const scene = await openScene(t);
  await scene.user();
  await scene.in();
  const guess = (address = AWAY, email = ANN, password = 'x') =>
    scene.refused('Login', { email, password }, { address });
  for (let at = 0; at < 5; at++) t.equal((await guess()).token, 'InvalidCredentials');
  t.match(await guess(), { token: 'LoginTemporarilyBlocked', about: { retry_after_ms: MINUTE_MS } });
  t.match(await guess(AWAY, ANN, PASSWORD), { token: 'LoginTemporarilyBlocked' }, 'also with the right one');
  t.equal((await guess(HOME, ANN, PASSWORD)).token, 'none', 'elsewhere it works');
  t.equal((await scene.events('security.login_blocked')).length, 1);
  t.match(await scene.events('security.login_blocked'), [{ data: { email: ANN, remoteAddress: AWAY, seconds: 60 } }]);
  t.match(await scene.events('security.login_failed'), [{ count: 5, data: { reason: 'password' } }]);
  scene.clock.advance(MINUTE_MS);
  t.equal((await guess(AWAY, ANN, PASSWORD)).token, 'none');
});

t.test('over fifty failures of an account leave the addresses that it signs in from', async t => {
  const scene = await openScene(t);
  await scene.user();
  await scene.in();
  const guess = (address: string, password = 'x') => scene.refusal('Login', { email: ANN, password }, { address });
  for (let at = 0; at < 51; at++) t.equal(await guess(`198.51.${at >> 2}.1`), 'InvalidCredentials');
  t.equal(await guess('198.51.200.1', PASSWORD), 'LoginTemporarilyBlocked');
  t.equal(await guess(HOME, PASSWORD), 'none', 'the address of before');
  t.equal(await guess('127.0.0.1', PASSWORD), 'none', 'a user at the box is let in');
  scene.clock.advance(HOUR_MS);
  t.equal(await guess('198.51.200.1', PASSWORD), 'none');
});

t.test('a browser that has signed in is known by its cookie for 30 days, whatever others guess beside it', async t => {
  const scene = await openScene(t);
  await scene.user();
  const told: AnswerFacts = {};
  const guess = (password: string, from: From) => scene.refusal('Login', { email: ANN, password }, from);
  const [SITE, NEIGHBOUR] = ['https://box.example.org', '192.0.2.99'];
  t.equal(await guess(PASSWORD, { address: AWAY, told }), 'none');
  t.equal(told.cookie, undefined, 'a client that is no browser gets no cookie');
  t.equal(await guess(PASSWORD, { address: AWAY, origin: 'null', told }), 'none');
  t.equal(told.cookie, undefined);
  t.equal(await guess('another password 1', { address: AWAY, origin: SITE, told }), 'InvalidCredentials');
  t.equal(told.cookie, undefined, 'nor one that has not signed in');
  t.equal(await guess(PASSWORD, { address: AWAY, origin: SITE, told }), 'none');
  t.match(
    told.cookie,
    /^__Host-ws_browser=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    'it lives for 90 days',
  );
  const cookie = told.cookie?.split(';', 1)[0] ?? '';
  t.equal(await guess(PASSWORD, { address: AWAY, origin: SITE, cookie: `a=b; ${cookie}`, told }), 'none');
  t.equal(told.cookie?.split(';', 1)[0], cookie, 'it stays the same');
  // A page of a neighbouring host, or one without TLS, sets the other name, and knows what is in it.
  const tossed = `ws_browser=${'A'.repeat(43)}`;
  t.equal(await guess(PASSWORD, { address: AWAY, origin: SITE, cookie: tossed, told }), 'none');
  t.notMatch(told.cookie, /A{43}/, 'it is not what the browser is known by from now on');
  t.equal(await guess(PASSWORD, { address: AWAY, origin: 'http://localhost:8080', told }), 'none');
  t.match(told.cookie, /^ws_browser=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/);

  for (let at = 0; at < 5; at++)
    t.equal(await guess('another password 1', { address: NEIGHBOUR }), 'InvalidCredentials');
  t.equal(await guess(PASSWORD, { address: NEIGHBOUR }), 'LoginTemporarilyBlocked');
  t.equal(await guess(PASSWORD, { address: NEIGHBOUR, cookie: 'ws_browser=AAAA' }), 'LoginTemporarilyBlocked');
  t.equal(await guess(PASSWORD, { address: NEIGHBOUR, cookie }), 'none', 'the browser is let in from there');
  const bob = { email: 'bob@example.org', password: PASSWORD };
  await scene.user(bob.email);
  for (let at = 0; at < 30; at++)
    await scene.refusal('Login', { ...bob, password: 'no 1' }, { address: `203.0.113.${at}` });
  t.equal(
    await scene.refusal('Login', bob, { address: '203.0.113.77', cookie }),
    'LoginTemporarilyBlocked',
    'for its account',
  );
  scene.clock.advance(30 * DAY_MS);
  for (let at = 0; at < 5; at++)
    t.equal(await guess('another password 1', { address: '203.0.113.7', cookie }), 'InvalidCredentials');
  t.equal(
    await guess(PASSWORD, { address: '203.0.113.7', cookie }),
    'LoginTemporarilyBlocked',
    'nor is it after 30 days',
  );
});

t.test('guessers in the /24 of the administrator keep no user out who signs in from his own address', async t => {
  const scene = await openScene(t);
  await scene.user(ANN, { is_admin: true });
  await scene.in();
  const guess = (address: string, password: string) => scene.refusal('Login', { email: ANN, password }, { address });
  for (let host = 100; host < 104; host++) {
    for (let at = 0; at < 5; at++) await guess(`192.0.2.${host}`, 'another password 1');
  }
  t.equal(await guess('192.0.2.200', PASSWORD), 'LoginTemporarilyBlocked', 'a stranger there has to wait');
  t.equal(await guess(HOME, PASSWORD), 'none');
});

t.test('logins of one address are limited, of IPv6 those of its /64', async t => {
  const limits = { loginsPerMinute: 2, refreshesPerMinute: 0, registrationsPerMinute: 0 };
  const scene = await openScene(t, { settings: { limits } });
  const login = (address: string) => scene.refusal('Login', { email: ANN, password: PASSWORD }, { address });
  t.equal(await login('2001:db8::1'), 'InvalidCredentials');
  t.equal(await login('2001:db8::2:1'), 'InvalidCredentials');
  t.equal(await login('2001:db8::ffff:3'), 'RateLimited');
  t.equal(await login('2001:db8:0:1::1'), 'InvalidCredentials', 'another network');
});

t.test('twenty failures in ten minutes are an alert', async t => {
  const scene = await openScene(t);
  const guess = (at: number) => scene.refusal('Login', { email: `a${at}@example.org`, password: 'x' });
  const open = () => scene.store.read.alertsOfInstallation.open().filter(({ rule }) => rule === 'login_attack').length;
  for (let at = 0; at < 19; at++) await guess(at);
  await scene.events('');
  t.equal(open(), 0);
  await guess(19);
  await scene.events('');
  t.equal(open(), 1);
});

t.test('guesses that are made at once are no more than those one after the other', async t => {
  const scene = await openScene(t);
  await scene.user();
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () => scene.refusal('Login', { email: ANN, password: 'x' })),
  );
  t.equal(guesses.filter(token => token === 'InvalidCredentials').length, 5);
});

t.test('a second factor is asked for after the password, and counts as a failure when it is wrong', async t => {
  const scene = await openScene(t);
  await scene.user();
  scene.state.on = true;
  scene.state.codes = ['123456'];
  const login = (otp: string, password = PASSWORD) => scene.refusal('Login', { email: ANN, password, otp });
  t.equal(await login('', 'x'), 'InvalidCredentials');
  for (let at = 0; at < 5; at++) t.equal(await login(''), 'SecondFactorRequired', 'no failure');
  t.equal(await login('000000'), 'InvalidCredentials');
  t.equal(await login(' 123456 '), 'none');
  t.equal(await login('123456'), 'InvalidCredentials', 'once');
  for (let at = 0; at < 4; at++) t.equal(await login('111111'), 'InvalidCredentials');
  scene.state.codes = ['222222'];
  t.equal(await login('222222'), 'LoginTemporarilyBlocked');
  t.equal((await scene.events('security.login_failed')).at(-1)?.data.reason, 'second_factor');
});

t.test('settings are public, and have no secrets', async t => {
  const scene = await openScene(t);
  t.same(await scene.call('GetAuthSettings', {}, { secure: false }), {
    ...{ enabled: true, local_login_enabled: true, registration_enabled: true, refresh_enabled: true },
    oidc: { enabled: false, login_url: '', login_label: '', auto_redirect: false, logout_url: '' },
    oauth2: { enabled: false, login_url: '', login_label: '', auto_redirect: false, logout_url: '' },
    password_policy: {
      ...{ min_length: 10, max_length: 128, requires_letter: true, requires_digit: true },
      ...{ denies_common: true, denies_identity: true },
    },
    ...{ edition: 'enterprise', login_notice: 'Be kind.', second_factor_required: false },
  });
  t.equal(await scene.refusal('ExchangeOIDC', {}), 'OIDCDisabled');
  t.equal(await scene.refusal('ExchangeOAuth2', {}), 'OAuth2Disabled');
  const { call, refusal } = await openScene(t, {
    settings: { localLogin: false, registration: { mode: 'off', domains: [] } },
  });
  t.match(await call('GetAuthSettings', {}), { local_login_enabled: false, registration_enabled: false });
  t.equal(await refusal('Login', {}), 'LocalLoginDisabled');
  t.equal(await refusal('RegisterAccount', {}), 'RegistrationDisabled');
});

t.test('an address asks so often in a minute', async t => {
  const limits = { loginsPerMinute: 2, refreshesPerMinute: 2, registrationsPerMinute: 1 };
  const scene = await openScene(t, { settings: { limits } });
  await scene.user();
  await scene.user('bob@example.org');
  const { refresh_token } = await scene.in();
  const bob = await scene.in('bob@example.org');
  const over = await scene.refused('Login', { email: ANN, password: PASSWORD });
  t.match(over, { token: 'RateLimited', about: { retry_after_ms: 30_000 } });
  t.same(scene.limited, [HOME]);
  t.equal(await scene.refusal('Login', { email: ANN, password: PASSWORD }, { address: AWAY }), 'none');
  const refresh = (refresh_token: string) => scene.refusal('RefreshTokens', { refresh_token });
  t.equal(await refresh(refresh_token), 'none');
  for (let at = 0; at < 5; at++) t.equal(await refresh(refresh_token), 'none', 'the same again does not count');
  t.equal(await refresh('rt_x'), 'InvalidRefreshToken');
  t.equal(await refresh(bob.refresh_token), 'RateLimited');
  t.equal(await scene.refusal('RegisterAccount', { email: 'x@example.org' }), 'PasswordRequired');
  const eve = { email: 'eve@example.org', password: PASSWORD, first_name: 'E', last_name: 'V', company_name: 'Eves' };
  t.equal(await scene.refusal('RegisterAccount', eve), 'none');
  t.equal(await scene.refusal('RegisterAccount', { ...eve, email: 'f@example.org' }), 'RateLimited');
});

t.test('no secret is in an event, in the log or in clear in the database', async t => {
  const scene = await openScene(t);
  await scene.user();
  const first = await scene.in();
  const second = (await scene.call('RefreshTokens', { refresh_token: first.refresh_token })).tokens;
  await scene.refusal('Login', { email: ANN, password: `${PASSWORD}!` });
  await scene.call('ChangePassword', { current_password: PASSWORD, new_password: NEW }, first.as);
  await scene.call('RegisterAccount', {
    ...{ email: 'eve@example.org', password: `${NEW}2`, first_name: 'E', last_name: 'V', company_name: 'Eves' },
  });
  await scene.refusal('RefreshTokens', { refresh_token: first.refresh_token });
  await scene.events('');
  await turn();
  const secrets = [PASSWORD, NEW, first.refresh_token, first.access_token];
  secrets.push(second?.refresh_token ?? '', second?.access_token ?? '');
  await scene.close();
  const { readFileSync } = await import('node:fs');
  const kept = readFileSync(scene.path).toString('latin1');
  const log = JSON.stringify(scene.logged);
  t.ok(kept.includes(ANN) && log.includes('ChangePassword'), 'where it is looked for is what there is');
  for (const secret of secrets) {
    t.ok(secret.length > 20);
    t.notOk(kept.includes(Buffer.from(secret).toString('latin1')), 'database');
    t.notOk(log.includes(secret), 'log');
  }
});

t.test('settings of another issuer, or a restart, leave sessions and their tokens as they are', async t => {
  const scene = await openScene(t);
  await scene.user();
  const { as, refresh_token } = await scene.in();
  await scene.close();
  const again = await openScene(t, { path: scene.path, clock: scene.clock });
  t.equal((await again.call('GetProfile', {}, as)).email, ANN);
  await again.close();
  const other = await openScene(t, {
    path: scene.path,
    clock: scene.clock,
    settings: { ...settings, issuer: 'other' },
  });
  t.equal(await other.refusal('GetProfile', {}, as), 'InvalidAccessToken');
  t.equal(await other.refusal('RefreshTokens', { refresh_token }), 'none');
});
