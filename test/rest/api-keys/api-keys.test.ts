import t from 'tap';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { PASSWORD } from '../../identity/scene.ts';
import { RestBox } from '../box.ts';

t.setTimeout(240_000);

const UNKNOWN = '0192f000-0000-7000-8000-00000000abcd';
const PATH = '/api/v2/api-keys';

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`a key is made, shown once, used and deleted (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { organizationId } = box;
    const expiresAt = new Date(box.center.clock.now() + DAY_MS).toISOString();
    const made = await box.post(PATH, { name: 'Node-RED', scopes: ['users:read', 'users:read'], expiresAt });
    t.equal(made.status, 200);
    const { id, key, keyPrefix, createdAt } = made.json;
    const shown = { id, name: 'Node-RED', keyPrefix, scopes: ['users:read'], expiresAt, createdAt };
    t.same(made.json, { ...shown, key });
    t.ok(key.startsWith(`${keyPrefix}_`));
    t.equal(made.headers.location, `${PATH}/${id}`);
    const { lastUsedAt, ...before } = (await box.get(`${PATH}/${id}`)).json;
    const { createdBy } = before;
    t.match(createdBy, /^key [0-9a-f-]{36}$/, 'the key by which it was made is named');
    t.same([before, lastUsedAt], [{ ...shown, isActive: true, createdBy, createdByLeft: false }, undefined]);
    t.equal((await box.get(`${PATH}/${id}`)).headers.etag, made.headers.etag);
    t.ok(made.headers.etag);
    const by = box.as({ 'x-api-key': key, 'x-organization-id': organizationId });
    t.equal((await by.get('/api/v2/users')).status, 200);
    t.match(await by.get(PATH), {
      status: 403,
      token: 'ScopeRequired',
      json: { error: { details: { scope: 'api-keys:read' } } },
    });
    t.match(await by.post(PATH, {}), { status: 403, token: 'ScopeRequired' });
    const list = await box.get(PATH);
    t.match(list.json, { total: list.json.apiKeys.length });
    t.notOk(list.bytes.includes(key), 'no answer but the first has the key');
    t.notOk((await box.get(`${PATH}/${id}`)).bytes.includes(key));
    t.notOk(box.center.log.join('').includes(key), 'nor has the log');
    t.match((await box.get(PATH, { query: { search: 'node' } })).json, { apiKeys: [{ id }], total: 1 });
    t.match((await box.get(PATH, { query: { search: keyPrefix } })).json, { apiKeys: [{ id }], total: 1 });

    t.same((await box.delete(`${PATH}/${id}`)).json, { id, deleted: true });
    t.match(await by.get('/api/v2/users'), { status: 401, token: 'InvalidApiKey' }, 'at once');
    t.match(await box.get(`${PATH}/${id}`), { status: 404, token: 'ApiKeyNotFound' });
    const gone = await Promise.all([1, 2].map(() => box.delete(`${PATH}/${UNKNOWN}`)));
    t.same(
      gone.map(({ token }) => token),
      ['ApiKeyNotFound', 'ApiKeyNotFound'],
    );
    t.match(await box.get(`${PATH}/key`), { status: 400, token: 'InvalidIDFormat' });
  });
}

t.test('a key is refused that is asked for wrongly', async t => {
  await using box = await RestBox.start(t.testdir());
  const asked = { name: 'a', scopes: ['devices:read'] };
  const refused = async (more: object) => (await box.post(PATH, { ...asked, ...more })).token;
  t.equal(await refused({ name: undefined }), 'NameRequired');
  t.equal(await refused({ name: 'x'.repeat(129) }), 'FieldTooLong');
  t.equal(await refused({ scopes: [] }), 'InvalidScope');
  t.equal(await refused({ scopes: ['devices:fly'] }), 'InvalidScope');
  t.equal(await refused({ expiresAt: '2020-01-01T00:00:00Z' }), 'InvalidExpiry');
  t.match(await box.post(PATH, { ...asked, expiresAt: 'tomorrow' }), { status: 400 });
  t.match(await box.post(PATH, { ...asked, expiresAt: null }), { status: 200 }, 'null is as absent');
  t.equal(await refused({}), 'ApiKeyNameExists');
  const both = await Promise.all([1, 2].map(() => refused({ name: 'b' })));
  t.same(both.sort(), ['ApiKeyNameExists', 'OK'], 'of two at once with one name one is made');
  const narrow = await box.key(['api-keys:write', 'devices:read']);
  const by = box.as(narrow.key);
  t.match(await by.post(PATH, { name: 'c', scopes: ['devices:read'] }), { status: 200 });
  for (const scope of ['devices:write', '*', 'api-keys:read']) {
    const answer = await by.post(PATH, { name: 'd', scopes: ['devices:read', scope] });
    t.match(answer, { status: 403, token: 'ScopeEscalation', json: { error: { details: { scope } } } }, scope);
  }
  const { apiKeys } = (await box.get(PATH)).json;
  const names = apiKeys.map(({ name }: { name: string }) => name);
  t.same(names, names.toSorted(), 'by name');
  const pages = [0, 2, 4].map(offset => box.get(PATH, { query: { limit: 2, offset } }));
  t.same(
    (await Promise.all(pages)).flatMap(({ json }) => json.apiKeys),
    apiKeys,
  );
});

t.test('what a user who has signed in may give is what the role allows', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = await enterprise.signIn('root@example.org');
  const user = { email: 'vera@example.org', first_name: 'Vera', last_name: 'Viewer' };
  const memberships = [{ organization_id: organizationId, role: 'viewer' }];
  await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const signedIn = { ...(await enterprise.signIn(user.email)), 'x-organization-id': organizationId };
  const viewer = box.as(signedIn);
  t.match(await viewer.post(PATH, { name: 'x', scopes: ['devices:read'] }), { status: 403, token: 'PermissionDenied' });
  const own = { name: 'mine', key_type: 'user', scopes: ['devices:read'] };
  const { api_key } = await enterprise.call('CreateApiKey', { api_key: own }, signedIn);
  const { id } = api_key as { id: string };
  t.match((await viewer.get(PATH)).json, { apiKeys: [{ id }], total: 1 }, 'only the own ones');
  const others = (await box.get(PATH)).json.apiKeys.find((key: { id: string }) => key.id !== id);
  t.match(await viewer.get(`${PATH}/${others.id}`), { status: 404, token: 'ApiKeyNotFound' });
  t.match(await viewer.delete(`${PATH}/${others.id}`), { status: 404, token: 'ApiKeyNotFound' });
  t.match(await viewer.delete(`${PATH}/${id}`), { status: 200 });
  const { id: farm } = await enterprise.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
  const there = { 'x-organization-id': String(farm) };
  const { api_key: foreign } = await enterprise.call(
    'CreateApiKey',
    { api_key: { name: 'f', scopes: ['*'] } },
    { ...root, ...there },
  );
  const foreignId = (foreign as { id: string }).id;
  t.match(await box.get(`${PATH}/${foreignId}`), { status: 404, token: 'ApiKeyNotFound' }, 'of another organization');
  t.match(await box.delete(`${PATH}/${foreignId}`), { status: 404, token: 'ApiKeyNotFound' });
});

t.test('a key that is over is shown so, under another version', async t => {
  await using box = await RestBox.start(t.testdir());
  const expiresAt = new Date(box.center.clock.now() + MINUTE_MS).toISOString();
  const { json } = await box.post(PATH, { name: 'short', scopes: ['users:read'], expiresAt });
  const before = await box.get(`${PATH}/${json.id}`);
  await box.center.clock.advance(MINUTE_MS);
  const after = await box.get(`${PATH}/${json.id}`, { headers: { 'if-none-match': String(before.headers.etag) } });
  t.match(after, { status: 200, json: { isActive: false } });
  const old = { headers: { 'if-match': String(before.headers.etag) } };
  t.match(await box.delete(`${PATH}/${json.id}`, undefined, old), { status: 412, token: 'ConcurrentModification' });
  const current = { headers: { 'if-match': String(after.headers.etag) } };
  t.match(await box.delete(`${PATH}/${json.id}`, undefined, current), { status: 200 });
});
