// Long: for CI and `npm test -- --long`.
import t from 'tap';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { Enterprise, type Headers, PASSWORD } from './scene.ts';

// Each a service center of its own, with passwords.
t.setTimeout(480_000);

const EUI = '70b3d59cd0000001';
const MADE_AT_ONCE = 20;
const MOST_OF_USER = 10;

interface Key {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly created_by: string;
  readonly created_by_left: boolean;
}

/** A center with an administrator of the server, an organization that is none of the administrator's, and its owner. */
async function opened(dir: string) {
  const box = await Enterprise.start(dir);
  const root = await box.signIn('root@example.org');
  const { organizations } = (await box.call('ListOrganizations', {}, root)) as { organizations: { id: string }[] };
  const home = organizations[0]?.id ?? '';
  const { id } = await box.call('CreateOrganization', { organization: { name: 'Works' } }, root);
  const works = String(id);
  await box
    .call('RemoveOrganizationUser', { organization_id: works, user_id: root['x-user-id'] }, root)
    .catch(() => {});
  const member = async (name: string, membership: object, organization_id = works) => {
    const user = { email: `${name}@example.org`, first_name: name, last_name: name };
    const memberships = [{ organization_id, ...membership }];
    const { id } = await box.call('CreateUser', { user, password: PASSWORD, memberships }, root);
    return { 'x-organization-id': organization_id, ...(await box.signIn(user.email)), id: String(id) };
  };
  const headers = ({ id: _, ...rest }: Headers): Headers => rest;
  const token = async (method: MethodName, request: object, from: Headers) =>
    (await box.ask(method, request, headers(from))).token;
  const call = (method: MethodName, request: object, from: Headers) => box.call(method, request, headers(from));
  const key = async (from: Headers, name: string, scopes: readonly string[], more: object = {}) => {
    const { raw_key, api_key } = await call('CreateApiKey', { api_key: { name, scopes, ...more } }, from);
    const { id, organization_id } = api_key as Key;
    return { id, 'x-organization-id': organization_id, authorization: `Bearer ${raw_key}` };
  };
  const keys = async (from: Headers) => ((await call('ListApiKeys', {}, from)) as { api_keys: Key[] }).api_keys;
  const owner = await member('owner', { role: 'owner' });
  // Who made the organization owned it, until there was another owner.
  await box
    .call('RemoveOrganizationUser', { organization_id: works, user_id: root['x-user-id'] }, root)
    .catch(() => {});
  const at = (organizationId: string) => ({ ...root, 'x-organization-id': organizationId });
  return { box, root, at, home, works, member, owner, token, call, key, keys };
}

t.test('a user has ten keys at most, of however many that are made at once, and takes those of no other', async t => {
  const scene = await opened(t.testdir());
  await using _box = scene.box;
  const { member, owner, token, call, keys } = scene;
  const ann = await member('ann', { role: 'viewer' });
  const make = (from: Headers, nth: number) =>
    token(
      'CreateApiKey',
      { api_key: { name: `${from.id} ${nth}`, key_type: 'user', scopes: ['messages:read'] } },
      from,
    );
  const all = Array.from({ length: MADE_AT_ONCE }, (_, nth) => nth);
  const outcomes = await Promise.all(all.map(nth => make(ann, nth)));
  t.equal(outcomes.filter(each => each === 'OK').length, MOST_OF_USER);
  t.equal(outcomes.filter(each => each === 'ApiKeyLimitReached').length, MADE_AT_ONCE - MOST_OF_USER);
  t.equal((await keys(ann)).length, MOST_OF_USER);
  t.equal(await make(owner, 1), 'OK');
  const machine = { name: 'machine', scopes: ['messages:read'] };
  t.equal(await token('CreateApiKey', { api_key: machine }, owner), 'OK');
  const [first] = await keys(ann);
  await call('DeleteApiKey', { id: first?.id }, ann);
  const again = await Promise.all(all.map(nth => make(ann, MADE_AT_ONCE + nth)));
  t.equal(again.filter(each => each === 'OK').length, 1, 'one that is deleted makes room for one');
});

