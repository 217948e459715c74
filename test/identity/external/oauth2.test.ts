import t, { type Test } from 'tap';
import type { ProviderSettings } from '../../../src/identity/external/provider.ts';
import { turn } from '../../../src/kit/time/clock.ts';
import { SECOND_MS } from '../../../src/kit/units.ts';
import { OAuth2Server } from './oauth2-server.ts';
import { CLIENT_SECRET } from './oidc-server.ts';
import { oauth2Settings, openExternalScene } from './scene.ts';

t.setTimeout(120_000);

const ANN = { sub: 'a-1', email: 'ann@example.org', email_verified: true, name: 'Ann Meyer' };

async function opened(t: Test, settings: Partial<ProviderSettings> = {}) {
  const provider = await OAuth2Server.start();
  t.teardown(() => provider[Symbol.asyncDispose]());
  provider.person = ANN;
  return { provider, ...(await openExternalScene(t, oauth2Settings(provider.url, settings))) };
}

t.test('who has signed in by OAuth 2.0 is signed in here, and known the next time', async t => {
  const { provider, signIn, store, call } = await opened(t);
  const { user } = await signIn('oauth2');
  t.match(user, { email: 'ann@example.org', first_name: 'Ann Meyer', has_password: false });
  t.equal(store.read.accounts.user(user?.id ?? '')?.provider, 'oauth2');
  provider.person = { ...ANN, email: 'other@example.org', email_verified: false };
  t.equal((await signIn('oauth2')).user?.id, user?.id);
  const { oidc, oauth2 } = await call('GetAuthSettings', {});
  t.match(oauth2, { enabled: true, login_url: '/auth/oauth2/start', login_label: 'Works', logout_url: '' });
  t.match(oidc, { enabled: false });
});

t.test('an answer of userinfo that names no user lets none in', async t => {
  const { provider, outcome, told } = await opened(t);
  const as = (person: Record<string, unknown>) => {
    provider.person = person;
    return outcome('oauth2');
  };
  t.equal(await as({}), 'UserInfoFailed');
  t.equal(await as({ ...ANN, sub: '' }), 'UserInfoFailed');
  t.equal(await as({ ...ANN, sub: 'x'.repeat(256) }), 'UserInfoFailed');
  t.equal(await as({ ...ANN, sub: { a: 1 } }), 'UserInfoFailed');
  t.equal(await as({ ...ANN, email: null }), 'UserInfoFailed');
  t.equal(await as({ ...ANN, email_verified: false }), 'EmailNotVerified');
  t.equal(await as({ ...ANN, email_verified: undefined }), 'EmailNotVerified');
  // Whatever it answers with, it can be reached.
  for (const behaviour of [401, 403, 404, 429, 200, 500, 502, 503] as const) {
    provider.behaviour.set('/me', behaviour);
    t.equal(await as(ANN), 'UserInfoFailed', String(behaviour));
  }
  provider.behaviour.set('/me', () => [] as never);
  t.equal(await as(ANN), 'UserInfoFailed');
  provider.behaviour.delete('/me');
  t.equal(await as({ ...ANN, email_verified: 'true' }), 'none', 'some write it so');
  t.notMatch(JSON.stringify(await told()), /secret words/);
});

t.test(
  'a provider that calls people by numbers, and says nothing of addresses, is enough where it is trusted',
  async t => {
    const { provider, outcome, signIn } = await opened(t, { trustEmail: true });
    provider.person = { id: 4711, login: 'ann', email: 'ann@example.org' };
    const first = await signIn('oauth2');
    provider.person = { id: 4711, login: 'ann', email: 'new@example.org' };
    t.equal((await signIn('oauth2')).user?.id, first.user?.id);
    provider.person = { id: 4712, email: 'ann@example.org' };
    t.equal(await outcome('oauth2'), 'ExternalUserNotAllowed', 'the address was given to another user');
  },
);

