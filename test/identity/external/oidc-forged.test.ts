import { generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { HOME } from '../signin/scene.ts';
import { CALLBACK, openOidc, otherProvider } from './oidc-scene.ts';
import { CLIENT_SECRET } from './oidc-server.ts';
import { oidcSettings, openExternalScene } from './scene.ts';

t.setTimeout(120_000);

t.test('an ID token is refused for each thing that is wrong with it', async t => {
  const { provider, outcome, told, clock } = await openOidc(t);
  const now = () => Math.floor(clock.now() / 1000);
  const wrong: [string, () => void][] = [
    ['nonce', () => provider.claims(claims => ({ ...claims, nonce: 'another' }))],
    ['other', () => provider.claims(({ nonce: _, ...claims }) => claims)],
    ['iss', () => provider.claims(claims => ({ ...claims, iss: 'https://login.example.net' }))],
    ['aud', () => provider.claims(claims => ({ ...claims, aud: 'another' }))],
    ['aud', () => provider.claims(claims => ({ ...claims, aud: ['box', 'another'] }))],
    ['azp', () => provider.claims(claims => ({ ...claims, aud: ['box', 'another'], azp: 'another' }))],
    ['exp', () => provider.claims(claims => ({ ...claims, exp: now() - 90 }))],
    ['nbf', () => provider.claims(claims => ({ ...claims, nbf: now() + 90 }))],
    ['none', () => provider.forged('none')],
    ['HS256', () => provider.forged('HS256')],
    ['cut off', () => provider.behaviour.set('/token', a => ({ ...a, id_token: String(a.id_token).slice(0, -9) }))],
    ['missing', () => provider.behaviour.set('/token', ({ id_token: _, ...answer }) => answer)],
  ];
  for (const [what, break_] of wrong) {
    break_();
    t.equal(await outcome('oidc'), 'IDTokenInvalid', what);
  }
  const reasons = (await told()).map(({ reason }) => reason);
  t.match(reasons, ['nonce', String, 'iss', 'aud', 'azp', 'exp', 'nbf']);
  // A minute is nothing.
  for (const claims of [{ exp: now() - 30 }, { nbf: now() + 30 }]) {
    provider.claims(given => ({ ...given, ...claims }));
    t.equal(await outcome('oidc'), 'none');
  }
});

t.test('the time is that of this box, whatever the library has for one', async t => {
  const { provider, outcome, clock } = await openOidc(t);
  t.equal(await outcome('oidc'), 'none');
  clock.advance(2 * HOUR_MS);
  const until = (seconds: number) =>
    provider.claims(claims => ({ ...claims, exp: Math.floor(clock.now() / SECOND_MS) + seconds }));
  until(-90);
  t.equal(await outcome('oidc'), 'IDTokenInvalid');
  until(-30);
  t.equal(await outcome('oidc'), 'none');
});

t.test('who lists weak algorithms is not followed there', async t => {
  const second = await otherProvider(t);
  second.behaviour.set('/.well-known/openid-configuration', metadata => ({
    ...metadata,
    id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
  }));
  const weak = await openExternalScene(t, oidcSettings(second.issuer));
  for (const alg of ['none', 'HS256'] as const) {
    second.forged(alg);
    t.equal(await weak.outcome('oidc'), 'IDTokenInvalid', alg);
  }
});

t.test('keys that are not the provider’s sign nothing, and new ones of it do at once', async t => {
  const { provider, outcome } = await openOidc(t);
  t.equal(await outcome('oidc'), 'none');
  const keysRead = () => provider.asked.filter(path => path === '/jwks').length;
  t.equal(keysRead(), 1);
  t.equal(await outcome('oidc'), 'none');
  t.equal(keysRead(), 1, 'they are remembered');
  const own = provider.key;
  provider.key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  provider.claims(claims => claims);
  t.equal(await outcome('oidc'), 'IDTokenInvalid', 'by the name of a known one');
  provider.behaviour.delete('/token');
  provider.kid = 'second';
  provider.register(CALLBACK);
  t.equal(await outcome('oidc'), 'none');
  t.equal(keysRead(), 2);
  provider.behaviour.set('/jwks', 500);
  provider.key = own;
  provider.kid = 'first';
  provider.register(CALLBACK);
  t.equal(await outcome('oidc'), 'IdentityProviderUnavailable');
});

t.test('a state is good once, for five minutes, and for the browser that took it along', async t => {
  const { provider, travel, refusedWith, bring, clock, told } = await openOidc(t);
  const refusal = async (
    change: (brought: { code: string; state: string; iss: string }) => object,
    back: object = {},
  ) => {
    const { brought, cookie } = await travel('oidc');
    return refusedWith('oidc', { ...brought, ...change(brought) }, { cookie, ...back });
  };
  t.equal(await refusal(() => ({ code: '' })), 'AuthCodeRequired');
  t.equal(await refusal(() => ({ state: '' })), 'AuthStateRequired');
  t.equal(await refusal(() => ({ code: '', state: '' })), 'AuthCodeRequired');
  t.equal(await refusal(() => ({}), { secure: false }), 'SecureTransportRequired');
  t.equal(await refusal(() => ({ state: 'made-up' })), 'AuthStateInvalid');
  t.equal(await refusal(({ state }) => ({ state: `${state.slice(0, -6)}AAAAAA` })), 'AuthStateInvalid');
  t.equal(await refusal(() => ({ state: 'x'.repeat(100_000) })), 'AuthStateInvalid');
  t.equal(await refusal(() => ({}), { cookie: '' }), 'AuthStateInvalid');
  t.equal(await refusal(() => ({}), { cookie: `__Host-ws_login=${'x'.repeat(43)}` }), 'AuthStateInvalid');
  t.equal(await refusal(() => ({ code: 'x'.repeat(5000) })), 'FieldTooLong');
  t.same(provider.asked.filter(path => path === '/token').length, 0, 'the provider is not troubled');

  const { brought, cookie } = await travel('oidc');
  t.equal(await refusedWith('oidc', { ...brought, code: 'guessed' }, { cookie }), 'AuthExchangeFailed');
  t.equal(await refusedWith('oidc', brought, { cookie }), 'AuthStateInvalid', 'it is used up');

  const late = await travel('oidc');
  clock.advance(5 * MINUTE_MS);
  t.equal(await refusedWith('oidc', late.brought, late), 'AuthStateInvalid');
  const inTime = await travel('oidc');
  clock.advance(5 * MINUTE_MS - SECOND_MS);
  t.match(await bring('oidc', inTime.brought, inTime), { user: { email: 'ann@example.org' } });
  t.equal(await refusedWith('oidc', inTime.brought, inTime), 'AuthStateInvalid');
  const reasons = (await told()).map(({ token, count }) => [token, count]);
  t.ok(reasons.some(([token]) => token === 'ErrTokenAuthStateInvalid'));
});

t.test('of two who bring one state at once one is let in', async t => {
  const { travel, refusedWith, bring } = await openOidc(t);
  for (let round = 0; round < 3; round++) {
    const { brought, cookie } = await travel('oidc');
    const both = [1, 2].map(() => refusedWith('oidc', brought, { cookie }));
    t.same((await Promise.all(both)).sort(), ['AuthStateInvalid', 'none']);
  }
  // Two tabs of one browser are on their way at once, and both arrive.
  const first = await travel('oidc');
  const second = await travel('oidc', `other=1; ${first.cookie}; more=2`);
  t.equal(first.cookie, second.cookie);
  const [one, two] = await Promise.all(
    [first, second].map(({ brought, cookie }) => bring('oidc', brought, { cookie })),
  );
  t.equal(one?.user?.id, two?.user?.id);
  t.not(one?.tokens?.refresh_token, two?.tokens?.refresh_token);
});

t.test('a code is good once, and not for long', async t => {
  const { travel, refusedWith, leave, told } = await openOidc(t);
  const { brought, cookie } = await travel('oidc');
  t.equal(await refusedWith('oidc', brought, { cookie }), 'none');
  // An attacker has read it on the way, and has a state of his own.
  const stolen = await leave('oidc', cookie);
  const state = stolen.url.searchParams.get('state') ?? '';
  t.equal(await refusedWith('oidc', { ...brought, state }, { cookie }), 'AuthExchangeFailed');
  t.match(await told(), [
    { provider: 'oidc', token: 'ErrTokenAuthExchangeFailed', reason: 'invalid_grant', remoteAddress: HOME },
  ]);
});

t.test('a code of another browser’s way does not fit to the proof key', async t => {
  const { travel, refusedWith, leave } = await openOidc(t);
  const victim = await travel('oidc');
  const thief = await leave('oidc');
  const state = thief.url.searchParams.get('state') ?? '';
  t.equal(await refusedWith('oidc', { ...victim.brought, state }, { cookie: thief.cookie }), 'AuthExchangeFailed');
  t.equal(thief.url.searchParams.get('code_challenge_method'), 'S256');
  t.not(thief.url.searchParams.get('code_challenge'), null);
});

t.test('a way that began at another address is none of this one', async t => {
  const { travel, refusedWith } = await openOidc(t);
  const { brought, cookie } = await travel('oidc', '', url => url.searchParams.delete('state'));
  t.equal(await refusedWith('oidc', brought, { cookie }), 'AuthStateRequired');
  const other = await travel('oidc', '', url => url.searchParams.set('nonce', 'planted'));
  t.equal(await refusedWith('oidc', other.brought, other), 'IDTokenInvalid');
});

t.test('the answer has to say which provider it is of, where the provider says that it does', async t => {
  const { provider, travel, refusedWith } = await openOidc(t);
  const refusal = async (iss: string) => {
    const { brought, cookie } = await travel('oidc');
    return refusedWith('oidc', { ...brought, iss }, { cookie });
  };
  t.equal(await refusal(provider.issuer), 'none');
  t.equal(await refusal(''), 'AuthStateInvalid');
  t.equal(await refusal('https://login.example.net'), 'AuthStateInvalid');
  t.equal(await refusal(`${provider.issuer}/`), 'AuthStateInvalid');
  const silent = await otherProvider(t);
  silent.behaviour.set('/.well-known/openid-configuration', metadata => ({
    ...metadata,
    authorization_response_iss_parameter_supported: false,
  }));
  const scene = await openExternalScene(t, oidcSettings(silent.issuer));
  for (const [iss, token] of [
    ['', 'none'],
    ['https://login.example.net', 'AuthStateInvalid'],
  ] as const) {
    const { brought, cookie } = await scene.travel('oidc');
    t.equal(await scene.refusedWith('oidc', { ...brought, iss }, { cookie }), token);
  }
});

t.test('the secret that is shown has to be right', async t => {
  const { outcome, told } = await openOidc(t, { settings: { clientSecret: 'a wrong one' } });
  t.equal(await outcome('oidc'), 'AuthExchangeFailed');
  t.match(await told(), [{ reason: 'invalid_client' }]);
});

t.test('nothing of what the provider writes, and none of the secrets, is in the log or in events', async t => {
  const { provider, outcome, travel, bring, refusedWith, logged, told, events } = await openOidc(t);
  const { brought, cookie } = await travel('oidc');
  const { tokens } = await bring('oidc', brought, { cookie });
  provider.behaviour.set('/token', () => ({ error: 'wholly secret words', error_description: 'secret words' }));
  await outcome('oidc');
  // The same, with a status that says so.
  const guess = await travel('oidc');
  await refusedWith('oidc', { ...guess.brought, code: 'guessed' }, guess);
  provider.behaviour.set('/token', answer => ({ ...answer, id_token: 'secret.words.here' }));
  await outcome('oidc');
  provider.claims(claims => ({ ...claims, nonce: 'secret words', claim: 'secret words' }));
  await outcome('oidc');
  provider.behaviour.set('/token', 400);
  await outcome('oidc');
  await refusedWith('oidc', { ...brought, code: 'guessed secret words' }, { cookie });
  const written = JSON.stringify(
    [logged, await told(), await events('security.login_succeeded')],
    (_, value: unknown) =>
      value instanceof Error ? `${value.stack} ${JSON.stringify(value)} ${String(value.cause)}` : value,
  );
  const secrets = ['secret words', 'secret.words', CLIENT_SECRET, brought.code, brought.state, cookie.slice(9)];
  for (const secret of [...secrets, tokens?.access_token, tokens?.refresh_token]) {
    t.ok(secret, 'there is one');
    t.notOk(written.includes(String(secret)), String(secret).slice(0, 12));
  }
  t.ok(logged.length > 0);
});
