import t from 'tap';
import { HOME } from '../signin/scene.ts';
import { OAuth2Server } from './oauth2-server.ts';
import { BASE, oauth2Settings, openExternalScene, signInAt } from './scene.ts';

t.setTimeout(120_000);

const ANN = { sub: 'a-1', email: 'ann@example.org', email_verified: true, name: '<b>Ann' };
const START = '/auth/oauth2/start?tokens=1';
const CALLBACK = '/auth/oauth2/callback';

t.test('the start page takes a browser to the provider, with a cookie that no page can read', async t => {
  await using provider = await OAuth2Server.start();
  const { visit } = await openExternalScene(t, oauth2Settings(provider.url));
  const { status, headers, body } = await visit('GET', START);
  t.same([status, body], [302, '']);
  t.match(headers['set-cookie'], /^__Host-ws_login=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/);
  const url = new URL(headers.location ?? '');
  t.equal(url.origin + url.pathname, `${provider.url}/authorize`);
  t.match(Object.fromEntries(url.searchParams), {
    ...{ client_id: 'box', response_type: 'code', scope: 'openid profile email', code_challenge_method: 'S256' },
    redirect_uri: `${BASE}${CALLBACK}`,
  });
  t.equal((await visit('GET', START, { secure: false })).status, 400);

  const own = headers['set-cookie']?.split(';', 1)[0] ?? '';
  const again = await visit('GET', START, { cookie: `a=b; ${own}` });
  t.ok(again.headers['set-cookie']?.startsWith(`${own};`), 'the same browser');
  t.not(again.headers.location, headers.location);
  const planted = await visit('GET', START, { cookie: '__Host-ws_login=short' });
  t.match(planted.headers['set-cookie'], /^__Host-ws_login=[\w-]{43};/);
});

t.test('who comes by another name is led to the one that the provider leads back to, once', async t => {
  await using provider = await OAuth2Server.start();
  const { visit } = await openExternalScene(t, oauth2Settings(provider.url));
  const { headers } = await visit('GET', START, { headers: { host: '192.0.2.1:9090' } });
  t.match(headers, { location: `${BASE}${START}&again=1` });
  t.notOk('set-cookie' in headers);
  const behindProxy = await visit('GET', `${START}&again=1`, { headers: { host: '192.0.2.1:9090' } });
  t.ok(behindProxy.headers.location?.startsWith(provider.url));
  const inClear = await openExternalScene(t, oauth2Settings(provider.url), { base: 'http://127.0.0.1:9090' });
  t.notMatch((await inClear.visit('GET', START)).headers['set-cookie'], /Secure/, 'a browser would not send it');
});

