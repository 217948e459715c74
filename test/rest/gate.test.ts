import t, { type Test } from 'tap';
import { freshKey } from '../../src/domain/apikey/format.ts';
import { MINUTE_MS } from '../../src/kit/units.ts';
import { Enterprise } from '../identity/scene.ts';
import { Center, until } from '../peers/center.ts';

// Each a service center of its own, one of them with passwords.
t.setTimeout(240_000);

const POSTED = '/userprofile.UserProfileService/GetPersonalProfile';
const ELSEWHERE = '0192f000-0000-7000-8000-00000000abcd';

type Headers = Readonly<Record<string, string>>;

interface Scene {
  readonly center: Center;
  readonly home: string;
  call(method: string, request: object): Promise<Record<string, unknown>>;
}

/** Posts a call of a named service. */
async function post(center: Center, headers: Headers, path = POSTED, body: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${center.ports.gateway}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const token = answer.headers.get('x-error-token')?.replace('ErrToken', '') ?? 'OK';
  return { token, status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

/** Gets the same over REST. */
async function get(center: Center, headers: Headers, path = '/api/users/personal') {
  const answer = await fetch(`http://127.0.0.1:${center.ports.gateway}${path}`, { headers });
  const body = (await answer.json()) as { error?: { token?: string } };
  const token = body.error?.token?.replace('ErrToken', '') ?? 'OK';
  return { token, status: answer.status, headers: answer.headers, body };
}

async function keyOf({ call, center }: Scene, more: object = {}) {
  const api_key = { name: `key ${Math.random()}`, scopes: ['users:read'], ...more };
  const { raw_key, api_key: made } = (await call('CreateApiKey', { api_key })) as {
    raw_key: string;
    api_key: { id: string };
  };
  await center.clock.advance(1);
  return { text: raw_key, id: made.id };
}

/** What both editions answer alike. */
async function judged(t: Test, scene: Scene) {
  const { center, home, call } = scene;
  const { text: key } = await keyOf(scene);
  const { text: other } = await keyOf(scene);
  const { text: narrow } = await keyOf(scene, { scopes: ['devices:read', 'users:write'] });
  const { text: all } = await keyOf(scene, { scopes: ['*'] });
  const soon = Math.floor((center.clock.now() + MINUTE_MS) / 1000);
  const { text: short } = await keyOf(scene, { expires_at: { seconds: soon } });
  const gone = await keyOf(scene);
  await call('DeleteApiKey', { id: gone.id });
  const there = { 'x-organization-id': home };
  const cases: readonly (readonly [string, Headers, number, string])[] = [
    ['nothing', {}, 401, 'AuthorizationRequired'],
    ['an empty key', { ...there, 'x-api-key': '' }, 401, 'AuthorizationRequired'],
    ['only an organization', there, 401, 'AuthorizationRequired'],
    ['another scheme', { ...there, authorization: 'Basic YTpi' }, 401, 'InvalidAuthorizationFormat'],
    ['no more than the scheme', { ...there, authorization: 'Bearer' }, 401, 'InvalidAuthorizationFormat'],
    ['no key', { ...there, 'x-api-key': 'key' }, 401, 'InvalidApiKey'],
    ['an unknown key', { ...there, 'x-api-key': freshKey().text }, 401, 'InvalidApiKey'],
    [
      'a key with a wrong secret',
      { ...there, 'x-api-key': `${key.slice(0, 9)}${other.slice(9)}` },
      401,
      'InvalidApiKey',
    ],
    ['a deleted key', { ...there, 'x-api-key': gone.text }, 401, 'InvalidApiKey'],
    ['an unknown key as bearer', { ...there, authorization: `Bearer ${freshKey().text}` }, 401, 'InvalidApiKey'],
    ['an access token in the place of a key', { ...there, 'x-api-key': 'a.b.c' }, 401, 'InvalidApiKey'],
    ['two keys', { ...there, 'x-api-key': key, authorization: `Bearer ${other}` }, 401, 'ConflictingCredentials'],
    ['a key beside another scheme', { 'x-api-key': key, authorization: 'Basic YTpi' }, 401, 'ConflictingCredentials'],
    ['the key before the organization', { 'x-api-key': 'key', 'x-organization-id': 'x' }, 401, 'InvalidApiKey'],
    ['no organization', { 'x-api-key': key }, 401, 'OrganizationIDHeaderRequired'],
    ['an empty organization', { 'x-api-key': key, 'x-organization-id': '' }, 401, 'OrganizationIDHeaderRequired'],
    ['no uuid', { 'x-api-key': key, 'x-organization-id': 'home' }, 400, 'InvalidOrganizationIDHeader'],
    ['elsewhere', { 'x-api-key': key, 'x-organization-id': ELSEWHERE }, 403, 'OrganizationAccessDenied'],
    [
      'the organization before the scope',
      { 'x-api-key': narrow, 'x-organization-id': ELSEWHERE },
      403,
      'OrganizationAccessDenied',
    ],
    ['another scope', { ...there, 'x-api-key': narrow }, 403, 'ScopeRequired'],
    ['its scope', { ...there, 'x-api-key': key }, 200, 'OK'],
    ['every scope', { ...there, 'x-api-key': all }, 200, 'OK'],
    ['as bearer', { ...there, authorization: `Bearer ${key}` }, 200, 'OK'],
    ['the same key twice', { ...there, 'x-api-key': key, authorization: `bearer  ${key}` }, 200, 'OK'],
    ['capital letters', { 'x-api-key': key, 'x-organization-id': home.toUpperCase() }, 200, 'OK'],
    ['before it expires', { ...there, 'x-api-key': short }, 200, 'OK'],
  ];
  for (const [name, headers, status, token] of cases) {
    t.match(await post(center, headers), { status, token }, name);
    const { headers: answered, ...told } = await get(center, headers);
    // A header that is no uuid counts as a missing one.
    t.match(told, { status: token === 'InvalidOrganizationIDHeader' ? 401 : status, token }, `${name}, over REST`);
    const challenge = told.status === 401 ? 'ApiKey realm="platform"' : null;
    t.equal(answered.get('www-authenticate'), challenge, `${name}: the challenge`);
  }
  const asked = { ...there, 'x-api-key': all };
  const named = `/api/v2/users?organizationId=${home}`;
  t.match(await get(center, asked, '/api/v2/users'), { status: 400, token: 'OrganizationIDRequired' });
  t.match(await get(center, asked, `/api/v2/users?organizationId=${ELSEWHERE}`), {
    ...{ status: 403, token: 'OrganizationContextMismatch' },
  });
  t.match(await get(center, asked, named), { status: 200 });
  t.match(await get(center, {}, '/api/v2/nothing'), { status: 404 }, 'what is not there needs no key');
  t.match(await get(center, { 'x-api-key': narrow }, named), { token: 'OrganizationIDHeaderRequired' });
  t.match(
    await get(center, { ...there, 'x-api-key': narrow }, '/api/v2/users'),
    { token: 'ScopeRequired' },
    'scope first',
  );
  await center.clock.advance(MINUTE_MS);
  t.match(await post(center, { ...there, 'x-api-key': short }), { status: 401, token: 'ApiKeyExpired' });
  const { answer } = await post(center, { ...there, 'x-api-key': narrow });
  t.match(JSON.stringify(answer), /"scope":"users:read"/);
  for (const type of ['api_key_rejected', 'access_denied']) {
    // What was refused is told behind the answer.
    await until(async () => {
      const { events } = (await call('ListEvents', { event_types: [`security.${type}`] })) as {
        events: readonly object[];
      };
      return events.length > 0;
    });
  }
  const { body } = await get(center, { ...there, 'x-api-key': narrow });
  t.match(body, { error: { details: { scope: 'users:read' } } });
}

t.test('without sign-in the public API asks for a key all the same', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const call = (method: string, request: object) => center.api.call(method as never, request as never);
  const { organizations } = (await call('ListOrganizations', {})) as unknown as { organizations: { id: string }[] };
  const scene = { center, home: organizations[0]?.id ?? '', call } as Scene;
  await judged(t, scene);
  const there = { 'x-organization-id': scene.home };
  const mine = await keyOf(scene, { key_type: 'user' });
  t.match((await post(center, { ...there, 'x-api-key': mine.text })).answer, {
    profile: { organizationId: scene.home },
  });
  t.match(
    await post(center, { ...there, authorization: 'Bearer a.b.c' }),
    { token: 'InvalidApiKey' },
    'there is no sign-in',
  );
  const rpc = '/platform.api.v1.PlatformService/ListEndPoints';
  t.match(await post(center, {}, rpc), { token: 'OK' }, 'everything else is open');
});

t.test('with sign-in an access token is as good as a key', async t => {
  await using box = await Enterprise.start(t.testdir());
  const { center } = box;
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = organizations[0]?.id ?? '';
  const there = { 'x-organization-id': home };
  const member = async (name: string, role: string): Promise<{ id: string; headers: Headers }> => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: 'Test' };
    const memberships = [{ organization_id: home, role }];
    const { id } = await box.call('CreateUser', { user, password: 'correct horse 7 battery', memberships }, root);
    return { id: String(id), headers: { ...there, ...(await box.signIn(user.email)) } };
  };
  const owner = await member('olga', 'owner');
  const scene: Scene = { center, home, call: (method, request) => box.call(method as never, request, owner.headers) };
  await judged(t, scene);

  const { authorization = '' } = owner.headers;
  const signedIn = { ...there, authorization };
  t.match(await post(center, signedIn), { token: 'OK', answer: { profile: { kind: 'user', role: 'owner' } } });
  t.match(await post(center, { ...there, authorization: 'Bearer a.b.c' }), {
    status: 401,
    token: 'InvalidAccessToken',
  });
  t.match(await post(center, { authorization }), { status: 401, token: 'OrganizationIDHeaderRequired' });
  t.match(await post(center, { authorization, 'x-organization-id': ELSEWHERE }), { token: 'OrganizationAccessDenied' });
  t.match(await post(center, { ...signedIn, 'x-user-id': ELSEWHERE }), { token: 'IdentityMismatch' });
  t.match(await post(center, { ...signedIn, 'x-user-id': owner.id }), { token: 'OK' });
  const machine = await keyOf(scene);
  const byMachine = { ...there, 'x-api-key': machine.text };
  t.match(await post(center, { ...byMachine, 'x-user-id': owner.id }), { token: 'IdentityMismatch' });

  const viewer = await member('vera', 'admin');
  const { raw_key } = await box.call(
    'CreateApiKey',
    { api_key: { name: 'mine', key_type: 'user', scopes: ['users:read'] } },
    viewer.headers,
  );
  const byViewer = { ...there, 'x-api-key': String(raw_key) };
  t.match(await post(center, byViewer), { token: 'OK', answer: { profile: { kind: 'user', role: 'admin' } } });
  const switchTo = (id: string, is_active: boolean) =>
    box.call('UpdateUser', { user: { id, is_active }, update_mask: { paths: ['is_active'] } }, root);
  await switchTo(viewer.id, false);
  t.match(await post(center, byViewer), { status: 401, token: 'ApiKeyInactive' });
  await switchTo(viewer.id, true);
  t.match(await post(center, byViewer), { token: 'OK' });

  const state = (to: string, id = home) =>
    box.call('UpdateOrganization', { organization: { id, state: to }, update_mask: { paths: ['state'] } }, root);
  await state('suspended');
  t.match(await post(center, byMachine), { token: 'OK' }, 'what is suspended may be read');
  await state('active');

  const { id: farm } = await box.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
  const onFarm = { 'x-organization-id': String(farm) };
  const { raw_key: farms } = await box.call(
    'CreateApiKey',
    { api_key: { name: 'farm', scopes: ['users:read'] } },
    { ...root, ...onFarm },
  );
  const byFarm = { ...onFarm, 'x-api-key': String(farms) };
  t.match(await post(center, byFarm), { token: 'OK' });
  t.match(await post(center, { ...byFarm, ...there }), { status: 403, token: 'OrganizationAccessDenied' });
  await state('archived', String(farm));
  t.match(await post(center, byFarm), { status: 403, token: 'OrganizationSuspended' });
  await state('active', String(farm));
  await box.call('DeleteOrganization', { id: farm, force: true }, root);
  t.match(await post(center, byFarm), { status: 401, token: 'InvalidApiKey' });
});