t.test('states, codes and secrets are as with OpenID Connect', async t => {
  const { provider, travel, refusedWith, leave, told } = await opened(t);
  const { brought, cookie } = await travel('oauth2');
  t.equal(await refusedWith('oauth2', { ...brought, code: '' }, { cookie }), 'AuthCodeRequired');
  t.equal(await refusedWith('oauth2', { ...brought, state: '' }, { cookie }), 'AuthStateRequired');
  t.equal(await refusedWith('oauth2', brought, {}), 'AuthStateInvalid');
  t.equal(await refusedWith('oauth2', brought, { cookie, secure: false }), 'SecureTransportRequired');
  t.equal(await refusedWith('oauth2', brought, { cookie }), 'none');
  t.equal(await refusedWith('oauth2', brought, { cookie }), 'AuthStateInvalid');
  const again = (await leave('oauth2', cookie)).url.searchParams.get('state') ?? '';
  t.equal(
    await refusedWith('oauth2', { ...brought, state: again }, { cookie }),
    'AuthExchangeFailed',
    'the code is used',
  );
  const victim = await travel('oauth2');
  const thief = await leave('oauth2');
  const state = thief.url.searchParams.get('state') ?? '';
  t.equal(await refusedWith('oauth2', { ...victim.brought, state }, thief), 'AuthExchangeFailed', 'PKCE');
  const both = await travel('oauth2');
  const at = [1, 2].map(() => refusedWith('oauth2', both.brought, both));
  t.same((await Promise.all(at)).sort(), ['AuthStateInvalid', 'none']);
  provider.behaviour.set('/token', () => ({ token_type: 'bearer' }));
  const empty = await travel('oauth2');
  t.equal(await refusedWith('oauth2', empty.brought, empty), 'AuthExchangeFailed');
  const reasons = new Set((await told()).map(({ reason }) => reason));
  t.ok(reasons.has('invalid_grant'));
  t.notMatch(JSON.stringify(await told()), /secret words/);
});

t.test('the secret that is shown has to be right', async t => {
  const { outcome, told, logged } = await opened(t, { clientSecret: 'a wrong one' });
  t.equal(await outcome('oauth2'), 'AuthExchangeFailed');
  t.match(await told(), [{ provider: 'oauth2', reason: 'invalid_client' }]);
  t.notMatch(JSON.stringify(logged), /a wrong one/);
  t.notMatch(JSON.stringify(logged), CLIENT_SECRET);
});

t.test('a provider that is gone, hangs, or stops in the middle is not there', async t => {
  const { provider, travel, refusedWith, outcome, clock } = await opened(t);
  for (const path of ['/token', '/me']) {
    provider.behaviour.set(path, 'cut');
    t.equal(await outcome('oauth2'), 'IdentityProviderUnavailable', `${path} cut`);
    if (path === '/token') {
      provider.behaviour.set(path, 502);
      t.equal(await outcome('oauth2'), 'IdentityProviderUnavailable', `${path} 502`);
    }
    provider.behaviour.set(path, 'hang');
    const { brought, cookie } = await travel('oauth2');
    const waiting = refusedWith('oauth2', brought, { cookie });
    while (provider.asked.at(-1) !== path) await turn();
    clock.advance(7 * SECOND_MS);
    t.equal(await waiting, 'IdentityProviderUnavailable', `${path} hangs`);
    provider.behaviour.delete(path);
  }
  const { brought, cookie } = await travel('oauth2');
  await provider[Symbol.asyncDispose]();
  t.equal(await refusedWith('oauth2', brought, { cookie }), 'IdentityProviderUnavailable');
});

t.test('a state of one kind is none of the other', async t => {
  const { provider, close, path } = await opened(t);
  await close();
  const both = {
    ...oauth2Settings(provider.url),
    oidc: { ...oauth2Settings(provider.url).oauth2, issuer: provider.url },
  };
  const scene = await openExternalScene(t, both as never, { path });
  const { brought, cookie } = await scene.travel('oauth2');
  t.equal(await scene.refusedWith('oidc', brought, { cookie }), 'AuthStateInvalid');
  t.equal(await scene.refusedWith('oauth2', brought, { cookie }), 'none');
});

t.test('who comes too often is slowed down, before a provider is asked', async t => {
  await using provider = await OAuth2Server.start();
  provider.person = ANN;
  const limits = { loginsPerMinute: 1, refreshesPerMinute: 0, registrationsPerMinute: 0 };
  const scene = await openExternalScene(t, oauth2Settings(provider.url), { settings: { limits } });
  t.equal(await scene.outcome('oauth2'), 'none');
  const { brought, cookie } = await scene.travel('oauth2');
  const asked = provider.asked.length;
  t.equal(await scene.refusedWith('oauth2', brought, { cookie }), 'RateLimited');
  t.equal(
    await scene.refusedWith('oauth2', brought, { cookie, address: '192.0.2.99' }),
    'none',
    'the state is not used up',
  );
  t.ok(provider.asked.length > asked);
  t.same(await scene.told(), [], 'it says nothing of who it was');
});
