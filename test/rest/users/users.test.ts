import t from 'tap';
import { PASSWORD } from '../../identity/scene.ts';
import { RestBox } from '../box.ts';

t.setTimeout(240_000);

const UNKNOWN = '0192f000-0000-7000-8000-00000000abcd';

t.test('without sign-in the operator is the only user', async t => {
  await using box = await RestBox.start(t.testdir());
  const { status, json } = await box.get('/api/v2/users');
  t.equal(status, 200);
  const [operator] = json.users;
  t.same(json, {
    users: [
      {
        id: operator.id,
        email: 'operator@localhost',
        firstName: 'Operator',
        lastName: '',
        role: 'owner',
        status: 'active',
      },
    ],
    total: 1,
  });
  t.same((await box.get(`/api/v2/users/${operator.id}`)).json, operator);
  t.match(await box.get(`/api/v2/users/${UNKNOWN}`), { status: 404, token: 'UserNotFound' });
  t.match((await box.get('/api/v2/users', { query: { search: 'OPER' } })).json, { total: 1 });
  t.same((await box.get('/api/v2/users', { query: { search: 'ada' } })).json, { users: [], total: 0 });
  t.same((await box.get('/api/v2/users', { query: { offset: 1 } })).json, { users: [], total: 1 });
});

t.test('with sign-in users are the members of the organization', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = await enterprise.signIn('root@example.org');
  const call = (method: Parameters<typeof enterprise.call>[0], request: object) =>
    enterprise.call(method, request, root);
  const member = async (name: string, role: string, organization = organizationId) => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: 'Test' };
    const memberships = [{ organization_id: organization, role }];
    return String((await call('CreateUser', { user, password: PASSWORD, memberships })).id);
  };
  const ada = await member('ada', 'viewer');
  const zoe = await member('zoe', 'operator');
  const { id: farm } = await call('CreateOrganization', { organization: { name: 'Farm' } });
  const stranger = await member('eve', 'viewer', String(farm));
  const list = async (query: object = {}) => {
    const { json } = await box.get('/api/v2/users', { query: { ...query } });
    return [json.users.map(({ email }: { email: string }) => email.split('@')[0]), json.total];
  };
  t.same(await list(), [['ada', 'owner', 'zoe'], 3]);
  t.same(await list({ limit: 2, offset: 1 }), [['owner', 'zoe'], 3]);
  t.same(await list({ offset: 9 }), [[], 3]);
  t.same(await list({ search: 'TEST' }), [['ada', 'zoe'], 2]);
  t.same(await list({ search: '%' }), [[], 0]);
  t.match(await box.get('/api/v2/users', { query: { limit: 0 } }), { status: 400, token: 'InvalidLimit' });
  t.match(await box.get('/api/v2/users', { query: { limit: '1e3' } }), { status: 400, token: 'InvalidLimit' });
  t.match(await box.get('/api/v2/users', { query: { offset: -1 } }), { status: 400, token: 'InvalidOffset' });
  t.match(await box.get('/api/v2/users', { query: { search: 'x'.repeat(101) } }), { token: 'FieldTooLong' });

  const one = () => box.get(`/api/v2/users/${ada}`);
  const before = await one();
  t.match(before.json, { id: ada, email: 'ada@example.org', role: 'viewer', status: 'active' });
  t.notOk('lastLoginAt' in before.json, 'never signed in');
  t.match(
    await box.get(`/api/v2/users/${stranger}`),
    { status: 404, token: 'UserNotFound' },
    'of another organization',
  );
  t.match(await box.get('/api/v2/users/ada'), { status: 400, token: 'InvalidIDFormat' });
  const { etag = '' } = before.headers;
  t.equal((await box.get(`/api/v2/users/${ada}`, { headers: { 'if-none-match': etag } })).status, 304);
  await enterprise.signIn('ada@example.org');
  const after = await one();
  t.ok(after.json.lastLoginAt);
  t.equal(after.headers.etag, etag, 'a sign-in makes no other version');

  const change = (method: 'UpdateUser' | 'UpdateOrganizationUser', resource: object, ...paths: string[]) =>
    call(method, { ...resource, update_mask: { paths } });
  const versions = [etag];
  const changed = async () => {
    const { headers, json } = await one();
    versions.push(String(headers.etag));
    return json;
  };
  await change(
    'UpdateOrganizationUser',
    { member: { organization_id: organizationId, user_id: ada, role: 'admin' } },
    'role',
  );
  t.match(await changed(), { role: 'admin' });
  await change('UpdateUser', { user: { id: ada, first_name: 'Ada' } }, 'first_name');
  t.match(await changed(), { firstName: 'Ada' });
  await change('UpdateUser', { user: { id: ada, is_active: false } }, 'is_active');
  t.match(await changed(), { status: 'inactive' });
  await change('UpdateUser', { user: { id: ada, is_active: true } }, 'is_active');
  await call('RemoveOrganizationUser', { organization_id: organizationId, user_id: ada });
  t.match(await one(), { status: 404 });
  await call('AddOrganizationUser', { organization_id: organizationId, user_id: ada, role: 'viewer' });
  t.match(await changed(), { role: 'viewer' });
  t.equal(new Set(versions).size, versions.length, 'each has a version of its own');

  const { key } = await box.key(['devices:read']);
  t.match(await box.as(key).get('/api/v2/users'), { status: 403, token: 'ScopeRequired' });
  t.match(await box.as(key).get(`/api/v2/users/${zoe}`), { status: 403, token: 'ScopeRequired' });
});
