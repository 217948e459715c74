import t from 'tap';
import { turn } from '../../../src/kit/time/clock.ts';
import { HOUR_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { ANN, CALLBACK, openOidc, otherProvider } from './oidc-scene.ts';
import { OidcServer } from './oidc-server.ts';
import { oidcSettings, openExternalScene } from './scene.ts';

t.setTimeout(120_000);

t.test('a provider that is gone is said to be at once', async t => {
  const gone = await OidcServer.start();
  const { issuer, port } = gone;
  await gone[Symbol.asyncDispose]();
  const scene = await openExternalScene(t, oidcSettings(issuer));
  await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' }, 'before discovery');
  await using back = await OidcServer.start({ port });
  back.register(CALLBACK);
  back.person = ANN;
  await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' }, 'it rests for a while');
  t.same(back.asked, []);
  scene.clock.advance(30 * SECOND_MS);
  t.equal(await scene.outcome('oidc'), 'none');
  const { brought, cookie } = await scene.travel('oidc');
  await back[Symbol.asyncDispose]();
  t.equal(await scene.refusedWith('oidc', brought, { cookie }), 'IdentityProviderUnavailable', 'on the way');
  t.match(await scene.leave('oidc'), { url: URL }, 'it is known where it was');
});

t.test('a provider that stops in the middle, hangs or is in trouble is not there', async t => {
  const { provider, travel, refusedWith, clock, told } = await openOidc(t);
  for (const behaviour of ['cut', 500, 503, 429] as const) {
    provider.behaviour.set('/token', behaviour);
    const { brought, cookie } = await travel('oidc');
    t.equal(await refusedWith('oidc', brought, { cookie }), 'IdentityProviderUnavailable', String(behaviour));
  }
  provider.behaviour.set('/token', 'hang');
  const { brought, cookie } = await travel('oidc');
  const before = provider.asked.length;
  const waiting = refusedWith('oidc', brought, { cookie });
  while (provider.asked.length === before) await turn();
  clock.advance(7 * SECOND_MS);
  t.equal(await waiting, 'IdentityProviderUnavailable');
  provider.behaviour.set('/token', () => ({ access_token: 'x'.repeat(2 << 20), token_type: 'bearer' }));
  const long = await travel('oidc');
  t.equal(await refusedWith('oidc', long.brought, long), 'IdentityProviderUnavailable');
  for (const behaviour of [404, 302, 200] as const) {
    provider.behaviour.set('/token', behaviour);
    const { brought, cookie } = await travel('oidc');
    const token = await refusedWith('oidc', brought, { cookie });
    t.equal(token, behaviour === 200 ? 'IDTokenInvalid' : 'AuthExchangeFailed', String(behaviour));
  }
  t.notMatch(JSON.stringify(await told()), /secret words/);
});

t.test('what is known of the provider outlives a restart, and is read anew by and by', async t => {
  const { provider, outcome, path, close, store, clock } = await openOidc(t);
  t.equal(await outcome('oidc'), 'none');
  const discovered = () => provider.asked.filter(path => path.startsWith('/.well-known')).length;
  t.equal(discovered(), 1);
  clock.advance(HOUR_MS);
  t.equal(await outcome('oidc'), 'none');
  t.equal(discovered(), 2, 'after an hour');
  t.match(store.read.externalIdentities.provider(provider.issuer), { keys: /"kid":"first"/ });
  await close();
  provider.behaviour.set('/.well-known/openid-configuration', 'cut');
  const later = await openExternalScene(t, oidcSettings(provider.issuer), { path });
  t.equal(await later.outcome('oidc'), 'none');
});

t.test('a provider that calls itself otherwise is not used', async t => {
  for (const issuer of ['https://login.example.net', 'https://login.microsoftonline.com/{tenantid}/v2.0', 7]) {
    const other = await otherProvider(t);
    other.behaviour.set('/.well-known/openid-configuration', metadata => ({ ...metadata, issuer }));
    const scene = await openExternalScene(t, oidcSettings(other.issuer));
    await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' });
  }
});

t.test('addresses that the provider names are not asked in clear text', async t => {
  const elsewhere = ['token_endpoint', 'jwks_uri', 'authorization_endpoint'];
  for (const name of elsewhere) {
    const other = await otherProvider(t);
    other.behaviour.set('/.well-known/openid-configuration', metadata => ({
      ...metadata,
      [name]: 'http://192.0.2.1/x',
    }));
    const scene = await openExternalScene(t, oidcSettings(other.issuer));
    if (name === 'authorization_endpoint')
      await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' });
    else {
      t.equal(await scene.outcome('oidc'), 'IdentityProviderUnavailable', name);
      t.match(await scene.told(), [{ reason: 'it is to be asked without TLS' }], 'and not for want of an answer');
    }
  }
});
