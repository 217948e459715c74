import { generateKeyPairSync } from 'node:crypto';
import t, { type Test } from 'tap';
import type { ProviderSettings } from '../../../src/identity/external/provider.ts';
import { turn } from '../../../src/kit/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { HOME } from '../signin/scene.ts';
import { CLIENT_SECRET, OidcServer } from './oidc-server.ts';
import { BASE, oidcSettings, openExternalScene } from './scene.ts';

t.setTimeout(120_000);

const CALLBACK = `${BASE}/auth/oidc/callback`;
const ANN = { sub: 'a-1', email: 'Ann@Example.org', email_verified: true, given_name: 'Ann', family_name: 'Meyer' };

type Told = { readonly settings?: Partial<ProviderSettings>; readonly claimsInIdToken?: boolean };

/** A provider that knows Ann, and a service center that knows the provider. */
async function opened(t: Test, { settings, claimsInIdToken }: Told = {}) {
  const provider = await OidcServer.start(claimsInIdToken === undefined ? {} : { claimsInIdToken });
  t.teardown(() => provider[Symbol.asyncDispose]());
  provider.register(CALLBACK);
  provider.person = ANN;
  return { provider, ...(await openExternalScene(t, oidcSettings(provider.issuer, settings))) };
}

t.test('who signs in at the provider is signed in here, and known the next time', async t => {
  const { provider, call, events, signIn, told } = await opened(t);
  const { tokens, user } = await signIn('oidc');
  t.match(user, {
    ...{ email: 'ann@example.org', first_name: 'Ann', last_name: 'Meyer', has_password: false, is_admin: false },
    ...{ capabilities: ['R'], memberships: [{ organization_id: ORGANIZATION, role: 'viewer' }] },
  });
  const as = { token: tokens?.access_token, user: user?.id };
  t.match(await call('GetProfile', {}, as), { email: 'ann@example.org' });
  t.match(await call('RefreshTokens', { refresh_token: tokens?.refresh_token ?? '' }), {
    tokens: { token_type: 'Bearer' },
  });
  const self = { user_id: user?.id, org: null };
  t.match(await events('user.created'), [{ ...self, data: { remoteAddress: HOME } }]);
  t.match(await events('security.login_succeeded'), [self]);
  // Her address is another one now, and not verified.
  provider.person = { ...ANN, email: 'ann.schulz@example.org', email_verified: false };
  t.equal((await signIn('oidc')).user?.id, user?.id);
  t.same(await told(), []);
});

t.test('a claim that is only in the answer of userinfo is found there', async t => {
  const { provider, signIn, outcome, told } = await opened(t, { claimsInIdToken: false });
  t.match((await signIn('oidc')).user, { email: 'ann@example.org', first_name: 'Ann' });
  t.ok(provider.asked.includes('/me'));
  // Of somebody else it is worth nothing.
  provider.behaviour.set('/me', claims => ({ ...claims, sub: 'b-1' }));
  t.equal(await outcome('oidc'), 'AuthExchangeFailed');
  provider.behaviour.set('/me', 'cut');
  t.equal(await outcome('oidc'), 'IdentityProviderUnavailable');
  t.match(await told(), [{ reason: 'json_attribute_comparison_failed' }, { reason: 'ECONNRESET' }]);
});

t.test('an address and whether it is verified are taken from one source', async t => {
  const { provider, outcome } = await opened(t);
  provider.claims(({ email_verified: _, ...claims }) => claims);
  provider.behaviour.set('/me', ({ sub }) => ({ sub, email: 'victim@example.org', email_verified: false }));
  t.equal(await outcome('oidc'), 'EmailNotVerified', 'the other one says nothing of this one');
  provider.behaviour.set('/me', ({ sub }) => ({ sub, email_verified: true }));
  t.equal(await outcome('oidc'), 'EmailNotVerified');
  provider.behaviour.delete('/me');
  t.equal(await outcome('oidc'), 'none');
});

