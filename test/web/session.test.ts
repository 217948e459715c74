import t from 'tap';
import { ConsoleSessions } from '../../src/web/console-sessions.ts';
import { RestBox } from '../rest/box.ts';
import { type Answer, ask } from './http.ts';

const HOUR_MS = 3_600_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const OURS = { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' };
const bodyOf = ({ body }: Answer) => JSON.parse(body.toString()) as Record<string, string>;
const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
const tokenOf = (answer: Answer) =>
  answer.headers['x-error-token'] ?? (bodyOf(answer).error as never as { token: string })?.token;

t.test('a browser of the community edition', async t => {
  await using box = await RestBox.start(t.testdir());
  const { gateway: port } = box.center.ports;
  const begin = (headers: Readonly<Record<string, string>> = {}, path = '/auth/session') =>
    ask(port, 'POST', path, { ...OURS, ...headers }, '{}');
  const devices = (headers: Readonly<Record<string, string>>) =>
    ask(port, 'GET', `/api/v2/devices?organizationId=${box.organizationId}`, headers);

  await t.test('is the operator, by a cookie that no script reads, together with its token', async t => {
    const answer = await begin();
    t.equal(answer.status, 200);
    t.match(answer.headers['set-cookie'], [
      /^ws_console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    ]);
    t.equal(answer.headers['cache-control'], 'no-store');
    const { csrf = '', ...said } = bodyOf(answer);
    const { organizationId } = box;
    t.same(said, { edition: 'community', principal: 'operator', organizationId, expiresIn: 43200 });
    const cookie = cookieOf(answer);
    t.equal((await devices({ cookie, 'x-csrf-token': csrf })).status, 200);
    const own = { cookie, 'x-csrf-token': csrf, ...JSON_TYPE };
    const wanted = JSON.stringify({ name: 'k', scopes: ['devices:read'] });
    const made = await ask(port, 'POST', `/api/v2/api-keys?organizationId=${box.organizationId}`, own, wanted);
    t.equal(made.status, 200, made.body.toString());
    t.equal((await devices({ ...own, 'x-organization-id': box.organizationId })).status, 200);
    const other = await devices({ ...own, 'x-organization-id': crypto.randomUUID() });
    t.match([other.status, tokenOf(other)], [403, 'ErrTokenOrganizationAccessDenied']);
    const again = await begin({ cookie });
    t.match([cookieOf(again), bodyOf(again).csrf], [cookie, csrf], 'two tabs have one session');
    t.same(bodyOf(await begin({ cookie }, '/auth/session/refresh')), bodyOf(again));
  });

  await t.test('gets nothing without the token, with another one, or with that of another cookie', async t => {
    const [mine, other] = [await begin(), await begin()];
    const cookie = cookieOf(mine);
    for (const headers of [
      { cookie },
      { cookie, 'x-csrf-token': '' },
      { cookie, 'x-csrf-token': 'forged' },
      { cookie, 'x-csrf-token': bodyOf(other).csrf ?? '' },
      { cookie: `ws_console=${'A'.repeat(43)}`, 'x-csrf-token': bodyOf(mine).csrf ?? '' },
    ]) {
      const refused = await devices(headers);
      t.match([refused.status, tokenOf(refused)], [403, 'ErrTokenCsrfTokenInvalid'], JSON.stringify(headers));
    }
    t.equal(tokenOf(await devices({})), 'ErrTokenAuthorizationRequired');
    const withKey = await devices({ ...box.own, cookie });
    t.equal(withKey.status, 200, 'a key beside it wins');
    const wrongKey = await devices({ 'x-api-key': 'no', cookie, 'x-csrf-token': bodyOf(mine).csrf ?? '' });
    t.equal(wrongKey.status, 401, 'a wrong one, too');
  });

  await t.test('never gets a cookie that another has chosen', async t => {
    const planted = `ws_console=${'B'.repeat(43)}`;
    const answer = await begin({ cookie: planted });
    t.not(cookieOf(answer), planted);
    const { headers, origin } = { origin: 'https://127.0.0.1', headers: { host: '127.0.0.1' } };
    const inTls = await begin({ ...headers, origin, cookie: cookieOf(answer) });
    t.match(inTls.headers['set-cookie'], [/^__Host-ws_console=[\w-]{43}; .*; Secure$/]);
    t.not(
      cookieOf(inTls).replace('__Host-', ''),
      cookieOf(answer),
      'one that came without TLS counts for nothing there',
    );
  });

  await t.test('is asked for a page of ours, in JSON', async t => {
    const send = (headers: Readonly<Record<string, string>>, body = '{}') =>
      ask(port, 'POST', '/auth/session', headers, body);
    const origin = `http://127.0.0.1:${port}`;
    t.equal((await send({ ...JSON_TYPE, origin })).status, 200, 'a browser that says nothing but its origin');
    for (const headers of [
      { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' },
      { ...JSON_TYPE, 'sec-fetch-site': 'same-site', origin },
      { ...JSON_TYPE, 'sec-fetch-site': 'none' },
      JSON_TYPE,
      { ...JSON_TYPE, origin: `http://127.0.0.1:${port + 1}` },
      { ...JSON_TYPE, origin: 'null' },
      { ...JSON_TYPE, origin: 'https://evil.example' },
      { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    ]) {
      const refused = await send(headers);
      t.match([refused.status, tokenOf(refused)], [403, 'ErrTokenHostNotAllowed'], JSON.stringify(headers));
      t.notOk(refused.headers['set-cookie']);
    }
    const rebound = await send({ ...OURS, host: 'evil.example' });
    t.equal(rebound.status, 421, 'a name that leads here is not ours');
    t.equal((await send(OURS, JSON.stringify({ filler: 'x'.repeat(20_000) }))).status, 413);
    t.equal((await send(OURS, '[]')).status, 400);
    const get = await ask(port, 'GET', '/auth/session', { 'sec-fetch-site': 'same-origin' });
    t.match([get.status, get.headers.allow], [405, 'POST']);
  });

  await t.test('ends when it says so', async t => {
    const answer = await begin();
    const headers = { cookie: cookieOf(answer), 'x-csrf-token': bodyOf(answer).csrf ?? '' };
    t.equal((await devices(headers)).status, 200);
    const ended = await begin({ cookie: headers.cookie }, '/auth/session/end');
    t.match(ended.headers['set-cookie'], [/^ws_console=; Path=\/; Max-Age=0;/]);
    t.equal((await devices(headers)).status, 403);
  });
});

/** Sessions alone, and browsers that keep what they are told to. */
function sessionsAlone() {
  const clock = { now: 0, monotonic: () => clock.now };
  const sessions = new ConsoleSessions({ clock, organizationId: 'o', count: () => undefined });
  const open = async () => {
    let cookie = '';
    const none = { address: '', secure: true, query: new URLSearchParams(), fields: new Map(), headers: () => [] };
    const keep = (line: string) => {
      cookie = line.split(';', 1)[0] ?? '';
    };
    const answer = await sessions.begin({ ...none, keep });
    const values: Readonly<Record<string, string>> = { cookie, 'x-csrf-token': (answer as { csrf: string }).csrf };
    return { headers: (name: string) => [values[name]].flatMap(value => value ?? []) };
  };
  return { clock, open, isOpen: (of: Awaited<ReturnType<typeof open>>) => letsIn(sessions, of) };
}

function letsIn(sessions: ConsoleSessions, of: { headers(name: string): string[] }): boolean {
  try {
    return sessions.letsIn(of);
  } catch {
    return false;
  }
}

t.test('a session goes on for twelve hours after its last call', async t => {
  const { clock, open, isOpen } = sessionsAlone();
  const browser = await open();
  for (const hours of [11, 11]) {
    clock.now += hours * HOUR_MS;
    t.ok(isOpen(browser));
  }
  clock.now += 12 * HOUR_MS;
  t.notOk(isOpen(browser));
});

t.test('of a thousand sessions the one unused for longest goes for another', async t => {
  const { open, isOpen } = sessionsAlone();
  const [first, second] = [await open(), await open()];
  t.ok(isOpen(first));
  for (let at = 0; at < 999; at++) await open();
  t.ok(isOpen(first), 'used last');
  t.notOk(isOpen(second));
});
