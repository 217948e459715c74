import t from 'tap';
import { ConfigError } from '../../../src/config/load.ts';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import { EMAIL, PASSWORD, SignInCenter } from './scene.ts';

t.setTimeout(120_000);

/** By these no client is on this machine. */
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.7' };

const fill = (center: SignInCenter, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${center.url}/auth/setup`, { method: 'POST', body: new URLSearchParams(fields), headers });

t.test('the first administrator gets in by the link of the journal, and no other after', async t => {
  await using center = await SignInCenter.start(t.testdir());
  const { link = '' } = center;
  t.match(link, /^http:\/\/127\.0\.0\.1:\d+\/auth\/setup\?token=[A-Za-z0-9_-]{43}$/);
  const token = new URL(link).searchParams.get('token') ?? '';
  const page = await fetch(link, { headers: ELSEWHERE });
  t.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  t.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/);
  t.match(Object.fromEntries(page.headers), {
    ...{ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  });
  const html = await page.text();
  t.notMatch(html, /<script|https?:\/\//, 'nothing is loaded');

  const good = { token, email: ' Ada@Example.org ', password: PASSWORD, again: PASSWORD };
  const wrong: [Record<string, string>, number, RegExp][] = [
    [{ ...good, token: 'guessed' }, 404, /not valid/],
    [{ ...good, again: 'another 1 password' }, 400, /differ/],
    [{ ...good, password: 'short', again: 'short' }, 400, /too short, it has no digit/],
    [{ ...good, email: 'nobody' }, 400, /no e-mail address/],
    [{ ...good, email: '"><script>@x', password: 'x', again: 'x' }, 400, /&quot;&gt;&lt;script&gt;/],
  ];
  for (const [fields, status, text] of wrong) {
    const answer = await fill(center, fields, ELSEWHERE);
    t.equal(answer.status, status);
    t.match(await answer.text(), text);
  }
  // Two at once: one is the first.
  const both = await Promise.all([
    fill(center, good, ELSEWHERE),
    fill(center, { ...good, email: 'eve@example.org' }, ELSEWHERE),
  ]);
  t.same(both.map(({ status }) => status).sort(), [200, 404]);
  t.equal((await fetch(link)).status, 404, 'closed for good');
  const { answer } = await center.rpc('Login', {
    email: both[0]?.status === 200 ? EMAIL : 'eve@example.org',
    password: PASSWORD,
  });
  t.match(answer, { user: { isAdmin: true, memberships: [{ role: 'owner' }], passwordChangeRequired: false } });
  t.notOk(center.lines.join('').includes(PASSWORD));
});

t.test(
  'on this machine the page opens without the link, but not for what a proxy or another page leads here',
  async t => {
    await using center = await SignInCenter.start(t.testdir());
    const get = (headers: Record<string, string>) => fetch(`${center.url}/auth/setup`, { headers });
    t.equal((await get({})).status, 200);
    t.equal((await get({ 'sec-fetch-site': 'same-origin' })).status, 200);
    for (const headers of [
      ELSEWHERE,
      { forwarded: 'for=192.0.2.7' },
      { via: '1.1 proxy' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      t.equal((await get(headers)).status, 404, Object.keys(headers).join());
    }
    t.equal((await fetch(`${center.url}/auth/setup`, { method: 'PUT' })).status, 405);
    const form = { 'content-type': 'text/plain' };
    t.equal((await fetch(`${center.url}/auth/setup`, { method: 'POST', body: 'x', headers: form })).status, 415);
    t.equal((await fill(center, { email: 'x'.repeat(20_000) })).status, 413);
  },
);

t.test('the link ends after half an hour, and the next start has another one', async t => {
  const dir = t.testdir();
  let before = '';
  {
    await using center = await SignInCenter.start(dir);
    before = center.link ?? '';
    await center.clock.advance(29 * MINUTE_MS);
    t.equal((await fetch(before, { headers: ELSEWHERE })).status, 200);
    await center.clock.advance(2 * MINUTE_MS);
    t.equal((await fetch(before, { headers: ELSEWHERE })).status, 404);
  }
  await using again = await SignInCenter.start(dir);
  t.not(again.link?.split('=')[1], before.split('=')[1]);
  const now = new URL(again.link ?? '');
  t.equal((await fetch(`${again.url}${now.pathname}${now.search}`, { headers: ELSEWHERE })).status, 200);
});

t.test('a configured first administrator is made once, and a weak password ends the start', async t => {
  const dir = t.testdir();
  const weak = SignInCenter.start(dir, { admin: { email: EMAIL, password: 'short' } });
  await t.rejects(weak, new ConfigError(['admin.password: breaks the rules for passwords: min_length, digit']));
  {
    await using center = await SignInCenter.start(dir, { admin: { email: EMAIL, password: PASSWORD } });
    t.equal(center.link, undefined);
    const { answer } = await center.rpc('GetProfile', {}, await center.signIn());
    t.match(answer, { isAdmin: true, email: EMAIL });
    t.notOk(center.lines.join('').includes(PASSWORD));
  }
  await using later = await SignInCenter.start(dir, { admin: { email: 'eve@example.org', password: 'short' } });
  t.ok(await later.signIn(), 'what is configured is not looked at any more');
  t.match(await later.rpc('Login', { email: 'eve@example.org', password: 'short' }), { status: 401 });
});
