import { join } from 'node:path';
import t from 'tap';
import { ConfigError } from '../../../src/config/load.ts';
import { turn } from '../../../src/kit/time/clock.ts';
import { testAuthority } from '../../peers/certificates.ts';
import { SignInCenter } from '../admin/scene.ts';
import { CLIENT_ID, CLIENT_SECRET, OidcServer } from './oidc-server.ts';
import { signInAt } from './scene.ts';

t.setTimeout(120_000);

const ANN = { sub: 'a-1', email: 'ann@example.org', email_verified: true };

t.test('a browser signs in at a provider of an own authority, and a program with what it brings back', async t => {
  const authority = await testAuthority();
  const dir = t.testdir({ 'authority.pem': authority.ca });
  await using provider = await OidcServer.start({ tls: await authority.server() });
  provider.person = ANN;
  const oidc = {
    ...{ enabled: true, issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
    create_users: true,
  };
  const auth = { enabled: true, oidc: { ...oidc, ca_file: join(dir, 'authority.pem') } };
  await using center = await SignInCenter.start(dir, { auth });
  const callback = `${center.url}/auth/oidc/callback`;
  provider.register(callback);
  // It was not ready yet when the service started, and rests.
  while (!center.lines.some(line => line.includes('identity provider cannot be asked'))) await turn();
  await center.clock.advance(30_000);

  const travel = async () => {
    const start = await fetch(`${center.url}/auth/oidc/start?tokens=1`, { redirect: 'manual' });
    t.equal(start.status, 302);
    const cookie = start.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const query = await signInAt(new URL(start.headers.get('location') ?? ''), callback, authority.ca);
    return { cookie, query };
  };
  const { cookie, query } = await travel();
  const page = await fetch(`${callback}?${query}`, { headers: { cookie } });
  t.equal(page.status, 200);
  t.equal(page.headers.get('referrer-policy'), 'same-origin');
  t.equal(page.headers.get('cache-control'), 'no-store');
  const send = (body: URLSearchParams) => fetch(callback, { method: 'POST', headers: { cookie }, body });
  const done = await send(query);
  t.equal(done.status, 200);
  t.match(await done.text(), /Signed in as ann@example\.org/);
  t.equal((await send(query)).status, 401);

  const second = await travel();
  const brought = Object.fromEntries(second.query);
  t.match(await center.rpc('ExchangeOIDC', brought), { status: 401, token: 'ErrTokenAuthStateInvalid' });
  const { answer, status } = await center.rpc('ExchangeOIDC', brought, { cookie: second.cookie });
  t.equal(status, 200);
  const { tokens, user } = answer as { tokens: { accessToken: string }; user: { id: string } };
  const as = { authorization: `Bearer ${tokens.accessToken}`, 'x-user-id': user.id };
  t.match(await center.rpc('GetProfile', {}, as), { answer: { email: 'ann@example.org', hasPassword: false } });
  t.match(await center.rpc('GetAuthSettings', {}), {
    answer: { oidc: { enabled: true, loginUrl: '/auth/oidc/start', loginLabel: 'OpenID Connect' } },
  });
  t.equal((await fetch(`${center.url}/auth/oauth2/start`)).status, 404);
  t.match(await center.rpc('ExchangeOAuth2', {}), { token: 'ErrTokenOAuth2Disabled' });
  const written = center.lines.join('');
  for (const secret of [CLIENT_SECRET, brought.code, brought.state, second.cookie.slice(9), tokens.accessToken])
    t.notOk(written.includes(String(secret)));
});

t.test('a provider of an authority that is not configured is not believed', async t => {
  const authority = await testAuthority();
  await using provider = await OidcServer.start({ tls: await authority.server() });
  provider.register('http://127.0.0.1:1/auth/oidc/callback');
  const oidc = { enabled: true, issuer: provider.issuer, client_id: CLIENT_ID };
  await using center = await SignInCenter.start(t.testdir(), { auth: { enabled: true, oidc } });
  const start = await fetch(`${center.url}/auth/oidc/start?tokens=1`, { redirect: 'manual' });
  t.equal(start.status, 503);
  t.match(await start.text(), /the identity provider cannot be reached \(ErrTokenIdentityProviderUnavailable\)/);
  t.same(provider.asked, []);
  const warned = center.lines.filter(line => line.includes('identity provider cannot be asked'));
  t.match(warned, [/"reason":"(UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)"/]);
});

t.test('certificates that cannot be read end the start', async t => {
  const dir = t.testdir({ 'empty.pem': 'nothing' });
  const start = (ca_file: string) => {
    const oidc = { enabled: true, issuer: 'https://login.example.org', client_id: CLIENT_ID, ca_file };
    return SignInCenter.start(dir, { auth: { enabled: true, oidc } });
  };
  await t.rejects(start('missing.pem'), new ConfigError(['auth.oidc.ca_file: cannot be read (ENOENT)']));
  await t.rejects(start('empty.pem'), new ConfigError(['auth.oidc.ca_file: has no certificate (PEM)']));
});