t.test('without enforcement of organizations the public API names them all the same', async t => {
  await using box = await Enterprise.start(t.testdir(), { org_enforcement_enabled: false });
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = organizations[0]?.id ?? '';
  const { authorization = '' } = root;
  t.match(await post(box.center, { authorization }), { token: 'OrganizationIDHeaderRequired' });
  t.match(await post(box.center, { authorization, 'x-organization-id': home }), { token: 'OK' });
});

t.test('what sign-in has left behind of other organizations is not reached', async t => {
  const dir = t.testdir();
  const left = await (async () => {
    await using box = await Enterprise.start(dir);
    const root = await box.signIn('root@example.org');
    const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
    const { id } = await box.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
    const there = { ...root, 'x-organization-id': String(id) };
    const { raw_key } = await box.call('CreateApiKey', { api_key: { name: 'a', scopes: ['*'] } }, there);
    return { key: String(raw_key), farm: String(id), home: organizations[0]?.id ?? '' };
  })();
  await using center = await Center.start({ dir });
  for (const organization of [left.farm, left.home]) {
    const headers = { 'x-api-key': left.key, 'x-organization-id': organization };
    t.match(await post(center, headers), { status: 403, token: 'OrganizationAccessDenied' });
  }
});

t.test('with sign-in requests are counted by key and by user as well', async t => {
  const limits = { requests_per_s: 0, rest_requests_per_s: 1 };
  await using box = await Enterprise.start(t.testdir(), { limits });
  const root = await box.signIn('root@example.org');
  const { id: farm } = await box.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
  const there = { 'x-organization-id': String(farm) };
  const key = async (name: string) => {
    const asked = { api_key: { name, scopes: ['users:read'] } };
    const { raw_key } = await box.call('CreateApiKey', asked, { ...root, ...there });
    return { ...there, 'x-api-key': String(raw_key) };
  };
  const [one, two] = [await key('one'), await key('two')];
  for (const headers of [one, two, { ...root, ...there }]) {
    const tokens: string[] = [];
    for (let nth = 0; nth < 3; nth++) tokens.push((await post(box.center, headers)).token);
    t.same(tokens, ['OK', 'OK', 'RateLimited']);
  }
});

