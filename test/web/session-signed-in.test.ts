import t from 'tap';
import { Enterprise, PASSWORD } from '../identity/scene.ts';
import { type Answer, ask } from './http.ts';

const OURS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const TLS = { ...OURS, origin: 'https://127.0.0.1', host: '127.0.0.1' };

interface Said {
  readonly edition: string;
  readonly principal: string;
  readonly accessToken: string;
  readonly accessExpiresIn: number;
  readonly user: { readonly id: string; readonly email: string };
  readonly organizationId: string;
  readonly csrf: string;
}
const said = ({ body }: Answer) => JSON.parse(body.toString()) as Said;
const tokenOf = ({ headers }: Answer) => headers['x-error-token'];
const refreshOf = ({ headers }: Answer) =>
  headers['set-cookie']?.find(line => line.includes('ws_refresh='))?.split(';', 1)[0] ?? '';

t.test('a person signs in by a page, which never sees the token that lasts', async t => {
  await using box = await Enterprise.start(t.testdir());
  const { gateway: port } = box.center.ports;
  const post = (what: string, body: object, headers: Readonly<Record<string, string>> = OURS) =>
    ask(port, 'POST', `/auth/session${what}`, headers, JSON.stringify(body));
  const login = { email: 'root@example.org', password: PASSWORD };

  const first = await post('', login);
  t.equal(first.status, 200, first.body.toString());
  t.match(said(first), { edition: 'enterprise', principal: 'user', csrf: '', user: { email: 'root@example.org' } });
  t.match(said(first).organizationId, /^[0-9a-f-]{36}$/);
  t.ok(said(first).accessExpiresIn > 60);
  t.notMatch(first.body.toString(), /rt_/, 'no token that lasts is in the answer');
  const lines = first.headers['set-cookie']?.filter(line => line.startsWith('ws_refresh='));
  t.match(lines, [/^ws_refresh=rt_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/]);

  const profile = (token: string) =>
    ask(
      port,
      'POST',
      '/platform.api.v1.PlatformService/GetProfile',
      {
        ...OURS,
        ...{ authorization: `Bearer ${token}`, 'x-user-id': said(first).user.id },
      },
      '{}',
    );
  t.equal((await profile(said(first).accessToken)).status, 200);

  const cookie = refreshOf(first);
  const [left, right] = await Promise.all([
    post('/refresh', {}, { ...OURS, cookie }),
    post('/refresh', {}, { ...OURS, cookie }),
  ]);
  t.same([left.status, right.status], [200, 200], 'two tabs at once are no thieves');
  t.equal(refreshOf(left), refreshOf(right));
  t.equal(said(left).accessToken, said(right).accessToken);
  t.match(said(left), { user: { email: 'root@example.org' }, organizationId: said(first).organizationId });
  t.not(refreshOf(left), cookie);

  await box.center.clock.advance(31_000);
  const thief = await post('/refresh', {}, { ...OURS, cookie });
  t.match([thief.status, tokenOf(thief)], [401, 'ErrTokenInvalidRefreshToken']);
  t.match(thief.headers['set-cookie'], [/^ws_refresh=; Path=\/; Max-Age=0;/]);
  const owner = await post('/refresh', {}, { ...OURS, cookie: refreshOf(left) });
  t.equal(owner.status, 401, 'what two have is over for both');

  const again = await post('', login);
  const ended = await post('/end', { all: true }, { ...OURS, cookie: refreshOf(again) });
  t.match([ended.status, ended.headers['set-cookie']], [200, [/^ws_refresh=; .*Max-Age=0/]]);
  t.equal((await post('/refresh', {}, { ...OURS, cookie: refreshOf(again) })).status, 401);
  t.equal((await post('/end', {})).status, 200, 'who has no session has ended it');
  const none = await post('/refresh', {});
  t.match([none.status, tokenOf(none)], [401, 'ErrTokenInvalidRefreshToken']);
});

t.test('under TLS a cookie of the plain name, which a neighbour can set, signs no user in', async t => {
  await using box = await Enterprise.start(t.testdir(), { gateway: { trusted_proxies: ['127.0.0.1'] } });
  const { gateway: port } = box.center.ports;
  const post = (what: string, body: object, headers: Readonly<Record<string, string>>) =>
    ask(port, 'POST', `/auth/session${what}`, headers, JSON.stringify(body));
  const proxied = { ...TLS, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
  const login = { email: 'root@example.org', password: PASSWORD };
  const answer = await post('', login, proxied);
  t.match(refreshOf(answer), /^__Host-ws_refresh=rt_/);
  t.match(
    answer.headers['set-cookie']?.find(line => line.includes('ws_refresh')),
    /; Secure$/,
  );
  const planted = refreshOf(answer).replace('__Host-', '');
  t.equal((await post('/refresh', {}, { ...proxied, cookie: planted })).status, 401);
  t.equal((await post('/refresh', {}, { ...proxied, cookie: refreshOf(answer) })).status, 200);
  const clear = { ...OURS, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http' };
  const refused = await post('', login, clear);
  t.equal(tokenOf(refused), 'ErrTokenSecureTransportRequired', 'never a password in clear beyond this machine');
  t.notOk(refused.headers['set-cookie']);
  const refreshed = await post('/refresh', {}, { ...clear, cookie: planted });
  t.equal(tokenOf(refreshed), 'ErrTokenSecureTransportRequired');
});

t.test('what another site makes a browser send is no sign-in', async t => {
  await using box = await Enterprise.start(t.testdir());
  const { gateway: port } = box.center.ports;
  const body = JSON.stringify({ email: 'root@example.org', password: PASSWORD });
  for (const headers of [
    { ...OURS, 'sec-fetch-site': 'cross-site' },
    { 'content-type': 'application/json', origin: 'http://evil.example' },
    { 'content-type': 'application/json' },
    { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
  ]) {
    const refused = await ask(port, 'POST', '/auth/session', headers, body);
    t.match([refused.status, tokenOf(refused)], [403, 'ErrTokenHostNotAllowed'], JSON.stringify(headers));
    t.notOk(refused.headers['set-cookie']);
  }
  const wrong = await ask(
    port,
    'POST',
    '/auth/session',
    OURS,
    JSON.stringify({ email: 'root@example.org', password: 'no' }),
  );
  t.match([wrong.status, tokenOf(wrong)], [401, 'ErrTokenInvalidCredentials']);
  const other = await ask(port, 'POST', '/auth/session', OURS, JSON.stringify({ provider: 'constructor', code: 'x' }));
  t.equal(other.status, 400);
  const off = await ask(
    port,
    'POST',
    '/auth/session',
    OURS,
    JSON.stringify({ provider: 'oidc', code: 'x', state: 'y' }),
  );
  t.equal(tokenOf(off), 'ErrTokenOIDCDisabled');
});
