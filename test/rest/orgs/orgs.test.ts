import t from 'tap';
import { PASSWORD } from '../../identity/scene.ts';
import { RestBox } from '../box.ts';

t.setTimeout(240_000);

const ELSEWHERE = '0192f000-0000-7000-8000-00000000abcd';

for (const edition of ['community', 'enterprise'] as const) {
  t.test(`the organization of the call is the only one (${edition})`, async t => {
    await using box = await RestBox.start(t.testdir(), { edition });
    const { organizationId: id } = box;
    const members = 1;
    const one = await box.get(`/api/v2/orgs/${id}`);
    const { name, createdAt, updatedAt } = one.json;
    const shown = { id, name, description: '', state: 'active', isDefault: true, memberCount: members, tags: {} };
    t.same(one.json, { ...shown, createdAt, updatedAt });
    t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    t.same((await box.get('/api/v2/orgs')).json, { orgs: [one.json], total: 1 });
    t.same((await box.get('/api/v2/orgs', { query: { offset: 1 } })).json, { orgs: [], total: 1 });
    t.same((await box.get('/api/v2/orgs', { query: { search: 'none such' } })).json, { orgs: [], total: 0 });
    t.match(await box.get(`/api/v2/orgs/${ELSEWHERE}`), { status: 404, token: 'OrganizationNotFound' });
    t.match(await box.get(`/api/v2/orgs/${ELSEWHERE}/members`), { status: 404, token: 'OrganizationNotFound' });
    t.match(await box.patch(`/api/v2/orgs/${ELSEWHERE}`, { name: 'x' }), {
      status: 404,
      token: 'OrganizationNotFound',
    });
    t.match(await box.get('/api/v2/orgs/farm'), { status: 400, token: 'InvalidIDFormat' });
    t.match((await box.get(`/api/v2/orgs/${id}/members`)).json, { members: [{ status: 'active' }], total: members });

    const { etag = '' } = one.headers;
    const changed = await box.patch(`/api/v2/orgs/${id}`, { description: 'Meters', tags: { site: 'north' } });
    t.match(changed, { status: 200, json: { ...shown, description: 'Meters', tags: { site: 'north' } } });
    t.not(changed.headers.etag, etag);
    t.same((await box.get(`/api/v2/orgs/${id}`)).json, changed.json);
    const old = { headers: { 'if-match': etag } };
    t.match(await box.patch(`/api/v2/orgs/${id}`, { name: 'Farm' }, old), {
      status: 412,
      token: 'ConcurrentModification',
    });
    const current = { headers: { 'if-match': String(changed.headers.etag) } };
    const both = await Promise.all(['Farm', 'Barn'].map(name => box.patch(`/api/v2/orgs/${id}`, { name }, current)));
    t.same(both.map(({ status }) => status).sort(), [200, 412], 'of two at once with one version one is too late');
    const nothing = await box.patch(`/api/v2/orgs/${id}`, {});
    t.equal(nothing.status, 200);
    const again = await box.patch(`/api/v2/orgs/${id}`, { description: 'Meters' });
    t.equal(again.headers.etag, nothing.headers.etag, 'what changes nothing makes no version');
    t.same((await box.patch(`/api/v2/orgs/${id}`, { description: null, tags: null })).json.tags, {});
    t.match(await box.patch(`/api/v2/orgs/${id}`, { name: null }), { status: 400, token: 'NameRequired' });
    t.match(await box.patch(`/api/v2/orgs/${id}`, { name: 'x'.repeat(129) }), { status: 400, token: 'FieldTooLong' });
    const sneaked = await box.patch(`/api/v2/orgs/${id}`, { state: 'suspended', memberCount: 9, colour: 'red' });
    t.match(sneaked, { status: 200, json: { state: 'active' } }, 'what is not to be changed is passed over');
    t.equal(sneaked.headers['x-unknown-fields'], 'colour');

    const { key } = await box.key(['orgs:read']);
    t.match(await box.as(key).get('/api/v2/orgs'), { status: 200 });
    t.match(await box.as(key).patch(`/api/v2/orgs/${id}`, {}), { status: 403, token: 'ScopeRequired' });
    const writes = await box.key(['orgs:write']);
    t.match(await box.as(writes.key).get(`/api/v2/orgs/${id}/members`), { status: 403, token: 'ScopeRequired' });
    const own = await box.key(['orgs:write'], { key_type: 'user' });
    t.match(await box.as(own.key).patch(`/api/v2/orgs/${id}`, { description: 'By hand' }), { status: 200 });
  });
}