t.test('who comes back goes on by hand, and gets the tokens once', async t => {
  await using provider = await OAuth2Server.start();
  provider.person = ANN;
  const { visit, travel, call, events } = await openExternalScene(t, oauth2Settings(provider.url, { label: 'A & B' }));
  const { query, cookie } = await travel('oauth2');
  const asked = provider.asked.length;
  const { status, body, headers } = await visit('GET', `${CALLBACK}?${query}`, { cookie });
  t.equal(status, 200);
  t.match(body, /You come from A &#38; B/);
  t.match(headers['content-security-policy'], /^default-src 'none'; style-src 'sha256-/);
  t.equal(provider.asked.length, asked, 'nothing is done by a look');
  const fields = Object.fromEntries(
    [...body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  t.same(Object.keys(fields), ['code', 'state', 'iss', 'error']);

  const without = await visit('POST', CALLBACK, { fields });
  t.equal(without.status, 401);
  t.match(without.body, /ErrTokenAuthStateInvalid/);
  const done = await visit('POST', CALLBACK, { fields, cookie });
  t.equal(done.status, 200);
  const [access = '', refresh = '', user = ''] = [...done.body.matchAll(/<textarea[^>]*>([^<]*)</g)].map(
    ([, text]) => text ?? '',
  );
  t.match(await call('GetProfile', {}, { token: access, user }), { email: 'ann@example.org', first_name: '<b>Ann' });
  t.match(refresh, /^rt_/);
  t.equal((await visit('POST', CALLBACK, { fields, cookie })).status, 401, 'once');
  t.match(await events('security.external_login_failed'), [{ count: 2, data: { remoteAddress: HOME } }]);
});

t.test('who is turned away by the provider, or by us, is told so', async t => {
  await using provider = await OAuth2Server.start();
  provider.person = { ...ANN, email_verified: false };
  const { visit, travel, leave, told } = await openExternalScene(t, oauth2Settings(provider.url));
  const { url, cookie } = await leave('oauth2');
  const state = url.searchParams.get('state') ?? '';
  const shown = await visit('GET', `${CALLBACK}?error=%3Cscript%3E&state=${state}`, { cookie });
  t.match(shown.body, /did not sign you in/);
  t.notMatch(shown.body, /<script/);
  const denied = { error: 'access_denied', state, code: '' };
  t.match(await visit('POST', CALLBACK, { fields: denied, cookie }), {
    status: 401,
    body: /ErrTokenAuthExchangeFailed/,
  });
  t.match(await told(), [{ provider: 'oauth2', reason: 'access_denied' }]);
  const { brought, cookie: own } = await travel('oauth2');
  const refused = await visit('POST', CALLBACK, { fields: brought as never, cookie: own });
  t.match(refused, { status: 403, body: /does not confirm the e-mail address \(ErrTokenEmailNotVerified\)/ });
  t.match(await visit('POST', CALLBACK, { fields: { state } }), { status: 400, body: /ErrTokenAuthCodeRequired/ });
  t.match(await visit('POST', CALLBACK, { fields: { code: 'x' } }), { status: 400, body: /ErrTokenAuthStateRequired/ });
});

t.test('a browser of the console is led back into it, with what it has brought, and nowhere else', async t => {
  await using provider = await OAuth2Server.start();
  provider.person = ANN;
  const { visit, call, bring } = await openExternalScene(t, oauth2Settings(provider.url));
  const start = await visit('GET', `/auth/oauth2/start?to=${encodeURIComponent('/stations?q=roof')}`);
  t.equal(start.status, 302);
  const cookie = start.headers['set-cookie']?.split(';', 1)[0] ?? '';
  const query = await signInAt(new URL(start.headers.location ?? ''), `${BASE}${CALLBACK}`);
  const asked = provider.asked.length;
  const back = await visit('GET', `${CALLBACK}?${query}`, { cookie });
  t.same([back.status, back.body], [303, '']);
  const led = new URL(back.headers.location ?? '', BASE);
  t.equal(led.origin + led.pathname, `${BASE}/sign-in/oauth2`);
  t.match(Object.fromEntries(led.searchParams), { code: /./, state: query.get('state'), to: '/stations?q=roof' });
  t.equal(provider.asked.length, asked, 'nothing is done by a look');
  const [code = '', state = ''] = ['code', 'state'].map(name => led.searchParams.get(name) ?? '');
  const { tokens, user } = (await bring('oauth2', { code, state, iss: '' }, { cookie })) as never as {
    tokens: { access_token: string };
    user: { id: string };
  };
  t.match(await call('GetProfile', {}, { token: tokens.access_token, user: user.id }), { email: 'ann@example.org' });

  const stranger = await visit('GET', `${CALLBACK}?code=x&state=planted`, {});
  t.match([stranger.status, stranger.headers.location], [303, '/sign-in/oauth2?code=x&state=planted&to=%2F']);
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:1',
    '/api/docs',
    '/auth/x',
    '',
  ]) {
    const refused = await visit('GET', `/auth/oauth2/start?to=${encodeURIComponent(to)}`);
    t.equal(refused.status, 400, to);
  }
});
