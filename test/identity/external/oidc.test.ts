import t from 'tap';
import { ORGANIZATION } from '../../rpc/harness.ts';
import { HOME } from '../signin/scene.ts';
import { ANN, openOidc } from './oidc-scene.ts';
import { CLIENT_SECRET } from './oidc-server.ts';
import { oidcSettings, openExternalScene } from './scene.ts';

t.setTimeout(120_000);

t.test('who signs in at the provider is signed in here, and known the next time', async t => {
  const { provider, call, events, signIn, told } = await openOidc(t);
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
  const { provider, signIn, outcome, told } = await openOidc(t, { claimsInIdToken: false });
  t.match((await signIn('oidc')).user, { email: 'ann@example.org', first_name: 'Ann' });
  t.ok(provider.asked.includes('/me'));
  // Of another user it is worth nothing.
  provider.behaviour.set('/me', claims => ({ ...claims, sub: 'b-1' }));
  t.equal(await outcome('oidc'), 'AuthExchangeFailed');
  provider.behaviour.set('/me', 'cut');
  t.equal(await outcome('oidc'), 'IdentityProviderUnavailable');
  t.match(await told(), [{ reason: 'json_attribute_comparison_failed' }, { reason: 'ECONNRESET' }]);
});

t.test('an address and whether it is verified are taken from one source', async t => {
  const { provider, outcome } = await openOidc(t);
  provider.claims(({ email_verified: _, ...claims }) => claims);
  provider.behaviour.set('/me', ({ sub }) => ({ sub, email: 'victim@example.org', email_verified: false }));
  t.equal(await outcome('oidc'), 'EmailNotVerified', 'the other one says nothing of this one');
  provider.behaviour.set('/me', ({ sub }) => ({ sub, email_verified: true }));
  t.equal(await outcome('oidc'), 'EmailNotVerified');
  provider.behaviour.delete('/me');
  t.equal(await outcome('oidc'), 'none');
});

t.test(
  'no user gets an account whose address is not verified, is of elsewhere, or of an unknown organization',
  async t => {
    const settings = { organizationClaim: 'plant', domains: ['Example.org'] };
    const { provider, outcome, told, store } = await openOidc(t, { settings });
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
  const { user, outcome, told, path, close, provider } = await openOidc(t);
  const ann = await user();
  t.equal(await outcome('oidc'), 'ExternalUserNotAllowed');
  t.match(await told(), [{ provider: 'oidc', token: 'ErrTokenExternalUserNotAllowed', reason: 'link_refused' }]);
  await close();
  const allowed = await openExternalScene(t, oidcSettings(provider.issuer, { linkByEmail: true }), { path });
  t.match((await allowed.signIn('oidc')).user, { id: ann.uuid, has_password: true });
  t.match(await allowed.events('user.updated'), [{ user_id: ann.uuid, data: { fields: ['external_provider'] } }]);
});

t.test('no new user is let in where accounts are not made, and who is off is told so', async t => {
  const { user, outcome, told, store } = await openOidc(t, { settings: { createUsers: false } });
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
  const { provider, outcome, signIn } = await openOidc(t, { settings: { trustEmail: true } });
  provider.person = { ...ANN, email_verified: false };
  t.equal(await outcome('oidc'), 'EmailNotVerified', 'it says that it is not');
  provider.person = { ...ANN, email_verified: undefined };
  t.match((await signIn('oidc')).user, { email: 'ann@example.org' });
});

t.test('who is created as an operator may do what operators do', async t => {
  const { signIn } = await openOidc(t, { settings: { role: 'operator' } });
  const { user } = await signIn('oidc');
  t.match(user?.memberships, [{ role: 'operator', manage_endpoints: true, manage_base_stations: true }]);
});

t.test('the settings that every client may know have no secrets', async t => {
  const { call, leave, provider } = await openOidc(t, { settings: { autoRedirect: true, label: 'Plant 7' } });
  await leave('oidc');
  const { oidc, oauth2 } = await call('GetAuthSettings', {});
  t.match(oidc, { enabled: true, login_url: '/auth/oidc/start', login_label: 'Plant 7', auto_redirect: true });
  t.equal(oidc?.logout_url, `${provider.issuer}/session/end?client_id=box`);
  t.match(oauth2, { enabled: false, login_url: '' });
  t.notMatch(JSON.stringify(oidc), CLIENT_SECRET);
});