t.test('an administrator of the server makes keys for any organization, and no other user for another one', async t => {
  const scene = await opened(t.testdir());
  await using _box = scene.box;
  const { at, home, works, member, owner, token, call, key, keys } = scene;
  const machine = (name: string) => ({ name, scopes: ['endpoints:read', 'endpoints:write', 'api-keys:write'] });
  const endpoint = { endpoint: { ep_eui: EUI } };
  t.equal(await token('CreateEndPoint', endpoint, at(works)), 'PermissionDenied', 'it does not change anything itself');

  const { raw_key, api_key } = await call(
    'CreateApiKey',
    { api_key: machine('by name'), organization_id: works },
    at(home),
  );
  t.match(api_key, { organization_id: works, created_by: 'root@example.org', created_by_left: false });
  const there = { 'x-organization-id': works, authorization: `Bearer ${raw_key}` };
  t.equal(await token('CreateEndPoint', endpoint, there), 'OK');
  t.equal(await token('ListEndPoints', {}, { ...there, 'x-organization-id': home }), 'OrganizationAccessDenied');
  t.ok(await key(at(works), 'by header', ['*']));
  t.same((await keys(at(works))).map(({ name }) => name).toSorted(), ['by header', 'by name']);
  t.same(await keys(at(home)), [], 'nothing of it is where the call came from');

  const stranger = await member('stranger', { role: 'owner' }, home);
  for (const from of [stranger, await key(stranger, 'strange', ['*']), await key(at(home), 'of root', ['*'])]) {
    t.equal(
      await token('CreateApiKey', { api_key: machine('x'), organization_id: works }, from),
      'OrganizationContextMismatch',
    );
  }
  const nowhere = '0192f000-0000-7000-8000-0000000000ee';
  const asked = { api_key: machine('x'), organization_id: nowhere };
  t.equal(await token('CreateApiKey', asked, at(home)), 'OrganizationNotFound');
  // A key of its own is no more than it is there.
  const own = (scope: string) => ({
    api_key: { name: `own ${scope}`, key_type: 'user', scopes: [scope] },
    organization_id: works,
  });
  t.equal(await token('CreateApiKey', own('endpoints:write'), at(home)), 'ScopeEscalation');
  const reads = await call('CreateApiKey', own('endpoints:read'), at(home));
  const reader = { 'x-organization-id': works, authorization: `Bearer ${reads.raw_key}` };
  t.equal(await token('ListEndPoints', {}, reader), 'OK');
  t.equal(await token('CreateUser', {}, reader), 'ServerAdminRequired', 'and administers nothing');
  const made = (await keys(owner)).find(({ name }) => name === 'by name');
  await call('DeleteApiKey', { id: made?.id }, at(works));
  t.equal(await token('ListEndPoints', {}, there), 'InvalidApiKey');
});

t.test('a service account stays when its maker goes, and lists say that the maker has left', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, at, home, works, member, owner, token, call, key, keys } = scene;
  const admin = { role: 'admin' };
  const [gone, out, off, stays] = [
    await member('gone', admin),
    await member('out', admin),
    await member('off', admin),
    await member('stays', admin),
  ];
  const second = { email: 'second@example.org', first_name: 'S', last_name: 'S', is_admin: true };
  const { id: secondId } = await box.call('CreateUser', { user: second, password: PASSWORD, memberships: [] }, root);
  const helper = { ...(await box.signIn(second.email)), 'x-organization-id': works };
  const made = new Map<string, Headers>();
  for (const [name, from] of Object.entries({ gone, out, off, stays, helper, root: at(works) }))
    made.set(name, await key(from, name, ['messages:read', 'api-keys:write']));
  const parent = await key(owner, 'parent', ['*']);
  made.set('child', await key(parent, 'child', ['messages:read']));
  await key(gone, 'own of gone', ['messages:read'], { key_type: 'user' });
  const left = async () =>
    (await keys(owner))
      .filter(each => each.created_by_left)
      .map(({ name }) => name)
      .toSorted();
  t.same(await left(), []);

  await call('DeleteUser', { id: gone.id }, root);
  await call('RemoveOrganizationUser', { organization_id: works, user_id: out.id }, owner);
  await call('UpdateUser', { user: { id: off.id, is_active: false }, update_mask: { paths: ['is_active'] } }, root);
  const demoted = { user: { id: secondId, is_admin: false }, update_mask: { paths: ['is_admin'] } };
  await call('UpdateUser', demoted, root);
  await call('DeleteApiKey', { id: parent.id }, owner);
  t.same(await left(), ['child', 'gone', 'helper', 'off', 'out']);
  for (const [name, headers] of made) t.equal(await token('ListMessages', {}, headers), 'OK', name);
  const listed = await keys(owner);
  t.match(
    listed.find(({ name }) => name === 'gone'),
    { created_by: 'gone@example.org', created_by_left: true },
  );
  t.notOk(
    listed.some(({ name }) => name === 'own of gone'),
    'what was the user’s goes with the user',
  );
  t.match(await call('GetApiKey', { id: made.get('out')?.id }, owner), { created_by_left: true });
  // Back again, it is no stranger's.
  await call('AddOrganizationUser', { organization_id: works, user_id: out.id, role: 'viewer' }, root);
  t.same(await left(), ['child', 'gone', 'helper', 'off']);
  t.same(
    (await keys(at(home))).filter(({ created_by_left }) => created_by_left),
    [],
  );
});