t.test('an ID token is refused for each thing that is wrong with it', async t => {
  const { provider, outcome, told, clock } = await opened(t);
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

t.test('who lists weak algorithms is not followed there', async t => {
  const second = await OidcServer.start();
  t.teardown(() => second[Symbol.asyncDispose]());
  second.register(CALLBACK);
  second.person = ANN;
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
  const { provider, outcome } = await opened(t);
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
  const { provider, travel, refusedWith, bring, clock, told } = await opened(t);
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
  t.equal(await refusal(() => ({}), { cookie: `ws_login=${'x'.repeat(43)}` }), 'AuthStateInvalid');
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
  const { travel, refusedWith, bring } = await opened(t);
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
  const { travel, refusedWith, leave, told } = await opened(t);
  const { brought, cookie } = await travel('oidc');
  t.equal(await refusedWith('oidc', brought, { cookie }), 'none');
  // Somebody has read it on the way, and has a state of his own.
  const stolen = await leave('oidc', cookie);
  const state = stolen.url.searchParams.get('state') ?? '';
  t.equal(await refusedWith('oidc', { ...brought, state }, { cookie }), 'AuthExchangeFailed');
  t.match(await told(), [
    { provider: 'oidc', token: 'ErrTokenAuthExchangeFailed', reason: 'invalid_grant', remoteAddress: HOME },
  ]);
});

t.test('a code of another browser’s way does not fit to the proof key', async t => {
  const { travel, refusedWith, leave } = await opened(t);
  const victim = await travel('oidc');
  const thief = await leave('oidc');
  const state = thief.url.searchParams.get('state') ?? '';
  t.equal(await refusedWith('oidc', { ...victim.brought, state }, { cookie: thief.cookie }), 'AuthExchangeFailed');
  t.equal(thief.url.searchParams.get('code_challenge_method'), 'S256');
  t.not(thief.url.searchParams.get('code_challenge'), null);
});

t.test('a way that began at another address is none of this one', async t => {
  const { travel, refusedWith } = await opened(t);
  const { brought, cookie } = await travel('oidc', '', url => url.searchParams.delete('state'));
  t.equal(await refusedWith('oidc', brought, { cookie }), 'AuthStateRequired');
  const other = await travel('oidc', '', url => url.searchParams.set('nonce', 'planted'));
  t.equal(await refusedWith('oidc', other.brought, other), 'IDTokenInvalid');
});

t.test('the answer has to say which provider it is of, where the provider says that it does', async t => {
  const { provider, travel, refusedWith } = await opened(t);
  const refusal = async (iss: string) => {
    const { brought, cookie } = await travel('oidc');
    return refusedWith('oidc', { ...brought, iss }, { cookie });
  };
  t.equal(await refusal(provider.issuer), 'none');
  t.equal(await refusal(''), 'AuthStateInvalid');
  t.equal(await refusal('https://login.example.net'), 'AuthStateInvalid');
  t.equal(await refusal(`${provider.issuer}/`), 'AuthStateInvalid');
  const silent = await OidcServer.start();
  t.teardown(() => silent[Symbol.asyncDispose]());
  silent.register(CALLBACK);
  silent.person = ANN;
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
  const { outcome, told } = await opened(t, { settings: { clientSecret: 'a wrong one' } });
  t.equal(await outcome('oidc'), 'AuthExchangeFailed');
  t.match(await told(), [{ reason: 'invalid_client' }]);
});

t.test(
  'nobody gets an account whose address is not verified, is of elsewhere, or of an unknown organization',
  async t => {
    const settings = { organizationClaim: 'plant', domains: ['Example.org'] };
    const { provider, outcome, told, store } = await opened(t, { settings });
    const as = (person: object) => {
      provider.person = { ...ANN, plant: 'plant-7', ...person };
      return outcome('oidc');
    };
    t.equal(await as({ email_verified: false }), 'EmailNotVerified');
    t.equal(await as({ email: undefined, email_verified: undefined }), 'EmailNotVerified');
    t.equal(await as({ email: 'no address' }), 'EmailNotVerified');
    t.equal(await as({ email: 'ann@example.net' }), 'ExternalUserNotAllowed');
    t.equal(await as({}), 'ExternalUserNotAllowed', 'no organization is called so');
    t.same(
      (await told()).map(({ token, reason, count }) => [token, reason, count]),
      [
        ['ErrTokenEmailNotVerified', 'email', 3],
        ['ErrTokenExternalUserNotAllowed', 'domain', 1],
        ['ErrTokenExternalUserNotAllowed', 'organization', 1],
      ],
    );
    const root = { email: 'root@example.org', password: 'phc', requireChange: false, onlyFirst: true };
    const acting = { now: 1, userId: undefined, userEmail: undefined, actor: 'box' };
    const { uuid } = await store.write.administrators.create(root, acting);
    const plant = await store.write.accounts.createOrganization(
      { name: 'Plant', external_id: 'plant-7' },
      uuid,
      acting,
    );
    t.equal(await as({}), 'none');
    const ann = store.read.accounts.userByEmail('ann@example.org');
    t.match(store.read.accounts.memberships(ann?.id ?? 0), [{ organizationId: plant, role: 'viewer' }]);
  },
);

t.test('an account with a password is joined only where that is allowed', async t => {
  const { user, outcome, told, path, close, provider } = await opened(t);
  const ann = await user();
  t.equal(await outcome('oidc'), 'ExternalUserNotAllowed');
  t.match(await told(), [{ provider: 'oidc', token: 'ErrTokenExternalUserNotAllowed', reason: 'link_refused' }]);
  await close();
  const allowed = await openExternalScene(t, oidcSettings(provider.issuer, { linkByEmail: true }), { path });
  t.match((await allowed.signIn('oidc')).user, { id: ann.uuid, has_password: true });
  t.match(await allowed.events('user.updated'), [{ user_id: ann.uuid, data: { fields: ['external_provider'] } }]);
});

t.test('nobody new is let in where accounts are not made, and who is off is told so', async t => {
  const { user, outcome, told, store } = await opened(t, { settings: { createUsers: false } });
  t.equal(await outcome('oidc'), 'ExternalUserNotAllowed');
  const { uuid } = await user(undefined, { password: undefined });
  t.equal(await outcome('oidc'), 'none');
  const box = { kind: 'box', userId: undefined, keyOrganizationId: undefined } as const;
  const acting = { now: 1, userId: undefined, userEmail: undefined, actor: 'box' };
  await store.write.accounts.updateUser(uuid, { is_active: false }, box, acting);
  t.equal(await outcome('oidc'), 'UserInactive');
  await store.write.accounts.updateUser(uuid, { is_active: true }, box, acting);
  await store.write.accounts.removeMember(ORGANIZATION, uuid, box, acting);
  t.equal(await outcome('oidc'), 'MembershipRequired');
  t.match(
    (await told()).map(({ reason, token }) => reason ?? token),
    ['no_account', 'ErrTokenUserInactive', 'ErrTokenMembershipRequired'],
  );
});

t.test('a provider that says nothing of addresses is believed where the operator does', async t => {
  const { provider, outcome, signIn } = await opened(t, { settings: { trustEmail: true } });
  provider.person = { ...ANN, email_verified: false };
  t.equal(await outcome('oidc'), 'EmailNotVerified', 'it says that it is not');
  provider.person = { ...ANN, email_verified: undefined };
  t.match((await signIn('oidc')).user, { email: 'ann@example.org' });
});

t.test('what was typed with an operator’s role has its rights', async t => {
  const { signIn } = await opened(t, { settings: { role: 'operator' } });
  const { user } = await signIn('oidc');
  t.match(user?.memberships, [{ role: 'operator', manage_endpoints: true, manage_base_stations: true }]);
});

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
  const { provider, travel, refusedWith, clock, told } = await opened(t);
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
  const { provider, outcome, path, close, store, clock } = await opened(t);
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
    const other = await OidcServer.start();
    t.teardown(() => other[Symbol.asyncDispose]());
    other.register(CALLBACK);
    other.behaviour.set('/.well-known/openid-configuration', metadata => ({ ...metadata, issuer }));
    const scene = await openExternalScene(t, oidcSettings(other.issuer));
    await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' });
  }
});