t.test('what a user who has signed in may do is what the role allows', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = await enterprise.signIn('root@example.org');
  const user = { email: 'vera@example.org', first_name: 'Vera', last_name: 'Viewer' };
  const memberships = [{ organization_id: organizationId, role: 'viewer' }];
  await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, root);
  const { authorization = '' } = (await enterprise.signIn(user.email)) as { authorization?: string };
  const viewer = box.as({ authorization, 'x-organization-id': organizationId });
  const before = (await box.get(`/api/v2/orgs/${organizationId}`)).json;
  t.equal(before.memberCount, 2);
  t.match(await viewer.get('/api/v2/orgs'), { status: 200 });
  t.match(await viewer.patch(`/api/v2/orgs/${organizationId}`, { name: 'Mine' }), {
    ...{ status: 403, token: 'PermissionDenied', json: { error: { details: { capability: 'A' } } } },
  });
  const state = (to: string) =>
    enterprise.call(
      'UpdateOrganization',
      { organization: { id: organizationId, state: to }, update_mask: { paths: ['state'] } },
      root,
    );
  const { id: farm } = await enterprise.call('CreateOrganization', { organization: { name: 'Farm' } }, root);
  for (const path of [`/api/v2/orgs/${farm}`, `/api/v2/orgs/${farm}/members`]) {
    t.match(await box.get(path), { status: 404, token: 'OrganizationNotFound' }, 'another organization');
  }
  await state('suspended');
  t.match(await box.get(`/api/v2/orgs/${organizationId}`), { status: 200, json: { state: 'suspended' } });
  t.match(await box.patch(`/api/v2/orgs/${organizationId}`, {}), { status: 403, token: 'OrganizationSuspended' });
});

t.test('who is invited signs in, accepts or declines, and has no rights before', async t => {
  await using box = await RestBox.start(t.testdir(), { edition: 'enterprise' });
  const { enterprise, organizationId } = box;
  if (!enterprise) throw new Error('no sign-in');
  const root = await enterprise.signIn('root@example.org');
  const make = (name: string, memberships: { organization_id: string; role: string }[]) =>
    enterprise.call(
      'CreateUser',
      { user: { email: `${name}@example.org`, first_name: name, last_name: 'M' }, password: PASSWORD, memberships },
      root,
    );
  await make('chief', [{ organization_id: organizationId, role: 'admin' }]);
  await make('ann', []);
  const chief = await enterprise.signIn('chief@example.org');
  const invite = () =>
    enterprise.call(
      'AddOrganizationUser',
      { organization_id: organizationId, email: 'ann@example.org', role: 'viewer' },
      chief,
    );
  t.equal((await invite()).status, 'invited');
  const { authorization = '' } = (await enterprise.signIn('ann@example.org')) as { authorization?: string };
  const ann = box.as({ authorization });
  const inside = box.as({ authorization, 'x-organization-id': organizationId });
  t.match(await inside.get(`/api/v2/orgs/${organizationId}`), { status: 403, token: 'OrganizationAccessDenied' });
  const answer = (what: string, by = ann, headers: Record<string, string> = {}) =>
    by.send('POST', `/api/v2/me/memberships/${organizationId}/${what}`, {
      query: { organizationId: undefined },
      headers,
    });
  const { key } = await box.key(['orgs:write']);
  t.match(await answer('accept', box.as(key)), { status: 403, token: 'UserPrincipalRequired' });
  t.match(await answer('decline'), { status: 200, json: { organizationId, status: 'declined' } });
  t.match(await answer('accept'), { status: 404, token: 'MembershipNotFound' });
  await invite();
  const again = { 'idempotency-key': crypto.randomUUID() };
  const accepted = { status: 200, json: { organizationId, status: 'active' } };
  const twice = await Promise.all([answer('accept', ann, again), answer('accept', ann, again)]);
  const busy = { status: 409, token: 'RequestIDReused', headers: { 'retry-after': /^\d+$/ } };
  t.ok(twice.some(({ status }) => status === 200));
  for (const each of twice) t.match(each, each.status === 200 ? accepted : busy, 'once, while the first is running');
  t.match(await answer('accept', ann, again), { ...accepted, headers: { 'idempotency-replayed': 'true' } });
  t.match(await answer('decline', ann, again), { status: 409, token: 'RequestIDReused' });
  t.match(await answer('accept'), { status: 404, token: 'MembershipNotFound' });
  t.match(await inside.get(`/api/v2/orgs/${organizationId}`), { status: 200 });
});