t.test('a key for memberships makes operators, and touches no administrator', async t => {
  const scene = await opened(t.testdir());
  await using box = scene.box;
  const { root, works, member, owner, token, key } = scene;
  const admin = await member('admin', { role: 'admin' });
  const viewer = await member('viewer', { role: 'viewer' });
  const user = { email: 'new@example.org', first_name: 'N', last_name: 'N' };
  await box.call('CreateUser', { user, password: PASSWORD, memberships: [] }, root);
  const change = (id: string, role: string) => ({
    member: { organization_id: works, user_id: id, role },
    update_mask: { paths: ['role'] },
  });
  const of = [
    await key(owner, 'service', ['orgs:write', 'orgs:read']),
    await key(owner, 'mine', ['orgs:write'], { key_type: 'user' }),
    await key(admin, 'admins', ['orgs:write'], { key_type: 'user' }),
  ];
  for (const from of of) {
    for (const role of ['admin', 'owner']) {
      const asked = { organization_id: works, email: user.email, role };
      t.equal(await token('AddOrganizationUser', asked, from), 'RoleEscalation', role);
      t.equal(await token('UpdateOrganizationUser', change(viewer.id, role), from), 'RoleEscalation', role);
    }
    if (from !== of[2]) {
      t.equal(await token('UpdateOrganizationUser', change(admin.id, 'viewer'), from), 'RoleEscalation');
      const one = { organization_id: works, user_id: admin.id };
      t.equal(await token('RemoveOrganizationUser', one, from), 'RoleEscalation');
    }
    t.equal(await token('UpdateOrganizationUser', change(viewer.id, 'operator'), from), 'OK');
    t.equal(await token('UpdateOrganizationUser', change(viewer.id, 'viewer'), from), 'OK');
  }
  const adding = { organization_id: works, email: user.email, role: 'operator' };
  const [service = {}] = of;
  const twice = await Promise.all([1, 2].map(() => token('AddOrganizationUser', adding, service)));
  t.same(twice.toSorted(), ['MembershipExists', 'OK'], 'of two at once one');
  const all = await key(owner, 'all', ['*']);
  t.equal(await token('UpdateOrganizationUser', change(viewer.id, 'owner'), all), 'RoleEscalation');
  t.equal(await token('UpdateOrganizationUser', change(viewer.id, 'admin'), all), 'OK', 'it has all that these have');
});

t.test('an administrator of the server reads everywhere, and changes as a member what members change', async t => {
  const scene = await opened(t.testdir());
  await using _box = scene.box;
  const { root, at, works, owner, token, call } = scene;
  const there = at(works);
  await call('CreateEndPoint', { endpoint: { ep_eui: EUI, nwk_key: '00112233445566778899aabbccddeeff' } }, owner);
  const station = { base_station: { bs_eui: '70b3d59cd00000b1' } };
  await call('CreateBaseStation', station, owner);
  for (const [method, request] of [
    ['GetEndPoint', { ep_eui: EUI }],
    ['ListMessages', {}],
    ['ListBaseStations', {}],
    ['ListScaciSessions', {}],
    ['GetServerCertificateStatus', {}],
    ['ListEvents', {}],
  ] as const)
    t.equal(await token(method, request, there), 'OK', method);
  const changes: readonly (readonly [MethodName, object])[] = [
    ['CreateEndPoint', { endpoint: { ep_eui: '70b3d59cd0000002' } }],
    ['DeleteEndPoint', { ep_eui: EUI }],
    ['SendDownlink', { ep_eui: EUI, payloads: [Buffer.of(1)] }],
    ['CreateBaseStation', { base_station: { bs_eui: '70b3d59cd00000b2' } }],
    ['DeleteBaseStation', { bs_eui: '70b3d59cd00000b1' }],
    ['GenerateCertificate', { bs_eui: '70b3d59cd00000b1' }],
    ['CreateManufacturer', { manufacturer: { name: 'Theirs' } }],
    ['ListIntegrations', {}],
    ['GetEndPoint', { ep_eui: EUI, reveal_keys: ['nwk_key'] }],
  ];
  for (const [method, request] of changes) t.equal(await token(method, request, there), 'PermissionDenied', method);
  const own = { manufacturer: { name: 'Of all', is_system: true } };
  t.equal(await token('CreateManufacturer', own, there), 'OK', 'what is of the system is its own');
  const joined = { organization_id: works, user_id: root['x-user-id'], role: 'admin' };
  await call('AddOrganizationUser', joined, root);
  t.equal(await token('CreateEndPoint', { endpoint: { ep_eui: '70b3d59cd0000002' } }, there), 'OK');
});