t.test('addresses that the provider names are not asked in clear text', async t => {
  const elsewhere = ['token_endpoint', 'jwks_uri', 'authorization_endpoint'];
  for (const name of elsewhere) {
    const other = await OidcServer.start();
    t.teardown(() => other[Symbol.asyncDispose]());
    other.register(CALLBACK);
    other.person = ANN;
    other.behaviour.set('/.well-known/openid-configuration', metadata => ({
      ...metadata,
      [name]: 'http://192.0.2.1/x',
    }));
    const scene = await openExternalScene(t, oidcSettings(other.issuer));
    if (name === 'authorization_endpoint')
      await t.rejects(scene.leave('oidc'), { message: 'ErrTokenIdentityProviderUnavailable' });
    else t.equal(await scene.outcome('oidc'), 'IdentityProviderUnavailable', name);
  }
});

t.test('nothing of what the provider writes, and none of the secrets, is in the log or in events', async t => {
  const { provider, outcome, travel, bring, refusedWith, logged, told, events } = await opened(t);
  const { brought, cookie } = await travel('oidc');
  const { tokens } = await bring('oidc', brought, { cookie });
  provider.behaviour.set('/token', () => ({ error: 'wholly secret words', error_description: 'secret words' }));
  await outcome('oidc');
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

t.test('the settings that everybody may know have no secrets', async t => {
  const { call } = await opened(t, { settings: { autoRedirect: true, label: 'Plant 7' } });
  const { oidc, oauth2 } = await call('GetAuthSettings', {});
  t.match(oidc, { enabled: true, login_url: '/auth/oidc/start', login_label: 'Plant 7', auto_redirect: true });
  t.match(oauth2, { enabled: false, login_url: '' });
  t.notMatch(JSON.stringify(oidc), CLIENT_SECRET);
});