t.test('a key may send so many requests, and an address that shows none', async t => {
  const limits = { requests_per_s: 0, rest_requests_per_s: 2 };
  await using center = await Center.start({ dir: t.testdir(), settings: { limits } });
  const call = (method: string, request: object) => center.api.call(method as never, request as never);
  const { organizations } = (await call('ListOrganizations', {})) as unknown as { organizations: { id: string }[] };
  const scene = { center, home: organizations[0]?.id ?? '', call } as Scene;
  const [one, two] = [await keyOf(scene), await keyOf(scene, { scopes: ['devices:read'] })];
  const by = (text: string) => ({ 'x-organization-id': scene.home, 'x-api-key': text });
  const left = async () => (await get(center, by(one.text))).headers.get('ratelimit-remaining');
  t.same([await left(), await left()], ['3', '2']);
  await center.clock.advance(1000);
  const times = async (count: number, headers: Headers) => {
    const tokens: string[] = [];
    for (let nth = 0; nth < count; nth++) tokens.push((await post(center, headers)).token);
    return tokens;
  };
  t.same(await times(5, by(one.text)), [...Array(4).fill('OK'), 'RateLimited']);
  const refused = [...Array(4).fill('ScopeRequired'), 'RateLimited'];
  t.same(await times(5, by(two.text)), refused, 'refused ones count as well, for their key');
  t.same(await times(5, by('wrong')), [...Array(4).fill('InvalidApiKey'), 'RateLimited'], 'by address');
  await center.clock.advance(500);
  const { headers } = await get(center, by(one.text));
  const told = ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`));
  t.same(told, ['2', '0', '2']);
  t.equal((await get(center, by('wrong'))).headers.get('ratelimit-limit'), null, 'it is not known whose');
  t.same(await times(1, by(one.text)), ['RateLimited'], 'not held up by those who fail from the same address');
});