t.test('a right that depends on the request is judged before the rest of the request', async t => {
  const scene = await opened(t.testdir());
  await using _box = scene.box;
  const { at, works, member, owner, token, key } = scene;
  const viewer = await member('viewer', { role: 'viewer' });
  const admin = await member('admin', { role: 'admin' });
  const reads = await key(owner, 'reads', ['endpoints:read', 'certificates:read']);
  const writes = await key(owner, 'writes', ['endpoints:write', 'certificates:write', 'catalog:write', 'orgs:write']);
  const cases: readonly (readonly [from: Headers, MethodName, object, string])[] = [
    [viewer, 'CreateApiKey', {}, 'PermissionDenied'],
    [viewer, 'CreateApiKey', { api_key: {} }, 'PermissionDenied'],
    [viewer, 'CreateApiKey', { api_key: { key_type: 'machine' } }, 'PermissionDenied'],
    [viewer, 'CreateApiKey', { api_key: { key_type: 'user' } }, 'NameRequired'],
    [viewer, 'CreateApiKey', { api_key: { key_type: 'user', scopes: ['endpoints:write'] } }, 'ScopeEscalation'],
    [viewer, 'CreateApiKey', { api_key: { key_type: 'user', scopes: ['nothing'] } }, 'NameRequired'],
    [owner, 'CreateApiKey', {}, 'ResourceRequired'],
    [at(works), 'CreateApiKey', {}, 'ResourceRequired'],
    [
      await key(owner, 'keys', ['api-keys:write']),
      'CreateApiKey',
      { api_key: { key_type: 'user' } },
      'UserPrincipalRequired',
    ],
    [owner, 'CreateManufacturer', { manufacturer: { is_system: true } }, 'SystemCatalogProtected'],
    [owner, 'CreateManufacturer', { manufacturer: {} }, 'NameRequired'],
    [at(works), 'CreateManufacturer', { manufacturer: {} }, 'PermissionDenied'],
    [at(works), 'CreateManufacturer', { manufacturer: { is_system: true } }, 'NameRequired'],
    [writes, 'CreateManufacturer', { manufacturer: { is_system: true } }, 'SystemCatalogProtected'],
    [owner, 'CreateDeviceModelWithBlueprint', { manufacturer: { is_system: true } }, 'SystemCatalogProtected'],
    [at(works), 'CreateDeviceModelWithBlueprint', { manufacturer: { is_system: true } }, 'ResourceRequired'],
    [
      admin,
      'UpdateOrganization',
      { organization: { id: works }, update_mask: { paths: ['*'] } },
      'ServerAdminRequired',
    ],
    [
      admin,
      'UpdateOrganization',
      { organization: { id: works }, update_mask: { paths: ['state'] } },
      'ServerAdminRequired',
    ],
    [admin, 'UpdateOrganization', { organization: { id: works }, update_mask: { paths: ['name'] } }, 'NameRequired'],
    [viewer, 'UpdateOrganization', { organization: { id: works }, update_mask: { paths: ['*'] } }, 'PermissionDenied'],
    [at(works), 'UpdateOrganization', { organization: { id: works }, update_mask: { paths: ['*'] } }, 'NameRequired'],
    [viewer, 'UpdateUser', { user: { id: viewer.id }, update_mask: { paths: ['*'] } }, 'ServerAdminRequired'],
    [viewer, 'UpdateUser', { user: { id: viewer.id }, update_mask: { paths: ['email'] } }, 'ServerAdminRequired'],
    [at(works), 'UpdateUser', { user: { id: viewer.id }, update_mask: { paths: ['*'] } }, 'EmailRequired'],
    [viewer, 'GetEndPoint', { reveal_keys: ['nwk_key'] }, 'PermissionDenied'],
    [reads, 'GetEndPoint', { reveal_keys: ['nwk_key'] }, 'ScopeRequired'],
    [writes, 'GetEndPoint', { reveal_keys: ['nwk_key'] }, 'ScopeRequired'],
    [owner, 'GetEndPoint', { reveal_keys: ['nwk_key'] }, 'EUIRequired'],
    [viewer, 'DownloadCertificate', { cert_type: 'client' }, 'PermissionDenied'],
    [reads, 'DownloadBaseStationCertificate', { cert_type: 'key' }, 'ScopeRequired'],
    [writes, 'DownloadBaseStationCertificate', { cert_type: 'key' }, 'ScopeRequired'],
    [viewer, 'DownloadBaseStationCertificate', { cert_type: 'ca' }, 'EUIRequired'],
  ];
  for (const [from, method, request, expected] of cases)
    t.equal(await token(method, request, from), expected, `${method} ${JSON.stringify(request)}`);
});
